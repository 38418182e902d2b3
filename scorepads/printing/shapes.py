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
class RecordPage:
    """The rows that stand together in one table, on one page."""

    rows: tuple[RecordRow, ...]


@dataclass(frozen=True, slots=True)
class SideAndPlayers:
    """A side in the list below the title: its mark, its name, its players in seat order."""

    mark: str
    name: str
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordHead:
    """The head of a sheet: its title, and who played it."""

    title: str
    when: datetime | None
    note: str
    sides: tuple[SideAndPlayers, ...]
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordFoot:
    """What stands below the rows of a sheet: how the game ended, how often each side was set back,
    the notes, what the signs mean (`key`), the ruleset in full."""

    closing: str
    sets: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    key: str
    ruleset: str
    sources: tuple[str, ...]
    house_rules: tuple[str, ...]

    @property
    def small_print(self) -> str:
        """The key and the ruleset."""
        house = f" House rules: {'; '.join(self.house_rules)}." if self.house_rules else ""
        source = "Source" if len(self.sources) == 1 else "Sources"
        return f"{self.key} {self.ruleset}.{house} {source}: {'; '.join(self.sources)}"


@dataclass(frozen=True, slots=True)
class RecordSheet:
    """A whole record sheet, on as many pages as its rows take.

    `is_foot_apart` tells that the last page has no room for what stands below its rows. `row` names
    the height of its rows in `sheet.css`.
    """

    head: RecordHead
    columns: Columns
    pages: tuple[RecordPage, ...]
    foot: RecordFoot
    row: str
    is_blank: bool = False
    is_foot_apart: bool = False

    @property
    def css(self) -> str:
        """The classes of each of its pages."""
        columns = self.columns
        classes = {
            "across": columns.is_across,
            "large": columns.is_large,
            "worded": columns.bids_in_words,
            "empty": self.is_blank,
            "played": not self.is_blank,
        }
        chosen = [name for name, is_so in classes.items() if is_so]
        return " ".join(["sheet", "record", self.row, *chosen])

    @property
    def rows(self) -> tuple[RecordRow, ...]:
        """The rows of all pages."""
        return tuple(row for page in self.pages for row in page.rows)


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
