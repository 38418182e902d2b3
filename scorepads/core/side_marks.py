"""What tells the sides of a game apart where there is little room: short names, letters, shapes.

Board, columns, chart and sheet take them from here. The color that goes with each shape stands in
`static/core/base.css` and `sides.css`, as `.s0` for the first side. Color alone tells no side.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from scorepads.core.text_width import character_width
from scorepads.rules.seatings import reading_key

MIN_NAME_LENGTH = 3
"""A short name keeps at least so many letters, where they are no wider than usual."""
MAX_WORD_LENGTH = 5
"""No word of a short name has more letters: it is seen whole in the narrowest cell of a phone."""
MAX_SHORT_WIDTH = 3.6
"""A short name is no wider, relative to the type size."""
HEAD_LETTERS = 6
"""A name of so many letters, if they are not wide, is seen whole over a column on any phone."""
CUTS = ((2, 2), (1, 3), (3, 1), (1, 2), (2, 1), (1, 1))
"""How many letters from the beginning of a name and how many from its end are tried."""
ZERO_WIDTH_JOINER = "\u200d"
FIRST_FLAG_LETTER, LAST_FLAG_LETTER = "\U0001f1e6", "\U0001f1ff"
SHAPES = "●■▲▼✚○□△▽"
"""The shape of every side, in the order of the table; the style sheet has the same."""


def short_names(names: Iterable[str]) -> list[str]:
    """As many letters of every name as tell it apart, three at least: Mar, Bob, Chr.

    Names that are alike for longer than a narrow cell shows are told apart by their ends:
    Ch’ne and Ch’er for Christine and Christopher; if those are alike too, by numbers. No two short
    names read alike, and none reads like the name of another side.
    """
    return list(shorten_together(tuple(names)))


@lru_cache(maxsize=256)
def shorten_together(names: tuple[str, ...]) -> tuple[str, ...]:
    """The `short_names`, kept since every line of a ledger asks for those of the same table."""
    shorts = [
        first_letters(name, [*names[:place], *names[place + 1 :]])
        for place, name in enumerate(names)
    ]
    unfit = [place for place in range(len(names)) if not is_fit(place, shorts, names)]
    if not unfit:
        return tuple(shorts)
    for head, tail in CUTS:
        tried = list(shorts)
        for place in unfit:
            tried[place] = first_and_last(names[place], head, tail)
        if all(is_fit(place, tried, names) for place in range(len(names))):
            return tuple(tried)
    kept = [short for place, short in enumerate(shorts) if place not in unfit]
    taken = {reading_key(text) for text in (*names, *kept)}
    for place in unfit:
        shorts[place] = numbered(names[place], place + 1, len(names), taken)
    return tuple(shorts)


def is_fit(place: int, shorts: Sequence[str], names: Sequence[str]) -> bool:
    """Whether the short name of a side is seen whole, and reads like no other short or name."""
    key = reading_key(shorts[place])
    others = (*shorts[:place], *shorts[place + 1 :], *names[:place], *names[place + 1 :])
    return fits_narrowly(shorts[place]) and key not in map(reading_key, others)


def fits_narrowly(text: str) -> bool:
    """Whether it is seen whole in a narrow cell."""
    words = (len(characters(word)) for word in text.split())
    return text_width(text) <= MAX_SHORT_WIDTH and max(words, default=0) <= MAX_WORD_LENGTH


def text_width(text: str) -> float:
    """How wide it is drawn, relative to the type size; a joined emoji counts once."""
    return sum(character_width(letter[0]) for letter in characters(text))


def numbered(name: str, number: int, step: int, taken: Collection[str]) -> str:
    """The beginning of a name with a number, such as An 1, that reads like nothing in `taken`."""
    letters = characters(name)[:2]
    head = "".join(letters if fits_narrowly("".join(letters) + " 9") else letters[:1]).strip()
    while reading_key(f"{head} {number}") in taken:
        number += step
    return f"{head} {number}"


def first_and_last(name: str, head: int, tail: int) -> str:
    """The first letters of a name and the last, such as Ch’ne; a last word stands by itself."""
    letters = characters(name)
    first, last = "".join(letters[:head]), "".join(letters[-tail:])
    return f"{first} {last.strip()}" if last[0].isspace() else f"{first.strip()}’{last}"


def characters(name: str) -> list[str]:
    """The letters of a name, each with its accents; a family of emoji or a flag is one."""
    found: list[str] = []
    for character in name:
        if found and joins_on(found[-1], character):
            found[-1] += character
        else:
            found.append(character)
    return found


def joins_on(before: str, character: str) -> bool:
    """Whether it is part of the letter before it: an accent, a skin tone, the rest of an emoji."""
    if before[-1] == ZERO_WIDTH_JOINER:
        return True
    if FIRST_FLAG_LETTER <= character <= LAST_FLAG_LETTER:
        return len(before) == 1 and FIRST_FLAG_LETTER <= before <= LAST_FLAG_LETTER
    return unicodedata.category(character) in ("Mn", "Mc", "Me", "Cf", "Sk")


def first_letters(name: str, others: Sequence[str]) -> str:
    """The name cut to the fewest letters that none of the others begins with."""
    letters, others = characters(name), [reading_key(other) for other in others]
    for count in range(1, len(letters)):
        cut = "".join(letters[:count]).rstrip()
        is_enough = count >= MIN_NAME_LENGTH or not fits_narrowly("".join(letters[: count + 1]))
        if is_enough and not any(other.startswith(reading_key(cut)) for other in others):
            return cut
    return name


def head_names(names: Sequence[str]) -> list[str]:
    """The names over narrow columns: whole where they fit, else short."""
    shorts = zip(names, short_names(names), strict=True)
    return [name if fits_as_head(name) else short for name, short in shorts]


def fits_as_head(name: str) -> bool:
    return len(characters(name)) <= HEAD_LETTERS and text_width(name) <= MAX_SHORT_WIDTH


def side_letters(names: Sequence[str]) -> list[str]:
    """A mark for every side on the screen: its first letter, or short names where two share one."""
    return unlike_letters(names) or short_names(names)


def side_initials(names: Sequence[str]) -> list[str]:
    """A mark for every side on paper: its first letter, or its number where two share a letter."""
    return unlike_letters(names) or [str(number) for number in range(1, len(names) + 1)]


def unlike_letters(names: Sequence[str]) -> list[str]:
    """The first letters of the names; empty where two share one."""
    letters = [characters(name)[0].upper() for name in names]
    return letters if len(set(letters)) == len(letters) else []
