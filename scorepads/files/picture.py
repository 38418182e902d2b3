"""The layout of the ledger as an SVG picture: the position of every text. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from scorepads.core import presenters
from scorepads.core.presenters import Figure, LedgerRow
from scorepads.core.scorepad import Scorepad
from scorepads.core.text_width import text_width

MARGIN = 20
NUMBER_WIDTH, BID_WIDTH, COLUMN_WIDTH = 34, 200, 78
MIN_WIDTH = 430
NOTE_HEIGHT = 19
"""The height of one line of house rules, below the title."""
LINE_HEIGHT = 30
HEAD_HEIGHT = 152
FOOT_HEIGHT = 46
COLUMN_PADDING = 10
"""The space between a number and the edge of its column, for the ring."""

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


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
    """One line of the ledger; `y` is the baseline of its texts."""

    y: int
    number: int
    says: str
    verdict: str
    totals: tuple[Total, ...]
    mark: str = ""

    @property
    def rule_y(self) -> int:
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
    def right_edge(self) -> int:
        return self.width - MARGIN

    @property
    def notes_height(self) -> int:
        """The height of the notes, by which everything below them moves down."""
        return len(self.notes) * NOTE_HEIGHT


def ledger_picture(scorepad: Scorepad) -> LedgerPicture:
    """Lay out the pad: title, outcome, totals of the sides, and every line of the ledger."""
    sides, rows = len(scorepad.names), presenters.rows_with_play(scorepad)
    width = max(MIN_WIDTH, 2 * MARGIN + NUMBER_WIDTH + BID_WIDTH + sides * COLUMN_WIDTH)
    first = width - MARGIN - sides * COLUMN_WIDTH
    columns = [
        Column(
            right=first + (side + 1) * COLUMN_WIDTH - COLUMN_PADDING,
            name=fit_text(
                f"{'★ ' if each.won else ''}{each.name}", COLUMN_WIDTH - COLUMN_PADDING, 15
            ),
            total=each.total.text,
            ring=ring_around(
                each.total, first + (side + 1) * COLUMN_WIDTH - COLUMN_PADDING, 131, 29
            ),
        )
        for side, each in enumerate(presenters.score_board(scorepad))
    ]
    end = presenters.game_end(scorepad)
    said = presenters.game_state(scorepad)
    if end:
        headline = f"{end.winner} won" if end.winner else "Drawn"
        said = f"{headline} on hand {scorepad.ledger.lines[-1].number}"
    told = [house_rules_text(scorepad), *presenters.seat_changes(scorepad)]
    notes = [line for text in told for line in wrap_text(text, width - 2 * MARGIN, 14)]
    return LedgerPicture(
        width=width,
        height=HEAD_HEIGHT + len(rows) * LINE_HEIGHT + FOOT_HEIGHT + len(notes) * NOTE_HEIGHT,
        title=fit_text(scorepad.game_name, width - 2 * MARGIN, 19),
        notes=tuple(
            (40 + number * NOTE_HEIGHT, note) for number, note in enumerate(notes, start=1)
        ),
        outcome=fit_text(said, width - 2 * MARGIN, 15),
        columns=tuple(columns),
        lines=tuple(draw_row(row, place, columns, first) for place, row in enumerate(rows)),
        rule=MARGIN + NUMBER_WIDTH - 6,
        foot=HEAD_HEIGHT + len(rows) * LINE_HEIGHT + 28,
    )


def house_rules_text(scorepad: Scorepad) -> str:
    """The preset that the table's own rules change, and the house rules in force, in words."""
    own = scorepad.pad.own_version
    named = f"house rules: {', '.join(scorepad.house_rules)}" if scorepad.house_rules else ""
    return "; ".join(filter(None, [scorepad.rules.preset.name if own else "", named]))


def wrap_text(text: str, room: float, size: int) -> list[str]:
    """The text wrapped into lines."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(fit_text(word, room, size))
    return lines


def draw_row(row: LedgerRow, place: int, columns: Iterable[Column], first: float) -> DrawnRow:
    y = HEAD_HEIGHT + place * LINE_HEIGHT + 20
    verdict = "made" if row.made else "set" if row.made is False else ""
    mark = "after the end" if row.after_the_end else "" if row.changes else "in play"
    room = first - MARGIN - NUMBER_WIDTH - (44 if verdict else 0)
    suit = f" {row.suit.glyph}" if row.suit else ""
    told = f" {row.what}{suit}"
    name = fit_text(row.who, max(30, room - text_width(told, 15)), 15)
    return DrawnRow(
        y=y,
        number=row.number,
        says=fit_text(f"{name}{told}".strip(), room, 15),
        verdict=verdict,
        totals=tuple(
            Total(
                column.right,
                column.right - 32,
                change,
                total.text,
                ring_around(total, column.right, y, 17),
            )
            for column, (_, change, total) in zip(columns, row.changes, strict=False)
        ),
        mark=mark,
    )


def ring_around(total: Figure, right: float, y: int, size: int) -> Ring | None:
    """The ring around a total below zero that ends at `right`; None for other totals."""
    if not total.in_the_hole:
        return None
    half = text_width(total.text, size) / 2
    return Ring(round(right - half, 1), round(y - size / 3, 1), round(half + 6, 1), size * 0.68)


def fit_text(text: str, room: float, size: int) -> str:
    """The text cut to the room, without characters that XML forbids."""
    kept = NOT_XML.sub("", text)
    if text_width(kept, size) <= room:
        return kept
    while kept and text_width(f"{kept}…", size) > room:
        kept = kept[:-1]
    return kept.rstrip(" \u200d\ufe0f") + "…"
