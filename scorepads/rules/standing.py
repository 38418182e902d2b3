"""The standing of each side: what it needs, and how it can win on the next hand."""

from __future__ import annotations

from dataclasses import dataclass

from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.ledger import Ledger
from scorepads.rules.next_hands import OwnBid, find_chances


@dataclass(frozen=True, slots=True)
class Standing:
    """One side before the next hand.

    `needs` is the points to the target, 0 when it is there, None in a game without one. `own_bid`
    is how it wins as the pitcher, `other_bid` the fewest points with which it does where another
    bids, or nobody; None where it cannot. A game that another side loses, by sinking or by a
    failed smudge, is not won in this sense. `always_wins_then` says whether each such hand with
    those points is won.
    """

    side: int
    total: int
    needs: int | None
    own_bid: OwnBid | None
    other_bid: int | None
    always_wins_then: bool

    @property
    def in_the_hole(self) -> bool:
        return self.total < 0

    @property
    def can_go_out(self) -> bool:
        """Whether it can win on the next hand otherwise than by a smudge."""
        return self.other_bid is not None or bool(
            self.own_bid and not self.own_bid.takes_everything
        )


def side_standings(rules: Rules, ledger: Ledger) -> list[Standing]:
    """The standing of every side, in their order; empty when the game is over."""
    if ledger.is_over:
        return []
    chances = find_chances(rules, ledger.totals)
    return [
        Standing(
            side=side,
            total=total,
            needs=None if rules.target is None else max(0, rules.target - total),
            own_bid=chances[side].own_bid,
            other_bid=chances[side].other_bid,
            always_wins_then=chances[side].always_wins_then,
        )
        for side, total in enumerate(ledger.totals)
    ]
