"""Services that store imported pads."""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.utils import timezone

from scorepads.core.history import PEOPLE_LINE
from scorepads.entry.services import Facts
from scorepads.models import HandEntry, Pad, PadLink
from scorepads.opening.services import AlreadyOpened, distinct_sides, open_pad
from scorepads.rules.hand import Side
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.seatings import seatings_facts, stored_seatings

MAX_PAUSE_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class ImportedChange:
    """One change of a pad from a file; `reverses` counts the changes before it from 0."""

    line: int
    kind: str
    facts: Facts | None
    reverses: int | None = None
    phone: int = 1
    made_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ImportedPad:
    """A pad from a file: checked facts. `follows` counts the pads of the file from 0.

    `sides` are those of the opening; who is called otherwise since, or sat down, is a change.
    """

    rules: Rules
    sides: Sequence[Side]
    start: Sequence[int]
    first_dealer: int
    changes: Sequence[ImportedChange]
    note: str = ""
    best_of: int = 0
    opened_at: datetime | None = None
    changed_at: datetime | None = None
    follows: int | None = None


def import_pads(
    imported: Sequence[ImportedPad],
    *,
    open_key: UUID,
    leave_out: Container[int] = (),
    grant: Callable[[PadLink], object] = lambda link: None,
) -> list[PadLink]:
    """Store the pads of a file and return the pencil links of the importer, who gets a `grant` of
    each.

    Each pad is a transaction of its own, so that nobody who saves a hand has to wait for more
    than one of them. What a form with this `open_key` has stored already is not stored again, but
    counts: a form that was cut off in the middle goes on where it stopped. `leave_out` are the
    positions of those that are not wanted.

    Equal names are made distinct as for any new pad.
    """
    opened: dict[int, PadLink] = {}
    before = imported_before(open_key, len(imported))
    for number, key in enumerate(import_keys(open_key, len(imported))):
        if number in before:
            opened[number] = before[number]
            grant(before[number])
        elif number not in leave_out:
            followed = opened.get(-1 if (place := imported[number].follows) is None else place)
            follows, begun = followed.pad if followed else None, time.monotonic()
            try:
                with transaction.atomic():
                    opened[number] = import_pad(imported[number], follows=follows, open_key=key)
                    grant(opened[number])
            except AlreadyOpened:  # by the same form on another machine, this very moment
                opened |= imported_before(open_key, len(imported))
            # SQLite's other writers only look every tenth of a second whether it is their turn.
            time.sleep(min(MAX_PAUSE_SECONDS, time.monotonic() - begun))
    return list(opened.values())


def import_pad(imported: ImportedPad, *, follows: Pad | None, open_key: UUID) -> PadLink:
    """Store one pad; the pencil link of the importer. Raises `AlreadyOpened` like `open_pad`."""
    pad, link = open_pad(
        rules=imported.rules,
        sides=imported.sides,
        start=imported.start,
        first_dealer=imported.first_dealer,
        note=imported.note,
        best_of=imported.best_of,
        follows=follows,
        open_key=open_key,
    )
    store_changes(pad, imported)
    return link


def imported_before(open_key: UUID, pads: int) -> dict[int, PadLink]:
    """The valid links to pads that the form with this key imported before, by their position."""
    place = {key: number for number, key in enumerate(import_keys(open_key, pads))}
    found = PadLink.objects.select_related("pad").filter(
        pad__open_key__in=place,
        access=PadLink.Access.PENCIL,
        made_by_phone=0,
        revoked_at=None,
    )
    return {place[link.pad.open_key]: link for link in found.order_by("pk")}


def import_keys(open_key: UUID, pads: int) -> list[UUID]:
    """The opening keys of the pads that one form imports."""
    return [open_key, *(uuid5(open_key, str(number)) for number in range(1, pads))][:pads]


def store_changes(pad: Pad, imported: ImportedPad) -> None:
    """Store the changes and dates of a pad as in the file; future dates become now."""
    now = timezone.now()
    versions: dict[int, int] = {}
    rows = []
    for revision, change in enumerate(imported.changes, start=1):
        versions[change.line] = versions.get(change.line, 0) + 1
        row = HandEntry(
            pad=pad,
            line=change.line,
            version=versions[change.line],
            revision=revision,
            kind=change.kind,
            facts=distinct_people(change),
            entry_key=uuid4(),
            phone=change.phone,
        )
        rows.append(row)
    HandEntry.objects.bulk_create(rows)
    # A new row gets the current time, and `reverses` needs the primary key of another row, so
    # both are updated after the rows were created.
    restore_dates_and_reversals(rows, imported.changes, now)
    pad.revision = len(rows)
    pad.phones = max((change.phone for change in imported.changes if change.made_at), default=0)
    pad.opened_at = min(imported.opened_at or now, now)
    pad.changed_at = min(imported.changed_at or imported.opened_at or now, now)
    pad.save(update_fields=["revision", "phones", "opened_at", "changed_at"])


def distinct_people(change: ImportedChange) -> Facts | None:
    """The facts of a change; of one of the people, with equal names told apart."""
    if change.line != PEOPLE_LINE or change.facts is None:
        return change.facts
    seatings = stored_seatings(change.facts)
    distinct = (replace(each, sides=tuple(distinct_sides(each.sides))) for each in seatings)
    return seatings_facts(tuple(distinct))


def restore_dates_and_reversals(
    rows: Sequence[HandEntry], changes: Sequence[ImportedChange], now: datetime
) -> None:
    known = [
        (row, change)
        for row, change in zip(rows, changes, strict=True)
        if change.made_at or change.reverses is not None
    ]
    for row, change in known:
        row.made_at = min(change.made_at or now, now)
        row.reverses = None if change.reverses is None else rows[change.reverses]
    HandEntry.objects.bulk_update([row for row, _ in known], ["made_at", "reverses"])
