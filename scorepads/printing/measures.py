"""Sizes of the paper in millimetres, and what fits on it. Pure.

A sheet lies within the margins of both A4 and Letter.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scorepads.core.side_marks import short_names, side_initials
from scorepads.core.text_width import text_width

UPRIGHT_WIDTH, ACROSS_WIDTH = 186.0, 252.0


@dataclass(frozen=True, slots=True)
class PaperSize:
    """The heights within the margins, with the paper upright and lying across."""

    upright_height: float
    across_height: float


PAPER_SIZES = {
    "": PaperSize(253.0, 185.0),
    "a4": PaperSize(271.0, 185.0),
    "letter": PaperSize(253.0, 190.0),
}
"""By the value of the form's choice; what the printer holds may be either."""

MIN_CELL, MIN_LARGE_ROW = 7.0, 9.0
"""No cell that is written in by hand is lower or narrower; no row in large print is lower."""
ROW_STEP, MAX_ROW = 0.5, 12.0
"""Rows grow in steps of half a millimetre, as in `sheet.css`, so that they fill their page."""

POINTS_A_MILLIMETRE = 72 / 25.4


def printed_width(text: str, points: float) -> float:
    """The width in millimetres of a text in type of so many points."""
    return text_width(text, points / POINTS_A_MILLIMETRE)


def words_fit(text: str, width: float, points: float) -> bool:
    """Whether each word of a text fits in that width, so that none is broken."""
    return all(printed_width(word, points) <= width for word in text.split())


def shorten_names(names: Sequence[str], width: float, points: float) -> list[str]:
    """The names for a narrow column: whole, or their first words, or their first letters.

    All are shortened in the same way and stay distinct.
    """
    first_words = [first_word(name) for name in names]
    letters = [name[:1].upper() for name in names]
    for short in (list(names), first_words, short_names(names), letters):
        if len(set(short)) == len(short) and all(printed_width(s, points) <= width for s in short):
            return short
    return side_initials(names)


def first_word(name: str) -> str:
    return name.split()[0] if name.split() else name


def row_class(height: float, *, is_large: bool = False) -> str:
    """The class in `sheet.css` of the highest row that is at most so many millimetres high."""
    least = MIN_LARGE_ROW if is_large else MIN_CELL
    stepped = math.floor(height / ROW_STEP) * ROW_STEP
    return f"row-{max(least, min(MAX_ROW, stepped)) * 10:.0f}"
