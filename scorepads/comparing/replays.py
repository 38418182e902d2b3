"""What the pages show of a pad replayed under another ruleset: words, rows and pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorepads.core import presenters
from scorepads.core.charts import Chart, Series, chart
from scorepads.core.presenters import Figure, LedgerRow, score_figure
from scorepads.core.scorepad import Scorepad
from scorepads.rules.comparing.replay import (
    Replay,
    first_difference,
    note_real_dealers,
    replay_under,
    replay_verdict,
    score_text,
)
from scorepads.rules.hand import Entry
from scorepads.rules.ledger import Line
from scorepads.rules.rulesets import Ruleset
from scorepads.rules.terms import change_of
from scorepads.rules.wording.explain import Reason, line_reasons

HERE = "Here"

Moves = tuple[tuple[str, str, Figure], ...]


@dataclass(frozen=True, slots=True)
class Result:
    """A ruleset with the one line that a replay under it comes to."""

    ruleset: Ruleset
    says: str
    replay: Replay


@dataclass(frozen=True, slots=True)
class Under:
    """One line of the pad under one ruleset: what it did, or why it did nothing."""

    moves: Moves
    made: bool | None = None
    won: str = ""
    off: str = ""
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Both:
    """One line of the pad under both rulesets; `alike` where one telling does for both."""

    row: LedgerRow
    here: Under
    there: Under
    parts: bool = False

    @property
    def made(self) -> bool | None:
        """Whether the bid was made, where both rulesets say the same."""
        return self.here.made if self.here.made is self._made_there else None

    @property
    def told(self) -> bool:
        """Whether the line's head says it, so that its two halves need not."""
        return self.made is not None

    @property
    def _made_there(self) -> bool | None:
        return self.here.made if self.there.off else self.there.made

    @property
    def alike(self) -> bool:
        return self.here.moves == self.there.moves and not (self.here.off or self.there.off)


@dataclass(frozen=True, slots=True)
class ComparedChart:
    """The totals of one side under both rulesets: drawn, and as rows of a table."""

    name: str
    label: str
    chart: Chart
    rows: tuple[tuple[int, str, str], ...]


def replay_pad(scorepad: Scorepad, ruleset: Ruleset) -> Replay:
    """The pad's facts under another ruleset."""
    return replay_under(ruleset, scorepad.rules, scorepad.sides, scorepad.start, scorepad.entries)


def results(scorepad: Scorepad, rulesets: Sequence[Ruleset]) -> list[Result]:
    """What the pad would have come to under each of these rulesets, its own left out."""
    found = []
    for ruleset in rulesets:
        if is_own(scorepad, ruleset):
            continue
        replayed = replay_pad(scorepad, ruleset)
        found.append(
            Result(ruleset, replay_verdict(scorepad.names, replayed, scorepad.ledger), replayed)
        )
    return found


def is_own(scorepad: Scorepad, ruleset: Ruleset) -> bool:
    """Whether the pad is played by this very ruleset."""
    chosen = dict(scorepad.rules.house_rules)
    return ruleset.preset == scorepad.rules.preset and dict(ruleset.house_rules) == chosen


def own_verdict(scorepad: Scorepad) -> str:
    """How the pad itself stands, in the same words."""
    out = scorepad.ledger.out
    if out is None:
        return f"Goes on: {score_text(scorepad.names, scorepad.ledger.totals)}."
    return f"{scorepad.names[out.winner]} won on hand {scorepad.ledger.lines[-1].number}."


def afterwards(replayed: Replay) -> int:
    """How many lines the table played after the other ruleset had ended."""
    return len(replayed.ledger.after_the_end) if replayed.ledger else 0


def both(scorepad: Scorepad, replayed: Replay) -> list[Both]:
    """The pad's lines, each under both rulesets, and the first at which they part marked.

    Where the other ruleset cannot judge on, its reason is the last that is told.
    """
    theirs = {line.number: line for line in replayed.ledger.lines} if replayed.ledger else {}
    parting = first_difference(scorepad.ledger, replayed)
    shown = []
    last = replayed.stop.number if replayed.stop else None
    for number, row in enumerate(presenters.rows(scorepad)[:last], start=1):
        here, there = _here(scorepad, row, number), _there(scorepad, replayed, theirs, number)
        shown.append(Both(row, here, there, parts=number == parting))
    return shown


def _here(scorepad: Scorepad, row: LedgerRow, number: int) -> Under:
    if row.after_the_end:
        return Under((), off="after the end: kept, not scored")
    line = scorepad.ledger.lines[number - 1]
    return Under(row.changes, row.made, _winner(scorepad, line), reasons=row.reasons)


def _there(scorepad: Scorepad, replayed: Replay, lines: Mapping[int, Line], number: int) -> Under:
    line = lines.get(number)
    if line:
        moves = zip(scorepad.names, line.change, line.totals, strict=True)
        return Under(
            moves=tuple(
                (name, change_of(change), score_figure(total)) for name, change, total in moves
            ),
            made=line.made,
            won=_winner(scorepad, line),
            reasons=tuple(line_reasons(line.rules, scorepad.names, line)),
        )
    return Under((), off=_off(replayed, number))


def _winner(scorepad: Scorepad, line: Line) -> str:
    return scorepad.names[line.out.winner] if line.out else ""


def _off(replayed: Replay, number: int) -> str:
    if replayed.stop and number == replayed.stop.number:
        return "; ".join(replayed.stop.reasons)
    if replayed.ledger and replayed.ledger.is_over:
        last = replayed.ledger.lines[-1].number
        return "over already: not scored" if number > last else "left aside"
    return "left aside"


def compared_charts(scorepad: Scorepad, replayed: Replay, name: str) -> list[ComparedChart]:
    """For every side its totals under both rulesets, all drawn to one scale."""
    if replayed.ledger is None or not replayed.ledger.lines or not scorepad.ledger.lines:
        return []
    ours, theirs = scorepad.ledger.lines, replayed.ledger.lines
    here, there = _totals(scorepad.start, ours), _totals(scorepad.start, theirs)
    seen = [total for totals in (*here, *there) for total in totals]
    span, hands = (min(seen), max(seen)), max(len(here), len(there)) - 1
    return [
        ComparedChart(
            name=side_name,
            label=f"{side_name}, hand by hand, here and under {name}; as numbers in the table",
            chart=chart(
                [
                    Series(HERE, [totals[side] for totals in here], _set(ours, side)),
                    Series(name, [totals[side] for totals in there], _set(theirs, side)),
                ],
                hands=hands,
                span=span,
            ),
            rows=_table(here, there, side),
        )
        for side, side_name in enumerate(scorepad.names)
    ]


def _totals(start: Sequence[int], lines: Sequence[Line]) -> list[Sequence[int]]:
    """The totals before the first line and after every number up to the last line."""
    by_number = {line.number: line.totals for line in lines}
    totals: list[Sequence[int]] = [start]
    for number in range(1, max(by_number, default=0) + 1):
        totals.append(by_number.get(number, totals[-1]))
    return totals


def _set(lines: Sequence[Line], side: int) -> list[int]:
    """The lines on which the side was set back."""
    pitched = [line for line in lines if line.made is False]
    return [line.number for line in pitched if getattr(line.entry, "pitcher", None) == side]


def _table(
    here: Sequence[Sequence[int]], there: Sequence[Sequence[int]], side: int
) -> tuple[tuple[int, str, str], ...]:
    return tuple(
        (number, _told(here, number, side), _told(there, number, side))
        for number in range(max(len(here), len(there)))
    )


def _told(totals: Sequence[Sequence[int]], number: int, side: int) -> str:
    return score_figure(totals[number][side]).text if number < len(totals) else "–"


def entries_to_play_on(scorepad: Scorepad, replayed: Replay) -> list[Entry]:
    """The pad's facts as the other ruleset reads them, with who dealt them."""
    assert replayed.ledger is not None
    dealt = [scorepad.dealers[number - 1] for number in replayed.entries]
    return note_real_dealers(
        replayed.ledger.rules,
        scorepad.seats,
        scorepad.pad.first_dealer,
        list(replayed.entries.values()),
        dealt,
    )
