"""Export as text for a chat and as CSV for a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from datetime import UTC

from django.utils.translation.trans_real import parse_accept_lang_header

from scorepads.core import presenters
from scorepads.core.scorepad import Scorepad
from scorepads.rules.hand import (
    Adjustment,
    Entry,
    Hand,
    PassedOut,
    TargetChange,
)
from scorepads.rules.ledger import Line
from scorepads.rules.terms import signed
from scorepads.rules.wording.sides import is_called_by_players
from scorepads.statistics.settling import count_sets


def file_name(scorepad: Scorepad, ending: str) -> str:
    """A file name in plain ASCII, such as `pitch-2026-01-31-us-them.json`."""
    names = re.sub(r"[^a-z0-9]+", "-", "-".join(scorepad.names).lower()).strip("-")[:40].strip("-")
    day = scorepad.pad.opened_at.astimezone(UTC).date().isoformat()
    return "-".join(filter(None, ["pitch", day, names])) + ending


FORMULA = re.compile(r"[\t\r\n]|\s*[=+\-@＝＋－＠]")


def escape_formula(text: str) -> str:
    """The text with a leading apostrophe where a spreadsheet would run it as a formula."""
    return f"'{text}" if FORMULA.match(text) else text


COMMA, SEMICOLON = ",", ";"
WITH_SEMICOLONS = re.compile(
    "bg|ca|cs|da|de|el|es|et|fi|fr|hr|hu|id|is|it|lt|lv|nb|nl|nn|no|pl|pt|ro|ru|sk|sl|sv|tr|uk|vi"
)
"""Languages in which a decimal has a comma, so that spreadsheets take semicolons between values."""
WITH_COMMAS = frozenset({"es-mx", "es-us", "es-gt", "es-hn", "es-ni", "es-pa", "es-pr", "es-sv"})
"""Countries that write decimals otherwise than their language does elsewhere."""


def usual_separator(languages: str) -> str:
    """What a spreadsheet takes between values, by the first of a browser's `Accept-Language`."""
    first = next((name for name, _ in parse_accept_lang_header(languages)), "")
    has_semicolons = WITH_SEMICOLONS.fullmatch(first.partition("-")[0])
    return SEMICOLON if has_semicolons and first not in WITH_COMMAS else COMMA


def as_csv(scorepad: Scorepad, separator: str = COMMA) -> str:
    """The pad as CSV, a row for each line: quoted text without formulas, and plain numbers.

    It begins with a byte order mark, without which some spreadsheets misread names.
    """
    out = io.StringIO()
    out.write("\ufeff")
    writer = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC, delimiter=separator)
    for row in csv_table(scorepad):
        writer.writerow([escape_formula(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue()


Cell = str | int


def csv_table(scorepad: Scorepad) -> list[list[Cell]]:
    points = [point.label for point in scorepad.opened_under.points]
    head = ["Hand", "What", "Dealer", "Who bid", "Player", "Bid", "Trump", "Made or set"]
    changes = [f"{name}: change" for name in scorepad.names]
    totals = [f"{name}: total" for name in scorepad.names]
    players = [f"{name}: players" for name in scorepad.names] if names_players(scorepad) else []
    table: list[list[Cell]] = [[*head, *points, *changes, *totals, "Note", "Rules", *players]]
    if any(scorepad.start):
        blank: list[Cell] = [""] * (len(head) - 2 + len(points) + len(scorepad.names))
        unplayed = [""] * len(players)
        table.append([0, "starting scores", *blank, *scorepad.start, "", scorepad.title, *unplayed])
    scored = {line.number: line for line in scorepad.ledger.lines}
    for number, (entry, dealer) in enumerate(
        zip(scorepad.entries, scorepad.dealers, strict=False), start=1
    ):
        seated = scorepad.as_seated(number)
        row = csv_row(seated, number, entry, dealer, scored.get(number))
        who = [", ".join(side.players or (side.name,)) for side in seated.sides]
        table.append([*row, scorepad.title, *(who if players else [])])
    return table


def names_players(scorepad: Scorepad) -> bool:
    """Whether the sides do not say by themselves who played."""
    return len(scorepad.seatings) > 1 or any(
        side.players and not is_called_by_players(side) for side in scorepad.sides
    )


def csv_row(
    scorepad: Scorepad, number: int, entry: Entry, dealer: int, line: Line | None
) -> list[Cell]:
    hand = entry if isinstance(entry, Hand) else Hand()
    owners = hand.points or {}
    points: list[Cell] = [
        point_owner(scorepad, owners[point.key]) if point.key in owners else ""
        for point in scorepad.opened_under.points
    ]
    nothing: list[Cell] = [""] * len(scorepad.names)
    made = "" if line is None or line.made is None else "made" if line.made else "set"
    pitched = hand.pitcher is not None
    player = pitched and hand.player is not None
    return [
        number,
        line_kind(scorepad, entry, line),
        scorepad.seat_name(dealer),
        scorepad.names[hand.pitcher] if hand.pitcher is not None else "",
        scorepad.bidder_name(hand) if player else "",
        hand.bid if hand.bid is not None else "",
        hand.trump.value if hand.trump else "",
        made,
        *points,
        *(line.change if line else nothing),
        *(line.totals if line else nothing),
        entry.note,
    ]


def point_owner(scorepad: Scorepad, owner: int | None) -> str:
    return "nobody" if owner is None else scorepad.names[owner]


def line_kind(scorepad: Scorepad, entry: Entry, line: Line | None) -> str:
    if isinstance(entry, Hand) and not entry.is_played:
        return "in play"
    if line is None:
        return "after the end"
    if isinstance(entry, PassedOut):
        return "passed out"
    if isinstance(entry, Adjustment):
        return f"adjustment: {scorepad.names[entry.side]}"
    if isinstance(entry, TargetChange):
        return f"game to {entry.target}"
    return "hand"


MAX_LISTED_HANDS = 30
"""The most hands in the text for a chat; the last ones are listed."""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The pad in a few lines, without its date, which each phone formats for itself."""

    heading: str
    lines: tuple[str, ...]


def game_summary(scorepad: Scorepad) -> GameSummary:
    """The summary of a game: rules, outcome, scores hand by hand, sets and note."""
    totals = zip(scorepad.names_in_words, scorepad.ledger.totals, strict=True)
    score = ", ".join(f"{name} {signed(total)}" for name, total in totals)
    lines = [scorepad.title, outcome_text(scorepad)]
    if hands := hand_by_hand(scorepad):
        lines.append(hands)
    if sets := sets_text(scorepad):
        lines.append(sets)
    if seated := presenters.seat_changes(scorepad):
        lines.append(f"{'; '.join(seated)}.")
    if scorepad.pad.note:
        lines.append(scorepad.pad.note)
    return GameSummary(f"♠ Pitch: {score}", tuple(lines))


def as_text(scorepad: Scorepad) -> str:
    """The summary with the date, as text for a chat."""
    text = game_summary(scorepad)
    day = scorepad.pad.opened_at.astimezone(UTC)
    return "\n".join([text.heading, *text.lines, f"{day.day} {day:%b %Y} (UTC)"]) + "\n"


def outcome_text(scorepad: Scorepad) -> str:
    end = presenters.game_end(scorepad)
    if end is None:
        return f"{presenters.game_state(scorepad)}."
    return f"Hand {scorepad.ledger.lines[-1].number}: {end.sentence}"


def hand_by_hand(scorepad: Scorepad) -> str:
    if len(scorepad.names) > presenters.MAX_SHORT_FIGURE + 1 or not scorepad.ledger.lines:
        return ""
    lines = scorepad.ledger.lines[-MAX_LISTED_HANDS:]
    left_out = "… " if len(lines) < len(scorepad.ledger.lines) else ""
    return "Hand by hand: " + left_out + ", ".join(":".join(map(signed, x.totals)) for x in lines)


def sets_text(scorepad: Scorepad) -> str:
    sets = zip(scorepad.names_in_words, count_sets(scorepad), strict=True)
    named = [f"{name} {many}" for name, many in sets if many]
    return f"Set back: {', '.join(named)}" if named else ""
