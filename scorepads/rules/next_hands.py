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
from scorepads.rules.terms import MOON_BID, SMUDGE_BID, Bid, EndingKind, GoingOut, is_whole

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

MAX_DIVISIONS = 3000
"""So many ways of dividing the points are tried; three sides at ten points have fewer."""

MAX_REMEMBERED = 512
"""Situations whose chances a process remembers."""


@dataclass(frozen=True, slots=True)
class OwnBid:
    """The lowest bid by which a side can win, the fewest points at it, and how it then wins.

    It `needs_making` unless the side wins by it even when set back. It `always_wins` where every
    bid that is made with that many points does; where it need not be made, every hand at that bid.
    """

    bid: Bid
    take: int
    how: EndingKind
    needs_making: bool = True
    always_wins: bool = True

    @property
    def is_smudge(self) -> bool:
        """Whether it wins by a bid of everything that is worth more than its points."""
        return self.bid in (SMUDGE_BID, MOON_BID) or self.how is EndingKind.SMUDGE


@dataclass(frozen=True, slots=True)
class Chances:
    """How one side can win on the next hand.

    `own_bid` is None where it cannot win on its own bid; `other_bid` is the fewest points with
    which it wins where another side bids, or nobody (None: it cannot), and it `always_wins_then`
    where every such hand with that many points is won.
    """

    own_bid: OwnBid | None = None
    other_bid: int | None = None
    always_wins_then: bool = True


@dataclass(frozen=True, slots=True)
class Situation:
    """What the chances depend on: the rules, by their facts, and the totals before the hand."""

    fingerprint: str
    house_rules: str
    totals: Totals
    rules: Rules = field(compare=False)


def find_chances(rules: Rules, totals: Sequence[int]) -> tuple[Chances, ...]:
    """The chances of every side on the next hand; none are told where partners are called."""
    if rules.calls_partners:
        return (Chances(),) * rules.sides
    chosen = json.dumps(dict(rules.house_rules), sort_keys=True)
    return search_chances(Situation(rules.preset.fingerprint, chosen, tuple(totals), rules))


@lru_cache(maxsize=MAX_REMEMBERED)
def search_chances(situation: Situation) -> tuple[Chances, ...]:
    search = NextHands(situation.rules, situation.totals)
    try:
        return tuple(search.find_chances(side) for side in range(situation.rules.sides))
    except TooManyHands:
        return (Chances(),) * situation.rules.sides


class TooManyHands(Exception):
    """The points can be divided in more ways than are worth trying: nothing is told."""


Owners = tuple[int | None, ...]
"""Who owns each point, in the order of the points."""


@dataclass(frozen=True, slots=True)
class JudgedHand:
    """A next hand: what each side takes, as far as it matters, and who wins by it, if anybody."""

    taken: Totals
    made: bool | None
    winner: int | None
    how: EndingKind | None

    def wins(self, side: int) -> bool:
        """Whether the side wins by what it did itself."""
        return self.winner == side and self.how in OWN_VICTORIES


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
        own_bid, other_bid = self.find_own_bid(side), self.find_other_bid(side)
        if other_bid is None:
            return Chances(own_bid)
        return Chances(own_bid, other_bid, self.always_wins_with(side, other_bid))

    def find_own_bid(self, side: int) -> OwnBid | None:
        if not (self.can_get_there(side) or self.wins_with_everything(side)):
            return None
        for bid in self.rules.bids:
            if found := self.find_fewest_points(side, side, [bid]):
                return self.describe_own_bid(side, bid, *found)
        return None

    def describe_own_bid(self, side: int, bid: Bid, take: int, how: EndingKind) -> OwnBid:
        if is_whole(bid) and take < bid:
            hands = self.hands_with(side, side, [bid], take)
            return OwnBid(bid, take, how, False, all(each.wins(side) for each in hands))
        hands = self.hands_with(side, side, self.rules.bids, take)
        return OwnBid(bid, take, how, True, all(each.wins(side) for each in hands if each.made))

    def find_other_bid(self, side: int) -> int | None:
        if not self.can_win_without_bid(side):
            return None
        fewest = None
        for pitcher, bids in self.auctions_without(side):
            if found := self.find_fewest_points(side, pitcher, bids, fewer_than=fewest):
                fewest = found[0]
        return fewest

    def always_wins_with(self, side: int, take: int) -> bool:
        """Whether it wins every hand without a bid of its own in which it takes so many points."""
        return all(
            hand.wins(side)
            for pitcher, bids in self.auctions_without(side)
            for hand in self.hands_with(side, pitcher, bids, take)
        )

    def auctions_without(self, side: int) -> list[tuple[int | None, Sequence[Bid | None]]]:
        """Every other pitcher with its bids, or that nobody bids."""
        if not self.rules.auction:
            return [(None, [None])]
        return [(other, self.rules.bids) for other in range(self.rules.sides) if other != side]

    def find_fewest_points(
        self,
        side: int,
        pitcher: int | None,
        bids: Sequence[Bid | None],
        fewer_than: int | None = None,
    ) -> tuple[int, EndingKind] | None:
        """The fewest points with which the side wins where `pitcher` bids so, and how it does."""
        most = self.rules.total if fewer_than is None else fewer_than - 1
        for hand in self.hands_with(side, pitcher, bids, 0, most):
            if hand.how and hand.wins(side):
                return hand.taken[side], hand.how
        return None

    def hands_with(
        self,
        side: int,
        pitcher: int | None,
        bids: Sequence[Bid | None],
        least: int,
        most: int | None = None,
    ) -> Iterator[JudgedHand]:
        """The hands in which the side takes from `least` to `most` points and might win, few first.

        Without `most`, up to all of them.
        """
        wanted = [
            (taken, owners)
            for taken, owners in self.divide_points(self.watched(side, pitcher))
            if least <= taken[side] and (most is None or taken[side] <= most)
            if self.may_be_enough(side, taken)
        ]
        for taken, owners in sorted(wanted, key=lambda one: (one[0][side], sum(one[0]))):
            for bid in bids:
                if pitcher is not None and self.ends_like_a_lower_bid(bid, taken[pitcher], pitcher):
                    continue
                swept = pitcher is not None and taken[pitcher] == self.rules.total
                for all_tricks in (False, True) if swept and not is_whole(bid) else (False,):
                    yield self.judge(pitcher, bid, taken, owners, all_tricks)

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
        self, pitcher: int | None, bid: Bid | None, taken: Totals, owners: Owners, all_tricks: bool
    ) -> JudgedHand:
        points = dict(zip(self.keys, owners, strict=True))
        hand = Hand(pitcher, bid, points, all_tricks)
        score, out = score_and_judge(self.rules, hand, self.totals)
        winner, how = (out.winner, out.how) if out else (None, None)
        return JudgedHand(taken, score.made, winner, how)

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
        taken = tuple(self.rules.total * (each == side) for each in range(self.rules.sides))
        hands = (self.judge(side, bid, taken, owners, True) for bid in self.rules.bids)
        return any(hand.wins(side) for hand in hands)

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
            if len(grown) > MAX_DIVISIONS:
                raise TooManyHands
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
