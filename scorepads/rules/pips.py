"""The Game counter: pips in tricks, and who gets Game by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.terms import GameBy, GameTie, Problem, Refused

PIPS: Mapping[str, int] = {"10": 10, "A": 4, "K": 3, "Q": 2, "J": 1}
"""What each counting card is worth toward Game; a full deck holds 80."""

CARD_NAMES: Mapping[str, str] = {
    "10": "tens", "A": "aces", "K": "kings", "Q": "queens", "J": "jacks",
}  # fmt: skip

SUITS = 4
FULL_DECK = SUITS * sum(PIPS.values())

Cards = Mapping[str, int]
"""How many of each counting card one side took."""


def is_counted(rules: Rules) -> bool:
    """Whether these rules give Game for pips, so that there is something to count."""
    by_pips = rules.game_by is GameBy.PIPS and not rules.calls_partners
    return by_pips and any(point.key == "game" for point in rules.points)


def count_pips(taken: Sequence[Cards]) -> list[int]:
    """The pips of every side; raises `Refused` where more cards were counted than there are."""
    for card, name in CARD_NAMES.items():
        counted = sum(cards.get(card, 0) for cards in taken)
        if counted > SUITS:
            raise Refused([Problem(card, f"there are only four {name}; {counted} are counted")])
    return [sum(PIPS[card] * many for card, many in cards.items()) for cards in taken]


def who_gets_game(rules: Rules, pips: Sequence[int], pitcher: int | None) -> int | None:
    """The side with the most pips; a tie goes to nobody, or by agreement to the pitcher."""
    best = max(pips)
    leaders = [side for side, count in enumerate(pips) if count == best]
    if len(leaders) == 1:
        return leaders[0]
    return pitcher if rules.game_tie is GameTie.PITCHER else None
