"""What each person and each partnership did: games won, bids made, points, streaks. Pure.

Nothing here is divided by zero: an average of nothing is an empty text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from scorepads.core.scorepad import Scorepad
from scorepads.rules.hand import Hand
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.ledger import Line
from scorepads.rules.terms import MOON_BID, SMUDGE_BID, SMUDGE_WORTH, Bid, signed
from scorepads.rules.wording.explain import bid_text
from scorepads.statistics.scored_hands import (
    PartnershipNames,
    as_ended,
    find_bidder,
    hands_by_seating,
    hands_with_bids,
    people_of_side,
    played_hands,
    winning_side,
)

Members = Callable[[Scorepad, int], Sequence[str]]
"""Who a side is, as it sits in this pad: its people, or its partnership."""

FEW_HANDS = 20
"""Fewer hands than these say nothing about anybody."""


@dataclass(slots=True)
class Streak:
    """Successes in a row: the longest, and those at the end."""

    longest: int = 0
    current: int = 0

    def add(self, is_success: bool) -> None:
        self.current = self.current + 1 if is_success else 0
        self.longest = max(self.longest, self.current)


@dataclass(slots=True)
class Tally:
    """What one person or partnership did in some games, of which `played` are finished.

    `hands` and `points` are those of all the games, also where another side bid.
    """

    name: str
    played: int = 0
    won: int = 0
    hands: int = 0
    points: int = 0
    bids: int = 0
    made: int = 0
    bid_total: int = 0
    games_in_a_row: Streak = field(default_factory=Streak)
    bids_in_a_row: Streak = field(default_factory=Streak)

    @property
    def set_back(self) -> int:
        return self.bids - self.made

    @property
    def won_percent(self) -> str:
        return percent(self.won, self.played)

    @property
    def made_percent(self) -> str:
        return percent(self.made, self.bids)

    @property
    def average_bid(self) -> str:
        """The average bid, with one decimal; a smudge counts as five."""
        return average(self.bid_total, self.bids)

    @property
    def points_text(self) -> str:
        return signed(self.points)

    @property
    def points_a_hand(self) -> str:
        return average(self.points, self.hands)

    @property
    def has_streak(self) -> bool:
        return self.games_in_a_row.longest > 1 or self.bids_in_a_row.longest > 1


@dataclass(slots=True)
class BidTally:
    """How often one bid was made, of how many times it was bid."""

    label: str
    bids: int = 0
    made: int = 0

    @property
    def made_percent(self) -> str:
        return percent(self.made, self.bids)


def percent(part: int, whole: int) -> str:
    """A share in whole percent; empty of nothing."""
    return f"{round(100 * part / whole)}%" if whole else ""


def average(total: int, count: int) -> str:
    """An average with one decimal and a true minus; empty of nothing."""
    return f"{total / count:.1f}".replace("-", "−") if count else ""


def tally_people(games: Iterable[Scorepad]) -> list[Tally]:
    """Every person; bids count where it was noted who made them. `games` are oldest first."""
    return count_tallies(games, people_of_side, find_bidder)


def tally_partnerships(games: Iterable[Scorepad]) -> list[Tally]:
    """Every partnership or side; `games` are oldest first."""
    names = PartnershipNames()
    return count_tallies(
        games,
        lambda game, side: [names.find(game, side)],
        lambda game, hand: names.find(game, hand.pitcher or 0),
    )


def count_tallies(
    games: Iterable[Scorepad],
    members: Members,
    find_member: Callable[[Scorepad, Hand], str | None],
) -> list[Tally]:
    """A tally for each of the `members` of all sides: who won most games comes first."""
    found: dict[str, Tally] = {}
    for game in games:
        for seated, lines in hands_by_seating(game):
            count_hands(found, seated, lines, members)
            for line, hand in hands_with_bids(lines):
                if bidder := find_member(seated, hand):
                    count_bid(found[bidder.casefold()], line, hand)
        count_game(found, as_ended(game), members)
    return sorted(found.values(), key=lambda each: (-each.won, not each.played, each.played))


def count_hands(
    found: dict[str, Tally], seated: Scorepad, lines: Sequence[Line], members: Members
) -> None:
    """Count the hands, and the points in them, for the people who played them."""
    for side in range(len(seated.sides)):
        points = sum(line.change[side] for line in lines)
        for name in members(seated, side):
            tally = found.setdefault(name.casefold(), Tally(name))
            tally.hands += len(lines)
            tally.points += points


def count_game(found: dict[str, Tally], ended: Scorepad, members: Members) -> None:
    """Count a finished game for the people who sat there at its end."""
    for side in range(len(ended.sides)):
        for name in members(ended, side):
            tally = found.setdefault(name.casefold(), Tally(name))
            if ended.ledger.is_over:
                has_won = winning_side(ended) == side
                tally.played += 1
                tally.won += has_won
                tally.games_in_a_row.add(has_won)


def count_bid(tally: Tally, line: Line, hand: Hand) -> None:
    tally.bids += 1
    tally.made += bool(line.made)
    tally.bid_total += bid_worth(line.rules, hand.bid)
    tally.bids_in_a_row.add(bool(line.made))


def bid_worth(rules: Rules, bid: Bid | None) -> int:
    """How high a bid counts: a smudge for its five, a moon for all the points of the hand."""
    in_words = {SMUDGE_BID: SMUDGE_WORTH, MOON_BID: rules.total}
    return in_words[bid] if isinstance(bid, str) else bid or 0


def tally_bids(games: Iterable[Scorepad]) -> list[BidTally]:
    """Every bid by its height, the lowest first."""
    found: dict[tuple[int, str], BidTally] = {}
    for game in games:
        for line, hand in hands_with_bids(played_hands(game)):
            assert hand.bid is not None
            label = bid_text(hand.bid)
            bid = found.setdefault((bid_worth(line.rules, hand.bid), label), BidTally(label))
            bid.bids += 1
            bid.made += bool(line.made)
    return [found[key] for key in sorted(found)]
