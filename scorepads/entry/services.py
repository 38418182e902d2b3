"""Entering hands and putting them right.

Every change goes through `_change`: the entry key first (a form sent twice is saved once),
then the revision (another phone may have been faster), then the facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from scorepads.core import statements
from scorepads.core.access import Holder
from scorepads.core.history import facts_before
from scorepads.core.scorepad import Scorepad, read_pad
from scorepads.models import HandEntry, Pad
from scorepads.rules.hand import as_facts, read_entry
from scorepads.rules.terms import Refused

MAX_HANDS = 500
MAX_CHANGES = 5000

Facts = dict[str, Any]


class StalePad(Exception):
    """The pad was changed since the form was made: look at what is there now."""


class PadClosed(Exception):
    """The game is over; no hand can be added until one is corrected or struck."""


class PadFull(Exception):
    """The pad has as many hands, or as many changes, as a pad can hold."""


class NothingToUndo(Exception):
    """There is no change to take back, or none to bring back."""


class NoSuchHand(Exception):
    """There is no such line in the ledger (any more)."""


HandRefused = Refused
"""The facts are not those of a hand under this pad's rules; `problems` says why."""


@dataclass(frozen=True, slots=True)
class Submission:
    """What every form of a pad carries: who sent it, its key, and the revision it saw.

    `read` is the pad as it has been read for this request, if it has.
    """

    by: Holder
    entry_key: UUID
    seen: int
    read: Scorepad | None = None

    @property
    def pad(self) -> Pad:
        return self.by.pad


@dataclass(frozen=True, slots=True)
class Saved:
    """The pad as it stands with the change saved; `is_duplicate` if this very form had saved it.

    `change` is None where the form changed nothing.
    """

    scorepad: Scorepad
    change: HandEntry | None
    is_duplicate: bool = False


@dataclass(frozen=True, slots=True)
class PlannedChange:
    line: int
    kind: str
    facts: Facts | None
    reverses: HandEntry | None = None


def save_hand(sent: Submission, facts: Mapping[str, Any]) -> Saved:
    """Add a hand, a passed-out hand, an adjustment, or the bid of a hand still in play.

    A hand completes the one in play, if there is one. Raises `StalePad`, `PadClosed`,
    `PadFull` or `HandRefused`.
    """

    def draft(scorepad: Scorepad) -> PlannedChange:
        if scorepad.ledger.is_over:
            raise PadClosed
        checked = _checked(scorepad, facts)
        if scorepad.in_play and "pitcher" in checked:
            return PlannedChange(scorepad.lines[-1].line, HandEntry.Kind.RECORD, checked)
        if len(scorepad.lines) >= MAX_HANDS:
            raise PadFull
        line = 1 + max((row.line for row in scorepad.rows), default=0)
        return PlannedChange(line, HandEntry.Kind.RECORD, checked)

    return _change(sent, draft)


def find_duplicate(sent: Submission) -> Saved | None:
    """What this very form has saved already; None where it is its first tap."""
    earlier = _earlier(sent)
    return Saved(read_pad(sent.pad), earlier, is_duplicate=True) if earlier else None


def correct_hand(sent: Submission, line: int, facts: Mapping[str, Any]) -> Saved:
    """Put corrected facts in place of a line's; the same facts change nothing.

    Raises `StalePad`, `NoSuchHand`, `PadFull` or `HandRefused`.
    """

    def draft(scorepad: Scorepad) -> PlannedChange | None:
        number = _number(scorepad, line)
        still_open = scorepad.in_play is not None and number == len(scorepad.lines)
        checked = _checked(scorepad, facts, last=still_open)
        if checked == scorepad.lines[number - 1].facts:
            return None
        return PlannedChange(line, HandEntry.Kind.AMEND, checked)

    return _change(sent, draft)


def strike_hand(sent: Submission, line: int) -> Saved:
    """Take a line out of the ledger; its facts stay in the history.

    Raises `StalePad`, `NoSuchHand` or `PadFull`.
    """

    def draft(scorepad: Scorepad) -> PlannedChange:
        _number(scorepad, line)
        return PlannedChange(line, HandEntry.Kind.STRIKE, None)

    return _change(sent, draft)


def undo(sent: Submission) -> Saved:
    """Take back the last change that stands. Raises `StalePad`, `NothingToUndo`, `PadFull`."""

    def draft(scorepad: Scorepad) -> PlannedChange:
        if scorepad.can_undo is None:
            raise NothingToUndo
        change = scorepad.can_undo
        before = facts_before(scorepad.rows, change)
        return PlannedChange(change.line, HandEntry.Kind.UNDO, before, reverses=change)

    return _change(sent, draft)


def redo(sent: Submission) -> Saved:
    """Bring back what was undone last. Raises `StalePad`, `NothingToUndo`, `PadFull`."""

    def draft(scorepad: Scorepad) -> PlannedChange:
        if scorepad.can_redo is None:
            raise NothingToUndo
        change = scorepad.can_redo
        return PlannedChange(change.line, HandEntry.Kind.REDO, change.facts, reverses=change)

    return _change(sent, draft)


def _change(sent: Submission, draft: Callable[[Scorepad], PlannedChange | None]) -> Saved:
    with transaction.atomic():
        if earlier := _earlier(sent):
            return Saved(read_pad(sent.pad), earlier, is_duplicate=True)
        if not statements.claim(sent.pad, sent.seen):
            # PostgreSQL waits here for a twin of this form; it has been saved by now.
            if earlier := _earlier(sent):
                return Saved(read_pad(sent.pad), earlier, is_duplicate=True)
            raise StalePad
        scorepad = _as_claimed(sent)
        wanted = draft(scorepad)
        if wanted is None:
            transaction.set_rollback(True)
            return Saved(scorepad, None)
        if len(scorepad.rows) >= MAX_CHANGES:
            raise PadFull
        change = _insert(sent, scorepad, wanted)
    return Saved(scorepad.with_rows([*scorepad.rows, change]), change)


def _earlier(sent: Submission) -> HandEntry | None:
    return statements.change_sent(sent.pad, sent.entry_key)


def _as_claimed(sent: Submission) -> Scorepad:
    """The pad at the revision just claimed; no row of it has changed since it had that revision."""
    if sent.read and sent.read.revision == sent.seen:
        return sent.read
    return read_pad(sent.pad)


def _insert(sent: Submission, scorepad: Scorepad, wanted: PlannedChange) -> HandEntry:
    versions = sum(row.line == wanted.line for row in scorepad.rows)
    change = HandEntry(
        pad=sent.pad,
        line=wanted.line,
        version=versions + 1,
        revision=sent.seen + 1,
        kind=wanted.kind,
        facts=wanted.facts,
        reverses=wanted.reverses,
        entry_key=sent.entry_key,
        phone=sent.by.phone,
    )
    statements.keep(change)
    return change


def _checked(scorepad: Scorepad, facts: Mapping[str, Any], *, last: bool = True) -> Facts:
    """The facts in their stored form; raises `HandRefused`."""
    return as_facts(read_entry(facts, scorepad.rules, scorepad.sides, last=last))


def _number(scorepad: Scorepad, line: int) -> int:
    number = scorepad.number_of(line)
    if number is None:
        raise NoSuchHand
    return number
