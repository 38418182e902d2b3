"""Settling up: what every side gets or pays for its points and its sets. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorepads.core.scorepad import Scorepad
from scorepads.statistics.scored_hands import hands_with_bids, played_hands


@dataclass(frozen=True, slots=True)
class SideBalance:
    """The amount that one side gets (below zero: pays) for points and for sets."""

    name: str
    total: int
    sets: int
    from_points: int
    from_sets: int

    @property
    def balance(self) -> int:
        return self.from_points + self.from_sets


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment from one side to another that settles up."""

    payer: str
    payee: str
    units: int


def settle_up(scorepad: Scorepad, point: int, set_back: int) -> list[SideBalance]:
    """The balance of every side after each two sides have settled up.

    A side gets `point` for every point that it is ahead of another, and pays every other
    side `set_back` for each of its sets. The balances add up to zero.
    """
    totals, sets = scorepad.ledger.totals, count_sets(scorepad)
    many, points, all_sets = len(totals), sum(totals), sum(sets)
    return [
        SideBalance(
            name=name,
            total=total,
            sets=lost,
            from_points=point * (many * total - points),
            from_sets=set_back * (all_sets - many * lost),
        )
        for name, total, lost in zip(scorepad.names, totals, sets, strict=True)
    ]


def count_sets(scorepad: Scorepad) -> list[int]:
    """The number of sets of every side."""
    sets = [0] * len(scorepad.names)
    for line, hand in hands_with_bids(played_hands(scorepad)):
        if not line.made:
            sets[hand.pitcher or 0] += 1
    return sets


def list_payments(settled: Iterable[SideBalance]) -> list[Payment]:
    """Payments that settle all balances: the largest debtor pays the largest creditor first."""
    open_ = {each.name: each.balance for each in settled}
    found = []
    while any(open_.values()):
        payer, payee = min(open_, key=lambda n: open_[n]), max(open_, key=lambda n: open_[n])
        units = min(-open_[payer], open_[payee])
        found.append(Payment(payer, payee, units))
        open_[payer] += units
        open_[payee] -= units
    return found
