"""Phones that follow by a stream, from the server as it runs for real."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Page, Route, expect

from bench.browsing import Phone
from bench.client import Client
from bench.measure import hand_request, served
from bench.servers import Server
from bench.table_evening import watch_link
from tests.browser.engines import Screen
from tests.browser.thumb import OpenPhone, Thumb, chosen, segment
from tests.factories import hand

pytestmark = pytest.mark.on_both_databases

HIDE = "Object.defineProperty(document, 'visibilityState', {value: 'hidden', writable: true});"
SHOW = "document.visibilityState = 'visible';"
SAY_SO = "document.dispatchEvent(new Event('visibilitychange'));"
LIVE = "Live: the score updates by itself."
LEDGER = "#ledger .line"
FIRST = 5000
"""Milliseconds by which a stream has begun that is let through (`live.js`)."""


class Game:
    """A game on a server, with a phone that keeps score and a link to look."""

    def __init__(self, server: Server, pad: dict[str, Any]) -> None:
        self.server, self.pad = server, pad
        self.path = f"/games/{pad['id']}/"
        self.scorer = Phone(server.port, keeps=False, phone=pad["phone"])
        self.link = watch_link(self.scorer, self.path)
        self.links = self.scorer.page.forms

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    def save(self) -> int:
        """Save a hand from elsewhere; how many there are."""
        request = hand_request(self.pad, HX_Request="true", HX_Target="entry")
        client = Client(self.server.port, 0, lambda number: request)
        client.send()
        while not client.receive():
            pass
        client.socket.close()
        assert client.got[9:12] == b"200", client.got[:300]
        self.pad["seen"] += 1
        return int(self.pad["seen"])

    def revoke(self) -> None:
        form = next(form for name, form in self.links.items() if "revoke" in name)
        self.scorer.submit(form, {})


@pytest.fixture(scope="module")
def running() -> Iterator[tuple[Server, list[dict[str, Any]]]]:
    with served(connection.vendor, savers=20) as (server, pads, _):
        yield server, pads["save"]


@pytest.fixture
def game(running: tuple[Server, list[dict[str, Any]]]) -> Game:
    server, pads = running
    return Game(server, pads.pop())


Watch = Callable[..., Page]


@pytest.fixture
def watch(open_phone: OpenPhone, game: Game) -> Watch:
    """Open the game on a phone that may look, once `prepare` has been done to it."""

    def watch(prepare: Callable[[Page], object] = lambda page: None) -> Page:
        page = open_phone(base_url=game.origin)
        prepare(page)
        page.goto(game.link)
        with page.expect_navigation():
            page.get_by_role("button", name="this game").tap()
        expect(page.locator("[data-reach]")).to_have_text(LIVE)
        return page

    return watch


def test_a_hand_of_another_phone_comes_by_a_stream(watch: Watch, game: Game) -> None:
    asked: list[str] = []
    page = watch(lambda page: page.on("request", lambda request: asked.append(request.url)))
    for _ in range(2):
        expect(page.locator(LEDGER)).to_have_count(game.save())
    expect(page.locator("#said")).to_contain_text("Phone 1: Hand 8:")
    assert len([url for url in asked if "/events/" in url]) == 1
    assert len([url for url in asked if "/live/" in url]) == 2


def test_the_board_follows_by_a_stream(watch: Watch, game: Game) -> None:
    page = watch()
    page.goto(game.path + "board/")
    expect(page.locator("[data-reach]")).to_have_text(LIVE)
    seen = game.save()
    expect(page.locator(f"#big[data-seen='{seen}']")).to_be_visible()


def test_a_link_that_is_taken_back_is_said_at_once(watch: Watch, game: Game) -> None:
    page = watch()
    game.revoke()
    expect(page.get_by_role("alert")).to_have_text(
        "This phone can't open this game any more. Ask for a new link."
    )


def test_a_hidden_page_follows_nothing_and_is_right_once_it_is_looked_at(
    watch: Watch, game: Game
) -> None:
    asked: list[str] = []
    page = watch()
    page.evaluate(HIDE + SAY_SO)
    page.on("request", lambda request: asked.append(request.url))
    seen = [game.save() for _ in range(3)][-1]
    page.evaluate("fetch('/health/').then(answer => answer.text())")
    assert [url for url in asked if "/live/" in url or "/events/" in url] == []
    page.evaluate(SHOW + SAY_SO)
    expect(page.locator(LEDGER)).to_have_count(seen)
    assert len([url for url in asked if "/live/" in url]) == 1


def test_a_network_that_comes_back_brings_what_came_meanwhile(watch: Watch, game: Game) -> None:
    page = watch()
    page.context.set_offline(True)
    seen = [game.save() for _ in range(2)][-1]
    with page.expect_response("**/events/"):
        page.context.set_offline(False)
    expect(page.locator(LEDGER)).to_have_count(seen)
    expect(page.locator("[data-reach]")).to_have_text(LIVE)


def test_what_is_half_entered_stays_while_the_stream_tells_of_hands(
    open_phone: OpenPhone, game: Game
) -> None:
    page = open_phone(base_url=game.origin)
    cookie = {"name": "keeper_phone", "value": game.pad["phone"], "url": game.origin}
    page.context.add_cookies([cookie])
    page.goto(game.path)
    segment(page, "who", 0).tap()
    segment(page, "high", 1).tap()
    expect(page.locator(LEDGER)).to_have_count(game.save())
    assert chosen(page) == {"who": "0", "high": "1"}


def test_the_phone_that_saves_fetches_nothing_of_its_own_hand(
    open_phone: OpenPhone, game: Game
) -> None:
    page = open_phone(base_url=game.origin)
    cookie = {"name": "keeper_phone", "value": game.pad["phone"], "url": game.origin}
    page.context.add_cookies([cookie])
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(game.path)
    thumb = Thumb(page)
    thumb.hand(hand())
    thumb.save()
    game.pad["seen"] += 1
    expect(page.locator(LEDGER)).to_have_count(game.pad["seen"])
    expect(page.locator(LEDGER)).to_have_count(game.save())
    assert len([url for url in asked if "/live/" in url]) == 1


def test_where_no_stream_comes_through_it_asks(watch: Watch, game: Game) -> None:
    page = watch(lambda page: page.route("**/events/", lambda route: route.abort()))
    expect(page.locator(LEDGER)).to_have_count(game.save())


def test_where_a_proxy_holds_the_stream_back_it_asks(watch: Watch, game: Game) -> None:
    held: list[Route] = []

    def prepare(page: Page) -> None:
        page.clock.install()
        page.route("**/events/", lambda route: held.append(route))

    page = watch(prepare)
    seen = game.save()
    with page.expect_response("**/live/**"):
        page.clock.run_for(FIRST + 100)
    expect(page.locator(LEDGER)).to_have_count(seen)
    for route in held:
        route.abort()


def test_a_server_that_is_killed_is_said_and_what_came_meanwhile_is_there_afterwards(
    screen: Screen, game: Game
) -> None:
    """In three engines: each has its own way of giving a stream up."""
    screen.open(game.origin + game.link)
    screen.tap("main form .do")
    screen.expect_text("[data-reach]", LIVE)
    lines = "(n) => document.querySelectorAll('#ledger .line').length === n"
    screen.until(lines, game.save())
    game.server.kill()
    screen.expect_text("[data-reach]", "Not reached since ")
    game.server.start()
    screen.until(lines, game.save())
    screen.expect_text("[data-reach]", LIVE)
