"""`manage.py pads`: a list of the stored games, without names or secrets."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import CommandParser
from django.db.models import QuerySet
from django.utils import timezone

from scorepads.core.scorepad import PadUnreadable, fold_rows
from scorepads.management.commands.prune_pads import whole_days
from scorepads.management.data_command import DataCommand
from scorepads.models import Pad
from scorepads.rules.hand import Hand

CHUNK_SIZE = 200
COLUMNS = "{:<36}  {:<22} {:<16}  {:<16}  {:>5} {:>6}"


class Command(DataCommand):
    help = "List the games, the last changed first: id, preset, times (UTC), hands and phones."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=whole_days, help="only those changed in so many days")
        parser.add_argument("--search", default="", metavar="ID", help="only ids that contain this")

    def handle(self, *args: Any, days: int | None, search: str, **options: Any) -> None:
        heads = COLUMNS.format("id", "preset", "opened", "changed", "hands", "phones")
        self.stdout.write(heads)
        for line in listing_lines(chosen_pads(days, search)):
            self.stdout.write(line)


def chosen_pads(days: int | None, search: str) -> QuerySet[Pad]:
    """The games changed in the last `days`, with `search` in their id; the last changed first."""
    pads = Pad.objects.order_by("-changed_at", "-pk")
    if days:
        pads = pads.filter(changed_at__gte=timezone.now() - timedelta(days=days))
    return pads.filter(public_id__icontains=search) if search else pads


def listing_lines(pads: QuerySet[Pad]) -> Iterator[str]:
    """One line for each game."""
    for pad in pads.prefetch_related("sides", "entries").iterator(chunk_size=CHUNK_SIZE):
        times = time_text(pad.opened_at), time_text(pad.changed_at)
        yield COLUMNS.format(str(pad.public_id), pad.pin, *times, hand_count(pad), pad.phones)


def hand_count(pad: Pad) -> int | str:
    """How many hands stand in the game's ledger; `?` where it cannot be read."""
    try:
        scorepad = fold_rows(pad, list(pad.sides.all()), list(pad.entries.all()))
    except PadUnreadable:
        return "?"
    return sum(isinstance(entry, Hand) for entry in scorepad.entries)


def time_text(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M}"
