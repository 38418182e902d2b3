"""Pads brought in from a file."""

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


def import_pads(brought: Sequence[ImportedPad], *, open_key: UUID) -> list[PadLink]:
    """New pads from a file, all or none, and the pencil links of whoever brought them.

    Equal names are told apart like those of any pad that is opened. Raises `AlreadyOpened`
    when the form with this `open_key` has brought the pads before (see `brought_before`).
    """
    links: list[PadLink] = []
    with transaction.atomic():
        for key, each in zip(import_keys(open_key, len(brought)), brought, strict=True):
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
            _bring_changes(pad, each)
            links.append(link)
    return links


def brought_before(open_key: UUID, pads: int) -> list[PadLink]:
    """What the form with this key has brought before: the links of those that still open."""
    keys = import_keys(open_key, pads)
    found = PadLink.objects.select_related("pad").filter(
        pad__open_key__in=keys,
        access=PadLink.Access.PENCIL,
        made_by_phone=0,
        revoked_at=None,
    )
    return list(found.order_by("pk"))


def following(brought: ImportedPad, place: Mapping[int, int]) -> ImportedPad:
    """The pad as one of a shorter list; `place` has the new numbers of those still in it."""
    follows = None if brought.follows is None else place.get(brought.follows)
    return replace(brought, follows=follows)


def import_keys(open_key: UUID, pads: int) -> list[UUID]:
    """The opening keys of the pads that one form brings."""
    return [open_key, *(uuid5(open_key, str(number)) for number in range(1, pads))][:pads]


def _bring_changes(pad: Pad, brought: ImportedPad) -> None:
    """The pad's changes and its dates, as the file has them; no date lies in the future."""
    now = timezone.now()
    versions: dict[int, int] = {}
    rows = []
    for revision, change in enumerate(brought.changes, start=1):
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
    # The clock stamps a row when it is made, and a row can name another only once that has a
    # number; so what the file knows better is put in afterwards.
    _restore(rows, brought.changes, now)
    pad.revision = len(rows)
    pad.phones = max((change.phone for change in brought.changes if change.made_at), default=0)
    pad.opened_at = min(brought.opened_at or now, now)
    pad.changed_at = min(brought.changed_at or brought.opened_at or now, now)
    pad.save(update_fields=["revision", "phones", "opened_at", "changed_at"])


def _restore(rows: Sequence[HandEntry], changes: Sequence[ImportedChange], now: datetime) -> None:
    told = [
        (row, change)
        for row, change in zip(rows, changes, strict=True)
        if change.made_at or change.reverses is not None
    ]
    for row, change in told:
        row.made_at = min(change.made_at or now, now)
        row.reverses = None if change.reverses is None else rows[change.reverses]
    HandEntry.objects.bulk_update([row for row, _ in told], ["made_at", "reverses"])
