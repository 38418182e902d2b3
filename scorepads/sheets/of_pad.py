"""The sheet of a pad, finished or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorepads.changes import LineNow, is_complete
from scorepads.pages import Figure, describe, figure, initials, state
from scorepads.rules.explain import bid_text, ending
from scorepads.rules.hand import Adjustment, Entry, Hand, PassedOut, TargetChange
from scorepads.rules.house_rules import Rules
from scorepads.rules.ledger import Line
from scorepads.rules.naming import house_rule_names
from scorepads.rules.preset import Preset
from scorepads.rules.terms import change_of
from scorepads.selectors import Scorepad
from scorepads.sheets.measures import CORRECTED, HIGH, MOST_LINES, NOBODY, NOTED, shortened
from scorepads.sheets.paging import ROOM, columns_for, head_height, legend, paginate, row_height
from scorepads.sheets.shapes import Head, Player, Ruled, Sheet, SideHead


def sheet_of(now: Scorepad) -> Sheet:
    """The sheet of a pad, finished or not; what is not played yet is left to be written."""
    marks, rules = initials(now.names), now.rules
    columns = columns_for(rules, [SideHead(m, n) for m, n in zip(marks, now.names, strict=True)])
    room = ROOM[columns.density]
    seats = [now.seat_name(seat) for seat in range(now.seats)]
    short = dict(zip(seats, shortened(seats, room), strict=True))
    short = dict(zip(now.names, shortened(now.names, room), strict=True)) | short
    head = _head_of(now, marks, short)
    lines = list(_lines_of(now, marks, short))
    notes = list(_notes(now))
    blanks = not now.ledger.is_over
    key = legend(rules, corrected=any(CORRECTED in line.marks for line in lines), blank=False)
    sheet = Sheet(
        head=head,
        columns=columns,
        pages=(),
        closing=(_closing(now),),
        sets=_set_back(now) if rules.auction else (),
        key=key,
        rules=rules,
    )
    wanted = MOST_LINES if blanks else min(MOST_LINES, len(lines))
    sheet = replace(sheet, row=row_height(sheet, wanted))
    return replace(sheet, pages=tuple(paginate(sheet, lines, notes, fill=blanks)))


def _head_of(now: Scorepad, marks: Sequence[str], short: Mapping[str, str]) -> Head:
    def player(name: str) -> Player:
        return Player(name, "" if short.get(name, name) == name else short[name])

    sides = tuple(
        SideHead(mark, name, tuple(map(player, side.players)))
        for mark, name, side in zip(marks, now.names, now.sides, strict=True)
    )
    seated = any(side.players for side in now.sides)
    seats = tuple(Player(now.seat_name(seat)) for seat in range(now.seats)) if seated else ()
    head = Head(
        name=now.rules.preset.name,
        when=now.pad.opened_at,
        note=now.pad.note,
        played=played_by(now.rules),
        sources=source_lines(now.rules.preset),
        house_rules=tuple(house_rule_names(now.rules.preset, now.rules.house_rules)),
        sides=sides,
        seats=seats,
    )
    crowded = head_height(head, False, first=True) > HIGH / 2
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


def _lines_of(now: Scorepad, marks: Sequence[str], short: Mapping[str, str]) -> Iterator[Ruled]:
    if any(now.start):
        begun = tuple(("", figure(score)) for score in now.start)
        yield Ruled(said="Begun at", scores=begun)
    for number, (stored, entry) in enumerate(zip(now.lines, now.entries, strict=True), start=1):
        scored = now.ledger.lines[number - 1] if number <= len(now.ledger.lines) else None
        yield _ruled(now, marks, short, number, stored, entry, scored)


def _ruled(
    now: Scorepad,
    marks: Sequence[str],
    short: Mapping[str, str],
    number: int,
    stored: LineNow,
    entry: Entry,
    scored: Line | None,
) -> Ruled:
    dealt = not isinstance(entry, Adjustment | TargetChange)
    dealer = now.seat_name(now.dealers[number - 1])
    line = Ruled(
        number=str(number),
        marks=(CORRECTED if stored.corrected else "") + (NOTED if entry.note else ""),
        deal=short.get(dealer, dealer) if dealt else "",
        said=_said(now, short, entry),
        scores=_scores(scored),
        won=scored.out.winner if scored and scored.out else None,
    )
    if isinstance(entry, Hand):
        line = replace(line, **_hand_cells(now, marks, short, entry, scored))
    if scored is None:
        being_played = isinstance(entry, Hand) and not entry.is_played
        line = replace(line, aside="being played" if being_played else "after the end: not scored")
    return line


def _hand_cells(
    now: Scorepad,
    marks: Sequence[str],
    short: Mapping[str, str],
    hand: Hand,
    scored: Line | None,
) -> dict[str, Any]:
    bidder = now.bidder_name(hand)
    owners = hand.points or {}
    told = {True: "made", False: "set", None: ""}
    return {
        "bidder": short.get(bidder, bidder),
        "bid": "" if hand.bid is None else bid_text(hand.bid),
        "trump": hand.trump,
        "points": tuple(
            _owner(marks, owners[p.key]) if p.key in owners else "" for p in now.rules.points
        ),
        "result": told[scored.made if scored else None],
    }


def _owner(marks: Sequence[str], owner: int | None) -> str:
    return NOBODY if owner is None else marks[owner]


def _said(now: Scorepad, short: Mapping[str, str], entry: Entry) -> str:
    if isinstance(entry, PassedOut):
        return "Passed out"
    if isinstance(entry, Adjustment):
        name = now.names[entry.side]
        return f"Adjustment: {short.get(name, name)} {change_of(entry.by)}"
    if isinstance(entry, TargetChange):
        return f"Game to {entry.target} from here"
    return ""


def _scores(scored: Line | None) -> tuple[tuple[str, Figure], ...]:
    if scored is None:
        return ()
    moves = zip(scored.change, scored.totals, strict=True)
    return tuple((change_of(change), figure(total)) for change, total in moves)


def _closing(now: Scorepad) -> str:
    last = now.last_line
    if last and last.out:
        return ending(last.rules, now.names, last).text
    return f"Not finished. {state(now)}."


def _set_back(now: Scorepad) -> tuple[tuple[str, str], ...]:
    sets = [0] * len(now.sides)
    for line in now.ledger.lines:
        if isinstance(line.entry, Hand) and line.entry.pitcher is not None and line.made is False:
            sets[line.entry.pitcher] += 1
    counted = zip(now.names, sets, strict=True)
    return tuple((name, str(count) if count else "never") for name, count in counted)


def _notes(now: Scorepad) -> Iterator[str]:
    for number, (stored, entry) in enumerate(zip(now.lines, now.entries, strict=True), start=1):
        if stored.corrected:
            yield f"{CORRECTED} {number}: corrected. First written: {_first_written(now, stored)}."
        if entry.note:
            yield f"{NOTED} {number}: {entry.note}"


def _first_written(now: Scorepad, stored: LineNow) -> str:
    versions = [row for row in now.rows if row.line == stored.line and is_complete(row.facts)]
    return describe(now, versions[0].facts).removesuffix(".")
