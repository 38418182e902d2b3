"""How sides are called, and their grammar in sentences: We win, Ann wins, Ann & Bo win.

“Us” and “Them” are for a table that named nobody, and heads of columns there; in a sentence they
are We and They as its subject, us and them as its object. `static/rules/sides.js` is the twin of
the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from scorepads.rules.hand import MAX_NAME_LENGTH, Side

PRONOUNS = {"us": ("we", "us"), "them": ("they", "them"), "you": ("you", "you")}
"""Subject and object of the sides that are called by a pronoun."""

PARTNERS = (" & ", " and ")
"""What stands between the names of partners."""

_MADE_UP_NAME = re.compile(r"us|them|side \d+", re.IGNORECASE)


def is_made_up(name: str) -> bool:
    """Whether a side is called so only because nobody named it."""
    return bool(_MADE_UP_NAME.fullmatch(name.strip()))


def call_side(side: Side) -> str:
    """The name of a side: by its players where they are named, unless the table gave it a name."""
    if side.players and is_made_up(side.name):
        return join_names(side.players)
    return side.name


def is_called_by_players(side: Side) -> bool:
    """Whether its name names its players already."""
    return bool(side.players) and call_side(side) in (join_names(side.players), side.players[0])


def join_names(players: Sequence[str]) -> str:
    """Partners by their names, “Ann & Bo”; by their first names where that gets too long."""
    first_names = [player.split()[0] for player in players]
    for names in (players, first_names):
        joined = " & ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
        if len(joined) <= MAX_NAME_LENGTH:
            return joined
    several = f" & {len(players) - 1} more" if len(players) > 1 else ""
    return first_names[0][: MAX_NAME_LENGTH - len(several)] + several


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
