"""The contents of a printed sheet, as data for the templates."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scorepads.core.presenters import Figure
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.preset import Point
from scorepads.rules.terms import Suit


@dataclass(frozen=True, slots=True)
class HeadPlayer:
    """A player's name in the head, and its shorter form in the columns, if it has one."""

    name: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class SideHead:
    """A side: its mark in the points' columns, its name, its players in seat order."""

    mark: str
    name: str
    players: tuple[HeadPlayer, ...] = ()

    @property
    def shown_mark(self) -> str:
        """The mark, where it differs from the name."""
        return "" if self.mark == self.name else self.mark


@dataclass(frozen=True, slots=True)
class RuledLine:
    """One ruled line. `said` is text that replaces the columns before the scores; `aside` is
    text that replaces the scores."""

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
    """The columns of a sheet, and their density."""

    density: str
    auction: bool
    has_smudge: bool
    points: tuple[Point, ...]
    sides: tuple[SideHead, ...]
    needs: bool = False

    @property
    def columns_before_scores(self) -> int:
        """The number of columns between No. and the scores."""
        return len(self.points) + (5 if self.auction else 2)

    @property
    def score_columns(self) -> int:
        return 2 * len(self.sides)


@dataclass(frozen=True, slots=True)
class SheetHead:
    """The head of a page: all of it on the first page, name and date on the others."""

    name: str
    when: datetime | None
    note: str
    played: str
    sources: tuple[str, ...]
    house_rules: tuple[str, ...]
    sides: tuple[SideHead, ...]
    seats: tuple[HeadPlayer, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetPage:
    """One printed page: its lines, and the notes below them."""

    number: int
    of: int
    lines: tuple[RuledLine, ...]
    notes: tuple[str, ...] = ()
    closes: bool = False

    @property
    def is_first(self) -> bool:
        return self.number == 1


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole sheet. `closing` says how the game ended, `sets` how often each side was set back,
    and `key` is the legend."""

    head: SheetHead
    columns: Columns
    pages: tuple[SheetPage, ...]
    closing: tuple[str, ...]
    sets: tuple[tuple[str, str], ...]
    key: str
    rules: Rules
    is_blank: bool = False
    row: str = "r63"
