"""House rules by thumb: a recipe, a table's own rules, and a game under other rules."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.states import FOUR
from tests.browser.thumb import OpenPhone, Thumb, carry, heading, says, shown_totals
from tests.factories import hand, hold, make_pad, record
from tests.preset_files import name_of

WIKIPEDIA = name_of("wikipedia")


def game(page: Page) -> Locator:
    return page.locator(".top .game")


def test_a_recipe_with_an_option_is_opened_and_played(phone: Page) -> None:
    phone.goto("/open/")
    phone.get_by_role("link", name="Auction Pitch, points in order", exact=True).tap()
    phone.fill('[name="name-0"]', "Reds")
    phone.get_by_role("button", name="No junk").tap()
    expect(phone.get_by_role("button", name="No junk")).to_have_attribute("aria-pressed", "true")
    expect(phone.locator('[name="name-0"]')).to_have_value("Reds")
    phone.get_by_role("button", name="Start", exact=True).tap()
    expect(game(phone)).to_contain_text("house rules: no junk, points in order")
    thumb = Thumb(phone)
    thumb.hand(hand(0, 2, owners={"game": 1}))
    expect(says(phone)).to_have_text("Reds bid 2, took 3: made, +3, 0 to 3.")
    thumb.save()
    assert shown_totals(phone) == [3, 0]


def test_own_rules_are_kept_and_used_again(phone: Page) -> None:
    phone.goto("/open/wikipedia/")
    phone.locator("#house-rules > summary").tap()
    phone.locator("summary", has_text="Points and bids").tap()
    phone.locator("label", has_text="No junk").tap()
    phone.locator("summary", has_text="Save as house rules").tap()
    phone.fill('[name="own-name"]', "Tuesday rules")
    phone.get_by_role("button", name="Save without starting").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Tuesday rules")
    expect(phone.get_by_role("img", name="QR code")).to_be_visible()
    phone.goto("/open/")
    phone.get_by_role("link", name="Tuesday rules", exact=True).tap()
    phone.get_by_role("button", name="Start", exact=True).tap()
    expect(game(phone)).to_contain_text(
        re.compile("Tuesday rules, version 1.*house rules: no junk", re.DOTALL)
    )


def test_who_deals_first_is_named_as_they_are_typed(phone: Page) -> None:
    phone.goto("/open/pagat-partnership/")
    phone.locator("summary", has_text="Player names").tap()
    phone.fill('[name="name-1"]', "Blues")
    third = phone.locator('label:has([name="dealer"][value="1.2"])')
    expect(third).to_have_text("Blues, second partner")
    for row, name in enumerate(("Di", "Ed", "Flo")):
        phone.fill(f'[name="player-1-{row}"]', name)
        phone.fill(f'[name="player-0-{row}"]', f"{name} too")
    expect(third).to_have_text("Flo")
    expect(phone.locator('label:has([name="dealer"][value="1"])')).to_have_text("Di")
    third.tap()
    phone.locator('label:has([name="sides"][value="5"])').tap()
    expect(third).to_be_visible()  # what was typed and tapped never hides
    phone.locator('label:has([name="sides"][value="2"])').tap()
    phone.get_by_role("button", name="Start", exact=True).tap()
    expect(phone.locator("#now")).to_contain_text("Dealer: Flo")


def test_enter_in_a_name_starts_and_keeps_nothing(open_phone: OpenPhone) -> None:
    """Without script; with it, Enter goes on to the next name."""
    phone = open_phone(java_script_enabled=False)
    phone.goto("/open/wikipedia/?recipe=points-in-order")
    phone.fill('[name="name-0"]', "Reds")
    phone.keyboard.press("Enter")
    expect(heading(phone)).to_have_text("Hand 1")


def test_from_home_to_a_finished_game_under_two_other_rules_in_six_taps(phone: Page) -> None:
    pad = make_pad("bicycle", players=FOUR)
    record(hold(pad), hand(1, 2, owners={"jack": 0}), hand(0, 4))
    carry(phone, pad)
    phone.goto("/")
    taps = 0

    def tap(name: str, **which: Any) -> None:
        nonlocal taps
        phone.get_by_role("link", name=name, **which).first.tap()
        taps += 1

    tap("Ann & Bo")
    tap("Menu")
    tap("What if? Other rules")
    tap(WIKIPEDIA)
    expect(phone.get_by_role("heading", level=1)).to_have_text(f"What if? {WIKIPEDIA}")
    expect(phone.locator(".parts")).to_be_visible()
    tap("Partnership Pitch to 21 (Pagat)")
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Partnership Pitch to 21")
    expect(phone.locator(".both")).to_be_visible()
    assert taps <= 6
