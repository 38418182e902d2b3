"""No news is told again without Django, and never once something was written, by whomever."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from keeper import unchanged
from keeper.unchanged import DatabaseVersion, RepeatUnchanged, repeat_unchanged

ASKED = {
    "REQUEST_METHOD": "GET",
    "PATH_INFO": "/games/1/live/",
    "QUERY_STRING": "seen=3",
    "HTTP_HOST": "table",
    "HTTP_COOKIE": "phone=1",
    "wsgi.url_scheme": "http",
}
COMMIT = """
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as connection:
    connection.execute("INSERT INTO t VALUES (1)")
"""


class Server:
    """What stands behind: it counts how often it is asked, and answers `status`."""

    def __init__(self) -> None:
        self.status, self.headers = "204 No Content", [("X-Request-Id", "first"), ("X-Is", "kept")]
        self.asked = 0

    def __call__(self, environ: Any, start_response: Any) -> Iterable[bytes]:
        self.asked += 1
        start_response(self.status, list(self.headers))
        return []


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a %41 & b?.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE t (n)")
        connection.commit()
    return path


def ask(application: Any, **changed: Any) -> tuple[str, dict[str, str]]:
    told: list[tuple[str, dict[str, str]]] = []
    environ = {name: value for name, value in {**ASKED, **changed}.items() if value is not None}
    body = application(environ, lambda status, headers: told.append((status, dict(headers))))
    assert list(body) == []
    return told[-1]


def test_no_news_is_asked_for_once_and_has_a_number_of_its_own(server: Server) -> None:
    application = RepeatUnchanged(server, lambda: (1,))
    answers = [ask(application) for _ in range(3)]
    assert server.asked == 1
    assert {status for status, _ in answers} == {"204 No Content"}
    assert {headers["X-Is"] for _, headers in answers} == {"kept"}
    assert len({headers["X-Request-Id"] for _, headers in answers}) == 3


@pytest.mark.parametrize(
    "other",
    [
        {"HTTP_COOKIE": "phone=2"}, {"PATH_INFO": "/games/2/live/"}, {"QUERY_STRING": "seen=4"},
        {"HTTP_HOST": "elsewhere"}, {"wsgi.url_scheme": "https"},
        {"HTTP_X_FORWARDED_PROTO": "https"}, {"HTTP_AUTHORIZATION": "x"}, {"SCRIPT_NAME": "/x"},
    ],
)  # fmt: skip
def test_another_question_or_another_phone_is_answered_for_itself(
    server: Server, other: dict[str, str]
) -> None:
    application = RepeatUnchanged(server, lambda: (1,))
    ask(application)
    server.status = "404 Not Found"
    assert ask(application, **other)[0] == "404 Not Found"
    assert ask(application)[0] == "204 No Content"


@pytest.mark.parametrize(
    "asked",
    [
        {"REQUEST_METHOD": "POST"}, {"REQUEST_METHOD": "HEAD"}, {"CONTENT_LENGTH": "3"},
        {"HTTP_TRANSFER_ENCODING": "chunked"}, {"HTTP_COOKIE": None},
    ],
)  # fmt: skip
def test_what_is_more_than_a_question_is_never_answered_from_memory(
    server: Server, asked: dict[str, Any]
) -> None:
    application = RepeatUnchanged(server, lambda: (1,))
    for _ in range(2):
        ask(application, **asked)
    assert server.asked == 2


@pytest.mark.parametrize("status", ["200 OK", "404 Not Found", "304 Not Modified", "503 Busy"])
def test_only_an_answer_of_no_news_is_repeated(server: Server, status: str) -> None:
    server.status = status
    application = RepeatUnchanged(server, lambda: (1,))
    for _ in range(2):
        ask(application)
    assert server.asked == 2


def test_a_cookie_is_given_once(server: Server) -> None:
    server.headers.append(("Set-Cookie", "phone=1"))
    application = RepeatUnchanged(server, lambda: (1,))
    for _ in range(2):
        ask(application)
    assert server.asked == 2


def test_after_a_while_it_is_asked_again(server: Server) -> None:
    now = [0.0]
    application = RepeatUnchanged(server, lambda: (1,), lambda: now[0])
    for now[0] in (0.0, unchanged.MAX_AGE - 1, unchanged.MAX_AGE, unchanged.MAX_AGE + 1):
        ask(application)
    assert server.asked == 2


def test_what_is_written_while_it_answers_makes_the_answer_an_old_one(server: Server) -> None:
    version = [1]

    def writing(environ: Any, start_response: Any) -> Iterable[bytes]:
        version[0] += 1
        return server(environ, start_response)

    application = RepeatUnchanged(writing, lambda: (version[0],))
    for _ in range(2):
        ask(application)
    assert server.asked == 2


def test_memory_is_bounded(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unchanged, "MAX_ANSWERS", 3)
    application = RepeatUnchanged(server, lambda: (1,))
    for number in range(8):
        ask(application, QUERY_STRING=f"seen={number}")
    assert len(application.answers) <= 3


def test_another_process_writes_and_it_is_known_at_once(server: Server, file: Path) -> None:
    application = RepeatUnchanged(server, DatabaseVersion(file))
    for _ in range(2):
        ask(application)
    assert server.asked == 1
    subprocess.run([sys.executable, "-c", COMMIT, str(file)], check=True)
    server.status = "200 OK"
    assert ask(application)[0] == "200 OK"
    assert server.asked == 2


def test_what_is_not_committed_is_no_news(file: Path) -> None:
    read_version = DatabaseVersion(file)
    with closing(sqlite3.connect(file)) as connection:
        before = read_version()
        connection.execute("INSERT INTO t VALUES (1)")
        assert read_version() == before
        connection.commit()
        assert read_version() != before


def test_a_restored_file_is_another_one(file: Path, tmp_path: Path) -> None:
    read_version, backup = DatabaseVersion(file), tmp_path / "backup"
    shutil.copy(file, backup)
    before = read_version()
    backup.replace(file)
    assert read_version() not in (before, None)


def test_without_a_version_everything_is_asked_for(server: Server, tmp_path: Path) -> None:
    application = RepeatUnchanged(server, DatabaseVersion(tmp_path / "none.sqlite3"))
    for _ in range(2):
        ask(application)
    assert server.asked == 2


def test_another_kind_of_database_has_no_such_number(server: Server) -> None:
    database = {"ENGINE": "django.db.backends.postgresql", "NAME": "x"}
    assert repeat_unchanged(server, database) is server
