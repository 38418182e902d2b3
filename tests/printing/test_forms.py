"""The forms of sheets: what may be asked for, and what is said of what may not."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils.http import urlencode

from scorepads.printing.forms import BlankForm, TallyForm
from scorepads.rules.rulesets import find_by_key
from tests.browsing import look

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("/sheets/pedro/?target=0", "Game to: Give a whole number from 1 to 500."),
        ("/sheets/pedro/?target=501", "Game to: Give a whole number from 1 to 500."),
        ("/sheets/pedro/?sides=9", "Sides: Choose one of these."),
        ("/sheets/pedro/?pads=31", "Score pads: Give a whole number from 0 to 30."),
        ("/sheets/pedro/?records=-1", "Record sheets: Give a whole number from 0 to 30."),
        ("/sheets/pedro/?pads=0", "Score pads: Ask for at least one page."),
        ("/sheets/pedro/?pads=20&cards=20", "Score pads: Ask for at most 30 pages at a time."),
        ("/sheets/pedro/?games=5", "Games on a page of score pads: Choose one of these."),
        (f"/sheets/pedro/?club={'n' * 61}", "Club or family: Ensure this value has at most 60"),
        ("/sheets/pedro/?paper=a3", "Paper: Choose one of these."),
        (f"/sheets/pedro/?name-1={'n' * 41}", "Name 2: Ensure this value has at most 40"),
        (f"/sheets/tally/?name-0={'n' * 41}", "Name 1: Ensure this value has at most 40"),
        (f"/sheets/tally/?name-11={'n' * 41}", "Name 12: Ensure this value has at most 40"),
        (
            "/sheets/tally/?copies=7",
            "Copies of each card, or pages without names: Give a whole number from 1 to 6.",
        ),
        ("/sheets/oklahoma/?trey=x", "The trey, worth three: Choose one of these."),
        ("/sheets/standard-pitch/?option=x", "These sheets: Select a valid choice."),
    ],
)
def test_what_cannot_be_printed_is_said_with_its_field(address: str, says: str) -> None:
    (alert,) = look(Client(), address, 422).words(role="alert")
    assert says in alert


def blank(key: str, query: str = "", **asked: str) -> BlankForm:
    form = BlankForm(find_by_key(key), QueryDict(query or urlencode(asked)))
    assert form.is_valid(), form.errors
    return form


def test_a_blank_sheet_is_by_the_rules_of_the_game_and_what_was_changed() -> None:
    assert dict(blank("wikipedia").rules.house_rules) == {}
    assert dict(blank("wikipedia", target="11").rules.house_rules) == {}
    assert dict(blank("wikipedia", target="15").rules.house_rules) == {"target": 15}
    assert dict(blank("oklahoma", trey="no").rules.house_rules) == {"trey": False}
    assert dict(blank("oklahoma", trey="yes").rules.house_rules) == {}
    assert dict(blank("standard-pitch").rules.house_rules) == {"auction": False}


def test_an_option_of_a_recipe_is_on_its_sheet() -> None:
    plain, taken = blank("points-in-order"), blank("points-in-order", "option=no-junk")
    assert not plain.rules.no_junk and taken.rules.no_junk


def test_a_sheet_has_as_many_columns_as_asked_for_or_as_usual() -> None:
    assert (blank("wikipedia").side_count, blank("wikipedia", sides="5").side_count) == (2, 5)
    assert blank("wikipedia", sides="5").rules.sides == 5


def test_names_are_printed_as_soon_as_there_is_one() -> None:
    assert blank("wikipedia").names == []
    assert blank("wikipedia", **{"name-1": " Bo\n"}).names == ["", "Bo"]
    assert blank("wikipedia", **{"name-4": "Beyond"}).names == []


def test_a_sheet_is_one_page_of_score_pads_on_the_paper_of_the_printer() -> None:
    form = blank("wikipedia")
    assert (form.paper, form.is_large, form.count_of("pads")) == ("", False, 1)
    assert (form.games, form.cards_on_a_page) == (4, 2)
    form = blank("wikipedia", paper="letter", records="6", large="on", games="6", up="4")
    assert (form.paper, form.is_large, form.count_of("pads")) == ("letter", True, 0)
    assert (form.count_of("records"), form.games, form.cards_on_a_page) == (6, 6, 1)


def test_a_form_has_a_field_for_every_name_that_fits() -> None:
    assert [number for number, _ in blank("wikipedia").name_rows] == list(range(1, 10))
    page = look(Client(), "/sheets/tally/")
    for number in range(12):
        assert page.find("input", name=f"name-{number}")
    assert not page.find("input", name="name-12")
    assert not page.find("input", name="card")
    assert [number for number, _ in TallyForm({}).name_rows] == list(range(1, 13))


def test_tally_cards_leave_out_the_names_left_empty() -> None:
    form = TallyForm({"name-0": "Ann", "name-5": "Bo", "name-11": "Cy", "copies": "2"})
    assert form.is_valid()
    assert (form.names, form.copies) == (["Ann", "Bo", "Cy"], 2)
