"""Which games are counted: filters by game, person and time, all in the address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import chain
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from scorepads.core.fields import tidy_text
from scorepads.core.people import read_seatings
from scorepads.models import Pad
from scorepads.opening.forms import default_name
from scorepads.opening.own_rulesets import OWN
from scorepads.rules import catalog
from scorepads.rules.catalog import UnknownPreset
from scorepads.rules.seatings import Seating

TIMES = {"7": "Last 7 days", "30": "Last 30 days", "365": "Last 12 months"}
"""The spans of time that can be chosen, by their days."""


@dataclass(frozen=True, slots=True)
class Filters:
    """What the address asks for: a preset or own rules, a person, a number of days."""

    game: str = ""
    who: str = ""
    days: str = ""

    @property
    def is_set(self) -> bool:
        return any((self.game, self.who, self.days))

    @property
    def query(self) -> str:
        """The filters as a query string, without those that are not set."""
        named = {"game": self.game, "who": self.who, "days": self.days}
        return urlencode({name: value for name, value in named.items() if value})


@dataclass(frozen=True, slots=True)
class FilterChoice:
    """A choice on the page: its name in the address, and its options as value and label."""

    name: str
    label: str
    everything: str
    options: tuple[tuple[str, str], ...]
    chosen: str


def read_filters(asked: Mapping[str, str]) -> Filters:
    """The filters of a query; a span of time that is not offered is none."""
    days = asked.get("days", "")
    return Filters(
        game=tidy_text(asked.get("game", "")),
        who=tidy_text(asked.get("who", "")),
        days=days if days in TIMES else "",
    )


@dataclass(frozen=True, slots=True)
class HeldGames:
    """The games that this phone holds: by which rules, and who played."""

    pads: QuerySet[Pad]
    people: dict[int, set[str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    """The people by their names in lower case, as they were written first."""

    def chosen_by(self, filters: Filters) -> QuerySet[Pad]:
        """The games that all of these filters let through."""
        found = self.pads
        if filters.game:
            found = found.filter(rules_filter(filters.game))
        if filters.days:
            found = found.filter(changed_at__gte=timezone.now() - timedelta(int(filters.days)))
        if filters.who:
            who = filters.who.casefold()
            found = found.filter(pk__in=[pk for pk, names in self.people.items() if who in names])
        return found

    def choices(self, filters: Filters) -> list[FilterChoice]:
        """What can be chosen; what leaves nothing to choose between is left out."""
        chosen = self.names.get(filters.who.casefold(), filters.who)
        offered = [
            FilterChoice("game", "Rules", "All rules", tuple(self.rules_played()), filters.game),
            FilterChoice("who", "Player", "All players", tuple(self.players()), chosen),
            FilterChoice("days", "Time", "Any time", tuple(TIMES.items()), filters.days),
        ]
        return [each for each in offered if len(each.options) > 1 or each.chosen]

    def players(self) -> list[tuple[str, str]]:
        return [(name, name) for name in sorted(self.names.values(), key=str.casefold)]

    def rules_played(self) -> list[tuple[str, str]]:
        """The presets and own rules of these games, by name."""
        played = self.pads.order_by().values_list(
            "preset_key", "own_version__family", "own_version__name"
        )
        found: dict[str, str] = {}
        for key, family, name in played.distinct():
            if name:
                found.setdefault(f"{OWN}{family}", name)
            else:
                found.setdefault(key, preset_name(key))
        return sorted(found.items(), key=lambda each: each[1].casefold())


def read_held_games(pads: QuerySet[Pad]) -> HeldGames:
    """Who plays, or played, in which of these games, in two queries."""
    held = HeldGames(pads)
    for pk, seatings in read_seatings(pads.order_by().values("pk")).items():
        names = list(dict.fromkeys(chain.from_iterable(map(people_of_table, seatings))))
        held.people[pk] = {name.casefold() for name in names}
        for name in names:
            held.names.setdefault(name.casefold(), name)
    return held


def people_of_table(seating: Seating) -> Iterable[str]:
    """The people at the table, as `people_of_side` finds them once the game is folded."""
    sides = seating.sides
    for number, side in enumerate(sides):
        if side.players:
            yield from side.players
        elif side.name != default_name(number, len(sides)):
            yield side.name


def rules_filter(game: str) -> Q:
    """The condition on a game's rules; none fulfills it where `game` is nonsense."""
    if not game.startswith(OWN):
        return Q(preset_key=game, own_version=None)
    try:
        return Q(own_version__family=UUID(game.removeprefix(OWN)))
    except ValueError:
        return Q(pk__in=[])


def preset_name(key: str) -> str:
    """The name of a preset, or its key where it is not published any more."""
    try:
        return catalog.current.newest(key).name
    except UnknownPreset:
        return key
