"""Rules cards; `test_every_game.py` has one of every game."""

from __future__ import annotations

import io

import pdfplumber
import pytest
from django.template.loader import render_to_string
from django.test import Client

from scorepads.printing import cards, kept_pdfs, views
from scorepads.printing.stacks import CardPage, make_stack
from tests.factories import (
    make_rules,
)
from tests.printing.sheets import (
    ALL_HOUSE_RULES,
    CLUB,
    check_cards,
    check_paper,
    get_pdf,
    page_texts,
)

pytestmark = [pytest.mark.django_db, pytest.mark.paper]


@pytest.mark.parametrize("key", ["bicycle", "oklahoma", "eleven-on-a-bid"])
def test_stands_whole_on_a_small_card(key: str) -> None:
    made = get_pdf(Client(), f"/sheets/{key}/sheet.pdf", "letter", cards="1", up="4")
    check_paper(made, "letter", pages=1)
    with pdfplumber.open(io.BytesIO(made)) as opened:
        check_cards(opened.pages[0], 4)


@pytest.mark.parametrize("up", [2, 4])
def test_with_every_house_rule_stands_whole_on_its_card(up: int) -> None:
    card = cards.rule_card("Our own", make_rules(**ALL_HOUSE_RULES))
    stack = make_stack((CardPage(card, up), 1))
    context = {
        "stack": stack,
        "title": "Cards",
        **CLUB,
    }
    style = views.style_of_pdf(stack, "letter")
    made = kept_pdfs.make_pdf(render_to_string("printing/pdf.html", context), style)
    check_paper(made, "letter", pages=1)
    with pdfplumber.open(io.BytesIO(made)) as opened:
        check_cards(opened.pages[0], up)


def test_tells_the_deal_and_the_play_besides_the_score() -> None:
    told = " ".join(page_texts(get_pdf(Client(), "/sheets/oklahoma/sheet.pdf", cards="1")))
    told = " ".join(told.split())
    for point in make_rules("oklahoma").points:
        assert point.hint in told
    for topic in ("Deal", "Play", "Auction", "Trump", "Set back", "Going out"):
        assert topic in told


def test_names_house_rules_in_place_of_what_they_change() -> None:
    card = cards.rule_card("x", make_rules(going_out="point-order", tie_plays_on=False))
    told = {rule.about: rule for rule in card.statements}
    assert told["Going out"].says == ""
    assert told["Going out"].house.startswith(
        "First to 11 wins. The points are counted in the order High, Low, Jack, Game"
    )
    plain = cards.rule_card("x", make_rules())
    assert all(rule.says and not rule.house for rule in plain.statements)
