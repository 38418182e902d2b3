"""Locks between processes, as files in `DATA_DIR`: what one at a time may do, and who serves here.

The system frees a lock when its process ends, however it ends. Where `DATA_DIR` cannot be written,
as on a platform whose data is all in PostgreSQL, the files are in the system's temporary folder.
"""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings


def lock_path(name: str) -> Path:
    """The file of a lock. In a folder that others may write in, it has the user's number."""
    folder = Path(settings.DATA_DIR)
    if folder.is_dir() and os.access(folder, os.W_OK):
        return folder / f"{name}.lock"
    return Path(tempfile.gettempdir()) / f"pitch-keeper-{os.getuid()}-{name}.lock"


def open_lock(name: str) -> int:
    """A handle of the lock's file, which is made where there is none; never through a link."""
    return os.open(lock_path(name), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)


@contextmanager
def take_slot(name: str) -> Iterator[bool]:
    """Take what only one request of all processes may have at a time; False where it is taken.

    Nobody waits: a worker that waits for another is a worker less.
    """
    handle = open_lock(name)
    try:
        yield try_lock(handle, fcntl.LOCK_EX)
    finally:
        os.close(handle)


def try_lock(handle: int, kind: int) -> bool:
    """Lock an open file without waiting; False where another holds it."""
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


SERVER = "server"
"""The lock that every server holds together with others, and a restore alone."""


@contextmanager
def serving() -> Iterator[bool]:
    """Hold the database for use together with others; False while it is being restored."""
    handle = open_lock(SERVER)
    try:
        yield try_lock(handle, fcntl.LOCK_SH)
    finally:
        os.close(handle)


@contextmanager
def restoring() -> Iterator[bool]:
    """Hold the database alone; False where a server, or a migration, uses it."""
    handle = open_lock(SERVER)
    try:
        yield try_lock(handle, fcntl.LOCK_EX)
    finally:
        os.close(handle)


def serve_while_running() -> None:
    """Hold the database for use until this process and all that it forks have ended.

    Raises `RestoreUnderWay` while it is being restored.
    """
    if not try_lock(open_lock(SERVER), fcntl.LOCK_SH):
        raise RestoreUnderWay("The database is being restored. Start the server again afterwards.")


class RestoreUnderWay(Exception):
    """The server cannot start now."""
