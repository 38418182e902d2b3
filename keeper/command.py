"""`pitch-keeper COMMAND`: a command of manage.py with the user and the variables of the service.

A command typed by root would otherwise act as root, on another folder. Everything is read from the
service's own file, so there is nothing to keep in step. `script/pitch-keeper` runs this very file,
which imports nothing of the rest.
"""

from __future__ import annotations

import os
import pwd
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Never

SERVICE = "pitch-keeper.service"
SYSTEM_FOLDERS = ("/etc/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system")
ROOT = Path(__file__).resolve().parents[1]
KEPT_VARIABLES = ("LANG", "LC_ALL", "TERM", "COLUMNS")
ASSIGNED = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=(.*)")
PLAIN = re.compile(r"""[^\\"'`$]*""")


class Unusable(Exception):
    """The service's files do not say who runs it, or with which variables."""


def files_of(unit: Path) -> list[Path]:
    """A unit's file and its drop-ins."""
    return [unit, *sorted(unit.with_name(f"{unit.name}.d").glob("*.conf"))]


def service_variables(unit: Path) -> dict[str, str]:
    """The variables of the service; raises `Unusable`."""
    found: dict[str, str] = {}
    for file in files_of(unit):
        for name, value in settings_of(read_lines(file)):
            if name == "Environment":
                found |= [read_variable(value, str(file))]
            elif name == "EnvironmentFile":
                found |= read_variables(Path(value.removeprefix("-")))
    return found


def settings_of(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The settings under [Service], in their order."""
    section = ""
    for line in map(str.strip, lines):
        if line.startswith("["):
            section = line
        elif section == "[Service]" and "=" in line and line[0] not in "#;":
            name, _, value = line.partition("=")
            yield name.strip(), value.strip()


def read_variables(file: Path) -> dict[str, str]:
    """The variables in a file of the kind that `EnvironmentFile` names; raises `Unusable`."""
    lines = enumerate(map(str.strip, read_lines(file)), start=1)
    return dict(
        read_variable(line, f"line {number} of {file}")
        for number, line in lines
        if line and line[0] not in "#;"
    )


def read_variable(text: str, where: str) -> tuple[str, str]:
    """A name and its value, which may stand between quotes.

    Raises `Unusable` for what the service and a shell would read differently.
    """
    assigned = ASSIGNED.fullmatch(text)
    if assigned is None:
        raise Unusable(f"{where} is not NAME=value.")
    name, value = assigned[1], assigned[2].strip()
    if len(value) >= 2 and value[0] == value[-1] == "'" and "'" not in value[1:-1]:
        return name, value[1:-1]
    if len(value) >= 2 and value[0] == value[-1] == '"':
        value = value[1:-1]
    if not PLAIN.fullmatch(value):
        raise Unusable(f"{where}: put the value of {name} between '.")
    return name, value


def read_lines(file: Path) -> list[str]:
    try:
        return file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as failure:
        raise Unusable(f"{file} cannot be read: {failure}.") from failure


def find_user(unit: Path) -> pwd.struct_passwd:
    """The user who runs the service; raises `Unusable` where we may not act as that user."""
    name = ""
    for file in files_of(unit):
        name = dict(settings_of(read_lines(file))).get("User", name)
    if not name:
        raise Unusable(f"{unit} names no User.")
    try:
        user = pwd.getpwnam(name)
    except KeyError:
        raise Unusable(f"There is no user {name}, who runs the service.") from None
    if os.geteuid() not in (0, user.pw_uid):
        raise Unusable(f"Only root and {name} may do this: sudo pitch-keeper …")
    return user


def become_user(user: pwd.struct_passwd) -> None:
    """Become this user for good, with that user's groups and no others."""
    if os.geteuid() != user.pw_uid:
        os.initgroups(user.pw_name, user.pw_gid)
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)


def find_unit() -> Path:
    """The service's file, as systemd would find it; raises `Unusable`."""
    folders = os.environ.get("SYSTEMD_UNIT_PATH", ":".join(SYSTEM_FOLDERS)).split(":")
    for folder in filter(None, folders):
        if (unit := Path(folder) / SERVICE).is_file():
            return unit
    raise Unusable(f"There is no {SERVICE} in {', '.join(folders)}: no service, and no data of it.")


def run_manage(arguments: list[str]) -> Never:
    """Become the service's user and run manage.py in place of this process."""
    unit = find_unit()
    user = find_user(unit)
    variables = service_variables(unit)  # as root, if only root may read them
    become_user(user)
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    path = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": user.pw_dir}
    os.umask(0o077)
    command = [sys.executable, str(ROOT / "manage.py"), *arguments]
    os.execve(command[0], command, kept | path | variables)


def main() -> int:
    try:
        run_manage(sys.argv[1:] or ["help"])
    except (Unusable, OSError) as failure:
        print(f"Nothing was done. {failure}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
