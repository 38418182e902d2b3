"""Choosing a preset, and opening a pad under it."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client

from scorepads.models import Pad
from scorepads.rules import catalog
from tests.browsing import Form, after_303, look, page_of, submit
from tests.factories import PRESETS, reread

pytestmark = pytest.mark.django_db


def the_form(phone: Client, preset: str = "wikipedia") -> Form:
    return look(phone, f"/open/{preset}/").form(f"/open/{preset}/")


def opened() -> Pad:
    return Pad.objects.get()


def test_every_preset_has_a_card_that_leads_to_its_form(stranger: Client) -> None:
    page = look(stranger, "/open/")
    links = [link for link in page.links() if re.fullmatch(r"/open/(?!which)[a-z-]+/", link)]
    assert links == [f"/open/{preset.key}/" for preset in catalog.current.latest()]
    assert len(page.find("li", class_="preset")) == len(links)


@pytest.mark.parametrize("preset", PRESETS)
def test_three_taps_from_the_home_page_to_the_first_hand(stranger: Client, preset: str) -> None:
    assert "/open/" in look(stranger, "/").links()
    assert f"/open/{preset}/" in look(stranger, "/open/").links()
    page = after_303(stranger, submit(stranger, the_form(stranger, preset)))
    assert page.words("h2", id="entry-head") == ["Hand 1"]
    assert reread(opened()).names == ["Us", "Them"]


def test_sides_players_dealer_target_start_and_note_are_kept(stranger: Client) -> None:
    fields = {
        "name-0": " Red  team ", "name-1": "Blue", "player-0-0": "Ann", "player-0-1": "Cy",
        "player-1-0": "Bo", "player-1-1": "Di", "players": "2", "dealer": "1", "target": "15",
        "start-0": "-4", "start-1": "", "note": "at Ann's",
    }  # fmt: skip
    submit(stranger, the_form(stranger), **fields)
    scorepad = reread(opened())
    assert scorepad.names == ["Red team", "Blue"]
    assert [side.players for side in scorepad.sides] == [("Ann", "Cy"), ("Bo", "Di")]
    assert (scorepad.seat_name(scorepad.dealer), scorepad.rules.target) == ("Bo", 15)
    assert (scorepad.ledger.totals, scorepad.pad.note) == ((-4, 0), "at Ann's")


def test_more_sides_get_names_that_work(stranger: Client) -> None:
    submit(stranger, the_form(stranger), sides="4", **{"name-2": "Cy"})
    assert reread(opened()).names == ["Side 1", "Side 2", "Cy", "Side 4"]


def test_fields_of_sides_that_do_not_play_are_ignored(stranger: Client) -> None:
    form = the_form(stranger)
    response = submit(stranger, form, sides="2", **{"name-5": "x" * 99, "start-5": "many"})
    assert response.status_code == 303
    assert reread(opened()).names == ["Us", "Them"]


def test_an_unchanged_target_is_no_house_rule_and_another_is(stranger: Client) -> None:
    submit(stranger, the_form(stranger))
    assert opened().house_rules == {}
    submit(stranger, the_form(stranger), target="21")
    pad = Pad.objects.latest("pk")
    assert pad.house_rules == {"target": 21}
    assert "house rule" in look(stranger, f"/games/{pad.public_id}/").text


def test_the_trey_can_be_left_out_where_there_is_one(stranger: Client) -> None:
    submit(stranger, the_form(stranger, "oklahoma"), trey="no")
    assert "trey" not in [point.key for point in reread(opened()).rules.points]
    assert not the_form(stranger, "wikipedia").offers("trey")


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("name-0", "x" * 41, "Ensure this value has at most 40 characters (it has 41)."),
        ("player-1-0", "x" * 41, "Ensure this value has at most 40 characters (it has 41)."),
        ("player-0-0", "Ann", "Name this player too: the sides take turns dealing."),
        ("target", "0", "Give a whole number from 1 to 500."),
        ("target", "501", "Give a whole number from 1 to 500."),
        ("target", "9" * 5000, "Give a whole number from 1 to 500."),
        ("start-0", "-501", "Give a whole number from −500 to 500."),
        ("start-1", "1.5", "Give a whole number from −500 to 500."),
        ("note", "x" * 201, "Ensure this value has at most 200 characters (it has 201)."),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_the_rest_is_kept(
    stranger: Client, field: str, value: str, message: str
) -> None:
    kept = {"sides": "3", "players": "2", "name-2": "Kept", "dealer": "2"}
    form = the_form(stranger)
    response = submit(stranger, form, **kept, **{field: value})
    assert response.status_code == 422
    page = page_of(response)
    assert message in [*page.words("p", class_="error"), *page.words("span", class_="error")]
    again = page.form("/open/wikipedia/").fields
    assert kept.items() <= again.items()
    assert (again[field], again["key"]) == (value, form.fields["key"])
    assert not Pad.objects.exists()


@pytest.mark.parametrize("sides", ["1", "10", "99999999999", "many", ""])
def test_only_as_many_sides_as_the_preset_allows(stranger: Client, sides: str) -> None:
    response = submit(stranger, the_form(stranger), sides=sides)
    if sides:
        assert response.status_code == 422
        assert not Pad.objects.exists()
    else:  # not chosen: as many as usual
        assert len(reread(opened()).sides) == 2


def test_a_dealer_who_does_not_sit_at_this_table_is_the_first(stranger: Client) -> None:
    submit(stranger, the_form(stranger), sides="2", dealer="8")
    assert opened().first_dealer == 0


def test_a_name_is_as_long_as_it_looks(stranger: Client) -> None:
    """Forty of them fit, blanks around them do not count, and blanks alone are no name."""
    fields = {"name-0": "  " + "x" * 40 + "  ", "name-1": " \u200b\u2060\ufeff\u200e "}
    submit(stranger, the_form(stranger), **fields)
    assert reread(opened()).names == ["x" * 40, "Them"]


def test_a_name_cannot_turn_round_the_sentence_that_it_stands_in(stranger: Client) -> None:
    submit(stranger, the_form(stranger), **{"name-0": "\u202eAnn\u2066"})
    assert reread(opened()).names == ["Ann", "Them"]


def test_start_tapped_twice_opens_one_pad(stranger: Client) -> None:
    form = the_form(stranger)
    first, second = submit(stranger, form), submit(stranger, form)
    assert (second.status_code, second["Location"]) == (303, first["Location"])
    assert Pad.objects.count() == 1


def test_start_tapped_again_when_the_first_answer_never_came_opens_the_same_pad(
    stranger: Client,
) -> None:
    """The cookie of the first answer never reached the phone."""
    form = the_form(stranger)
    before = dict(stranger.cookies)
    lost = submit(stranger, form)
    stranger.cookies.clear()
    stranger.cookies.update(before)
    page = after_303(stranger, submit(stranger, form))
    assert page.words("h2", id="entry-head") == ["Hand 1"]
    assert page.path == lost["Location"]
    assert Pad.objects.count() == 1


def test_the_key_of_a_form_opens_nothing_once_its_link_is_revoked(stranger: Client) -> None:
    form = the_form(stranger)
    submit(stranger, form)
    opened().links.update(revoked_at=opened().opened_at)
    response = submit(stranger, form)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert look(stranger, f"/games/{opened().public_id}/", 404)


@pytest.mark.parametrize("key", ["", "x", "\x00", "9" * 5000])
def test_a_form_that_lost_its_key_opens_a_pad_all_the_same(stranger: Client, key: str) -> None:
    assert submit(stranger, the_form(stranger), key=key).status_code == 303


def test_each_opening_form_has_a_key_of_its_own(stranger: Client) -> None:
    keys = {the_form(stranger).fields["key"] for _ in range(3)}
    assert len(keys) == 3
    assert str(uuid4()) not in keys


def test_whoever_opens_a_pad_holds_its_pencil(stranger: Client) -> None:
    response = submit(stranger, the_form(stranger))
    assert look(stranger, response["Location"]).form("/hands/")
    assert Client().get(response["Location"]).status_code == 404
