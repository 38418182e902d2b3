"""A stack of printed pages: sheets of several kinds, each on as many pages as were asked for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scorepads.printing.cards import RuleCard
from scorepads.printing.handouts import Handout
from scorepads.printing.score_pads import ScorePad
from scorepads.printing.shapes import RecordSheet
from scorepads.printing.tally_cards import TallyPage

LONG_CARDS = (1400, 1550, 1700, 1950)
"""With more characters than each of these a card is set in a smaller type."""


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
        return f"dense-{sum(self.card.length > length for length in LONG_CARDS)}"


Sheet = ScorePad | RecordSheet | Handout | CardPage | TallyPage

KINDS: dict[type, str] = {
    ScorePad: "score_pad",
    RecordSheet: "record_sheet",
    Handout: "handout",
    CardPage: "card_page",
    TallyPage: "tally_page",
}
"""How the template and the style sheet of each kind are called."""


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """One sheet of a stack, printed `copies` times in a row."""

    sheet: Sheet
    copies: int = 1

    @property
    def template(self) -> str:
        return f"printing/_{KINDS[type(self.sheet)]}.html"

    @property
    def style(self) -> str:
        return f"printing/{KINDS[type(self.sheet)]}.css"

    @property
    def is_numbered(self) -> bool:
        """Whether its pages belong together, and say which of how many each is."""
        return isinstance(self.sheet, RecordSheet) and not self.sheet.is_blank

    @property
    def all_copies(self) -> range:
        return range(self.copies)

    @property
    def page_count(self) -> int:
        """How many pages it takes at most, all copies together."""
        sheet = self.sheet
        pages = len(sheet.pages) + sheet.is_foot_apart if isinstance(sheet, RecordSheet) else 1
        return self.copies * pages


def count_pages(stack: Iterable[PrintedSheet]) -> int:
    """How many pages a stack takes at most."""
    return sum(printed.page_count for printed in stack)


def make_stack(*wanted: tuple[Any, int]) -> list[PrintedSheet]:
    """The sheets that were asked for at least once, in this order."""
    return [PrintedSheet(sheet, copies) for sheet, copies in wanted if copies]


def style_sheets(stack: Iterable[PrintedSheet], paper: str) -> list[str]:
    """The style sheets of a stack on this paper; the printer's own where it is empty."""
    printed = list(stack)
    kinds = dict.fromkeys(each.style for each in printed)
    return [
        "printing/sheet.css",
        *kinds,
        *([f"printing/{paper}.css"] if paper else []),
        *(["printing/numbered.css"] if any(each.is_numbered for each in printed) else []),
    ]
