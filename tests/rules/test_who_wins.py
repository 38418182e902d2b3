"""Who wins is told by the rules in force, with their numbers, and the scoring then does it."""

from __future__ import annotations

import pytest

from scorepads.rules.hand import read_entry
from scorepads.rules.ledger import fold
from scorepads.rules.rulesets import newest_presets, plain_recipes
from scorepads.rules.wording.who_wins import who_wins
from tests.factories import Facts, hand, make_rules, make_sides


@pytest.mark.parametrize(
    ("preset", "house_rules", "says"),
    [
        ("pedro", {"target": 52}, "First to 52 wins, on anyone's bid. Once both sides have 45"),
        ("oklahoma", {"target": 52}, "making its own bid and having 52 or more"),
        ("bicycle", {"target": 10}, "First to 10 wins."),
        ("bicycle", {}, "A made bid of 4 wins at once, unless that side began below zero."),
        ("wikipedia", {"outright_at": 15, "going_out": "bidding-side-only"}, "15 wins outright"),
        ("wikipedia", {"sinks_at": -6}, "A side at −6 or below loses at once."),
        ("wikipedia", {"auction": False}, "counted in the order High, Low, Jack, Game."),
        ("wikipedia", {"values": {"joker": 1}, "going_out": "point-order"}, "Joker"),
        ("wikipedia", {"smudge": "four-wins", "failed_smudge_loses": True}, "A failed one loses"),
        ("wikipedia", {"ends_after": {"hands": 3}}, "3 hands"),
        ("wikipedia", {"ends_after": {"deals": 2}}, "2 deals each"),
    ],
)
def test_the_numbers_are_those_in_force(preset: str, house_rules: dict, says: str) -> None:
    assert says in who_wins(make_rules(preset, **house_rules))


def test_every_game_that_is_offered_says_who_wins() -> None:
    for ruleset in [*newest_presets(), *plain_recipes()]:
        rules = ruleset.rules()
        said = who_wins(rules)
        assert said.endswith("."), ruleset.name
        assert rules.target is None or str(rules.target) in said, ruleset.name


def winner(
    preset: str, start: list[int], facts: Facts, sides: int = 2, **house_rules: object
) -> int | None:
    rules = make_rules(preset, sides, **house_rules)
    entry = read_entry(facts, rules, make_sides([str(n) for n in range(sides)]), last=False)
    out = fold(rules, start, [entry]).out
    return out.winner if out else None


def test_if_several_get_there_on_one_hand_the_side_that_bid_wins() -> None:
    both_there = hand(0, 2, owners={"low": 1})
    assert winner("wikipedia", [9, 10], both_there) == 0


def test_the_others_points_are_counted_in_order() -> None:
    set_back = hand(0, 3, owners={"high": 2, "low": 1, "jack": None, "game": 0})
    assert winner("wikipedia", [0, 10, 10], set_back, sides=3) == 2


def test_of_several_others_the_highest_total_wins_where_ties_play_on() -> None:
    set_back = hand(0, 3, owners={"high": 1, "low": 2, "jack": 2, "game": 0})
    assert winner("wikipedia", [0, 10, 10], set_back, sides=3, tie_plays_on=True) == 2


def test_a_side_wins_only_by_making_its_own_bid() -> None:
    assert winner("pagat-partnership", [20, 0], hand(1, 2, owners={"high": 0})) is None
    assert winner("pagat-partnership", [20, 0], hand(0, 2)) == 0


def test_a_side_that_falls_so_far_loses_at_once() -> None:
    set_back = hand(0, 4, owners={"high": 1})
    assert winner("wikipedia", [-2, 0], set_back, sinks_at=-6) == 1
    assert winner("wikipedia", [-1, 0], set_back, sinks_at=-6) is None
