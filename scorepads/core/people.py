"""Who plays in many games at once, without folding any of them."""

from __future__ import annotations

from typing import Any

from scorepads.core.history import PEOPLE_LINE
from scorepads.models import HandEntry, PadSide
from scorepads.rules.hand import Side
from scorepads.rules.seatings import Seating, Seatings, stored_seatings


def read_seatings(keys: Any) -> dict[int, Seatings]:
    """The seatings of the pads with these keys (a list or a query for them), in two queries."""
    sides: dict[int, list[Side]] = {}
    for row in PadSide.objects.filter(pad__in=keys).order_by("pad_id", "number"):
        sides.setdefault(row.pad_id, []).append(Side(row.name, tuple(row.players)))
    found = {pk: (Seating(0, tuple(opened)),) for pk, opened in sides.items()}
    changed = HandEntry.objects.filter(pad__in=keys, line=PEOPLE_LINE).order_by("revision")
    now = dict(changed.values_list("pad_id", "facts"))
    return found | {pk: stored_seatings(facts) for pk, facts in now.items() if facts}
