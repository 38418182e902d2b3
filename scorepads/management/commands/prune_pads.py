"""`manage.py prune_pads`: delete pads that have not changed for a long time."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from scorepads.management.data_command import DataCommand
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
        many = delete_pads(before) if really else untouched_since(before).count()
        done = "Deleted" if really else "Would delete (--really does)"
        self.stdout.write(f"{done}: {many} games untouched for {days} days.")


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


def delete_pads(before: datetime) -> int:
    """Delete the pads untouched since, with all that belongs to them; how many there were.

    A few at a time, so that nobody who saves a hand meanwhile has to wait long.
    """
    many = 0
    while pads := delete_some_pads(before):
        many += pads
    return many


def delete_some_pads(before: datetime) -> int:
    with transaction.atomic():
        old = untouched_since(before).select_for_update()
        pads = list(old.order_by("pk").values_list("pk", flat=True)[:CHUNK_SIZE])
        # Changes protect those that they undo, so that none goes alone; here all go together.
        entries = HandEntry.objects.filter(pad__in=pads)
        entries._raw_delete(entries.db)
        Pad.objects.filter(pk__in=pads).delete()
    return len(pads)
