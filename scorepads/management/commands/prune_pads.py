"""`manage.py prune_pads`: delete pads that have not changed for a long time, or were deleted."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from scorepads.holding.services import KEPT_DAYS, end_of_keeping
from scorepads.management.data_command import DataCommand, counted
from scorepads.models import Grant, HandEntry, Pad, PadLink

CHUNK_SIZE = 200


class Command(DataCommand):
    help = "Count the pads untouched for so many days; with --really, delete them for good."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--days", type=whole_days, required=True, help="untouched for so many days (1 or more)"
        )
        parser.add_argument("--really", action="store_true", help="delete them, not only count")

    def handle(self, *args: Any, days: int, really: bool, **options: Any) -> None:
        before = timezone.now() - timedelta(days=days)
        untouched = untouched_since(before)
        many = delete_pads(untouched) if really else untouched.count()
        done = "Deleted" if really else "Would delete (--really does)"
        self.stdout.write(f"{done}: {counted(many, 'game')} untouched for {days} days.")
        taken_out = Pad.objects.filter(deleted_at__lt=end_of_keeping())
        if many := delete_pads(taken_out) if really else taken_out.count():
            self.stdout.write(
                f"{done}: {counted(many, 'game')} that their players deleted, {KEPT_DAYS} days ago."
            )


def whole_days(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 36500:
        raise ValueError(text)
    return int(text)


def untouched_since(before: datetime) -> QuerySet[Pad]:
    """The pads that nobody has written on, looked at or brought here since.

    By the server's own dates: when a pad was opened and changed may be what an imported file says,
    but its first link was made when it came, and a grant is noted when it is used.
    """
    came = PadLink.objects.filter(pad=OuterRef("pk"), made_at__gte=before)
    used = Grant.objects.filter(pad=OuterRef("pk"), last_used_at__gte=before)
    return Pad.objects.filter(~Exists(came), ~Exists(used), changed_at__lt=before)


def delete_pads(chosen: QuerySet[Pad]) -> int:
    """Delete these pads, with all that belongs to them; how many there were.

    A few at a time, so that nobody who saves a hand meanwhile has to wait long.
    """
    many = 0
    while pads := delete_some_pads(chosen):
        many += pads
    return many


def delete_some_pads(chosen: QuerySet[Pad]) -> int:
    with transaction.atomic():
        old = chosen.select_for_update().order_by("pk")
        pads = list(old.values_list("pk", flat=True)[:CHUNK_SIZE])
        # Changes protect those that they undo, so that none goes alone; here all go together.
        entries = HandEntry.objects.filter(pad__in=pads)
        entries._raw_delete(entries.db)
        Pad.objects.filter(pk__in=pads).delete()
    return len(pads)
