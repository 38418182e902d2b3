"""What tells the sides of a game apart where there is little room: short names, letters, shapes.

Board, columns, chart and sheet take them from here. The color that goes with each shape stands in
`static/core/base.css` and `sides.css`, as `.s0` for the first side. Color alone tells no side.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence

MIN_NAME_LENGTH = 3
"""A short name keeps at least so many letters."""
MAX_WORD_LENGTH = 5
"""A word of so many letters is seen whole in the narrowest cell of a phone."""
HEAD_LETTERS = 6
"""A name of so many letters is seen whole over a column of the score on any phone."""
SHAPES = "●■▲▼✚○□△▽"
"""The shape of every side, in the order of the table; the style sheet has the same."""


def short_names(names: Sequence[str]) -> list[str]:
    """As many letters of every name as tell it apart, three at least: Mar, Bob, Chr.

    Names that are alike for longer than a narrow cell shows are told apart by their ends:
    Ch’ne and Ch’er for Christine and Christopher.
    """
    shorts = [first_letters(name, [other for other in names if other != name]) for name in names]
    too_long = [place for place, short in enumerate(shorts) if not fits_narrowly(short)]
    if not too_long:
        return shorts
    for head, tail in ((2, 2), (1, 3), (3, 1)):
        tried = list(shorts)
        for place in too_long:
            tried[place] = first_and_last(names[place], head, tail)
        if max(Counter(map(str.casefold, tried)).values()) == 1:
            return tried
    for place in too_long:
        shorts[place] = f"{''.join(characters(names[place])[:2])} {place + 1}"
    return shorts


def fits_narrowly(text: str) -> bool:
    """Whether each of its words is seen whole in a narrow cell, where there is a line for each."""
    return all(len(word) <= MAX_WORD_LENGTH for word in text.split())


def first_and_last(name: str, head: int, tail: int) -> str:
    """The first letters of a name and the last, such as Ch’ne; a last word stands by itself."""
    letters = characters(name)
    first, last = "".join(letters[:head]), "".join(letters[-tail:])
    return f"{first} {last.strip()}" if last[0].isspace() else f"{first.strip()}’{last}"


def characters(name: str) -> list[str]:
    """The letters of a name, each with its accents."""
    found: list[str] = []
    for character in name:
        if found and joins_on(character):
            found[-1] += character
        else:
            found.append(character)
    return found


def first_letters(name: str, others: Sequence[str]) -> str:
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
