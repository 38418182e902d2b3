"""The game's page looks and answers alike in Chromium, Firefox and WebKit."""

from __future__ import annotations

import pytest

from tests.browser.engines import Screen
from tests.browser.fit import FIT, SEATS, fit_of
from tests.browser.table import Table
from tests.factories import make_pad

ROWS = """() => [...document.querySelectorAll("#hand-form .ask")]
  .filter(row => row.checkVisibility())
  .map(row => [row.id || row.className, row.getBoundingClientRect().height])"""
LOW_ROW, HIGH_ROW = 44, 48


@pytest.mark.parametrize(
    ("preset", "size", "height"),
    [
        ("five-point", (360, 640), LOW_ROW),
        ("pagat-partnership", (320, 568), LOW_ROW),
        ("wikipedia", (390, 844), HIGH_ROW),
        ("oklahoma", (390, 844), LOW_ROW),
    ],
)
def test_every_row_is_as_high_as_a_thumb_needs(
    table: Table,
    screen: Screen,
    preset: str,
    size: tuple[int, int],
    height: int,
    transactional_db: None,
) -> None:
    screen.resize(*size)
    table.bring(make_pad(preset, players=(("Ann", "Bo"), ("Cy", "Di"))))
    table.expect_at_rest()
    rows = screen.run(ROWS)
    assert len(rows) >= 7
    # The bids of ten points lie in two lines on any phone.
    assert {name: high for name, high in rows if abs(high - height) > 0.5 and name != "f-bid"} == {}


@pytest.mark.parametrize(
    ("preset", "names", "size"),
    [
        ("bicycle", ("Us", "Them"), (320, 568)),
        ("five-point", ("Us", "Them"), (360, 640)),
        ("wikipedia", SEATS[:5], (360, 640)),
        ("wikipedia", SEATS[:8], (390, 844)),
        ("oklahoma", SEATS[:3], (390, 844)),
    ],
)
def test_a_whole_hand_is_seen_without_scrolling(
    table: Table,
    screen: Screen,
    preset: str,
    names: tuple[str, ...],
    size: tuple[int, int],
    transactional_db: None,
) -> None:
    screen.resize(*size)
    table.bring(make_pad(preset, names))
    table.expect_at_rest()
    fit = fit_of(screen.run(FIT))
    assert fit.is_whole, fit


def test_oklahoma_is_seen_without_scrolling_once_it_is_bid(
    table: Table, screen: Screen, transactional_db: None
) -> None:
    screen.resize(360, 640)
    table.bring(make_pad("oklahoma"))
    table.expect_at_rest()
    table.choose({"who": "0", "bid": "5"})
    for more in ({}, {"trump": "hearts"}):
        table.choose(more)
        screen.expect(".auction.suited" if more else ".auction.folded")
        fit = fit_of(screen.run(FIT))
        assert fit.is_whole, fit
