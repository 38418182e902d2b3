"""Who has won after a played hand, and how.

Each judgement looks at one played hand and names a winner or none; the first that
names one ends the game. A judgement never changes a score, with one exception that the
house rule itself makes: under point order, what is left when somebody has gone out
counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scorepads.rules.hand import Hand
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.scoring import HandScore, Totals, add, is_smudge, score_hand
from scorepads.rules.terms import (
    SMUDGE_BID,
    SMUDGE_WORTH,
    WITHIN_REACH,
    Because,
    GoingOut,
    How,
    Smudge,
)


@dataclass(frozen=True, slots=True)
class Victory:
    """A side that has won, how, and the step that decided.

    `point` is the key of the point that brought it there, where points were counted one
    by one; `change` replaces the hand's change where counting stopped early.
    """

    winner: int
    how: How
    because: Because
    point: str | None = None
    change: Totals | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A played hand in its place: its score, and the totals before and after it."""

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


def judge(rules: Rules, hand: Hand, before: Totals) -> tuple[HandScore, Victory | None]:
    """Score a played hand and say whether it ends the game.

    The order of judgement (our reading): a smudge that wins, a failed smudge
    that loses, going out, `outright_at`, `sinks_at`.
    """
    score = score_hand(rules, hand)
    played = Played(hand, score, before, add(before, score.change))
    out = (
        smudge_wins(rules, played)
        or failed_smudge_loses(rules, played)
        or GOING_OUT[rules.going_out](rules, played)
        or outright(rules, played)
        or sunk(rules, played)
    )
    if out and out.change is not None:
        score = HandScore(score.taken, score.made, out.change)
    return score, out


def judge_again(rules: Rules, hand: Hand, after: Totals) -> Victory | None:
    """Who has gone out by a target that was changed after `hand`, the last one played.

    Our reading: the hand is judged once more, under `rules` with the new target and at the
    totals `after` it as they stand now; nothing that it scored is taken back.
    """
    score = score_hand(rules, hand)
    before = tuple(total - change for total, change in zip(after, score.change, strict=True))
    out = GOING_OUT[rules.going_out](rules, Played(hand, score, before, after))
    return out and replace(out, change=None)


def smudge_wins(rules: Rules, played: Played) -> Victory | None:
    """A made bid of all the points wins on the spot; in Bicycle not from in the hole."""
    if not (rules.smudge.wins_by_itself and played.score.made and is_smudge(rules, played.hand)):
        return None
    assert played.pitcher is not None
    from_the_hole = played.before[played.pitcher] < 0
    if from_the_hole and rules.smudge is Smudge.FOUR_WINS_UNLESS_IN_THE_HOLE:
        return None
    return Victory(played.pitcher, How.SMUDGE, Because.MADE_EVERYTHING)


def failed_smudge_loses(rules: Rules, played: Played) -> Victory | None:
    """House rule for two sides: who fails a smudge has lost."""
    failed = played.score.made is False and is_smudge(rules, played.hand)
    if not (rules.failed_smudge_loses and failed):
        return None
    return Victory(played.others[0], How.FAILED_SMUDGE, Because.FAILED_EVERYTHING)


def pitcher_first(rules: Rules, played: Played) -> Victory | None:
    """The pitcher at the target wins; else the others, in the order in which they got there."""
    pitcher, target = played.pitcher, rules.target
    assert pitcher is not None  # pitcher-first needs an auction, which `bend` has seen to
    if played.after[pitcher] >= target:
        return _reached(pitcher, Because.PITCHER_AT_TARGET)
    if rules.tie_plays_on:
        there = [side for side in played.others if played.after[side] >= target]
        return _highest(played.after, there, Because.HIGHEST_AT_TARGET)
    stood = [side for side in played.others if played.before[side] >= target]
    if stood:
        return _highest(played.after, stood, Because.STOOD_THERE_BEFORE)
    counted = [] if rules.no_junk else _owned(rules, played.hand, played.others)
    first = _count(target, played.before, counted)
    return first.out if first else None


def bidding_side_only(rules: Rules, played: Played) -> Victory | None:
    """Only a pitcher that made its bid goes out (Pagat Partnership, Oklahoma)."""
    pitcher = played.pitcher
    assert pitcher is not None
    if played.score.made and played.after[pitcher] >= rules.target:
        return _reached(pitcher, Because.MADE_ITS_BID)
    return None


def bidder_goes_out(rules: Rules, played: Played) -> Victory | None:
    """Who is first there, unless both began within reach: then who makes its bid (Pedro)."""
    pitcher = played.pitcher
    assert pitcher is not None
    there = [side for side, total in enumerate(played.after) if total >= rules.target]
    if not within_reach(rules, played.before):
        return _reached(there[0], Because.ALONE_AT_TARGET) if len(there) == 1 else None
    if played.score.made:
        return Victory(pitcher, How.BIDDER_GOES_OUT, Because.MADE_WITHIN_REACH)
    defender = played.others[0]
    return _reached(defender, Because.DEFENDER_AT_TARGET) if defender in there else None


def within_reach(rules: Rules, totals: Sequence[int]) -> bool:
    """Whether all stand within seven of the target, so that the bidder goes out.

    Pagat says 55 of 62; the same distance from another target is our reading.
    """
    return all(total >= rules.target - WITHIN_REACH for total in totals)


def point_order(rules: Rules, played: Played) -> Victory | None:
    """The points are counted strictly in order, and the first side at the target wins.

    A side that stood there before the hand has got there first, once a set pitcher has
    lost its bid; what is not counted then changes nothing.
    """
    running = _after_setback(played)
    stood = [side for side, total in enumerate(played.before) if total >= rules.target]
    still_there = [side for side in stood if running[side] >= rules.target]
    if out := _highest(running, still_there, Because.STOOD_THERE_BEFORE):
        return replace(out, change=_change(played.before, running))
    first = _count(rules.target, running, _in_order(rules, played))
    return replace(first.out, change=_change(played.before, first.totals)) if first else None


def outright(rules: Rules, played: Played) -> Victory | None:
    """House rule: at so many points a side wins whoever bid; equal totals play on."""
    if rules.outright_at is None:
        return None
    there = [side for side, total in enumerate(played.after) if total >= rules.outright_at]
    out = _highest(played.after, there, Because.AT_OUTRIGHT)
    return out and Victory(out.winner, How.OUTRIGHT, out.because)


def sunk(rules: Rules, played: Played) -> Victory | None:
    """House rule for two sides: who is this far in the hole has lost, unless both are."""
    if rules.sinks_at is None:
        return None
    sinking = [side for side, total in enumerate(played.after) if total <= rules.sinks_at]
    if len(sinking) != 1:
        return None
    return Victory(1 - sinking[0], How.SUNK, Because.OTHER_SUNK)


GOING_OUT = {
    GoingOut.PITCHER_FIRST: pitcher_first,
    GoingOut.BIDDING_SIDE_ONLY: bidding_side_only,
    GoingOut.BIDDER_GOES_OUT: bidder_goes_out,
    GoingOut.POINT_ORDER: point_order,
}


def _reached(winner: int, because: Because) -> Victory:
    return Victory(winner, How.REACHED_TARGET, because)


def _highest(totals: Totals, sides: Sequence[int], because: Because) -> Victory | None:
    """The one of `sides` with the highest total; nobody when two share it."""
    if not sides:
        return None
    best = max(totals[side] for side in sides)
    leaders = [side for side in sides if totals[side] == best]
    return _reached(leaders[0], because) if len(leaders) == 1 else None


@dataclass(frozen=True, slots=True)
class _Counted:
    """Where the counting of single points stopped: who was there, and the totals then."""

    out: Victory
    totals: Totals


_Won = tuple[str | None, int, int]
"""Something counted: a point's key (None for a smudge's five), its owner, its worth."""


def _count(target: int, totals: Totals, won: Iterable[_Won]) -> _Counted | None:
    """Count one by one; stops at the first side that stands at the target."""
    for key, owner, worth in won:
        totals = _give(totals, owner, worth)
        if totals[owner] >= target:
            out = Victory(owner, How.REACHED_TARGET, Because.COUNTED_THERE_FIRST, point=key)
            return _Counted(out, totals)
    return None


def _in_order(rules: Rules, played: Played) -> list[_Won]:
    """What point order counts: a made Pagat smudge at once, else every point that scores."""
    pitcher = played.pitcher
    if played.hand.bid == SMUDGE_BID and played.score.made:
        assert pitcher is not None
        return [(None, pitcher, SMUDGE_WORTH)]
    others = [] if rules.no_junk else played.others
    scorers = others if pitcher is None or not played.score.made else [pitcher, *others]
    return _owned(rules, played.hand, scorers)


def _owned(rules: Rules, hand: Hand, sides: Sequence[int]) -> list[_Won]:
    """The points that belong to `sides`, in the preset's order."""
    assert hand.points is not None
    owners = ((point, hand.points[point.key]) for point in rules.points)
    return [
        (point.key, owner, point.worth)
        for point, owner in owners
        if owner is not None and owner in sides
    ]


def _after_setback(played: Played) -> Totals:
    """The totals once a set pitcher has lost its bid, before any point is counted."""
    if played.pitcher is None or played.score.made:
        return played.before
    return _give(played.before, played.pitcher, played.score.change[played.pitcher])


def _give(totals: Totals, side: int, worth: int) -> Totals:
    return (*totals[:side], totals[side] + worth, *totals[side + 1 :])


def _change(before: Totals, after: Totals) -> Totals:
    return tuple(b - a for a, b in zip(before, after, strict=True))
