"""The whole game on a phone without script: every action is a plain form or a link."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.thumb import (
    Thumb,
    as_tapped,
    carry,
    chosen,
    expect_totals,
    heading,
    save_button,
    says,
    segment,
    shown_ledger,
)
from tests.factories import hand, hold, make_pad, record
from tests.preset_files import name_of

BICYCLE = name_of("bicycle")

HAND = {"pitcher": 0, "bid": 3, "points": {"high": 0, "low": 0, "jack": None, "game": 0}}


@pytest.fixture
def phone(open_phone: Any) -> Page:
    page: Page = open_phone(java_script_enabled=False)
    return page


def test_a_whole_game_without_script(phone: Page) -> None:
    phone.goto("/")
    phone.get_by_role("link", name="Start a game").tap()
    phone.get_by_role("link", name=BICYCLE, exact=True).tap()
    phone.get_by_label("Name of side 1").fill("Ann")
    phone.get_by_role("button", name="Start", exact=True).tap()
    expect(heading(phone)).to_have_text("Hand 1")

    # The bid first, while the hand is played.
    thumb = Thumb(phone)
    thumb.choose({"who": "0", "bid": "3", "trump": "hearts"})
    phone.get_by_role("button", name="Save bid").tap()
    expect(phone.locator(".bidline")).to_contain_text("Ann bid 3")
    expect(phone.locator(".bidline").get_by_role("img", name="hearts")).to_be_visible()
    expect(phone.locator(".bidline")).to_contain_text("set −3")

    thumb.hand({"points": HAND["points"]})
    save_button(phone).tap()
    expect(heading(phone)).to_have_text("Hand 2")
    expect(says(phone)).to_contain_text("Hand 1: Ann")
    expect_totals(phone, [3, 0])

    thumb.choose({"bid": "pass"})
    save_button(phone).tap()
    expect(heading(phone)).to_have_text("Hand 3")

    thumb.hand(hand(0, 4))
    save_button(phone).tap()
    expect(heading(phone)).to_have_text("Ann won!")

    phone.get_by_role("button", name="Undo the last hand").tap()
    expect(heading(phone)).to_have_text("Hand 3")
    phone.get_by_role("button", name="Redo").tap()
    expect(heading(phone)).to_have_text("Ann won!")

    phone.get_by_role("button", name="Play again").tap()
    expect(heading(phone)).to_have_text("Hand 1")
    expect(phone.locator("#score h2").first).to_have_text("Ann")


def test_all_the_rest_fills_in_what_is_open(phone: Page) -> None:
    carry(phone, make_pad())
    Thumb(phone).choose({"who": "0", "bid": "2", "jack": "none"})
    phone.locator('button[name="rest"][value="1"]').tap()

    expect(says(phone)).to_contain_text("set back 2")
    owners = {"high": "1", "low": "1", "jack": "none", "game": "1"}
    assert chosen(phone) == {"who": "0", "bid": "2"} | owners


def test_the_cards_are_counted_for_game(phone: Page) -> None:
    carry(phone, make_pad())
    Thumb(phone).choose({"who": "0", "bid": "2", "high": "0", "low": "1", "jack": "none"})
    phone.locator("#l-game").tap()
    phone.locator('select[name="count-1-A"]').select_option("3")
    phone.locator('select[name="count-0-10"]').select_option("1")
    phone.get_by_role("button", name="Count", exact=True).tap()

    expect(phone.locator("#count output").last).to_have_text("12")
    assert chosen(phone)["game"] == "1"
    save_button(phone).tap()
    expect(heading(phone)).to_have_text("Hand 2")
    expect_totals(phone, [-2, 2])


def test_what_is_missing_is_said_beside_its_field_and_all_choices_kept(phone: Page) -> None:
    carry(phone, make_pad())
    fields = {"bid": "2", "trump": "clubs", "high": "0", "low": "1"}
    Thumb(phone).choose(fields)
    save_button(phone).tap()

    expect(phone.get_by_role("alert")).to_have_text("Who bid?")
    expect(segment(phone, "who", 0).locator("input")).to_be_focused()
    expect(phone.locator("#f-who")).to_contain_text("Who bid?")
    expect(phone.locator("#f-jack")).to_contain_text("Who won Jack?")
    assert chosen(phone) == fields


def test_a_correction_is_looked_at_and_then_saved(phone: Page) -> None:
    pad = make_pad()
    record(hold(pad), HAND, hand(1, 2))
    carry(phone, pad)
    line = phone.locator(".line").first
    line.get_by_role("link").tap()
    phone.get_by_role("link", name="Change this hand").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Change hand 1")
    assert chosen(phone) == as_tapped(HAND)

    segment(phone, "low", 1).tap()
    save_button(phone).tap()
    expect(phone.locator("#changes")).to_contain_text("Us, after hand 1")
    expect(save_button(phone)).to_have_text("Save the correction")
    save_button(phone).tap()

    expect(says(phone)).to_contain_text("Hand 1 corrected")
    assert [row["totals"] for row in shown_ledger(phone)] == [[-3, 1], [-3, 5]]

    phone.get_by_role("button", name="Undo: Hand 1 corrected").tap()
    expect(says(phone)).to_contain_text("Hand 1 is as it was before.")
    assert [row["totals"] for row in shown_ledger(phone)] == [[3, 0], [3, 4]]


def test_a_hand_is_struck_and_comes_back(phone: Page) -> None:
    pad = make_pad()
    record(hold(pad), HAND, hand(1, 2))
    carry(phone, pad)
    phone.goto(f"/games/{pad.public_id}/hands/1/strike/")
    expect(phone.get_by_role("row", name="Us, after hand 2 3 0")).to_be_visible()
    phone.get_by_role("button", name="Delete hand 1").tap()
    expect(phone.locator(".line")).to_have_count(1)
    assert [row["totals"] for row in shown_ledger(phone)] == [[0, 4]]
    phone.get_by_role("button", name="Undo: ").tap()
    expect(phone.locator(".line")).to_have_count(2)
    assert [row["totals"] for row in shown_ledger(phone)] == [[3, 0], [3, 4]]


def test_back_after_save_and_save_again_is_one_hand(phone: Page) -> None:
    carry(phone, make_pad())
    first = phone.content()
    thumb = Thumb(phone)
    thumb.hand(HAND)
    save_button(phone).tap()
    expect(heading(phone)).to_have_text("Hand 2")

    # The page as the phone had kept it, whatever this browser does on Back.
    address = phone.url
    phone.route(address, lambda route: route.fulfill(body=first, content_type="text/html"))
    phone.goto(address)
    phone.unroute_all()
    expect(heading(phone)).to_have_text("Hand 1")
    thumb.hand(HAND)
    save_button(phone).tap()

    expect(says(phone)).to_contain_text("Already saved. Hand 1: ")
    assert [row["totals"] for row in shown_ledger(phone)] == [[3, 0]]
