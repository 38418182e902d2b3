"""What tells the sides of a game apart where there is little room: short names, letters, shapes.

Board, columns, chart and sheet take them from here. The color that goes with each shape stands in
`static/core/base.css` and `sides.css`, as `.s0` for the first side. Color alone tells no side.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

MIN_NAME_LENGTH = 3
"""A short name keeps at least so many letters."""
HEAD_LETTERS = 6
"""A name of so many letters is seen whole over a column of the score on any phone."""
SHAPES = "●■▲▼✚○□△▽"
"""The shape of every side, in the order of the table; the style sheet has the same."""


def short_names(names: Sequence[str]) -> list[str]:
    """As many letters of every name as tell it apart, three at least: Mar, Bob, Chr."""
    return [short_name(name, [other for other in names if other != name]) for name in names]


def short_name(name: str, others: Sequence[str]) -> str:
    """The name cut to the fewest letters that none of the others begins with."""
    for letters in range(MIN_NAME_LENGTH, len(name)):
        if joins_on(name[letters]):
            continue
        cut = name[:letters].rstrip()
        if not any(other.casefold().startswith(cut.casefold()) for other in others):
            return cut
    return name


def joins_on(character: str) -> bool:
    """Whether it is part of the character before it, such as an accent or a skin tone."""
    return unicodedata.category(character) in ("Mn", "Me", "Cf", "Sk")


def head_names(names: Sequence[str]) -> list[str]:
    """The names over narrow columns: whole where they fit, else short."""
    shorts = zip(names, short_names(names), strict=True)
    return [name if len(name) <= HEAD_LETTERS else short for name, short in shorts]


def side_letters(names: Sequence[str]) -> list[str]:
    """A mark for every side on the screen: its first letter, or short names where two share one."""
    letters = [name[:1].upper() for name in names]
    return letters if len(set(letters)) == len(letters) else short_names(names)


def side_initials(names: Sequence[str]) -> list[str]:
    """A mark for every side on paper: its first letter, or its number where two share a letter."""
    letters = [name[:1].upper() for name in names]
    if len(set(letters)) == len(letters):
        return letters
    return [str(number) for number in range(1, len(names) + 1)]
