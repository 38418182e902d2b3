"""Games under other rules: who would have won each, and the first hand that differs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scorepads.comparing import replays
from scorepads.core.scorepad import Scorepad
from scorepads.rules.comparing.replay import (
    Outcome,
    Replay,
    first_difference,
    replay_verdict,
    stop_verdict,
)
from scorepads.rules.rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class ReplayCell:
    """One game under one version: what comes out, and the first hand that is scored differently.

    `verdict` is the outcome in a word or two, `details` the rest. `outcome` is None under the
    rules that the game was played by.
    """

    ruleset: Ruleset
    verdict: str
    details: str = ""
    outcome: Outcome | None = None
    parting: int | None = None

    @property
    def is_different(self) -> bool:
        return self.outcome is not None and self.outcome.changes_the_winner

    @property
    def sign(self) -> str:
        """The sign before the words; they say the same."""
        if self.outcome in (None, Outcome.CANNOT):
            return ""
        return "≠" if self.is_different else "="


@dataclass(frozen=True, slots=True)
class ReplayRow:
    """One game, its own outcome in words, and a cell for every version."""

    game: Scorepad
    says: str
    cells: tuple[ReplayCell, ...]

    @property
    def has_another_winner(self) -> bool:
        return any(cell.outcome is Outcome.OTHER_WINNER for cell in self.cells)


def replay_games(games: Iterable[Scorepad], rulesets: Sequence[Ruleset]) -> tuple[ReplayRow, ...]:
    """Every game that has a hand, under each of these rulesets."""
    return tuple(
        ReplayRow(
            game,
            replays.own_verdict(game),
            tuple(replay_cell(game, ruleset) for ruleset in rulesets),
        )
        for game in games
        if game.lines
    )


def replay_cell(game: Scorepad, ruleset: Ruleset) -> ReplayCell:
    if replays.is_own(game, ruleset):
        return ReplayCell(ruleset, "As it was played")
    replayed = replays.replay_pad(game, ruleset)
    verdict, _, details = short_verdict(game, replayed).partition(": ")
    outcome = Outcome.of_replay(replayed, game.ledger)
    return ReplayCell(ruleset, verdict, details, outcome, first_difference(game.ledger, replayed))


def short_verdict(game: Scorepad, replayed: Replay) -> str:
    """The outcome in one sentence, with the first reason only where it stops."""
    if replayed.stop:
        first_reason = replace(replayed.stop, reasons=replayed.stop.reasons[:1])
        return stop_verdict(first_reason)
    return replay_verdict(game.names_in_words, replayed, game.ledger)
