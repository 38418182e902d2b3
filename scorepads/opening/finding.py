"""The games of a phone by name, date or version: what the search field of its list finds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from scorepads.core.people import read_seatings
from scorepads.core.scorepad import PadUnreadable, pinned_rules
from scorepads.models import Pad
from scorepads.rules.rulesets import game_name
from scorepads.rules.seatings import Seatings

MAX_QUERY_LENGTH = 80
MAX_OFFSET = 14 * 60
"""No clock is further from Greenwich, in minutes."""


def find_games(pads: QuerySet[Pad], query: str, offset: int = 0) -> QuerySet[Pad]:
    """Those of the pads that every word of the query is found in, in the order of the pads.

    Their dates are told by a clock that is so many minutes ahead of UTC.
    """
    words = query.casefold().split()
    listed = list(pads)
    seated = read_seatings([pad.pk for pad in listed])
    names: dict[str, str] = {}
    found = []
    for pad in listed:
        told = list(searched_words(pad, seated.get(pad.pk, ()), names, offset))
        if all(any(each.startswith(word) for each in told) for word in words):
            found.append(pad.pk)
    return pads.filter(pk__in=found)


def searched_words(
    pad: Pad, seatings: Seatings, names: dict[str, str], offset: int
) -> Iterator[str]:
    """The words by which a pad is found, in lower case; `names` keeps those of rules."""
    sides = [side for each in seatings for side in each.sides]
    many = len(seatings[0].sides) if seatings else 0
    rules = f"{pad.pin} {pad.house_rules} {many}"
    if rules not in names:
        names[rules] = name_of_rules(pad, many)
    texts = [names[rules], pad.preset_key, f"version {pad.preset_version}", pad.note]
    texts += [str(pad.own_version)] if pad.own_version else []
    texts += [name for side in sides for name in (side.name, *side.players)]
    for text in texts:
        yield from text.casefold().replace("(", " ").replace(",", " ").split()
    for moment in (pad.opened_at, pad.changed_at):
        yield from date_words(moment + timedelta(minutes=offset), timedelta(minutes=offset))


def name_of_rules(pad: Pad, sides: int) -> str:
    """What the game is called; nothing where its preset is lost."""
    try:
        return game_name(pinned_rules(pad, sides))
    except PadUnreadable:
        return ""


def date_words(there: datetime, ahead: timedelta) -> Iterable[str]:
    """A day as people may type it: its weekday and month, 11/30, 2026-11-30, today."""
    yield from f"{there:%A %B %Y}".casefold().split()
    yield f"{there.day}"
    yield f"{there.month}/{there.day}/{there.year}"
    yield f"{there.month:02}/{there.day:02}/{there.year}"
    yield f"{there:%Y-%m-%d}"
    today = (timezone.now() + ahead).date()
    if there.date() == today:
        yield "today"
    if there.date() == today - timedelta(days=1):
        yield "yesterday"


def read_offset(asked: str) -> int:
    """The minutes that a phone's clock is ahead of UTC, as its script says; 0 where none does."""
    try:
        minutes = int(asked)
    except ValueError:
        return 0
    return minutes if abs(minutes) <= MAX_OFFSET else 0
