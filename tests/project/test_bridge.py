"""Whole requests go to the pages' threads, and whole answers back; nobody slow holds a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest
from django.conf import settings

from keeper import bridge
from keeper.bell import Bell
from keeper.bridge import Bridge, make_environ
from keeper.streams import STREAM, Followed, Streams

FORM = (b"content-type", b"application/x-www-form-urlencoded")


class Pages:
    """What stands behind: it tells what it was asked, and answers `status`."""

    def __init__(self) -> None:
        self.status, self.asked = "200 OK", []  # type: tuple[str, list[dict[str, Any]]]
        self.bodies: list[bytes] = []
        self.followed: Followed | None = None

    def __call__(self, environ: Any, start_response: Any) -> Iterable[bytes]:
        self.asked.append(environ)
        self.bodies.append(environ["wsgi.input"].read())
        if self.followed:
            environ[STREAM](self.followed)
        start_response(self.status, [("Content-Type", "text/plain"), ("X-Is", "kept")])
        return [b"one ", b"two"]


class Silence(Bell):
    """A bell that counts how often it was rung."""

    def __init__(self) -> None:
        self.rung = 0

    def ring(self) -> None:
        self.rung += 1

    async def listen(self, heard: Any) -> None: ...

    async def close(self) -> None: ...

    def may_have_missed(self) -> bool:
        return False


class Server:
    """The bridge, and what it sends to a client that sends `messages`."""

    def __init__(self, versions: dict[int, str] | None = None) -> None:
        self.pages, self.bell = Pages(), Silence()
        self.versions = versions or {}
        self.streams = Streams(lambda keys: self.versions, self.bell)
        self.bridge = Bridge(self.pages, self.streams, 1)

    def ask(self, *messages: dict[str, Any], **given: Any) -> tuple[int, dict[bytes, bytes], bytes]:
        return asyncio.run(self.answer(list(messages), scope(**given)))

    async def answer(
        self, messages: list[dict[str, Any]], asked: dict[str, Any]
    ) -> tuple[int, dict[bytes, bytes], bytes]:
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            return messages.pop(0) if messages else await asyncio.Future()

        async def send(message: Any) -> None:
            sent.append(message)

        await self.bridge(asked, receive, send)
        start, *bodies = sent
        return start["status"], dict(start["headers"]), b"".join(body["body"] for body in bodies)


def scope(**given: Any) -> dict[str, Any]:
    headers = [(b"host", b"table"), *given.pop("headers", [])]
    return {
        "type": "http", "method": "GET", "scheme": "http", "http_version": "1.1",
        "raw_path": b"/", "query_string": b"", "server": ("127.0.0.1", 8000),
        "client": ("127.0.0.9", 4711), "headers": headers, **given,
    }  # fmt: skip


def posting(length: int, path: bytes = b"/games/") -> dict[str, Any]:
    said = (b"content-length", str(length).encode())
    return {"method": "POST", "raw_path": path, "headers": [FORM, said]}


def part(body: bytes, more: bool = False) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


@pytest.fixture
def server() -> Server:
    return Server()


def test_an_answer_comes_back_whole_with_its_headers_and_its_length(server: Server) -> None:
    status, headers, body = server.ask()
    assert (status, body) == (200, b"one two")
    assert headers[b"x-is"] == b"kept"
    assert headers[b"content-length"] == b"7"


def test_a_look_at_the_headers_alone_gets_them_and_the_length_and_no_body(server: Server) -> None:
    status, headers, body = server.ask(method="HEAD")
    assert (status, headers[b"content-length"], body) == (200, b"7", b"")


def test_a_body_that_comes_in_pieces_reaches_the_pages_whole(server: Server) -> None:
    server.ask(part(b"who=", True), part(b"1"), **posting(5))
    assert server.pages.bodies == [b"who=1"]
    assert server.pages.asked[0]["CONTENT_LENGTH"] == "5"


def test_while_a_body_is_on_its_way_the_pages_are_not_asked(server: Server) -> None:
    """Their one thread stays free for others."""

    async def ask_both() -> None:
        slow = asyncio.create_task(server.answer([part(b"w", True)], scope(**posting(5))))
        await server.answer([], scope())
        assert not slow.done()
        slow.cancel()

    asyncio.run(ask_both())
    assert server.pages.bodies == [b""]


def test_who_leaves_in_the_middle_of_a_body_is_not_heard(server: Server) -> None:
    status, _, _ = server.ask(part(b"w", True), {"type": "http.disconnect"}, **posting(5))
    assert (status, server.pages.asked) == (400, [])


def test_who_falls_silent_in_the_middle_of_a_body_is_given_up(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bridge, "SILENCE", 0.01)
    status, _, _ = server.ask(part(b"w", True), **posting(5))
    assert (status, server.pages.asked) == (408, [])


@pytest.mark.parametrize(
    "headers", [(b"content-length", b"900000000"), (b"transfer-encoding", b"chunked")]
)
def test_a_body_that_is_refused_by_its_length_is_not_waited_for(
    server: Server, headers: tuple[bytes, bytes]
) -> None:
    server.pages.status = "413 Too long"
    status, _, _ = server.ask(method="POST", headers=[headers])
    assert (status, server.pages.bodies) == (413, [b""])


def test_only_so_many_long_files_are_taken_in_at_a_time(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bridge, "MAX_LONG_BODIES", 0)
    status, headers, _ = server.ask(**posting(1_000_000, b"/import/"))
    assert (status, headers[b"x-keeper"]) == (503, b"busy")
    monkeypatch.setattr(bridge, "MAX_LONG_BODIES", 1)
    for _ in range(2):
        status, _, _ = server.ask(part(b"x" * 1_000_000), **posting(1_000_000, b"/import/"))
        assert status == 200
    assert len(server.pages.bodies[-1]) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE


@pytest.mark.parametrize(
    ("method", "status", "rung"),
    [("POST", "200 OK", 1), ("POST", "303 See", 1), ("POST", "409 No", 0), ("GET", "200 OK", 0)],
)
def test_the_bell_is_rung_after_what_may_have_changed_something(
    server: Server, method: str, status: str, rung: int
) -> None:
    server.pages.status = status
    server.ask(method=method)
    assert server.bell.rung == rung


def test_the_environment_is_as_pep_3333_has_it() -> None:
    asked = scope(
        raw_path=b"/caf%C3%A9/%E4/", query_string=b"seen=3",
        headers=[(b"cookie", b"a=1"), (b"cookie", b"b=2"), (b"x-forwarded-for", b"1.2.3.4"),
                 (b"x-forwarded-for", b"5.6.7.8"), FORM],
    )  # fmt: skip
    environ = make_environ(asked)
    assert environ["PATH_INFO"] == "/caf\xc3\xa9/\xe4/"
    assert environ["QUERY_STRING"] == "seen=3"
    assert environ["REMOTE_ADDR"] == "127.0.0.9"
    assert environ["HTTP_HOST"] == "table"
    assert environ["HTTP_COOKIE"] == "a=1; b=2"
    assert environ["HTTP_X_FORWARDED_FOR"] == "1.2.3.4,5.6.7.8"
    assert environ["CONTENT_TYPE"] == FORM[1].decode()
    assert "HTTP_CONTENT_TYPE" not in environ


@pytest.mark.parametrize(
    ("target", "path"), [(b"http://table/games/", "/games/"), (b"*", "/"), (b"//x/", "//x/")]
)
def test_a_whole_address_is_asked_for_by_its_path(target: bytes, path: str) -> None:
    assert make_environ(scope(raw_path=target))["PATH_INFO"] == path


def test_an_answer_that_follows_stays_open_until_there_is_nothing_more_to_follow() -> None:
    server = Server({7: "3"})
    server.pages.followed = Followed(key=7, version="3", owner=1)

    async def follow() -> tuple[int, dict[bytes, bytes], bytes]:
        await server.streams.start()
        answer = asyncio.create_task(server.answer([], scope()))
        await wait_until(lambda: len(server.streams) == 1)
        server.versions = {7: "4"}
        server.streams.look()
        (stream,) = server.streams
        await wait_until(lambda: stream.told == "4")
        server.versions = {}
        server.streams.look()
        told = await answer
        await server.streams.stop()
        return told

    status, headers, body = asyncio.run(follow())
    assert status == 200
    assert b"content-length" not in headers
    retry, first, *others = body.split(b"\n\n")[0].split(b"\n") + body.split(b"\n\n")[1:]
    assert retry.startswith(b"retry: ")
    assert [first, *others] == [b"data: 3", b"data: 4", b"event: gone\ndata:", b""]
    assert len(server.streams) == 0


def test_a_stream_that_missed_three_changes_is_told_once() -> None:
    server = Server({7: "3"})
    server.pages.followed = Followed(key=7, version="3", owner=1)

    async def follow() -> bytes:
        await server.streams.start()
        answer = asyncio.create_task(server.answer([], scope()))
        await wait_until(lambda: len(server.streams) == 1)
        (stream,) = server.streams
        server.versions = {7: "6"}
        for version in ("4", "5", "6"):
            stream.tell(version)
        await wait_until(lambda: stream.told == "6")
        server.streams.end_all()
        _, _, body = await answer
        await server.streams.stop()
        return body

    body = asyncio.run(follow())
    assert body.endswith(b"data: 3\n\ndata: 6\n\n")


async def wait_until(is_so: Any) -> None:
    async with asyncio.timeout(20):
        while not is_so():
            await asyncio.sleep(0)
