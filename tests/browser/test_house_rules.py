"""House rules by thumb: a recipe, a table's own rules, and a game under other rules."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.states import FOUR
from tests.browser.thumb import OpenPhone, Thumb, carry, expect_totals, heading, says
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
    expect_totals(phone, [3, 0])


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


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f'label:has([name="{name}"][value="{value}"])').first.tap()


def test_names_are_put_in_their_seats_and_the_dealer_is_tapped(phone: Page) -> None:
    phone.goto("/open/pagat-partnership/")
    choose(phone, "players", "3")
    phone.fill('[name="name-1"]', "Blues")
    third = phone.locator('label:has([name="dealer"][value="1.2"])')
    expect(third).to_contain_text("Blues, second partner")
    for row, name in enumerate(("Di", "Ed", "Flo")):
        phone.fill(f'[name="player-1-{row}"]', name)
        phone.fill(f'[name="player-0-{row}"]', f"{name} too")
    expect(third).to_contain_text("Flo")
    third.tap()
    choose(phone, "players", "2")  # a team of two has no third player, and the side still deals
    expect(third).to_be_hidden()
    expect(phone.locator('.of-players [name="dealer"][value="1"]')).to_be_checked()
    choose(phone, "players", "3")
    third.tap()
    phone.get_by_role("button", name="Start", exact=True).tap()
    expect(phone.locator("#now")).to_contain_text("Dealer: Flo")


def middle(page: Page, name: str) -> tuple[float, float]:
    box = page.locator(f'li:has([name="{name}"])').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_partners_sit_opposite_each_other_and_the_seats_go_clockwise(phone: Page) -> None:
    phone.goto("/open/pagat-partnership/")
    choose(phone, "players", "2")
    top, right, bottom, left = (
        middle(phone, name) for name in ("player-0-0", "player-1-0", "player-0-1", "player-1-1")
    )
    assert top[0] == bottom[0] and top[1] < right[1] < bottom[1]
    assert left[0] < top[0] < right[0] and left[1] == right[1]


@pytest.mark.parametrize("sides", range(2, 10))
def test_those_who_sit_alone_have_a_seat_each_in_the_picture(phone: Page, sides: int) -> None:
    phone.goto("/open/wikipedia/")
    choose(phone, "sides", str(sides))
    seats = phone.locator(".table > li:visible")
    expect(seats).to_have_count(sides)
    boxes = [seats.nth(number).bounding_box() for number in range(sides)]
    for place, box in enumerate(boxes):
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390
        for other in boxes[:place]:
            assert other
            apart_down = box["y"] >= other["y"] + other["height"]
            apart_up = other["y"] >= box["y"] + box["height"]
            apart_beside = abs(box["x"] - other["x"]) >= min(box["width"], other["width"])
            assert apart_down or apart_up or apart_beside


def test_a_name_typed_before_is_one_tap(phone: Page) -> None:
    carry(phone, make_pad("bicycle", ("Gus", "Hal")))
    phone.goto("/open/pedro/")
    known = phone.get_by_role("group", name="Names typed on this phone before")
    known.get_by_role("button", name="Hal").tap()
    expect(phone.locator('[name="name-0"]')).to_have_value("Hal")
    expect(known.get_by_role("button", name="Hal")).to_be_disabled()
    known.get_by_role("button", name="Gus").tap()
    expect(phone.locator('[name="name-1"]')).to_have_value("Gus")
    phone.get_by_role("button", name="Forget these names").tap()
    expect(known).to_have_count(0)


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
