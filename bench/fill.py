"""Pads with hands and phones that hold them, made in bulk: `python -m bench.fill FILE …`.

Writes to FILE, as JSON, what a client must know of the pads that it is to use.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import secrets
from pathlib import Path
from typing import Any
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bench.settings")

POINTS = ("high", "low", "jack", "game")
AT_ONCE = 500
"""Pads that are made in one go."""

Pads = list[dict[str, Any]]


def facts(number: int) -> dict[str, Any]:
    """A hand that both sides win points of, few enough that no game ends before its pad is full."""
    pitcher = number % 2
    owners = [pitcher, 1 - pitcher, None, pitcher]
    return {"pitcher": pitcher, "bid": 2, "points": dict(zip(POINTS, owners, strict=True))}


def make_pads(how_many: int, hands: int, names: tuple[str, str] = ("Us", "Them")) -> list[Any]:
    """So many pads of so many hands each, in bulk; no phone holds them yet."""
    from scorepads.models import Pad

    made: list[Any] = []
    for begin in range(0, how_many, AT_ONCE):
        pads = [_pad(hands) for _ in range(min(AT_ONCE, how_many - begin))]
        made += Pad.objects.bulk_create(pads)
        _make_rows(pads, hands, names)
    return made


def _pad(hands: int) -> Any:
    from scorepads.models import Pad
    from scorepads.rules import catalog

    preset = catalog.current.newest("wikipedia")
    # 500, the farthest target there is; the longest pads begin in the hole besides.
    return Pad(
        preset_key=preset.key,
        preset_version=preset.version,
        fingerprint=preset.fingerprint,
        house_rules={"target": 500},
        revision=hands,
        phones=1,
    )


def start_of(hands: int) -> int:
    """The score that both sides of a pad of so many hands begin with."""
    return -500 if hands > 200 else 0


def _make_rows(pads: list[Any], hands: int, names: tuple[str, str]) -> None:
    from scorepads.models import HandEntry, PadSide

    start = start_of(hands)
    PadSide.objects.bulk_create(
        [PadSide(pad=pad, number=n, name=name, start=start) for pad in pads for n, name in
         enumerate(names)]
    )  # fmt: skip
    rows = [
        HandEntry(pad=pad, line=n, version=1, revision=n, kind="record", facts=facts(n),
                  entry_key=uuid4(), phone=1)
        for pad in pads
        for n in range(1, hands + 1)
    ]  # fmt: skip
    HandEntry.objects.bulk_create(rows, batch_size=5000)


def held(pads: list[Any]) -> Pads:
    """A phone of its own with a pencil for each of these pads."""
    return [
        {"id": str(pad.public_id), "phone": phone_that_holds(pad), "seen": pad.revision}
        for pad in pads
    ]


def phone_that_holds(*pads: Any) -> str:
    """The secret of a new phone with a pencil for these pads."""
    from scorepads.core import access, devices
    from scorepads.models import Device, Grant

    secret = secrets.token_urlsafe(32)
    device = Device.objects.create(digest=devices.secret_digest(secret))
    for pad in pads:
        link, _ = access.make_link(pad, "pencil")
        Grant.objects.create(device=device, pad=pad, link=link, phone=1)
    return secret


def crowd(pads: int, hands: int) -> None:
    """Pads of other phones, so that the tables are as large as those of a busy server."""
    from django.db import connection

    make_pads(pads, hands, names=(f"Side {random.randrange(1000)}", "Them"))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--crowd", type=int, default=0, help="pads of ten hands besides")
    parser.add_argument("--savers", type=int, default=512, help="pads to save hands on")
    parser.add_argument("--tables", type=int, help="what bench/evening needs; hands on its pads")
    options = parser.parse_args()
    django.setup()

    from bench.models import Row
    from bench.views import TEXT

    if options.crowd:
        crowd(options.crowd, 10)
    Row.objects.get_or_create(pk=1, defaults={"text": TEXT})
    pads = {str(hands): held(make_pads(1, hands)) for hands in (6, 60, 500)}
    pads["save"] = held(make_pads(options.savers, 6))
    if options.tables is not None:
        pads["table"] = held(make_pads(3, options.tables))
        pads["short"], pads["long"] = held(make_pads(10, 6)), held(make_pads(10, 300))
    options.file.write_text(json.dumps(pads))


if __name__ == "__main__":
    main()
