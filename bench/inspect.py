"""Looks into a database from a process of its own: `python -m bench.inspect held|verify …`."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bench.settings")


def held(pads: int) -> Any:
    """Fresh pads, each held by a phone."""
    from bench.fill import held, make_pads

    return held(make_pads(pads, 0))


def verify(kept: list[list[str]]) -> dict[str, Any]:
    """Hands that were said to be saved and are missing, hands that are there twice, and whether
    the database is sound."""
    from django.db import connection

    from scorepads.core.backups import fold_all
    from scorepads.models import HandEntry

    rows = HandEntry.objects.values_list("pad__public_id", "entry_key", "pad", "revision")
    keys = [(str(pad), str(key)) for pad, key, _, _ in rows]
    seen = fold_all("default")
    return {
        "entries": len(keys),
        "missing": sorted({(pad, key) for pad, key in kept} - set(keys)),
        "twice": sum(times > 1 for times in Counter(keys).values()),
        "unreadable": seen.unreadable + _gaps(),
        "integrity": _integrity(connection),
    }


def _gaps() -> list[str]:
    """Pads whose revision is not the number of their changes."""
    from django.db.models import Count, F

    from scorepads.models import Pad

    counted = Pad.objects.annotate(changes=Count("entries")).exclude(changes=F("revision"))
    return [f"{pad}: {pad.revision} is not {pad.changes}" for pad in counted]


def _integrity(connection: Any) -> str:
    if connection.vendor != "sqlite":
        return "ok"  # PostgreSQL recovers from its log or does not start
    with connection.cursor() as cursor:
        return str(cursor.execute("PRAGMA integrity_check").fetchone()[0])


def main() -> None:
    django.setup()
    command, argument = sys.argv[1:]
    if command == "held":
        print(json.dumps(held(int(argument))))
    else:
        print(json.dumps(verify(json.loads(Path(argument).read_text()))))


if __name__ == "__main__":
    main()
