"""Every page there is, for a table with long names and many house rules, on the smallest phone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from scorepads.models import Pad
from tests.browser.states import LONG
from tests.browser.test_accessibility import violations
from tests.browser.thumb import carry
from tests.core.addresses import every_route, filled, is_moved
from tests.factories import adjustment, hand, hold, make_pad, record

HOUSE_RULES = {
    "target": 15, "no_junk": True, "lowest_bid": 1, "values": {"joker": 1, "five": 5},
    "sinks_at": -10, "tie_plays_on": True, "dealer_steal": True, "dealer_forced": 1,
    "short_deck": True,
}  # fmt: skip
NAMES = (LONG, "Dot & Walt from the other end of town")
PLAYERS = ((LONG, "Wilhelmina Featherstonehaugh"), ("Dorothea & the neighbors", LONG))
TOO_WIDE = """() => {
  const across = document.scrollingElement.scrollWidth;
  return across > window.innerWidth ? `${across} px` : null;
}"""
GROUPS = {"of a game": True, "of all games": False}


@pytest.fixture
def crowded(phone: Page, transactional_db: None) -> Pad:
    """A game that is won and goes on as another one tonight."""
    points = ("high", "low", "jack", "game", "joker", "five")
    pad = make_pad("wikipedia", NAMES, players=PLAYERS, start=(14, -3), note=LONG, **HOUSE_RULES)
    owners = dict.fromkeys(points, 0)
    record(hold(pad), adjustment(1, -1, note=LONG), hand(0, 2, points=points, owners=owners))
    carry(phone, pad)
    with phone.expect_navigation():
        phone.get_by_role("button", name="Play again").tap()
    again = Pad.objects.latest("pk")
    owners = dict.fromkeys(points, 1)
    record(hold(again), hand(0, 2, points=points, owners=owners, note=LONG, trump="hearts"))
    return again


def pages(phone: Page, pad: Pad, of_a_game: bool) -> Iterator[str]:
    """Every address that shows a page, opened one after the other."""
    seen = 0
    for route in every_route():
        path = filled(route, pad)
        if (
            is_moved(route)
            or re.search(r"[\\(^]|pdf$", path)
            or ("public_id" in route) != of_a_game
        ):
            continue
        answer = phone.request.get(path, max_redirects=0)
        is_html = answer.headers.get("content-type", "").startswith("text/html")
        if answer.status == 200 and is_html and "<html" in answer.text():
            phone.goto(path)
            seen += 1
            yield path
    assert seen > 10


@pytest.mark.parametrize("of_a_game", GROUPS.values(), ids=GROUPS)
def test_no_page_is_wider_than_the_smallest_phone(
    phone: Page, crowded: Pad, of_a_game: bool
) -> None:
    """Folded and unfolded, and at twice the size of type."""
    wide = {}
    for path in pages(phone, crowded, of_a_game):
        phone.set_viewport_size({"width": 320, "height": 568})
        wide[path] = phone.evaluate(TOO_WIDE)
        phone.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
        wide[f"{path} unfolded"] = phone.evaluate(TOO_WIDE)
        phone.set_viewport_size({"width": 360, "height": 640})
        phone.evaluate("document.documentElement.style.fontSize = '200%'")
        wide[f"{path} at 200 %"] = phone.evaluate(TOO_WIDE)
    assert {path: found for path, found in wide.items() if found} == {}


@pytest.mark.parametrize("of_a_game", GROUPS.values(), ids=GROUPS)
def test_axe_finds_nothing_on_any_page(phone: Page, crowded: Pad, of_a_game: bool) -> None:
    """In both themes, and with forced colors and type twice as large."""
    phone.emulate_media(reduced_motion="reduce")
    broken = {}
    for path in pages(phone, crowded, of_a_game):
        for scheme in ("light", "dark"):
            phone.emulate_media(color_scheme=scheme, forced_colors="none")
            broken[f"{path} {scheme}"] = violations(phone)
        phone.emulate_media(forced_colors="active")
        phone.evaluate("document.documentElement.style.fontSize = '200%'")
        # The colors are the browser's own then, while axe reads those of our style sheets.
        broken[f"{path} forced colors, 200 %"] = violations(phone, "color-contrast")
    assert {path: found for path, found in broken.items() if found} == {}
