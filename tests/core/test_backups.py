"""Backups: taken while people play, read back, and never laid over something else."""

from __future__ import annotations

import fcntl
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
    said, database = backup(target).splitlines()
    assert said == f"{target}: 1 game, 2 changes, all read back."
    assert str(connection.settings_dict["NAME"]) in database
    assert database.endswith("holds 1 game.")
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
    assert f"game {pad.public_id}: its preset lost@1 is missing" in said
    assert "1 game" in said


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
    missing = manage(home, "restore", str(copy))
    assert missing.returncode == 1
    assert "none was made" in missing.stderr
    assert not home.exists()
    home.mkdir()
    restored = manage(home, "restore", str(copy))
    assert restored.returncode == 0, restored.stderr
    assert restored.stdout.endswith(f"The database {home}/keeper.sqlite3 holds 1 game.\n")
    assert stat.S_IMODE((home / "keeper.sqlite3").stat().st_mode) == 0o600
    assert hands_in(home / "keeper.sqlite3") == 2
    assert manage(home, "migrate", "--check").returncode == 0
    again = manage(home, "restore", str(copy))
    assert again.returncode == 1
    assert "Nothing was restored:" in again.stderr
    assert "keeper.sqlite3 is there already" in again.stderr
    assert manage(home, "backup", str(tmp_path / "second")).returncode == 0


@on_sqlite
def test_nothing_is_restored_while_a_server_runs_there(tmp_path: Path) -> None:
    """It would go on writing into the file that was moved away, and say that it saved."""
    record(hold(make_pad()), hand())
    copy, home = tmp_path / "copy", tmp_path / "home"
    backup(copy)
    home.mkdir()
    serve = "import keeper.wsgi, sys; print(flush=True); sys.stdin.read()"
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "keeper.settings", "DATA_DIR": str(home),
           "DATABASE_URL": ""}  # fmt: skip
    with subprocess.Popen([sys.executable, "-c", serve], cwd=ROOT, env=env,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:  # fmt: skip
        assert server.stdout is not None
        server.stdout.readline()
        refused = manage(home, "restore", str(copy))
        server.kill()
    assert refused.returncode == 1
    assert "Nothing was restored: a server runs on this database" in refused.stderr
    assert not (home / "keeper.sqlite3").exists()
    assert manage(home, "restore", str(copy)).returncode == 0


@on_sqlite
def test_no_server_and_no_migration_begins_while_a_restore_is_under_way(tmp_path: Path) -> None:
    with (tmp_path / "server.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        migrated = manage(tmp_path, "migrate")
        assert migrated.returncode == 1
        assert "is being restored" in migrated.stderr
        env = {**os.environ, "DJANGO_SETTINGS_MODULE": "keeper.settings", "DATABASE_URL": "",
               "DATA_DIR": str(tmp_path)}  # fmt: skip
        serve = [sys.executable, "-c", "import keeper.wsgi"]
        served = subprocess.run(serve, cwd=ROOT, env=env, capture_output=True, check=False)
    assert b"is being restored" in served.stderr
    assert not (tmp_path / "keeper.sqlite3").exists()


@on_sqlite
@pytest.mark.parametrize(
    "command", [["backup"], ["pads"], ["pad", "1"], ["prune_pads", "--days=9"], ["demo"]]
)
@pytest.mark.parametrize("exists", [True, False])
def test_where_no_database_is_a_command_makes_none_and_no_key(
    tmp_path: Path, command: list[str], exists: bool
) -> None:
    """Typed without the service's variables, it means another folder."""
    home = tmp_path / "home"
    if exists:
        home.mkdir()
    done = manage(home, *command)
    assert done.returncode == 1
    assert f"The database {home}/keeper.sqlite3 is not there, and none was made." in done.stderr
    assert list(tmp_path.iterdir()) == ([home] if exists else [])
    assert not exists or list(home.iterdir()) == []


@on_sqlite
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
@pytest.mark.parametrize("command", [["migrate"], ["backup"], ["restore", "copy"]])
def test_a_folder_of_another_user_is_left_alone(tmp_path: Path, command: list[str]) -> None:
    os.chown(tmp_path, 12345, 12345)
    done = manage(tmp_path, *command)
    assert done.returncode == 1
    assert f"{tmp_path} belongs to user 12345." in done.stderr
    assert list(tmp_path.iterdir()) == []


@on_sqlite
def test_what_is_kept_is_its_owners_alone(tmp_path: Path) -> None:
    """Also where an earlier release, or a copy by other means, left it for others to read."""
    home = tmp_path / "home"
    assert manage(home, "migrate", "--verbosity=0").returncode == 0
    assert manage(home, "backup").returncode == 0
    (home / "keeper.sqlite3").chmod(0o644)
    (home / "backups").chmod(0o755)
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "keeper.settings", "DATABASE_URL": "",
           "DATA_DIR": str(home), "SECRET_KEY": ""}  # fmt: skip
    subprocess.run([sys.executable, "-c", "import keeper.wsgi"], cwd=ROOT, env=env, check=True)
    kept = [home, *home.rglob("*")]
    assert {"secret.key", "keeper.sqlite3", "backups"} <= {path.name for path in kept}
    assert [path for path in kept if path.stat().st_mode & 0o077] == []


@on_sqlite
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "cannot be read"),
        (b"", "is not a copy of a database"),
        (b"hello, this is a text", "is not a copy of a database"),
        (b"PGDMP\x01\x0e", "is a copy of postgresql, but the database here is sqlite"),
        (b"SQLite format 3\x00" + b"\x00" * 4096, "is no copy of Pitch Keeper's data"),
    ],
)
def test_what_is_no_copy_is_not_restored(tmp_path: Path, content: bytes | None, said: str) -> None:
    if content is not None:
        (tmp_path / "copy").write_bytes(content)
    with pytest.raises(CommandError, match=f"Nothing was restored: .*{said}"):
        call_command("restore", str(tmp_path / "copy"))


@on_sqlite
def test_a_copy_of_a_newer_release_is_not_restored(tmp_path: Path) -> None:
    backup(tmp_path / "copy")
    copy = sqlite3.connect(tmp_path / "copy")
    copy.execute(
        "INSERT INTO django_migrations (app, name, applied) VALUES ('scorepads', '0999_new', 0)"
    )
    copy.commit()
    copy.close()
    with pytest.raises(CommandError, match="comes from a newer Pitch Keeper"):
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
    (tmp_path / "home").mkdir()
    restored = manage(tmp_path / "home", "restore", str(tmp_path / "copy"))
    assert restored.returncode == 0, restored.stderr
    assert hands_in(tmp_path / "home" / "keeper.sqlite3") == 1


OLDER = """
import os, django; django.setup()
from django.core.management import call_command
from django.db import connection
call_command("migrate", "scorepads", "0004", verbosity=0)
connection.cursor().execute("CREATE TABLE django_session (session_key text, session_data text)")
"""


@on_sqlite
def test_a_copy_of_an_older_server_is_brought_up_to_date_but_not_without_its_key(
    tmp_path: Path,
) -> None:
    """Its phones are known by what that key signed; with a fresh one they would be strangers."""
    old, home = tmp_path / "old", tmp_path / "home"
    old.mkdir()
    home.mkdir()
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "keeper.settings", "DATABASE_URL": "",
           "DATA_DIR": str(old), "SECRET_KEY": ""}  # fmt: skip
    subprocess.run([sys.executable, "-c", OLDER], cwd=ROOT, env=env, check=True)
    (tmp_path / "copy").write_bytes((old / "keeper.sqlite3").read_bytes())
    command = [sys.executable, "manage.py", "restore", str(tmp_path / "copy")]
    at_home = {**env, "DATA_DIR": str(home)}
    refused = subprocess.run(command, cwd=ROOT, env=at_home, capture_output=True, text=True)
    assert "put the secret key back first" in refused.stderr
    assert [path.name for path in home.iterdir()] == ["server.lock"]
    (home / "secret.key").write_text("the key of then")
    restored = subprocess.run(command, cwd=ROOT, env=at_home, capture_output=True, text=True)
    assert restored.returncode == 0, restored.stderr
    assert manage(home, "migrate", "--check").returncode == 0


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
