"""The data of a record sheet, for its template."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scorepads.core.presenters import Figure
from scorepads.printing.columns import Columns
from scorepads.rules.terms import Suit


@dataclass(frozen=True, slots=True)
class PointsOfOwner:
    """The points that one side took, by their letters: `Us: H J`."""

    mark: str
    points: str


@dataclass(frozen=True, slots=True)
class RecordRow:
    """One ruled row. `said` is text that replaces the columns before the scores; `aside` is
    text that replaces the scores."""

    number: str = ""
    marks: str = ""
    deal: str = ""
    bidder: str = ""
    bid: str = ""
    trump: Suit | None = None
    owners: tuple[str, ...] = ()
    all_points: tuple[PointsOfOwner, ...] = ()
    result: str = ""
    said: str = ""
    aside: str = ""
    scores: tuple[tuple[str, Figure], ...] = ()
    won: int | None = None
    is_blank: bool = False

    @property
    def css(self) -> str:
        return "blank" if self.is_blank else "aside" if self.aside else "said" if self.said else ""


@dataclass(frozen=True, slots=True)
class SideAndPlayers:
    """A side in the list below the title: its mark, its name, its players in seat order."""

    mark: str
    name: str
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordHead:
    """The head of a sheet, and the small print at its foot: the ruleset in full."""

    title: str
    when: datetime | None
    note: str
    sides: tuple[SideAndPlayers, ...]
    seats: tuple[str, ...]
    ruleset: str
    sources: tuple[str, ...]
    house_rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordSheet:
    """A whole record sheet, on as many pages as its rows take.

    `closing` says how the game ended, `sets` how often each side was set back, `key` what the
    signs mean. `row` names the height of its rows in `sheet.css`.
    """

    head: RecordHead
    columns: Columns
    rows: tuple[RecordRow, ...]
    notes: tuple[str, ...]
    closing: str
    sets: tuple[tuple[str, str], ...]
    key: str
    row: str
    is_blank: bool = False


def points_by_owner(
    marks: Sequence[str], letters_and_owners: Sequence[tuple[str, int | None]], nobody: str
) -> tuple[PointsOfOwner, ...]:
    """What each side took of a hand, in the order of the sides; nobody's points last."""
    owners = sorted({owner for _, owner in letters_and_owners}, key=lambda o: (o is None, o or 0))
    return tuple(
        PointsOfOwner(
            nobody if owner is None else marks[owner],
            " ".join(letter for letter, owned in letters_and_owners if owned == owner),
        )
        for owner in owners
    )
