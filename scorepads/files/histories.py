"""The history of a pad from a file, replayed to see that it adds up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorepads.core.history import is_complete
from scorepads.entry.services import MAX_CHANGES
from scorepads.files.formats import Facts, Kind
from scorepads.files.services import ImportedChange
from scorepads.files.values import known_keys_only, read_time, tidied_facts
from scorepads.rules.hand import (
    as_facts,
    read_entry,
)
from scorepads.rules.interchange import GivenLedger
from scorepads.rules.terms import Problem, Refused, is_whole


class History:
    """Reads the changes of a pad, following what each does to the lines and to undo."""

    def __init__(self, given: GivenLedger) -> None:
        self.given = given
        self.changes: list[ImportedChange] = []
        self.standing: dict[int, Facts | None] = {}
        self.before: list[Facts | None] = []
        self.done: list[int] = []
        self.undone: list[int] = []

    def read(self, raw: Any, problems: list[Problem]) -> list[ImportedChange]:
        if not isinstance(raw, list):
            problems.append(Problem("history", "the history is a list of changes"))
            return []
        if len(raw) > MAX_CHANGES:
            message = f"a pad holds up to {MAX_CHANGES} changes; this has {len(raw)}"
            problems.append(Problem("history", message))
            return []
        for number, change in enumerate(raw):
            try:
                self._add(change)
            except Refused as refusal:
                problems += [
                    problem.with_prefix(f"history[{number}]") for problem in refusal.problems
                ]
                return []  # what follows could not be judged
        return self.changes

    def _add(self, raw: Any) -> None:
        if not isinstance(raw, Mapping):
            raise Refused([Problem("", "a change is an object")])
        problems: list[Problem] = []
        kind, phone = raw.get("kind"), raw.get("phone", 0)
        if kind not in Kind.values:
            raise Refused([Problem("kind", f"a change is one of {', '.join(Kind.values)}")])
        known_keys_only(raw, _CHANGE_KEYS[kind], problems)
        if not is_whole(phone) or not 0 <= phone <= MAX_CHANGES:
            problems.append(Problem("phone", "a phone is a whole number"))
        at = read_time(raw, "at", problems)
        if problems:
            raise Refused(problems)
        line, facts, reverses = self._wanted(kind, raw)
        self.before.append(self.standing.get(line))
        self.standing[line] = facts
        if sum(each is not None and not is_complete(each) for each in self.standing.values()) > 1:
            raise Refused([Problem("facts", "only one hand at a time can be in play")])
        self.changes.append(ImportedChange(line, kind, facts, reverses, phone, at))

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
            return as_facts(read_entry(tidied_facts(raw), self.given.rules, self.given.sides))
        except Refused as refusal:
            raise Refused(
                [problem.with_prefix("facts") for problem in refusal.problems]
            ) from refusal


_CHANGE_KEYS = {
    Kind.RECORD: {"kind", "at", "phone", "line", "facts"},
    Kind.AMEND: {"kind", "at", "phone", "line", "facts"},
    Kind.STRIKE: {"kind", "at", "phone", "line"},
    Kind.UNDO: {"kind", "at", "phone"},
    Kind.REDO: {"kind", "at", "phone"},
}
