"""What each side needs before the next hand, and how it can go out on it; worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from scorepads.rules.hand import Hand
from scorepads.rules.ledger import fold
from scorepads.rules.standing import side_standings
from scorepads.rules.wording.standing import standing_sentence
from tests.factories import make_rules

WAYS = [
    ("wikipedia", {}, (9, 0), 0, (2, 2, 2), "9, 2 to go, can go out with a bid of 2 or more."),
    ("wikipedia", {}, (9, 0), 1, (11, None, None), "0, 11 to go, cannot go out on the next hand."),
    ("wikipedia", {}, (-3, 7), 0, (14, None, None), "−3, 14 to go, cannot go out on"),
    ("wikipedia", {}, (-3, 7), 1, (4, 4, 4), "7, 4 to go, can go out with a bid of 4."),
    ("bicycle", {}, (0, -1), 0, (7, 4, None), "can only go out by a smudge, a made bid of 4."),
    ("bicycle", {}, (0, -1), 1, (8, None, None), "−1, 8 to go, cannot go out"),
    ("pagat-partnership", {}, (17, 16), 0, (4, 4, None), "only go out on its own bid, 4 or more."),
    ("pagat-partnership", {}, (17, 16), 1, (5, "smudge", None), "on its own bid, a smudge."),
    ("pagat-partnership", {}, (17, 21), 1, (0, 2, None), "21, at 21, can only go out on its own"),
    ("pedro", {}, (55, 56), 0, (7, 7, 7), "55, 7 to go, can go out on any bid."),
    ("pedro", {}, (54, 62), 0, (8, None, 8), "can only go out on another side's bid."),
    ("wikipedia", {"auction": False}, (8, 6), 0, (3, None, 3), "can go out on the next hand."),
    ("wikipedia", {"auction": False}, (8, 6), 1, (5, None, None), "cannot go out on the next"),
    ("wikipedia", {"no_junk": True}, (10, 11), 0, (1, 1, None), "its own bid, 1 or more."),
    ("wikipedia", {"no_junk": True}, (10, 11), 1, (0, 1, 0), "11, at 11, can go out on any bid."),
    ("wikipedia", {"smudge": "four-wins"}, (-5, 0), 0, (16, 4, None), "a made bid of 4."),
    (
        "wikipedia",
        {"going_out": "bidding-side-only", "outright_at": 14},
        (9, 11),
        0,
        (2, 2, None),
        "9, 2 to go, can only go out on its own bid, 2 or more.",
    ),
    (
        "wikipedia",
        {"going_out": "bidding-side-only", "outright_at": 14},
        (9, 11),
        1,
        (0, 1, 3),
        "11, at 11, can go out on any bid.",
    ),
    (
        "wikipedia",
        {"sinks_at": -6, "smudge": "four-wins", "failed_smudge_loses": True},
        (-4, 3),
        1,
        (8, 4, None),
        "3, 8 to go, can only go out by a smudge, a made bid of 4.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("preset", "house_rules", "totals", "side", "wants", "says"), WAYS)
def test_what_a_side_needs_and_by_which_bid_it_can_go_out(
    preset: str,
    house_rules: dict[str, Any],
    totals: tuple[int, int],
    side: int,
    wants: tuple[int, Any, int | None],
    says: str,
) -> None:
    rules = make_rules(preset, **house_rules)
    found = side_standings(rules, fold(rules, totals, []))[side]
    assert (found.needs, found.least_bid, found.without_bid) == wants
    assert (found.side, found.total, found.in_the_hole) == (side, totals[side], totals[side] < 0)
    assert says in standing_sentence(rules, "Us", found)


def test_a_finished_game_has_no_standing() -> None:
    rules = make_rules(target=4)
    assert len(side_standings(rules, fold(rules, (0, 0), []))) == 2
    points = dict.fromkeys(("high", "low", "jack", "game"), 0)
    assert side_standings(rules, fold(rules, (0, 0), [Hand(0, 4, points)])) == []
