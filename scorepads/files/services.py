"""Services that store imported pads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.utils import timezone

from scorepads.entry.services import Facts
from scorepads.models import HandEntry, Pad, PadLink
from scorepads.opening.services import open_pad
from scorepads.rules.hand import Side
from scorepads.rules.house_rules.apply import Rules


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
    """A pad from a file: checked facts. `follows` counts the pads of the file from 0."""

    rules: Rules
    sides: Sequence[Side]
    start: Sequence[int]
    first_dealer: int
    changes: Sequence[ImportedChange]
    note: str = ""
    opened_at: datetime | None = None
    changed_at: datetime | None = None
    follows: int | None = None


def import_pads(imported: Sequence[ImportedPad], *, open_key: UUID) -> list[PadLink]:
    """Store the pads of a file, all or none, and return the pencil links of the importer.

    Equal names are made distinct as for any new pad. Raises `AlreadyOpened` when the form
    with this `open_key` was sent before (see `imported_before`).
    """
    links: list[PadLink] = []
    with transaction.atomic():
        for key, each in zip(import_keys(open_key, len(imported)), imported, strict=True):
            follows = None if each.follows is None else links[each.follows].pad
            pad, link = open_pad(
                rules=each.rules,
                sides=each.sides,
                start=each.start,
                first_dealer=each.first_dealer,
                note=each.note,
                follows=follows,
                open_key=key,
            )
            store_changes(pad, each)
            links.append(link)
    return links


def imported_before(open_key: UUID, pads: int) -> list[PadLink]:
    """The valid links to pads that the form with this key imported before."""
    keys = import_keys(open_key, pads)
    found = PadLink.objects.select_related("pad").filter(
        pad__open_key__in=keys,
        access=PadLink.Access.PENCIL,
        made_by_phone=0,
        revoked_at=None,
    )
    return list(found.order_by("pk"))


def with_new_positions(imported: ImportedPad, place: Mapping[int, int]) -> ImportedPad:
    """The pad with `follows` renumbered for a shorter list; `place` maps old positions to new."""
    follows = None if imported.follows is None else place.get(imported.follows)
    return replace(imported, follows=follows)


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
            facts=change.facts,
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
