"""The history of an imported pad, checked change by change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorepads.core.history import PEOPLE_LINE, is_complete
from scorepads.entry.services import MAX_CHANGES
from scorepads.files.formats import Facts, Kind
from scorepads.files.services import ImportedChange
from scorepads.files.values import known_keys_only, read_time, tidy_facts, tidy_seatings
from scorepads.rules.hand import Side, as_facts, read_entry
from scorepads.rules.interchange import GivenLedger
from scorepads.rules.seatings import (
    is_same_table,
    read_later_seatings,
    read_sides,
    seatings_facts,
    stored_seatings,
)
from scorepads.rules.terms import Problem, Refused, is_whole


class HistoryReader:
    """Reads the changes of a pad, and tracks the lines and the undo stack after each."""

    def __init__(self, given: GivenLedger, opened_as: Sequence[Side]) -> None:
        self.given, self.opened_as = given, tuple(opened_as)
        self.changes: list[ImportedChange] = []
        self.standing: dict[int, Facts | None] = {}
        self.last_line = 0
        self.in_play: set[int] = set()
        self.before: list[Facts | None] = []
        self.done: list[int] = []
        self.undone: list[int] = []

    def read_changes(self, raw: Any, problems: list[Problem]) -> list[ImportedChange]:
        if not isinstance(raw, list):
            problems.append(Problem("history", "the history is a list of changes"))
            return []
        if len(raw) > MAX_CHANGES:
            message = f"a game holds up to {MAX_CHANGES} changes; this has {len(raw)}"
            problems.append(Problem("history", message))
            return []
        for number, change in enumerate(raw):
            try:
                self.add_change(change)
            except Refused as refusal:
                problems += [
                    problem.with_prefix(f"history[{number}]") for problem in refusal.problems
                ]
                return []  # the changes after it depend on it
        return self.changes

    def add_change(self, raw: Any) -> None:
        if not isinstance(raw, Mapping):
            raise Refused([Problem("", "a change is an object")])
        problems: list[Problem] = []
        kind, phone = raw.get("kind"), raw.get("phone", 0)
        if kind not in Kind.values:
            raise Refused([Problem("kind", f"a change is one of {', '.join(Kind.values)}")])
        known_keys_only(raw, CHANGE_KEYS[kind], problems)
        if not is_whole(phone) or not 0 <= phone <= MAX_CHANGES:
            problems.append(Problem("phone", "a phone is a whole number"))
        at = read_time(raw, "at", problems)
        if problems:
            raise Refused(problems)
        line, facts, reverses = self.resolve_change(kind, raw)
        if line == PEOPLE_LINE:
            self.before.append(self.standing.get(line))
            self.standing[line] = facts
            self.changes.append(ImportedChange(line, kind, facts, reverses, phone, at))
            return
        self.before.append(self.standing.get(line))
        self.standing[line] = facts
        self.last_line = max(self.last_line, line)
        self.in_play.discard(line)
        if facts is not None and not is_complete(facts):
            self.in_play.add(line)
        if len(self.in_play) > 1:
            raise Refused([Problem("facts", "only one hand at a time can be in play")])
        self.changes.append(ImportedChange(line, kind, facts, reverses, phone, at))

    def resolve_change(
        self, kind: str, raw: Mapping[str, Any]
    ) -> tuple[int, Facts | None, int | None]:
        """The line that a change affects, its new facts, and the change that it reverses."""
        place = len(self.changes)
        if kind == Kind.UNDO:
            change = self.pop_change(self.done, "there is nothing to undo")
            self.undone.append(change)
            return self.changes[change].line, self.before[change], change
        if kind == Kind.REDO:
            change = self.pop_change(self.undone, "there is nothing to redo")
            self.done.append(change)
            return self.changes[change].line, self.changes[change].facts, change
        self.done.append(place)
        self.undone.clear()
        if kind == Kind.PEOPLE:
            return PEOPLE_LINE, self.read_people(raw.get("facts")), None
        line = self.check_line(kind, raw.get("line"))
        return line, None if kind == Kind.STRIKE else self.read_facts(raw.get("facts")), None

    def pop_change(self, stack: list[int], message: str) -> int:
        if not stack:
            raise Refused([Problem("kind", message)])
        return stack.pop()

    def check_line(self, kind: str, line: Any) -> int:
        if not is_whole(line):
            raise Refused([Problem("line", "a line is a whole number")])
        stands = self.standing.get(line)
        if kind == Kind.RECORD:
            in_play = stands is not None and not is_complete(stands)
            if in_play or line == 1 + self.last_line:
                return line
        elif stands is not None and line != PEOPLE_LINE:
            return line
        raise Refused([Problem("line", f"line {line} cannot be the one: it does not fit")])

    def read_people(self, raw: Any) -> Facts:
        """Who sits where from this change on; each has a place among the changes before it."""
        problems: list[Problem] = []
        if not isinstance(raw, Mapping):
            raise Refused([Problem("facts", "facts of the players are an object")])
        tidied = tidy_seatings(raw)
        known_keys_only(tidied, {"sides", "seatings"}, problems)
        sides = read_sides(tidied.get("sides"), "sides", problems)
        if not problems and not is_same_table(sides, self.opened_as):
            problems.append(Problem("sides", "there are as many sides and players as before"))
        seatings = read_later_seatings(
            tidied.get("seatings", []), sides, len(self.changes), problems
        )
        if problems:
            raise Refused([problem.with_prefix("facts") for problem in problems])
        return seatings_facts(seatings)

    @property
    def sides_now(self) -> tuple[Side, ...]:
        """Who sits there after the changes so far."""
        facts = self.standing.get(PEOPLE_LINE)
        return stored_seatings(facts)[-1].sides if facts else self.opened_as

    def read_facts(self, raw: Any) -> Facts:
        try:
            return as_facts(read_entry(tidy_facts(raw), self.given.rules, self.sides_now))
        except Refused as refusal:
            raise Refused(
                [problem.with_prefix("facts") for problem in refusal.problems]
            ) from refusal


CHANGE_KEYS = {
    Kind.RECORD: {"kind", "at", "phone", "line", "facts"},
    Kind.AMEND: {"kind", "at", "phone", "line", "facts"},
    Kind.STRIKE: {"kind", "at", "phone", "line"},
    Kind.UNDO: {"kind", "at", "phone"},
    Kind.REDO: {"kind", "at", "phone"},
    Kind.PEOPLE: {"kind", "at", "phone", "facts"},
}
