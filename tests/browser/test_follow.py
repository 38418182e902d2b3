"""Phones that look on: they follow by themselves, keep their place, and ask only while seen."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from scorepads.models import Pad
from tests.browser.thumb import (
    OpenPhone,
    Thumb,
    carry,
    chosen,
    heading,
    open_sheet,
    save_button,
    says,
    segment,
)
from tests.factories import WATCH, hand, hold, make_pad, record, rename

pytestmark = pytest.mark.on_both_databases

EVERY = 2500
"""Milliseconds between two looks (`live.js`)."""


@pytest.fixture
def pad(transactional_db: None) -> Pad:
    return make_pad("wikipedia")


@pytest.fixture
def watcher(open_phone: OpenPhone, pad: Pad) -> Page:
    """A watching phone whose clock the test turns."""
    page = open_phone()
    page.clock.install()
    carry(page, pad, WATCH)
    return page


@pytest.fixture
def writer(open_phone: OpenPhone, pad: Pad) -> Page:
    """A phone with the pencil, whose clock the test turns."""
    page = open_phone()
    page.clock.install()
    carry(page, pad)
    return page


def tick(page: Page) -> None:
    """Let the phone look once more."""
    page.clock.run_for(EVERY + 100)


def test_a_watcher_sees_a_new_hand_without_touching_anything(watcher: Page, pad: Pad) -> None:
    record(hold(pad, phone=9), hand())
    tick(watcher)
    expect(watcher.locator("#ledger .line")).to_have_count(1)
    expect(watcher.locator("#score .fig").first).not_to_have_text("0")
    expect(watcher.locator("#said")).to_contain_text("Phone 9: Hand 1:")


def test_a_look_that_is_answered_late_leaves_its_place_to_a_change_on_its_way(
    open_phone: OpenPhone, pad: Pad
) -> None:
    record(hold(pad), hand())
    phone = open_phone()
    phone.clock.install()
    carry(phone, pad)
    looks: list[Route] = []
    changes: list[Route] = []
    phone.route("**/live/**", lambda route: looks.append(route))
    phone.route("**/undo/", lambda route: changes.append(route))
    record(hold(pad, phone=9), hand())
    with phone.expect_request("**/live/**"):
        tick(phone)
    with phone.expect_request("**/undo/"):
        phone.get_by_role("button", name="Undo: Hand 1").tap()
    with phone.expect_response("**/live/**") as answer:
        looks.pop().continue_()
    answer.value.finished()
    changes.pop().continue_()
    expect(phone.get_by_role("alert")).to_contain_text("the game went on")
    expect(phone.locator("#ledger .line")).to_have_count(2)


def test_place_and_an_open_sheet_survive(watcher: Page, pad: Pad) -> None:
    record(hold(pad), hand(), {"passed_out": True}, {"passed_out": True})
    tick(watcher)
    lines = watcher.locator("#ledger .line")
    expect(lines).to_have_count(3)
    open_sheet(watcher, "Score in words")
    watcher.evaluate("window.scrollTo(0, 40)")
    record(hold(pad), {"passed_out": True})
    tick(watcher)
    expect(lines).to_have_count(4)
    expect(watcher.locator("#standing")).to_be_visible()
    assert watcher.evaluate("window.scrollY") == 40


def test_nothing_is_asked_while_the_screen_is_hidden(watcher: Page, pad: Pad) -> None:
    asked: list[str] = []
    watcher.on("request", lambda request: "live" in request.url and asked.append(request.url))
    watcher.evaluate(
        "Object.defineProperty(document, 'visibilityState', {value: 'hidden', writable: true})"
    )
    watcher.clock.run_for(20 * EVERY)
    assert asked == []
    record(hold(pad), hand())
    watcher.evaluate("document.visibilityState = 'visible';"
                     "document.dispatchEvent(new Event('visibilitychange'))")  # fmt: skip
    expect(watcher.locator("#ledger .line")).to_have_count(1)


@pytest.mark.parametrize("board", [False, True], ids=["pad", "board"])
def test_a_link_taken_back_is_said_while_the_pad_is_open(
    watcher: Page, pad: Pad, board: bool
) -> None:
    if board:
        watcher.goto(f"/games/{pad.public_id}/board/")
    alert = watcher.get_by_role("alert")
    pad.links.update(revoked_at=timezone.now())
    tick(watcher)
    expect(alert).to_have_text("This phone can't open this game any more. Ask for a new link.")
    tick(watcher)
    expect(alert).to_have_count(1)
    pad.links.update(revoked_at=None)
    tick(watcher)
    expect(alert).to_have_count(0)


def test_a_hand_saved_with_a_pencil_that_was_taken_back_stays_and_says_so(
    phone: Page, pad: Pad
) -> None:
    carry(phone, pad)
    segment(phone, "who", 0).tap()
    pad.links.update(revoked_at=timezone.now())
    save_button(phone).tap()
    expect(says(phone)).to_have_text("Not saved: this phone can't score this game anymore.")
    assert chosen(phone) == {"who": "0"}


def test_after_a_loss_of_network_it_catches_up_by_itself(watcher: Page, pad: Pad) -> None:
    watcher.context.set_offline(True)
    tick(watcher)
    record(hold(pad), hand())
    watcher.context.set_offline(False)
    tick(watcher)
    expect(watcher.locator("#ledger .line")).to_have_count(1)


def test_a_half_entered_hand_stays_while_the_pad_goes_on(writer: Page, pad: Pad) -> None:
    segment(writer, "who", 0).tap()
    segment(writer, "high", 1).tap()
    record(hold(pad, phone=9), hand())
    tick(writer)
    expect(writer.locator("#ledger .line")).to_have_count(1)
    assert chosen(writer) == {"who": "0", "high": "1"}


def test_names_in_a_half_entered_hand_change_at_once(
    open_phone: OpenPhone, transactional_db: None
) -> None:
    pad = make_pad(players=(("Ann", "Boo"), ("Cy", "Di")))
    phone = open_phone()
    phone.clock.install()
    carry(phone, pad)
    segment(phone, "who", "0.1").tap()
    segment(phone, "bid", 2).tap()
    segment(phone, "high", 1).tap()
    rename(hold(pad, phone=9), Boo="Beatrice", Cy="Cyd")
    tick(phone)
    expect(segment(phone, "who", "0.1")).to_contain_text("Beatrice")
    expect(segment(phone, "low", 1)).to_contain_text("Cyd & Di")
    assert chosen(phone) == {"who": "0.1", "bid": "2", "high": "1"}
    for point in ("low", "game"):
        segment(phone, point, 0).tap()
    segment(phone, "jack", "none").tap()
    expect(says(phone)).to_contain_text("Ann & Beatrice bid 2")
    save_button(phone).tap()
    expect(phone.locator("#ledger .line")).to_contain_text("Beatrice 2")


def test_a_hand_and_a_rename_are_both_told(open_phone: OpenPhone, transactional_db: None) -> None:
    pad = make_pad(players=(("Ann", "Bo"), ("Cy", "Di")))
    watcher = open_phone()
    watcher.clock.install()
    carry(watcher, pad, WATCH)
    record(hold(pad, phone=9), hand(player=0))
    rename(hold(pad, phone=7), Bo="Bob")
    tick(watcher)
    expect(watcher.locator("#said")).to_contain_text("Phone 7: Bo is now called Bob.")
    expect(watcher.locator("#said")).to_contain_text("Phone 9: Hand 1:")


def test_a_half_typed_adjustment_stays_while_the_pad_goes_on(writer: Page, pad: Pad) -> None:
    open_sheet(writer, "Adjust points")
    points = writer.get_by_role("spinbutton", name="Points")
    points.fill("3")
    points.blur()
    record(hold(pad, phone=9), hand())
    tick(writer)
    expect(writer.locator("#ledger .line")).to_have_count(1)
    expect(points).to_have_value("3")


def test_a_refused_hand_stays_while_the_pad_goes_on(writer: Page, pad: Pad) -> None:
    segment(writer, "who", 0).tap()
    segment(writer, "high", 1).tap()
    save_button(writer).tap()
    alert = writer.locator("#entry").get_by_role("alert")
    expect(alert).to_be_visible()
    alert.blur()
    record(hold(pad, phone=9), hand())
    tick(writer)
    expect(writer.locator("#ledger .line")).to_have_count(1)
    expect(alert).to_be_visible()
    assert chosen(writer) == {"who": "0", "high": "1"}


@pytest.mark.parametrize("has_saved", [False, True], ids=["", "after a hand from here"])
def test_an_untouched_form_goes_on_with_the_pad(writer: Page, pad: Pad, has_saved: bool) -> None:
    if has_saved:
        Thumb(writer).hand(hand())
        Thumb(writer).save()
        expect(heading(writer)).to_be_focused()
    record(hold(pad, phone=9), hand())
    tick(writer)
    expect(heading(writer)).to_have_text("Hand 3" if has_saved else "Hand 2")
    for name, value in (("who", 0), ("bid", 2), ("high", 0), ("low", 0), ("jack", 0), ("game", 0)):
        segment(writer, name, value).tap()
    save_button(writer).tap()
    expect(writer.locator("#ledger .line")).to_have_count(3 if has_saved else 2)


def test_the_boards_figures_are_read_across_the_room(open_phone: OpenPhone, pad: Pad) -> None:
    tablet = open_phone(viewport={"width": 1024, "height": 768})
    carry(tablet, pad, WATCH)
    tablet.get_by_role("link", name="Menu").tap()
    tablet.get_by_role("link", name="Board").tap()
    tablet.wait_for_url("**/board/")
    figure = tablet.locator("#big .fig").first
    expect(figure).to_be_visible()
    box = figure.bounding_box()
    assert box and box["height"] >= 0.15 * 768
    assert tablet.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_screen_is_kept_on_by_a_toggle_that_is_remembered(
    open_phone: OpenPhone, pad: Pad
) -> None:
    phone = open_phone()
    phone.add_init_script(
        """Object.defineProperty(navigator, "wakeLock", {value: {request: async () => {
             window.asked = (window.asked ?? 0) + 1;
             return {addEventListener() {}, release: async () => {}};
           }}});"""
    )
    carry(phone, pad)
    toggle = phone.locator("[data-awake]")
    phone.get_by_role("link", name="Menu").tap()
    toggle.tap()
    expect(toggle).to_have_attribute("aria-pressed", "true")
    phone.reload()
    expect(phone.locator("[data-awake]")).to_have_attribute("aria-pressed", "true")
    assert phone.evaluate("window.asked") == 1


@pytest.mark.parametrize(
    ("secure", "says"),
    [
        ("true", "This browser can't keep the screen on"),
        ("false", "Needs https to keep the screen on"),
    ],
)
def test_where_the_screen_cannot_be_kept_on_it_says_why(
    open_phone: OpenPhone, pad: Pad, secure: str, says: str
) -> None:
    phone = open_phone()
    phone.add_init_script("delete Navigator.prototype.wakeLock")
    phone.add_init_script(f"Object.defineProperty(window, 'isSecureContext', {{value: {secure}}})")
    carry(phone, pad)
    toggle = phone.locator("[data-awake]")
    expect(toggle).to_be_disabled()
    expect(toggle).to_have_text(says)


def test_an_answer_that_comes_late_puts_nothing_old_in_place(
    open_phone: OpenPhone, pad: Pad
) -> None:
    """It was under way while this phone saved: what it tells is no longer so."""
    record(hold(pad, phone=9), hand())
    phone = open_phone()
    phone.clock.install()
    carry(phone, pad)
    record(hold(pad, phone=9), hand())

    def be_late(route: Route) -> None:
        answer = route.fetch()
        phone.evaluate("document.querySelector('[data-seen]').dataset.seen = '7'")  # as a save does
        route.fulfill(response=answer)

    phone.route("**/live/?seen=1", be_late)
    phone.route("**/live/?seen=7", lambda route: route.abort())
    with phone.expect_request("**/live/?seen=7"):
        for _ in range(3):
            tick(phone)
    expect(phone.locator("#ledger .line")).to_have_count(1)


def test_a_watcher_is_told_that_the_table_plays_again_and_goes_along(
    open_phone: OpenPhone, transactional_db: None
) -> None:
    first = make_pad("bicycle", ["Ann", "Bob"], target=3)
    record(hold(first), hand(0, 2))
    watcher, writer = open_phone(), open_phone()
    watcher.clock.install()
    carry(watcher, first, WATCH)
    carry(writer, first)
    writer.get_by_role("button", name="Play again", exact=True).tap()
    expect(heading(writer)).to_have_text("Hand 1")
    tick(watcher)
    expect(watcher.locator("#next")).to_contain_text("Game 2 has begun.")
    watcher.get_by_role("button", name="Go to game 2").tap()
    expect(watcher.locator("#entry")).to_contain_text("You’re watching")
    second = Pad.objects.get(follows=first)
    assert str(second.public_id) in watcher.url
    record(hold(second, phone=1), hand(1, 2))
    tick(watcher)
    expect(watcher.locator("#ledger .line")).to_have_count(1)
