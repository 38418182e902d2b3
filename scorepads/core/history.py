"""From the changes of a pad, in order, to its lines now and to what can be undone.

Every change is one row (`HandEntry`) and concerns one line. Undo and redo are changes
too, so the whole history stays readable and nothing is ever lost.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scorepads.models import HandEntry

Facts = dict[str, Any]

PEOPLE_LINE = 0
"""The line whose facts are who sits where; it is none of the ledger's."""


@dataclass(frozen=True, slots=True)
class StoredLine:
    """A line as it stands: its lasting number, its facts, and its newest change.

    `completed` is the revision at which it became a whole entry rather than an auction alone;
    lines are ordered by it, so a hand keeps its place however often it is corrected. A hand
    whose completing was undone gets its place anew when it is played out again.
    """

    line: int
    facts: Facts
    newest: HandEntry
    completed: int | None
    corrected: bool


def is_complete(facts: Facts | None) -> bool:
    """Whether the facts are a whole entry, not only the bid of a hand still being played."""
    return facts is not None and ("points" in facts or "pitcher" not in facts)


def current_lines(rows: Iterable[HandEntry]) -> list[StoredLine]:
    """The lines that stand, in ledger order; a hand still being played is the last."""
    by_line: dict[int, list[HandEntry]] = {}
    for row in rows:
        if row.line != PEOPLE_LINE:
            by_line.setdefault(row.line, []).append(row)
    standing = [current_line(versions) for versions in by_line.values() if versions[-1].facts]
    return sorted(standing, key=line_place)


def current_line(versions: Sequence[HandEntry]) -> StoredLine:
    newest = versions[-1]
    assert newest.facts is not None
    entered = completing_change(versions) if is_complete(newest.facts) else None
    completed = entered.revision if entered else None
    corrected = entered is not None and newest.facts != entered.facts
    return StoredLine(newest.line, newest.facts, newest, completed, corrected)


def completing_change(versions: Sequence[HandEntry]) -> HandEntry:
    """The last change by which somebody made a whole entry of the line.

    Undo and redo only go back and forth between entries that were made before.
    """
    reversals = (HandEntry.Kind.UNDO, HandEntry.Kind.REDO)
    completing, before = versions[0], None
    for row in versions:
        if row.kind not in reversals and is_complete(row.facts) and not is_complete(before):
            completing = row
        before = row.facts
    return completing


def line_place(line: StoredLine) -> tuple[bool, int]:
    return line.completed is None, line.completed or line.newest.revision


def numbers_then(rows: Iterable[HandEntry]) -> dict[int, int | None]:
    """The ledger number that each change's line had just after it, by the change's revision.

    For a change that took its line out, the number it had before; for one of the people, none.
    """
    numbers: dict[int, int | None] = {}
    versions: dict[int, list[HandEntry]] = {}
    places: list[tuple[bool, int]] = []
    for row in rows:
        if row.line == PEOPLE_LINE:
            numbers[row.revision] = None
            continue
        of_line = versions.setdefault(row.line, [])
        number = None
        if of_line and of_line[-1].facts:
            at = bisect_left(places, line_place(current_line(of_line)))
            number = at + 1
            del places[at]
        of_line.append(row)
        if row.facts:
            place = line_place(current_line(of_line))
            number = bisect_left(places, place) + 1
            places.insert(number - 1, place)
        numbers[row.revision] = number
    return numbers


def undo_stack(rows: Iterable[HandEntry]) -> tuple[list[HandEntry], list[HandEntry]]:
    """The changes that undo would take back and that redo would bring back, next one last."""
    done: list[HandEntry] = []
    undone: list[HandEntry] = []
    for row in rows:
        if row.kind == HandEntry.Kind.UNDO:
            undone.append(done.pop())
        elif row.kind == HandEntry.Kind.REDO:
            done.append(undone.pop())
        else:
            done.append(row)
            undone.clear()
    return done, undone


def facts_before(rows: Iterable[HandEntry], change: HandEntry) -> Facts | None:
    """What the line of `change` held just before it; None where it was not there."""
    return facts_before_each(rows)[change.revision]


def facts_before_each(rows: Iterable[HandEntry]) -> dict[int, Facts | None]:
    """For each change, by its revision, what its line held just before it."""
    before: dict[int, Facts | None] = {}
    held: dict[int, Facts | None] = {}
    for row in rows:
        before[row.revision] = held.get(row.line)
        held[row.line] = row.facts
    return before


def people_facts(rows: Sequence[HandEntry]) -> Facts | None:
    """Who sits where after these changes; None where that is as at the opening."""
    return next((row.facts for row in reversed(rows) if row.line == PEOPLE_LINE), None)


def number_after(lines: Iterable[StoredLine], place: int) -> int:
    """The ledger number of the first line that was completed after the revision `place`."""
    return 1 + sum(line.completed is not None and line.completed <= place for line in lines)
