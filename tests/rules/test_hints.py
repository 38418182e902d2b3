"""What is said beside a point and beside the bids at a table with house rules."""

from __future__ import annotations

from typing import Any

import pytest

from scorepads.rules.terms import Basis
from scorepads.rules.wording.hints import Hint, auction_hint, point_hint
from tests.factories import make_rules


def at_point(key: str, preset: str = "wikipedia", **house_rules: Any) -> Hint:
    rules = make_rules(preset, **house_rules)
    return point_hint(rules, rules.find_point(key))


def test_a_point_is_explained_as_its_preset_does() -> None:
    for key in ("high", "low", "jack", "game"):
        point = make_rules().find_point(key)
        assert at_point(key) == Hint(point.hint, point.basis)
    assert at_point("high", low_to="trick", game_by="ten") == at_point("high")


@pytest.mark.parametrize(
    ("key", "house_rules", "says"),
    [
        ("low", {"low_to": "trick"}, "The side that wins the trick it falls in."),
        ("game", {"game_by": "ten"}, "The side that wins the trick with the ten of trump."),
        (
            "game",
            {"game_tie": "pitcher"},
            "Most pips in tricks: ten 10, ace 4, king 3, queen 2, jack 1. "
            "A tie goes to the pitcher's side.",
        ),
    ],
)
def test_what_the_table_agreed_on_takes_the_place_of_the_hint(
    key: str, house_rules: dict[str, Any], says: str
) -> None:
    assert at_point(key, **house_rules) == Hint(says, Basis.HOUSE_RULE)


def test_a_short_deck_is_told_at_low_after_who_gets_it() -> None:
    plain = at_point("low")
    short = "Played without threes, fours and fives."
    assert at_point("low", short_deck=True).text == f"{plain.text} {short}"
    assert at_point("low", short_deck=True, low_to="trick").text == (
        f"The side that wins the trick it falls in. {short}"
    )
    assert at_point("game", short_deck=True) == at_point("game")


@pytest.mark.parametrize(
    ("house_rules", "adds"),
    [
        ({"dealer_steal": True}, "The dealer may take the bid at the same number."),
        ({"dealer_steal": False}, "The dealer may not take the bid at the same number."),
        ({"dealer_forced": 2}, "If all the others pass, the dealer must bid 2."),
        ({"lowest_bid": 2}, "The lowest bid is 2."),
        ({"values": {"jack": 2}}, "The highest bid is 5."),
        ({"redeal": "next-dealer"}, "If all pass, the next dealer deals."),
        ({"redeal": "same-dealer"}, "If all pass, the same dealer deals again."),
        ({"short_deck": True}, "Played without threes, fours and fives."),
        (
            {"redeal": "next-dealer", "dealer_forced": 3, "lowest_bid": 2},
            "If all the others pass, the dealer must bid 3. The lowest bid is 2.",
        ),
    ],
)
def test_the_auction_is_the_presets_with_what_this_table_does_otherwise(
    house_rules: dict[str, Any], adds: str
) -> None:
    own = make_rules().preset.cites["auction"].text
    expected = Hint(f"{own} At this table: {adds}", Basis.HOUSE_RULE)
    assert auction_hint(make_rules(**house_rules)) == expected


def test_where_a_preset_forces_the_dealer_a_table_may_let_all_pass() -> None:
    told = auction_hint(make_rules("pagat-partnership", dealer_forced=False)).text
    assert told.endswith("At this table: All may pass: then the hand is not played.")
    moved = auction_hint(make_rules("pagat-partnership", lowest_bid=3)).text
    assert "the dealer must bid 3. The lowest bid is 3." in moved


def test_an_auction_as_the_preset_has_it_is_in_its_own_words() -> None:
    cite = make_rules().preset.cites["auction"]
    for house_rules in ({}, {"target": 15}, {"no_junk": True}):
        assert auction_hint(make_rules(**house_rules)) == Hint(cite.text, cite.basis)
