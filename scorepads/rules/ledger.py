"""The fold of a pad's entries into scored lines, totals and an ending: the only scorer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scorepads.rules.going_out import Victory, judge_length, judge_new_target, score_and_judge
from scorepads.rules.hand import Adjustment, Entry, Hand, TargetChange
from scorepads.rules.house_rules.apply import Rules, with_target
from scorepads.rules.scoring import HandScore, Totals, add_change
from scorepads.rules.terms import Redeal


@dataclass(frozen=True, slots=True)
class Line:
    """One scored line: its `number` from 1, its facts, and what they did to the totals.

    `rules` are those in force on it. `score` is None where nothing was played (passed out,
    adjustment, change of target); `out` names the winner on the line that ends the game.
    """

    rules: Rules
    number: int
    entry: Entry
    before: Totals
    change: Totals
    totals: Totals
    score: HandScore | None = None
    out: Victory | None = None

    @property
    def made(self) -> bool | None:
        return self.score.made if self.score else None


@dataclass(frozen=True, slots=True)
class Ledger:
    """A pad's entries, scored under its rules.

    `rules` are those in force for the hand to come, with the target as last changed.
    `after_the_end` holds the entries that follow the ending, kept but not scored;
    `in_play` is the hand whose auction is over and that is still being played. `counted` is how
    many lines count toward a game that ends after so many.
    """

    rules: Rules
    start: Totals
    lines: tuple[Line, ...]
    after_the_end: tuple[Entry, ...] = ()
    in_play: Hand | None = None
    counted: int = 0

    @property
    def lines_left(self) -> int | None:
        """How many lines the game has left, where it ends after so many; 0 in a play-off."""
        to_play = self.rules.lines_to_play
        return None if to_play is None else max(0, to_play - self.counted)

    @property
    def totals(self) -> Totals:
        return self.lines[-1].totals if self.lines else self.start

    @property
    def out(self) -> Victory | None:
        """How the game ended; None while it goes on."""
        return self.lines[-1].out if self.lines else None

    @property
    def is_over(self) -> bool:
        return self.out is not None

    def append(self, entry: Entry) -> Ledger:
        """The ledger with one more entry; only this entry is scored.

        A hand takes the place of the one in play; any other entry comes before that.
        """
        folding = LedgerFold(self)
        folding.add_entry(entry)
        return folding.make_ledger()


def fold(rules: Rules, start: Sequence[int], entries: Iterable[Entry]) -> Ledger:
    """Fold `entries`, in order, from the totals in `start` (one a side)."""
    folding = LedgerFold(Ledger(rules, tuple(start), ()))
    for entry in entries:
        folding.add_entry(entry)
    return folding.make_ledger()


class LedgerFold:
    """A ledger while it is being folded, line by line."""

    def __init__(self, begun: Ledger) -> None:
        self.rules = begun.rules
        self.start = begun.start
        self.lines = list(begun.lines)
        self.after_the_end = list(begun.after_the_end)
        self.in_play = begun.in_play
        self.counted = begun.counted

    def make_ledger(self) -> Ledger:
        return Ledger(
            self.rules,
            self.start,
            tuple(self.lines),
            tuple(self.after_the_end),
            self.in_play,
            self.counted,
        )

    @property
    def totals(self) -> Totals:
        return self.lines[-1].totals if self.lines else self.start

    def add_entry(self, entry: Entry) -> None:
        if isinstance(entry, Hand):
            self.in_play = None if entry.is_played else entry
            if not entry.is_played:
                return
        if self.lines and self.lines[-1].out:
            self.after_the_end.append(entry)
        else:
            self.lines.append(self.score_entry(len(self.lines) + 1, entry))

    def score_entry(self, number: int, entry: Entry) -> Line:
        if isinstance(entry, Hand):
            score, out = score_and_judge(self.rules, entry, self.totals)
            after = add_change(self.totals, score.change)
            return self.build_line(
                number, entry, score.change, score, self.count_line(entry, after, out)
            )
        if isinstance(entry, TargetChange):
            return self.build_line(number, entry, self.no_change(), None, self.change_target(entry))
        change = self.no_change()
        if isinstance(entry, Adjustment):
            change[entry.side] = entry.by
        out = self.count_line(entry, self.totals, None)
        return self.build_line(number, entry, change, out=out)

    def count_line(self, entry: Entry, after: Totals, out: Victory | None) -> Victory | None:
        """Count the line toward the game's length; the length is judged last of all.

        The line that completes it ends the game, and after a shared highest only a played hand.
        """
        rules, to_play = self.rules, self.rules.lines_to_play
        if to_play is None or rules.ends_after is None:
            return out
        counts, is_played = counts_to_length(rules, entry), isinstance(entry, Hand)
        self.counted += counts
        completes = counts and self.counted == to_play
        if out or not (completes or (is_played and self.counted > to_play)):
            return out
        return judge_length(rules, after)

    def change_target(self, entry: TargetChange) -> Victory | None:
        self.rules = with_target(self.rules, entry.target)
        for line in reversed(self.lines):
            if isinstance(line.entry, Hand) and line.score:
                return judge_new_target(self.rules, line.entry, line.score, self.totals)
        return None

    def build_line(
        self,
        number: int,
        entry: Entry,
        change: Sequence[int],
        score: HandScore | None = None,
        out: Victory | None = None,
    ) -> Line:
        before, after = self.totals, add_change(self.totals, change)
        return Line(self.rules, number, entry, before, tuple(change), after, score, out)

    def no_change(self) -> list[int]:
        return [0] * self.rules.sides


def dealer_seats(rules: Rules, seats: int, first: int, entries: Iterable[Entry]) -> Iterator[int]:
    """The dealer's seat for every entry in turn, and last for the hand to come.

    The deal passes to the left after every dealt hand; after a passed-out hand as the
    rules have it. A dealer noted with an entry corrects it from there on, and an
    adjustment or a change of target moves nothing.
    """
    dealer = first % seats
    for entry in entries:
        dealer = dealer if entry.dealer is None else entry.dealer % seats
        yield dealer
        if passes_the_deal(rules, entry):
            dealer = (dealer + 1) % seats
    yield dealer


def counts_to_length(rules: Rules, entry: Entry) -> bool:
    """Whether the line counts toward a game that ends after so many hands, or deals."""
    if rules.ends_after is None or isinstance(entry, (Adjustment, TargetChange)):
        return False
    return isinstance(entry, Hand) if rules.ends_after.hands else passes_the_deal(rules, entry)


def passes_the_deal(rules: Rules, entry: Entry) -> bool:
    if isinstance(entry, (Adjustment, TargetChange)):
        return False
    if isinstance(entry, Hand):
        return entry.is_played
    return rules.redeal is Redeal.NEXT_DEALER
