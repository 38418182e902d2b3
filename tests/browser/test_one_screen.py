"""A whole hand is to be seen at once: nothing to scroll, at the sizes that phones have."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorepads.core.scorepad import read_pad
from scorepads.rules import catalog
from tests.browser.fit import FIT, SEATS, fit_of
from tests.browser.thumb import Thumb, carry, says
from tests.factories import hand_under, hold, make_pad, record

FOUR_POINTS = ("bicycle", "wikipedia", "pagat-partnership")
FOUR_AND_FIVE_POINTS = (*FOUR_POINTS, "five-point")
LONG = {"oklahoma": "5", "pedro": "7", "wikipedia": "2"}
"""Those whose bid folds away to make room, and a bid of theirs; of the last for six and more."""
SIZES = {"usual": (360, 640), "large": (390, 844), "small": (320, 568)}
PARTNERS = (("Ann", "Bo"), ("Cy", "Di"))

CASES = [
    *product(FOUR_AND_FIVE_POINTS, [2], [False, True], ["usual", "large"]),
    *product(FOUR_POINTS, [2], [False, True], ["small"]),
    *product(FOUR_POINTS, [3, 4, 5], [False], ["usual", "large"]),
    *product(FOUR_POINTS, [6, 7], [False], ["large"]),
    ("wikipedia", 8, False, "large"),
    *product(["oklahoma", "pedro"], [2], [False, True], ["large"]),
    ("oklahoma", 3, False, "large"),
]
ONCE_BID = [
    *product(["oklahoma", "pedro"], [2], [False, True], ["usual", "large"]),
    *product(["oklahoma"], [3], [False], ["usual", "large"]),
    ("wikipedia", 9, False, "large"),
]


def open_pad(phone: Page, preset: str, sides: int, named: bool, size: str) -> None:
    width, height = SIZES[size]
    phone.set_viewport_size({"width": width, "height": height})
    names = ("Us", "Them") if sides == 2 else SEATS[:sides]
    # One side can go out on the next hand, and one is in the hole: what they need is told longest.
    start = (target_of(preset) - 3, -14, *[0] * (sides - 2))
    carry(phone, make_pad(preset, names, players=PARTNERS if named else (), start=start))


def target_of(preset: str) -> int:
    return catalog.current.newest(preset).target


@pytest.mark.parametrize(("preset", "sides", "named", "size"), CASES)
def test_a_whole_hand_is_seen_without_scrolling(
    phone: Page, transactional_db: None, preset: str, sides: int, named: bool, size: str
) -> None:
    open_pad(phone, preset, sides, named, size)
    fit = fit_of(phone.evaluate(FIT))
    assert fit.is_whole, fit


@pytest.mark.parametrize("trump", [{}, {"trump": "hearts"}], ids=["", "trump"])
@pytest.mark.parametrize(("preset", "sides", "named", "size"), ONCE_BID)
def test_the_points_are_seen_as_soon_as_the_bid_is_chosen(
    phone: Page, transactional_db: None, preset: str, sides: int, named: bool, size: str, trump: Any
) -> None:
    open_pad(phone, preset, sides, named, size)
    Thumb(phone).choose({"who": "0.0" if named else "0", "bid": LONG[preset], **trump})
    phone.locator(".auction.folded").wait_for()
    fit = fit_of(phone.evaluate(FIT))
    assert fit.is_whole, fit


@pytest.mark.parametrize(
    ("preset", "sides", "size"),
    [
        *product(FOUR_AND_FIVE_POINTS, [2], ["usual"]),
        *product(FOUR_POINTS, [2], ["small"]),
        ("wikipedia", 5, "usual"),
        *product(["oklahoma", "pedro"], [2], ["usual", "large"]),
    ],
)
def test_a_correction_is_seen_without_scrolling(
    phone: Page, transactional_db: None, preset: str, sides: int, size: str
) -> None:
    width, height = SIZES[size]
    phone.set_viewport_size({"width": width, "height": height})
    pad = make_pad(preset, SEATS[:sides])
    record(hold(pad), hand_under(read_pad(pad).rules, 0))
    carry(phone, pad)
    phone.goto(f"/games/{pad.public_id}/hands/1/correct/")
    fit = fit_of(phone.evaluate(FIT))
    assert fit.is_whole, fit


def test_a_long_correction_opens_its_bid(phone: Page, transactional_db: None) -> None:
    pad = make_pad("oklahoma", players=PARTNERS)
    record(hold(pad), hand_under(read_pad(pad).rules, 0, player=1, trump="hearts"))
    carry(phone, pad)
    phone.goto(f"/games/{pad.public_id}/hands/1/correct/")
    line = phone.locator(".bidline")
    expect(line).to_contain_text("Bo bid 2")
    line.tap()
    expect(line).to_be_hidden()  # it would tell what was bid before
    Thumb(phone).choose({"bid": "3", "trump": "clubs"})
    expect(says(phone)).to_contain_text("No total changes")


@pytest.mark.parametrize("sides", range(2, 10))
def test_the_rest_can_go_to_nobody_however_many_play(
    phone: Page, transactional_db: None, sides: int
) -> None:
    open_pad(phone, "wikipedia", sides, False, "large")
    Thumb(phone).choose({"who": "0", "bid": "2", "high": "0", "low": "0"})
    phone.locator(".rest .none").tap()
    expect(says(phone)).to_contain_text("took 2")
