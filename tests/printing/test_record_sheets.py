"""Blank record sheets; `test_every_game.py` has one of every game."""

from __future__ import annotations

import io

import pdfplumber
import pytest
from django.test import Client

from tests.printing.sheets import (
    NAMES,
    ON_PAPERS,
    SIZES,
    check_cells,
    check_paper,
    get_pdf,
    page_texts,
    printed_stack,
)

pytestmark = [pytest.mark.django_db, pytest.mark.paper]


@pytest.mark.parametrize("paper", SIZES)
def test_of_nine_sides_lies_across(paper: str) -> None:
    asked = {"sides": "9", **{f"name-{n}": name for n, name in enumerate(NAMES)}}
    made = get_pdf(Client(), "/sheets/tie-plays-on/sheet.pdf", paper, records="1", **asked)
    check_paper(made, paper, pages=1)
    with pdfplumber.open(io.BytesIO(made)) as opened:
        check_cells(opened.pages[0])
        assert opened.pages[0].width > opened.pages[0].height
    whole = "".join(page_texts(made)[0].split())
    for name in (name for name in NAMES if name.isascii()):
        assert "".join(name.split()) in whole


def test_speaks_of_nobodys_points_only_where_there_can_be_any() -> None:
    assert "nobody" not in printed_stack("pedro", dict(ON_PAPERS)["pedro"]).texts[1]
    assert "– nobody" in printed_stack("bicycle", dict(ON_PAPERS)["bicycle"]).texts[1]
