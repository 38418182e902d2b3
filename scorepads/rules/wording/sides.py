"""The grammar of sides in sentences: We win, Ann wins, Ann & Bo win, and what is taken from them.

“Us” and “Them” are heads of columns; in a sentence they are We and They as its subject, us and
them as its object. `static/rules/sides.js` is the twin.
"""

from __future__ import annotations

PRONOUNS = {"us": ("we", "us"), "them": ("they", "them"), "you": ("you", "you")}
"""Subject and object of the sides that are called by a pronoun."""

PARTNERS = (" & ", " and ")
"""What stands between the names of partners."""


def as_subject(name: str, *, begins: bool = True) -> str:
    """The side as the subject of a sentence; `begins` tells whether the sentence begins with it."""
    if name.casefold() not in PRONOUNS:
        return name
    subject, _ = PRONOUNS[name.casefold()]
    return subject.capitalize() if begins else subject


def as_object(name: str) -> str:
    """The side as the object of a sentence: us, them, or its name."""
    return PRONOUNS[name.casefold()][1] if name.casefold() in PRONOUNS else name


def is_plural(name: str) -> bool:
    """Whether its verb is in the plural: We win, Ann & Bo win, but Ann wins."""
    return name.casefold() in PRONOUNS or any(between in name for between in PARTNERS)
