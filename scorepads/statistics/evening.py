"""Games of one evening: which pads belong together, and how the games stand.

Pads belong together where each was opened from the one before by “Play again”, or, among
those that the phone holds, where the same names play within the same hours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q
from django.db.models.expressions import RawSQL

from scorepads.core.scorepad import Scorepad, read_pads
from scorepads.models import Pad
from scorepads.rules.hand import Side

MAX_PAUSE = timedelta(hours=12)
"""A game begun so long after the one before is of another evening."""
MAX_GAMES = 100
BEGINNING = 3
"""Two games whose first lines are so many times alike are one game, told twice."""

_CHAIN = """
WITH RECURSIVE up(id, follows_id) AS (
    SELECT id, follows_id FROM scorepads_pad WHERE id = %s
    UNION SELECT pad.id, pad.follows_id FROM scorepads_pad pad JOIN up ON pad.id = up.follows_id
), down(id) AS (
    SELECT id FROM up
    UNION SELECT pad.id FROM scorepads_pad pad JOIN down ON pad.follows_id = down.id
) SELECT id FROM down
"""


@dataclass(frozen=True, slots=True)
class Evening:
    """The games of an evening, the first one first; `this` is the one that is asked about."""

    this: Scorepad
    games: tuple[Scorepad, ...]

    @property
    def number(self) -> int:
        """The number of this game among them."""
        return [game.pad.pk for game in self.games].index(self.this.pad.pk) + 1

    @property
    def earlier(self) -> tuple[Scorepad, ...]:
        return self.games[: self.number - 1]

    @property
    def before(self) -> str:
        """How the games stood before this one; empty where none was finished."""
        return tally(self.earlier)

    @property
    def after(self) -> str:
        """How they stand with this one."""
        return tally((*self.earlier, self.this))

    @property
    def all_told(self) -> str:
        return tally(self.games)

    @property
    def finished(self) -> int:
        return sum(game.ledger.is_over for game in self.games)


def in_a_row(scorepad: Scorepad) -> Evening:
    """The games that were played on from one another, in three queries."""
    linked = Pad.objects.filter(pk__in=_chain(scorepad.pad)).order_by("opened_at", "pk")
    chain = _in_a_row(scorepad.pad, linked)
    others = [pad for pad in chain if pad.pk != scorepad.pad.pk]
    return _evening(scorepad, read_pads(others[-MAX_GAMES:]))


def whole_evening(scorepad: Scorepad, held: Iterable[str]) -> Evening:
    """The games in a row, and those of the `held` pads that the same people played."""
    pad = scorepad.pad
    near = Q(opened_at__lte=pad.changed_at + MAX_PAUSE, changed_at__gte=pad.opened_at - MAX_PAUSE)
    asked = Pad.objects.filter(Q(pk__in=_chain(pad)) | Q(public_id__in=list(held)) & near)
    found = list(asked.select_related("own_version").order_by("opened_at", "pk")[: 2 * MAX_GAMES])
    row = {each.pk for each in _in_a_row(pad, found)}
    games: list[Scorepad] = []
    for each in sorted(read_pads(found), key=lambda each: each.pad.pk not in row):
        same = people(each.sides) == people(scorepad.sides) and not _retold(each, games)
        if each.pad.pk in row or same:
            games.append(each)
    return _evening(scorepad, games)


def _retold(game: Scorepad, games: Iterable[Scorepad]) -> bool:
    """Whether it is one of these games once more, played on under other rules."""
    begun = [line.facts for line in game.lines[:BEGINNING]]
    return bool(begun) and begun in [
        [line.facts for line in each.lines[:BEGINNING]] for each in games
    ]


def people(sides: Sequence[Side]) -> list[str]:
    """Who plays, whoever sits with whom: the players, or the sides where they are not named."""
    names = [name for side in sides for name in side.players or (side.name,)]
    return sorted(name.casefold() for name in names)


def tally(games: Iterable[Scorepad]) -> str:
    """How the finished games stand: “Us lead 2 to 1”; by player where partners changed."""
    won = [game for game in games if game.ledger.out is not None]
    if not won:
        return ""
    if len({_table(game) for game in won}) == 1:
        return _by_side(won)
    if all(side.players for game in won for side in game.sides):
        return _listed(Counter(player for game in won for player in _winner(game).players), won)
    return _listed(Counter(_winner_name(game) for game in won), won)


def _table(game: Scorepad) -> frozenset[tuple[str, frozenset[str]]]:
    return frozenset((side.name, frozenset(side.players)) for side in game.sides)


def _winner(game: Scorepad) -> Side:
    assert game.ledger.out is not None
    return game.sides[game.ledger.out.winner]


def _winner_name(game: Scorepad) -> str:
    assert game.ledger.out is not None
    return game.names[game.ledger.out.winner]


def _by_side(won: Sequence[Scorepad]) -> str:
    games = Counter(_winner_name(game) for game in won)
    names = won[-1].names
    if len(names) > 2:
        return _listed(games, won)
    first, second = sorted(names, key=lambda name: -games[name])
    if games[first] == games[second]:
        return f"{games[first]} game{'s' if games[first] > 1 else ''} each"
    several = first in ("Us", "Them") or len(_winner_side(won, first).players) > 1
    return f"{first} {'lead' if several else 'leads'} {games[first]} to {games[second]}"


def _winner_side(won: Sequence[Scorepad], name: str) -> Side:
    return next(_winner(game) for game in won if _winner_name(game) == name)


def _listed(games: Counter[str], won: Sequence[Scorepad]) -> str:
    """Everybody's games, the most first; whoever won none is left out."""
    told = ", ".join(f"{name} {many}" for name, many in games.most_common())
    return f"{told} (of {len(won)} game{'s' if len(won) > 1 else ''})"


def _chain(pad: Pad) -> RawSQL:
    """The numbers of all pads that this one follows, or that follow it or those."""
    return RawSQL(_CHAIN, [pad.pk])  # noqa: S611 (a fixed text; the number is a parameter)


def _in_a_row(pad: Pad, found: Iterable[Pad]) -> list[Pad]:
    """Those of a chain that are linked to `pad` without a long pause."""
    pads = {each.pk: each for each in found}
    near: dict[int, list[int]] = {}
    for each in pads.values():
        before = pads.get(each.follows_id or 0)
        if before is not None and each.opened_at - before.changed_at <= MAX_PAUSE:
            near.setdefault(each.pk, []).append(before.pk)
            near.setdefault(before.pk, []).append(each.pk)
    reached, ahead = {pad.pk}, [pad.pk]
    while ahead:
        fresh = [pk for pk in near.get(ahead.pop(), []) if pk not in reached]
        reached.update(fresh)
        ahead += fresh
    return [each for pk, each in pads.items() if pk in reached]


def _evening(scorepad: Scorepad, games: Iterable[Scorepad]) -> Evening:
    """The evening of these games, `now` among them, in the order in which they were opened."""
    others = [each for each in games if each.pad.pk != scorepad.pad.pk]
    ordered = sorted([*others, scorepad], key=lambda each: (each.pad.opened_at, each.pad.pk))
    return Evening(scorepad, tuple(ordered))
