"""Tells every server process that something was changed, in any of them (“the bell”).

On one machine, with SQLite, each process listens at a socket in a folder that all of them know, and
rings by sending a byte to each. With PostgreSQL it is NOTIFY,
which all machines hear. While nothing changes, nothing runs and no query is made. A change by
another program, such as a command, does not ring: `may_have_missed` says whether to look for one.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import socket
import stat
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import psycopg
from django.db import Error, connection

from keeper.unchanged import DatabaseVersion, Version

log = logging.getLogger(__name__)

CHANNEL = "pitch_keeper"
LOOKS_EACH = 6
"""One of so many looks for what PostgreSQL did not tell is made: each costs a query."""
RECONNECT = 2
"""Seconds until PostgreSQL is called again after it hung up."""


class Bell(Protocol):
    """What rings in every process."""

    def ring(self) -> None:
        """Let every process know; from any thread. It never fails."""

    async def listen(self, heard: Callable[[], None]) -> None:
        """Call `heard` in this process's loop whenever somebody rings."""

    async def close(self) -> None: ...

    def may_have_missed(self) -> bool:
        """Whether there may be a change that did not ring."""


class SocketBell:
    """Rings in all processes of this machine that share an SQLite file."""

    def __init__(self, database: Path) -> None:
        self.folder = own_folder(database)
        self.read_version = DatabaseVersion(database)
        self.version: Version = None
        self.ringing = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.ringing.setblocking(False)
        self.ear: socket.socket | None = None

    def ring(self) -> None:
        with suppress(OSError):
            for ear in self.folder.iterdir():
                self.ring_at(ear)

    def ring_at(self, ear: Path) -> None:
        try:
            self.ringing.sendto(b"!", str(ear))
        except BlockingIOError:
            pass  # it has not heard the last ones yet, and will look anyway
        except OSError:
            ear.unlink(missing_ok=True)  # its process was killed

    async def listen(self, heard: Callable[[], None]) -> None:
        ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        ear.setblocking(False)
        place = self.folder / str(os.getpid())
        place.unlink(missing_ok=True)  # of a process of this number that was killed
        ear.bind(str(place))
        self.ear, self.version = ear, self.read_version()

        def hear() -> None:
            with suppress(BlockingIOError):
                while ear.recv(64):
                    pass
            if self.may_have_missed():
                heard()

        asyncio.get_running_loop().add_reader(ear, hear)

    async def close(self) -> None:
        if self.ear:
            asyncio.get_running_loop().remove_reader(self.ear)
            self.ear.close()
            with suppress(OSError):
                (self.folder / str(os.getpid())).unlink()

    def may_have_missed(self) -> bool:
        before, self.version = self.version, self.read_version()
        return self.version is None or self.version != before


def own_folder(database: Path) -> Path:
    """A folder for the sockets of this database, in the system's, as their names must be short."""
    name = hashlib.sha256(str(database.resolve()).encode()).hexdigest()[:12]
    folder = Path(tempfile.gettempdir()) / f"pitch-keeper-{os.getuid()}-{name}"
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    found = folder.lstat()
    if stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077:
        return folder
    return Path(tempfile.mkdtemp(prefix="pitch-keeper-"))  # somebody else's has this name


class NotifyBell:
    """Rings in every process on every machine that is connected to this PostgreSQL."""

    def __init__(self) -> None:
        self.task: asyncio.Task[None] | None = None
        self.is_connected: bool | None = None
        self.looks = 0

    def ring(self) -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute(f"NOTIFY {CHANNEL}")
        except Error as failure:
            log.warning("Others are told later: %s", str(failure).partition("\n")[0])

    async def listen(self, heard: Callable[[], None]) -> None:
        self.task = asyncio.create_task(self.hear(heard))

    async def hear(self, heard: Callable[[], None]) -> None:
        while True:
            try:
                await self.hear_while_connected(heard)
            except (psycopg.Error, OSError) as failure:
                if self.is_connected is not False:  # once for each time that it is away
                    log.warning("Not told of changes: %s", str(failure).partition("\n")[0])
            self.is_connected = False
            await asyncio.sleep(RECONNECT)

    async def hear_while_connected(self, heard: Callable[[], None]) -> None:
        given: dict[str, Any] = connection.get_connection_params()
        wanted = {name: value for name, value in given.items() if name not in NOT_FOR_LISTENING}
        line = await psycopg.AsyncConnection.connect(**KEEPALIVE | wanted, autocommit=True)
        async with line:
            await line.execute(f"LISTEN {CHANNEL}")
            self.is_connected = True
            heard()  # what was missed meanwhile
            async for _ in line.notifies():
                heard()

    async def close(self) -> None:
        if self.task:
            self.task.cancel()

    def may_have_missed(self) -> bool:
        """True every few calls: PostgreSQL has no number that says whether anything changed."""
        self.looks += 1
        return not self.is_connected or self.looks % LOOKS_EACH == 0


NOT_FOR_LISTENING = ("context", "cursor_factory", "server_side_binding", "prepare_threshold")
KEEPALIVE: dict[str, Any] = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}


def make_bell(database: dict[str, Any]) -> Bell:
    """The bell for this database; made before the server forks."""
    if database["ENGINE"] == "django.db.backends.sqlite3":
        return SocketBell(Path(database["NAME"]))
    return NotifyBell()
