"""Sizes of the paper, and estimates of how wide and high a text is. Pure."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence

from scorepads.core.presenters import initials

MAX_LINES = 25
"""The most hands on one page."""
BLANK_LINES = 20
MAX_COPIES = 6
TALLY_GAMES = 10
CARDS_A_PAGE = 4

PAGE_WIDTH = 186.0
PAGE_HEIGHT = 246.0
"""Millimetres within the margins of both A4 and Letter, less what printers leave blank."""

CORRECTED, NOTED = "*", "†"
NOBODY = "–"


NARROW_CHARACTERS = frozenset("iljIftr.,:;'|!()[]- ·’‘")
BROAD_CHARACTERS = frozenset("MWmw@%—…&")
FIRST_EMOJI = 0x1F000


def character_width(character: str) -> float:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF" or ord(character) >= FIRST_EMOJI:
        return 1.4
    if character in BROAD_CHARACTERS:
        return 1.0
    if character in NARROW_CHARACTERS:
        return 0.42
    return 0.75 if character.isupper() else 0.63


def text_width(text: str, points: float) -> float:
    """The width of a text in millimetres, in the widest typeface that it may be set in."""
    return sum(map(character_width, text)) * points * 25.4 / 72


def line_count(text: str, width: float, points: float) -> int:
    """The number of lines of a text in that width, wrapped between words where possible."""
    room, lines, used = width * 0.96, 1, 0.0
    space = text_width(" ", points)
    for word in text.split():
        wide = text_width(word, points)
        if used and used + space + wide > room:
            lines, used = lines + 1, 0.0
        if wide > room:  # broken within the word
            more = math.ceil(wide / room) - 1
            lines, wide = lines + more, wide - more * room
        used += wide + (space if used else 0.0)
    return lines


def shorten_names(names: Sequence[str], room: tuple[float, float]) -> list[str]:
    """The names for a narrow column: whole, or their first words, or their first letters.

    All are shortened in the same way and stay distinct; `room` is a width and a type size.
    """
    width, points = room
    for shorten in (str, first_word, lambda name: name[:3], lambda name: name[:1].upper()):
        short = [shorten(name) for name in names]
        if len(set(short)) == len(short) and all(text_width(s, points) <= width for s in short):
            return short
    return initials(names)


def first_word(name: str) -> str:
    return name.split()[0] if name.split() else name
