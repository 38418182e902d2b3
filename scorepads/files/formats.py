"""Export as JSON, in the formats that can be imported: see docs/formats.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from scorepads.core.scorepad import Scorepad
from scorepads.models import HandEntry
from scorepads.rules.hand import (
    Entry,
)
from scorepads.rules.interchange import write_ledger
from scorepads.rules.seatings import sides_facts

PITCH_PAD = "pitch-pad/1"
PITCH_PADS = "pitch-pads/1"

MAX_BYTES = 16 * 1024 * 1024
MAX_PADS = 1000
"""The most pads that one file may have."""

Json = dict[str, Any]
Facts = dict[str, Any]
Kind = HandEntry.Kind


def ledger_document(scorepad: Scorepad) -> Json:
    """The pad's ledger as `pitch-ledger/1`, with the first dealer noted on its first line."""
    entries = with_first_dealer(scorepad.entries, scorepad.pad.first_dealer)
    return write_ledger(scorepad.opened_under, scorepad.seatings_by_line, scorepad.start, entries)


def with_first_dealer(entries: Sequence[Entry], first: int) -> list[Entry]:
    """The entries with `first` noted as dealer of the first one, unless it has one or it is 0."""
    if not entries or not first or entries[0].dealer is not None:
        return list(entries)
    return [replace(entries[0], dealer=first), *entries[1:]]


def pad_document(scorepad: Scorepad, *, history: bool = False) -> Json:
    """The pad as `pitch-pad/1`: ledger, first dealer, note, match, dates; `history` adds changes.

    A history begins with the sides as they were named at the opening.
    """
    pad = scorepad.pad
    document: Json = {
        "format": PITCH_PAD,
        "ledger": ledger_document(scorepad),
        "first_dealer": pad.first_dealer,
        "opened_at": format_time(pad.opened_at),
        "changed_at": format_time(pad.changed_at),
    }
    if pad.note:
        document["note"] = pad.note
    if pad.best_of:
        document["best_of"] = pad.best_of
    if history:
        if scorepad.opened_as != scorepad.seatings_by_line[0].sides:
            document["opened_as"] = sides_facts(scorepad.opened_as)
        document["history"] = [change_document(row) for row in scorepad.rows]
    return document


def change_document(row: HandEntry) -> Json:
    """One change as JSON; undo and redo have no line, since the changes before define it.

    Nor has a change of the people, which is about no line.
    """
    document: Json = {"kind": row.kind, "at": format_time(row.made_at), "phone": row.phone}
    if row.kind in (Kind.RECORD, Kind.AMEND, Kind.STRIKE):
        document["line"] = row.line
    if row.kind in (Kind.RECORD, Kind.AMEND, Kind.PEOPLE):
        document["facts"] = row.facts
    return document


def pads_document(pads: Sequence[Scorepad], *, history: bool = False) -> Json:
    """Several pads as `pitch-pads/1`, the oldest first; `follows` is a position from 0."""
    ordered = sorted(pads, key=lambda scorepad: (scorepad.pad.opened_at, scorepad.pad.pk))
    place = {scorepad.pad.pk: number for number, scorepad in enumerate(ordered)}
    documents = []
    for number, scorepad in enumerate(ordered):
        document = pad_document(scorepad, history=history)
        before = place.get(scorepad.pad.follows_id or 0)
        if before is not None and before < number:
            document["follows"] = before
        documents.append(document)
    return {"format": PITCH_PADS, "pads": documents}


def format_time(when: datetime) -> str:
    return when.astimezone(UTC).isoformat().replace("+00:00", "Z")
