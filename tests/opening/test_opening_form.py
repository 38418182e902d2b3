"""The opening form: what it begins with, which problems it ignores, how a table is seated."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from scorepads.models import Pad
from scorepads.opening import own_rulesets
from scorepads.opening.forms import OpenForm
from scorepads.rules import catalog
from scorepads.rules.rulesets import UnknownRuleset, find_by_key
from tests.browsing import look, page_of, submit

pytestmark = pytest.mark.django_db

FAMILY = UUID("7f6d4a52-3c1e-4b8a-9d20-5e8b1c0f9a63")


def filled(preset: str = "wikipedia", *, given: dict[str, Any] | None = None, **typed: str) -> Any:
    return OpenForm(catalog.current.newest(preset), typed, given=given)


@pytest.mark.parametrize(
    ("address", "begins"),
    [
        ("/open/wikipedia/", {"sides": "2", "players": "1", "dealer": "0", "target": "11"}),
        ("/open/bicycle/", {"dealer": "0", "target": "7"}),
        ("/open/oklahoma/", {"dealer": "0", "target": "21", "trey": "yes"}),
    ],
)
def test_a_table_begins_with_what_is_usual_and_its_first_seat_deals(
    address: str, begins: dict[str, str]
) -> None:
    form = look(Client(), address).form(address)
    assert begins.items() <= form.fields.items()


def test_house_rules_that_are_given_are_filled_in() -> None:
    given = {"target": 15, "trey": False, "values": {"high": 2}, "sinks_at": -30, "no_junk": True}
    form = OpenForm(catalog.current.newest("oklahoma"), given=given)
    assert (form["target"].value(), form["trey"].value()) == (15, "no")
    house = form.house
    assert house["worth-high"].value() == 2
    assert (house["rule-sinks_at"].value(), house["rule-no_junk"].value()) == (30, True)


@pytest.mark.parametrize("field", ["name-2", "player-2-0", "player-5-1", "player-8-2"])
def test_what_is_wrong_with_a_side_that_does_not_play_is_ignored(field: str) -> None:
    assert filled(sides="2", **{field: "x" * 99}).is_valid()
    assert filled(sides="9", **{field: "x" * 99}).errors.keys() >= {field}


def test_nine_may_sit_at_a_table_and_ten_may_not() -> None:
    three = {f"player-{side}-{row}": f"P{side}{row}" for side in range(3) for row in range(3)}
    assert filled(sides="3", **three).is_valid()
    five = {f"player-{side}-{row}": f"P{side}{row}" for side in range(5) for row in range(2)}
    form = filled(sides="5", **five)
    assert form.errors == {
        "player-0-1": ["At most 9 people can play: choose fewer sides, or fewer partners."]
    }


def test_every_side_names_as_many_players() -> None:
    asks = ["Name this player too: the sides take turns dealing."]
    named = {"player-0-0": "Ann", "player-0-1": "Cy", "player-1-0": "Bo"}
    assert filled(sides="2", **named).errors == {"player-1-1": asks}
    assert filled(sides="2", **{"player-1-1": "Di"}).errors == {
        "player-0-0": asks, "player-1-0": asks,
    }  # fmt: skip
    assert filled(sides="2", **named, **{"player-1-1": "Di"}).is_valid()


def test_what_house_rules_do_not_allow_is_said_among_them_and_above() -> None:
    form = filled(sides="3", **{"rule-sinks_at": "6"})
    assert not form.is_valid()
    assert form.house.errors.keys() == {"rule-sinks_at"}
    (told,) = form.error_summary
    assert told.name == "rule-sinks_at" and "two sides" in told.text
    form = filled(sides="2", **{"worth-high": "x"})
    assert form.non_field_errors() == ["Fix what is marked among the house rules."]


def test_house_rules_that_change_nothing_are_refused() -> None:
    form = filled(sides="2", **{"rule-game_by": "0", "rule-game_tie": "0"})
    assert not form.is_valid()
    assert form.house.errors == {"rule-game_tie": ["By the ten of trump Game is never tied."]}


def test_a_target_is_a_house_rule_only_where_it_is_another() -> None:
    for typed, house_rules in (("", {}), ("11", {}), ("15", {"target": 15})):
        form = filled(sides="2", target=typed)
        assert form.is_valid()
        assert form.house_rules() == house_rules


def test_taking_an_option_blames_nothing_that_was_typed() -> None:
    phone = Client()
    address = "/open/wikipedia/?recipe=points-in-order"
    form = look(phone, address).form(address)
    response = submit(
        phone, form, take="partners", target="0", **{"name-0": "x" * 41, "worth-high": "x"}
    )
    page = page_of(response)
    assert response.status_code == 200
    assert not page.find("div", role="alert") and not page.find(class_="error")
    assert not Pad.objects.exists()


def test_the_seat_that_deals_first_is_counted_round_the_table() -> None:
    typed = {f"player-{side}-{row}": f"P{side}{row}" for side in range(3) for row in range(2)}
    form = filled(sides="3", dealer="2.1", **typed)
    assert form.is_valid()
    assert form.first_dealer() == 5
    form = filled(sides="3", dealer="2.2", **typed)
    assert form.is_valid()
    assert form.first_dealer() == 2


def test_starting_scores_left_empty_are_nothing() -> None:
    form = filled(sides="3", **{"start-1": "-4"})
    assert form.is_valid()
    assert form.start() == [0, -4, 0]
    assert [side.name for side in form.sides()] == ["Side 1", "Side 2", "Side 3"]


@pytest.mark.parametrize("address", ["own:x@1", "own:", f"own:{FAMILY}", f"own:{FAMILY}@x"])
def test_an_address_of_own_rules_that_is_none_names_no_rules(address: str) -> None:
    for find in (own_rulesets.find_own, own_rulesets.find_ruleset):
        with pytest.raises(UnknownRuleset):
            find(address)


def test_the_address_of_a_preset_or_recipe_names_no_own_rules() -> None:
    for address in ("wikipedia@1", find_by_key("points-in-order").address):
        assert own_rulesets.find_own(address) is None
        assert own_rulesets.find_ruleset(address).address == address


# --- What is chosen, told above Start -----------------------------------------------------------


def summary(phone: Client, address: str, **chosen: str) -> str:
    return phone.get(address, chosen).content.decode()


def test_the_summary_follows_what_is_chosen(stranger: Client) -> None:
    plain = summary(stranger, "/open/wikipedia/summary/", sides="2")
    assert plain == (
        "2 sides. First to 11 wins. If several get there on one hand, the side that bid wins."
    )
    bent = summary(
        stranger, "/open/wikipedia/summary/", **{"sides": "3", "target": "15", "rule-no_junk": "on"}
    )
    assert bent.startswith("3 sides; no junk. First to 15 wins.")


def test_a_variation_is_summed_up_by_its_own_rules(stranger: Client) -> None:
    address = "/open/pedro/summary/?recipe=louisiana-pedro"
    form = look(stranger, "/open/pedro/?recipe=louisiana-pedro").form("recipe=louisiana-pedro")
    chosen = {name: value for name, value in form.fields.items() if name[:5] in ("rule-", "targe")}
    told = summary(stranger, address, recipe="louisiana-pedro", sides="2", **chosen)
    assert "making its own bid and having 52 or more" in told


def test_what_cannot_be_is_not_summed_up(stranger: Client) -> None:
    assert summary(stranger, "/open/wikipedia/summary/", target="9999") == ""
    assert stranger.get("/open/whist/summary/").status_code == 404


def test_the_form_says_first_what_the_preset_comes_to(stranger: Client) -> None:
    (told,) = look(stranger, "/open/pedro/").words("p", class_="says")
    assert told == "2 sides. First to 62 wins, on anyone's bid."


def test_a_tables_own_rules_stand_first_and_are_titled_by_their_name(stranger: Client) -> None:
    form = look(stranger, "/open/wikipedia/").form("/open/wikipedia/")
    submit(stranger, form, **{"own-name": "Tuesday rules", "target": "15", "do": "keep"})
    page = look(stranger, "/open/")
    own = next(link for link in page.links() if link.startswith("/open/own/"))
    assert page.links().index(own) < page.links().index("/open/bicycle/")
    assert look(stranger, own).words("h1") == ["Tuesday rules"]


def test_call_your_partner_begins_with_five_who_play_alone(stranger: Client) -> None:
    address = "/open/oklahoma/?recipe=call-partner"
    form = look(stranger, address).form(address)
    assert form.fields["sides"] == "5"
    submit(stranger, form)
    assert Pad.objects.get().sides.count() == 5


def test_a_game_of_so_many_deals_says_how_many_hands_that_is() -> None:
    deals = {"length-unit": "deals", "length-count": "2", "length-no_target": "on"}
    three = filled(sides="3", **deals)
    assert three.is_valid() and three.summary.endswith("That is 6 hands.")
    named = {f"player-{side}-{row}": f"P{side}{row}" for side in range(2) for row in range(2)}
    partners = filled(sides="2", **deals, **named)
    assert partners.is_valid() and partners.summary.endswith("That is 8 hands.")
    hands = filled(sides="3", **{**deals, "length-unit": "hands"})
    assert hands.is_valid() and "That is" not in hands.summary
