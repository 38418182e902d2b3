"""Typed readers of the environment. A variable that is unset or empty means its default;
one that makes no sense raises `ImproperlyConfigured`, so that nothing starts half configured."""

import fcntl
import os
import re
from collections.abc import Sequence
from pathlib import Path

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from django.utils.functional import lazy

YES = {"1", "true", "yes", "on"}
NO = {"0", "false", "no", "off"}


def env_text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def env_bool(name: str, default: bool = False) -> bool:
    value = env_text(name).lower()
    if not value:
        return default
    if value not in YES | NO:
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")
    return value in YES


def env_int(name: str, default: int, *, least: int, most: int) -> int:
    value = env_text(name)
    if not value:
        return default
    # int() would also take "8_000", "+8" and digits of other scripts.
    if not re.fullmatch("[0-9]{1,9}", value) or not least <= int(value) <= most:
        raise ImproperlyConfigured(
            f"{name} must be a whole number from {least} to {most}, not {value!r}."
        )
    return int(value)


def env_choice(name: str, choices: Sequence[str]) -> str:
    """One of `choices`, of which the first is the default."""
    value = env_text(name, choices[0]).lower()
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be {' or '.join(choices)}, not {value!r}.")
    return value


def env_list(name: str, default: tuple[str, ...] = ()) -> list[str]:
    """Comma-separated; spaces around the commas do not matter."""
    return [part.strip() for part in env_text(name).split(",") if part.strip()] or list(default)


def env_path(name: str, default: Path, *, base: Path) -> Path:
    """A relative path is taken from `base`, never from the current folder: the same value
    must mean the same place for a service, a cron job and a hand-typed command."""
    value = env_text(name)
    return base / Path(value).expanduser() if value else default


def env_database(name: str, default: str) -> dj_database_url.DBConfig:
    try:
        config = dj_database_url.parse(env_text(name, default))
    except ValueError:
        # The cause is left out of the traceback: it may quote the password.
        raise ImproperlyConfigured(
            f"{name} is not a database address. For example: postgresql://user:password@host/name"
        ) from None
    if not config["NAME"]:
        raise ImproperlyConfigured(f"{name} does not name a database.")
    return config


def env_secret(name: str, *, kept_in: Path) -> str:
    """`name`, or what the file named by `name`_FILE holds, or a secret made once and kept.

    The last is made when it is first used, so that a command that signs nothing makes none.
    """
    given, file = env_text(name), env_text(f"{name}_FILE")
    if given and file:
        raise ImproperlyConfigured(f"Set {name} or {name}_FILE, not both.")
    if file:
        return read_secret(f"{name}_FILE", Path(file))
    return given or lazy(kept_secret, str)(kept_in)


def read_secret(name: str, path: Path) -> str:
    try:
        value = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{name}: cannot read {path}: {error}.") from error
    if not value:
        raise ImproperlyConfigured(f"{name}: {path} is empty.")
    return value


def kept_secret(path: Path) -> str:
    """The secret in `path`, made on first use. Two processes that start at once get the same
    one: the lock lets one write and the other read, and a half-made file never counts."""
    try:
        if path.exists() and (kept := path.read_text(encoding="ascii")):
            return kept
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        with os.fdopen(handle, "r+", encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            if kept := file.read():
                return kept
            fresh = get_random_secret_key()
            file.write(fresh)
            file.flush()
            os.fsync(file.fileno())
            return fresh
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(
            f"Cannot keep a secret key in {path}: {error}. Set SECRET_KEY, or DATA_DIR to a "
            "folder that may be written."
        ) from error
