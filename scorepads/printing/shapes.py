"""What stands on a sheet, as data."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scorepads.core.presenters import Figure
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.preset import Point
from scorepads.rules.terms import Suit


@dataclass(frozen=True, slots=True)
class Player:
    """A name in the head, and what it is called in the columns if that is shorter."""

    name: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class SideHead:
    """A side: its mark in the points' columns, its name, its players in seat order."""

    mark: str
    name: str
    players: tuple[Player, ...] = ()

    @property
    def told_mark(self) -> str:
        """The mark where it says more than the name."""
        return "" if self.mark == self.name else self.mark


@dataclass(frozen=True, slots=True)
class Ruled:
    """One ruled line. `said` stands across the columns before the scores where it is given;
    `aside` across the scores, where there are none."""

    number: str = ""
    marks: str = ""
    deal: str = ""
    bidder: str = ""
    bid: str = ""
    trump: Suit | None = None
    points: tuple[str, ...] = ()
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
class Columns:
    """The columns of a sheet, and how close they stand."""

    density: str
    auction: bool
    has_smudge: bool
    points: tuple[Point, ...]
    sides: tuple[SideHead, ...]
    needs: bool = False

    @property
    def before_scores(self) -> int:
        """How many columns lie between No. and the scores."""
        return len(self.points) + (5 if self.auction else 2)

    @property
    def of_scores(self) -> int:
        return 2 * len(self.sides)


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above the columns: on the first page all of it, then the name and date."""

    name: str
    when: datetime | None
    note: str
    played: str
    sources: tuple[str, ...]
    house_rules: tuple[str, ...]
    sides: tuple[SideHead, ...]
    seats: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """One printed page: its lines, and what stands below them."""

    number: int
    of: int
    lines: tuple[Ruled, ...]
    notes: tuple[str, ...] = ()
    closes: bool = False

    @property
    def is_first(self) -> bool:
        return self.number == 1


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole sheet. `closing` says how it ended, `sets` how often each side was set back, and
    `key` what the signs mean."""

    head: Head
    columns: Columns
    pages: tuple[Page, ...]
    closing: tuple[str, ...]
    sets: tuple[tuple[str, str], ...]
    key: str
    rules: Rules
    is_blank: bool = False
    row: str = "r63"
