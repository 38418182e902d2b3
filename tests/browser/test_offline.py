"""No network: hands are judged and kept on the phone, and sent once, in order, later."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Request, Route, expect

from scorepads.models import Pad
from scorepads.rules.interchange import score_document
from tests.browser.kept import (
    HAND,
    SET,
    all_sent,
    banner,
    correct,
    drop,
    go_online,
    keep,
    ready,
    stored,
    with_worker,
)
from tests.browser.thumb import (
    GAMES,
    OpenPhone,
    Thumb,
    carry,
    expect_chosen,
    expect_totals,
    heading,
    open_sheet,
    pad_for,
    save_button,
    says,
    segment,
    shown_ledger,
    stored_score,
)
from tests.factories import PASSED, bid, hold, make_pad, record, reread

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
    expect(says(phone)).to_have_text("We took 1 of 3 so far. Still to tap: Low, Jack, Game.")
    Thumb(phone).choose({"low": "0", "jack": "none", "game": "1"})
    expect(says(phone)).to_have_text("We took 2 of 3: set back 3, 0 to −3. They scored 1, 0 to 1.")
    phone.clock.run_for(1000)  # htmx waits a little before it would ask
    assert asked == []


def test_where_the_module_is_missing_the_server_is_asked(phone: Page, pad: Pad) -> None:
    phone.route("**/preview.js", lambda route: route.abort())
    carry(phone, pad)
    Thumb(phone).hand(HAND)
    expect(says(phone)).to_have_text("We bid 3, took 3: made, +3, 0 to 3.")


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
    ending = score_document(game["ledger"])["ending"]
    lines = game["ledger"]["hands"][: ending["hand"] if ending else None]
    for number, line in enumerate(lines, start=1):
        enter(thumb, line)
        expect(phone.locator(".line.kept")).to_have_count(number)
        expect_totals(phone, game["expect"]["totals"][number - 1])
    shown = shown_ledger(phone)
    expected = score_document({**game["ledger"], "hands": lines})
    for row, line in zip(shown, expected["hands"], strict=True):
        assert row == {key: line[key] for key in row}
    if ending:
        expect(phone.locator("#kept-end h2")).to_contain_text("won")
    assert stored(pad) == []

    go_online(phone)
    all_sent(phone)
    assert stored_score(pad) == expected
    if (earlier := phone.get_by_role("link", name="Earlier hands")).count():
        earlier.tap()
        expect(phone.locator("#ledger .line")).to_have_count(len(shown))
    assert shown_ledger(phone) == shown
    assert len(reread(pad).rows) == len(lines)


def enter(thumb: Thumb, line: dict[str, Any]) -> None:
    """A line, saved without waiting for a next hand: the game may be over."""
    if "points" not in line:
        thumb.line(line)
        return
    thumb.hand(line)
    if "dealer" in line:
        sheet = open_sheet(thumb.page, "Dealer and note")
        thumb.choose({"dealer": str(line["dealer"])})
        sheet.get_by_role("link", name="Done").tap()
    thumb.tap(save_button(thumb.page))


# --- Saved once --------------------------------------------------------------------------------


def test_a_hand_that_no_network_takes_is_kept_and_goes_later_once(phone: Page, pad: Pad) -> None:
    keep(phone, pad, HAND, SET)
    expect(says(phone)).to_contain_text("Saved on this phone, not sent yet.")
    expect(banner(phone)).to_contain_text("2 hands saved on this phone.")
    expect(heading(phone)).to_have_text("Hand 3")
    expect_totals(phone, [5, -2])
    assert stored(pad) == []

    go_online(phone)
    all_sent(phone)
    assert stored(pad) == [HAND, SET]
    expect(heading(phone)).to_have_text("Hand 3")


def test_a_name_that_looks_like_a_blank_or_like_html_is_shown_as_it_is(
    open_phone: OpenPhone,
) -> None:
    pad = make_pad(names=("{note}", "<b>{n}</b>"))
    phone = open_phone()
    ready(phone, pad)
    phone.context.set_offline(True)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    sheet = open_sheet(phone, "Dealer and note")
    phone.locator("#hand-form input[name=note]").fill("{who} & <i>Bo</i>")
    sheet.get_by_role("link", name="Done").tap()
    thumb.save()
    line = phone.locator(".line.kept")
    expect(line.locator(".bid")).to_contain_text("{note} 3 made not sent yet")
    expect(line.locator(".bid")).to_contain_text("{who} & <i>Bo</i>")
    heads = phone.locator("#ledger thead bdi")
    expect(heads).to_have_text(["{note}", "<b>"])
    expect(heads.last).to_have_attribute("title", "<b>{n}</b>")


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
    expect_totals(phone, [3, 0])


def test_an_answer_lost_after_the_save_saves_nothing_twice(phone: Page, pad: Pad) -> None:
    keep(phone, pad, HAND)
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


# Nothing is tried by the clock, and the first try waits until `fails` is called.
ONE_TRY = """
window.setInterval = () => 0;
const really = window.fetch;
window.fetch = (address, options) => address !== "/health/" || window.fails
  ? really(address, options)
  : new Promise((_, fail) => { window.fails = () => fail(new TypeError("no network")); });
addEventListener("online", () => { window.isBack = true; });
"""


def test_a_network_that_comes_back_while_a_try_fails_is_tried_again_at_once(
    phone: Page, pad: Pad
) -> None:
    phone.add_init_script(ONE_TRY)
    keep(phone, pad, HAND)
    phone.wait_for_function("() => window.fails")
    go_online(phone)
    phone.wait_for_function("() => window.isBack")
    phone.evaluate("() => setTimeout(window.fails)")  # once everybody has heard of the network
    all_sent(phone)
    assert stored(pad) == [HAND]


def test_half_a_hand_stays_while_the_others_are_sent(phone: Page, pad: Pad) -> None:
    thumb = keep(phone, pad, HAND)
    thumb.choose({"who": "1", "bid": "2", "high": "1"})
    go_online(phone)
    expect(banner(phone)).to_have_count(0)
    expect(phone.locator(".line:not(.kept)")).to_have_count(1)
    expect(says(phone)).to_contain_text("They took 1 of 2 so far")
    expect_chosen(phone, {"who": "1", "bid": "2", "high": "1"})
    Thumb(phone).choose({"low": "1", "jack": "none", "game": "1"})
    thumb.save()
    assert len(stored(pad)) == 2


def test_a_bid_kept_alone_and_then_played_out(phone: Page, pad: Pad) -> None:
    ready(phone, pad)
    phone.context.set_offline(True)
    thumb = Thumb(phone)
    thumb.choose({"who": "0", "bid": "3"})
    phone.get_by_role("button", name="Save bid").tap()
    expect(phone.locator(".bidline")).to_contain_text("make +3 or +4 · set −3")
    expect(heading(phone)).to_have_text("Hand 1")
    expect_chosen(phone, {"who": "0", "bid": "3"})
    thumb.choose({"high": "0", "low": "0", "jack": "none", "game": "0"})
    thumb.save()
    expect(heading(phone)).to_have_text("Hand 2")
    expect(phone.locator(".bidline")).to_be_hidden()
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
    expect(phone.locator(".bidline")).to_contain_text("Us 3")
    expect(heading(phone)).to_have_text("Hand 1")
    thumb = Thumb(phone)
    thumb.choose({"high": "0", "low": "0", "jack": "none", "game": "0"})
    thumb.save()
    expect(heading(phone)).to_have_text("Hand 2")
    expect(phone.locator(".bidline")).to_be_hidden()
    expect(phone.locator('input[name="bid"]').first).to_be_visible()
    expect_chosen(phone, {})
    thumb.passed_out()
    expect(heading(phone)).to_have_text("Hand 3")
    go_online(phone)
    all_sent(phone)
    assert stored(pad) == [{**HAND, "trump": "hearts"}, PASSED]


def put_right(phone: Page, pad: Pad) -> None:
    """One hand waits, and is just put right, when the network comes back."""
    keep(phone, pad, HAND)
    correct(phone.locator(".line.kept"))
    segment(phone, "game", 1).tap()
    go_online(phone)
    phone.evaluate("() => fetch('/health/')")  # the server answers, and nothing was sent before


def test_a_hand_that_is_just_put_right_is_not_sent_before(phone: Page, pad: Pad) -> None:
    put_right(phone, pad)
    expect(heading(phone)).to_have_text("Change hand 1, not sent yet")
    assert stored(pad) == []
    save_button(phone).tap()
    all_sent(phone)
    assert stored(pad) == [{**HAND, "points": {**HAND["points"], "game": 1}}]


def test_a_hand_sent_while_it_is_put_right_does_not_come_back_as_the_next(
    phone: Page, pad: Pad
) -> None:
    put_right(phone, pad)
    banner(phone).get_by_role("button", name="Send now").tap()
    all_sent(phone)
    expect(heading(phone)).to_have_text("Hand 2")
    expect_chosen(phone, {})
    assert stored(pad) == [HAND]


def test_what_is_put_right_is_no_draft_of_the_next_hand(phone: Page, pad: Pad) -> None:
    keep(phone, pad, HAND)
    correct(phone.locator(".line.kept"))
    segment(phone, "game", 1).tap()
    assert (
        phone.evaluate("Object.keys(localStorage).filter(name => name.startsWith('draft:'))") == []
    )
    # A draft of the next hand is kept again once the correction is.
    save_button(phone).tap()
    expect(heading(phone)).to_have_text("Hand 2")
    segment(phone, "who", 1).tap()
    assert phone.evaluate(f"localStorage['draft:{pad.public_id}'].includes('[\"who\",\"1\"]')")


@pytest.mark.parametrize("leave", ["kept", "sent", "another taken out"])
def test_half_a_hand_survives_a_correction_of_one_that_waits(
    phone: Page, pad: Pad, leave: str
) -> None:
    thumb = keep(phone, pad, HAND, SET)
    half = {"who": "1", "bid": "2", "trump": "clubs", "jack": "none"}
    thumb.choose(half)
    first, second = phone.locator(".line.kept").all()
    correct(first)
    segment(phone, "game", 1).tap()
    if leave == "kept":
        save_button(phone).tap()
    elif leave == "sent":
        go_online(phone)
        banner(phone).get_by_role("button", name="Send now").tap()
        expect(phone.locator(".line:not(.kept)")).to_have_count(2)
    else:
        drop(second, "Delete")
    expect(heading(phone)).to_have_text("Hand 2" if leave == "another taken out" else "Hand 3")
    expect_chosen(phone, half)
    phone.context.set_offline(False)
    expect(banner(phone)).to_have_count(0)
    expect_chosen(phone, half)
    assert len(stored(pad)) == (1 if leave == "another taken out" else 2)


def test_half_a_hand_survives_an_adjustment_that_waits(phone: Page, pad: Pad) -> None:
    thumb = keep(phone, pad, HAND)
    half = {"who": "1", "bid": "2", "jack": "none"}
    thumb.choose(half)
    thumb.adjust({"adjust": 0, "by": -2})
    expect(phone.locator(".line.kept")).to_have_count(2)
    expect_chosen(phone, half)
    go_online(phone)
    expect(banner(phone)).to_have_count(0)
    expect(phone.locator(".line:not(.kept)")).to_have_count(2)
    expect_chosen(phone, half)
    assert len(stored(pad)) == 2


def test_half_a_hand_goes_with_hands_that_are_passed_out(phone: Page, pad: Pad) -> None:
    thumb = keep(phone, pad, HAND)
    thumb.choose({"who": "1", "bid": "2"})
    expect(segment(phone, "bid", "pass")).to_be_hidden()
    phone.locator(".clear").tap()
    thumb.passed_out()
    expect(phone.locator(".line.kept")).to_have_count(2)
    expect_chosen(phone, {})


@pytest.mark.parametrize("sent", [0, 1, 2])
def test_half_a_hand_survives_a_reload_in_the_middle_of_the_sending(
    phone: Page, pad: Pad, sent: int
) -> None:
    thumb = keep(phone, pad, HAND, SET)
    half = {"who": "1", "bid": "2", "jack": "none"}
    thumb.choose(half)
    tried: list[str] = []

    def so_many(route: Route) -> None:
        tried.append(route.request.url)
        route.continue_() if len(tried) <= sent else route.abort()

    phone.route("**/send/", so_many)
    go_online(phone)
    if sent < 2:
        expect(phone.locator(".line.kept", has_text="not sent yet")).to_have_count(2 - sent)
        expect(phone.locator(".kept .quiet")).to_have_count(1)  # the next was tried
    else:
        all_sent(phone)
    phone.reload()
    expect(heading(phone)).to_have_text("Hand 3")
    expect(phone.locator('#hand-form input[name="bid"][value="2"]')).to_be_checked()
    expect_chosen(phone, half)
    phone.unroute_all()
    expect(banner(phone)).to_have_count(0)
    expect(phone.locator(".line:not(.kept)")).to_have_count(2)
    expect_chosen(phone, half)
    assert stored(pad) == [HAND, SET]


def test_half_a_hand_stays_where_the_page_follows_before_the_answer_is_there(
    phone: Page, pad: Pad
) -> None:
    thumb = keep(phone, pad, HAND)
    half = {"who": "1", "bid": "2", "jack": "none"}
    thumb.choose(half)
    held: list[tuple[Route, APIResponse]] = []
    phone.route("**/send/", lambda route: held.append((route, route.fetch())))
    go_online(phone)
    expect(phone.locator(".line:not(.kept)")).to_have_count(1)  # by following
    assert stored(pad) == [HAND]
    ((route, answer),) = held
    route.fulfill(response=answer)
    all_sent(phone)
    expect_chosen(phone, half)


def test_hands_that_wait_are_corrected_and_taken_out(phone: Page, pad: Pad) -> None:
    keep(phone, pad, HAND, SET, SET)
    first, _, last = phone.locator(".line.kept").all()
    drop(last, "Delete")
    expect(phone.locator(".line.kept")).to_have_count(2)
    correct(first)
    expect(heading(phone)).to_have_text("Change hand 1, not sent yet")
    segment(phone, "game", 1).tap()
    expect(says(phone)).to_contain_text("We took 2 of 3: set back 3, 0 to −3.")
    save_button(phone).tap()
    expect(heading(phone)).to_have_text("Hand 3")
    expect_totals(phone, [-1, -1])
    go_online(phone)
    all_sent(phone)
    corrected = {**HAND, "points": {**HAND["points"], "game": 1}}
    assert stored(pad) == [corrected, SET]
