"""The counter of Game: how many of each counting card every side took, as it is tapped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorepads.rules.pips import PIPS

MAX_OF_A_CARD = 4
CARD_COUNTS = tuple(str(many) for many in range(MAX_OF_A_CARD + 1))


@dataclass(frozen=True, slots=True)
class CardField:
    """How many of one counting card a side took."""

    name: str
    card: str
    pips: int
    many: int


@dataclass(frozen=True, slots=True)
class SideCounter:
    """One side of the counter, with its pips so far."""

    name: str
    pips: int
    cards: list[CardField]


def counted_cards(chosen: Callable[[str], str], sides: int) -> list[dict[str, int]]:
    """How many of each counting card every side took; `chosen` tells what a field holds."""
    return [{card: card_count(chosen, side, card) for card in PIPS} for side in range(sides)]


def side_counters(
    names: Sequence[str], counted: Sequence[dict[str, int]], pips: Sequence[int]
) -> list[SideCounter]:
    """What the counter draws, a side each."""
    return [
        SideCounter(
            name,
            pips[side],
            [CardField(count_field(side, card), card, PIPS[card], counted[side][card])
             for card in PIPS],
        )
        for side, name in enumerate(names)
    ]  # fmt: skip


def card_count(chosen: Callable[[str], str], side: int, card: str) -> int:
    many = chosen(count_field(side, card))
    return int(many) if many in CARD_COUNTS else 0


def count_field(side: int, card: str) -> str:
    """The field that holds how many of a counting card a side took."""
    return f"count-{side}-{card}"
