"""The fold: facts in order, to lines, totals and an ending. Nothing else keeps a score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .going_out import Out, judge
from .hand import Adjustment, Entry, Hand
from .house_rules import Rules
from .scoring import HandScore, Totals, add
from .terms import Redeal


@dataclass(frozen=True, slots=True)
class Line:
    """One scored line: its `number` from 1, its facts, and what they did to the totals.

    `score` is None where nothing was played (passed out, adjustment); `out` names the
    winner on the line that ends the game.
    """

    number: int
    entry: Entry
    before: Totals
    change: Totals
    totals: Totals
    score: HandScore | None = None
    out: Out | None = None

    @property
    def made(self) -> bool | None:
        return self.score.made if self.score else None


@dataclass(frozen=True, slots=True)
class Ledger:
    """What a pad's facts come to under its rules.

    `after_the_end` holds the entries that follow the ending, kept but not scored;
    `in_play` is the hand whose auction is over and that is still being played.
    """

    start: Totals
    lines: tuple[Line, ...]
    after_the_end: tuple[Entry, ...] = ()
    in_play: Hand | None = None

    @property
    def totals(self) -> Totals:
        return self.lines[-1].totals if self.lines else self.start

    @property
    def out(self) -> Out | None:
        """How the game ended; None while it goes on."""
        return self.lines[-1].out if self.lines else None

    @property
    def is_over(self) -> bool:
        return self.out is not None


def replay(rules: Rules, start: Sequence[int], entries: Iterable[Entry]) -> Ledger:
    """Fold `entries`, in order, from the totals in `start` (one a side)."""
    lines: list[Line] = []
    after_the_end: list[Entry] = []
    in_play: Hand | None = None
    totals = tuple(start)
    for number, entry in enumerate(entries, start=1):
        if isinstance(entry, Hand) and not entry.is_played:
            in_play = entry
        elif lines and lines[-1].out:
            after_the_end.append(entry)
        else:
            lines.append(_line(rules, number, entry, totals))
            totals = lines[-1].totals
    return Ledger(tuple(start), tuple(lines), tuple(after_the_end), in_play)


def _line(rules: Rules, number: int, entry: Entry, before: Totals) -> Line:
    if isinstance(entry, Hand):
        score, out = judge(rules, entry, before)
        return Line(number, entry, before, score.change, add(before, score.change), score, out)
    change = [0] * rules.sides
    if isinstance(entry, Adjustment):
        change[entry.side] = entry.by
    return Line(number, entry, before, tuple(change), add(before, change))


def dealers(rules: Rules, seats: int, first: int, entries: Iterable[Entry]) -> Iterator[int]:
    """The dealer's seat for every entry in turn, and last for the hand to come.

    The deal passes to the left after every dealt hand; after a passed-out hand as the
    rules have it. A dealer noted with an entry corrects it from there on, and an
    adjustment moves nothing.
    """
    dealer = first % seats
    for entry in entries:
        dealer = dealer if entry.dealer is None else entry.dealer % seats
        yield dealer
        if _passes_the_deal(rules, entry):
            dealer = (dealer + 1) % seats
    yield dealer


def _passes_the_deal(rules: Rules, entry: Entry) -> bool:
    if isinstance(entry, Adjustment):
        return False
    if isinstance(entry, Hand):
        return entry.is_played
    return rules.redeal is Redeal.NEXT_DEALER
