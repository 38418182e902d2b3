"""Answers of 204 given again before Django, until something is written to the database.

Phones that follow a game ask every few seconds, and nearly always there is no news: a GET that is
answered 204. So long as nothing at all was written since, the same request has the same answer.
SQLite tells by `PRAGMA data_version`, in microseconds, whether another
connection has committed, in this process or any other. Where there is no such number, every
question goes to Django.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from keeper.logging import request_number
from keeper.middleware import choose_request_number

Version = tuple[int, ...] | None
Headers = list[tuple[str, str]]

MAX_AGE = 300
"""After so many seconds Django is asked again, for what changes with the time of day."""
MAX_ANSWERS = 2000
"""So many answers are kept in each process, about 2 MB; then it begins anew."""
ASKED_BY = (
    "HTTP_HOST", "wsgi.url_scheme", "HTTP_X_FORWARDED_PROTO", "SCRIPT_NAME", "PATH_INFO",
    "QUERY_STRING", "HTTP_COOKIE", "HTTP_AUTHORIZATION",
)  # fmt: skip
"""All of a request that an answer may depend on."""


class DatabaseVersion:
    """A number that changes with every commit to an SQLite file; None where it cannot be read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.connection: sqlite3.Connection | None = None
        self.file: tuple[int, int] | None = None
        self.lock = Lock()

    def __call__(self) -> Version:
        with self.lock:
            try:
                found = self.path.stat()
                connection = self.connect((found.st_dev, found.st_ino))
                [version] = connection.execute("PRAGMA data_version").fetchone()
            except (OSError, sqlite3.Error):
                return None
        return (found.st_dev, found.st_ino, version)

    def connect(self, file: tuple[int, int]) -> sqlite3.Connection:
        """The connection to the file that is there now: a restored backup is another one."""
        if self.connection is None or self.file != file:
            address = f"{self.path.resolve().as_uri()}?mode=ro"
            self.connection = sqlite3.connect(address, uri=True, timeout=0, check_same_thread=False)
            self.file = file
        return self.connection


@dataclass(frozen=True, slots=True)
class Unchanged:
    """An answer without a body, and when and at which version of the database it was given."""

    status: str
    headers: Headers
    version: Version
    given_at: float


class RepeatUnchanged:
    """A WSGI application in front of another one that repeats what it answered with 204."""

    def __init__(
        self,
        application: WSGIApplication,
        read_version: Callable[[], Version],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.application, self.read_version, self.clock = application, read_version, clock
        self.answers: dict[tuple[Any, ...], Unchanged] = {}

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not may_repeat(environ):
            return self.application(environ, start_response)
        # Read first: what is written while Django answers makes the answer an old one.
        version, key = self.read_version(), tuple(environ.get(name) for name in ASKED_BY)
        known = self.answers.get(key)
        if known and version == known.version and self.clock() < known.given_at + MAX_AGE:
            start_response(known.status, numbered(known.headers, environ))
            return []

        def start(status: str, headers: Headers, *failed: Any) -> Callable[[bytes], object]:
            self.note(key, version, status, headers)
            return start_response(status, headers, *failed)

        return self.application(environ, start)

    def note(self, key: tuple[Any, ...], version: Version, status: str, headers: Headers) -> None:
        """Keep an answer that can be given again; forget the one before it in any case."""
        self.answers.pop(key, None)
        gives_cookie = any(name.lower() == "set-cookie" for name, _ in headers)
        if version is None or gives_cookie or not status.startswith("204"):
            return
        if len(self.answers) >= MAX_ANSWERS:
            self.answers.clear()
        self.answers[key] = Unchanged(status, list(headers), version, self.clock())


def may_repeat(environ: WSGIEnvironment) -> bool:
    """Whether it is a question without a body, of a phone that has some cookie of ours."""
    has_body = environ.get("CONTENT_LENGTH") or environ.get("HTTP_TRANSFER_ENCODING")
    return environ["REQUEST_METHOD"] == "GET" and "HTTP_COOKIE" in environ and not has_body


def numbered(headers: Headers, environ: WSGIEnvironment) -> Headers:
    """The headers of an answer with this request's number in place of the first one's."""
    number = choose_request_number(environ.get("HTTP_X_REQUEST_ID", ""))
    request_number.set(number)
    return [(name, number if name == "X-Request-Id" else value) for name, value in headers]


def repeat_unchanged(application: WSGIApplication, database: dict[str, Any]) -> WSGIApplication:
    """The application, with its 204s repeated where the database is a file of SQLite."""
    if database["ENGINE"] != "django.db.backends.sqlite3":
        return application
    return RepeatUnchanged(application, DatabaseVersion(Path(database["NAME"])))
