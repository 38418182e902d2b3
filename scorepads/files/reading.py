"""Import: parse and check the pads of a file, before anything is stored."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from scorepads.core.history import PEOPLE_LINE, StoredLine, current_lines
from scorepads.core.scorepad import Scorepad, find_seatings, place_by_lines
from scorepads.entry.services import MAX_HANDS
from scorepads.files.formats import MAX_PADS, PITCH_PAD, PITCH_PADS, Facts, Kind
from scorepads.files.histories import HistoryReader
from scorepads.files.services import ImportedChange, ImportedPad
from scorepads.files.values import (
    known_keys_only,
    read_time,
    tidied_value,
    tidy_ledger,
    tidy_sides,
)
from scorepads.models import MATCH_LENGTHS, HandEntry
from scorepads.rules.hand import MAX_NOTE_LENGTH, MAX_PLAYERS, Side, as_facts, count_seats
from scorepads.rules.interchange import (
    MAX_PROBLEMS,
    GivenLedger,
    NotJson,
    parse_storable_json,
    read_ledger,
)
from scorepads.rules.seatings import Seatings, is_same_table, read_sides, seatings_facts
from scorepads.rules.terms import PITCH_LEDGER, Problem, Refused, is_whole, text_problem, value_text

MAX_CHANGES_A_FILE = 20_000
"""The most hands, and changes of them, that one file may have: 1000 evenings of twenty."""
MAX_VALUES = 1_000_000
"""The most values in one JSON text; a file of the most changes has fewer."""


NOT_OURS = "This isn't a Pitch Keeper file. Choose one that you exported here."


class PadCollector:
    """Collects the pads of a file and what is wrong with it.

    Raises `Refused` as soon as there is more than one file may have, or too much wrong.
    """

    def __init__(self) -> None:
        self.pads: list[ImportedPad] = []
        self.problems: list[Problem] = []
        self.changes = 0

    def add_pad(self, pad: ImportedPad) -> None:
        self.pads.append(pad)
        self.changes += len(pad.changes)
        if self.changes > MAX_CHANGES_A_FILE:
            message = f"a file brings up to {MAX_CHANGES_A_FILE} hands and changes; this has more"
            raise Refused([*self.problems, Problem("", message)])

    def add_problems(self, problems: Iterable[Problem]) -> None:
        self.problems += problems
        if len(self.problems) >= MAX_PROBLEMS:
            raise Refused(self.problems[:MAX_PROBLEMS])

    def finish(self) -> list[ImportedPad]:
        """The pads; raises `Refused` where anything is wrong."""
        if self.problems:
            raise Refused(self.problems)
        return self.pads


def read_pads(text: str) -> list[ImportedPad]:
    """Parse the pads in a text, in any of the formats; raises `Refused`.

    The text is one JSON value, or JSON lines with one ledger or pad each, which are read one by
    one. However large and however wrong it is, the work and the memory are bounded.
    """
    if not text.strip():
        raise Refused([Problem("", "there is nothing in it")])
    if is_json_lines(text):
        return read_json_lines(text)
    try:
        return read_document(parse_value(text))
    except NotJson as error:
        raise Refused([Problem("", NOT_OURS)]) from error


def is_json_lines(text: str) -> bool:
    """Whether the first line is a JSON value by itself, and another line follows."""
    (_, first), *others = islice(numbered_lines(text), 2)
    try:
        return bool(others) and parse_value(first) is not None
    except NotJson:
        return False


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, one by one, counted as an editor counts them."""
    begin, number = 0, 1
    while begin < len(text):
        end = text.find("\n", begin)
        end = len(text) if end < 0 else end
        if line := text[begin:end].strip():
            yield number, line
        begin, number = end + 1, number + 1


def parse_value(text: str) -> Any:
    """The JSON value in `text`; raises `NotJson`, and `Refused` where it holds too many values."""
    if sum(map(text.count, "[{,")) > MAX_VALUES:
        raise Refused([Problem("", "this is more than a file of games can hold")])
    return parse_storable_json(text)


def read_document(value: Any) -> list[ImportedPad]:
    kind = value.get("format") if isinstance(value, Mapping) else None
    if kind == PITCH_PADS:
        return read_pads_document(value)
    return [read_one(value)]


def read_one(value: Any) -> ImportedPad:
    if isinstance(value, Mapping) and value.get("format") == PITCH_PAD:
        return read_pad_document(value)
    return read_plain_ledger(value)


def read_json_lines(text: str) -> list[ImportedPad]:
    lines, found = numbered_lines(text), PadCollector()
    for number, line in islice(lines, MAX_PADS):
        try:
            pad = read_one(parse_value(line))
        except NotJson:
            found.add_problems([Problem(f"line {number}", NOT_OURS)])
        except Refused as refusal:
            found.add_problems(
                Problem(f"line {number}: {p.at}", p.message) for p in refusal.problems
            )
        else:
            found.add_pad(pad)
    if more := sum(1 for _ in lines):
        found.add_problems([too_many_pads("", MAX_PADS + more)])
    return found.finish()


def read_pads_document(value: Mapping[str, Any]) -> list[ImportedPad]:
    problems: list[Problem] = []
    known_keys_only(value, {"format", "pads"}, problems)
    given = value.get("pads")
    if not isinstance(given, list) or not given:
        raise Refused([*problems, Problem("pads", "pads are a list, with one at least")])
    if len(given) > MAX_PADS:
        problems.append(too_many_pads("pads", len(given)))
    found = PadCollector()
    found.add_problems(problems)
    for number, raw in enumerate(given[:MAX_PADS]):
        try:
            pad = read_pad_document(raw, place=number)
        except Refused as refusal:
            found.add_problems(
                problem.with_prefix(f"pads[{number}]") for problem in refusal.problems
            )
        else:
            found.add_pad(pad)
    return found.finish()


def too_many_pads(at: str, many: int) -> Problem:
    return Problem(at, f"a file brings up to {MAX_PADS} games; this has {many}")


PAD_KEYS = {
    "format", "ledger", "first_dealer", "note", "opened_at", "changed_at", "history", "opened_as",
    "best_of",
}  # fmt: skip


def read_pad_document(raw: Any, place: int | None = None) -> ImportedPad:
    """Parse a `pitch-pad/1` object; `place` is its position in `pitch-pads/1`, if it is in one."""
    if not isinstance(raw, Mapping):
        raise Refused([Problem("", "a game is an object")])
    problems: list[Problem] = []
    known_keys_only(raw, PAD_KEYS | ({"follows"} if place is not None else set()), problems)
    if raw.get("format") != PITCH_PAD:
        problems.append(Problem("format", f"the format of a game is {PITCH_PAD}"))
    if "ledger" not in raw:
        raise Refused([*problems, Problem("ledger", "“ledger” is missing")])
    try:
        given = read_given_ledger(raw["ledger"])
    except Refused as refusal:
        raise Refused(
            [*problems, *(p.with_prefix("ledger") for p in refusal.problems)]
        ) from refusal
    first, facts = split_first_dealer(given, read_first_dealer(raw, given, problems))
    changes, opened_as = record_changes(facts, given), given.sides
    if "history" in raw:
        opened_as = read_opened_as(raw, given, problems)
        changes = HistoryReader(given, opened_as).read_changes(raw["history"], problems)
        if not problems and not matches_ledger(changes, given, first, opened_as):
            problems.append(Problem("history", "these changes do not add up to the ledger"))
    elif "opened_as" in raw:
        problems.append(Problem("opened_as", "only a history has sides named otherwise before it"))
    imported = ImportedPad(
        rules=given.rules,
        sides=opened_as,
        start=given.start,
        first_dealer=first,
        changes=tuple(changes),
        note=read_note(raw, problems),
        best_of=read_best_of(raw, problems),
        opened_at=read_time(raw, "opened_at", problems),
        changed_at=read_time(raw, "changed_at", problems),
        follows=read_follows(raw, place, problems),
    )
    if problems:
        raise Refused(problems)
    return imported


def read_plain_ledger(raw: Any) -> ImportedPad:
    given = read_given_ledger(raw)
    first, facts = split_first_dealer(given, None)
    changes = tuple(record_changes(facts, given))
    return ImportedPad(given.rules, given.sides, given.start, first, changes)


def read_given_ledger(raw: Any) -> GivenLedger:
    if isinstance(raw, Mapping):
        if raw.get("format") != PITCH_LEDGER:
            raise Refused([Problem("format", f"the format is {PITCH_LEDGER}")])
        hands = raw.get("hands")
        if isinstance(hands, list) and len(hands) > MAX_HANDS:
            message = f"a game holds up to {MAX_HANDS} hands; this has {len(hands)}"
            raise Refused([Problem("hands", message)])
    return read_ledger(tidy_ledger(raw))


def split_first_dealer(given: GivenLedger, noted: int | None) -> tuple[int, list[Facts]]:
    """The first dealer, and the facts of the lines; `noted` is the file's own `first_dealer`.

    Without that, the dealer noted on the first line is the first dealer. The note is then
    redundant and removed.
    """
    facts = [as_facts(entry) for entry in given.entries]
    dealer = given.entries[0].dealer if given.entries else None
    first = noted if noted is not None else dealer or 0
    if first >= count_seats(given.sides):
        return 0, facts  # no such seat at this table: the note stays
    if first and dealer == first:
        del facts[0]["dealer"]
    return first, facts


def record_changes(facts: Sequence[Facts], given: GivenLedger) -> list[ImportedChange]:
    """The changes that record these lines one after the other, and last who sat down when."""
    changes = [
        ImportedChange(number, Kind.RECORD, each) for number, each in enumerate(facts, start=1)
    ]
    if len(given.seatings) > 1:
        # The line so many is completed by the change so many, so places are the same.
        people = seatings_facts(given.seatings)
        changes.append(ImportedChange(PEOPLE_LINE, Kind.PEOPLE, people))
    return changes


def read_opened_as(
    raw: Mapping[str, Any], given: GivenLedger, problems: list[Problem]
) -> tuple[Side, ...]:
    """The sides as they were named at the opening, where they are named otherwise since."""
    if "opened_as" not in raw:
        return given.sides
    found = list[Problem]()
    tidied = tidy_sides({"sides": raw["opened_as"]})["sides"]
    sides = tuple(read_sides(tidied, "opened_as", found))
    if not found and not is_same_table(given.sides, sides):
        found.append(Problem("opened_as", "these are the sides of another table"))
    problems += found
    return given.sides if found else sides


def read_first_dealer(
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


def read_note(raw: Mapping[str, Any], problems: list[Problem]) -> str:
    note = tidied_value(raw.get("note", ""))
    if wrong := text_problem(note, MAX_NOTE_LENGTH, "a note", blank=True):
        problems.append(Problem("note", wrong))
        return ""
    return str(note)


def read_best_of(raw: Mapping[str, Any], problems: list[Problem]) -> int:
    """How many games the match has that the pad belongs to; 0 where it says nothing of a match."""
    if "best_of" not in raw:
        return 0
    length = raw["best_of"]
    if is_whole(length) and length in MATCH_LENGTHS:
        return length
    problems.append(Problem("best_of", "a match is best of 3, 5 or 7"))
    return 0


def read_follows(raw: Mapping[str, Any], place: int | None, problems: list[Problem]) -> int | None:
    follows = raw.get("follows")
    if place is None or "follows" not in raw:
        return None
    if is_whole(follows) and 0 <= follows < place:
        return follows
    problems.append(Problem("follows", "a game follows one that stands before it, counted from 0"))
    return None


def matches_ledger(
    changes: Sequence[ImportedChange], given: GivenLedger, first: int, opened_as: Sequence[Side]
) -> bool:
    """Whether these changes result in the lines and the seatings of the ledger."""
    stand = [as_facts(entry) for entry in given.entries]
    lines = [line.facts for line in remaining_lines(changes)]
    if with_dealer_noted(lines, first) != with_dealer_noted(stand, first):
        return False
    return seatings_in_the_end(changes, opened_as) == given.seatings


def with_dealer_noted(facts: Sequence[Facts], first: int) -> list[Facts]:
    """The lines with the dealer noted on the first; ledger and history may both omit it."""
    return [{"dealer": first, **facts[0]}, *facts[1:]] if facts else []


def remaining_lines(changes: Sequence[ImportedChange]) -> list[StoredLine]:
    """The current lines after these changes."""
    return current_lines(as_rows(changes))


def seatings_in_the_end(changes: Sequence[ImportedChange], opened_as: Sequence[Side]) -> Seatings:
    """Who sits where after these changes, by the number of lines before them."""
    seatings = find_seatings(tuple(opened_as), as_rows(changes))
    return place_by_lines(seatings, remaining_lines(changes))


def as_rows(changes: Sequence[ImportedChange]) -> list[HandEntry]:
    """The changes as rows that are not stored."""
    return [
        HandEntry(line=each.line, revision=number, kind=each.kind, facts=each.facts)
        for number, each in enumerate(changes, start=1)
    ]


def pad_identity(scorepad: Scorepad) -> str:
    """What makes a pad the same as one from a file: opening time, rules, sides and lines."""
    pad, lines = scorepad.pad, [line.facts for line in scorepad.lines]
    people = scorepad.seatings_by_line
    return identity_text(pad.opened_at, pad.pin, pad.house_rules, people, scorepad.start, lines)


def imported_identity(imported: ImportedPad) -> str:
    """The same of a pad from a file."""
    pin, house_rules = imported.rules.preset.pin, dict(imported.rules.house_rules)
    lines = [line.facts for line in remaining_lines(imported.changes)]
    people = seatings_in_the_end(imported.changes, imported.sides)
    return identity_text(imported.opened_at, pin, house_rules, people, imported.start, lines)


def identity_text(*parts: Any) -> str:
    """The parts as one text, so that a thousand pads are compared with a thousand at no cost."""
    return json.dumps(parts, sort_keys=True, default=repr)


def problem_lines(refusal: Refused, most: int = 12) -> list[str]:
    """One line for each problem, with the path of the value; beyond `most` only their number."""
    lines = [f"{p.at}: {p.message}" if p.at else p.message for p in refusal.problems[:most]]
    more = len(refusal.problems) - most
    if len(refusal.problems) >= MAX_PROBLEMS:
        return [*lines, "and many more"]
    return [*lines, f"and {more} more"] if more > 0 else lines
