"""A stack of printed pages: sheets of several kinds, each on as many pages as were asked for."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scorepads.printing.cards import RuleCard
from scorepads.printing.handouts import Handout
from scorepads.printing.score_pads import ScorePad
from scorepads.printing.shapes import RecordSheet
from scorepads.printing.tally_cards import TallyPage

ROWS_OF_A_PAGE = 20
LONG_CARDS = (1550, 1850)
"""With more characters than this a card is set in a smaller type, and in one smaller still."""


@dataclass(frozen=True, slots=True)
class CardPage:
    """A page of rules cards, all alike, to cut apart."""

    card: RuleCard
    on_a_page: int
    is_large: bool = False

    @property
    def layout(self) -> str:
        return f"up-{self.on_a_page}"

    @property
    def copies(self) -> range:
        return range(self.on_a_page)

    @property
    def density(self) -> str:
        """The class in `sheet.css` of the type in which all of a card fits."""
        longer = sum(self.card.length > length for length in LONG_CARDS)
        return ("", "dense", "denser")[longer]


Sheet = ScorePad | RecordSheet | Handout | CardPage | TallyPage

TEMPLATES: dict[type, str] = {
    ScorePad: "printing/_score_pad.html",
    RecordSheet: "printing/_record_sheet.html",
    Handout: "printing/_handout.html",
    CardPage: "printing/_card_page.html",
    TallyPage: "printing/_tally_page.html",
}


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """One sheet of a stack, printed `copies` times in a row."""

    sheet: Sheet
    copies: int = 1

    @property
    def template(self) -> str:
        return TEMPLATES[type(self.sheet)]

    @property
    def all_copies(self) -> range:
        return range(self.copies)

    @property
    def page_count(self) -> int:
        """About how many pages it takes, all copies together."""
        rows = len(self.sheet.rows) if isinstance(self.sheet, RecordSheet) else 0
        return self.copies * max(1, math.ceil(rows / ROWS_OF_A_PAGE))


def count_pages(stack: Iterable[PrintedSheet]) -> int:
    """About how many pages a stack takes."""
    return sum(printed.page_count for printed in stack)


def make_stack(*wanted: tuple[Any, int]) -> list[PrintedSheet]:
    """The sheets that were asked for at least once, in this order."""
    return [PrintedSheet(sheet, copies) for sheet, copies in wanted if copies]
