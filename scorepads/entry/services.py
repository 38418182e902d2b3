"""Entering hands and putting them right.

Every change goes the same way: the entry key first (a form sent twice is saved once), then the
revision (another phone may have been faster), then the facts.

A form validates its entry once, on the way in, against the pad as it is then. A change is saved
only if the pad is still the one that the form was made for: at the same revision, or with other
names and nothing else changed since. So the pad has the same rules, lines and hand in play.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scorepads.core.access import Holder
from scorepads.core.fold_cache import folded_pads
from scorepads.core.history import PEOPLE_LINE, facts_before
from scorepads.core.scorepad import Scorepad, find_seatings, read_pad
from scorepads.models import HandEntry, Pad
from scorepads.rules.hand import Entry, Hand, as_facts
from scorepads.rules.seatings import Seatings, is_renaming, seatings_facts
from scorepads.rules.terms import Problem, Refused

MAX_HANDS = 500
MAX_CHANGES = 5000

Facts = dict[str, Any]


class NotSaved(Exception):
    """The change was not made."""


class StalePad(NotSaved):
    """The pad was changed since the form was made: look at what is there now."""


class PadClosed(NotSaved):
    """The game is over; no hand can be added until one is corrected or struck."""


class PadFull(NotSaved):
    """The pad has as many hands, or as many changes, as a pad can hold."""


class NothingToUndo(NotSaved):
    """There is no change to take back, or none to bring back."""


@dataclass(frozen=True, slots=True)
class Submission:
    """What every form of a pad carries: who sent it, its key, and the revision it saw.

    `scorepad` is the pad as it has been read for this request.
    """

    by: Holder
    scorepad: Scorepad
    entry_key: UUID
    seen: int

    @property
    def pad(self) -> Pad:
        return self.by.pad


@dataclass(frozen=True, slots=True)
class Saved:
    """The pad as it stands with the change saved; `is_duplicate` if this very form had saved it.

    `change` is None where the form changed nothing. `is_behind` says that names have changed since
    the form was made.
    """

    scorepad: Scorepad
    change: HandEntry | None
    is_duplicate: bool = False
    is_behind: bool = False


def save_hand(submission: Submission, entry: Entry) -> Saved:
    """Add a hand, a passed-out hand, an adjustment, or the bid of a hand still in play.

    A hand completes the one in play, if there is one. Raises `StalePad`, `PadClosed` or `PadFull`.
    """
    if duplicate := find_duplicate(submission):
        return duplicate
    scorepad = as_seen(submission)
    if scorepad.ledger.is_over:
        raise PadClosed
    if scorepad.in_play and isinstance(entry, Hand):
        line = scorepad.lines[-1].line
    elif len(scorepad.lines) >= MAX_HANDS:
        raise PadFull
    else:
        line = 1 + max((row.line for row in scorepad.rows), default=0)
    return claim_and_insert(submission, line, HandEntry.Kind.RECORD, as_facts(entry))


def correct_hand(submission: Submission, line: int, entry: Entry) -> Saved:
    """Put a corrected entry in place of a line's; the same entry changes nothing.

    Raises `StalePad`, `NoSuchHand`, `PadFull`, or `Refused` where only a bid is left of a hand
    that is not the last.
    """
    if duplicate := find_duplicate(submission):
        return duplicate
    scorepad = as_seen(submission)
    number = scorepad.find_number(line)
    is_in_play = scorepad.in_play is not None and number == len(scorepad.lines)
    if isinstance(entry, Hand) and not entry.is_played and not is_in_play:
        raise Refused([Problem("points", "only the last hand may still be in play")])
    if entry == scorepad.entries[number - 1]:
        return Saved(scorepad, None)
    return claim_and_insert(submission, line, HandEntry.Kind.AMEND, as_facts(entry))


def strike_hand(submission: Submission, line: int) -> Saved:
    """Take a line out of the ledger; its facts stay in the history.

    Raises `StalePad`, `NoSuchHand` or `PadFull`.
    """
    if duplicate := find_duplicate(submission):
        return duplicate
    as_seen(submission).find_number(line)
    return claim_and_insert(submission, line, HandEntry.Kind.STRIKE, None)


def save_people(submission: Submission, seatings: Seatings) -> Saved:
    """Store who sits where, and since when; the same people change nothing.

    Raises `StalePad` or `PadFull`.
    """
    if duplicate := find_duplicate(submission):
        return duplicate
    scorepad = exactly_as_seen(submission)
    if seatings == scorepad.seatings:
        return Saved(scorepad, None)
    facts = seatings_facts(seatings)
    return claim_and_insert(submission, PEOPLE_LINE, HandEntry.Kind.PEOPLE, facts)


def undo(submission: Submission) -> Saved:
    """Take back the last change that stands. Raises `StalePad`, `NothingToUndo`, `PadFull`."""
    if duplicate := find_duplicate(submission):
        return duplicate
    scorepad = exactly_as_seen(submission)
    change = scorepad.can_undo
    if change is None:
        raise NothingToUndo
    before = facts_before(scorepad.rows, change)
    return claim_and_insert(submission, change.line, HandEntry.Kind.UNDO, before, reverses=change)


def redo(submission: Submission) -> Saved:
    """Bring back what was undone last. Raises `StalePad`, `NothingToUndo`, `PadFull`."""
    if duplicate := find_duplicate(submission):
        return duplicate
    change = exactly_as_seen(submission).can_redo
    if change is None:
        raise NothingToUndo
    return claim_and_insert(
        submission, change.line, HandEntry.Kind.REDO, change.facts, reverses=change
    )


def find_duplicate(submission: Submission) -> Saved | None:
    """What this very form had saved already when the pad was read; None for its first tap."""
    for row in submission.scorepad.rows:
        if row.entry_key == submission.entry_key:
            return Saved(submission.scorepad, row, is_duplicate=True)
    return None


def exactly_as_seen(submission: Submission) -> Scorepad:
    """The pad at the revision that the form saw, for what depends on the last change of all."""
    if submission.scorepad.revision != submission.seen:
        raise StalePad
    return submission.scorepad


def as_seen(submission: Submission) -> Scorepad:
    """The pad that the form was made for; raises `StalePad` where it has gone on since.

    A pad where only people or sides were renamed since is the same one.
    """
    scorepad = submission.scorepad
    if scorepad.revision != submission.seen and not only_names_changed(scorepad, submission.seen):
        raise StalePad
    return scorepad


def only_names_changed(scorepad: Scorepad, seen: int) -> bool:
    """Whether nothing but names was changed since this revision, and nobody sat down or changed
    seats."""
    since = [row for row in scorepad.rows if row.revision > seen]
    if not since or seen < 0 or any(row.line != PEOPLE_LINE for row in since):
        return False
    then = [row for row in scorepad.rows if row.revision <= seen]
    return is_renaming(find_seatings(scorepad.opened_as, then), scorepad.seatings)


def claim_and_insert(
    submission: Submission,
    line: int,
    kind: HandEntry.Kind,
    facts: Facts | None,
    *,
    reverses: HandEntry | None = None,
) -> Saved:
    """Move the pad on by one revision and store the change that it stands for.

    Raises `StalePad` or `PadFull`.
    """
    scorepad = as_seen(submission)
    if len(scorepad.rows) >= MAX_CHANGES:
        raise PadFull
    change = HandEntry(
        pad=submission.pad,
        line=line,
        version=1 + sum(row.line == line for row in scorepad.rows),
        revision=scorepad.revision + 1,
        kind=kind,
        facts=facts,
        reverses=reverses,
        entry_key=submission.entry_key,
        phone=submission.by.phone,
    )
    at_revision = Pad.objects.filter(pk=submission.pad.pk, revision=scorepad.revision)
    with transaction.atomic():
        if not at_revision.update(revision=F("revision") + 1, changed_at=timezone.now()):
            # The same form, sent twice at once, may have been saved while this one waited.
            reread = replace(submission, scorepad=read_pad(submission.pad))
            if duplicate := find_duplicate(reread):
                return duplicate
            raise StalePad
        change.save(force_insert=True)
    folded = scorepad.with_change(change)
    folded_pads.put(folded)
    return Saved(folded, change, is_behind=scorepad.revision != submission.seen)
