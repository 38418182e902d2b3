"""How sides are called, and their grammar in sentences, on the server and on the phone."""

from __future__ import annotations

import pytest

from scorepads.rules.hand import Side
from scorepads.rules.wording.sides import (
    as_object,
    as_subject,
    call_side,
    is_called_by_players,
    is_plural,
    join_names,
)
from tests.node import ask_node


@pytest.mark.parametrize(
    ("side", "called"),
    [
        (Side("Us"), "Us"),
        (Side("Us", ("Dot", "Walt")), "Dot & Walt"),
        (Side("Side 3", ("Dot",)), "Dot"),
        (Side("them", ("Dot", "Walt", "Al")), "Dot, Walt & Al"),
        (Side("The Sharks", ("Dot", "Walt")), "The Sharks"),
        (Side("Dot & Walt", ("Dot", "Walt")), "Dot & Walt"),
    ],
)
def test_a_side_is_called_by_its_players_unless_the_table_named_it(side: Side, called: str) -> None:
    assert call_side(side) == called
    assert is_called_by_players(side) == (bool(side.players) and called != "The Sharks")


def test_long_names_are_shortened_to_first_names_and_then_to_a_number() -> None:
    assert join_names(["Wilhelmina van Buren", "Bartholomew Jones-Smythe"]) == (
        "Wilhelmina & Bartholomew"
    )
    assert join_names(["x" * 30, "y" * 30]) == f"{'x' * 30} & 1 more"
    for players in (["x" * 40], ["x" * 40, "y"], ["x y" * 13] * 4):
        assert len(join_names(players)) <= 40


GRAMMAR = {
    "Us": ("We", "we", "us", True),
    "Them": ("They", "they", "them", True),
    "You": ("You", "you", "you", True),
    "Ann": ("Ann", "Ann", "Ann", False),
    "Ann & Bo": ("Ann & Bo", "Ann & Bo", "Ann & Bo", True),
    "Ann and Bo": ("Ann and Bo", "Ann and Bo", "Ann and Bo", True),
    "Us 2": ("Us 2", "Us 2", "Us 2", False),
    "constructor": ("constructor", "constructor", "constructor", False),
}


def test_the_grammar_of_a_side() -> None:
    for name, forms in GRAMMAR.items():
        subjects = as_subject(name), as_subject(name, begins=False)
        assert (*subjects, as_object(name), is_plural(name)) == forms


@pytest.mark.node
def test_the_phone_has_the_same_grammar() -> None:
    body = """
      const { asInnerSubject, asObject, asSubject, isPlural } = await import("@/rules/sides.js");
      answer(given.map((name) =>
        [asSubject(name), asInnerSubject(name), asObject(name), isPlural(name)]));
    """
    assert ask_node(body, list(GRAMMAR)) == [list(forms) for forms in GRAMMAR.values()]
