"""The bell that rings in every process of this machine that shares an SQLite file."""

from __future__ import annotations

import asyncio
import os
import socket
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from keeper import bell
from keeper.bell import NotifyBell, SocketBell, make_bell, own_folder


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database, and a folder for the sockets of its bells."""
    folder = tempfile.mkdtemp(prefix="bell-")  # short, unlike pytest's own
    monkeypatch.setattr(tempfile, "tempdir", folder)
    path = tmp_path / "keeper.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE t (n)")
        connection.commit()
    return path


MakeBell = Callable[[], SocketBell]


@pytest.fixture
def ring_bell(file: Path) -> Iterator[MakeBell]:
    """Another bell of the database each time."""
    with ExitStack() as made:

        def make() -> SocketBell:
            own = SocketBell(file)
            made.enter_context(own.ringing)
            made.callback(
                lambda: own.read_version.connection and own.read_version.connection.close()
            )
            return own

        yield make


def write(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("INSERT INTO t VALUES (1)")
        connection.commit()


async def until(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not is_so():
            await asyncio.sleep(0)


async def rings(listening: SocketBell, ringing: SocketBell, change: Callable[[], None]) -> int:
    """How often the first is heard when the second rings after the change."""
    heard: list[str] = []
    await listening.listen(lambda: heard.append("rung"))
    change()
    ringing.ring()
    if change is not nothing:
        await until(lambda: heard)
    await asyncio.sleep(0)
    await listening.close()
    return len(heard)


def nothing() -> None: ...


def test_who_listens_hears_the_bell_of_another_once_something_was_written(
    file: Path, ring_bell: MakeBell
) -> None:
    assert asyncio.run(rings(ring_bell(), ring_bell(), lambda: write(file))) == 1


def test_a_bell_after_which_nothing_is_new_is_not_heard(ring_bell: MakeBell) -> None:
    assert asyncio.run(rings(ring_bell(), ring_bell(), nothing)) == 0


def test_what_nobody_rang_for_is_known_to_be_missed_once(file: Path, ring_bell: MakeBell) -> None:
    own = ring_bell()
    own.may_have_missed()
    assert not own.may_have_missed()
    write(file)
    assert own.may_have_missed()
    assert not own.may_have_missed()


def test_the_ear_of_a_process_that_was_killed_is_cleared_away(ring_bell: MakeBell) -> None:
    own = ring_bell()
    dead = own.folder / "4711"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(dead))
    assert dead.exists()
    own.ring()
    assert not dead.exists()


def test_the_folder_is_for_its_owner_and_the_same_for_the_same_database(file: Path) -> None:
    folder = own_folder(file)
    assert folder == own_folder(file)
    assert folder != own_folder(file.with_name("other.sqlite3"))
    assert folder.stat().st_mode & 0o077 == 0


def test_a_folder_that_others_can_write_in_or_that_is_a_link_is_not_taken(file: Path) -> None:
    folder = own_folder(file)
    folder.chmod(0o777)
    assert own_folder(file) != folder
    folder.rmdir()
    folder.symlink_to(file.parent)
    assert own_folder(file) != folder
    folder.unlink()
    folder.write_text("")
    assert own_folder(file) != folder


def test_postgresql_has_its_own_bell_which_is_looked_behind_now_and_then() -> None:
    own = make_bell({"ENGINE": "django.db.backends.postgresql", "NAME": "x"})
    assert isinstance(own, NotifyBell)
    assert own.may_have_missed()
    own.is_connected = True
    looks = [own.may_have_missed() for _ in range(2 * bell.LOOKS_EACH)]
    assert looks.count(True) == 2


def test_a_process_that_ends_leaves_no_ear_behind(ring_bell: MakeBell) -> None:
    own = ring_bell()
    ear = own.folder / str(os.getpid())

    async def listen() -> None:
        await own.listen(nothing)
        assert ear.exists()
        await own.close()

    asyncio.run(listen())
    assert not ear.exists()
