"""Who has won after a played hand, and how.

Each check looks at one played hand and returns a `Victory` or None; the first victory ends the
game. Only point order changes a score: once a side has gone out, the remaining points of the
hand count for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from scorepads.rules.hand import Hand
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.scoring import HandScore, Totals, add_change, is_smudge, score_hand
from scorepads.rules.terms import (
    MOON_BID,
    SMUDGE_BID,
    SMUDGE_WORTH,
    WITHIN_REACH,
    DecidingStep,
    EndingKind,
    GoingOut,
    Smudge,
)


@dataclass(frozen=True, slots=True)
class Victory:
    """A side that has won, how, and the step that decided; `winner` is None where all drew.

    `point` is the key of the point that brought it there, where points were counted one
    by one; `change` replaces the hand's change where counting stopped early.
    """

    winner: int | None
    how: EndingKind
    because: DecidingStep
    point: str | None = None
    change: Totals | None = None


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """A played hand with its score, and the totals before and after it."""

    hand: Hand
    score: HandScore
    before: Totals
    after: Totals

    @property
    def pitcher(self) -> int | None:
        return self.hand.pitcher

    @property
    def others(self) -> list[int]:
        """Every side but the pitcher."""
        return [side for side in range(len(self.after)) if side != self.pitcher]


def score_and_judge(rules: Rules, hand: Hand, before: Totals) -> tuple[HandScore, Victory | None]:
    """Score a played hand and say whether it ends the game.

    The order of judgment (our reading): a smudge or moon that wins, a failed one that loses,
    going out, `outright_at`, `sinks_at`; last of all, with the ledger, the number of hands.
    """
    score = score_hand(rules, hand, before)
    played = ScoredHand(hand, score, before, add_change(before, score.change))
    out = (
        smudge_wins(rules, played)
        or moon_wins(rules, played)
        or failed_smudge_loses(rules, played)
        or failed_moon_loses(rules, played)
        or gone_out(rules, played)
        or outright_victory(rules, played)
        or sunk_victory(rules, played)
    )
    if out and out.change is not None:
        score = replace(score, change=out.change)
    return score, out


def judge_new_target(rules: Rules, hand: Hand, score: HandScore, after: Totals) -> Victory | None:
    """Who has gone out by a target that was changed after `hand`, the last one played.

    Our reading: the hand is judged once more, under `rules` with the new target and at the
    totals `after` it as they stand now; nothing that it scored is taken back.
    """
    before = tuple(total - change for total, change in zip(after, score.change, strict=True))
    out = gone_out(rules, ScoredHand(hand, score, before, after))
    return out and replace(out, change=None)


def judge_length(rules: Rules, totals: Totals) -> Victory | None:
    """The victory of the highest total once the hands of the game are played; else a draw."""
    leaders = highest_sides(totals, range(len(totals)))
    if len(leaders) == 1:
        return Victory(leaders[0], EndingKind.HANDS_PLAYED, DecidingStep.HANDS_PLAYED)
    if rules.ends_after and rules.ends_after.plays_on:
        return None
    return Victory(None, EndingKind.DRAWN, DecidingStep.DRAWN)


def smudge_wins(rules: Rules, played: ScoredHand) -> Victory | None:
    """A made bid of all the points wins on the spot; in Bicycle not from in the hole."""
    if not (rules.smudge.wins_by_itself and played.score.made and is_smudge(rules, played.hand)):
        return None
    assert played.pitcher is not None
    from_the_hole = played.before[played.pitcher] < 0
    if from_the_hole and rules.smudge is Smudge.FOUR_WINS_UNLESS_IN_THE_HOLE:
        return None
    return Victory(played.pitcher, EndingKind.SMUDGE, DecidingStep.MADE_EVERYTHING)


def failed_smudge_loses(rules: Rules, played: ScoredHand) -> Victory | None:
    """House rule: a side that fails a smudge has lost to the highest of the others."""
    failed = played.score.made is False and is_smudge(rules, played.hand)
    if not (rules.failed_smudge_loses and failed):
        return None
    return lost_to_highest(played, EndingKind.FAILED_SMUDGE, DecidingStep.FAILED_EVERYTHING)


def moon_wins(rules: Rules, played: ScoredHand) -> Victory | None:
    """House rule: a made moon wins the game, unless it only brings its pitcher to zero."""
    made = played.hand.bid == MOON_BID and played.score.made
    if not (made and rules.moon and rules.moon.made is None) or played.score.to_zero:
        return None
    return Victory(played.pitcher, EndingKind.MOON, DecidingStep.MADE_MOON)


def failed_moon_loses(rules: Rules, played: ScoredHand) -> Victory | None:
    """House rule: a side that fails a moon has lost to the highest of the others."""
    failed = played.hand.bid == MOON_BID and not played.score.made
    if not (failed and rules.moon and rules.moon.loses):
        return None
    return lost_to_highest(played, EndingKind.FAILED_MOON, DecidingStep.FAILED_MOON)


def lost_to_highest(played: ScoredHand, how: EndingKind, because: DecidingStep) -> Victory | None:
    """The pitcher is out of it: the highest of the others wins; level, nobody has by this."""
    leaders = highest_sides(played.after, played.others)
    return Victory(leaders[0], how, because) if len(leaders) == 1 else None


def gone_out(rules: Rules, played: ScoredHand) -> Victory | None:
    """Who goes out, where there is a target; not by a moon that only brought it to zero."""
    if rules.target is None:
        return None
    out = GOING_OUT[rules.going_out](rules, played)
    by_moon_to_zero = out is not None and played.score.to_zero and out.winner == played.pitcher
    return None if by_moon_to_zero else out


def pitcher_first(rules: Rules, played: ScoredHand) -> Victory | None:
    """The pitcher at the target wins; else the others, in the order in which they got there."""
    pitcher, target = played.pitcher, rules.goal
    assert pitcher is not None  # pitcher-first needs an auction, which `apply_house_rules` checks
    if played.after[pitcher] >= target:
        return reached_target(pitcher, DecidingStep.PITCHER_AT_TARGET)
    if rules.tie_plays_on:
        there = [side for side in played.others if played.after[side] >= target]
        return highest_side(played.after, there, DecidingStep.HIGHEST_AT_TARGET)
    stood = [side for side in played.others if played.before[side] >= target]
    if stood:
        return highest_side(played.after, stood, DecidingStep.STOOD_THERE_BEFORE)
    counted = [] if rules.no_junk else points_owned_by(rules, played.hand, played.others)
    first = count_points(target, played.before, counted)
    return first.out if first else None


def bidding_side_only(rules: Rules, played: ScoredHand) -> Victory | None:
    """Only a pitcher that made its bid goes out (Pagat Partnership, Oklahoma).

    Of a pitcher and those it called the highest does; level, the pitcher, then who was called
    first.
    """
    there = [side for side in played.hand.team if played.after[side] >= rules.goal]
    if not (played.score.made and there):
        return None
    first = max(there, key=lambda side: played.after[side])  # of equal ones the first
    return reached_target(first, DecidingStep.MADE_ITS_BID)


def bidder_goes_out(rules: Rules, played: ScoredHand) -> Victory | None:
    """The side that is there first, unless both began within reach: then the pitcher that makes
    its bid (Pedro)."""
    pitcher = played.pitcher
    assert pitcher is not None
    there = [side for side, total in enumerate(played.after) if total >= rules.goal]
    if not within_reach(rules, played.before):
        return reached_target(there[0], DecidingStep.ALONE_AT_TARGET) if len(there) == 1 else None
    if played.score.made:
        return Victory(pitcher, EndingKind.BIDDER_GOES_OUT, DecidingStep.MADE_WITHIN_REACH)
    defender = played.others[0]
    return reached_target(defender, DecidingStep.DEFENDER_AT_TARGET) if defender in there else None


def within_reach(rules: Rules, totals: Sequence[int]) -> bool:
    """Whether all stand within seven of the target, so that the bidder goes out.

    Pagat says 55 of 62; the same distance from another target is our reading.
    """
    return all(total >= rules.goal - WITHIN_REACH for total in totals)


def highest_at_target(rules: Rules, played: ScoredHand) -> Victory | None:
    """Once a side is there the highest of all wins: level, the pitcher, else a partner alone."""
    leaders = highest_sides(played.after, range(len(played.after)))
    if played.after[leaders[0]] < rules.goal:
        return None
    if len(leaders) == 1:
        return reached_target(leaders[0], DecidingStep.HIGHEST_AT_TARGET)
    if played.pitcher in leaders:
        return reached_target(played.pitcher, DecidingStep.PITCHER_OF_HIGHEST)
    partners = [side for side in played.hand.partners if side in leaders]
    if len(partners) == 1:
        return reached_target(partners[0], DecidingStep.PARTNER_OF_HIGHEST)
    return None


def point_order(rules: Rules, played: ScoredHand) -> Victory | None:
    """The points are counted strictly in order, and the first side at the target wins.

    A side that stood there before the hand has got there first, once a set pitcher has
    lost its bid; what is not counted then changes nothing.
    """
    running = totals_after_setback(played)
    stood = [side for side, total in enumerate(played.before) if total >= rules.goal]
    still_there = [side for side in stood if running[side] >= rules.goal]
    if out := highest_side(running, still_there, DecidingStep.STOOD_THERE_BEFORE):
        return replace(out, change=change_between(played.before, running))
    first = count_points(rules.goal, running, points_in_order(rules, played))
    return replace(first.out, change=change_between(played.before, first.totals)) if first else None


def outright_victory(rules: Rules, played: ScoredHand) -> Victory | None:
    """House rule: at so many points a side wins whoever bid; equal totals play on."""
    if rules.outright_at is None:
        return None
    there = [side for side, total in enumerate(played.after) if total >= rules.outright_at]
    out = highest_side(played.after, there, DecidingStep.AT_OUTRIGHT)
    return out and Victory(out.winner, EndingKind.OUTRIGHT, out.because)


def sunk_victory(rules: Rules, played: ScoredHand) -> Victory | None:
    """House rule for two sides: a side this far in the hole has lost, unless both are."""
    if rules.sinks_at is None:
        return None
    sinking = [side for side, total in enumerate(played.after) if total <= rules.sinks_at]
    if len(sinking) != 1:
        return None
    return Victory(1 - sinking[0], EndingKind.SUNK, DecidingStep.OTHER_SUNK)


GOING_OUT: dict[GoingOut, Callable[[Rules, ScoredHand], Victory | None]] = {
    GoingOut.PITCHER_FIRST: pitcher_first,
    GoingOut.BIDDING_SIDE_ONLY: bidding_side_only,
    GoingOut.BIDDER_GOES_OUT: bidder_goes_out,
    GoingOut.POINT_ORDER: point_order,
    GoingOut.HIGHEST_AT_TARGET: highest_at_target,
}


def reached_target(winner: int, because: DecidingStep) -> Victory:
    return Victory(winner, EndingKind.REACHED_TARGET, because)


def highest_side(totals: Totals, sides: Sequence[int], because: DecidingStep) -> Victory | None:
    """The victory of the one of `sides` with the highest total; None when two share it."""
    leaders = highest_sides(totals, sides)
    return reached_target(leaders[0], because) if len(leaders) == 1 else None


def highest_sides(totals: Totals, sides: Iterable[int]) -> list[int]:
    """Those of `sides` that share the highest total among them."""
    among = list(sides)
    best = max((totals[side] for side in among), default=0)
    return [side for side in among if totals[side] == best]


@dataclass(frozen=True, slots=True)
class CountedPoints:
    """The end of counting point by point: who reached the target, and the totals then."""

    out: Victory
    totals: Totals


WonPoint = tuple[str | None, int, int]
"""Something counted: a point's key (None for a smudge's five), its owner, its worth."""


def count_points(target: int, totals: Totals, won: Iterable[WonPoint]) -> CountedPoints | None:
    """Count point by point until a side is at the target."""
    for key, owner, worth in won:
        totals = add_worth(totals, owner, worth)
        if totals[owner] >= target:
            out = Victory(
                owner, EndingKind.REACHED_TARGET, DecidingStep.COUNTED_THERE_FIRST, point=key
            )
            return CountedPoints(out, totals)
    return None


def points_in_order(rules: Rules, played: ScoredHand) -> list[WonPoint]:
    """What point order counts: a made Pagat smudge at once, else every point that scores."""
    pitcher = played.pitcher
    if played.hand.bid == SMUDGE_BID and played.score.made:
        assert pitcher is not None
        return [(None, pitcher, SMUDGE_WORTH)]
    others = [] if rules.no_junk else played.others
    scorers = others if pitcher is None or not played.score.made else [pitcher, *others]
    return points_owned_by(rules, played.hand, scorers)


def points_owned_by(rules: Rules, hand: Hand, sides: Sequence[int]) -> list[WonPoint]:
    """The points that belong to `sides`, in the preset's order."""
    assert hand.points is not None
    owners = ((point, hand.points[point.key]) for point in rules.points)
    return [
        (point.key, owner, point.worth)
        for point, owner in owners
        if owner is not None and owner in sides
    ]


def totals_after_setback(played: ScoredHand) -> Totals:
    """The totals once a set pitcher has lost its bid, before any point is counted."""
    if played.pitcher is None or played.score.made:
        return played.before
    return add_worth(played.before, played.pitcher, played.score.change[played.pitcher])


def add_worth(totals: Totals, side: int, worth: int) -> Totals:
    return (*totals[:side], totals[side] + worth, *totals[side + 1 :])


def change_between(before: Totals, after: Totals) -> Totals:
    return tuple(b - a for a, b in zip(before, after, strict=True))
