"""The final ledger as a picture that opens alone: where every text of it stands. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from scorepads.core import presenters
from scorepads.core.presenters import Figure, LedgerRow
from scorepads.core.scorepad import Scorepad

MARGIN = 20
NUMBER, BID, COLUMN = 34, 200, 78
LEAST = 430
NOTE = 19
"""The height of a line of house rules, below the title."""
LINE = 30
HEAD = 152
FOOT = 46
INNER = 10
"""Between a number and the edge of its column; a ring needs it."""
HALF = 0.56
"""How wide a letter is, measured in its size; those of the East are about twice as wide."""

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Ring:
    """An oval around a number below zero."""

    x: float
    y: float
    wide: float
    high: float


@dataclass(frozen=True, slots=True)
class Total:
    """One total in the picture: the change before it, and a ring where it is in the hole."""

    right: float
    before: float
    change: str
    text: str
    ring: Ring | None


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """One line of the ledger; `y` is where its texts stand."""

    y: int
    number: int
    says: str
    verdict: str
    totals: tuple[Total, ...]
    mark: str = ""

    @property
    def below(self) -> int:
        return self.y + 10


@dataclass(frozen=True, slots=True)
class Column:
    """One side: its name over its column, and its last total large."""

    right: float
    name: str
    total: str
    ring: Ring | None


@dataclass(frozen=True, slots=True)
class LedgerPicture:
    width: int
    height: int
    title: str
    notes: tuple[tuple[int, str], ...]
    outcome: str
    columns: tuple[Column, ...]
    lines: tuple[DrawnRow, ...]
    rule: float
    foot: int

    @property
    def right(self) -> int:
        return self.width - MARGIN

    @property
    def down(self) -> int:
        """How far everything below the house rules is moved down by them."""
        return len(self.notes) * NOTE


def ledger_picture(scorepad: Scorepad) -> LedgerPicture:
    """The pad as it stands: heading, who stands where, and every line of the ledger."""
    sides, rows = len(scorepad.names), presenters.rows_with_play(scorepad)
    width = max(LEAST, 2 * MARGIN + NUMBER + BID + sides * COLUMN)
    first = width - MARGIN - sides * COLUMN
    columns = [
        Column(
            right=first + (side + 1) * COLUMN - INNER,
            name=fitted(f"{'★ ' if each.won else ''}{each.name}", COLUMN - INNER, 15),
            total=each.total.text,
            ring=_ring(each.total, first + (side + 1) * COLUMN - INNER, 131, 29),
        )
        for side, each in enumerate(presenters.score_board(scorepad))
    ]
    end = presenters.game_end(scorepad)
    said = (
        f"{end.winner} won on hand {scorepad.ledger.lines[-1].number}"
        if end
        else presenters.game_state(scorepad)
    )
    notes = _wrapped(_house_rules(scorepad), width - 2 * MARGIN, 14)
    return LedgerPicture(
        width=width,
        height=HEAD + len(rows) * LINE + FOOT + len(notes) * NOTE,
        title=fitted(scorepad.rules.preset.name, width - 2 * MARGIN, 19),
        notes=tuple((40 + number * NOTE, note) for number, note in enumerate(notes, start=1)),
        outcome=fitted(said, width - 2 * MARGIN, 15),
        columns=tuple(columns),
        lines=tuple(_drawn(row, place, columns, first) for place, row in enumerate(rows)),
        rule=MARGIN + NUMBER - 6,
        foot=HEAD + len(rows) * LINE + 28,
    )


def _house_rules(scorepad: Scorepad) -> str:
    """Whose own version it was opened under, and the house rules in force, in words."""
    own = scorepad.pad.own_version
    named = f"house rules: {', '.join(scorepad.house_rules)}" if scorepad.house_rules else ""
    return "; ".join(filter(None, [f"{own.name}, version {own.version}" if own else "", named]))


def _wrapped(text: str, room: float, size: int) -> list[str]:
    """The text on as many lines as it needs."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measured(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(fitted(word, room, size))
    return lines


def _drawn(row: LedgerRow, place: int, columns: Iterable[Column], first: float) -> DrawnRow:
    y = HEAD + place * LINE + 20
    verdict = "made" if row.made else "set" if row.made is False else ""
    mark = "after the end" if row.after_the_end else "" if row.changes else "in play"
    room = first - MARGIN - NUMBER - (44 if verdict else 0)
    suit = f" {row.suit.glyph}" if row.suit else ""
    told = f" {row.what}{suit}"
    name = fitted(row.who, max(30, room - measured(told, 15)), 15)
    return DrawnRow(
        y=y,
        number=row.number,
        says=fitted(f"{name}{told}".strip(), room, 15),
        verdict=verdict,
        totals=tuple(
            Total(
                column.right,
                column.right - 32,
                change,
                total.text,
                _ring(total, column.right, y, 17),
            )
            for column, (_, change, total) in zip(columns, row.changes, strict=False)
        ),
        mark=mark,
    )


def _ring(total: Figure, right: float, y: int, size: int) -> Ring | None:
    """The ring around a total that ends at `right`; None where it is not in the hole."""
    if not total.in_the_hole:
        return None
    half = measured(total.text, size) / 2
    return Ring(round(right - half, 1), round(y - size / 3, 1), round(half + 6, 1), size * 0.68)


def measured(text: str, size: int) -> float:
    """About how wide a text is, on the wide side."""
    return sum(_wide(character) for character in text) * HALF * size


def fitted(text: str, room: float, size: int) -> str:
    """As much of the text as there is room for, without what no picture may hold."""
    kept = _NOT_XML.sub("", text)
    if measured(kept, size) <= room:
        return kept
    while kept and measured(kept, size) > room - HALF * size:
        kept = kept[:-1]
    return kept.rstrip(" \u200d\ufe0f") + "…"


def _wide(character: str) -> float:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
