"""An estimate of how wide a text is, for what is laid out without a browser. Pure."""

from __future__ import annotations

import unicodedata

NARROW_CHARACTERS = frozenset("iljIftr.,:;'|!()[]- ·’‘")
BROAD_CHARACTERS = frozenset("MWmw@%—…&")
FIRST_EMOJI = 0x1F000


def text_width(text: str, size: float) -> float:
    """The width of a text in the unit of its type size, in the widest typeface it may be set in."""
    return sum(map(character_width, text)) * size


def character_width(character: str) -> float:
    """The width of a character relative to the type size."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF" or ord(character) >= FIRST_EMOJI:
        return 1.4
    if character in BROAD_CHARACTERS:
        return 1.0
    if character in NARROW_CHARACTERS:
        return 0.42
    return 0.75 if character.isupper() else 0.63
