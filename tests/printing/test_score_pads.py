"""We/They pads; `test_every_game.py` has one of every game."""

from __future__ import annotations

import io

import pdfplumber
import pytest
from django.test import Client

from tests.printing.sheets import (
    NAMES,
    ON_PAPERS,
    check_paper,
    check_rows_of_pad,
    dots_of,
    get_pdf,
    printed_stack,
)

pytestmark = [pytest.mark.django_db, pytest.mark.paper]


@pytest.mark.parametrize(("games", "count"), [("4", 4), ("6", 6)])
def test_has_four_or_six_games_of_two_columns(games: str, count: int) -> None:
    asked = {"games": games, "name-0": "Dot & Walt", "name-1": "Ann & Bo"}
    made = get_pdf(Client(), "/sheets/bicycle/sheet.pdf", **asked)
    check_paper(made, "a4", pages=1)
    with pdfplumber.open(io.BytesIO(made)) as opened:
        (page,) = opened.pages
        text = " ".join(page.extract_text().split())
        assert len(dots_of(page)) >= count * 2 * 10
        check_rows_of_pad(page, 7)
    assert text.count("Dot & Walt") == count == text.count("Ann & Bo")


@pytest.mark.parametrize("sides", [3, 6, 9])
def test_of_single_players_has_a_column_for_each(sides: int) -> None:
    asked = {"sides": str(sides), "large": "on"}
    asked |= {f"name-{n}": name for n, name in enumerate(NAMES[:sides])}
    made = get_pdf(Client(), "/sheets/wikipedia/sheet.pdf", "letter", **asked)
    check_paper(made, "letter", pages=1)
    with pdfplumber.open(io.BytesIO(made)) as opened:
        assert len({left for left, _ in dots_of(opened.pages[0])}) == sides


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("bicycle", ("bid 2 to 4", "the dealer may take the bid", "unless in the hole")),
        ("pagat-partnership", ("or smudge", "the dealer bids 2", "only on a made bid")),
        ("oklahoma", ("Trey 3", "bid 2 to 10", "no smudge")),
        ("standard-pitch", ("no bids", "each scores what it took")),
    ],
)
def test_says_what_the_table_asks_for_most(key: str, told: tuple[str, ...]) -> None:
    line = printed_stack(key, dict(ON_PAPERS)[key]).texts[0]
    assert [words for words in told if words not in line] == []
