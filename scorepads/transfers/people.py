"""Pads out, for people and for spreadsheets."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from datetime import UTC

from scorepads import pages
from scorepads.numbers import sets_of
from scorepads.rules.hand import (
    Adjustment,
    Entry,
    Hand,
    PassedOut,
    TargetChange,
)
from scorepads.rules.ledger import Line
from scorepads.rules.terms import signed
from scorepads.selectors import Scorepad


def file_name(now: Scorepad, ending: str) -> str:
    """A name that any phone and any disk takes: `pitch-2026-01-31-us-them.json`."""
    names = re.sub(r"[^a-z0-9]+", "-", "-".join(now.names).lower()).strip("-")[:40].strip("-")
    day = now.pad.opened_at.astimezone(UTC).date().isoformat()
    return "-".join(filter(None, ["pitch", day, names])) + ending


_FORMULA = re.compile(r"[\t\r\n]|\s*[=+\-@＝＋－＠]")


def harmless(text: str) -> str:
    """Text that a spreadsheet shows and does not work out: such text gets a leading mark."""
    return f"'{text}" if _FORMULA.match(text) else text


def as_csv(now: Scorepad) -> str:
    """One row a hand, for a spreadsheet: text is quoted and harmless, numbers are numbers.

    It begins with a byte order mark, without which some spreadsheets misread names.
    """
    out = io.StringIO()
    out.write("\ufeff")
    writer = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC)
    for row in _table(now):
        writer.writerow([harmless(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue()


Cell = str | int


def _table(now: Scorepad) -> list[list[Cell]]:
    points = [point.label for point in now.opened_under.points]
    head = ["Hand", "What", "Dealer", "Who bid", "Player", "Bid", "Trump", "Made or set"]
    changes = [f"{name}: change" for name in now.names]
    totals = [f"{name}: total" for name in now.names]
    table: list[list[Cell]] = [[*head, *points, *changes, *totals, "Note", "Rules"]]
    if any(now.start):
        blank: list[Cell] = [""] * (len(head) - 2 + len(points) + len(now.names))
        table.append([0, "starting scores", *blank, *now.start, "", now.title])
    scored = {line.number: line for line in now.ledger.lines}
    for number, (entry, dealer) in enumerate(zip(now.entries, now.dealers, strict=False), start=1):
        row = _csv_row(now, number, entry, dealer, scored.get(number))
        table.append([*row, now.title])
    return table


def _csv_row(
    now: Scorepad, number: int, entry: Entry, dealer: int, line: Line | None
) -> list[Cell]:
    hand = entry if isinstance(entry, Hand) else Hand()
    owners = hand.points or {}
    points: list[Cell] = [
        _owner(now, owners[point.key]) if point.key in owners else ""
        for point in now.opened_under.points
    ]
    nothing: list[Cell] = [""] * len(now.names)
    made = "" if line is None or line.made is None else "made" if line.made else "set"
    pitched = hand.pitcher is not None
    player = pitched and hand.player is not None
    return [
        number,
        _kind(now, entry, line),
        now.seat_name(dealer),
        now.names[hand.pitcher] if hand.pitcher is not None else "",
        now.bidder_name(hand) if player else "",
        hand.bid if hand.bid is not None else "",
        hand.trump.value if hand.trump else "",
        made,
        *points,
        *(line.change if line else nothing),
        *(line.totals if line else nothing),
        entry.note,
    ]


def _owner(now: Scorepad, owner: int | None) -> str:
    return "nobody" if owner is None else now.names[owner]


def _kind(now: Scorepad, entry: Entry, line: Line | None) -> str:
    if isinstance(entry, Hand) and not entry.is_played:
        return "in play"
    if line is None:
        return "after the end"
    if isinstance(entry, PassedOut):
        return "passed out"
    if isinstance(entry, Adjustment):
        return f"adjustment: {now.names[entry.side]}"
    if isinstance(entry, TargetChange):
        return f"game to {entry.target}"
    return "hand"


MOST_TOLD = 30
"""A text for a chat lists so many hands at most, the last ones."""


@dataclass(frozen=True, slots=True)
class Told:
    """The pad in a few lines; the day stands apart, since each phone writes it its own way."""

    heading: str
    lines: tuple[str, ...]


def told(now: Scorepad) -> Told:
    """What somebody would write to those who were not there."""
    totals = zip(now.names_in_words, now.ledger.totals, strict=True)
    score = ", ".join(f"{name} {signed(total)}" for name, total in totals)
    lines = [now.title, _outcome(now)]
    if hands := _hand_by_hand(now):
        lines.append(hands)
    if sets := _sets(now):
        lines.append(sets)
    if now.pad.note:
        lines.append(now.pad.note)
    return Told(f"♠ Pitch: {score}", tuple(lines))


def as_text(now: Scorepad) -> str:
    """The pad as a text of a few lines, for a chat."""
    text = told(now)
    day = now.pad.opened_at.astimezone(UTC)
    return "\n".join([text.heading, *text.lines, f"{day.day} {day:%b %Y} (UTC)"]) + "\n"


def _outcome(now: Scorepad) -> str:
    end = pages.end(now)
    if end is None:
        return f"{pages.state(now)}."
    return f"Hand {now.ledger.lines[-1].number}: {end.sentence}"


def _hand_by_hand(now: Scorepad) -> str:
    if len(now.names) > pages.SHORT_FIGURE + 1 or not now.ledger.lines:
        return ""
    lines = now.ledger.lines[-MOST_TOLD:]
    left_out = "… " if len(lines) < len(now.ledger.lines) else ""
    return "Hand by hand: " + left_out + ", ".join(":".join(map(signed, x.totals)) for x in lines)


def _sets(now: Scorepad) -> str:
    sets = zip(now.names_in_words, sets_of(now), strict=True)
    named = [f"{name} {many}" for name, many in sets if many]
    return f"Set back: {', '.join(named)}" if named else ""
