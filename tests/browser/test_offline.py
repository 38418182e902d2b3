"""No network: hands are judged and kept on the phone, and sent once, in order, later."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Request,
    Route,
    expect,
)
from pytest_django.live_server_helper import LiveServer

from scorepads.models import Pad
from scorepads.rules.interchange import score
from scorepads.views import pwa
from tests.browser.thumb import (
    GAMES,
    Thumb,
    carry,
    chosen,
    heading,
    pad_for,
    save_button,
    says,
    segment,
    shown_ledger,
    shown_totals,
    stored_score,
)
from tests.conftest import find_chromium
from tests.factories import PASSED, bid, facts_now, hand, hold, make_pad, record, reread

OpenPhone = Callable[..., Page]

SHELLS = "async () => (await caches.keys()).filter((name) => name.startsWith('pitch-keeper-'))"

HAND = {"pitcher": 0, "bid": 3, "points": {"high": 0, "low": 0, "jack": None, "game": 0}}
SET = {"pitcher": 1, "bid": 2, "points": {"high": 0, "low": 1, "jack": None, "game": 0}}


@pytest.fixture
def pad(transactional_db: None) -> Pad:
    return make_pad()


def ready(page: Page, pad: Pad) -> None:
    """The pad on a phone whose page has come to rest, so that it goes on without a network."""
    carry(page, pad)
    settled(page)


def settled(page: Page) -> None:
    page.locator("main[data-kept]").wait_for()


def with_worker(page: Page) -> None:
    """Until the worker is in charge of the page and has its shell."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def banner(page: Page) -> Locator:
    return page.locator("#kept")


def go_online(page: Page) -> None:
    page.context.set_offline(False)


def all_sent(page: Page) -> None:
    expect(says(page).or_(page.locator("#entry .says"))).to_contain_text(
        "Sent: every hand", timeout=15_000
    )
    expect(banner(page)).to_have_count(0)


def drop(within: Locator, name: str) -> None:
    """Asked once, and answered with more than the second tap of a double tap."""
    within.get_by_role("button", name=name).tap()
    within.get_by_role("button", name=f"{name} for good").press("Enter")


def stored(pad: Pad) -> list[Any]:
    return facts_now(reread(pad))


# --- The preview -------------------------------------------------------------------------------


def test_the_preview_asks_nobody(phone: Page, pad: Pad) -> None:
    phone.clock.install()
    carry(phone, pad)
    asked: list[str] = []

    def hear(request: Request) -> None:
        if "/preview/" in request.url:
            asked.append(request.url)

    phone.on("request", hear)
    Thumb(phone).choose({"who": "0", "bid": "3", "high": "0"})
    expect(says(phone)).to_have_text("Us took 1 of 3 so far. Still to tap: Low, Jack, Game.")
    Thumb(phone).choose({"low": "0", "jack": "none", "game": "1"})
    expect(says(phone)).to_have_text("Us took 2 of 3: set back 3, 0 to −3. Them +1, 0 to 1.")
    phone.clock.run_for(1000)  # htmx waits a little before it would ask
    assert asked == []


def test_where_the_module_is_missing_the_keeper_is_asked(phone: Page, pad: Pad) -> None:
    phone.route("**/preview.js", lambda route: route.abort())
    carry(phone, pad)
    Thumb(phone).hand(HAND)
    expect(says(phone)).to_have_text("Us bid 3, took 3: made, +3, 0 to 3.")


# --- A whole game ------------------------------------------------------------------------------

SOME = [game for game in GAMES if game["id"]][::3]


@pytest.mark.parametrize("game", SOME, ids=[game["id"] for game in SOME])
def test_a_whole_game_entered_without_a_network(
    phone: Page, transactional_db: None, game: dict[str, Any]
) -> None:
    pad = pad_for(game)
    ready(phone, pad)
    phone.context.set_offline(True)
    thumb = Thumb(phone)
    ending = score(game["ledger"])["ending"]
    lines = game["ledger"]["hands"][: ending["hand"] if ending else None]
    for number, line in enumerate(lines, start=1):
        enter(thumb, line)
        expect(phone.locator(".line.kept")).to_have_count(number)
        assert shown_totals(phone) == game["expect"]["totals"][number - 1]
    shown = shown_ledger(phone)
    expected = score({**game["ledger"], "hands": lines})
    for row, line in zip(shown, expected["hands"], strict=True):
        assert row == {key: line[key] for key in row}
    if ending:
        expect(phone.locator("#kept-end h2")).to_contain_text("won")
    assert stored(pad) == []

    go_online(phone)
    all_sent(phone)
    assert stored_score(pad) == expected
    assert shown_ledger(phone) == shown
    assert len(reread(pad).rows) == len(lines)


def enter(thumb: Thumb, line: dict[str, Any]) -> None:
    """A line, saved without waiting for a next hand: the game may be over."""
    if "points" not in line:
        thumb.line(line)
        return
    thumb.hand(line)
    if "dealer" in line:
        thumb.page.locator("summary", has_text="Dealer, note").tap()
        thumb.choose({"dealer": str(line["dealer"])})
    thumb.tap(save_button(thumb.page))


# --- Saved once --------------------------------------------------------------------------------


def test_a_hand_that_no_network_takes_is_kept_and_goes_later_once(phone: Page, pad: Pad) -> None:
    ready(phone, pad)
    phone.context.set_offline(True)
    thumb = Thumb(phone)
    for facts in (HAND, SET):
        thumb.hand(facts)
        thumb.save()
    expect(says(phone)).to_contain_text("Kept on this phone, not sent yet.")
    expect(banner(phone)).to_contain_text("2 lines are kept on this phone, not sent yet.")
    expect(heading(phone)).to_have_text("Hand 3")
    assert shown_totals(phone) == [5, -2]
    assert stored(pad) == []

    go_online(phone)
    all_sent(phone)
    assert stored(pad) == [HAND, SET]
    expect(heading(phone)).to_have_text("Hand 3")


def test_save_tapped_twice_without_a_network_keeps_one_hand(phone: Page, pad: Pad) -> None:
    ready(phone, pad)
    phone.context.set_offline(True)
    Thumb(phone).hand(HAND)
    box = save_button(phone).bounding_box()
    assert box
    for _ in range(2):
        phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(heading(phone)).to_have_text("Hand 2")
    expect(phone.locator(".line.kept")).to_have_count(1)
    assert shown_totals(phone) == [3, 0]


def test_an_answer_lost_after_the_save_saves_nothing_twice(phone: Page, pad: Pad) -> None:
    ready(phone, pad)
    phone.context.set_offline(True)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    thumb.save()
    lost: list[int] = []

    def lose_the_answer(route: Route) -> None:
        lost.append(route.fetch().status)
        route.abort()

    phone.route("**/send/", lose_the_answer)
    go_online(phone)
    expect(banner(phone)).to_be_visible()
    phone.wait_for_function("() => document.querySelector('.kept .quiet')")
    assert stored(pad) == [HAND]
    phone.unroute_all()
    all_sent(phone)
    assert lost[0] == 200
    assert stored(pad) == [HAND]
    assert len(reread(pad).rows) == 1


def test_half_a_hand_stays_while_the_others_are_sent(phone: Page, pad: Pad) -> None:
    ready(phone, pad)
    phone.context.set_offline(True)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    thumb.save()
    thumb.choose({"who": "1", "bid": "2", "high": "1"})
    go_online(phone)
    expect(banner(phone)).to_have_count(0)
    expect(phone.locator(".line:not(.kept)")).to_have_count(1)
    expect(says(phone)).to_contain_text("Them took 1 of 2 so far")
    assert chosen(phone) == {"who": "1", "bid": "2", "high": "1"}
    Thumb(phone).choose({"low": "1", "jack": "none", "game": "1"})
    thumb.save()
    assert len(stored(pad)) == 2


def test_a_bid_kept_alone_and_then_played_out(phone: Page, pad: Pad) -> None:
    ready(phone, pad)
    phone.context.set_offline(True)
    thumb = Thumb(phone)
    thumb.choose({"who": "0", "bid": "3"})
    phone.get_by_role("button", name="Save the bid").tap()
    expect(phone.locator(".stake")).to_contain_text("makes: +3 to +4; set: −3")
    expect(heading(phone)).to_have_text("Hand 1")
    assert chosen(phone) == {"who": "0", "bid": "3"}
    thumb.choose({"high": "0", "low": "0", "jack": "none", "game": "0"})
    thumb.save()
    expect(heading(phone)).to_have_text("Hand 2")
    expect(phone.locator(".stake")).to_have_count(0)
    go_online(phone)
    all_sent(phone)
    assert stored(pad) == [HAND]
    assert len(reread(pad).rows) == 2


def test_a_hand_in_play_is_played_out_without_a_network(open_phone: OpenPhone) -> None:
    pad = make_pad("bicycle")
    record(hold(pad), bid(0, 3, trump="hearts"))
    phone = open_phone(service_workers="allow")
    ready(phone, pad)
    with_worker(phone)
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator(".stake")).to_contain_text("Us bid 3")
    expect(heading(phone)).to_have_text("Hand 1")
    thumb = Thumb(phone)
    thumb.choose({"high": "0", "low": "0", "jack": "none", "game": "0"})
    thumb.save()
    expect(heading(phone)).to_have_text("Hand 2")
    expect(phone.locator(".stake")).to_have_count(0)
    expect(phone.locator('input[name="bid"]').first).to_be_visible()
    assert chosen(phone) == {}
    thumb.passed_out()
    expect(heading(phone)).to_have_text("Hand 3")
    go_online(phone)
    all_sent(phone)
    assert stored(pad) == [{**HAND, "trump": "hearts"}, PASSED]


def test_hands_that_wait_are_corrected_and_taken_out(phone: Page, pad: Pad) -> None:
    ready(phone, pad)
    phone.context.set_offline(True)
    thumb = Thumb(phone)
    for facts in (HAND, SET, SET):
        thumb.hand(facts)
        thumb.save()
    first, _, last = phone.locator(".line.kept").all()
    last.locator("summary").tap()
    drop(last, "Take it out")
    expect(phone.locator(".line.kept")).to_have_count(2)
    first.locator("summary").tap()
    first.get_by_role("button", name="Correct").tap()
    expect(heading(phone)).to_have_text("Correct hand 1, not sent yet")
    segment(phone, "game", 1).tap()
    expect(says(phone)).to_contain_text("Us took 2 of 3: set back 3, 0 to −3.")
    save_button(phone).tap()
    expect(heading(phone)).to_have_text("Hand 3")
    assert shown_totals(phone) == [-1, -1]
    go_online(phone)
    all_sent(phone)
    corrected = {**HAND, "points": {**HAND["points"], "game": 1}}  # type: ignore[dict-item]
    assert stored(pad) == [corrected, SET]


# --- Two phones --------------------------------------------------------------------------------


def test_two_phones_without_a_network_meet(open_phone: OpenPhone, pad: Pad) -> None:
    ann, bo = open_phone(), open_phone()
    for page, lines in ((ann, [HAND]), (bo, [SET, HAND])):
        ready(page, pad)
        page.context.set_offline(True)
        thumb = Thumb(page)
        for facts in lines:
            thumb.hand(facts)
            thumb.save()
    go_online(ann)
    all_sent(ann)
    go_online(bo)
    expect(banner(bo)).to_contain_text("Not sent: the pad went on meanwhile. Hand 1 entered")
    expect(banner(bo)).to_contain_text("Us bid 3")
    expect(banner(bo)).to_contain_text("2 lines are kept on this phone")
    assert stored(pad) == [HAND]
    banner(bo).get_by_role("button", name="Send after that").tap()
    all_sent(bo)
    assert stored(pad) == [HAND, SET, HAND]
    assert shown_totals(bo) == [8, -2]


def test_what_was_kept_can_be_dropped_for_what_another_phone_saved(phone: Page, pad: Pad) -> None:
    ready(phone, pad)
    phone.context.set_offline(True)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    thumb.save()
    record(hold(pad, phone=7), hand(1, 2))
    go_online(phone)
    drop(banner(phone), "Drop what was kept")
    expect(banner(phone)).to_have_count(0)
    expect(heading(phone)).to_have_text("Hand 2")
    assert shown_totals(phone) == [0, 4]


def test_what_waits_is_not_dropped_by_a_double_tap(phone: Page, pad: Pad) -> None:
    ready(phone, pad)
    phone.context.set_offline(True)
    thumb = Thumb(phone)
    for facts in (HAND, SET):
        thumb.hand(facts)
        thumb.save()
    line = phone.locator(".line.kept").last
    line.locator("summary").tap()
    line.get_by_role("button", name="Take it out").dblclick()
    expect(line.get_by_role("button", name="Take it out for good")).to_be_visible()
    record(hold(pad, phone=7), hand(1, 2))
    go_online(phone)
    banner(phone).get_by_role("button", name="Drop what was kept").dblclick()
    expect(banner(phone).get_by_role("button", name="Drop what was kept for good")).to_be_visible()
    expect(banner(phone)).to_contain_text("2 lines are kept on this phone")


def test_send_after_that_tapped_in_two_tabs_sends_once(phone: Page, pad: Pad) -> None:
    ready(phone, pad)
    phone.context.set_offline(True)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    thumb.save()
    record(hold(pad, phone=7), SET)
    go_online(phone)
    other = phone.context.new_page()
    other.goto(phone.url)
    for page in (phone, other):
        expect(banner(page).get_by_role("button", name="Send after that")).to_be_visible()
    banner(phone).get_by_role("button", name="Send after that").dblclick()
    all_sent(phone)
    banner(other).get_by_role("button", name="Send after that").tap()
    expect(banner(other)).to_have_count(0)
    expect(other.locator("#ledger .line")).to_have_count(2)
    expect(other.locator("#ledger .line.kept")).to_have_count(0)
    assert stored(pad) == [SET, HAND]


def test_a_hand_that_another_tab_has_sent_is_not_put_right_behind_its_back(
    phone: Page, pad: Pad
) -> None:
    ready(phone, pad)
    other = phone.context.new_page()
    other.goto(phone.url)
    phone.context.set_offline(True)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    thumb.save()
    line = phone.locator(".line.kept")
    line.locator("summary").tap()
    line.get_by_role("button", name="Correct").tap()
    segment(phone, "game", 1).tap()
    phone.route("**/token/", lambda route: route.abort())
    phone.context.set_offline(False)
    other.reload()
    all_sent(other)
    save_button(phone).tap()
    expect(says(phone)).to_contain_text("Not changed: that hand has been sent meanwhile.")
    assert stored(pad) == [HAND]


def test_a_game_that_ended_meanwhile_says_why_it_takes_no_more(phone: Page, pad: Pad) -> None:
    pad = make_pad("bicycle")
    ready(phone, pad)
    phone.context.set_offline(True)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    thumb.save()
    record(hold(pad, phone=2), hand(0, 4))
    go_online(phone)
    expect(banner(phone)).to_contain_text("Not sent: the pad went on meanwhile")
    banner(phone).get_by_role("button", name="Send after that").tap()
    expect(banner(phone)).to_contain_text("Not sent: this game is over")
    assert len(stored(pad)) == 1


# --- Reload, restart, a stopped server ---------------------------------------------------------


def test_a_pad_opens_without_a_network_and_goes_on(open_phone: OpenPhone, pad: Pad) -> None:
    record(hold(pad), HAND)
    phone = open_phone(service_workers="allow")
    ready(phone, pad)
    with_worker(phone)
    phone.context.set_offline(True)
    phone.reload()
    expect(banner(phone)).to_contain_text("No network")
    expect(heading(phone)).to_have_text("Hand 2")
    assert shown_totals(phone) == [3, 0]
    thumb = Thumb(phone)
    thumb.hand(SET)
    thumb.save()
    phone.reload()
    expect(heading(phone)).to_have_text("Hand 3")
    assert shown_totals(phone) == [5, -2]
    thumb.choose({"who": "1", "bid": "2"})
    phone.reload()
    expect(heading(phone)).to_have_text("Hand 3")
    expect(phone.locator('input[name="bid"][value="2"]')).to_be_checked()

    phone.goto("/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("No answer from the keeper")
    phone.get_by_role("link", name="Us, Them").tap()
    expect(heading(phone)).to_have_text("Hand 3")

    go_online(phone)
    expect(phone.locator(".line:not(.kept)")).to_have_count(2)
    expect(banner(phone)).to_have_count(0)
    assert stored(pad) == [HAND, SET]
    assert chosen(phone) == {"who": "1", "bid": "2"}


def test_no_pad_is_in_the_cache(open_phone: OpenPhone, pad: Pad) -> None:
    phone = open_phone(service_workers="allow")
    ready(phone, pad)
    with_worker(phone)
    phone.reload()
    kept = phone.evaluate(
        """async () => {
          const names = await caches.keys();
          const caches_ = await Promise.all(names.map((name) => caches.open(name)));
          const all = await Promise.all(caches_.map((cache) => cache.keys()));
          return all.flat().map((request) => new URL(request.url).pathname);
        }"""
    )
    assert "/offline/" in kept
    assert all(path == "/offline/" or path.startswith("/static/") for path in kept)


def test_a_new_version_puts_a_whole_new_shell_in_place_of_the_old(
    open_phone: OpenPhone, pad: Pad, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = open_phone(service_workers="allow")
    ready(phone, pad)
    with_worker(phone)
    phone.evaluate("() => caches.open('of-somebody-else')")
    (old,) = phone.evaluate(SHELLS)
    monkeypatch.setattr(pwa, "render_to_string", lambda *_, **__: "another page")
    phone.evaluate("() => navigator.serviceWorker.getRegistration().then((it) => it.update())")
    phone.wait_for_function(
        """async (old) => {
          const names = await caches.keys();
          return names.length === 2 && !names.includes(old);
        }""",
        arg=old,
    )
    assert phone.evaluate("() => caches.has('of-somebody-else')")


def test_the_phone_restarts_without_a_network(
    browser: Browser, live_server: LiveServer, pad: Pad, tmp_path: Path
) -> None:
    """The browser is closed and opened again with what it kept: nothing is lost."""

    def start() -> BrowserContext:
        return browser.browser_type.launch_persistent_context(
            tmp_path / "phone",
            executable_path=find_chromium(),
            args=["--no-sandbox", "--disable-gpu"],
            base_url=live_server.url,
            viewport={"width": 360, "height": 640},
            has_touch=True,
        )

    context = start()
    phone = context.new_page()
    ready(phone, pad)
    with_worker(phone)
    address = phone.url
    context.set_offline(True)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    thumb.save()
    context.close()

    context = start()
    context.set_offline(True)
    phone = context.new_page()
    phone.goto(address)
    expect(heading(phone)).to_have_text("Hand 2")
    expect(banner(phone)).to_contain_text("1 line is kept on this phone")
    thumb = Thumb(phone)
    thumb.hand(SET)
    thumb.save()
    assert shown_totals(phone) == [5, -2]
    assert stored(pad) == []
    context.set_offline(False)
    all_sent(phone)
    assert stored(pad) == [HAND, SET]
    context.close()


class Wire:
    """A way to the server that can be cut: then nothing listens at its address at all."""

    def __init__(self, port: int) -> None:
        self.server, self.port = port, 0
        self.mend()

    def mend(self) -> None:
        self.socket = socket.create_server(("127.0.0.1", self.port))
        self.port = self.socket.getsockname()[1]
        self.open: list[socket.socket] = []
        threading.Thread(target=self._accept, args=(self.socket,), daemon=True).start()

    def cut(self) -> None:
        for one in (self.socket, *self.open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self, listening: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                phone, _ = listening.accept()
                server = socket.create_connection(("localhost", self.server))
                self.open += (phone, server)
                for ends in ((phone, server), (server, phone)):
                    threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)


def test_a_server_that_is_stopped_and_started_again(
    open_phone: OpenPhone, live_server: LiveServer, pad: Pad
) -> None:
    """The phone has a network all the while: only the keeper does not answer."""
    wire = Wire(live_server.thread.port)
    phone = open_phone(service_workers="allow", base_url=f"http://localhost:{wire.port}")
    ready(phone, pad)
    with_worker(phone)
    wire.cut()
    thumb = Thumb(phone)
    for facts in (HAND, SET):
        thumb.hand(facts)
        thumb.save()
    expect(banner(phone)).to_contain_text("2 lines are kept on this phone, not sent yet.")
    phone.reload()
    expect(heading(phone)).to_have_text("Hand 3")
    assert shown_totals(phone) == [5, -2]
    wire.mend()
    all_sent(phone)
    assert stored(pad) == [HAND, SET]
    wire.cut()


def test_half_of_them_sent_and_the_network_gone_again(phone: Page, pad: Pad) -> None:
    ready(phone, pad)
    phone.context.set_offline(True)
    thumb = Thumb(phone)
    for facts in (HAND, SET, HAND):
        thumb.hand(facts)
        thumb.save()
    sent: list[str] = []

    def one_only(route: Route) -> None:
        sent.append(route.request.url)
        route.continue_() if len(sent) == 1 else route.abort()

    phone.route("**/send/", one_only)
    go_online(phone)
    expect(banner(phone)).to_contain_text("2 lines are kept on this phone")
    assert shown_totals(phone) == [8, -2]
    assert len(shown_ledger(phone)) == 3
    assert stored(pad) == [HAND]
    phone.unroute_all()
    all_sent(phone)
    assert stored(pad) == [HAND, SET, HAND]


def test_a_link_taken_back_keeps_the_hands_and_says_so(phone: Page, pad: Pad) -> None:
    ready(phone, pad)
    phone.context.set_offline(True)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    thumb.save()
    pad.links.update(revoked_at=timezone.now())
    go_online(phone)
    expect(banner(phone)).to_contain_text("this phone does not hold the pencil any more")
    expect(phone.locator(".line.kept")).to_have_count(1)
    assert stored(pad) == []


def test_where_nothing_can_be_stored_the_page_works_as_before(phone: Page, pad: Pad) -> None:
    phone.add_init_script("delete window.indexedDB; Object.defineProperty(window, 'indexedDB', {})")
    carry(phone, pad)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    thumb.save()
    assert stored(pad) == [HAND]


def test_the_worker_lets_links_and_pages_through(open_phone: OpenPhone, pad: Pad) -> None:
    phone = open_phone(service_workers="allow")
    ready(phone, pad)
    with_worker(phone)
    carry(phone, make_pad("bicycle", names=("Ann", "Bo")))
    expect(phone.locator("#score h2").first).to_have_text("Ann")
    phone.get_by_role("link", name="Pitch Keeper: your pads").tap()
    expect(phone.locator(".pads")).to_contain_text("Us")
    assert phone.goto("/nothing/").status == 404  # type: ignore[union-attr]
