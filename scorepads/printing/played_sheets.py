"""The record sheet of a game that is played on a phone, finished or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorepads.core.history import StoredLine, is_complete
from scorepads.core.presenters import (
    Figure,
    describe,
    game_state,
    score_figure,
    seat_changes,
    seated_before,
)
from scorepads.core.scorepad import Scorepad
from scorepads.core.side_marks import side_initials
from scorepads.printing import record_pages
from scorepads.printing.columns import Columns
from scorepads.printing.measures import PAPER_SIZES, PaperSize, row_class, shorten_names
from scorepads.printing.record_pages import divide_rows
from scorepads.printing.record_sheets import (
    CORRECTED,
    NOBODY,
    NOTED,
    columns_for_names,
    legend,
    record_foot,
    short_title,
)
from scorepads.printing.shapes import (
    RecordHead,
    RecordRow,
    RecordSheet,
    SideAndPlayers,
    points_by_owner,
)
from scorepads.rules.hand import Adjustment, Entry, Hand, PassedOut, TargetChange
from scorepads.rules.ledger import Line
from scorepads.rules.terms import change_of
from scorepads.rules.wording.explain import bid_text, ending_reason
from scorepads.rules.wording.sides import is_called_by_players
from scorepads.statistics.settling import count_sets


def pad_sheet(
    scorepad: Scorepad, *, paper: PaperSize = PAPER_SIZES[""], is_large: bool = False
) -> RecordSheet:
    """The sheet of a pad; an unfinished one gets blank rows for the hands still to play."""
    marks, rules = side_initials(scorepad.names), scorepad.rules
    columns, listed = columns_for_names(
        rules,
        marks,
        scorepad.names,
        is_large=is_large,
        has_long_totals=has_long_totals(scorepad),
    )
    head = record_head(scorepad, marks, listed)
    rows = tuple(record_rows(scorepad, columns, marks, short_names(scorepad, columns)))
    foot = record_foot(
        scorepad.game_name,
        rules,
        key=legend(rules, corrected=any(CORRECTED in row.marks for row in rows), blank=False),
        closing=closing_text(scorepad),
        sets=set_counts(scorepad) if rules.auction else (),
        notes=tuple(sheet_notes(scorepad)),
    )
    is_over = scorepad.ledger.is_over
    divided = divide_rows(rows, head, foot, columns, paper, is_over=is_over)
    return RecordSheet(
        head=head,
        columns=columns,
        pages=divided.pages,
        foot=foot,
        row=row_class(record_pages.NORMAL.row, is_large=is_large),
        is_foot_apart=divided.is_foot_apart,
    )


def has_long_totals(scorepad: Scorepad) -> bool:
    """Whether a total has three digits and a minus sign."""
    lines = scorepad.ledger.lines
    return min([*scorepad.start, *(total for line in lines for total in line.totals)]) <= -100


def short_names(scorepad: Scorepad, columns: Columns) -> Mapping[str, str]:
    """The names of seats and sides as they stand in the columns for dealer and bidder."""
    names, seats = all_names(scorepad), all_seat_names(scorepad)
    room = columns.widths.name - 1.0, columns.type_size
    short = dict(zip(names, shorten_names(names, *room), strict=True))
    return short | dict(zip(seats, shorten_names(seats, *room), strict=True))


def all_names(scorepad: Scorepad) -> list[str]:
    """What the sides are called now, and were called while others sat there."""
    then = [name for seated in scorepad.seated_otherwise for name in seated.names]
    return list(dict.fromkeys([*scorepad.names, *then]))


def all_seat_names(scorepad: Scorepad) -> list[str]:
    """The people who sit in each seat now, and those who sat there before."""
    each_seated = (scorepad, *scorepad.seated_otherwise)
    seats = range(scorepad.seats)
    return list(dict.fromkeys(each.seat_name(seat) for each in each_seated for seat in seats))


def record_head(
    scorepad: Scorepad, marks: Sequence[str], listed: tuple[SideAndPlayers, ...]
) -> RecordHead:
    rules = scorepad.rules
    seated = any(side.players for side in scorepad.sides)
    if any(side.players and not is_called_by_players(side) for side in scorepad.sides):
        listed = tuple(
            SideAndPlayers(mark, name, () if is_called_by_players(side) else side.players)
            for mark, name, side in zip(marks, scorepad.names, scorepad.sides, strict=True)
        )
    return RecordHead(
        title=short_title(scorepad.game_name, rules),
        when=scorepad.pad.opened_at,
        note=scorepad.pad.note,
        sides=listed,
        seats=tuple(scorepad.seat_name(seat) for seat in range(scorepad.seats)) if seated else (),
    )


def record_rows(
    scorepad: Scorepad, columns: Columns, marks: Sequence[str], short: Mapping[str, str]
) -> Iterator[RecordRow]:
    if any(scorepad.start):
        begun = tuple(("", score_figure(score)) for score in scorepad.start)
        yield RecordRow(said="Begun at", scores=begun)
    scored_lines = scorepad.ledger.lines
    for number, (stored, entry) in enumerate(
        zip(scorepad.lines, scorepad.entries, strict=True), start=1
    ):
        if told := seated_before(scorepad, number):
            yield RecordRow(said=told)
        scored = scored_lines[number - 1] if number <= len(scored_lines) else None
        seated = scorepad.as_seated(number)
        dealer = seated.seat_name(scorepad.dealers[number - 1])
        is_dealt = not isinstance(entry, Adjustment | TargetChange)
        yield RecordRow(
            number=str(number),
            marks=(CORRECTED if stored.corrected else "") + (NOTED if entry.note else ""),
            deal=short.get(dealer, dealer) if is_dealt else "",
            said=line_text(seated, short, entry),
            aside="" if scored else unscored_text(entry),
            scores=score_cells(scored),
            won=scored.out.winner if scored and scored.out else None,
            **hand_cells(seated, columns, marks, short, entry, scored),
        )
    if told := seated_before(scorepad, len(scorepad.lines) + 1):
        yield RecordRow(said=told)


def unscored_text(entry: Entry) -> str:
    being_played = isinstance(entry, Hand) and not entry.is_played
    return "being played" if being_played else "after the end: not scored"


def hand_cells(
    scorepad: Scorepad,
    columns: Columns,
    marks: Sequence[str],
    short: Mapping[str, str],
    entry: Entry,
    scored: Line | None,
) -> dict[str, Any]:
    """The cells that only a hand has; none for other entries."""
    if not isinstance(entry, Hand):
        return {}
    pitcher = scorepad.pitcher_name(entry)
    team = [pitcher, *(scorepad.names[side] for side in entry.partners)]
    if scorepad.rules.calls_partners:
        marks = ["B" if side in entry.team else "O" for side in range(scorepad.rules.sides)]
    owners = entry.points or {}
    taken = [(p.short, owners[p.key]) for p in scorepad.rules.points if p.key in owners]
    in_one_column = not columns.has_points and taken
    return {
        "bidder": " + ".join(short.get(name, name) for name in team),
        "bid": "" if entry.bid is None else bid_text(entry.bid),
        "trump": entry.trump,
        "owners": tuple(
            owner_mark(marks, owners[p.key]) if p.key in owners else ""
            for p in scorepad.rules.points
        ),
        "all_points": points_by_owner(marks, taken, NOBODY) if in_one_column else (),
        "result": {True: "made", False: "set", None: ""}[scored.made if scored else None],
    }


def owner_mark(marks: Sequence[str], owner: int | None) -> str:
    return NOBODY if owner is None else marks[owner]


def line_text(scorepad: Scorepad, short: Mapping[str, str], entry: Entry) -> str:
    if isinstance(entry, PassedOut):
        return "Everyone passed"
    if isinstance(entry, Adjustment):
        name = scorepad.names[entry.side]
        return f"Adjustment: {short.get(name, name)} {change_of(entry.by)}"
    if isinstance(entry, TargetChange):
        return f"Game to {entry.target} from here"
    return ""


def score_cells(scored: Line | None) -> tuple[tuple[str, Figure], ...]:
    if scored is None:
        return ()
    moves = zip(scored.change, scored.totals, strict=True)
    return tuple((change_of(change), score_figure(total)) for change, total in moves)


def closing_text(scorepad: Scorepad) -> str:
    last = scorepad.last_line
    if last and last.out:
        return ending_reason(last.rules, scorepad.names, last).text
    return f"Not finished. {game_state(scorepad)}."


def set_counts(scorepad: Scorepad) -> tuple[tuple[str, str], ...]:
    counted = zip(scorepad.names, count_sets(scorepad), strict=True)
    return tuple((name, str(count) if count else "never") for name, count in counted)


def sheet_notes(scorepad: Scorepad) -> Iterator[str]:
    yield from (f"{told}." for told in seat_changes(scorepad))
    for number, (stored, entry) in enumerate(
        zip(scorepad.lines, scorepad.entries, strict=True), start=1
    ):
        if stored.corrected:
            first = first_written(scorepad.as_seated(number), stored)
            yield f"{CORRECTED} {number}: corrected. First written: {first}."
        if entry.note:
            yield f"{NOTED} {number}: {entry.note}"


def first_written(scorepad: Scorepad, stored: StoredLine) -> str:
    versions = [row for row in scorepad.rows if row.line == stored.line and is_complete(row.facts)]
    return describe(scorepad, versions[0].facts).removesuffix(".")
