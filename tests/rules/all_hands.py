"""Every legal next hand, one by one, and what each side can win by: the measure of the standing."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from math import prod
from random import Random

from scorepads.rules.going_out import score_and_judge
from scorepads.rules.hand import Hand
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.scoring import HandScore, Totals
from scorepads.rules.terms import Bid

Facts = tuple[tuple[Bid, int] | None, int | None]
"""Of a side: its lowest winning bid with the fewest points at it; the fewest on another's bid."""

OWN_VICTORIES = ("reached-target", "smudge", "bidder-goes-out", "outright", "moon")


def count_hands(rules: Rules) -> int:
    owners = prod(rules.sides + point.nobody for point in rules.points)
    calls = len(list(possible_calls(rules, 0)))
    return owners * rules.sides * calls * len(rules.bids) if rules.auction else owners


def every_hand(rules: Rules) -> Iterator[Hand]:
    """Each owner of each point, each pitcher, each bid, and all the tricks where that can be."""
    keys = [point.key for point in rules.points]
    for owners in itertools.product(*owners_of_points(rules)):
        yield from hands_with(rules, dict(zip(keys, owners, strict=True)))


def some_hands(rules: Rules, many: int, seed: int) -> Iterator[Hand]:
    """Hands at random, most of them with most points on one side."""
    rng = Random(seed)
    for _ in range(many):
        favored = rng.randrange(rules.sides)
        share = rng.random()
        points = {
            point.key: favored if rng.random() < share else rng.choice(owners)
            for point, owners in zip(rules.points, owners_of_points(rules), strict=True)
        }
        yield from hands_with(rules, points)


def owners_of_points(rules: Rules) -> list[Sequence[int | None]]:
    sides = tuple(range(rules.sides))
    return [(*sides, None) if point.nobody else sides for point in rules.points]


def hands_with(rules: Rules, points: dict[str, int | None]) -> Iterator[Hand]:
    if not rules.auction:
        yield Hand(points=points)
        return
    for pitcher in range(rules.sides):
        for partners in possible_calls(rules, pitcher):
            swept = not set(points.values()) - {None, pitcher, *partners}
            for bid in rules.bids:
                for all_tricks in (False, True) if swept else (False,):
                    yield Hand(pitcher, bid, points, all_tricks, partners=partners)


def possible_calls(rules: Rules, pitcher: int) -> Iterator[tuple[int, ...]]:
    others = [side for side in range(rules.sides) if side != pitcher]
    for many in range(rules.most_partners + 1):
        yield from itertools.permutations(others, many)


def facts_of_all_hands(rules: Rules, totals: Totals, hands: Iterator[Hand]) -> list[Facts]:
    """What each side can win by, by the words of docs/formats.md."""
    own: list[dict[Bid, int]] = [{} for _ in totals]
    other: list[int | None] = [None for _ in totals]
    for hand in hands:
        score, out = score_and_judge(rules, hand, totals)
        if out is None or out.winner is None or out.how.value not in OWN_VICTORIES:
            continue
        side, took = out.winner, points_taken(rules, hand, score, out.winner)
        if hand.pitcher == side:
            assert hand.bid is not None
            own[side][hand.bid] = min(took, own[side].get(hand.bid, took))
        else:
            least = other[side]
            other[side] = took if least is None else min(took, least)
    return [(lowest(rules, won), fewest) for won, fewest in zip(own, other, strict=True)]


def points_taken(rules: Rules, hand: Hand, score: HandScore, side: int) -> int:
    """What the side took; where partners are called, what its team did, or all the others."""
    if not rules.calls_partners:
        return score.taken[side]
    return score.took if side in hand.team else sum(score.taken) - score.took


def lowest(rules: Rules, won: dict[Bid, int]) -> tuple[Bid, int] | None:
    return next(((bid, won[bid]) for bid in rules.bids if bid in won), None)
