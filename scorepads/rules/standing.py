"""The standing: what each side needs, whether it can go out next, and by what bid at least."""

from __future__ import annotations

from dataclasses import dataclass

from .explain import bid_text
from .going_out import judge, within_reach
from .hand import Hand
from .house_rules import Rules
from .ledger import Ledger
from .scoring import Totals
from .terms import SMUDGE_BID, SMUDGE_WORTH, Bid, GoingOut, How, Smudge, signed


@dataclass(frozen=True, slots=True)
class Standing:
    """One side before the next hand.

    `needs` is the points to the target, 0 when it is there. `least_bid` is the cheapest
    bid that, when just made, can take it out (None: no bid can). `without_bid` is how
    many points it lacks to go out on another side's bid, or where nobody bids (None: it
    cannot go out so). A game won because the other side fell too far or
    failed a smudge is not gone out of.
    """

    side: int
    total: int
    needs: int
    least_bid: Bid | None
    without_bid: int | None

    @property
    def in_the_hole(self) -> bool:
        return self.total < 0


def standings(rules: Rules, ledger: Ledger) -> list[Standing]:
    """The standing of every side, in their order; empty when the game is over."""
    if ledger.is_over:
        return []
    return [_standing(rules, ledger.totals, side) for side in range(rules.sides)]


def _standing(rules: Rules, totals: Totals, side: int) -> Standing:
    return Standing(
        side=side,
        total=totals[side],
        needs=max(0, rules.target - totals[side]),
        least_bid=_least_bid(rules, totals, side),
        without_bid=_without_bid(rules, totals, side),
    )


def _least_bid(rules: Rules, totals: Totals, side: int) -> Bid | None:
    for bid in rules.bids:
        if _is_enough(rules, totals, side, bid) and _goes_out(rules, totals, side, side, bid):
            return bid
    return None


def _is_enough(rules: Rules, totals: Totals, side: int, bid: Bid) -> bool:
    """Whether making just this bid takes the side far enough."""
    if rules.going_out is GoingOut.BIDDER_GOES_OUT and within_reach(rules, totals):
        return True
    if _smudge_wins(rules, totals, side) and bid == rules.total:
        return True
    worth = SMUDGE_WORTH if bid == SMUDGE_BID else bid
    return totals[side] + worth >= rules.target  # `outright_at` lies further still


def _smudge_wins(rules: Rules, totals: Totals, side: int) -> bool:
    if rules.smudge is Smudge.FOUR_WINS_UNLESS_IN_THE_HOLE:
        return totals[side] >= 0
    return rules.smudge is Smudge.FOUR_WINS


def _without_bid(rules: Rules, totals: Totals, side: int) -> int | None:
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
    can = any(_goes_out(rules, totals, side, pitcher, bid) for pitcher, bid in auctions)
    return points if can else None


def _goes_out(
    rules: Rules, totals: Totals, side: int, pitcher: int | None, bid: Bid | None
) -> bool:
    """Whether the side goes out on the hand that suits it best: one in which it takes all."""
    points = {point.key: side for point in rules.points}
    hand = Hand(pitcher, bid, points, all_tricks=pitcher == side)
    _, out = judge(rules, hand, totals)
    return out is not None and out.winner == side and out.how not in (How.SUNK, How.FAILED_SMUDGE)


def sentence(rules: Rules, name: str, standing: Standing) -> str:
    """The standing in words, such as “Us: 17, 4 to go, can go out with a bid of 4.”"""
    return f"{_place(rules, name, standing)}, {_way_out(rules, standing)}."


def _place(rules: Rules, name: str, standing: Standing) -> str:
    if standing.needs:
        return f"{name}: {signed(standing.total)}, {standing.needs} to go"
    over = "at" if standing.total == rules.target else "over"
    return f"{name}: {signed(standing.total)}, {over} {rules.target}"


def _way_out(rules: Rules, standing: Standing) -> str:
    least, without = standing.least_bid, standing.without_bid
    if least is None and without is None:
        return "cannot go out on the next hand"
    if not rules.auction:
        return "can go out on the next hand"
    if least is None:
        return "can only go out on another side's bid"
    if without is None and _by_smudge(rules, standing):
        return f"can only go out by a smudge, a made bid of {least}"
    if without is None:
        return f"can only go out on its own bid, {_or_more(rules, least)}"
    if least == rules.bids[0]:
        return "can go out on any bid"
    how = "a smudge" if least == SMUDGE_BID else f"a bid of {_or_more(rules, least)}"
    return f"can go out with {how}"


def _by_smudge(rules: Rules, standing: Standing) -> bool:
    """Whether only a smudge that wins by itself takes the side out: the points would not do."""
    return rules.smudge.wins_by_itself and standing.needs > rules.total


def _or_more(rules: Rules, least: Bid) -> str:
    if least == SMUDGE_BID:
        return "a smudge"
    return bid_text(least) if least == rules.bids[-1] else f"{least} or more"
