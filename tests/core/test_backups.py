"""Backups: taken while people play, read back, and never laid over something else."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from scorepads.core import backups
from scorepads.entry import services as entry_services
from scorepads.models import HandEntry, Pad
from tests.factories import PASSED, hand, hold, make_pad, record

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.django_db(transaction=True)
on_sqlite = pytest.mark.only_on("sqlite")  # about SQLite's files
on_postgresql = pytest.mark.only_on("postgresql")  # about pg_dump


def backup(target: Path | None = None) -> str:
    printed = StringIO()
    call_command("backup", *([str(target)] if target else []), stdout=printed, stderr=printed)
    return printed.getvalue()


def manage(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """manage.py on a database of its own, in a process of its own."""
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "keeper.settings", "DATA_DIR": str(folder),
           "DATABASE_URL": ""}  # fmt: skip
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def hands_in(path: Path) -> int:
    copy = sqlite3.connect(path)
    try:
        return int(copy.execute("SELECT count(*) FROM scorepads_handentry").fetchone()[0])
    finally:
        copy.close()


def test_a_backup_holds_every_hand_and_says_so(tmp_path: Path) -> None:
    record(hold(make_pad()), hand(), hand(1))
    target = tmp_path / "kept" / "evening.copy"
    assert backup(target) == f"{target}: 1 pads, 2 changes, all read back.\n"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert [path.name for path in target.parent.iterdir()] == ["evening.copy"]


def test_without_a_name_it_goes_where_the_data_is() -> None:
    name = backup().split(":")[0]
    assert Path(name).parent == Path(settings.DATA_DIR) / "backups"
    assert Path(name).is_file()


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    target = tmp_path / "evening"
    target.write_text("last week's")
    with pytest.raises(CommandError, match="is there already"):
        backup(target)
    assert target.read_text() == "last week's"


def test_a_file_that_comes_up_meanwhile_is_not_overwritten_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "evening"
    sync = backups.sync_to_disk
    monkeypatch.setattr(
        backups, "sync_to_disk", lambda path: (sync(path), target.write_text("somebody else's"))
    )
    with pytest.raises(CommandError, match="is there already"):
        backup(target)
    assert target.read_text() == "somebody else's"
    assert list(tmp_path.iterdir()) == [target]


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match=r"No backup was made: .* cannot be written"):
        backup(tmp_path / "file" / "evening")


def test_a_pad_that_cannot_be_read_is_kept_and_named(tmp_path: Path) -> None:
    pad = make_pad()
    Pad.objects.filter(pk=pad.pk).update(preset_key="lost")
    said = backup(tmp_path / "evening")
    assert f"pad {pad.public_id}: its preset lost@1 is missing" in said
    assert "1 pads" in said


@on_sqlite
def test_a_backup_while_hands_are_saved_is_of_one_moment(tmp_path: Path) -> None:
    """Whatever the writer does meanwhile, the copy folds and holds every hand before it."""
    holder, stop = hold(make_pad()), threading.Event()

    def play() -> None:
        for _ in range(entry_services.MAX_HANDS):
            record(holder, PASSED)
            if stop.is_set():
                break
        connection.close()

    writer = threading.Thread(target=play)
    writer.start()
    try:
        for number in range(3):
            before = HandEntry.objects.count()
            target = tmp_path / str(number)
            backup(target)
            assert before <= hands_in(target) <= HandEntry.objects.count()
    finally:
        stop.set()
        writer.join()


@on_sqlite
def test_damage_in_the_copy_is_found_and_no_copy_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(hold(make_pad()), *[PASSED] * 8)
    write = backups.copy_sqlite

    def damaged(part: Path) -> None:
        write(part)
        data = bytearray(part.read_bytes())
        data[4096 * 3 : -4096] = os.urandom(len(data) - 4096 * 4)
        part.write_bytes(data)

    monkeypatch.setattr(backups, "copy_sqlite", damaged)
    with pytest.raises(CommandError, match="is damaged"):
        backup(tmp_path / "evening")
    assert list(tmp_path.iterdir()) == []


@on_sqlite
def test_restored_into_an_empty_place_and_never_over_another(tmp_path: Path) -> None:
    record(hold(make_pad()), hand(), hand(1))
    copy, home = tmp_path / "copy", tmp_path / "home"
    backup(copy)
    restored = manage(home, "restore", str(copy))
    assert restored.returncode == 0, restored.stderr
    assert hands_in(home / "keeper.sqlite3") == 2
    assert manage(home, "migrate", "--check").returncode == 0
    again = manage(home, "restore", str(copy))
    assert again.returncode == 1
    assert "Nothing was restored:" in again.stderr
    assert "keeper.sqlite3 is there already" in again.stderr
    assert manage(home, "backup", str(tmp_path / "second")).returncode == 0


@on_sqlite
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "cannot be read"),
        (b"", "is not a copy of a database"),
        (b"hello, this is a text", "is not a copy of a database"),
        (b"PGDMP\x01\x0e", "is a copy of postgresql, but the database here is sqlite"),
        (b"SQLite format 3\x00" + b"\x00" * 4096, "is no copy of a keeper"),
    ],
)
def test_what_is_no_copy_is_not_restored(tmp_path: Path, content: bytes | None, said: str) -> None:
    if content is not None:
        (tmp_path / "copy").write_bytes(content)
    with pytest.raises(CommandError, match=f"Nothing was restored: .*{said}"):
        call_command("restore", str(tmp_path / "copy"))


@on_sqlite
def test_a_copy_of_a_newer_keeper_is_not_restored(tmp_path: Path) -> None:
    backup(tmp_path / "copy")
    copy = sqlite3.connect(tmp_path / "copy")
    copy.execute(
        "INSERT INTO django_migrations (app, name, applied) VALUES ('scorepads', '0999_new', 0)"
    )
    copy.commit()
    copy.close()
    with pytest.raises(CommandError, match="comes from a newer keeper"):
        call_command("restore", str(tmp_path / "copy"))


@on_sqlite
def test_a_copy_from_when_there_was_an_admin_is_restored(tmp_path: Path) -> None:
    record(hold(make_pad()), hand())
    backup(tmp_path / "copy")
    with closing(sqlite3.connect(tmp_path / "copy")) as copy:
        for app in ("admin", "auth", "contenttypes", "keeper", "sessions"):
            copy.execute(
                "INSERT INTO django_migrations (app, name, applied) VALUES (?, '0001_initial', 0)",
                [app],
            )
        copy.commit()
    restored = manage(tmp_path / "home", "restore", str(tmp_path / "copy"))
    assert restored.returncode == 0, restored.stderr
    assert hands_in(tmp_path / "home" / "keeper.sqlite3") == 1


@on_postgresql
def test_a_dump_is_restored_into_an_empty_database_only(tmp_path: Path) -> None:
    record(hold(make_pad()), hand(), hand(1))
    target = tmp_path / "evening.dump"
    backup(target)
    assert backups.database_kind(target) == "postgresql"
    with pytest.raises(CommandError, match="Nothing was restored: The database is not empty"):
        call_command("restore", str(target))
    full, empty = connection.settings_dict["NAME"], f"restored_{os.getpid()}"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {empty}")
    try:
        connection.close()
        connection.settings_dict["NAME"] = empty
        call_command("restore", str(target), stdout=StringIO())
        assert HandEntry.objects.count() == 2
    finally:
        connection.close()
        connection.settings_dict["NAME"] = full
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {empty}")
