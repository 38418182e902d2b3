"""How much room there is on paper, and how much a text takes. Pure."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence

from scorepads.core.presenters import side_initials

MAX_LINES = 25
"""So many hands stand on a page at most."""
BLANK_LINES = 20
MAX_COPIES = 6
TALLY_GAMES = 10
CARDS_A_PAGE = 4

WIDE = 186.0
HIGH = 246.0
"""What both papers have within their margins, less a little that no printer quite prints."""

CORRECTED, NOTED = "*", "†"
NOBODY = "–"


_NARROW = frozenset("iljIftr.,:;'|!()[]- ·’‘")
_BROAD = frozenset("MWmw@%—…&")
_EMOJI_FROM = 0x1F000


def _em(character: str) -> float:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF" or ord(character) >= _EMOJI_FROM:
        return 1.4
    if character in _BROAD:
        return 1.0
    if character in _NARROW:
        return 0.42
    return 0.75 if character.isupper() else 0.63


def breadth(text: str, points: float) -> float:
    """How many millimetres a text takes at most, in the widest face that it may be set in."""
    return sum(map(_em, text)) * points * 25.4 / 72


def line_count(text: str, width: float, points: float) -> int:
    """How many lines a text takes in that width, wrapped between words where it can be."""
    room, lines, used = width * 0.96, 1, 0.0
    space = breadth(" ", points)
    for word in text.split():
        wide = breadth(word, points)
        if used and used + space + wide > room:
            lines, used = lines + 1, 0.0
        if wide > room:  # broken within the word
            more = math.ceil(wide / room) - 1
            lines, wide = lines + more, wide - more * room
        used += wide + (space if used else 0.0)
    return lines


def shortened(names: Sequence[str], room: tuple[float, float]) -> list[str]:
    """The names as a narrow column calls them: whole, or their first words, or letters.

    All are shortened alike and stay distinct; `room` is a width and a size of type.
    """
    width, points = room
    for shorten in (str, _first_word, lambda name: name[:3], lambda name: name[:1].upper()):
        short = [shorten(name) for name in names]
        if len(set(short)) == len(short) and all(breadth(s, points) <= width for s in short):
            return short
    return side_initials(names)


def _first_word(name: str) -> str:
    return name.split()[0] if name.split() else name
