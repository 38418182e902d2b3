"""Counting over several processes: how often has this happened in the time that runs?

One statement counts any number of keys, in an unlogged table of PostgreSQL, so that several
web machines count together; beside SQLite in a small file of its own that is never waited for
to reach the disk: a count must not cost what a saved hand costs, and may be forgotten.
"""

from __future__ import annotations

import random
import sqlite3
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection

TABLE = """
CREATE TABLE IF NOT EXISTS keeper_floods (
    key TEXT PRIMARY KEY, until REAL NOT NULL, hits INTEGER NOT NULL
) WITHOUT ROWID
"""
COUNT = """
INSERT INTO keeper_floods (key, until, hits) VALUES {rows}
ON CONFLICT (key) DO UPDATE SET
    hits = CASE WHEN keeper_floods.until <= {mark} THEN 1 ELSE keeper_floods.hits + 1 END,
    until = CASE WHEN keeper_floods.until <= {mark}
            THEN excluded.until ELSE keeper_floods.until END
RETURNING key, until, hits
"""
FORGET = "DELETE FROM keeper_floods WHERE until <= {mark}"

SWEEP_EVERY = 1000
"""Once in so many counts, those whose time has run out are swept away."""

Counted = dict[str, tuple[int, float]]


class CountingFailed(Exception):
    """The counts cannot be kept just now; says why."""


def count(keys: Mapping[str, int]) -> Counted:
    """Count each key, which is remembered for so many seconds from its first time on.

    Answers how often each has come in its time, and how many seconds of that are left.
    Raises `CountingFailed`.
    """
    now = time.time()
    rows = [(key, now + seconds) for key, seconds in sorted(keys.items())]  # sorted: no deadlock
    flat = [value for row in rows for value in row]
    counted = _run(COUNT, [*flat, now, now], rows=len(rows))
    if random.randrange(SWEEP_EVERY) == 0:  # noqa: S311  # which one does not matter
        forget()
    return {key: (hits, until - now) for key, until, hits in counted}


def forget() -> None:
    """Sweep away the counts whose time has run out. Raises `CountingFailed`."""
    _run(FORGET, [time.time()])


def _run(statement: str, values: Sequence[Any], rows: int = 0) -> list[Any]:
    on_postgresql = connection.vendor == "postgresql"
    mark = "%s" if on_postgresql else "?"
    sql = statement.format(mark=mark, rows=", ".join([f"({mark}, {mark}, 1)"] * rows))
    try:
        return _on_postgresql(sql, values) if on_postgresql else _in_file(sql, values)
    except (DatabaseError, sqlite3.Error, OSError) as error:
        raise CountingFailed(str(error)) from error


def _on_postgresql(sql: str, values: Sequence[Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall() if cursor.description else []


_mine = threading.local()


def _in_file(sql: str, values: Sequence[Any]) -> list[Any]:
    path = settings.FLOODS_FILE
    try:
        return _file(path).execute(sql, values).fetchall()
    except sqlite3.OperationalError:
        raise  # busy or full: the next one may be counted
    except sqlite3.DatabaseError:
        _start_afresh(path)  # the power went while it was written
        return _file(path).execute(sql, values).fetchall()


def _file(path: Path) -> sqlite3.Connection:
    """This thread's connection to the file of counts."""
    kept: tuple[Path, sqlite3.Connection] | None = getattr(_mine, "kept", None)
    if kept and kept[0] == path:
        return kept[1]
    opened = sqlite3.connect(path, timeout=0.5, isolation_level=None)
    try:
        opened.execute("PRAGMA journal_mode=WAL")
        opened.execute("PRAGMA synchronous=OFF")
        opened.execute(TABLE)
    except sqlite3.Error:
        opened.close()
        raise
    let_go()
    _mine.kept = (path, opened)
    return opened


def _start_afresh(path: Path) -> None:
    let_go()
    for name in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        name.unlink(missing_ok=True)


def let_go() -> None:
    """Close this thread's connection to the file, if it has one."""
    if kept := getattr(_mine, "kept", None):
        with closing(kept[1]):
            del _mine.kept
