"""The search through every legal next hand: what each side has to bid and take to win by it.

There is no rule on winning here: each hand is scored and judged by the code that folds the ledger.
Hands
that the judgment cannot tell apart are tried once, so that of thousands a few dozen are left.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations, permutations
from math import comb

from scorepads.rules.going_out import score_and_judge
from scorepads.rules.hand import Hand
from scorepads.rules.house_rules.apply import TWO_SIDES, Rules
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

MAX_REMEMBERED = 512
"""Situations whose chances a process remembers."""


@dataclass(frozen=True, slots=True)
class OwnBid:
    """The lowest bid by which a side can win, the fewest points at it, and how it then wins.

    It `needs_making` unless the side wins by it even when set back. It `always_wins` where every
    bid that is made with that many points does; where it need not be made, every hand at that bid.
    `moon_wins` tells whether a moon does.
    """

    bid: Bid
    take: int
    how: EndingKind
    needs_making: bool = True
    always_wins: bool = True
    moon_wins: bool = False

    @property
    def takes_everything(self) -> bool:
        """Whether it wins by a smudge or a moon, which are worth more than their points."""
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
    """The chances of every side on the next hand."""
    chosen = json.dumps(dict(rules.house_rules), sort_keys=True)
    return search_chances(Situation(rules.preset.fingerprint, chosen, tuple(totals), rules))


@lru_cache(maxsize=MAX_REMEMBERED)
def search_chances(situation: Situation) -> tuple[Chances, ...]:
    search = NextHands(situation.rules, situation.totals)
    return tuple(search.find_chances(side) for side in range(situation.rules.sides))


Owners = tuple[int | None, ...]
"""Who owns each point, in the order of the points."""

Division = tuple[Totals, Owners]
"""The points divided, with what each side takes by it, as far as that matters."""

MAX_DIVISIONS = 3000
"""Where the points can be divided in more ways among all, ties of rivals are not tried."""


@dataclass(frozen=True, slots=True)
class Auction:
    """Who has bid for a next hand, or nobody, and the bids to try."""

    pitcher: int | None
    bids: Sequence[Bid | None]
    partners: tuple[int, ...] = ()

    @property
    def team(self) -> tuple[int, ...]:
        """The pitcher and whom it called; nobody where nobody bids."""
        return () if self.pitcher is None else (self.pitcher, *self.partners)


@dataclass(frozen=True, slots=True)
class JudgedHand:
    """A next hand as it was scored and judged; `took` is what the side in question took."""

    took: int
    made: bool | None
    winner: int | None
    how: EndingKind | None

    def is_won_by(self, side: int) -> bool:
        """Whether the side wins by what it did itself."""
        return self.winner == side and self.how in OWN_VICTORIES


class NextHands:
    """The legal hands that can follow `totals`, tried as far as they are needed.

    The points are divided between the side in question and the pitcher in every way. What is left
    goes to nobody to see whether the side can win, and to a rival to see whether it always does:
    what a rival gets helps nobody else, but where two that tie keep each other from winning
    (`ties_can_help`).
    """

    def __init__(self, rules: Rules, totals: Totals) -> None:
        self.rules = rules
        self.totals = totals
        self.target = NEVER if rules.target is None else rules.target
        self.sides = range(rules.sides)
        self.keys = [point.key for point in rules.points]
        self.tried = 0
        self.divide_points = cache(self.divide_points_between)

    def find_chances(self, side: int) -> Chances:
        own_bid, other_bid = self.find_own_bid(side), self.find_other_bid(side)
        if other_bid is None:
            return Chances(own_bid)
        return Chances(own_bid, other_bid, self.always_wins_with(side, other_bid))

    def find_own_bid(self, side: int) -> OwnBid | None:
        if not (self.can_get_there(side) or self.wins_with_everything(side, self.rules.bids)):
            return None
        for bid in self.rules.bids:
            found = [self.find_fewest_points(side, one) for one in self.auctions_by(side, [bid])]
            if won := [each for each in found if each]:
                return self.describe_own_bid(side, bid, *min(won))
        return None

    def describe_own_bid(self, side: int, bid: Bid, take: int, how: EndingKind) -> OwnBid:
        needs_making = not (is_whole(bid) and take < bid)
        bids, least = (self.rules.bids, take) if needs_making else ([bid], 0)
        hands = (
            hand
            for auction in self.auctions_by(side, bids)
            for hand in self.worst_hands(side, auction, least)
        )
        always = all(hand.winner == side for hand in hands if hand.made or not needs_making)
        moon_wins = MOON_BID in self.rules.bids and self.wins_with_everything(side, [MOON_BID])
        return OwnBid(bid, take, how, needs_making, always, moon_wins)

    def find_other_bid(self, side: int) -> int | None:
        if not self.can_win_without_bid(side):
            return None
        fewest = None
        fewest_possible = max(0, (goal_without_bid(self.rules) or 0) - self.totals[side])
        for auction in self.auctions_without(side):
            if found := self.find_fewest_points(side, auction, fewer_than=fewest):
                fewest = found[0]
            if fewest is not None and fewest <= fewest_possible:
                break
        return fewest

    def always_wins_with(self, side: int, take: int) -> bool:
        """Whether it wins every hand without a bid of its own in which it takes so many points."""
        return all(
            hand.winner == side
            for auction in self.auctions_without(side)
            for hand in self.worst_hands(side, auction, take)
        )

    def auctions_by(self, side: int, bids: Sequence[Bid | None]) -> list[Auction]:
        """The side as the pitcher with each of these bids, and whom it may call."""
        return [Auction(side, bids, called) for called in self.possible_calls(side, side)]

    def auctions_without(self, side: int) -> list[Auction]:
        """Every other pitcher with its bids and whom it may call, or that nobody bids."""
        if not self.rules.auction:
            return [Auction(None, [None])]
        others = {self.totals[other]: other for other in self.sides if other != side}
        return [  # of those with equal totals one stands for all
            Auction(other, self.rules.bids, called)
            for other in others.values()
            for called in self.possible_calls(side, other)
        ]

    def possible_calls(self, side: int, pitcher: int) -> list[tuple[int, ...]]:
        """The partners that the pitcher may call: of those that can decide whether `side` wins.

        Where their order decides between them, in every order. Of those with equal totals one
        stands for all.
        """
        able = [
            each
            for each in self.sides
            if each != pitcher and (each == side or self.can_get_there(each))
        ]
        choose = (
            permutations if self.rules.going_out is GoingOut.BIDDING_SIDE_ONLY else combinations
        )
        calls = (
            called for many in range(self.rules.most_partners + 1) for called in choose(able, many)
        )
        alike = {
            tuple((each == side, self.totals[each]) for each in called): called for called in calls
        }
        return list(alike.values())

    def find_fewest_points(
        self, side: int, auction: Auction, fewer_than: int | None = None
    ) -> tuple[int, EndingKind] | None:
        """The fewest points with which the side wins where somebody bids so, and how it does."""
        most = self.rules.total if fewer_than is None else fewer_than - 1
        for hand in self.best_hands(side, auction, most):
            if hand.how and hand.is_won_by(side):
                return hand.took, hand.how
        return None

    def best_hands(self, side: int, auction: Auction, most: int) -> Iterator[JudgedHand]:
        """The hands with up to so many points that the side may win, few points first."""
        enough = [
            (taken, owners)
            for taken, owners in self.best_divisions(side, auction)
            if self.took(side, auction, taken) <= most
            and self.may_be_enough(side, self.took(side, auction, taken))
        ]
        for taken, owners in sorted(
            enough, key=lambda one: (self.took(side, auction, one[0]), sum(one[0]))
        ):
            yield from self.judge_bids(side, auction, taken, owners)

    def best_divisions(self, side: int, auction: Auction) -> list[Division]:
        """Rivals get what somebody must have and nobody else can; where ties help, anything."""
        if self.ties_can_help(side, auction):
            everybody = tuple(self.sides)
            return self.divide_points(everybody, (*everybody, None), everybody)
        both, rivals = self.bidders(side, auction), self.rivals(side, auction)
        if self.rules.calls_partners:
            own = auction.team[0] if side in auction.team else side
            return self.divide_points(both, (own, None), both)
        idle = [each for each in self.sides if each not in both and each not in rivals]
        return self.divide_points((*both, *(idle[:1] or rivals)), (*both, None), (*both, *rivals))

    def worst_hands(self, side: int, auction: Auction, least: int) -> Iterator[JudgedHand]:
        """The hands with so many points or more that the side may still not win.

        All the rest goes to one rival.
        """
        both, rivals = self.bidders(side, auction), self.rivals(side, auction)
        three = [both] if self.rules.calls_partners else [(*both, rival) for rival in rivals]
        divided = [self.divide_points(each, each, each) for each in three]
        for divisions in divided or [self.best_divisions(side, auction)]:
            for taken, owners in divisions:
                if self.took(side, auction, taken) >= least:
                    yield from self.judge_bids(side, auction, taken, owners)

    def judge_bids(
        self, side: int, auction: Auction, taken: Totals, owners: Owners
    ) -> Iterator[JudgedHand]:
        """The hands with the points so divided, one for each bid that makes a difference."""
        pitcher = auction.pitcher
        points = dict(zip(self.keys, owners, strict=True))
        swept = pitcher is not None and taken[pitcher] == self.rules.total
        took = self.took(side, auction, taken)
        for bid in auction.bids if pitcher is None else self.telling_bids(auction, taken[pitcher]):
            for all_tricks in (False, True) if swept and not is_whole(bid) else (False,):
                hand = Hand(pitcher, bid, points, all_tricks, partners=auction.partners)
                yield self.judge(hand, took)

    def took(self, side: int, auction: Auction, taken: Totals) -> int:
        """What the side took; where partners are called, what its team did, or all the others."""
        return taken[auction.team[0]] if side in auction.team else taken[side]

    def judge(self, hand: Hand, took: int) -> JudgedHand:
        self.tried += 1
        score, out = score_and_judge(self.rules, hand, self.totals)
        winner, how = (out.winner, out.how) if out else (None, None)
        return JudgedHand(took, score.made, winner, how)

    def telling_bids(self, auction: Auction, taken: int) -> Iterator[Bid | None]:
        """The bids to try that do not end like a lower one.

        A bid that is made ends like any other that is, and one that leaves all who bid short of the
        target like any other that does. A bid of everything is like no other.
        """
        lowest, total = self.rules.lowest_bid, self.rules.total
        if len(auction.bids) == 1:
            [bid] = auction.bids
            if not is_whole(bid) or bid in (lowest, total) or bid > taken:
                yield bid
            return
        if lowest <= taken and lowest < total:
            yield lowest
        for bid in range(max(lowest, taken + 1), total):
            yield bid
            if all(self.totals[each] - bid < self.target for each in auction.team):
                break
        yield from self.rules.bids[total - lowest :]

    def may_be_enough(self, side: int, taken: int) -> bool:
        """Whether the side can win with what it takes: a bid of numbers scores no more than that.

        Everything may win by itself, and near the end any made bid.
        """
        near_the_end = self.rules.going_out is GoingOut.BIDDER_GOES_OUT
        there = self.totals[side] + taken >= self.target
        return there or taken == self.rules.total or near_the_end

    @property
    def failing_loses(self) -> bool:
        """Whether some bid that fails makes the best of the others win."""
        return self.rules.failed_smudge_loses or bool(self.rules.moon and self.rules.moon.loses)

    def can_get_there(self, side: int) -> bool:
        """Whether it can stand at the target after the hand."""
        return self.totals[side] + largest_gain(self.rules) >= self.target

    def can_win_without_bid(self, side: int) -> bool:
        """Whether it can stand, on a bid of another, where a side can win on such a one."""
        goal = goal_without_bid(self.rules)
        return goal is not None and self.totals[side] + gain_without_bid(self.rules) >= goal

    def wins_with_everything(self, side: int, bids: Sequence[Bid]) -> bool:
        """Whether it wins by one of these bids of its own when it takes all there is."""
        taken = tuple(self.rules.total * (each == side) for each in self.sides)
        auction = Auction(side, bids)
        hands = self.judge_bids(side, auction, taken, (side,) * len(self.keys))
        return any(hand.is_won_by(side) for hand in hands)

    def bidders(self, side: int, auction: Auction) -> tuple[int, ...]:
        """The side in question, and the pitcher where it is another.

        Where partners are called, one of the bidding team and one of the others stand for all:
        each scores what they took together.
        """
        if self.rules.calls_partners:
            others = [each for each in self.sides if each not in auction.team]
            return (auction.team[0], side if side in others else others[0])
        return (side,) if auction.pitcher in (None, side) else (side, auction.pitcher)

    def rivals(self, side: int, auction: Auction) -> list[int]:
        """The further sides whose points can keep this one from winning.

        A pitcher that is counted first has none, nor has anybody where others score nothing. Where
        a failed bid makes the best of the others win, all are.
        """
        others = [each for each in self.sides if each not in self.bidders(side, auction)]
        if self.failing_loses:
            return others
        counted_first = self.rules.going_out is GoingOut.PITCHER_FIRST
        if (
            self.rules.calls_partners
            or self.rules.no_junk
            or (side == auction.pitcher and counted_first)
        ):
            return []
        return [each for each in others if self.can_win_without_bid(each)]

    def ties_can_help(self, side: int, auction: Auction) -> bool:
        """Whether rivals that tie can make way for the side, and few enough ways are to be tried.

        Two at the head of the others keep a failed smudge from ending the game, and two who stood
        at the target keep each other from going out, so that what wins outright decides.
        """
        many = self.rules.sides
        if many == TWO_SIDES or comb(self.rules.total + many, many) > MAX_DIVISIONS:
            return False
        if self.failing_loses:
            return True
        by_outright = self.rules.outright_at and self.rules.going_out is GoingOut.PITCHER_FIRST
        standing = [each for each in self.rivals(side, auction) if self.totals[each] >= self.target]
        return bool(by_outright and len(standing) > 1)

    def divide_points_between(
        self, sides: tuple[int, ...], owners_or_none: tuple[int | None, ...], seen: tuple[int, ...]
    ) -> list[Division]:
        """The points divided between these sides, or where nobody may have one, these owners.

        Two divisions are alike if those `seen` take the same in both, and as the points are
        counted come to stand at the target in the same order. One of them is kept.
        """
        nothing: tuple[Totals, tuple[int, ...]] = ((0,) * self.rules.sides, ())
        divisions: dict[tuple[Totals, tuple[int, ...]], Owners] = {nothing: ()}
        for point in self.rules.points:
            grown: dict[tuple[Totals, tuple[int, ...]], Owners] = {}
            for (taken, arrived), owners in divisions.items():
                for owner in owners_or_none if point.nobody else sides:
                    state = taken, arrived
                    if owner is not None and owner in seen:
                        state = self.give_points(taken, arrived, owner, point.worth)
                    grown.setdefault(state, (*owners, owner))
            divisions = grown
        return [(taken, owners) for (taken, _), owners in divisions.items()]

    def give_points(
        self, taken: Totals, arrived: tuple[int, ...], side: int, worth: int
    ) -> tuple[Totals, tuple[int, ...]]:
        taken = (*taken[:side], taken[side] + worth, *taken[side + 1 :])
        if side not in arrived and self.totals[side] + taken[side] >= self.target:
            arrived = (*arrived, side)
        return taken, arrived


def goal_without_bid(rules: Rules) -> int | None:
    """The total without which no side wins on a bid of another (None: it cannot).

    There a side scores at most what it took. A partner that was called goes out with the pitcher.
    """
    only_the_pitcher = rules.going_out is GoingOut.BIDDING_SIDE_ONLY and not rules.calls_partners
    return rules.outright_at if only_the_pitcher and rules.target is not None else rules.target


def gain_without_bid(rules: Rules) -> int:
    """The most that a side can score in one hand without a bid of its own."""
    if rules.calls_partners:  # one that is called scores what its team takes
        return rules.total
    pitcher, bid = (1, rules.lowest_bid) if rules.auction else (None, None)
    hand = Hand(pitcher, bid, points_to_one_side(rules))
    return score_hand(rules, hand, (0,) * rules.sides).change[0]


def largest_gain(rules: Rules) -> int:
    """The most that a side can score in one hand."""
    hands = (Hand(0, bid, points_to_one_side(rules), all_tricks=True) for bid in rules.bids)
    gains = [score_hand(rules, hand, (0,) * rules.sides).change[0] for hand in hands]
    return max(gains, default=gain_without_bid(rules))


def points_to_one_side(rules: Rules) -> dict[str, int | None]:
    return dict.fromkeys((point.key for point in rules.points), 0)
