"""The first minute of a stranger who has the bare address, counted in taps."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.thumb import Thumb, chosen

GAMES = ("4 points to 7", "Pedro to 62")


def in_sight(page: Page, target: Locator) -> None:
    """That it is seen without scrolling."""
    box, size = target.bounding_box(), page.viewport_size
    assert box and size and box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


def test_everything_to_begin_with_is_on_the_first_screen(phone: Page) -> None:
    phone.goto("/")
    for name in ("Start a game", *GAMES, "Not sure? Three questions", "Print a score sheet"):
        in_sight(phone, phone.get_by_role("link", name=name, exact=True))
    in_sight(phone, phone.get_by_text("Free, no account, works offline."))


def test_a_game_is_under_way_in_three_taps(phone: Page) -> None:
    phone.goto("/")
    thumb = Thumb(phone)
    thumb.tap(phone.get_by_role("link", name="Start a game", exact=True))
    thumb.tap(phone.get_by_role("link", name="Auction Pitch to 7 (Bicycle)", exact=True))
    thumb.tap(phone.get_by_role("button", name="Start", exact=True))
    expect(phone.locator("#entry-head")).to_have_text("Hand 1")
    assert chosen(phone) == {}
    assert thumb.taps == 3


def test_by_the_name_that_players_have_for_it_two_are_enough(phone: Page) -> None:
    phone.goto("/")
    thumb = Thumb(phone)
    thumb.tap(phone.get_by_role("link", name="4 points to 7", exact=True))
    thumb.tap(phone.get_by_role("button", name="Start", exact=True))
    expect(phone.locator("#entry-head")).to_have_text("Hand 1")
    assert thumb.taps == 2


def test_who_gets_low_is_found_in_two_taps(phone: Page) -> None:
    phone.goto("/")
    thumb = Thumb(phone)
    thumb.tap(phone.get_by_role("navigation").first.get_by_role("link", name="Rules"))
    thumb.tap(phone.get_by_role("link", name="Who gets Low?"))
    answer = phone.get_by_text("the side that was dealt the lowest trump in play")
    expect(answer.first).to_be_visible()
    in_sight(phone, answer.first)
    assert thumb.taps == 2


def test_a_score_sheet_is_printed_in_three_taps(phone: Page) -> None:
    phone.add_init_script("window.print = () => { document.title = 'printed'; }")
    phone.goto("/")
    thumb = Thumb(phone)
    thumb.tap(phone.get_by_role("link", name="Print a score sheet", exact=True))
    thumb.tap(phone.get_by_role("link", name="Auction Pitch to 7 (Bicycle)", exact=True))
    thumb.tap(phone.get_by_role("button", name="Print", exact=True).first)
    expect(phone).to_have_title("printed")
    assert thumb.taps == 3
