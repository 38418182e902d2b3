"""House rules with several parts on the opening form: own points, the length, the moon, sides."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scorepads.models import Pad
from scorepads.opening.house_rules_form import HouseRulesForm
from scorepads.opening.parts_of_rules import key_for
from scorepads.rules.catalog import current
from tests.browsing import look, page_of, submit

pytestmark = pytest.mark.django_db

OKLAHOMA = current.newest("oklahoma")
OFF_THREE = {"key": "off_three", "label": "Off-three", "worth": 3, "before": "game"}

CHOSEN: list[tuple[dict[str, str], dict[str, Any]]] = [
    ({"moon-made": "wins"}, {"moon": {"made": "wins"}}),
    (
        {
            "moon-made": "number", "moon-scores": "20", "moon-from_hole": "zero",
            "moon-failed": "number", "moon-costs": "30", "moon-all_tricks": "on",
        },
        {"moon": {"made": 20, "from_hole": "zero", "failed": 30, "all_tricks": True}},
    ),
    (
        {"moon-made": "wins", "moon-failed": "loses"},
        {"moon": {"made": "wins", "failed": "loses"}},
    ),
    ({"length-unit": "hands", "length-count": "12"}, {"ends_after": {"hands": 12}}),
    (
        {
            "length-unit": "deals", "length-count": "2", "length-tie": "play-on",
            "length-no_target": "on",
        },
        {"ends_after": {"deals": 2, "tie": "play-on"}, "target": None},
    ),
    (
        {"own-label-1": "Off-three", "own-worth-1": "3", "own-before-1": "game"},
        {"extra_points": [OFF_THREE]},
    ),
    (
        {"own-label-8": "Ten", "own-worth-8": "1", "own-always-8": "on"},
        {"extra_points": [{"key": "ten", "label": "Ten", "worth": 1, "nobody": False}]},
    ),
    ({"rule-partners": "on", "rule-partner_pays": "on"},
     {"partners": "called", "partner_pays": False}),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "chosen"), CHOSEN)
def test_what_is_typed_is_the_rule_and_the_rule_is_shown_again(
    typed: dict[str, str], chosen: dict[str, Any]
) -> None:
    form = HouseRulesForm(OKLAHOMA, typed)
    assert form.is_valid(), form.errors
    assert form.chosen_rules() == chosen
    again = HouseRulesForm(OKLAHOMA, given=chosen)
    shown = {name: str(again[name].value() or "") for name in typed}
    expected = {name: "True" if value == "on" else value for name, value in typed.items()}
    if "extra_points" in chosen and "own-label-8" in typed:  # shown in the first row
        expected = {name.replace("8", "1"): value for name, value in expected.items()}
        shown = {name: str(again[name].value() or "") for name in expected}
    assert shown == expected


@pytest.mark.parametrize(
    ("sides", "typed", "field", "message"),
    [
        ("2", {"moon-made": "number"}, "moon-made", "A made moon wins, or scores"),
        ("2", {"moon-failed": "loses"}, "moon-made", "A made moon wins, or scores"),
        ("2", {"moon-made": "wins", "rule-going_out": "2"}, "moon-made", "does not go with points"),
        ("2", {"length-unit": "deals", "length-count": "11"}, "length-count", "from 1 to 10"),
        ("2", {"length-unit": "hands"}, "length-count", "Hands is a whole number"),
        ("2", {"length-no_target": "on"}, "target", "without a target ends after"),
        ("2", {"own-label-1": "Off-three"}, "own-worth-1", "An own point is worth"),
        ("2", {"own-worth-2": "1"}, "own-label-2", "A label may not be empty"),
        ("3", {"rule-partners": "on"}, "in-partners", "where 4 to 8 play each alone"),
        ("4", {"rule-partner_pays": "on"}, "in-partner_pays", "Here no partner is called"),
        (
            "5", {"rule-partners": "on", "moon-made": "wins"},
            "moon-made", "does not go with called partners",
        ),
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_refused_beside_its_field(
    stranger: Client, sides: str, typed: dict[str, str], field: str, message: str
) -> None:
    form = look(stranger, "/open/oklahoma/").form("/open/oklahoma/")
    response = submit(stranger, form, **{"sides": sides, **typed})
    assert response.status_code == 422
    (error,) = page_of(response).find(class_="error", id=f"{field}-error")
    assert message in error.text
    assert not Pad.objects.exists()


def test_more_sides_than_the_game_is_described_for_are_a_house_rule(stranger: Client) -> None:
    form = look(stranger, "/open/oklahoma/").form("/open/oklahoma/")
    assert submit(stranger, form, sides="6").status_code == 303
    assert Pad.objects.get().house_rules == {"sides": 6}


def test_keys_are_made_of_labels_and_new() -> None:
    assert key_for("Off-three", set()) == "off_three"
    assert key_for("Jack", {"jack"}) == "jack_2"
    assert key_for("10 of ♦", set()) == "point_10_of"
    assert key_for("♦", set()) == "point"
    assert key_for("A very long label!!!", set()) == "a_very_long_label"
