"""The standing of each side: what it needs, and the lowest bid with which it can go out."""

from __future__ import annotations

from dataclasses import dataclass

from scorepads.rules.going_out import score_and_judge, within_reach
from scorepads.rules.hand import Hand
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.ledger import Ledger
from scorepads.rules.next_hands import Chances, OwnBid, find_chances
from scorepads.rules.scoring import Totals, bid_reward
from scorepads.rules.terms import MOON_BID, Bid, EndingKind, GoingOut, Smudge

NOT_GONE_OUT = (EndingKind.SUNK, EndingKind.FAILED_SMUDGE, EndingKind.FAILED_MOON)
"""Endings in which another side lost the game."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One side before the next hand.

    `needs` is the points to the target, 0 when it is there, None in a game without one. `chances`
    says by which hands it can win. `least_bid` is the cheapest bid that, when just made, can take
    it out (None: no bid can). `without_bid` is how many points it lacks to go out on another
    side's bid, or where nobody bids (None: it cannot go out so). A game won because the other
    side fell too far or failed a smudge is not gone out of.
    """

    side: int
    total: int
    needs: int | None
    least_bid: Bid | None
    without_bid: int | None
    chances: Chances

    @property
    def own_bid(self) -> OwnBid | None:
        return self.chances.own_bid

    @property
    def other_bid(self) -> int | None:
        return self.chances.other_bid

    @property
    def in_the_hole(self) -> bool:
        return self.total < 0


def side_standings(rules: Rules, ledger: Ledger) -> list[Standing]:
    """The standing of every side, in their order; empty when the game is over."""
    if ledger.is_over:
        return []
    chances = find_chances(rules, ledger.totals)
    return [
        standing_of_side(rules, ledger.totals, side, chances[side]) for side in range(rules.sides)
    ]


def standing_of_side(rules: Rules, totals: Totals, side: int, chances: Chances) -> Standing:
    return Standing(
        chances=chances,
        side=side,
        total=totals[side],
        needs=None if rules.target is None else max(0, rules.target - totals[side]),
        least_bid=find_least_bid(rules, totals, side),
        without_bid=points_without_bid(rules, totals, side),
    )


def find_least_bid(rules: Rules, totals: Totals, side: int) -> Bid | None:
    for bid in rules.bids:
        if is_bid_enough(rules, totals, side, bid) and can_go_out(rules, totals, side, side, bid):
            return bid
    return None


def is_bid_enough(rules: Rules, totals: Totals, side: int, bid: Bid) -> bool:
    """Whether making just this bid takes the side far enough."""
    if bid == MOON_BID and rules.moon and rules.moon.made is None:
        return True
    if rules.target is None:
        return can_win_by_smudge(rules, totals, side) and bid == rules.total
    if rules.going_out is GoingOut.BIDDER_GOES_OUT and within_reach(rules, totals):
        return True
    if can_win_by_smudge(rules, totals, side) and bid == rules.total:
        return True
    worth = bid_reward(rules, bid, rules.total if isinstance(bid, str) else bid)
    return totals[side] + worth >= rules.goal  # `outright_at` lies further still


def can_win_by_smudge(rules: Rules, totals: Totals, side: int) -> bool:
    if rules.smudge is Smudge.FOUR_WINS_UNLESS_IN_THE_HOLE:
        return totals[side] >= 0
    return rules.smudge is Smudge.FOUR_WINS


def points_without_bid(rules: Rules, totals: Totals, side: int) -> int | None:
    if rules.target is None:
        return None
    goal = rules.target
    if rules.going_out is GoingOut.BIDDING_SIDE_ONLY:
        if rules.outright_at is None:
            return None
        goal = rules.outright_at
    points = max(0, goal - totals[side])
    if points > (0 if rules.no_junk else rules.total):
        return None
    others = [other for other in range(rules.sides) if other != side]
    pitchers: list[int | None] = [*others] if rules.auction else [None]
    auctions = ((pitcher, bid) for pitcher in pitchers for bid in rules.bids or (None,))
    can = any(can_go_out(rules, totals, side, pitcher, bid) for pitcher, bid in auctions)
    return points if can else None


def can_go_out(
    rules: Rules, totals: Totals, side: int, pitcher: int | None, bid: Bid | None
) -> bool:
    """Whether the side goes out on its best hand: one in which it takes every point."""
    points = {point.key: side for point in rules.points}
    hand = Hand(pitcher, bid, points, all_tricks=pitcher == side)
    _, out = score_and_judge(rules, hand, totals)
    return out is not None and out.winner == side and out.how not in NOT_GONE_OUT
