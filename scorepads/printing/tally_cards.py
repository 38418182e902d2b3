"""Tally cards for a club night, one for each player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

TALLY_GAMES = 10
CARDS_A_PAGE, LARGE_CARDS_A_PAGE = 4, 2


@dataclass(frozen=True, slots=True)
class TallyPage:
    """A page of tally cards to cut apart; an empty name is written by hand."""

    names: tuple[str, ...]
    is_large: bool = False

    @property
    def game_numbers(self) -> range:
        return range(1, TALLY_GAMES + 1)


def tally_pages(names: Sequence[str], copies: int, *, is_large: bool = False) -> list[TallyPage]:
    """The pages of tally cards: `copies` for each name, or without names `copies` pages."""
    a_page = LARGE_CARDS_A_PAGE if is_large else CARDS_A_PAGE
    wanted = [name for name in names for _ in range(copies)] or [""] * a_page * copies
    return [
        TallyPage(tuple(wanted[at : at + a_page]), is_large) for at in range(0, len(wanted), a_page)
    ]
