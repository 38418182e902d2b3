"""What statistics read of a scored game: its hands with their bids, its people, its winner.

Only hands up to the end of the game count. A person is a named player, or a side without named
players that has a name of its own and so is one person. A hand counts for the people who played
it; a finished game, for those who played its last hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from scorepads.core.scorepad import Scorepad
from scorepads.opening.forms import default_name
from scorepads.rules.hand import Hand
from scorepads.rules.ledger import Line
from scorepads.rules.wording.sides import join_names


def played_hands(scorepad: Scorepad) -> Iterator[Line]:
    """The hands that were played and scored."""
    return (
        line
        for line in scorepad.ledger.lines
        if isinstance(line.entry, Hand) and line.entry.is_played
    )


def hands_by_seating(scorepad: Scorepad) -> Iterator[tuple[Scorepad, list[Line]]]:
    """The played hands by seating: the pad as it was seated, and the hands played so."""
    for seated, lines in groupby(
        played_hands(scorepad), lambda line: scorepad.as_seated(line.number)
    ):
        yield seated, list(lines)


def as_ended(scorepad: Scorepad) -> Scorepad:
    """The pad with the people who played its last line; as it is seated where there is none."""
    last = scorepad.last_line
    return scorepad.as_seated(last.number) if last else scorepad


def hands_with_bids(lines: Iterable[Line]) -> Iterator[tuple[Line, Hand]]:
    """The played hands with a bid."""
    for line in lines:
        if isinstance(line.entry, Hand) and line.entry.pitcher is not None:
            yield line, line.entry


def people_of_side(scorepad: Scorepad, side: int) -> tuple[str, ...]:
    """The named players of a side, or the side itself if it is one person."""
    if players := scorepad.sides[side].players:
        return players
    name = scorepad.names[side]
    return () if name == default_name(side, len(scorepad.sides)) else (name,)


class PartnershipNames:
    """Sides by the names of their players, whatever they were called at the table.

    Ann & Bo are the same two when they have changed seats: they keep the name they had first.
    """

    def __init__(self) -> None:
        self.known: dict[frozenset[str], str] = {}

    def find(self, scorepad: Scorepad, side: int) -> str:
        """The name of this side of this pad."""
        players = scorepad.sides[side].players
        if not players:
            return scorepad.names[side]
        people = frozenset(name.casefold() for name in players)
        return self.known.setdefault(people, join_names(players))


def find_bidder(scorepad: Scorepad, hand: Hand) -> str | None:
    """The person who bid, where that is known."""
    assert hand.pitcher is not None
    if hand.player is not None:
        return scorepad.sides[hand.pitcher].players[hand.player]
    people = people_of_side(scorepad, hand.pitcher)
    return people[0] if len(people) == 1 else None


def winning_side(scorepad: Scorepad) -> int | None:
    """The number of the side that has won; None while nobody has."""
    return scorepad.ledger.out.winner if scorepad.ledger.out else None
