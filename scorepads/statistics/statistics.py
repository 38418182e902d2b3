"""Statistics over scored pads: bids, points, games won, comebacks, and settling up. Pure.

Only hands up to the end of each game count. A player is a named player, or a side without
named players that has a name of its own and so is one person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from scorepads.core.scorepad import Scorepad
from scorepads.opening.forms import default_name
from scorepads.rules.hand import Hand
from scorepads.rules.ledger import Line
from scorepads.rules.scoring import setback_cost
from scorepads.rules.terms import MOON_BID

MAX_NAMED = 9
"""The most owners of a point that are named; a pad has no more sides."""


@dataclass(slots=True)
class Bidding:
    """The bids of one side or one player: how many, how high, and how many were made."""

    name: str
    made: int = 0
    set_back: int = 0
    bid: int = 0
    hands: int = 0
    """All hands of the side's or player's games, whoever bid."""

    @property
    def bids(self) -> int:
        return self.made + self.set_back

    @property
    def average_bid(self) -> str:
        """The average bid, with one decimal; a smudge counts as five. Empty without bids."""
        return f"{self.bid / self.bids:.1f}" if self.bids else ""

    @property
    def made_percent(self) -> str:
        """The share of bids that were made, in whole percent. Empty without bids."""
        return f"{round(100 * self.made / self.bids)} %" if self.bids else ""


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


@dataclass(slots=True)
class PlayerGames:
    """A player's finished games, and how many the player won."""

    name: str
    played: int = 0
    won: int = 0
    hands: int = 0


@dataclass(frozen=True, slots=True)
class Statistics:
    """All statistics of some pads; `bids` and `hands` are the totals that they are based on."""

    pads: int
    finished: int
    hands: int
    bids: int
    by_side: list[Bidding]
    by_player: list[Bidding]
    kinds: list[PointCount]
    comeback: Comeback | None
    tables: list[TableGames]
    players: list[PlayerGames]


def count_statistics(pads: Sequence[Scorepad]) -> Statistics:
    played = [line for scorepad in pads for line in played_hands(scorepad)]
    return Statistics(
        pads=len(pads),
        finished=sum(scorepad.ledger.is_over for scorepad in pads),
        hands=len(played),
        bids=sum(line.made is not None for line in played),
        by_side=bidding_by_side(pads),
        by_player=bidding_by_player(pads),
        kinds=points_by_kind(pads),
        comeback=biggest_comeback(pads),
        tables=games_by_table(pads),
        players=games_by_player(pads),
    )


def bidding_by_side(pads: Iterable[Scorepad]) -> list[Bidding]:
    """The bids of every side; sides of the same name count together, in order of appearance."""
    found: dict[str, Bidding] = {}
    for scorepad in pads:
        lines = list(played_hands(scorepad))
        for name in scorepad.names:
            found.setdefault(name.casefold(), Bidding(name)).hands += len(lines)
        for line, hand in hands_with_bids(lines):
            count_bid(found[scorepad.names[hand.pitcher or 0].casefold()], line, hand)
    return list(found.values())


def bidding_by_player(pads: Iterable[Scorepad]) -> list[Bidding]:
    """The bids of every player, where it was noted who bid."""
    found: dict[str, Bidding] = {}
    for scorepad in pads:
        lines = list(played_hands(scorepad))
        for name in all_players(scorepad):
            found.setdefault(name.casefold(), Bidding(name)).hands += len(lines)
        for line, hand in hands_with_bids(lines):
            if bidder := find_bidder(scorepad, hand):
                count_bid(found[bidder.casefold()], line, hand)
    return [each for each in found.values() if each.bids]


def points_by_kind(pads: Iterable[Scorepad]) -> list[PointCount]:
    """The points by kind, which is the label on screen: how often each side took it."""
    found: dict[str, PointCount] = {}
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
                    kind.by[scorepad.names[owner]] += 1
    return list(found.values())


def biggest_comeback(pads: Iterable[Scorepad]) -> Comeback | None:
    """The largest comeback among the finished games."""
    found = [comeback for scorepad in pads if (comeback := find_comeback(scorepad))]
    return max(found, key=lambda each: each.behind, default=None)


def games_by_table(pads: Iterable[Scorepad]) -> list[TableGames]:
    """Games won, by sides of the same names in any order."""
    found: dict[frozenset[str], TableGames] = {}
    for scorepad in pads:
        if scorepad.ledger.out is None:
            continue
        key = frozenset(name.casefold() for name in scorepad.names)
        table = found.setdefault(key, TableGames(tuple(scorepad.names)))
        winner = scorepad.ledger.out.winner
        table.games += 1
        table.hands += sum(1 for _ in played_hands(scorepad))
        if winner is not None:
            won_by = scorepad.names[winner].casefold()
            table.won[next(name for name in table.names if name.casefold() == won_by)] += 1
    return sorted(found.values(), key=lambda table: -table.games)


def games_by_player(pads: Iterable[Scorepad]) -> list[PlayerGames]:
    """Games won by every player with any partner, the most first."""
    found: dict[str, PlayerGames] = {}
    for scorepad in pads:
        if scorepad.ledger.out is None:
            continue
        hands, winner = sum(1 for _ in played_hands(scorepad)), scorepad.ledger.out.winner
        for side in range(len(scorepad.sides)):
            for name in players_of_side(scorepad, side):
                player = found.setdefault(name.casefold(), PlayerGames(name))
                player.played += 1
                player.hands += hands
                player.won += side == winner
    return sorted(found.values(), key=lambda player: (-player.won, player.played))


def played_hands(scorepad: Scorepad) -> Iterator[Line]:
    """The hands that were played and scored."""
    return (
        line
        for line in scorepad.ledger.lines
        if isinstance(line.entry, Hand) and line.entry.is_played
    )


def hands_with_bids(lines: Iterable[Line]) -> Iterator[tuple[Line, Hand]]:
    """The played hands with a bid."""
    for line in lines:
        if isinstance(line.entry, Hand) and line.entry.pitcher is not None:
            yield line, line.entry


def count_bid(bidding: Bidding, line: Line, hand: Hand) -> None:
    assert hand.bid is not None
    bidding.bid += line.rules.total if hand.bid == MOON_BID else setback_cost(line.rules, hand.bid)
    if line.made:
        bidding.made += 1
    else:
        bidding.set_back += 1


def all_players(scorepad: Scorepad) -> list[str]:
    return [name for side in range(len(scorepad.sides)) for name in players_of_side(scorepad, side)]


def players_of_side(scorepad: Scorepad, side: int) -> tuple[str, ...]:
    """The named players of a side, or the side itself if it is one person."""
    if players := scorepad.sides[side].players:
        return players
    name = scorepad.names[side]
    return () if name == default_name(side, len(scorepad.sides)) else (name,)


def find_bidder(scorepad: Scorepad, hand: Hand) -> str | None:
    """The player who bid, where that is known."""
    assert hand.pitcher is not None
    if hand.player is not None:
        return scorepad.sides[hand.pitcher].players[hand.player]
    people = players_of_side(scorepad, hand.pitcher)
    return people[0] if len(people) == 1 else None


def find_comeback(scorepad: Scorepad) -> Comeback | None:
    if scorepad.ledger.out is None or scorepad.ledger.out.winner is None:
        return None
    side = scorepad.ledger.out.winner
    places = [(0, scorepad.start), *((line.number, line.totals) for line in scorepad.ledger.lines)]
    gaps = [(max(totals) - totals[side], number, totals) for number, totals in places]
    behind, number, totals = max(gaps, key=lambda gap: (gap[0], gap[1]))
    if not behind:
        return None
    return Comeback(scorepad.names[side], behind, number, totals[side], max(totals), scorepad)


@dataclass(frozen=True, slots=True)
class SideBalance:
    """The amount that one side gets (below zero: pays) for points and for sets."""

    name: str
    total: int
    sets: int
    from_points: int
    from_sets: int

    @property
    def balance(self) -> int:
        return self.from_points + self.from_sets


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment from one side to another that settles up."""

    payer: str
    payee: str
    units: int


def settle_up(scorepad: Scorepad, point: int, set_back: int) -> list[SideBalance]:
    """The balance of every side after each two sides have settled up.

    A side gets `point` for every point that it is ahead of another, and pays every other
    side `set_back` for each of its sets. The balances add up to zero.
    """
    totals, sets = scorepad.ledger.totals, count_sets(scorepad)
    many, points, all_sets = len(totals), sum(totals), sum(sets)
    return [
        SideBalance(
            name=name,
            total=total,
            sets=lost,
            from_points=point * (many * total - points),
            from_sets=set_back * (all_sets - many * lost),
        )
        for name, total, lost in zip(scorepad.names, totals, sets, strict=True)
    ]


def count_sets(scorepad: Scorepad) -> list[int]:
    """The number of sets of every side."""
    sets = [0] * len(scorepad.names)
    for line, hand in hands_with_bids(played_hands(scorepad)):
        if not line.made:
            sets[hand.pitcher or 0] += 1
    return sets


def list_payments(settled: Iterable[SideBalance]) -> list[Payment]:
    """Payments that settle all balances: the largest debtor pays the largest creditor first."""
    open_ = {each.name: each.balance for each in settled}
    found = []
    while any(open_.values()):
        payer, payee = min(open_, key=lambda n: open_[n]), max(open_, key=lambda n: open_[n])
        units = min(-open_[payer], open_[payee])
        found.append(Payment(payer, payee, units))
        open_[payer] += units
        open_[payee] -= units
    return found
