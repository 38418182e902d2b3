"""The score of one played hand, without deciding whether the game is over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorepads.rules.hand import Hand
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.terms import MOON_BID, SMUDGE_BID, SMUDGE_WORTH, Bid

Totals = tuple[int, ...]
"""One whole number a side, in the order of the sides."""


@dataclass(frozen=True, slots=True)
class HandScore:
    """The score of a hand: points `taken` by each side, whether the bid was `made`, the `change`.

    `made` is None where there was no bid, and `took` is what the pitcher took, with its partners
    where it called any. `change` is the hand counted whole; under point order a game may end
    before all of it has been counted (see `going_out`). With `to_zero`, a made moon brought
    a pitcher in the hole to zero, and won nothing.
    """

    taken: Totals
    made: bool | None
    change: Totals
    took: int = 0
    to_zero: bool = False


def add_change(totals: Totals, change: Iterable[int]) -> Totals:
    return tuple(a + b for a, b in zip(totals, change, strict=True))


def score_hand(rules: Rules, hand: Hand, before: Totals) -> HandScore:
    """What the played `hand` changes for each side, from the totals `before` it."""
    taken = count_taken(rules, hand)
    if hand.pitcher is None or hand.bid is None:
        return HandScore(taken, made=None, change=taken)
    took = sum(taken[side] for side in hand.team)
    made = is_made(rules, hand, took)
    to_zero = made and is_moon_to_zero(rules, hand, before[hand.pitcher])
    change = change_of_others(rules, hand, taken)
    if to_zero:
        change[hand.pitcher] = -before[hand.pitcher]
    elif made:
        for side in hand.team:
            change[side] = bid_reward(rules, hand.bid, took)
    else:
        cost = setback_cost(rules, hand.bid)
        for side in hand.team:
            change[side] = -cost if rules.partner_pays or side == hand.pitcher else 0
    return HandScore(taken, made, tuple(change), took, to_zero)


def count_taken(rules: Rules, hand: Hand) -> Totals:
    """The worth of the points that each side took, whatever the bid."""
    taken = [0] * rules.sides
    assert hand.points is not None
    for point in rules.points:
        owner = hand.points[point.key]
        if owner is not None:
            taken[owner] += point.worth
    return tuple(taken)


def change_of_others(rules: Rules, hand: Hand, taken: Totals) -> list[int]:
    """What the sides that did not bid score; where partners are called, each what all took."""
    if rules.no_junk:
        return [0] * rules.sides
    if not rules.calls_partners:
        return list(taken)
    together = sum(taken) - sum(taken[side] for side in hand.team)
    return [together] * rules.sides


def is_made(rules: Rules, hand: Hand, took: int) -> bool:
    """Whether the pitcher took what it bid; some bids ask for every trick besides."""
    assert hand.bid is not None
    if hand.bid == SMUDGE_BID:
        return hand.all_tricks and took == rules.total
    if hand.bid == MOON_BID:
        return took == rules.total and (hand.all_tricks or not needs_all_tricks(rules, hand.bid))
    return took >= hand.bid


def needs_all_tricks(rules: Rules, bid: Bid | None) -> bool:
    """Whether a bid is made only by winning every trick."""
    if bid == MOON_BID:
        return rules.moon is not None and rules.moon.all_tricks
    return bid == SMUDGE_BID


def asks_for_tricks(rules: Rules) -> bool:
    """Whether there is a bid that is made only by winning every trick."""
    return any(needs_all_tricks(rules, bid) for bid in rules.bids)


def is_moon_to_zero(rules: Rules, hand: Hand, before: int) -> bool:
    """Whether a made moon only brings its pitcher from in the hole to zero."""
    return hand.bid == MOON_BID and before < 0 and rules.moon is not None and rules.moon.to_zero


def bid_reward(rules: Rules, bid: Bid, took: int) -> int:
    """What a made bid scores: all that was taken, also beyond the bid."""
    if bid == SMUDGE_BID:
        return SMUDGE_WORTH
    if bid == MOON_BID and rules.moon and rules.moon.made is not None:
        return rules.moon.made
    return took


def setback_cost(rules: Rules, bid: Bid) -> int:
    """What being set back costs: the bid."""
    if bid == SMUDGE_BID:
        return SMUDGE_WORTH
    if bid == MOON_BID:
        assert rules.moon is not None
        return rules.total if rules.moon.failed is None else rules.moon.failed
    return bid


def is_smudge(rules: Rules, hand: Hand) -> bool:
    """Whether the bid was a smudge: all the points, or Pagat's bid of that name."""
    if rules.smudge.wins_by_itself:
        return hand.bid == rules.total
    return hand.bid == SMUDGE_BID
