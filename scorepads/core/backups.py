"""Backups of the whole database: written while it is in use, verified, and restored.

SQLite is copied by `VACUUM INTO`, which copies one snapshot while others write, PostgreSQL by
`pg_dump`. A copy counts only once it has been read back.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.backends.postgresql.client import DatabaseClient
from django.db.migrations.loader import MigrationLoader

from scorepads.core.scorepad import PadUnreadable, fold_rows
from scorepads.models import Pad

COPY_ALIAS = "copy"
KINDS = {b"SQLite format 3\x00": "sqlite", b"PGDMP": "postgresql"}
CHUNK_SIZE = 200
RETIRED_APPS = {"admin", "auth", "contenttypes", "keeper", "sessions"}
"""Apps that are no longer installed; older copies still name their migrations."""

OWN_TABLES = ("scorepads_pad", "scorepads_side", "scorepads_handentry", "scorepads_padlink")


class CopyFailed(Exception):
    """No copy was written, or none was restored; says why. Nothing was overwritten."""


@dataclass
class BackupContents:
    """What was read back: so many pads with so many changes, and those that do not fold."""

    pads: int = 0
    changes: int = 0
    unreadable: list[str] = field(default_factory=list)


def write_copy(target: Path) -> BackupContents:
    """Copy the database in use to `target`, which must not exist yet, and read the copy back.

    Raises `CopyFailed`; then there is nothing at `target` that was not there before.
    """
    with part_file_beside(target) as part:
        if connection.vendor == "sqlite":
            copy_sqlite(part)
            seen = verify_sqlite(part)
        else:
            dump_postgresql(part)
            verify_dump(part)
            seen = fold_all(DEFAULT_DB_ALIAS)
        finish_file(part, target)
    return seen


def restore_database(source: Path) -> None:
    """Create the database from a copy. Raises `CopyFailed`, also where one is there already."""
    kind = database_kind(source)
    if kind != connection.vendor:
        raise CopyFailed(f"{source} is a copy of {kind}, but the database here is "
                         f"{connection.vendor}.")  # fmt: skip
    if kind == "sqlite":
        restore_sqlite(source, Path(connection.settings_dict["NAME"]))
    else:
        restore_postgresql(source)


def database_kind(source: Path) -> str:
    """The kind of database that a file is a copy of; raises `CopyFailed` where it is none."""
    try:
        with source.open("rb") as file:
            begins = file.read(16)
    except OSError as error:
        raise CopyFailed(f"{source} cannot be read: {error.strerror}.") from error
    for magic, kind in KINDS.items():
        if begins.startswith(magic):
            return kind
    raise CopyFailed(f"{source} is not a copy of a database.")


def verify_sqlite(path: Path) -> BackupContents:
    """Read a copied SQLite file from end to end, and fold every ledger in it.

    Raises `CopyFailed` at damage.
    """
    with open_copy(path) as alias:
        try:
            with connections[alias].cursor() as cursor:
                wrong = cursor.execute("PRAGMA integrity_check").fetchall()
                wrong = [] if wrong == [("ok",)] else wrong
                wrong += cursor.execute("PRAGMA foreign_key_check").fetchall()
            if wrong:
                raise CopyFailed(f"{path} is damaged: {wrong[0]}.")
            return fold_all(alias)
        except DatabaseError as error:
            raise CopyFailed(f"{path} is damaged: {error}.") from error


def fold_all(alias: str) -> BackupContents:
    """Fold every ledger of a database; those that cannot be read are listed."""
    seen = BackupContents()
    pads = Pad.objects.using(alias).only(*pad_columns(alias))
    pads = pads.order_by("pk").prefetch_related("sides", "entries")
    for pad in pads.iterator(chunk_size=CHUNK_SIZE):
        rows = list(pad.entries.all())
        seen.pads, seen.changes = seen.pads + 1, seen.changes + len(rows)
        try:
            assert fold_rows(pad, list(pad.sides.all()), rows).ledger is not None
        except PadUnreadable as trouble:
            seen.unreadable.append(f"{pad.public_id}: {trouble}")
    return seen


def pad_columns(alias: str) -> list[str]:
    """The fields of pads that this database has; a copy of an earlier release lacks some."""
    introspection = connections[alias].introspection
    with connections[alias].cursor() as cursor:
        found = introspection.get_table_description(cursor, Pad._meta.db_table)
    there = {column.name for column in found}
    return [field.name for field in Pad._meta.concrete_fields if field.column in there]


@contextmanager
def open_copy(path: Path, *, writes: bool = False) -> Iterator[str]:
    """Open a copied SQLite file as one more database, read only as a rule; yields its alias."""
    copy = connections[DEFAULT_DB_ALIAS].copy(alias=COPY_ALIAS)
    mode = "mode=rw" if writes else "mode=ro&immutable=1"
    copy.settings_dict["NAME"] = f"{path.resolve().as_uri()}?{mode}"
    copy.settings_dict["OPTIONS"] = {"uri": True}
    connections[COPY_ALIAS] = copy
    try:
        yield COPY_ALIAS
    finally:
        copy.close()
        del connections[COPY_ALIAS]


@contextmanager
def part_file_beside(target: Path) -> Iterator[Path]:
    """A temporary file in the folder of `target`, which is removed afterwards."""
    if target.exists():
        raise CopyFailed(f"{target} is there already.")
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.touch(mode=0o600, exist_ok=False)
        yield part
    except (OSError, sqlite3.Error, DatabaseError) as error:
        raise CopyFailed(f"{target} cannot be written: {error}.") from error
    finally:
        with suppress(OSError):
            part.unlink()


def finish_file(part: Path, target: Path) -> None:
    """Give a finished file its name, synced to disk; never in place of another file."""
    sync_to_disk(part)
    try:
        os.link(part, target)
    except FileExistsError:
        raise CopyFailed(f"{target} is there already.") from None
    except OSError:  # no second names on this file system
        if target.exists():
            raise CopyFailed(f"{target} is there already.") from None
        part.rename(target)
    sync_to_disk(target.parent)


def sync_to_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def copy_sqlite(part: Path) -> None:
    # An empty file is taken as a new database, so that the copy is its owner's alone throughout.
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(part)])


def restore_sqlite(source: Path, target: Path) -> None:
    refuse_newer_copy(source)
    if not target.parent.is_dir():
        raise CopyFailed(f"there is no folder {target.parent}, and none was made.")
    if target.exists() and not target.stat().st_size:
        target.unlink()
    for left in (target, *(Path(f"{target}-{tail}") for tail in ("wal", "shm", "journal"))):
        if left.exists():
            raise CopyFailed(f"{left} is there already: move it away first.")
    with part_file_beside(target) as part:
        shutil.copyfile(source, part)
        refuse_missing_key(part)
        with open_copy(part, writes=True) as alias:  # of an older version, perhaps
            call_command(migrate.Command(), database=alias, interactive=False, verbosity=0)
        verify_sqlite(part)
        finish_file(part, target)


def refuse_missing_key(part: Path) -> None:
    """Refuse a copy with sessions where their key is not there: a fresh one cannot read them."""
    key_file = Path(settings.DATA_DIR) / "secret.key"
    given = os.environ.get("SECRET_KEY") or os.environ.get("SECRET_KEY_FILE")
    if given or key_file.exists():
        return
    with open_copy(part) as alias:
        if "django_session" in connections[alias].introspection.table_names():
            raise CopyFailed(f"put the secret key back first, as {key_file}: this copy needs it.")


def refuse_newer_copy(source: Path) -> None:
    with closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as copy:
        try:
            rows = copy.execute("SELECT app, name FROM django_migrations").fetchall()
        except sqlite3.DatabaseError as error:
            raise CopyFailed(f"{source} is no copy of Pitch Keeper's data: {error}.") from error
    known = MigrationLoader(None, ignore_no_migrations=True).disk_migrations.keys()
    applied = {(app, name) for app, name in rows if app not in RETIRED_APPS}
    if newer := sorted(applied - known):
        raise CopyFailed(f"{source} comes from a newer Pitch Keeper, which has {newer[0]}.")


def dump_postgresql(part: Path) -> None:
    run_program("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={part}")


def verify_dump(part: Path) -> None:
    listed = run_program("pg_restore", "--list", str(part), connect=False)
    missing = [name for name in OWN_TABLES if f"TABLE DATA public {name} " not in listed]
    if missing:
        raise CopyFailed(f"the copy has no table {missing[0]}.")
    run_program("pg_restore", f"--file={os.devnull}", str(part), connect=False)  # every byte of it


def restore_postgresql(source: Path) -> None:
    verify_dump(source)
    if tables := connection.introspection.table_names():
        raise CopyFailed(f"The database is not empty: it has the table {sorted(tables)[0]}.")
    if others := other_connections():
        raise CopyFailed(f"{others} other connections use this database. Stop the server first.")
    connection.close()
    run_program("pg_restore", "--exit-on-error", "--single-transaction", "--no-owner",
         "--no-privileges", str(source))  # fmt: skip


def other_connections() -> int:
    """How many others are connected to this PostgreSQL database, such as servers elsewhere."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return int(cursor.fetchone()[0])


def run_program(name: str, *arguments: str, connect: bool = True) -> str:
    """Run a program of PostgreSQL with the address of the database; what it printed."""
    program = shutil.which(name)
    if program is None:
        raise CopyFailed(f"{name} is not installed; on Debian: apt install postgresql-client.")
    database: list[str] = []
    env = {}
    if connect:
        (_, *database), more = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
        env = more or {}
        database[-1] = f"--dbname={database[-1]}"
    done = subprocess.run(  # noqa: S603  # our own arguments, and no shell
        [program, *database, *arguments], env={**os.environ, **env},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise CopyFailed(f"{name}: {done.stderr.strip()}")
    return done.stdout
