"""The rows of a played sheet, divided among its pages.

Not every browser repeats the head of a table or keeps a row whole where a page ends, so each page
has a table of its own, and never more rows than fit. Rows and letters are counted and
nothing is measured: a page leaves more room for its heads and its foot than most need.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scorepads.printing.columns import Columns
from scorepads.printing.measures import UPRIGHT_WIDTH, PaperSize
from scorepads.printing.shapes import RecordFoot, RecordHead, RecordPage, RecordRow

MIN_BLANK_ROWS = 2
"""A game that is not over has at least so many rows left to write on."""
MIN_ROWS_ABOVE_FOOT = 8
"""With fewer rows than this on a page, the foot stands on the next one instead."""


@dataclass(frozen=True, slots=True)
class PageRoom:
    """What a page holds. `heads` are the millimetres of its title and of the heads of its columns.

    The other numbers say what a row has room for: so many letters of text or of small print across
    an upright page, letters told in place of a hand, bidders.
    """

    row: float
    heads: float
    text: int
    small_print: int
    told: int
    names: int

    def rows_of_page(self, columns: Columns, paper: PaperSize) -> int:
        height = paper.across_height if columns.is_across else paper.upright_height
        return int((height - self.heads) / self.row)

    def rows_of_lists(self, head: RecordHead, width: float) -> int:
        """The rows that the note and the lists of sides and seats take below the title."""
        sides = [name for side in head.sides for name in (side.mark, side.name, *side.players)]
        seats = ["Round the table", *head.seats] if head.seats else []
        return sum(rows_of_text(texts, self.text * width) for texts in (sides, seats, [head.note]))

    def rows_of_foot(self, foot: RecordFoot, width: float) -> int:
        """The rows that all below the table takes, a row for the gaps between included."""
        closing = [foot.closing, *(name + count for name, count in foot.sets)]
        small_print = [[foot.small_print], *([note] for note in foot.notes)]
        return (
            1
            + rows_of_text(closing, self.text * width)
            + sum(rows_of_text(texts, self.small_print * width) for texts in small_print)
        )

    def rows_of(self, row: RecordRow) -> int:
        """More than one where a cell takes more lines than stand in a row."""
        bidders = row.bidder.count(" + ") + 1
        return max(math.ceil(bidders / self.names), math.ceil(len(row.said) / self.told), 1)


NORMAL = PageRoom(row=8.0, heads=34.0, text=85, small_print=200, told=76, names=2)
LARGE = PageRoom(row=9.0, heads=54.0, text=60, small_print=60, told=34, names=1)


def rows_of_text(texts: Sequence[str], letters: float) -> int:
    """The rows that these texts take in one paragraph, two letters for what stands between them."""
    return math.ceil(sum(len(text) + 2 for text in texts if text) / letters)


@dataclass(frozen=True, slots=True)
class DividedRows:
    """The pages of a sheet. `is_foot_apart` tells that its foot needs a page of its own."""

    pages: tuple[RecordPage, ...]
    is_foot_apart: bool


def divide_rows(
    rows: Sequence[RecordRow],
    head: RecordHead,
    foot: RecordFoot,
    columns: Columns,
    paper: PaperSize,
    *,
    is_over: bool,
) -> DividedRows:
    """The rows on as many pages as they take; blank ones fill the last page of a game still on."""
    room = LARGE if columns.is_large else NORMAL
    width = columns.paper_width / UPRIGHT_WIDTH
    whole_page = room.rows_of_page(columns, paper)
    foot_rows = room.rows_of_foot(foot, width)
    left = whole_page - room.rows_of_lists(head, width)
    pages: list[list[RecordRow]] = [[]]
    for row in rows:
        if room.rows_of(row) > left and pages[-1]:
            pages.append([])
            left = whole_page
        pages[-1].append(row)
        left -= room.rows_of(row)
    if not is_over:
        if left < MIN_BLANK_ROWS:
            pages.append([])
            left = whole_page
        blank = blank_rows(len(pages[-1]), left, foot_rows)
        pages[-1] += [RecordRow(is_blank=True)] * blank
        left -= blank
    return DividedRows(tuple(RecordPage(tuple(page)) for page in pages), left < foot_rows)


def blank_rows(written: int, left: int, foot_rows: int) -> int:
    """How many rows stay to be written on: above the foot, where it leaves enough of the page."""
    above_foot = left - foot_rows
    is_enough = above_foot >= MIN_BLANK_ROWS and written + above_foot >= MIN_ROWS_ABOVE_FOOT
    return above_foot if is_enough else left
