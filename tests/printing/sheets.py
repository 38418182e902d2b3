"""Sheets as PDFs: how tests get them, and what every page of paper must hold."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle, pairwise

import pdfplumber
import pypdf
from django.test import Client
from pdfplumber.page import Page

from scorepads.models import Pad
from scorepads.rules.rulesets import all_recipes
from tests.factories import (
    PRESETS,
    make_phone,
)

A4, LETTER = (595, 842), (612, 792)
SIZES = {"a4": A4, "letter": LETTER}
MILLIMETRE = 72 / 25.4

NAMES = (
    "Annamaria-Luise von Hohenfels-Bartenstei",
    "Bo",
    "نحن الأبطال هنا",
    "👩‍👩‍👧 Die Familie",
    "W" * 40,
    "Frederic",
    "Gus",
    "Henrietta-Theodora Winterbottom-Smythe X",
    "שלום עליכם",
)
ALL_HOUSE_RULES = {
    "target": 300, "values": {"joker": 2, "five": 5, "last": 1}, "no_junk": True,
    "smudge": "four-wins-unless-in-the-hole", "tie_plays_on": True, "outright_at": 400,
    "dealer_steal": True, "dealer_forced": 3, "low_to": "trick", "game_tie": "pitcher",
    "game_by": "ten", "short_deck": True, "redeal": "next-dealer", "lowest_bid": 2,
}  # fmt: skip

EVERY_GAME = [*PRESETS, *(recipe.key for recipe in all_recipes())]
ON_PAPERS = list(zip(EVERY_GAME, cycle(SIZES), strict=False))
"""Every game, on the two papers in turn."""
KINDS = {"pads": "1", "records": "1", "cards": "1"}
CLUB = {"club": "Kitchen Club", "line": "Coffee at nine"}


@dataclass
class PrintedStack:
    """One sheet of every kind, made once for all tests that look at it."""

    paper: str
    pages: Sequence[Page]
    texts: list[str]

    @property
    def pad(self) -> Page:
        return self.pages[0]

    @property
    def record(self) -> Page:
        return self.pages[1]

    @property
    def cards(self) -> Page:
        return self.pages[2]


@cache
def printed_stack(key: str, paper: str, large: str = "") -> PrintedStack:
    handout = {"handouts": "1"} if key in PRESETS else {}
    made = get_pdf(
        Client(), f"/sheets/{key}/sheet.pdf", paper, large=large, **(KINDS | CLUB | handout)
    )
    pages = pdfplumber.open(io.BytesIO(made)).pages
    return PrintedStack(paper, pages, [" ".join(page.extract_text().split()) for page in pages])


def get_pdf(phone: Client, address: str, paper: str = "a4", **more: str) -> bytes:
    answer = phone.get(address, {"paper": paper, **more})
    assert answer.status_code == 200, answer.content[:300]
    assert answer["Content-Type"] == "application/pdf"
    return bytes(answer.content)


def pad_pdf(pad: Pad, paper: str = "a4", **more: str) -> bytes:
    return get_pdf(make_phone(pad), f"/games/{pad.public_id}/sheet.pdf", paper, **more)


def page_texts(made: bytes) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(made)).pages]


def tables(made: bytes) -> list[list[list[str]]]:
    """The cells of the largest table of every page, as they stand within its lines."""
    with pdfplumber.open(io.BytesIO(made)) as opened:
        found = [page.extract_table() for page in opened.pages]
    return [[[cell or "" for cell in row] for row in table] for table in found if table]


def check_paper(made: bytes, paper: str, *, pages: int | None = None) -> None:
    """Every page is of that paper, upright or across, and nothing lies in its margins.

    Only the number of the page may: it stands at the foot.
    """
    with pdfplumber.open(io.BytesIO(made)) as opened:
        assert pages is None or len(opened.pages) == pages
        for page in opened.pages:
            check_page(page, paper)


def check_page(page: Page, paper: str) -> None:
    assert sorted((round(page.width), round(page.height))) == list(SIZES[paper])
    letters = [char for char in page.chars if char["text"] != " "]
    for item in (*letters, *page.rects, *page.lines):
        assert item["x0"] >= 33 and item["x1"] <= page.width - 33
        assert item["top"] >= 33 and item["bottom"] <= page.height - 12


def check_numbers(made: bytes) -> None:
    """Every page says which of how many it is."""
    texts = page_texts(made)
    for number, text in enumerate(texts, start=1):
        assert f"page {number} of {len(texts)}" in text


def check_cells(page: Page, *, row: float = 7.0) -> None:
    """No cell that is written in is narrower than 7 millimetres, or lower than a row."""
    table = page.find_table()
    assert table is not None
    for cells in table.rows[2:]:
        boxes = [cell for cell in cells.cells if cell]
        assert all((bottom - top) / MILLIMETRE > row - 0.3 for _, top, _, bottom in boxes)
        assert all((x1 - x0) / MILLIMETRE > 6.7 for x0, _, x1, _ in boxes)


def check_type(page: Page, points: float) -> None:
    """No letter is smaller, but for the number of the page."""
    sizes = {round(c["size"], 1) for c in page.chars if c["bottom"] < page.height - 33}
    assert min(sizes) >= points, sizes


def dots_of(page: Page) -> list[tuple[float, float]]:
    """Where the dealers' dots are: from the left in steps of 4 mm, from the top in millimetres."""
    dots = {
        (round(c["x0"] / MILLIMETRE / 4), round(c["top"] / MILLIMETRE, 1))
        for c in page.curves
        if 2 < (c["x1"] - c["x0"]) / MILLIMETRE < 3
    }
    return sorted(dots)


def check_rows_of_pad(page: Page, row: float) -> None:
    """The rows of a pad are so many millimetres high, measured from dot to dot."""
    tops = sorted({top for _, top in dots_of(page)})
    gaps = [lower - upper for upper, lower in pairwise(tops) if lower - upper > 0.5]
    assert min(gaps) > row - 0.5


def check_cards(page: Page, count: int) -> None:
    """There are so many cards, and their words end above the lowest cut line."""
    assert page.extract_text().count("Who gets it") == count
    lowest_line = max(item["bottom"] for item in (*page.lines, *page.rects))
    assert max(char["bottom"] for char in page.chars) < lowest_line
