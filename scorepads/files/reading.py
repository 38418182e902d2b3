"""Pads in: what a file holds, checked before anything is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorepads.core.history import current_lines
from scorepads.core.scorepad import Scorepad
from scorepads.entry.services import MAX_HANDS
from scorepads.files.formats import MAX_PADS, PITCH_PAD, PITCH_PADS, Facts, Kind
from scorepads.files.histories import History
from scorepads.files.services import ImportedChange, ImportedPad
from scorepads.files.values import known_keys_only, read_time, tidied, tidy_text
from scorepads.models import HandEntry
from scorepads.rules.hand import MAX_NOTE_LENGTH, MAX_PLAYERS, as_facts, count_seats, text_problem
from scorepads.rules.interchange import GivenLedger, NotJson, parse_json, read_ledger
from scorepads.rules.terms import PITCH_LEDGER, Problem, Refused, is_whole, value_text


def read_pads(text: str) -> list[ImportedPad]:
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


def _read_value(value: Any) -> list[ImportedPad]:
    kind = value.get("format") if isinstance(value, Mapping) else None
    if kind == PITCH_PADS:
        return _read_several(value)
    return [_read_one(value)]


def _read_one(value: Any) -> ImportedPad:
    if isinstance(value, Mapping) and value.get("format") == PITCH_PAD:
        return _read_pad(value)
    return _read_plain(value)


def _read_lines(text: str) -> list[ImportedPad]:
    """JSON lines. Where not even the first line is JSON, it was not meant as lines."""
    lines = [(n, line) for n, line in enumerate(text.splitlines(), start=1) if line.strip()]
    brought, problems = [], []
    for number, line in lines[: MAX_PADS + 1]:
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


def _read_several(value: Mapping[str, Any]) -> list[ImportedPad]:
    problems: list[Problem] = []
    known_keys_only(value, {"format", "pads"}, problems)
    given = value.get("pads")
    if not isinstance(given, list) or not given:
        raise Refused([*problems, Problem("pads", "pads are a list, with one at least")])
    _check_number(len(given), "pads", problems)
    brought = []
    for number, raw in enumerate(given[:MAX_PADS]):
        try:
            brought.append(_read_pad(raw, place=number))
        except Refused as refusal:
            problems += [problem.with_prefix(f"pads[{number}]") for problem in refusal.problems]
    if problems:
        raise Refused(problems)
    return brought


def _check_number(many: int, at: str, problems: list[Problem]) -> None:
    if many > MAX_PADS:
        problems.append(Problem(at, f"a file brings up to {MAX_PADS} pads; this has {many}"))


_PAD_KEYS = {"format", "ledger", "first_dealer", "note", "opened_at", "changed_at", "history"}


def _read_pad(raw: Any, place: int | None = None) -> ImportedPad:
    """A `pitch-pad/1` object; `place` is its number among several, which may follow others."""
    if not isinstance(raw, Mapping):
        raise Refused([Problem("", "a pad is an object")])
    problems: list[Problem] = []
    known_keys_only(raw, _PAD_KEYS | ({"follows"} if place is not None else set()), problems)
    if raw.get("format") != PITCH_PAD:
        problems.append(Problem("format", f"the format of a pad is {PITCH_PAD}"))
    if "ledger" not in raw:
        raise Refused([*problems, Problem("ledger", "“ledger” is missing")])
    try:
        given = _given(raw["ledger"])
    except Refused as refusal:
        raise Refused(
            [*problems, *(p.with_prefix("ledger") for p in refusal.problems)]
        ) from refusal
    first, facts = _dealt(given, _first_dealer(raw, given, problems))
    changes = _as_entered(facts)
    if "history" in raw:
        changes = History(given).read(raw["history"], problems)
        if not problems and not _adds_up(changes, given, first):
            problems.append(Problem("history", "these changes do not add up to the ledger"))
    brought = ImportedPad(
        rules=given.rules,
        sides=given.sides,
        start=given.start,
        first_dealer=first,
        changes=tuple(changes),
        note=_note(raw, problems),
        opened_at=read_time(raw, "opened_at", problems),
        changed_at=read_time(raw, "changed_at", problems),
        follows=_follows(raw, place, problems),
    )
    if problems:
        raise Refused(problems)
    return brought


def _read_plain(raw: Any) -> ImportedPad:
    given = _given(raw)
    first, facts = _dealt(given, None)
    changes = tuple(_as_entered(facts))
    return ImportedPad(given.rules, given.sides, given.start, first, changes)


def _given(raw: Any) -> GivenLedger:
    if isinstance(raw, Mapping):
        if raw.get("format") != PITCH_LEDGER:
            raise Refused([Problem("format", f"the format is {PITCH_LEDGER}")])
        hands = raw.get("hands")
        if isinstance(hands, list) and len(hands) > MAX_HANDS:
            message = f"a pad holds up to {MAX_HANDS} hands; this has {len(hands)}"
            raise Refused([Problem("hands", message)])
    return read_ledger(tidied(raw))


def _dealt(given: GivenLedger, noted: int | None) -> tuple[int, list[Facts]]:
    """The first dealer, and the facts without the note on the first line that only says so.

    Where the file does not say who dealt first, the first line's own note does.
    """
    facts = [as_facts(entry) for entry in given.entries]
    dealer = given.entries[0].dealer if given.entries else None
    first = noted if noted is not None else dealer or 0
    if first >= count_seats(given.sides):
        return 0, facts  # a seat that only some tables have: its note stays
    if first and dealer == first:
        del facts[0]["dealer"]
    return first, facts


def _as_entered(facts: Sequence[Facts]) -> list[ImportedChange]:
    """The changes that enter these lines one after the other."""
    return [ImportedChange(number, Kind.RECORD, each) for number, each in enumerate(facts, start=1)]


def _first_dealer(
    raw: Mapping[str, Any], given: GivenLedger, problems: list[Problem]
) -> int | None:
    if "first_dealer" not in raw:
        return None
    seat = raw["first_dealer"]
    if is_whole(seat) and 0 <= seat < count_seats(given.sides):
        row, side = divmod(seat, len(given.sides))
        if row < (len(given.sides[side].players) or MAX_PLAYERS):
            return seat
    problems.append(Problem("first_dealer", f"there is no seat {value_text(seat)} at this table"))
    return None


def _note(raw: Mapping[str, Any], problems: list[Problem]) -> str:
    note = tidy_text(raw.get("note", ""))
    if wrong := text_problem(note, MAX_NOTE_LENGTH, "a note", blank=True):
        problems.append(Problem("note", wrong))
        return ""
    return str(note)


def _follows(raw: Mapping[str, Any], place: int | None, problems: list[Problem]) -> int | None:
    follows = raw.get("follows")
    if place is None or "follows" not in raw:
        return None
    if is_whole(follows) and 0 <= follows < place:
        return follows
    problems.append(Problem("follows", "a pad follows one that stands before it, counted from 0"))
    return None


def _adds_up(changes: Sequence[ImportedChange], given: GivenLedger, first: int) -> bool:
    """Whether these changes leave the lines that the ledger has."""
    stand = [as_facts(entry) for entry in given.entries]
    return _first_dealer_noted(_left(changes), first) == _first_dealer_noted(stand, first)


def _first_dealer_noted(facts: Sequence[Facts], first: int) -> list[Facts]:
    """The lines with the dealer noted on the first, as either side of a file may leave it out."""
    return [{"dealer": first, **facts[0]}, *facts[1:]] if facts else []


def _left(changes: Sequence[ImportedChange]) -> list[Facts]:
    """The lines that stand after these changes."""
    rows = [
        HandEntry(line=each.line, revision=number, kind=each.kind, facts=each.facts)
        for number, each in enumerate(changes, start=1)
    ]
    return [line.facts for line in current_lines(rows)]


def is_same(scorepad: Scorepad, brought: ImportedPad) -> bool:
    """Whether the pad was opened at the same moment and has the same ledger: the same pad."""
    return (
        scorepad.pad.opened_at == brought.opened_at
        and scorepad.pad.pin == brought.rules.preset.pin
        and scorepad.pad.house_rules == dict(brought.rules.house_rules)
        and scorepad.sides == tuple(brought.sides)
        and scorepad.start == tuple(brought.start)
        and [line.facts for line in scorepad.lines] == _left(brought.changes)
    )


def problem_lines(refusal: Refused, most: int = 12) -> list[str]:
    """What is wrong, a line each: the path of the value and the trouble; the rest counted."""
    lines = [f"{p.at}: {p.message}" if p.at else p.message for p in refusal.problems[:most]]
    more = len(refusal.problems) - most
    return [*lines, f"and {more} more"] if more > 0 else lines
