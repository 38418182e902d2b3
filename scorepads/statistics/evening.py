"""Games of one evening: which pads belong to it, and the tally of games won.

Of the pads that the asking phone holds, those belong together where each was opened from the one
before by “Play again”, or where the same names play within the same hours. Others do not count: a
phone that was shut out must not look on, nor a guest's games change the tally of their host.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.db.models.expressions import RawSQL

from scorepads.core.scorepad import Scorepad, read_pads
from scorepads.models import Pad
from scorepads.rules.hand import Side
from scorepads.rules.wording.sides import as_subject, is_made_up, is_plural

MAX_PAUSE = timedelta(hours=12)
"""A game begun after a longer pause belongs to another evening."""
MAX_GAMES = 100
COMPARED_LINES = 3
"""Two games with the same first lines, this many, are one game played on under other rules."""

LINKED_PADS_SQL = """
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
    """The games of an evening in the order of play; `current` is the one that is being shown."""

    current: Scorepad
    games: tuple[Scorepad, ...]

    @property
    def number(self) -> int:
        """The number of the current game in the evening."""
        return [game.pad.pk for game in self.games].index(self.current.pad.pk) + 1

    @property
    def earlier_games(self) -> tuple[Scorepad, ...]:
        return self.games[: self.number - 1]

    @property
    def before(self) -> str:
        """The tally before the current game; empty where none was finished."""
        return tally_games(self.earlier_games)

    @property
    def after(self) -> str:
        """The tally with the current game."""
        return tally_games((*self.earlier_games, self.current))

    @property
    def final_tally(self) -> str:
        return tally_games(self.games)

    @property
    def finished_first(self) -> list[tuple[int, Scorepad]]:
        """The games with their numbers in the evening, the finished ones first."""
        numbered = list(enumerate(self.games, start=1))
        return sorted(numbered, key=lambda each: not each[1].ledger.is_over)

    @property
    def finished_count(self) -> int:
        return sum(game.ledger.is_over for game in self.games)


def in_a_row(scorepad: Scorepad, held: Iterable[str]) -> Evening:
    """The `held` games linked by “Play again”, in three queries."""
    linked = Pad.objects.filter(pk__in=linked_pad_ids(scorepad.pad), public_id__in=list(held))
    linked = linked.order_by("opened_at", "pk")
    chain = linked_without_pause(scorepad.pad, linked)
    others = [pad for pad in chain if pad.pk != scorepad.pad.pk]
    return make_evening(scorepad, read_pads(others[-MAX_GAMES:]))


def whole_evening(scorepad: Scorepad, held: Iterable[str]) -> Evening:
    """The `held` games linked by “Play again”, and those that the same people played."""
    pad = scorepad.pad
    near = Q(opened_at__lte=pad.changed_at + MAX_PAUSE, changed_at__gte=pad.opened_at - MAX_PAUSE)
    asked = Pad.objects.filter(Q(pk__in=linked_pad_ids(pad)) | near, public_id__in=list(held))
    found = list(asked.select_related("own_version").order_by("opened_at", "pk")[: 2 * MAX_GAMES])
    row = {each.pk for each in linked_without_pause(pad, found)}
    games: list[Scorepad] = []
    for each in sorted(read_pads(found), key=lambda each: each.pad.pk not in row):
        same = are_same_people(each.sides, scorepad.sides) and not is_replayed_game(each, games)
        if each.pad.pk in row or same:
            games.append(each)
    return make_evening(scorepad, games)


def are_same_people(sides: Sequence[Side], others: Sequence[Side]) -> bool:
    """Whether these are the same people by their names; “Us” and “Them” name nobody."""
    names = player_names(sides)
    return names == player_names(others) and not all(is_made_up(name) for name in names)


def is_replayed_game(game: Scorepad, games: Iterable[Scorepad]) -> bool:
    """Whether it has the same first lines as one of these games."""
    begun = [line.facts for line in game.lines[:COMPARED_LINES]]
    return bool(begun) and begun in [
        [line.facts for line in each.lines[:COMPARED_LINES]] for each in games
    ]


def player_names(sides: Sequence[Side]) -> list[str]:
    """The names of all players, or of the sides without named players, sorted."""
    names = [name for side in sides for name in side.players or (side.name,)]
    return sorted(name.casefold() for name in names)


def tally_games(games: Iterable[Scorepad]) -> str:
    """The tally of finished games: “Us lead 2 to 1”; by player where partners changed."""
    won = [game for game in games if game.ledger.out and game.ledger.out.winner is not None]
    if not won:
        return ""
    if len({table_sides(game) for game in won}) == 1:
        return tally_by_side(won)
    if all(side.players for game in won for side in game.sides):
        return list_wins(
            Counter(player for game in won for player in winning_side(game).players), won
        )
    return list_wins(Counter(winner_name(game) for game in won), won)


def table_sides(game: Scorepad) -> frozenset[tuple[str, frozenset[str]]]:
    return frozenset(who_plays(side) for side in game.sides)


def winning_side(game: Scorepad) -> Side:
    assert game.ledger.out is not None and game.ledger.out.winner is not None
    return game.sides[game.ledger.out.winner]


def winner_name(game: Scorepad) -> str:
    assert game.ledger.out is not None and game.ledger.out.winner is not None
    return game.names[game.ledger.out.winner]


def tally_by_side(won: Sequence[Scorepad]) -> str:
    """Sides are called as in the last game, also where partners changed seats since."""
    names = {who_plays(side): name for side, name in zip(won[-1].sides, won[-1].names, strict=True)}
    games = Counter(names[who_plays(winning_side(game))] for game in won)
    if len(names) > 2:
        return list_wins(games, won)
    first, second = sorted(names.values(), key=lambda name: -games[name])
    if games[first] == games[second]:
        return f"{games[first]} game{'s' if games[first] > 1 else ''} each"
    lead = "lead" if is_plural(first) else "leads"
    return f"{as_subject(first)} {lead} {games[first]} to {games[second]}"


def who_plays(side: Side) -> tuple[str, frozenset[str]]:
    """What stays the same of a side while its partners change seats."""
    return side.name, frozenset(side.players)


def list_wins(games: Counter[str], won: Sequence[Scorepad]) -> str:
    """The games won by each, the most first, without those who won none."""
    wins = ", ".join(f"{name} {many}" for name, many in games.most_common())
    return f"{wins} (of {len(won)} game{'s' if len(won) > 1 else ''})"


def linked_pad_ids(pad: Pad) -> RawSQL:
    """The ids of all pads that are linked with this one by “Play again”, directly or not."""
    return RawSQL(LINKED_PADS_SQL, [pad.pk])  # noqa: S611 (a fixed text; the number is a parameter)


def linked_without_pause(pad: Pad, found: Iterable[Pad]) -> list[Pad]:
    """The pads of a chain that are linked to `pad` without a pause over `MAX_PAUSE`."""
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


def make_evening(scorepad: Scorepad, games: Iterable[Scorepad]) -> Evening:
    """The evening of these games and `scorepad`, in the order in which they were opened."""
    others = [each for each in games if each.pad.pk != scorepad.pad.pk]
    newest_first = sorted(others, key=opened, reverse=True)
    kept = [scorepad]
    for each in newest_first:
        if not any(is_other_way_on(each, game) for game in kept):
            kept.append(each)
    return Evening(scorepad, tuple(sorted(kept, key=opened)))


def opened(game: Scorepad) -> tuple[datetime, int]:
    return game.pad.opened_at, game.pad.pk


def is_other_way_on(game: Scorepad, other: Scorepad) -> bool:
    """Whether one of these games is the other, played on under other rules in its place."""
    first = game.pad.follows_id
    if first is None or first != other.pad.follows_id:
        return False
    shared = min(COMPARED_LINES, len(game.lines), len(other.lines))
    begun = [[line.facts for line in each.lines[:shared]] for each in (game, other)]
    return shared > 0 and begun[0] == begun[1]
