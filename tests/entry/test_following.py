"""Following a game on the server as it runs for real, with two processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from bench.browsing import Phone, Stream
from bench.measure import served
from bench.servers import Server, manage
from bench.table_evening import CHANGES, HANDS, spend_evening, watch_link

SCREENS, ASKS = 5, 4
CHANGE = "from scorepads.models import {model}; {model}.objects.filter({which}).{change}"


def test_through_an_evening_every_screen_hears_of_each_change_and_asks_once() -> None:
    """The figures on each screen are held against those worked by hand."""
    with served(connection.vendor, tables=0, savers=1) as (server, pads, _):
        spent = spend_evening(server, None, pads["table"][0], ASKS * CHANGES, keeps=True)
    assert spent.requests["asked, news"] == SCREENS * CHANGES
    assert spent.requests["asked, no news"] == 0


def test_where_no_stream_comes_through_each_change_is_seen_at_the_next_ask() -> None:
    with served(connection.vendor, tables=0, savers=1) as (server, pads, _):
        pad = pads["table"][0]
        spent = spend_evening(server, None, pad, ASKS * CHANGES, keeps=True, asks=True)
    assert spent.requests["asked, news"] == SCREENS * CHANGES
    assert spent.requests["asked, no news"] == SCREENS * CHANGES * (ASKS - 1)


@pytest.fixture(scope="module")
def running() -> Iterator[tuple[Server, list[dict[str, Any]]]]:
    """A server whose streams are told often that it is alive, and pads that phones hold."""
    with served(connection.vendor, savers=20) as (server, pads, _):
        server.stop()
        hurried = Server({**server.env, "BENCH_BEAT": "0.2", "ACCESS_LOG": "1"}, server.log)
        hurried.start()
        try:
            yield hurried, pads["save"]
        finally:
            hurried.stop()


@pytest.fixture
def server(running: tuple[Server, list[dict[str, Any]]]) -> Server:
    return running[0]


@pytest.fixture
def pad(running: tuple[Server, list[dict[str, Any]]]) -> dict[str, Any]:
    return running[1].pop()


class Lines(ExitStack):
    """What a test opens, closed at its end."""

    def phone(self, server: Server, secret: str = "") -> Phone:
        phone = Phone(server.port, keeps=True, phone=secret)
        self.callback(phone.close)
        return phone

    def open_page(self, server: Server, pad: dict[str, Any]) -> Phone:
        phone = self.phone(server, pad["phone"])
        phone.visit(f"/games/{pad['id']}/")
        return phone

    def follow(self, phone: Phone) -> Stream:
        stream = phone.follow()
        self.callback(stream.close)
        return stream


@pytest.fixture
def lines() -> Iterator[Lines]:
    with Lines() as lines:
        yield lines


def read_to_end(stream: Stream) -> str:
    """All that the stream tells until it ends."""
    while part := stream.socket.recv(65536):
        stream.heard += part
        if part.endswith(b"0\r\n\r\n"):
            break
    return stream.heard.decode()


def change(server: Server, model: str, which: str, what: str) -> None:
    """Change something as a command does, of which no server process is told."""
    manage(server.env, "shell", "--no-imports", "-c",
           CHANGE.format(model=model, which=which, change=what))  # fmt: skip


def test_a_stream_tells_the_revision_at_once_and_is_neither_kept_nor_held_back(
    server: Server, pad: dict[str, Any], lines: Lines
) -> None:
    stream = lines.follow(lines.open_page(server, pad))
    stream.wait_for(str(pad["seen"]))
    head = stream.heard.decode().lower()
    assert head.startswith("http/1.1 200 ")
    assert "content-type: text/event-stream" in head
    assert "x-accel-buffering: no" in head
    assert "no-store" in head
    assert "content-encoding" not in head
    assert "retry: " in head


def test_a_stranger_gets_no_stream(server: Server, pad: dict[str, Any], lines: Lines) -> None:
    stranger = lines.phone(server)
    stranger.send("GET", f"/games/{pad['id']}/events/", {})
    assert stranger.receive().status == 404


@pytest.mark.parametrize(
    ("model", "which", "what"),
    [
        ("PadLink", "pad__public_id='{id}'", "update(revoked_at='2026-01-01T00:00Z')"),
        ("Grant", "pad__public_id='{id}'", "update(left_at='2026-01-01T00:00Z')"),
        ("Pad", "public_id='{id}'", "update(deleted_at='2026-01-01T00:00Z')"),
        ("Device", "grants__pad__public_id='{id}'", "delete()"),
    ],
    ids=["link", "grant", "game", "device"],
)
def test_who_may_not_look_any_more_is_cut_off_whoever_changed_that(
    server: Server, pad: dict[str, Any], lines: Lines, model: str, which: str, what: str
) -> None:
    stream = lines.follow(lines.open_page(server, pad))
    stream.wait_for(str(pad["seen"]))
    change(server, model, which.format(**pad), what)
    assert "event: gone" in read_to_end(stream)


def test_a_link_that_is_taken_back_ends_its_streams_and_no_others(
    server: Server, pad: dict[str, Any], lines: Lines
) -> None:
    opener = lines.open_page(server, pad)
    link = watch_link(opener, f"/games/{pad['id']}/")
    watcher = lines.phone(server)
    watcher.visit(link)
    watcher.submit(watcher.page.forms[""], {})
    own = opener.page
    opener.visit(f"/games/{pad['id']}/")
    streams = [lines.follow(opener), lines.follow(watcher)]
    for stream in streams:
        stream.wait_for(str(pad["seen"]))
    revoke = next(form for name, form in own.forms.items() if "revoke" in name)
    opener.submit(revoke, {})
    assert "event: gone" in read_to_end(streams[1])
    streams[0].heard = b""
    streams[0].wait_for_text(b"event: beat")
    assert b"event: gone" not in streams[0].heard


def test_one_phone_holds_only_so_many_streams(
    server: Server, pad: dict[str, Any], lines: Lines
) -> None:
    """So many in each of two processes; the next is told to come by and by."""
    phone = lines.open_page(server, pad)
    streams = [lines.follow(phone) for _ in range(25)]
    heads = []
    for stream in streams:
        stream.wait_for_text(b"\r\n\r\n")
        heads.append(stream.heard[9:12])
    assert heads.count(b"200") >= 12
    assert heads.count(b"503") >= 1


def test_a_stop_ends_the_streams_and_each_has_written_one_line(
    running: tuple[Server, list[dict[str, Any]]], lines: Lines, tmp_path: Path
) -> None:
    server, pads = running
    pad = pads.pop()
    log = tmp_path / "log"
    own = Server(server.env, log)
    own.start()
    stream = lines.follow(lines.open_page(own, pad))
    stream.wait_for(str(pad["seen"]))
    process = own.process
    assert process
    process.terminate()
    told = read_to_end(stream)
    assert "event: gone" not in told
    assert process.wait(30) == 0
    own.stop()
    (line,) = [line for line in log.read_text().splitlines() if "/events/" in line]
    assert '/events/ HTTP/1.1" 200' in line
    assert "Traceback" not in log.read_text()


@pytest.mark.only_on("postgresql")
def test_streams_go_on_after_postgresql_was_away() -> None:
    with served("postgresql", savers=2) as (server, pads, cluster), Lines() as lines:
        pad = pads["save"][0]
        stream = lines.follow(lines.open_page(server, pad))
        stream.wait_for(str(pad["seen"]))
        assert cluster
        cluster.stop()
        cluster.start()
        phone = lines.open_page(server, pad)
        form = phone.page.forms["hand-form"]
        phone.submit_by_htmx(form, {**HANDS[0].taps, "do": "hand"}, HX_Target="entry")
        stream.wait_for(str(pad["seen"] + 1))
