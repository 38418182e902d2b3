"""Django's pages behind a server of coroutines: whole requests go to threads, whole answers back.

A thread is only held while Django works. A slow client, by misfortune or on purpose, costs a
connection and no thread. Threads are few and last, and so do their connections
to the database.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO
from typing import IO, Any
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIApplication, WSGIEnvironment

from django.conf import settings

from keeper.middleware import body_length, is_chunked, longest_body
from keeper.streams import STREAM, Followed, Streams

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

SILENCE = 10
"""Seconds without a byte after which a half-sent body is given up."""
SLOWEST = 8 * 1024
"""Bytes a second that a body has to come with, after a minute."""
MAX_LONG_BODIES = 4
"""So many files are taken in at a time in each process; a form is no file."""
READING = ("GET", "HEAD", "OPTIONS", "TRACE")


@dataclass(frozen=True, slots=True)
class Answer:
    """What the pages answered; `followed` where it is to stay open."""

    status: int
    headers: Headers
    body: bytes
    followed: Followed | None = None


class Bridge:
    """An ASGI application that answers with a WSGI application in so many threads.

    Where the answer says what the phone follows, it stays open as one of `streams`.
    """

    def __init__(self, pages: WSGIApplication, streams: Streams, threads: int) -> None:
        self.pages, self.streams = pages, streams
        self.threads = ThreadPoolExecutor(threads, "pages")
        self.long_bodies = 0

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.live(receive, send)
        elif scope["type"] == "http":
            await self.answer_request(scope, receive, send)
        else:  # nothing here speaks by a web socket
            await receive()
            await send({"type": "websocket.close"})

    async def live(self, receive: Receive, send: Send) -> None:
        """From the start of the process to its end."""
        while True:
            event = (await receive())["type"].removeprefix("lifespan.")
            if event == "startup":
                await self.streams.start()
            else:
                await self.streams.stop()
                self.threads.shutdown(wait=False)
            await send({"type": f"lifespan.{event}.complete"})
            if event == "shutdown":
                return

    async def answer_request(self, scope: Message, receive: Receive, send: Send) -> None:
        environ = make_environ(scope)
        try:
            environ["wsgi.input"] = await self.take_body(environ, receive)
        except Unfinished as reason:
            return await send_answer(send, refusal(reason.status))
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self.threads, self.ask_pages, environ)
        if answer.followed:
            await self.streams.serve(answer.followed, answer.headers, receive, send)
        else:
            await send_answer(send, answer)

    async def take_body(self, environ: WSGIEnvironment, receive: Receive) -> IO[bytes]:
        """The whole body, a long one in a file; raises `Unfinished` where it does not come.

        One that Django will refuse by its length is not read; the server then closes the line.
        """
        length = body_length(environ)
        if not length or is_chunked(environ) or length > longest_body(environ["PATH_INFO"]):
            return BytesIO()
        if length <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return await read_body(receive, length, BytesIO())
        if self.long_bodies >= MAX_LONG_BODIES:
            raise Unfinished(503)
        self.long_bodies += 1
        try:
            return await read_body(receive, length, tempfile.TemporaryFile())
        finally:
            self.long_bodies -= 1

    def ask_pages(self, environ: WSGIEnvironment) -> Answer:
        """What the pages answer. After a change every process looks for what is new."""
        followed: list[Followed] = []
        environ[STREAM] = followed.append
        said: list[Any] = []

        def start_response(status: str, headers: list[tuple[str, str]], *failed: Any) -> Any:
            said[:] = [int(status[:3]), headers]

        with environ["wsgi.input"]:
            body = read_answer(self.pages(environ, start_response))
        status, headers = said
        if environ["REQUEST_METHOD"] not in READING and status < 400:
            self.streams.bell.ring()
        sent = [
            (name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers
        ]
        if body and not any(name == b"content-length" for name, _ in sent):
            sent.append((b"content-length", str(len(body)).encode()))
        if environ["REQUEST_METHOD"] == "HEAD":  # a look at the headers alone
            body = b""
        return Answer(status, sent, body, followed[0] if followed and status == 200 else None)


def read_answer(parts: Iterable[bytes]) -> bytes:
    try:
        return b"".join(parts)
    finally:
        if close := getattr(parts, "close", None):
            close()


async def send_answer(send: Send, answer: Answer) -> None:
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    await send({"type": "http.response.body", "body": answer.body})


# --- The request, as WSGI has it ----------------------------------------------------------------


def make_environ(scope: Message) -> WSGIEnvironment:
    """The request as PEP 3333 has it, still without a body."""
    server, client = scope.get("server") or ("", 0), scope.get("client") or ("", 0)
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path_of(scope["raw_path"])).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or ""),
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": Silent(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        add_header(environ, name.decode("latin-1"), value.decode("latin-1"))
    return environ


def path_of(target: bytes) -> bytes:
    """The path of what was asked for, which may be a whole address, or `*` for the server."""
    if target.startswith(b"/"):
        return target
    return b"/" + target.partition(b"://")[2].partition(b"/")[2]


def add_header(environ: WSGIEnvironment, name: str, value: str) -> None:
    key = name.upper().replace("-", "_")
    if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        key = f"HTTP_{key}"
    joint = "; " if key == "HTTP_COOKIE" else ","
    environ[key] = f"{environ[key]}{joint}{value}" if key in environ else value


class Silent:
    """Where a WSGI application may complain; Django has its own log."""

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None: ...


class Unfinished(Exception):
    """The body did not come, or there is no room for it; `status` says so."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


async def read_body(receive: Receive, length: int, body: IO[bytes]) -> IO[bytes]:
    try:
        async with asyncio.timeout(60 + length / SLOWEST):
            await copy_body(receive, body)
    except TimeoutError as failure:
        body.close()
        raise Unfinished(408) from failure
    except BaseException:
        body.close()
        raise
    body.seek(0)
    return body


async def copy_body(receive: Receive, body: IO[bytes]) -> None:
    more = True
    while more:
        message = await asyncio.wait_for(receive(), SILENCE)
        if message["type"] == "http.disconnect":
            raise Unfinished(400)
        body.write(message.get("body", b""))
        more = message.get("more_body", False)


def refusal(status: int) -> Answer:
    said = b"Try again later.\n" if status == 503 else b"The request did not come whole.\n"
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close"),
               (b"content-length", str(len(said)).encode())]  # fmt: skip
    if status == 503:
        headers += [(b"retry-after", b"5"), (b"x-keeper", b"busy")]
    return Answer(status, headers, said)
