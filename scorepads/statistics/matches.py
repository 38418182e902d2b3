"""Matches: best of three, five or seven games that a table plays on with “Play again”."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scorepads.core.scorepad import Scorepad
from scorepads.rules.wording.sides import as_subject, is_plural
from scorepads.statistics.evening import Evening, who_plays

SideKey = tuple[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Match:
    """The games of a match so far, in order, and how many games each side has won."""

    best_of: int
    games: tuple[Scorepad, ...]

    @property
    def needed(self) -> int:
        """So many games win the match for sure."""
        return self.best_of // 2 + 1

    @property
    def finished(self) -> list[Scorepad]:
        return [game for game in self.games if game.ledger.is_over]

    @property
    def wins(self) -> Counter[SideKey]:
        """The games that each side won; draws count for nobody."""
        won: Counter[SideKey] = Counter()
        for game, keys in zip(self.games, side_keys(self.games), strict=True):
            if game.ledger.out is not None and game.ledger.out.winner is not None:
                won[keys[game.ledger.out.winner]] += 1
        return won

    @property
    def winner(self) -> SideKey | None:
        """Who has won the match: the games that it takes, or after all games the most."""
        best = self.wins.most_common(2)
        if not best:
            return None
        is_ahead = len(best) == 1 or best[0][1] > best[1][1]
        is_over = best[0][1] >= self.needed or len(self.finished) >= self.best_of
        return best[0][0] if is_over and is_ahead else None

    @property
    def is_decided(self) -> bool:
        return self.winner is not None

    @property
    def sentence(self) -> str:
        """Who leads or has won the match, and how many games it goes on for."""
        names = {
            key: name
            for game, keys in zip(self.games, side_keys(self.games), strict=True)
            for key, name in zip(keys, game.names, strict=True)
        }
        wins = self.wins
        scores = sorted((wins[key] for key in names), reverse=True)
        told = " to ".join(map(str, scores)) if len(names) == 2 else ""
        if self.winner is not None:
            subject = as_subject(names[self.winner])
            by = told or f"{wins[self.winner]} games of {len(self.finished)}"
            return f"{subject} won the match, best of {self.best_of}: {by}."
        if not wins:
            return f"Best of {self.best_of}: {self.needed} games win the match."
        leaders = [names[key] for key in names if wins[key] == scores[0]]
        if len(leaders) > 1:
            each = f"{scores[0]} game{'s' if scores[0] > 1 else ''} each"
            return f"Best of {self.best_of}: tied, {told or each}."
        leads = "lead" if is_plural(leaders[0]) else "leads"
        by = told or f"with {scores[0]}"
        return f"Best of {self.best_of}: {as_subject(leaders[0])} {leads}, {by}."


def side_keys(games: Sequence[Scorepad]) -> list[list[SideKey]]:
    """Who every side of these games is, the same where somebody sat down for a while.

    People who have played one game as a side are that side in the games after it.
    """
    known: dict[SideKey, SideKey] = {}
    found = []
    for game in games:
        keys: list[SideKey] = []
        for side in range(len(game.sides)):
            seated = [who_plays(each.sides[side]) for each in game.seatings_by_line]
            played = [known[each] for each in seated if each in known]
            keys.append(next((each for each in played if each not in keys), seated[0]))
            known |= {each: keys[side] for each in seated if each not in known}
        found.append(keys)
    return found


def match_of(evening: Evening) -> Match | None:
    """The match that the current game belongs to; None where the table plays single games.

    It has the games before in which the same was agreed, up to one that decided a match.
    """
    current = evening.current
    if not current.pad.best_of:
        return None
    return Match(current.pad.best_of, tuple(match_games(evening.earlier_games, current)))


def match_games(earlier: Sequence[Scorepad], current: Scorepad) -> list[Scorepad]:
    """The games of the match that the current one belongs to, in order."""
    by_key = {game.pad.pk: game for game in earlier}
    chain = [current]
    while before := by_key.get(chain[0].pad.follows_id or 0):
        if before.pad.best_of != current.pad.best_of:
            break
        chain.insert(0, before)
    games: list[Scorepad] = []
    for game in chain:
        if games and Match(current.pad.best_of, tuple(games)).is_decided:
            games = []
        games.append(game)
    return games
