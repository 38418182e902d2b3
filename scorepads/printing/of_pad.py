"""The sheet of a pad, finished or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorepads.core.history import StoredLine, is_complete
from scorepads.core.presenters import Figure, describe, game_state, score_figure, side_initials
from scorepads.core.scorepad import Scorepad
from scorepads.printing.measures import (
    CORRECTED,
    MAX_LINES,
    NOBODY,
    NOTED,
    PAGE_HEIGHT,
    shorten_names,
)
from scorepads.printing.paging import ROOM, columns_for, head_height, legend, paginate, row_height
from scorepads.printing.shapes import HeadPlayer, RuledLine, Sheet, SheetHead, SideHead
from scorepads.rules.hand import Adjustment, Entry, Hand, PassedOut, Side, TargetChange
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.ledger import Line
from scorepads.rules.preset import Preset
from scorepads.rules.terms import change_of
from scorepads.rules.wording.explain import bid_text, ending_reason
from scorepads.rules.wording.naming import house_rule_names
from scorepads.rules.wording.sides import is_called_by_players
from scorepads.statistics.settling import count_sets


def pad_sheet(scorepad: Scorepad) -> Sheet:
    """The sheet of a pad; an unfinished one gets blank lines for the hands still to play."""
    marks, rules = side_initials(scorepad.names), scorepad.rules
    columns = columns_for(
        rules, [SideHead(m, n) for m, n in zip(marks, scorepad.names, strict=True)]
    )
    room = ROOM[columns.density]
    seats = [scorepad.seat_name(seat) for seat in range(scorepad.seats)]
    short = dict(zip(seats, shorten_names(seats, room), strict=True))
    short = dict(zip(scorepad.names, shorten_names(scorepad.names, room), strict=True)) | short
    head = sheet_head(scorepad, marks, short)
    lines = list(sheet_lines(scorepad, marks, short))
    notes = list(sheet_notes(scorepad))
    blanks = not scorepad.ledger.is_over
    key = legend(rules, corrected=any(CORRECTED in line.marks for line in lines), blank=False)
    sheet = Sheet(
        head=head,
        columns=columns,
        pages=(),
        closing=(closing_text(scorepad),),
        sets=set_counts(scorepad) if rules.auction else (),
        key=key,
        rules=rules,
    )
    wanted = MAX_LINES if blanks else min(MAX_LINES, len(lines))
    sheet = replace(sheet, row=row_height(sheet, wanted))
    return replace(sheet, pages=tuple(paginate(sheet, lines, notes, fill=blanks)))


def players_beside(side: Side, short: Mapping[str, str]) -> Sequence[str]:
    """The players that stand beside a side's name: not where it names them, each in full."""
    in_full = all(short.get(player, player) == player for player in side.players)
    return () if is_called_by_players(side) and in_full else side.players


def sheet_head(scorepad: Scorepad, marks: Sequence[str], short: Mapping[str, str]) -> SheetHead:
    def player(name: str) -> HeadPlayer:
        return HeadPlayer(name, "" if short.get(name, name) == name else short[name])

    sides = tuple(
        SideHead(mark, name, tuple(map(player, players_beside(side, short))))
        for mark, name, side in zip(marks, scorepad.names, scorepad.sides, strict=True)
    )
    seated = any(side.players for side in scorepad.sides)
    seats = (
        tuple(HeadPlayer(scorepad.seat_name(seat)) for seat in range(scorepad.seats))
        if seated
        else ()
    )
    head = SheetHead(
        name=scorepad.game_name,
        when=scorepad.pad.opened_at,
        note=scorepad.pad.note,
        played=played_by(scorepad.rules),
        sources=source_lines(scorepad.rules.preset),
        house_rules=tuple(house_rule_names(scorepad.rules.preset, scorepad.rules.house_rules)),
        sides=sides,
        seats=seats,
    )
    crowded = head_height(head, False, first=True) > PAGE_HEIGHT / 2
    return replace(head, seats=()) if crowded else head


def played_by(rules: Rules) -> str:
    preset = rules.preset
    bids = ""
    if rules.auction:
        most = f" to {rules.total}" if rules.total != rules.lowest_bid else ""
        smudge = " and smudge" if rules.has_smudge_bid else ""
        bids = f", bids {rules.lowest_bid}{most}{smudge}"
    return f"{preset.key}, version {preset.version}: game to {rules.target}{bids}"


def source_lines(preset: Preset) -> tuple[str, ...]:
    return tuple(
        f"{source.title} ({source.url.removeprefix('https://').removeprefix('www.')})"
        for source in preset.sources.values()
    )


def sheet_lines(
    scorepad: Scorepad, marks: Sequence[str], short: Mapping[str, str]
) -> Iterator[RuledLine]:
    if any(scorepad.start):
        begun = tuple(("", score_figure(score)) for score in scorepad.start)
        yield RuledLine(said="Begun at", scores=begun)
    for number, (stored, entry) in enumerate(
        zip(scorepad.lines, scorepad.entries, strict=True), start=1
    ):
        scored = scorepad.ledger.lines[number - 1] if number <= len(scorepad.ledger.lines) else None
        yield ruled_line(scorepad, marks, short, number, stored, entry, scored)


def ruled_line(
    scorepad: Scorepad,
    marks: Sequence[str],
    short: Mapping[str, str],
    number: int,
    stored: StoredLine,
    entry: Entry,
    scored: Line | None,
) -> RuledLine:
    dealt = not isinstance(entry, Adjustment | TargetChange)
    dealer = scorepad.seat_name(scorepad.dealers[number - 1])
    line = RuledLine(
        number=str(number),
        marks=(CORRECTED if stored.corrected else "") + (NOTED if entry.note else ""),
        deal=short.get(dealer, dealer) if dealt else "",
        said=line_text(scorepad, short, entry),
        scores=score_cells(scored),
        won=scored.out.winner if scored and scored.out else None,
    )
    if isinstance(entry, Hand):
        line = replace(line, **hand_cells(scorepad, marks, short, entry, scored))
    if scored is None:
        being_played = isinstance(entry, Hand) and not entry.is_played
        line = replace(line, aside="being played" if being_played else "after the end: not scored")
    return line


def hand_cells(
    scorepad: Scorepad,
    marks: Sequence[str],
    short: Mapping[str, str],
    hand: Hand,
    scored: Line | None,
) -> dict[str, Any]:
    bidder = scorepad.bidder_name(hand)
    owners = hand.points or {}
    results = {True: "made", False: "set", None: ""}
    return {
        "bidder": short.get(bidder, bidder),
        "bid": "" if hand.bid is None else bid_text(hand.bid),
        "trump": hand.trump,
        "points": tuple(
            owner_mark(marks, owners[p.key]) if p.key in owners else ""
            for p in scorepad.rules.points
        ),
        "result": results[scored.made if scored else None],
    }


def owner_mark(marks: Sequence[str], owner: int | None) -> str:
    return NOBODY if owner is None else marks[owner]


def line_text(scorepad: Scorepad, short: Mapping[str, str], entry: Entry) -> str:
    if isinstance(entry, PassedOut):
        return "Passed out"
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
    for number, (stored, entry) in enumerate(
        zip(scorepad.lines, scorepad.entries, strict=True), start=1
    ):
        if stored.corrected:
            first = first_written(scorepad, stored)
            yield f"{CORRECTED} {number}: corrected. First written: {first}."
        if entry.note:
            yield f"{NOTED} {number}: {entry.note}"


def first_written(scorepad: Scorepad, stored: StoredLine) -> str:
    versions = [row for row in scorepad.rows if row.line == stored.line and is_complete(row.facts)]
    return describe(scorepad, versions[0].facts).removesuffix(".")
