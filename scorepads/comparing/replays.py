"""A pad replayed under another ruleset, as its page shows it: results, lines and charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorepads.core import presenters
from scorepads.core.charts import Chart, Series, draw_chart
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
from scorepads.rules.wording.sides import as_subject

HERE = "Here"

Moves = tuple[tuple[str, str, Figure], ...]


@dataclass(frozen=True, slots=True)
class Result:
    """A replay under a ruleset, with its outcome in one line.

    `parting` is the number of the first line that it scores differently.
    """

    ruleset: Ruleset
    says: str
    replay: Replay
    parting: int | None


@dataclass(frozen=True, slots=True)
class LineResult:
    """One line of the pad under one ruleset: its moves, or the reason why it is not scored."""

    moves: Moves
    made: bool | None = None
    outcome: str = ""
    not_scored: str = ""
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """One line of the pad under both rulesets; `is_alike` where both move the same scores."""

    row: LedgerRow
    here: LineResult
    there: LineResult
    is_first_difference: bool = False

    @property
    def made(self) -> bool | None:
        """Whether the bid was made, where both rulesets say the same."""
        there = self.here.made if self.there.not_scored else self.there.made
        return self.here.made if self.here.made is there else None

    @property
    def shows_made(self) -> bool:
        """Whether the line's head shows made or set, so that its two halves do not."""
        return self.made is not None

    @property
    def is_alike(self) -> bool:
        return self.here.moves == self.there.moves and not (
            self.here.not_scored or self.there.not_scored
        )


@dataclass(frozen=True, slots=True)
class ComparedChart:
    """The totals of one side under both rulesets, as a chart and as rows of a table."""

    name: str
    label: str
    chart: Chart
    rows: tuple[tuple[int, str, str], ...]


def replay_pad(scorepad: Scorepad, ruleset: Ruleset) -> Replay:
    """The pad's facts under another ruleset."""
    return replay_under(ruleset, scorepad.rules, scorepad.sides, scorepad.start, scorepad.entries)


def replay_results(scorepad: Scorepad, rulesets: Sequence[Ruleset]) -> list[Result]:
    """The results of the pad under each of these rulesets but its own."""
    return [
        replay_result(scorepad, ruleset) for ruleset in rulesets if not is_own(scorepad, ruleset)
    ]


def replay_result(scorepad: Scorepad, ruleset: Ruleset) -> Result:
    replayed = replay_pad(scorepad, ruleset)
    says = replay_verdict(scorepad.names_in_words, replayed, scorepad.ledger)
    return Result(ruleset, says, replayed, first_difference(scorepad.ledger, replayed))


def is_own(scorepad: Scorepad, ruleset: Ruleset) -> bool:
    """Whether the pad is played by this very ruleset."""
    chosen = dict(scorepad.rules.house_rules)
    return ruleset.preset == scorepad.rules.preset and dict(ruleset.house_rules) == chosen


def own_verdict(scorepad: Scorepad) -> str:
    """The outcome of the pad under its own rules, worded like those of the replays."""
    out = scorepad.ledger.out
    if out is None:
        return f"Still going: {score_text(scorepad.names_in_words, scorepad.ledger.totals)}."
    hand = scorepad.ledger.lines[-1].number
    if out.winner is None:
        return f"Drawn on hand {hand}."
    return f"Winner: {scorepad.names_in_words[out.winner]}, on hand {hand}."


def lines_after_the_end(replayed: Replay) -> int:
    """The number of lines that the pad has after the game ended under the other ruleset."""
    return len(replayed.ledger.after_the_end) if replayed.ledger else 0


def compare_lines(scorepad: Scorepad, replayed: Replay) -> list[ComparedLine]:
    """The pad's lines under both rulesets, with the first difference marked.

    Where the other ruleset cannot score a line, that line is the last, with the reason.
    """
    theirs = {line.number: line for line in replayed.ledger.lines} if replayed.ledger else {}
    parting = first_difference(scorepad.ledger, replayed)
    shown = []
    last = replayed.stop.number if replayed.stop else None
    for number, row in enumerate(presenters.rows(scorepad)[:last], start=1):
        here, there = (
            own_result(scorepad, row, number),
            replayed_result(scorepad, replayed, theirs, number),
        )
        shown.append(ComparedLine(row, here, there, is_first_difference=number == parting))
    return shown


def own_result(scorepad: Scorepad, row: LedgerRow, number: int) -> LineResult:
    if row.after_the_end:
        return LineResult((), not_scored="after the end, not scored")
    line = scorepad.ledger.lines[number - 1]
    return LineResult(
        row.changes,
        row.made,
        outcome_of(scorepad.names, line),
        reasons=tuple(
            line_reasons(line.rules, scorepad.as_seated(line.number).names_in_words, line)
        ),
    )


def replayed_result(
    scorepad: Scorepad, replayed: Replay, lines: Mapping[int, Line], number: int
) -> LineResult:
    line = lines.get(number)
    if line:
        moves = zip(scorepad.names, line.change, line.totals, strict=True)
        return LineResult(
            moves=tuple(
                (name, change_of(change), score_figure(total)) for name, change, total in moves
            ),
            made=line.made,
            outcome=outcome_of(scorepad.names, line),
            reasons=tuple(line_reasons(line.rules, scorepad.as_seated(line.number).names, line)),
        )
    return LineResult((), not_scored=reason_not_scored(replayed, number))


def outcome_of(names: Sequence[str], line: Line) -> str:
    """What a line that ends the game brings, such as “We won”; empty for any other."""
    if line.out is None:
        return ""
    winner = line.out.winner
    return "Drawn" if winner is None else f"{as_subject(names[winner])} won"


def reason_not_scored(replayed: Replay, number: int) -> str:
    if replayed.stop and number == replayed.stop.number:
        return "; ".join(replayed.stop.reasons)
    if replayed.ledger and replayed.ledger.is_over:
        last = replayed.ledger.lines[-1].number
        return "game already over" if number > last else "left aside"
    return "left aside"


def compared_charts(scorepad: Scorepad, replayed: Replay, name: str) -> list[ComparedChart]:
    """A chart for every side with its totals under both rulesets, all on one scale."""
    if replayed.ledger is None or not replayed.ledger.lines or not scorepad.ledger.lines:
        return []
    ours, theirs = scorepad.ledger.lines, replayed.ledger.lines
    here, there = totals_by_line(scorepad.start, ours), totals_by_line(scorepad.start, theirs)
    seen = [total for totals in (*here, *there) for total in totals]
    span, hands = (min(seen), max(seen)), max(len(here), len(there)) - 1
    return [
        ComparedChart(
            name=side_name,
            label=f"{side_name}, hand by hand, here and under {name}; as numbers in the table",
            chart=draw_chart(
                [
                    Series(HERE, [totals[side] for totals in here], lines_set_back(ours, side)),
                    Series(name, [totals[side] for totals in there], lines_set_back(theirs, side)),
                ],
                hands=hands,
                span=span,
            ),
            rows=chart_table(here, there, side),
        )
        for side, side_name in enumerate(scorepad.names)
    ]


def totals_by_line(start: Sequence[int], lines: Sequence[Line]) -> list[Sequence[int]]:
    """The totals before the first line and after each line number up to the last."""
    by_number = {line.number: line.totals for line in lines}
    totals: list[Sequence[int]] = [start]
    for number in range(1, max(by_number, default=0) + 1):
        totals.append(by_number.get(number, totals[-1]))
    return totals


def lines_set_back(lines: Sequence[Line], side: int) -> list[int]:
    """The lines on which the side was set back."""
    pitched = [line for line in lines if line.made is False]
    return [line.number for line in pitched if getattr(line.entry, "pitcher", None) == side]


def chart_table(
    here: Sequence[Sequence[int]], there: Sequence[Sequence[int]], side: int
) -> tuple[tuple[int, str, str], ...]:
    return tuple(
        (number, total_text(here, number, side), total_text(there, number, side))
        for number in range(max(len(here), len(there)))
    )


def total_text(totals: Sequence[Sequence[int]], number: int, side: int) -> str:
    return score_figure(totals[number][side]).text if number < len(totals) else "–"


def entries_to_play_on(scorepad: Scorepad, replayed: Replay) -> list[Entry]:
    """The pad's facts as the other ruleset reads them, with their dealers."""
    assert replayed.ledger is not None
    dealt = [scorepad.dealers[number - 1] for number in replayed.entries]
    return note_real_dealers(
        replayed.ledger.rules,
        scorepad.seats,
        scorepad.pad.first_dealer,
        list(replayed.entries.values()),
        dealt,
    )
