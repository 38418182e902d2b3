"""What a phone remembers of its tables: names that were typed on it, and the usual rules.

Both are read from the games that the phone opened, so nothing else is stored: a game that is left
or deleted takes its names along. Names can be forgotten while the games stay; then only games that
are opened later are read.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from scorepads.core.access import open_grants
from scorepads.core.people import read_seatings
from scorepads.core.scorepad import PadUnreadable, pinned_rules
from scorepads.models import Device, Pad, PadLink, PadSide
from scorepads.rules.rulesets import game_name, title
from scorepads.rules.wording.sides import is_made_up

MAX_READ_GAMES = 100
MAX_NAMES = 24
RECENT_GAMES = 10
"""The usual rules are those of most of so many last games."""


def opened_here(device: str) -> QuerySet[Pad]:
    """The games that this phone opened and holds, the newest first."""
    grants = open_grants(device).filter(link__made_by_phone=0, link__access=PadLink.Access.PENCIL)
    return Pad.objects.filter(pk__in=grants.values("pad")).order_by("-opened_at", "-pk")


def remembered_names(device: str) -> list[str]:
    """The names of people and sides typed on this phone, those of most games first."""
    if not device:
        return []
    grants = open_grants(device).filter(
        Q(device__names_forgotten_at=None) | Q(granted_at__gt=F("device__names_forgotten_at")),
        link__made_by_phone=0,
        link__access=PadLink.Access.PENCIL,
    )
    pads = list(grants.order_by("-granted_at", "-pk").values_list("pad", flat=True))
    counted: Counter[str] = Counter()
    written: dict[str, str] = {}
    seated = read_seatings(pads[:MAX_READ_GAMES])
    for pad in pads[:MAX_READ_GAMES]:
        sides = [side for each in seated.get(pad, ()) for side in each.sides]
        names = [name for side in sides for name in side.players or (side.name,)]
        for name in dict.fromkeys(names):
            if not is_made_up(name):
                written.setdefault(name.casefold(), name)
                counted[name.casefold()] += 1
    return [written[key] for key, _ in counted.most_common(MAX_NAMES)]


def forget_names(device: str) -> None:
    """Offer none of the names that were typed on this phone so far."""
    Device.objects.filter(digest=device).update(names_forgotten_at=timezone.now())


@dataclass(frozen=True, slots=True)
class UsualRules:
    """The rules that a phone's table mostly plays by: their name, and a game that has them."""

    pad: Pad
    name: str
    title: str


def usual_rules(device: str) -> UsualRules | None:
    """The rules of most of the last games that this phone opened; None where it opened none."""
    recent = list(opened_here(device).select_related("own_version")[:RECENT_GAMES])
    sizes = Counter(
        PadSide.objects.filter(pad__in=[pad.pk for pad in recent]).values_list("pad", flat=True)
    )
    counted = Counter(rules_key(pad) for pad in recent)
    for key, _ in counted.most_common():
        pad = next(pad for pad in recent if rules_key(pad) == key)
        try:
            rules = pinned_rules(pad, sizes[pad.pk])
        except PadUnreadable:
            continue
        own = pad.own_version
        return UsualRules(pad, own.name if own else game_name(rules), title(rules))
    return None


def rules_key(pad: Pad) -> str:
    return f"{pad.own_version_id} {pad.preset_key} {sorted(pad.house_rules.items())}"
