"""All statistics of some games: games won, bids, points, streaks, comebacks. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scorepads.core.scorepad import Scorepad
from scorepads.rules.hand import Hand
from scorepads.rules.ledger import Line
from scorepads.statistics.scored_hands import (
    PartnershipNames,
    as_ended,
    played_hands,
    winning_side,
)
from scorepads.statistics.tallies import (
    FEW_HANDS,
    BidTally,
    Tally,
    tally_bids,
    tally_partnerships,
    tally_people,
)

MAX_NAMED = 9
"""The most owners of a point that are named; a pad has no more sides."""


@dataclass(slots=True)
class PointCount:
    """One kind of point: how often each side took it, and in how many hands it was in play."""

    label: str
    hands: int = 0
    nobody: int = 0
    by: Counter[str] = field(default_factory=Counter)

    @property
    def named_owners(self) -> list[tuple[str, int]]:
        """The `MAX_NAMED` sides that took it most often, with how often."""
        return self.by.most_common(MAX_NAMED)

    @property
    def other_count(self) -> int:
        """How often the sides beyond `MAX_NAMED` took it."""
        return self.by.total() - sum(many for _, many in self.named_owners)


@dataclass(frozen=True, slots=True)
class Comeback:
    """The largest lead that the winner of a game overcame, and after which hand it was."""

    name: str
    behind: int
    hand: int
    winner_total: int
    leader_total: int
    game: Scorepad


@dataclass(slots=True)
class TableGames:
    """The finished games between sides of the same names, and how many each side won."""

    names: tuple[str, ...]
    games: int = 0
    hands: int = 0
    won: Counter[str] = field(default_factory=Counter)

    @property
    def wins_by_side(self) -> list[tuple[str, int]]:
        """Every side with the number of games that it won, the most first."""
        return sorted(((name, self.won[name]) for name in self.names), key=lambda each: -each[1])


@dataclass(frozen=True, slots=True)
class Statistics:
    """All statistics of some games, and how many games, hands and bids they are based on."""

    games: int
    finished: int
    hands: int
    bids: int
    people: list[Tally]
    partnerships: list[Tally]
    by_bid: list[BidTally]
    kinds: list[PointCount]
    comeback: Comeback | None
    tables: list[TableGames]

    @property
    def is_few(self) -> bool:
        """Whether they are based on too few hands to mean much."""
        return self.hands < FEW_HANDS

    @property
    def bidders(self) -> list[Tally]:
        """The people of whom a bid is known."""
        return [each for each in self.people if each.bids]

    @property
    def partners(self) -> list[Tally]:
        """The partnerships and sides that are no single person."""
        people = {each.name.casefold() for each in self.people}
        return [each for each in self.partnerships if each.name.casefold() not in people]

    @property
    def lucky(self) -> list[Tally]:
        """Those with a streak: people where there are any, else sides."""
        return [each for each in self.people or self.partnerships if each.has_streak]


def count_statistics(games: Sequence[Scorepad]) -> Statistics:
    """The statistics of these games, which come oldest first."""
    partnerships = tally_partnerships(games)
    return Statistics(
        games=len(games),
        finished=sum(game.ledger.is_over for game in games),
        hands=sum(1 for game in games for _ in played_hands(game)),
        bids=sum(each.bids for each in partnerships),
        people=tally_people(games),
        partnerships=partnerships,
        by_bid=tally_bids(games),
        kinds=points_by_kind(games),
        comeback=biggest_comeback(games),
        tables=games_by_table(games),
    )


def points_by_kind(pads: Iterable[Scorepad]) -> list[PointCount]:
    """The points by kind, which is the label on screen: how often each side took it.

    Where partners are called it is known only whether the bidders took it, or the others.
    """
    found: dict[str, PointCount] = {}
    names = PartnershipNames()
    for scorepad in pads:
        for line in played_hands(scorepad):
            assert isinstance(line.entry, Hand) and line.entry.points is not None
            for point in line.rules.points:
                kind = found.setdefault(point.label, PointCount(point.label))
                owner = line.entry.points[point.key]
                kind.hands += 1
                if owner is None:
                    kind.nobody += 1
                else:
                    seated = scorepad.as_seated(line.number)
                    kind.by[owner_name(names, seated, line, owner)] += 1
    return list(found.values())


def owner_name(names: PartnershipNames, scorepad: Scorepad, line: Line, owner: int) -> str:
    """Who took a point, as statistics call them."""
    assert isinstance(line.entry, Hand)
    if line.rules.calls_partners:
        return "Bidders" if owner in line.entry.team else "Others"
    return names.find(scorepad, owner)


def biggest_comeback(pads: Iterable[Scorepad]) -> Comeback | None:
    """The largest comeback among the finished games."""
    found = [comeback for scorepad in pads if (comeback := find_comeback(scorepad))]
    return max(found, key=lambda each: each.behind, default=None)


def games_by_table(pads: Iterable[Scorepad]) -> list[TableGames]:
    """Finished games between the same partnerships, and how many each of these won."""
    found: dict[frozenset[str], TableGames] = {}
    known = PartnershipNames()
    for scorepad in pads:
        if not scorepad.ledger.is_over:
            continue
        ended = as_ended(scorepad)
        names = [known.find(ended, side) for side in range(len(scorepad.sides))]
        key = frozenset(name.casefold() for name in names)
        table = found.setdefault(key, TableGames(tuple(names)))
        table.games += 1
        table.hands += sum(1 for _ in played_hands(scorepad))
        side = winning_side(scorepad)
        if side is not None:
            won_by = names[side].casefold()
            table.won[next(name for name in table.names if name.casefold() == won_by)] += 1
    return sorted(found.values(), key=lambda table: -table.games)


def find_comeback(scorepad: Scorepad) -> Comeback | None:
    side = winning_side(scorepad)
    if side is None:
        return None
    places = [(0, scorepad.start), *((line.number, line.totals) for line in scorepad.ledger.lines)]
    gaps = [(max(totals) - totals[side], number, totals) for number, totals in places]
    behind, number, totals = max(gaps, key=lambda gap: (gap[0], gap[1]))
    if not behind:
        return None
    return Comeback(scorepad.names[side], behind, number, totals[side], max(totals), scorepad)
