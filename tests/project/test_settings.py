"""What the settings promise, at home and behind https."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(__file__).parents[2]


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """manage.py with the real settings, in a process of its own."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "keeper.settings", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("https", ["0", "1"])
def test_django_finds_nothing_to_warn_of(https: str) -> None:
    checked = manage("check", "--deploy", "--fail-level", "WARNING", HTTPS=https)
    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "perhaps"),
        ("HTTPS", "2"),
        ("CONN_MAX_AGE", "-1"),
        ("DATABASE_URL", "mydb"),
        ("SECRET_KEY_FILE", "/no/such/file"),
        ("CSRF_TRUSTED_ORIGINS", "pitch.example.org"),
    ],
)
def test_nonsense_stops_the_start_and_is_named(name: str, value: str) -> None:
    environment = {"SECRET_KEY": ""} if name == "SECRET_KEY_FILE" else {}
    checked = manage("check", **{**environment, name: value})
    assert checked.returncode != 0
    assert name in checked.stderr


def test_debug_is_off_unless_asked_for() -> None:
    assert settings.DEBUG is False


PRAGMAS = """
from django.db import connection
with connection.cursor() as cursor:
    for name in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys"):
        print(name, cursor.execute(f"PRAGMA {name}").fetchone()[0])
print("transaction_mode", connection.transaction_mode)
"""


def test_sqlite_keeps_what_was_saved_and_makes_nobody_fail_for_waiting(tmp_path: Path) -> None:
    asked = manage("shell", "-v", "0", "-c", PRAGMAS, DATA_DIR=str(tmp_path), DATABASE_URL="")
    assert dict(line.split() for line in asked.stdout.splitlines()) == {
        "journal_mode": "wal",
        "synchronous": "2",  # FULL: a power cut loses nothing that was answered
        "busy_timeout": "5000",
        "foreign_keys": "1",
        "transaction_mode": "IMMEDIATE",
    }
    assert (tmp_path / "keeper.sqlite3").is_file()


@pytest.mark.parametrize(
    ("https", "cookie"), [("0", "keeper_phone False"), ("1", "__Host-keeper_phone True")]
)
def test_over_https_the_phones_cookie_belongs_to_this_host_alone(https: str, cookie: str) -> None:
    told = "from django.conf import settings as s; print(s.DEVICE_COOKIE_NAME, s.HTTPS)"
    assert manage("shell", "-v", "0", "-c", told, HTTPS=https).stdout.strip() == cookie
