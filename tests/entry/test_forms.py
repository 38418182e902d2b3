"""Where the forms of entry say what is wrong: beside the field, and in the list above."""

from __future__ import annotations

from typing import Any

import pytest

from scorepads.entry.hand_form import HandForm
from scorepads.models import Pad
from tests.browsing import Page, page_of
from tests.factories import (
    Facts,
    adjustment,
    hand,
    hold,
    make_pad,
    make_phone,
    posted,
    record,
    reread,
    tapped,
)
from tests.material import some

pytestmark = pytest.mark.django_db


def refused(pad: Pad, address: str, **fields: str) -> Page:
    response = make_phone(pad).post(f"/games/{pad.public_id}/{address}", posted(pad, **fields))
    assert response.status_code == 422
    return page_of(response)


def marked(page: Page) -> set[str]:
    """The fields that are marked as wrong."""
    return {
        node.attributes["id"].removeprefix("f-")
        for node in page.nodes
        if "bad" in node.attributes.get("class", "").split() and "id" in node.attributes
    }


def test_a_point_that_nobody_was_given_is_marked_where_it_is_asked_for() -> None:
    pad = make_pad()
    fields = tapped(hand(), do="hand") | {"low": ""}
    page = refused(pad, "hands/", **fields)
    assert marked(page) == {"low"}
    assert page.words("p", class_="error") == ["Who won Low?"]


def test_who_bid_and_how_much_are_marked_where_they_are_asked_for() -> None:
    page = refused(make_pad(), "hands/", **(tapped(hand(), do="hand") | {"who": "", "bid": ""}))
    assert {"who", "bid"} <= marked(page)
    assert {"Who bid?", "Choose a bid."} <= set(page.words("p", class_="error"))


def test_a_smudge_asks_for_all_six_tricks_there() -> None:
    pad = make_pad("pagat-partnership")
    fields = tapped(hand(0, "smudge"), do="hand") | {"all_tricks": ""}
    page = refused(pad, "hands/", **fields)
    assert marked(page) == {"all_tricks"}
    assert "Did the pitcher win all the tricks?" in page.text


@pytest.mark.parametrize("address", ["adjustments/", "target/"])
def test_a_note_that_is_too_long_is_told_on_the_page_of_its_form(address: str) -> None:
    fields = {"target": "15", "side": "0", "way": "add", "by": "1", "do": "save"}
    page = refused(make_pad(), address, **fields, note="x" * 201)
    assert "Ensure this value has at most 200 characters (it has 201)." in page.text


@pytest.mark.parametrize(
    ("facts", "fields"),
    [
        ({"target": 15}, {"target": "15"}),
        (adjustment(), {"side": "0", "way": "add", "by": "1"}),
    ],
)
def test_what_is_wrong_with_a_corrected_line_is_told_above_it(
    facts: Facts, fields: dict[str, str]
) -> None:
    pad = make_pad()
    record(hold(pad), facts)
    page = refused(pad, "hands/1/correct/", **fields, note="x" * 201, do="save")
    says = "Ensure this value has at most 200 characters (it has 201)."
    assert f"Fix the marked fields first: {says}" in page.text


@pytest.mark.parametrize(
    ("preset", "names", "players", "own"),
    [
        ("pagat-partnership", ("Us", "Them"), (("Ann", "Cy"), ("Bo", "Di")), {}),
        ("oklahoma", ("A", "B", "C"), (("Ann", "Cy"), (), ("Bo", "Di")), {}),
        ("oklahoma", ("Ann", "Bo", "Cy", "Di", "Ed"), (), {"partners": "called", "target": 42}),
        ("oklahoma", ("A", "B"), (), {"moon": {"made": "wins", "all_tricks": True}}),
        ("pedro", ("Us", "Them"), (), {}),
    ],
)
def test_every_cell_that_is_drawn_can_be_chosen(
    preset: str, names: tuple[str, ...], players: tuple[tuple[str, ...], ...], own: dict[str, Any]
) -> None:
    form = HandForm(reread(make_pad(preset, names, players=players, **own)), {})
    rows = form.rows
    for row in some([*rows.auction, rows.trump, *rows.points, rows.tricks, rows.dealer, rows.side]):
        if row is not None:
            offered = [value for value, _ in form.fields[row.name].choices if value]
            assert {cell.value for cell in row.cells} <= set(offered), row.name


def test_a_long_name_is_written_smaller_where_all_players_stand_in_a_row() -> None:
    form = HandForm(reread(make_pad(players=(("Ann", "Michelle"), ("Bo Lee", "Jo van der Berg")))))
    bidders = {cell.name: cell.css.split() for cell in form.rows.auction[0].cells}
    assert {name for name, css in bidders.items() if "tight" in css} == {"Michelle"}
