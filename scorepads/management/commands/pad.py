"""`manage.py pad ID`: what is kept of one game. No names, notes, hands or secrets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db.models import Count, Max, Min

from scorepads.core.scorepad import PadUnreadable, read_pad
from scorepads.management.commands.pads import time_text
from scorepads.management.data_command import DataCommand
from scorepads.models import HandEntry, Pad, PadLink

PAD_ID = re.compile(r"[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}", re.IGNORECASE)


class Command(DataCommand):
    help = "Show one game: its rules, its changes, its links, and whether it can be read."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("pad", metavar="ID-or-address", help="the game's id, or its address")

    def handle(self, *args: Any, pad: str, **options: Any) -> None:
        for line in pad_lines(find_pad(pad)):
            self.stdout.write(line)


def find_pad(asked: str) -> Pad:
    """The game with this id, or with the id in this address; raises `CommandError`."""
    found = PAD_ID.search(asked)
    if not found:
        raise CommandError(f"There is no id of a game in {asked!r}.")
    try:
        return Pad.objects.select_related("own_version").get(public_id=found[0])
    except Pad.DoesNotExist:
        raise CommandError(f"There is no game {found[0]}.") from None


def pad_lines(pad: Pad) -> Iterator[str]:
    """The lines that describe a game; times are UTC."""
    own = pad.own_version
    yield f"id            {pad.public_id}"
    yield f"opened        {time_text(pad.opened_at)}"
    yield f"changed       {time_text(pad.changed_at)}"
    yield f"preset        {pad.pin}"
    yield f"fingerprint   {pad.fingerprint}"
    yield f"house rules   {json.dumps(pad.house_rules) if pad.house_rules else 'none'}"
    yield f"own ruleset   {f'{own.family}, version {own.version}' if own else 'none'}"
    yield f"phones        {pad.phones}"
    if pad.deleted_at:
        yield f"deleted       {time_text(pad.deleted_at)}, by its opener"
    yield f"state         {state_text(pad)}"
    yield from change_lines(pad)
    yield from link_lines(pad)


def state_text(pad: Pad) -> str:
    """How far the game is, or why it cannot be read."""
    try:
        scorepad = read_pad(pad)
    except PadUnreadable as trouble:
        return f"cannot be read: {trouble}"
    if scorepad.ledger.out is not None:
        return f"over, {len(scorepad.lines)} lines"
    return f"being played, {len(scorepad.lines)} lines" if scorepad.lines else "not begun"


def change_lines(pad: Pad) -> Iterator[str]:
    """How many changes there were of each kind, the first and the last of them."""
    made = HandEntry.objects.filter(pad=pad).order_by("kind").values("kind")
    yield f"changes       {pad.revision}"
    for kind in made.annotate(many=Count("pk"), first=Min("made_at"), last=Max("made_at")):
        label = HandEntry.Kind(kind["kind"]).label
        first, last = time_text(kind["first"]), time_text(kind["last"])
        yield f"  {label:<11} {kind['many']}, from {first} to {last}"


def link_lines(pad: Pad) -> Iterator[str]:
    """The links given out, the oldest first; nobody has their secrets, nor needs the digests."""
    links = PadLink.objects.filter(pad=pad).order_by("pk")
    yield f"links         {len(links)}"
    for link in links:
        revoked = f", revoked {time_text(link.revoked_at)}" if link.revoked_at else ""
        yield f"  {link.access:<11} made {time_text(link.made_at)}, used {link.used} times{revoked}"
