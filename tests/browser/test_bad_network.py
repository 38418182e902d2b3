"""A shaky hand, a weak network, a phone that falls asleep, and a second phone: no lost hand,
none counted twice."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from scorepads.models import Pad
from tests.browser.kept import ready, settled
from tests.browser.thumb import (
    OpenPhone,
    Thumb,
    as_tapped,
    carry,
    chosen,
    expect_chosen,
    expect_totals,
    heading,
    save_button,
    says,
    segment,
)
from tests.factories import facts_now, hand, hold, make_pad, record, reread

pytestmark = pytest.mark.on_both_databases

HAND = {"pitcher": 0, "bid": 3, "points": {"high": 0, "low": 0, "jack": None, "game": 0}}
HALF = {"who": "0", "bid": "3", "trump": "spades", "jack": "none"}


def hands(pad: Pad) -> int:
    return len(facts_now(reread(pad)))


# --- Counted once ------------------------------------------------------------------------------


def test_save_tapped_twice_is_one_hand(phone: Page, pad: Pad) -> None:
    carry(phone, pad)
    Thumb(phone).hand(HAND)
    box = save_button(phone).bounding_box()
    assert box
    for _ in range(2):
        phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    expect(heading(phone)).to_have_text("Hand 2")
    expect_totals(phone, [3, 0])
    assert hands(pad) == 1


def test_a_form_sent_twice_without_script_is_one_hand(open_phone: OpenPhone, pad: Pad) -> None:
    phone = open_phone(java_script_enabled=False)
    carry(phone, pad)
    Thumb(phone).hand(HAND)
    save_button(phone).dblclick(no_wait_after=True)

    expect(heading(phone)).to_have_text("Hand 2")
    assert hands(pad) == 1


def test_undo_while_save_is_on_its_way_has_to_wait(phone: Page, pad: Pad) -> None:
    """Both answers would go to the same place, and the second would be seen by nobody."""
    record(hold(pad), HAND)
    carry(phone, pad)
    on_its_way: list[Route] = []
    phone.route("**/hands/", lambda route: on_its_way.append(route))
    thumb = Thumb(phone)
    thumb.hand(HAND)
    with phone.expect_request("**/hands/"):
        save_button(phone).tap()
    phone.get_by_role("button", name="Undo: Hand 1").tap()
    expect(says(phone)).to_have_text("One moment: what you tapped before is still on its way.")
    on_its_way.pop().continue_()
    expect(heading(phone)).to_have_text("Hand 3")
    phone.get_by_role("button", name="Undo: Hand 2").tap()
    expect(heading(phone)).to_have_text("Hand 2")
    assert hands(pad) == 1


def test_a_reload_after_save_is_one_hand(phone: Page, pad: Pad) -> None:
    carry(phone, pad)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    thumb.save()
    phone.reload()
    expect(heading(phone)).to_have_text("Hand 2")
    settled(phone)
    expect_chosen(phone, {})
    assert hands(pad) == 1


def test_back_after_save_shows_the_pad_as_it_stands(phone: Page, pad: Pad) -> None:
    carry(phone, pad)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    thumb.save()
    phone.locator(".line .bid a").tap()
    phone.wait_for_url("**/hands/1/")
    phone.go_back()

    expect(heading(phone)).to_have_text("Hand 2")
    expect_totals(phone, [3, 0])
    settled(phone)
    expect_chosen(phone, {})


def test_a_lost_answer_and_save_again_is_one_hand(phone: Page, pad: Pad) -> None:
    """The server has saved, the phone has not heard of it, and does not keep hands itself."""
    phone.route("**/offline.js", lambda route: route.abort())
    carry(phone, pad)

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    phone.route("**/hands/", lose_the_answer)
    Thumb(phone).hand(HAND)
    save_button(phone).tap()
    expect(says(phone)).to_contain_text("Not saved yet")
    assert hands(pad) == 1
    expect_chosen(phone, as_tapped(HAND))

    phone.unroute_all()
    save_button(phone).tap()
    expect(heading(phone)).to_have_text("Hand 2")
    expect(says(phone)).to_contain_text("Already saved. Hand 1: ")
    assert hands(pad) == 1


def test_a_page_kept_from_before_the_save_saves_nothing_more(phone: Page, pad: Pad) -> None:
    carry(phone, pad)
    before, address = phone.content(), phone.url
    thumb = Thumb(phone)
    thumb.hand(HAND)
    thumb.save()

    phone.route(address, lambda route: route.fulfill(body=before, content_type="text/html"))
    phone.goto(address)
    phone.unroute_all()
    expect(heading(phone)).to_have_text("Hand 1")
    thumb.hand(HAND)
    thumb.save()
    expect(says(phone)).to_contain_text("Already saved. Hand 1: ")
    assert hands(pad) == 1


# --- Not lost ----------------------------------------------------------------------------------


def test_half_a_hand_survives_reload_rotation_back_and_forward(phone: Page, pad: Pad) -> None:
    carry(phone, pad)
    phone.goto("/")
    phone.goto(f"/games/{pad.public_id}/")
    Thumb(phone).choose(HALF)
    phone.reload()
    expect(says(phone)).to_contain_text("Still to tap")
    expect_chosen(phone, HALF)

    phone.set_viewport_size({"width": 640, "height": 360})
    expect_chosen(phone, HALF)

    phone.go_back()
    phone.wait_for_url(lambda url: "/games/" not in url)
    phone.go_forward()
    expect(says(phone)).to_contain_text("Still to tap")
    expect_chosen(phone, HALF)


def test_half_a_hand_survives_a_look_at_the_history(phone: Page, pad: Pad) -> None:
    record(hold(pad), HAND)
    carry(phone, pad)
    Thumb(phone).choose(HALF)
    phone.get_by_role("link", name="Menu").tap()
    phone.locator("#menu").get_by_role("link", name="history").tap()
    phone.get_by_role("link", name="Back to the game").tap()
    expect(says(phone)).to_contain_text("Still to tap")
    expect_chosen(phone, HALF)


def test_half_a_hand_survives_a_correction_of_another(phone: Page, pad: Pad) -> None:
    """Though the deal has come to another seat by it: nobody has made that one the dealer."""
    record(hold(pad), HAND)
    carry(phone, pad)
    Thumb(phone).choose(HALF)
    phone.locator(".line .bid a").first.tap()
    phone.get_by_role("link", name="Change this hand").tap()
    expect(phone.get_by_role("heading", name="Change hand 1")).to_be_visible()
    segment(phone, "game", 1).tap()
    phone.get_by_role("link", name="Dealer and note").tap()
    segment(phone, "dealer", 1).tap()
    phone.locator("#deal").get_by_role("link", name="Done").tap()
    expect(says(phone)).to_contain_text("would change")
    save_button(phone).tap()
    expect(says(phone)).to_contain_text("Hand 1 corrected.")
    expect_chosen(phone, HALF)
    Thumb(phone).choose({"high": "0", "low": "0", "game": "0"})
    Thumb(phone).save()
    lines = facts_now(reread(pad))
    assert lines[0]["dealer"] == 1
    assert "dealer" not in lines[1]


@pytest.mark.parametrize("undone", [False, True], ids=["", "and undone"])
def test_half_a_hand_survives_an_adjustment(phone: Page, pad: Pad, undone: bool) -> None:
    record(hold(pad), HAND)
    carry(phone, pad)
    thumb = Thumb(phone)
    thumb.choose(HALF)
    thumb.adjust({"adjust": 1, "by": 2})
    expect(phone.locator("#score .fig").nth(1)).to_have_text("2")
    expect_chosen(phone, HALF)
    if undone:
        phone.locator("#ledger").get_by_role("button", name="Undo").tap()
        expect(phone.locator("#score .fig").nth(1)).to_have_text("0")
        expect_chosen(phone, HALF)
    phone.reload()
    expect(says(phone)).to_contain_text("Still to tap")
    expect_chosen(phone, HALF)


def test_half_a_hand_is_not_taken_for_another_hand(phone: Page, pad: Pad) -> None:
    record(hold(pad), HAND)
    carry(phone, pad)
    Thumb(phone).choose(HALF)
    phone.locator("#ledger").get_by_role("button", name="Undo").tap()
    expect(heading(phone)).to_have_text("Hand 1")
    settled(phone)
    expect_chosen(phone, {})
    phone.reload()
    expect(heading(phone)).to_have_text("Hand 1")
    settled(phone)
    expect_chosen(phone, {})


def test_an_unreachable_server_costs_another_tap(phone: Page, pad: Pad) -> None:
    """Where the phone does not keep the hand itself (`test_offline.py`), it stays as tapped."""
    phone.route("**/offline.js", lambda route: route.abort())
    carry(phone, pad)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    phone.context.set_offline(True)
    save_button(phone).tap()
    expect(says(phone)).to_contain_text("Not saved yet: no answer from the server")
    expect_chosen(phone, as_tapped(HAND))
    assert hands(pad) == 0

    segment(phone, "game", 1).tap()
    expect(says(phone)).to_contain_text("set back 3")

    phone.context.set_offline(False)
    thumb.save()
    expect_totals(phone, [-3, 1])


BUSY = {
    "status": 503,
    "headers": {"X-Keeper": "busy"},
    "body": "Not saved yet: the server is busy.",
}
AWAY = {"status": 502, "body": "<h1>Bad gateway</h1>"}


@pytest.mark.parametrize("answer", [BUSY, AWAY], ids=["busy", "away"])
def test_a_hand_that_meets_a_busy_server_is_kept_and_sent_without_another_tap(
    phone: Page, pad: Pad, answer: dict[str, Any]
) -> None:
    ready(phone, pad)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    phone.route("**/hands/", lambda route: route.fulfill(**answer))
    phone.route("**/send/", lambda route: route.fulfill(**answer))
    save_button(phone).tap()
    expect(phone.get_by_text("1 hand saved on this phone.")).to_be_visible()
    expect(phone.get_by_text("Offline: the game")).to_have_count(0)
    expect(phone.get_by_text("Bad gateway")).to_have_count(0)
    expect_totals(phone, [3, 0])
    phone.unroute_all()
    expect(phone.locator("#kept")).to_have_count(0)
    expect_totals(phone, [3, 0])
    assert hands(pad) == 1


@pytest.mark.parametrize("answer", [BUSY, AWAY], ids=["busy", "away"])
def test_what_cannot_be_kept_stays_on_the_form(
    phone: Page, pad: Pad, answer: dict[str, Any]
) -> None:
    record(hold(pad), hand())
    carry(phone, pad)
    phone.route("**/undo/", lambda route: route.fulfill(**answer))
    phone.locator("#ledger").get_by_role("button", name="Undo").tap()
    expect(says(phone)).to_contain_text("Not saved yet")
    phone.unroute_all()
    assert hands(pad) == 1


def test_cookies_lost_in_the_middle_of_a_hand_cost_nothing(phone: Page, pad: Pad) -> None:
    carry(phone, pad)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    phone.context.clear_cookies()
    thumb.save()
    assert hands(pad) == 1
    phone.goto("/")
    expect(phone.locator(".running")).to_contain_text("Us")


def test_cookies_lost_without_script_cost_nothing(open_phone: OpenPhone, pad: Pad) -> None:
    phone = open_phone(java_script_enabled=False)
    carry(phone, pad)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    phone.context.clear_cookies()
    thumb.save()
    assert hands(pad) == 1


def test_closing_the_page_after_a_hand_loses_nothing(phone: Page, pad: Pad) -> None:
    carry(phone, pad)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    thumb.save()
    context = phone.context
    phone.close()
    again = context.new_page()
    again.goto("/")
    again.locator(".running").tap()
    expect(heading(again)).to_have_text("Hand 2")
    expect_totals(again, [3, 0])


# --- Two phones --------------------------------------------------------------------------------


def test_two_phones_save_the_same_hand(open_phone: OpenPhone, pad: Pad) -> None:
    """One is saved; the other phone sees it, keeps its own, and has it by one more tap."""
    ann, bo = open_phone(), open_phone()
    carry(ann, pad)
    carry(bo, pad)
    Thumb(ann).hand(HAND)
    theirs = {**HAND, "pitcher": 1, "bid": 2}
    Thumb(bo).hand(theirs)

    save_button(ann).tap()
    expect(heading(ann)).to_have_text("Hand 2")
    save_button(bo).tap()
    alert = bo.locator("#entry").get_by_role("alert")
    expect(alert).to_contain_text("Hand 1 entered on phone")
    expect(alert).to_contain_text("Us bid 3")
    expect(heading(bo)).to_have_text("Hand 2")
    expect_totals(bo, [3, 0])
    expect_chosen(bo, as_tapped(theirs))
    assert hands(pad) == 1

    # Still there after a reload, and nobody has become a dealer by hand.
    bo.reload()
    expect(says(bo)).to_contain_text("set back 2")
    expect_chosen(bo, as_tapped(theirs))
    save_button(bo).tap()
    expect(heading(bo)).to_have_text("Hand 3")
    assert facts_now(reread(pad)) == [HAND, theirs]


def test_a_correction_of_an_old_version_shows_both(open_phone: OpenPhone, pad: Pad) -> None:
    record(hold(pad), HAND)
    ann, bo = open_phone(), open_phone()
    for page in (ann, bo):
        carry(page, pad)
        page.goto(f"/games/{pad.public_id}/hands/1/correct/")
    for page, bid in ((ann, 2), (bo, 4)):
        segment(page, "bid", bid).tap()
        expect(save_button(page)).to_have_text("Save the correction")
    save_button(ann).tap()
    expect(ann.locator(".line")).to_contain_text("corrected")
    save_button(bo).tap()
    alert = bo.get_by_role("alert")
    expect(alert).to_contain_text("It is now: Us bid 2")
    expect(alert).to_contain_text("Yours: Us bid 4")
    assert chosen(bo)["bid"] == "4"


def test_a_game_that_ended_meanwhile_takes_no_hand(open_phone: OpenPhone) -> None:
    pad = make_pad("bicycle")
    phone = open_phone()
    carry(phone, pad)
    Thumb(phone).hand(HAND)
    record(hold(pad, phone=2), hand(0, 4))
    save_button(phone).tap()
    expect(heading(phone)).to_have_text("We won!")
    expect(phone.get_by_role("alert")).to_contain_text("Not saved: the game is over")
    assert hands(pad) == 1


# --- A heavy thumb -----------------------------------------------------------------------------


def test_a_long_press_on_a_number_does_nothing(phone: Page, pad: Pad) -> None:
    record(hold(pad), HAND)
    carry(phone, pad)
    before = phone.locator("main").inner_text()
    for number in ("#score .fig", ".line .sum b", ".line .sum i"):
        place = phone.locator(number).first
        place.dispatch_event("contextmenu")
        place.click(button="right")
    assert phone.locator("#score, #entry").all_inner_texts()[0] in before
    expect_totals(phone, [3, 0])
    assert hands(pad) == 1


def test_game_goes_to_one_side_only(phone: Page, pad: Pad) -> None:
    carry(phone, pad)
    Thumb(phone).hand(HAND)
    segment(phone, "game", 1).tap()
    expect(says(phone)).to_contain_text("They scored 1")
    assert chosen(phone)["game"] == "1"


def test_all_the_rest_gives_only_what_is_open_and_legal(phone: Page, pad: Pad) -> None:
    carry(phone, pad)
    thumb = Thumb(phone)
    thumb.choose({"who": "0", "bid": "2", "jack": "1"})
    phone.locator('button[name="rest"][value="none"]').tap()
    expect_chosen(phone, {"who": "0", "bid": "2", "jack": "1", "game": "none"})
    phone.locator('button[name="rest"][value="0"]').tap()
    expect(says(phone)).to_contain_text("made")
    owners = {"high": "0", "low": "0", "jack": "1", "game": "none"}
    expect_chosen(phone, {"who": "0", "bid": "2"} | owners)


def test_a_trump_tapped_again_is_taken_back(phone: Page, pad: Pad) -> None:
    carry(phone, pad)
    segment(phone, "trump", "hearts").tap()
    expect_chosen(phone, {"trump": "hearts"})
    segment(phone, "trump", "hearts").tap()
    expect_chosen(phone, {})


def test_counted_cards_give_game_until_somebody_taps_it(phone: Page, pad: Pad) -> None:
    carry(phone, pad)
    phone.locator("#l-game").tap()
    phone.locator('select[name="count-1-A"]').select_option("2")
    expect_chosen(phone, {"game": "1"})
    phone.locator('select[name="count-0-10"]').select_option("3")
    expect_chosen(phone, {"game": "0"})
    phone.locator('select[name="count-0-10"]').select_option("0")
    phone.locator('select[name="count-1-A"]').select_option("0")
    expect_chosen(phone, {})
    done = phone.locator("#count").get_by_role("link", name="Done")
    done.tap()
    segment(phone, "game", "none").tap()
    phone.locator("#l-game").tap()
    phone.locator('select[name="count-1-K"]').select_option("4")
    expect_chosen(phone, {"game": "none"})
