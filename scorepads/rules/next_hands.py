"""The search through every legal next hand: what each side has to bid and take to win by it.

Nothing here knows how a game is won: each hand is scored and judged as one of the ledger is. Hands
that the judgement cannot tell apart are tried once, so that of thousands a few dozen are left.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

from scorepads.rules.going_out import score_and_judge
from scorepads.rules.hand import Hand
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.scoring import Totals, score_hand
from scorepads.rules.terms import Bid, EndingKind, GoingOut, is_whole

OWN_VICTORIES = frozenset(
    (
        EndingKind.REACHED_TARGET,
        EndingKind.SMUDGE,
        EndingKind.BIDDER_GOES_OUT,
        EndingKind.OUTRIGHT,
        EndingKind.MOON,
    )
)
"""How a side wins by what it did: not because another sank or failed."""

NEVER = 10**6
"""The target of a game without one: nobody gets there."""

MAX_REMEMBERED = 512
"""Situations whose chances a process remembers."""


@dataclass(frozen=True, slots=True)
class OwnBid:
    """The lowest bid by which a side can win, the fewest points at it, and how it then wins."""

    bid: Bid
    take: int
    how: EndingKind


@dataclass(frozen=True, slots=True)
class Chances:
    """How one side can win on the next hand.

    `own_bid` is None where it cannot win on its own bid; `other_bid` is the fewest points with
    which it wins where another side bids, or nobody (None: it cannot).
    """

    own_bid: OwnBid | None = None
    other_bid: int | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """What the chances depend on: the rules, by their facts, and the totals before the hand."""

    fingerprint: str
    house_rules: str
    totals: Totals
    rules: Rules = field(compare=False)


def find_chances(rules: Rules, totals: Sequence[int]) -> tuple[Chances, ...]:
    """The chances of every side on the next hand."""
    chosen = json.dumps(dict(rules.house_rules), sort_keys=True)
    return search_chances(Situation(rules.preset.fingerprint, chosen, tuple(totals), rules))


@lru_cache(maxsize=MAX_REMEMBERED)
def search_chances(situation: Situation) -> tuple[Chances, ...]:
    search = NextHands(situation.rules, situation.totals)
    return tuple(search.find_chances(side) for side in range(situation.rules.sides))


Owners = tuple[int | None, ...]
"""Who owns each point, in the order of the points."""


class NextHands:
    """The legal hands that can follow `totals`, tried as far as they are needed."""

    def __init__(self, rules: Rules, totals: Totals) -> None:
        self.rules = rules
        self.totals = totals
        self.target = NEVER if rules.target is None else rules.target
        self.keys = [point.key for point in rules.points]
        self.judge = cache(self.judge_hand)
        self.divide_points = cache(self.divide_points_between)

    def find_chances(self, side: int) -> Chances:
        return Chances(self.find_own_bid(side), self.find_other_bid(side))

    def find_own_bid(self, side: int) -> OwnBid | None:
        if not (self.can_get_there(side) or self.wins_with_everything(side)):
            return None
        for bid in self.rules.bids:
            if found := self.find_fewest_points(side, side, [bid]):
                return OwnBid(bid, *found)
        return None

    def find_other_bid(self, side: int) -> int | None:
        if not self.can_win_without_bid(side):
            return None
        others = [other for other in range(self.rules.sides) if other != side]
        pitchers, bids = (others, self.rules.bids) if self.rules.auction else ([None], [None])
        fewest = None
        for pitcher in pitchers:
            if found := self.find_fewest_points(side, pitcher, bids, fewer_than=fewest):
                fewest = found[0]
        return fewest

    def find_fewest_points(
        self,
        side: int,
        pitcher: int | None,
        bids: Sequence[Bid | None],
        fewer_than: int | None = None,
    ) -> tuple[int, EndingKind] | None:
        """The fewest points with which the side wins where `pitcher` bids so, and how it does."""
        divisions = self.divide_points(self.watched(side, pitcher))
        most = self.rules.total if fewer_than is None else fewer_than - 1
        enough = (
            one for one in divisions if one[0][side] <= most and self.may_be_enough(side, one[0])
        )
        for taken, owners in sorted(enough, key=lambda one: (one[0][side], sum(one[0]))):
            for bid in bids:
                for how in self.victories(side, pitcher, bid, taken, owners):
                    return taken[side], how
        return None

    def victories(
        self, side: int, pitcher: int | None, bid: Bid | None, taken: Totals, owners: Owners
    ) -> Iterator[EndingKind]:
        """How the side wins, where it does, with the points so divided."""
        if pitcher is not None and self.ends_like_a_lower_bid(bid, taken[pitcher], pitcher):
            return
        swept = pitcher is not None and taken[pitcher] == self.rules.total
        for all_tricks in (False, True) if swept and not is_whole(bid) else (False,):
            winner, how = self.judge(pitcher, bid, owners, all_tricks)
            if winner == side and how in OWN_VICTORIES:
                yield how

    def ends_like_a_lower_bid(self, bid: Bid | None, taken: int, pitcher: int) -> bool:
        """Whether a lower bid is made as well, or leaves the pitcher short of the target as well.

        A bid of everything is like no other.
        """
        if not is_whole(bid) or not self.rules.lowest_bid < bid < self.rules.total:
            return False
        lower = bid - 1
        return bid <= taken or (lower > taken and self.totals[pitcher] - lower < self.target)

    def may_be_enough(self, side: int, taken: Totals) -> bool:
        """Whether the side can win with what it takes: a bid of numbers scores no more than that.

        Everything may win by itself, and near the end any made bid.
        """
        near_the_end = self.rules.going_out is GoingOut.BIDDER_GOES_OUT
        everything = taken[side] == self.rules.total
        there = self.totals[side] + taken[side] >= self.target
        return there or everything or near_the_end

    def judge_hand(
        self, pitcher: int | None, bid: Bid | None, owners: Owners, all_tricks: bool
    ) -> tuple[int | None, EndingKind | None]:
        """Who wins by this hand, and how."""
        points = dict(zip(self.keys, owners, strict=True))
        _, out = score_and_judge(self.rules, Hand(pitcher, bid, points, all_tricks), self.totals)
        return (out.winner, out.how) if out else (None, None)

    def can_get_there(self, side: int) -> bool:
        """Whether it can stand at the target after the hand."""
        return self.totals[side] + largest_gain(self.rules) >= self.target

    def can_win_without_bid(self, side: int) -> bool:
        """Whether it can stand, on a bid of another, where a side can win on such a one."""
        goal = goal_without_bid(self.rules)
        return goal is not None and self.totals[side] + gain_without_bid(self.rules) >= goal

    def wins_with_everything(self, side: int) -> bool:
        """Whether it wins by a bid of its own when it takes all there is."""
        owners = (side,) * len(self.keys)
        hands = (self.judge(side, bid, owners, True) for bid in self.rules.bids)
        return any(winner == side and how in OWN_VICTORIES for winner, how in hands)

    def watched(self, side: int, pitcher: int | None) -> frozenset[int]:
        """The sides whose points can decide whether `side` wins: its own, the pitcher's, rivals'.

        A pitcher that is counted first has no rivals, nor has anybody where others score nothing.
        Where the best of the others wins by a failed bid, all are rivals.
        """
        every = range(self.rules.sides)
        both = {side} if pitcher is None else {side, pitcher}
        counted_first = side == pitcher and self.rules.going_out is GoingOut.PITCHER_FIRST
        if self.rules.no_junk or (counted_first and not self.rules.failed_smudge_loses):
            return frozenset(both)
        if self.rules.failed_smudge_loses:
            return frozenset(every)
        return frozenset(both.union(filter(self.can_win_without_bid, every)))

    def divide_points_between(self, watched: frozenset[int]) -> list[tuple[Totals, Owners]]:
        """The points divided in every way that can change who wins, with what each side takes.

        Two divisions are alike if each watched side takes the same in both, and as the points are
        counted they come to stand at the target in the same order. Of those alike one is kept.
        """
        nothing: tuple[Totals, tuple[int, ...]] = ((0,) * self.rules.sides, ())
        divisions: dict[tuple[Totals, tuple[int, ...]], Owners] = {nothing: ()}
        for point in self.rules.points:
            grown: dict[tuple[Totals, tuple[int, ...]], Owners] = {}
            for (taken, arrived), owners in divisions.items():
                for owner in self.possible_owners(point.nobody, watched):
                    state = taken, arrived
                    if owner in watched:
                        state = self.give_points(taken, arrived, owner, point.worth)
                    grown.setdefault(state, (*owners, owner))
            divisions = grown
        return [(taken, owners) for (taken, _), owners in divisions.items()]

    def possible_owners(self, nobody: bool, watched: frozenset[int]) -> Iterable[int | None]:
        """Every watched side, and one that stands for all others: nobody where that may be."""
        others: list[int | None] = [side for side in range(self.rules.sides) if side not in watched]
        return [*sorted(watched), *([None] if nobody else others[:1])]

    def give_points(
        self, taken: Totals, arrived: tuple[int, ...], side: int, worth: int
    ) -> tuple[Totals, tuple[int, ...]]:
        taken = (*taken[:side], taken[side] + worth, *taken[side + 1 :])
        if side not in arrived and self.totals[side] + taken[side] >= self.target:
            arrived = (*arrived, side)
        return taken, arrived


def goal_without_bid(rules: Rules) -> int | None:
    """The total without which no side wins on a bid of another (None: it cannot).

    There a side scores at most what it took.
    """
    return rules.outright_at if rules.going_out is GoingOut.BIDDING_SIDE_ONLY else rules.target


def gain_without_bid(rules: Rules) -> int:
    """The most that a side can score in one hand without a bid of its own."""
    pitcher, bid = (1, rules.lowest_bid) if rules.auction else (None, None)
    return score_hand(
        rules, Hand(pitcher, bid, points_to_one_side(rules)), (0,) * rules.sides
    ).change[0]


def largest_gain(rules: Rules) -> int:
    """The most that a side can score in one hand."""
    hands = (Hand(0, bid, points_to_one_side(rules), all_tricks=True) for bid in rules.bids)
    gains = [score_hand(rules, hand, (0,) * rules.sides).change[0] for hand in hands]
    return max(gains, default=gain_without_bid(rules))


def points_to_one_side(rules: Rules) -> dict[str, int | None]:
    return dict.fromkeys((point.key for point in rules.points), 0)
