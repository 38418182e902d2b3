"""Pads as files: what a pad is exported as, and what an imported file holds.

Four formats, each defined in docs/decisions.md: `pitch-ledger/1` (the ledger alone, see
`rules/interchange.py`), `pitch-pad/1` (a ledger with its note, dates and, if asked for,
every change), `pitch-pads/1` (several of those), and CSV for spreadsheets. What is
exported imports to the same pad. Reads no database and changes nothing.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from scorepads import pages
from scorepads.changes import is_complete, lines_now
from scorepads.forms.fields import tidy
from scorepads.models import HandEntry
from scorepads.numbers import sets_of
from scorepads.rules.hand import (
    LONGEST_NOTE,
    MOST_PLAYERS,
    Adjustment,
    Entry,
    Hand,
    PassedOut,
    TargetChange,
    as_facts,
    read_entry,
    seats,
    text_problem,
)
from scorepads.rules.interchange import Given, NotJson, parse_json, read_ledger, write_ledger
from scorepads.rules.ledger import Line
from scorepads.rules.terms import PITCH_LEDGER, Problem, Refused, is_whole, shown, signed
from scorepads.selectors import Scorepad
from scorepads.services import MOST_CHANGES, MOST_HANDS, Brought, Change

PITCH_PAD = "pitch-pad/1"
PITCH_PADS = "pitch-pads/1"

MOST_BYTES = 16 * 1024 * 1024
MOST_PADS = 1000
"""So many pads are taken from one file."""

Json = dict[str, Any]
Facts = dict[str, Any]
Kind = HandEntry.Kind


# --- Out: the formats that come back -------------------------------------------------------


def ledger_document(now: Scorepad) -> Json:
    """The pad's ledger as `pitch-ledger/1`; its first line names the first dealer."""
    entries = _with_first_dealer(now.entries, now.pad.first_dealer)
    return write_ledger(now.opened_under, now.sides, now.start, entries)


def _with_first_dealer(entries: Sequence[Entry], first: int) -> list[Entry]:
    """The entries with the dealer noted on the first, unless one is, or it is seat 0 anyway."""
    if not entries or not first or entries[0].dealer is not None:
        return list(entries)
    return [replace(entries[0], dealer=first), *entries[1:]]


def pad_document(now: Scorepad, *, history: bool = False) -> Json:
    """The pad as `pitch-pad/1`: its ledger, first dealer, note and dates; its changes if asked."""
    pad = now.pad
    document: Json = {
        "format": PITCH_PAD,
        "ledger": ledger_document(now),
        "first_dealer": pad.first_dealer,
        "opened_at": _written(pad.opened_at),
        "changed_at": _written(pad.changed_at),
    }
    if pad.note:
        document["note"] = pad.note
    if history:
        document["history"] = [_change_document(row) for row in now.rows]
    return document


def _change_document(row: HandEntry) -> Json:
    """One change; undo and redo say no more, since what they do follows from those before."""
    document: Json = {"kind": row.kind, "at": _written(row.made_at), "phone": row.phone}
    if row.kind not in (Kind.UNDO, Kind.REDO):
        document["line"] = row.line
    if row.kind in (Kind.RECORD, Kind.AMEND):
        document["facts"] = row.facts
    return document


def pads_document(pads: Sequence[Scorepad], *, history: bool = False) -> Json:
    """Several pads as `pitch-pads/1`, the oldest first; `follows` counts them from 0."""
    ordered = sorted(pads, key=lambda now: (now.pad.opened_at, now.pad.pk))
    place = {now.pad.pk: number for number, now in enumerate(ordered)}
    documents = []
    for number, now in enumerate(ordered):
        document = pad_document(now, history=history)
        before = place.get(now.pad.follows_id or 0)
        if before is not None and before < number:
            document["follows"] = before
        documents.append(document)
    return {"format": PITCH_PADS, "pads": documents}


def _written(when: datetime) -> str:
    return when.astimezone(UTC).isoformat().replace("+00:00", "Z")


# --- Out: for people and for spreadsheets --------------------------------------------------


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
    table: list[list[Cell]] = [[*head, *points, *changes, *totals, "Note"]]
    if any(now.start):
        blank: list[Cell] = [""] * (len(head) - 2 + len(points) + len(now.names))
        table.append([0, "starting scores", *blank, *now.start, ""])
    scored = {line.number: line for line in now.ledger.lines}
    for number, (entry, dealer) in enumerate(zip(now.entries, now.dealers, strict=False), start=1):
        table.append(_csv_row(now, number, entry, dealer, scored.get(number)))
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


# --- In ------------------------------------------------------------------------------------


def read_pads(text: str) -> list[Brought]:
    """The pads that a text holds, in any of the formats; raises `Refused`.

    The text is one JSON value, or one ledger or pad a line.
    """
    if not text.strip():
        raise Refused([Problem("", "there is nothing in it")])
    try:
        return _read_value(parse_json(text))
    except NotJson as error:
        if len(text.strip().splitlines()) == 1:
            raise Refused([Problem("", f"this is not JSON: {error}")]) from error
    return _read_lines(text)


def _read_value(value: Any) -> list[Brought]:
    kind = value.get("format") if isinstance(value, Mapping) else None
    if kind == PITCH_PADS:
        return _read_several(value)
    return [_read_one(value)]


def _read_one(value: Any) -> Brought:
    if isinstance(value, Mapping) and value.get("format") == PITCH_PAD:
        return _read_pad(value)
    return _read_plain(value)


def _read_lines(text: str) -> list[Brought]:
    """JSON lines. Where not even the first line is JSON, it was not meant as lines."""
    lines = [(n, line) for n, line in enumerate(text.splitlines(), start=1) if line.strip()]
    brought, problems = [], []
    for number, line in lines[: MOST_PADS + 1]:
        try:
            brought.append(_read_one(parse_json(line)))
        except NotJson as error:
            if number == lines[0][0]:
                raise Refused([Problem("", _not_json(text))]) from error
            problems.append(Problem(f"line {number}", "this line is not JSON"))
        except Refused as refusal:
            problems += [Problem(f"line {number}: {p.at}", p.message) for p in refusal.problems]
    _check_number(len(lines), "", problems)
    if problems:
        raise Refused(problems)
    return brought


def _not_json(text: str) -> str:
    try:
        parse_json(text)
    except NotJson as error:
        return f"this is not JSON: {error}"
    return "this is not JSON"


def _read_several(value: Mapping[str, Any]) -> list[Brought]:
    problems: list[Problem] = []
    _known(value, {"format", "pads"}, problems)
    given = value.get("pads")
    if not isinstance(given, list) or not given:
        raise Refused([*problems, Problem("pads", "pads are a list, with one at least")])
    _check_number(len(given), "pads", problems)
    brought = []
    for number, raw in enumerate(given[:MOST_PADS]):
        try:
            brought.append(_read_pad(raw, place=number))
        except Refused as refusal:
            problems += [problem.under(f"pads[{number}]") for problem in refusal.problems]
    if problems:
        raise Refused(problems)
    return brought


def _check_number(many: int, at: str, problems: list[Problem]) -> None:
    if many > MOST_PADS:
        problems.append(Problem(at, f"a file brings up to {MOST_PADS} pads; this has {many}"))


_PAD_KEYS = {"format", "ledger", "first_dealer", "note", "opened_at", "changed_at", "history"}


def _read_pad(raw: Any, place: int | None = None) -> Brought:
    """A `pitch-pad/1` object; `place` is its number among several, which may follow others."""
    if not isinstance(raw, Mapping):
        raise Refused([Problem("", "a pad is an object")])
    problems: list[Problem] = []
    _known(raw, _PAD_KEYS | ({"follows"} if place is not None else set()), problems)
    if raw.get("format") != PITCH_PAD:
        problems.append(Problem("format", f"the format of a pad is {PITCH_PAD}"))
    if "ledger" not in raw:
        raise Refused([*problems, Problem("ledger", "“ledger” is missing")])
    try:
        given = _given(raw["ledger"])
    except Refused as refusal:
        raise Refused([*problems, *(p.under("ledger") for p in refusal.problems)]) from refusal
    first, facts = _dealt(given, _first_dealer(raw, given, problems))
    changes = _as_entered(facts)
    if "history" in raw:
        changes = _History(given).read(raw["history"], problems)
        if not problems and not _adds_up(changes, given, first):
            problems.append(Problem("history", "these changes do not add up to the ledger"))
    brought = Brought(
        rules=given.rules,
        sides=given.sides,
        start=given.start,
        first_dealer=first,
        changes=tuple(changes),
        note=_note(raw, problems),
        opened_at=_read_time(raw, "opened_at", problems),
        changed_at=_read_time(raw, "changed_at", problems),
        follows=_follows(raw, place, problems),
    )
    if problems:
        raise Refused(problems)
    return brought


def _read_plain(raw: Any) -> Brought:
    given = _given(raw)
    first, facts = _dealt(given, None)
    changes = tuple(_as_entered(facts))
    return Brought(given.rules, given.sides, given.start, first, changes)


def _given(raw: Any) -> Given:
    if isinstance(raw, Mapping):
        if raw.get("format") != PITCH_LEDGER:
            raise Refused([Problem("format", f"the format is {PITCH_LEDGER}")])
        hands = raw.get("hands")
        if isinstance(hands, list) and len(hands) > MOST_HANDS:
            message = f"a pad holds up to {MOST_HANDS} hands; this has {len(hands)}"
            raise Refused([Problem("hands", message)])
    return read_ledger(_tidied(raw))


def _tidied(raw: Any) -> Any:
    """The ledger with its names and notes as the forms would keep them."""
    if not isinstance(raw, Mapping):
        return raw
    tidied = dict(raw)
    if isinstance(raw.get("sides"), list):
        tidied["sides"] = [_tidied_side(side) for side in raw["sides"]]
    if isinstance(raw.get("hands"), list):
        tidied["hands"] = [_tidied_facts(facts) for facts in raw["hands"]]
    return tidied


def _tidied_side(side: Any) -> Any:
    if not isinstance(side, Mapping):
        return side
    tidied = {**side} | ({"name": _tidy(side["name"])} if "name" in side else {})
    if isinstance(side.get("players"), list):
        tidied["players"] = [_tidy(player) for player in side["players"]]
    return tidied


def _tidied_facts(facts: Any) -> Any:
    if not isinstance(facts, Mapping) or "note" not in facts:
        return facts
    return {**facts, "note": _tidy(facts["note"])}


def _tidy(value: Any) -> Any:
    return tidy(value) if isinstance(value, str) else value


def _dealt(given: Given, noted: int | None) -> tuple[int, list[Facts]]:
    """The first dealer, and the facts without the note on the first line that only says so.

    Where the file does not say who dealt first, the first line's own note does.
    """
    facts = [as_facts(entry) for entry in given.entries]
    dealer = given.entries[0].dealer if given.entries else None
    first = noted if noted is not None else dealer or 0
    if first >= seats(given.sides):
        return 0, facts  # a seat that only some tables have: its note stays
    if first and dealer == first:
        del facts[0]["dealer"]
    return first, facts


def _as_entered(facts: Sequence[Facts]) -> list[Change]:
    """The changes that enter these lines one after the other."""
    return [Change(number, Kind.RECORD, each) for number, each in enumerate(facts, start=1)]


def _first_dealer(raw: Mapping[str, Any], given: Given, problems: list[Problem]) -> int | None:
    if "first_dealer" not in raw:
        return None
    seat = raw["first_dealer"]
    if is_whole(seat) and 0 <= seat < seats(given.sides):
        row, side = divmod(seat, len(given.sides))
        if row < (len(given.sides[side].players) or MOST_PLAYERS):
            return seat
    problems.append(Problem("first_dealer", f"there is no seat {shown(seat)} at this table"))
    return None


def _note(raw: Mapping[str, Any], problems: list[Problem]) -> str:
    note = _tidy(raw.get("note", ""))
    if wrong := text_problem(note, LONGEST_NOTE, "a note", blank=True):
        problems.append(Problem("note", wrong))
        return ""
    return str(note)


def _read_time(raw: Mapping[str, Any], key: str, problems: list[Problem]) -> datetime | None:
    if key not in raw:
        return None
    try:
        when = datetime.fromisoformat(raw[key])
        if when.tzinfo:
            return when.astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        pass
    problems.append(Problem(key, "a time is written as 2026-01-31T20:15:00Z"))
    return None


def _follows(raw: Mapping[str, Any], place: int | None, problems: list[Problem]) -> int | None:
    follows = raw.get("follows")
    if place is None or "follows" not in raw:
        return None
    if is_whole(follows) and 0 <= follows < place:
        return follows
    problems.append(Problem("follows", "a pad follows one that stands before it, counted from 0"))
    return None


def _known(raw: Mapping[str, Any], keys: set[str], problems: list[Problem]) -> None:
    problems += [
        Problem(str(key), f"“{key}” does not belong here") for key in raw if key not in keys
    ]


class _History:
    """Reads the changes of a pad, following what each does to the lines and to undo."""

    def __init__(self, given: Given) -> None:
        self.given = given
        self.changes: list[Change] = []
        self.standing: dict[int, Facts | None] = {}
        self.before: list[Facts | None] = []
        self.done: list[int] = []
        self.undone: list[int] = []

    def read(self, raw: Any, problems: list[Problem]) -> list[Change]:
        if not isinstance(raw, list):
            problems.append(Problem("history", "the history is a list of changes"))
            return []
        if len(raw) > MOST_CHANGES:
            message = f"a pad holds up to {MOST_CHANGES} changes; this has {len(raw)}"
            problems.append(Problem("history", message))
            return []
        for number, change in enumerate(raw):
            try:
                self._add(change)
            except Refused as refusal:
                problems += [problem.under(f"history[{number}]") for problem in refusal.problems]
                return []  # what follows could not be judged
        return self.changes

    def _add(self, raw: Any) -> None:
        if not isinstance(raw, Mapping):
            raise Refused([Problem("", "a change is an object")])
        problems: list[Problem] = []
        kind, phone = raw.get("kind"), raw.get("phone", 0)
        if kind not in Kind.values:
            raise Refused([Problem("kind", f"a change is one of {', '.join(Kind.values)}")])
        _known(raw, _CHANGE_KEYS[kind], problems)
        if not is_whole(phone) or not 0 <= phone <= MOST_CHANGES:
            problems.append(Problem("phone", "a phone is a whole number"))
        at = _read_time(raw, "at", problems)
        if problems:
            raise Refused(problems)
        line, facts, reverses = self._wanted(kind, raw)
        self.before.append(self.standing.get(line))
        self.standing[line] = facts
        if sum(each is not None and not is_complete(each) for each in self.standing.values()) > 1:
            raise Refused([Problem("facts", "only one hand at a time can be in play")])
        self.changes.append(Change(line, kind, facts, reverses, phone, at))

    def _wanted(self, kind: str, raw: Mapping[str, Any]) -> tuple[int, Facts | None, int | None]:
        """The line, its facts from now on, and the change that is reversed."""
        place = len(self.changes)
        if kind == Kind.UNDO:
            change = self._pop(self.done, "there is nothing to undo")
            self.undone.append(change)
            return self.changes[change].line, self.before[change], change
        if kind == Kind.REDO:
            change = self._pop(self.undone, "there is nothing to redo")
            self.done.append(change)
            return self.changes[change].line, self.changes[change].facts, change
        self.done.append(place)
        self.undone.clear()
        line = self._line(kind, raw.get("line"))
        return line, None if kind == Kind.STRIKE else self._facts(raw.get("facts")), None

    def _pop(self, stack: list[int], message: str) -> int:
        if not stack:
            raise Refused([Problem("kind", message)])
        return stack.pop()

    def _line(self, kind: str, line: Any) -> int:
        if not is_whole(line):
            raise Refused([Problem("line", "a line is a whole number")])
        stands = self.standing.get(line)
        if kind == Kind.RECORD:
            in_play = stands is not None and not is_complete(stands)
            if in_play or line == 1 + max(self.standing, default=0):
                return line
        elif stands is not None:
            return line
        raise Refused([Problem("line", f"line {line} cannot be the one: it does not fit")])

    def _facts(self, raw: Any) -> Facts:
        try:
            return as_facts(read_entry(_tidied_facts(raw), self.given.rules, self.given.sides))
        except Refused as refusal:
            raise Refused([problem.under("facts") for problem in refusal.problems]) from refusal


_CHANGE_KEYS = {
    Kind.RECORD: {"kind", "at", "phone", "line", "facts"},
    Kind.AMEND: {"kind", "at", "phone", "line", "facts"},
    Kind.STRIKE: {"kind", "at", "phone", "line"},
    Kind.UNDO: {"kind", "at", "phone"},
    Kind.REDO: {"kind", "at", "phone"},
}


def _adds_up(changes: Sequence[Change], given: Given, first: int) -> bool:
    """Whether these changes leave the lines that the ledger has."""
    left = _left(changes)
    if left and first and "dealer" not in left[0]:
        left[0] = {**left[0], "dealer": first}
    return left == [as_facts(entry) for entry in given.entries]


def _left(changes: Sequence[Change]) -> list[Facts]:
    """The lines that stand after these changes."""
    rows = [
        HandEntry(line=each.line, revision=number, kind=each.kind, facts=each.facts)
        for number, each in enumerate(changes, start=1)
    ]
    return [line.facts for line in lines_now(rows)]


def is_same(now: Scorepad, brought: Brought) -> bool:
    """Whether the pad was opened at the same moment and has the same ledger: the same pad."""
    return (
        now.pad.opened_at == brought.opened_at
        and now.pad.pin == brought.rules.preset.pin
        and now.pad.house_rules == dict(brought.rules.house_rules)
        and now.sides == tuple(brought.sides)
        and now.start == tuple(brought.start)
        and [line.facts for line in now.lines] == _left(brought.changes)
    )


def problem_lines(refusal: Refused, most: int = 12) -> list[str]:
    """What is wrong, a line each: the path of the value and the trouble; the rest counted."""
    lines = [f"{p.at}: {p.message}" if p.at else p.message for p in refusal.problems[:most]]
    more = len(refusal.problems) - most
    return [*lines, f"and {more} more"] if more > 0 else lines
