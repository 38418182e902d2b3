"""Why a line of the ledger is what it is, in sentences with their sources.

These sentences are read out at the table, printed and put into `pitch-score/1`; they say
what was taken, what was bid, what the rule makes of it, and on what that rule rests.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorepads.rules.going_out import Victory, within_reach
from scorepads.rules.hand import Adjustment, Hand, PassedOut, TargetChange
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.house_rules.records import HOUSE_RULES
from scorepads.rules.ledger import Ledger, Line
from scorepads.rules.preset import Cite
from scorepads.rules.scoring import is_smudge, price, score_hand
from scorepads.rules.terms import (
    SMUDGE_BID,
    WITHIN_REACH,
    Basis,
    Because,
    Bid,
    GoingOut,
    How,
    Smudge,
    change_of,
    signed,
)
from scorepads.rules.wording.sentences import say

_HOUSE = Basis.HOUSE_RULE
_OUR_READING = Basis.OUR_READING

ADJUSTED = Cite("An adjustment never ends a game by itself.", _OUR_READING)
RETARGETED = Cite(
    "A changed target is judged at once, as the last hand would have been.", _OUR_READING
)
STOOD_THERE = Cite(
    "A side at the target before the hand was there before any of its points were counted; "
    "of several the highest goes out, and level sides play on.",
    _OUR_READING,
)
WITHIN_REACH_ELSEWHERE = Cite(
    f"With another target, within reach is {WITHIN_REACH} short of it.", _OUR_READING
)
AFTER_THE_END = "After the end: kept, but not scored."


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence about this line, and the rule behind it where there is one."""

    text: str
    cite: Cite | None = None


def tell_apart(names: Sequence[str], longest: int = 40) -> list[str]:
    """The same names, equal ones (in any case) told apart by a number: Al, Al 2, Al 3."""
    told: list[str] = []
    taken: set[str] = set()
    for name in names:
        candidate, count = name, 1
        while candidate.casefold() in taken:
            count += 1
            suffix = f" {count}"
            candidate = name[: longest - len(suffix)].rstrip() + suffix
        taken.add(candidate.casefold())
        told.append(candidate)
    return told


def why(rules: Rules, names: Sequence[str], line: Line) -> list[Reason]:
    """The reasons behind one line, in the order in which the rules were applied."""
    entry = line.entry
    if isinstance(entry, PassedOut):
        return [Reason("Everybody passed: nobody scores.", _passed_out_cite(rules))]
    if isinstance(entry, Adjustment):
        return [_adjusted(names, line, entry)]
    if isinstance(entry, TargetChange):
        return _retargeted(rules, names, line, entry)
    reasons = [*_bid_reasons(rules, names, line, entry), *_others_reasons(rules, names, line)]
    if line.out:
        return [*reasons, ending(rules, names, line), *_uncounted(rules, line)]
    return [*reasons, *_why_it_goes_on(rules, names, line)]


def bid_text(bid: Bid) -> str:
    return say("bid.smudge") if bid == SMUDGE_BID else str(bid)


def ending(rules: Rules, names: Sequence[str], line: Line) -> Reason:
    """Who won on this line, how, and why that side and no other."""
    out = line.out
    assert out is not None
    other = 1 - out.winner if rules.sides == 2 else out.winner
    text = say(
        f"ending.{_ending_key(rules, out)}",
        name=names[out.winner],
        total=signed(line.totals[out.winner]),
        target=rules.target,
        other=names[other],
        point=rules.point(out.point).label if out.point else "",
        outright=rules.outright_at,
        fell_to=signed(line.totals[other]),
        sunk=signed(rules.sinks_at or 0),
    )
    return Reason(text, _ending_cite(rules, out))


def _ending_key(rules: Rules, out: Victory) -> str:
    if out.because is not Because.COUNTED_THERE_FIRST:
        return out.because.value
    if rules.sides == 2 and rules.going_out is GoingOut.PITCHER_FIRST:
        return "pitcher-not-there"
    return "counted-there-first" if out.point else "counted-there-first-by-smudge"


def result(rules: Rules, names: Sequence[str], line: Line) -> str:
    """What the line did, in one sentence; the preview before Save and the words spoken after.

    For example “Us took 2 of 3: set back 3, 2 to −1. Them +2, 7 to 9.”
    """
    entry = line.entry
    if isinstance(entry, PassedOut):
        return say("line.passed_out")
    if isinstance(entry, TargetChange):
        return " ".join(reason.text for reason in _retargeted(rules, names, line, entry))
    moves = [
        _move(names[side], line, side)
        for side in range(rules.sides)
        if line.change[side] and not (isinstance(entry, Hand) and side == entry.pitcher)
    ]
    first = _pitcher_result(names, line, entry) if isinstance(entry, Hand) else None
    said = " ".join(filter(None, [first, *moves])) or say("line.nobody_scores")
    return f"{said} {ending(rules, names, line).text}" if line.out else said


def announcement(rules: Rules, names: Sequence[str], line: Line) -> str:
    """A saved line as it is spoken: “Hand 5: Us set back 3, now minus 1. Them +2, now 6.”"""
    parts = [_spoken_move(name, line, side) for side, name in enumerate(names)]
    if isinstance(line.entry, (PassedOut, TargetChange)):
        parts = [result(rules, names, line)]
    elif line.out:
        parts.append(ending(rules, names, line).text)
    return f"Hand {line.number}: {' '.join(parts)}".replace("−", "minus ")


def _spoken_move(name: str, line: Line, side: int) -> str:
    entry, total = line.entry, spoken(line.totals[side])
    if isinstance(entry, Hand) and side == entry.pitcher and line.made is False:
        return f"{name} set back {price(entry)}, now {total}."
    moved = line.change[side]
    return f"{name} {change_of(moved)}, now {total}." if moved else f"{name} {total}."


def spoken(number: int) -> str:
    """A total as it is said aloud; a bare minus sign is left out by some readers."""
    return f"minus {-number}" if number < 0 else str(number)


def at_stake(rules: Rules, hand: Hand) -> str:
    """What the pitcher plays for while the hand is in play: “makes: +2 to +4; set: −3”."""
    assert hand.bid is not None
    if hand.bid == SMUDGE_BID:
        return say("stake.one", bid=price(hand))
    if hand.bid != rules.total:
        return say("stake.up_to", bid=hand.bid, most=rules.total)
    wins = is_smudge(rules, hand) and rules.smudge.wins_by_itself
    return say("stake.may_win", bid=hand.bid) if wins else say("stake.one", bid=hand.bid)


def winner_sentence(rules: Rules, names: Sequence[str], ledger: Ledger) -> str:
    """Who won and why, for the end of the game; empty while it goes on."""
    return ending(rules, names, ledger.lines[-1]).text if ledger.is_over else ""


def _cite(rules: Rules, key: str) -> Cite:
    return rules.preset.cites[key]


def _move(name: str, line: Line, side: int) -> str:
    before, total = signed(line.before[side]), signed(line.totals[side])
    change = change_of(line.change[side])
    return say("line.move", name=name, change=change, before=before, total=total)


def _pitcher_result(names: Sequence[str], line: Line, hand: Hand) -> str | None:
    if hand.pitcher is None or line.score is None or hand.bid is None:
        return None
    side, is_smudge_bid = hand.pitcher, hand.bid == SMUDGE_BID
    if line.made:
        key = "line.made_smudge" if is_smudge_bid else "line.made"
    else:
        key = "line.set_back_smudge" if is_smudge_bid else "line.set_back"
    return say(
        key,
        name=names[side],
        bid=hand.bid,
        took=line.score.taken[side],
        change=change_of(line.change[side]),
        loss=price(hand),
        before=signed(line.before[side]),
        total=signed(line.totals[side]),
    )


def _adjusted(names: Sequence[str], line: Line, entry: Adjustment) -> Reason:
    note = f" ({entry.note})" if entry.note else ""
    text = f"{names[entry.side]}: adjusted by {change_of(entry.by)}{note}."
    return Reason(text, ADJUSTED)


def _retargeted(
    rules: Rules, names: Sequence[str], line: Line, entry: TargetChange
) -> list[Reason]:
    changed = Reason(say("line.target", target=entry.target), _house("target"))
    if line.out:
        return [changed, ending(rules, names, line)]
    return [changed, Reason(say("line.target_reached_by_nobody"), RETARGETED)]


def _bid_reasons(rules: Rules, names: Sequence[str], line: Line, hand: Hand) -> list[Reason]:
    score = line.score
    assert score is not None
    if hand.pitcher is None or hand.bid is None:
        return [Reason("Nobody bids here: every side keeps what it took.", _house("auction"))]
    name, took = names[hand.pitcher], score.taken[hand.pitcher]
    if hand.bid == SMUDGE_BID:
        return [_smudge_reason(rules, name, line, hand)]
    if not score.made:
        text = f"{name} bid {hand.bid} and took {took}: set back {hand.bid}."
        return [Reason(text, _cite(rules, "set_back"))]
    reasons = [Reason(f"{name} bid {hand.bid} and took {took}: made.", _cite(rules, "made"))]
    in_the_hole = line.before[hand.pitcher] < 0
    unless = rules.smudge is Smudge.FOUR_WINS_UNLESS_IN_THE_HOLE
    if is_smudge(rules, hand) and unless and in_the_hole:
        text = f"{name} began the hand in the hole, so the smudge is just +{took}."
        reasons.append(Reason(text, _smudge_cite(rules)))
    return reasons


def _smudge_reason(rules: Rules, name: str, line: Line, hand: Hand) -> Reason:
    assert line.score is not None and hand.pitcher is not None
    cite = _smudge_cite(rules)
    if line.made:
        return Reason(f"{name} bid a smudge and took everything: +{price(hand)}.", cite)
    short = line.score.taken[hand.pitcher] < rules.total
    lacked = "did not take every point" if short else "did not win all six tricks"
    return Reason(f"{name} bid a smudge but {lacked}: −{price(hand)}.", cite)


def _others_reasons(rules: Rules, names: Sequence[str], line: Line) -> list[Reason]:
    """What the sides other than the pitcher took, and whether it counts."""
    score = line.score
    assert score is not None and isinstance(line.entry, Hand)
    others = [side for side in range(rules.sides) if side != line.entry.pitcher]
    took = ", ".join(
        f"{names[side]} took {score.taken[side]}" for side in others if score.taken[side]
    )
    if took and rules.no_junk:
        return [Reason(f"{took}: only the pitcher's side can score.", _house("no_junk"))]
    cite = _cite(rules, "others") if rules.auction else _house("auction")
    return [Reason(f"{took}.", cite)] if took else []


def _uncounted(rules: Rules, line: Line) -> list[Reason]:
    """Said where point order left points uncounted on the line that ended the game."""
    assert isinstance(line.entry, Hand)
    if line.change == score_hand(rules, line.entry).change:
        return []
    return [Reason("Counting stops there: the rest counts for nothing.", _going_out_cite(rules))]


def _why_it_goes_on(rules: Rules, names: Sequence[str], line: Line) -> list[Reason]:
    """Said only where somebody at the table would ask: a side stands at the target."""
    there = [side for side, total in enumerate(line.totals) if total >= rules.target]
    if not there:
        return []
    who = " and ".join(names[side] for side in there)
    text = f"{who}: at or over {rules.target}, {_still_on(rules, line)}. Nobody has won yet."
    return [Reason(text, _still_on_cite(rules))]


def _still_on(rules: Rules, line: Line) -> str:
    if rules.going_out is GoingOut.BIDDING_SIDE_ONLY:
        return "but only a pitcher that makes its bid goes out"
    if rules.going_out is not GoingOut.BIDDER_GOES_OUT:
        return "but level there"
    if within_reach(rules, line.before):
        return "but the bid failed"
    return "so one more hand is played, and its bidder goes out by making the bid"


def _still_on_cite(rules: Rules) -> Cite:
    levelled = rules.going_out in (GoingOut.PITCHER_FIRST, GoingOut.POINT_ORDER)
    return STOOD_THERE if levelled and not rules.tie_plays_on else _going_out_cite(rules)


def _house(key: str) -> Cite:
    return Cite(HOUSE_RULES[key].summary, _HOUSE)


def _passed_out_cite(rules: Rules) -> Cite:
    if "dealer_forced" in rules.house_rules:
        return _house("dealer_forced")
    return _cite(rules, "passed_out")


def _smudge_cite(rules: Rules) -> Cite:
    return _house("smudge") if "smudge" in rules.house_rules else _cite(rules, "smudge")


def _going_out_cite(rules: Rules) -> Cite:
    if not rules.auction:
        return _house("auction")
    for key in ("tie_plays_on", "going_out"):
        if rules.house_rules.get(key):
            return _house(key)
    return _cite(rules, "going_out")


def _ending_cite(rules: Rules, out: Victory) -> Cite:
    if out.how in _HOUSE_ENDINGS:
        return _house(_HOUSE_ENDINGS[out.how])
    if out.how is How.SMUDGE:
        return _smudge_cite(rules)
    if out.because is Because.STOOD_THERE_BEFORE:
        return STOOD_THERE
    if out.because is Because.MADE_WITHIN_REACH and rules.target != rules.preset.target:
        return WITHIN_REACH_ELSEWHERE
    return _going_out_cite(rules)


_HOUSE_ENDINGS = {
    How.OUTRIGHT: "outright_at",
    How.SUNK: "sinks_at",
    How.FAILED_SMUDGE: "failed_smudge_loses",
}
