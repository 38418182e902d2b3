"""The score of one played hand, without deciding whether the game is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorepads.rules.hand import Hand
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.terms import SMUDGE_BID, SMUDGE_WORTH

Totals = tuple[int, ...]
"""One whole number a side, in the order of the sides."""


@dataclass(frozen=True, slots=True)
class HandScore:
    """The score of a hand: points `taken` by each side, whether the bid was `made`, the `change`.

    `made` is None where there was no bid. `change` is the hand counted whole; under point
    order a game may end before all of it has been counted (see `going_out`).
    """

    taken: Totals
    made: bool | None
    change: Totals


def add_change(totals: Totals, change: Iterable[int]) -> Totals:
    return tuple(a + b for a, b in zip(totals, change, strict=True))


def score_hand(rules: Rules, hand: Hand) -> HandScore:
    """What the played `hand` changes for each side."""
    taken = count_taken(rules, hand)
    if hand.pitcher is None:
        return HandScore(taken, made=None, change=taken)
    made = is_made(rules, hand, taken)
    change = [0] * len(taken) if rules.no_junk else list(taken)
    change[hand.pitcher] = bid_reward(hand, taken) if made else -setback_cost(hand)
    return HandScore(taken, made, tuple(change))


def count_taken(rules: Rules, hand: Hand) -> Totals:
    """The worth of the points that each side took, whatever the bid."""
    taken = [0] * rules.sides
    assert hand.points is not None
    for point in rules.points:
        owner = hand.points[point.key]
        if owner is not None:
            taken[owner] += point.worth
    return tuple(taken)


def is_made(rules: Rules, hand: Hand, taken: Sequence[int]) -> bool:
    """Whether the pitcher took what it bid; Pagat's smudge asks for every trick besides."""
    assert hand.pitcher is not None and hand.bid is not None
    if hand.bid == SMUDGE_BID:
        return hand.all_tricks and taken[hand.pitcher] == rules.total
    return taken[hand.pitcher] >= hand.bid


def bid_reward(hand: Hand, taken: Sequence[int]) -> int:
    """What a made bid scores: all that was taken, also beyond the bid."""
    assert hand.pitcher is not None
    return SMUDGE_WORTH if hand.bid == SMUDGE_BID else taken[hand.pitcher]


def setback_cost(hand: Hand) -> int:
    """What being set back costs: the bid."""
    assert hand.bid is not None
    return SMUDGE_WORTH if hand.bid == SMUDGE_BID else hand.bid


def is_smudge(rules: Rules, hand: Hand) -> bool:
    """Whether the bid was a smudge: all the points, or Pagat's bid of that name."""
    if rules.smudge.wins_by_itself:
        return hand.bid == rules.total
    return hand.bid == SMUDGE_BID
