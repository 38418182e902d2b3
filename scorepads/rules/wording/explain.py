"""Sentences that explain a scored line, each with the rule that it rests on.

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
from scorepads.rules.preset import Citation
from scorepads.rules.scoring import (
    bid_reward,
    is_moon_to_zero,
    is_smudge,
    score_hand,
    setback_cost,
)
from scorepads.rules.terms import (
    MOON_BID,
    SMUDGE_BID,
    SMUDGE_WORTH,
    WITHIN_REACH,
    Basis,
    Bid,
    DecidingStep,
    EndingKind,
    GoingOut,
    Smudge,
    change_of,
    signed,
)
from scorepads.rules.wording import who_wins
from scorepads.rules.wording.sentences import say
from scorepads.rules.wording.sides import as_object, as_subject, is_plural

HOUSE_RULE = Basis.HOUSE_RULE
OUR_READING = Basis.OUR_READING

ADJUSTED = Citation("An adjustment never ends a game by itself.", OUR_READING)
RETARGETED = Citation(
    "A changed target is judged at once, as the last hand would have been.", OUR_READING
)
STOOD_THERE = Citation(
    "A side at the target before the hand was there before any of its points were counted; "
    "of several the highest goes out, and in a tie they play on.",
    OUR_READING,
)
WITHIN_REACH_ELSEWHERE = Citation(
    f"With another target, within reach is {WITHIN_REACH} short of it.", OUR_READING
)
AFTER_THE_END = "After the end: kept, but not scored."


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence about one line, with the rule behind it if there is one."""

    text: str
    cite: Citation | None = None


def tell_apart(names: Sequence[str], longest: int = 40) -> list[str]:
    """The names, with a number after equal ones (in any case): Al, Al 2, Al 3."""
    unique: list[str] = []
    taken: set[str] = set()
    for name in names:
        candidate, count = name, 1
        while candidate.casefold() in taken:
            count += 1
            suffix = f" {count}"
            candidate = name[: longest - len(suffix)].rstrip() + suffix
        taken.add(candidate.casefold())
        unique.append(candidate)
    return unique


def line_reasons(rules: Rules, names: Sequence[str], line: Line) -> list[Reason]:
    """The reasons behind one line, in the order in which the rules were applied."""
    entry = line.entry
    if isinstance(entry, PassedOut):
        passed = Reason("Everyone passed: nobody scores.", passed_out_citation(rules))
        return [passed, ending_reason(rules, names, line)] if line.out else [passed]
    if isinstance(entry, Adjustment):
        return [adjustment_reason(names, line, entry)]
    if isinstance(entry, TargetChange):
        return target_reasons(rules, names, line, entry)
    reasons = [*bid_reasons(rules, names, line, entry), *others_reasons(rules, names, line)]
    if line.out:
        return [*reasons, ending_reason(rules, names, line), *uncounted_reasons(rules, line)]
    return [*reasons, *reasons_to_go_on(rules, names, line)]


def bid_text(bid: Bid) -> str:
    if isinstance(bid, int):
        return str(bid)
    return say("bid.smudge" if bid == SMUDGE_BID else "bid.moon")


def ending_reason(rules: Rules, names: Sequence[str], line: Line) -> Reason:
    """Who won on this line, how, and why that side and no other."""
    out = line.out
    assert out is not None
    winner, other = out.winner, other_side(line, out)
    text = say(
        f"ending.{ending_key(rules, out)}",
        name="" if winner is None else as_subject(names[winner]),
        total=signed(max(line.totals) if winner is None else line.totals[winner]),
        target=rules.target,
        other=as_subject(names[other], begins=False),
        point=rules.find_point(out.point).label if out.point else "",
        outright=rules.outright_at,
        fell_to=signed(line.totals[other]),
        sunk=signed(rules.sinks_at or 0),
    )
    return Reason(text, ending_citation(rules, out))


def other_side(line: Line, out: Victory) -> int:
    """Who is named beside the winner: the pitcher, or the other one of two sides."""
    pitcher = line.entry.pitcher if isinstance(line.entry, Hand) else None
    if pitcher is not None and pitcher != out.winner:
        return pitcher
    return 1 - out.winner if out.winner is not None and len(line.totals) == 2 else 0


def ending_key(rules: Rules, out: Victory) -> str:
    if out.because is not DecidingStep.COUNTED_THERE_FIRST:
        return out.because.value
    if rules.sides == 2 and rules.going_out is GoingOut.PITCHER_FIRST:
        return "pitcher-not-there"
    return "counted-there-first" if out.point else "counted-there-first-by-smudge"


def line_in_words(rules: Rules, names: Sequence[str], line: Line) -> str:
    """The changes of a line in words, for the preview before Save and the message after it.

    For example “We took 2 of 3: set back 3, 2 to −1. They scored 2, 7 to 9.”
    """
    entry = line.entry
    if isinstance(entry, PassedOut):
        passed = say("line.passed_out")
        return f"{passed} {ending_reason(rules, names, line).text}" if line.out else passed
    if isinstance(entry, TargetChange):
        return " ".join(reason.text for reason in target_reasons(rules, names, line, entry))
    moves = [
        move_text(names[side], line, side)
        for side in range(rules.sides)
        if line.change[side] and not (isinstance(entry, Hand) and side == entry.pitcher)
    ]
    first = pitcher_result(rules, names, line, entry) if isinstance(entry, Hand) else None
    text = " ".join(filter(None, [first, *moves])) or say("line.nobody_scores")
    return f"{text} {ending_reason(rules, names, line).text}" if line.out else text


def spoken_line(rules: Rules, names: Sequence[str], line: Line) -> str:
    """A saved line as a screen reader speaks it: “Hand 5: We were set back 3 …”"""
    parts = [spoken_move(name, line, side) for side, name in enumerate(names)]
    if isinstance(line.entry, (PassedOut, TargetChange)):
        parts = [line_in_words(rules, names, line)]
    elif line.out:
        parts.append(ending_reason(rules, names, line).text)
    return f"Hand {line.number}: {' '.join(parts)}".replace("−", "minus ")


def spoken_move(name: str, line: Line, side: int) -> str:
    entry, total = line.entry, spoken_number(line.totals[side])
    subject, moved = as_subject(name), line.change[side]
    if isinstance(entry, Hand) and side == entry.pitcher and line.made is False:
        return f"{subject} {'were' if is_plural(name) else 'was'} set back {-moved}, now {total}."
    if not moved:
        return f"{subject} {'have' if is_plural(name) else 'has'} {total}."
    return f"{subject} {'scored' if moved > 0 else 'lost'} {abs(moved)}, now {total}."


def spoken_number(number: int) -> str:
    """A total with “minus” spelled out, since some screen readers skip the sign."""
    return f"minus {-number}" if number < 0 else str(number)


def at_stake(rules: Rules, hand: Hand, totals: Sequence[int]) -> str:
    """What the pitcher plays for while the hand is in play: “make +3 or +4 · set −3”."""
    assert hand.bid is not None and hand.pitcher is not None
    gain = gain_text(rules, hand, totals[hand.pitcher])
    return say("stake.line", gain=gain, loss=loss_text(rules, hand))


def gain_text(rules: Rules, hand: Hand, before: int) -> str:
    """What making the bid scores, and whether that wins the game by itself."""
    assert hand.bid is not None
    if is_moon_to_zero(rules, hand, before):
        return say("stake.to_zero")
    least = rules.total if hand.bid == MOON_BID else hand.bid
    most = rules.total
    if isinstance(hand.bid, str):
        least = most = bid_reward(rules, hand.bid, rules.total)
    if wins_by_itself(rules, hand, before):
        return say("stake.wins", least=least)
    assert isinstance(least, int)
    key = "stake.one" if least == most else "stake.two" if most - least == 1 else "stake.span"
    return say(key, least=least, most=most)


def wins_by_itself(rules: Rules, hand: Hand, before: int) -> bool:
    """Whether making this bid wins the game, from that total before the hand."""
    if hand.bid == MOON_BID:
        return rules.moon is not None and rules.moon.made is None
    if not (rules.smudge.wins_by_itself and is_smudge(rules, hand)):
        return False
    return before >= 0 or rules.smudge is Smudge.FOUR_WINS


def loss_text(rules: Rules, hand: Hand) -> str:
    """What being set back costs, and whether that loses the game by itself."""
    assert hand.bid is not None
    loss = setback_cost(rules, hand.bid)
    by_moon = hand.bid == MOON_BID and rules.moon is not None and rules.moon.loses
    if by_moon or (rules.failed_smudge_loses and is_smudge(rules, hand)):
        return say("stake.loses", loss=loss)
    is_shared = not hand.partners or rules.partner_pays
    return say("stake.loss" if is_shared else "stake.partner_free", loss=loss)


def ending_headline(names: Sequence[str], out: Victory) -> str:
    """Who won, in two words; “Drawn” where nobody did."""
    return "Drawn" if out.winner is None else f"{as_subject(names[out.winner])} won"


def winner_sentence(rules: Rules, names: Sequence[str], ledger: Ledger) -> str:
    """Who won and why, for the end of the game; empty while it goes on."""
    return ending_reason(rules, names, ledger.lines[-1]).text if ledger.is_over else ""


def preset_citation(rules: Rules, key: str) -> Citation:
    return rules.preset.cites[key]


def move_text(name: str, line: Line, side: int) -> str:
    before, total, moved = signed(line.before[side]), signed(line.totals[side]), line.change[side]
    key = "line.scored" if moved > 0 else "line.lost"
    return say(key, name=as_subject(name), points=abs(moved), before=before, total=total)


def team_name(names: Sequence[str], hand: Hand) -> str:
    """The pitcher, and whom it called for the hand: “Ann with Cy”."""
    assert hand.pitcher is not None
    name = as_subject(names[hand.pitcher])
    if not hand.partners:
        return name
    partners = ", ".join(as_object(names[side]) for side in hand.partners)
    return say("line.team", name=name, partners=partners)


def pitcher_result(rules: Rules, names: Sequence[str], line: Line, hand: Hand) -> str | None:
    if hand.pitcher is None or line.score is None or hand.bid is None:
        return None
    side = hand.pitcher
    if hand.bid == SMUDGE_BID:
        key = "line.made_smudge" if line.made else "line.set_back_smudge"
    elif hand.bid == MOON_BID:
        key = "line.made_moon" if line.made else "line.set_back_moon"
    else:
        key = "line.made" if line.made else "line.set_back"
    return say(
        key,
        name=team_name(names, hand),
        bid=hand.bid,
        took=line.score.took,
        change=change_of(line.change[side]),
        loss=setback_cost(rules, hand.bid),
        before=signed(line.before[side]),
        total=signed(line.totals[side]),
    )


def adjustment_reason(names: Sequence[str], line: Line, entry: Adjustment) -> Reason:
    note = f" ({entry.note})" if entry.note else ""
    text = f"Adjustment: {names[entry.side]} {change_of(entry.by)}{note}."
    return Reason(text, ADJUSTED)


def target_reasons(
    rules: Rules, names: Sequence[str], line: Line, entry: TargetChange
) -> list[Reason]:
    changed = Reason(say("line.target", target=entry.target), house_rule_citation("target"))
    if line.out:
        return [changed, ending_reason(rules, names, line)]
    return [changed, Reason(say("line.target_reached_by_nobody"), RETARGETED)]


def bid_reasons(rules: Rules, names: Sequence[str], line: Line, hand: Hand) -> list[Reason]:
    score = line.score
    assert score is not None
    if hand.pitcher is None or hand.bid is None:
        return [
            Reason(
                "Nobody bids here: every side keeps what it took.", house_rule_citation("auction")
            )
        ]
    name, took = team_name(names, hand), score.took
    if hand.bid == SMUDGE_BID:
        return [smudge_reason(rules, name, line, hand)]
    if hand.bid == MOON_BID:
        return [moon_reason(rules, name, line, hand)]
    if not score.made:
        text = f"{name} bid {hand.bid} and took {took}: set back {hand.bid}."
        return [Reason(text, preset_citation(rules, "set_back"))]
    reasons = [
        Reason(f"{name} bid {hand.bid} and took {took}: made.", preset_citation(rules, "made"))
    ]
    in_the_hole = line.before[hand.pitcher] < 0
    unless = rules.smudge is Smudge.FOUR_WINS_UNLESS_IN_THE_HOLE
    if is_smudge(rules, hand) and unless and in_the_hole:
        text = f"{name} began the hand in the hole, so the smudge only scores +{took}."
        reasons.append(Reason(text, smudge_citation(rules)))
    return reasons


def smudge_reason(rules: Rules, name: str, line: Line, hand: Hand) -> Reason:
    assert line.score is not None and hand.pitcher is not None
    cite = smudge_citation(rules)
    if line.made:
        return Reason(f"{name} bid a smudge and took everything: +{SMUDGE_WORTH}.", cite)
    short = line.score.taken[hand.pitcher] < rules.total
    lacked = "did not take every point" if short else "did not win all six tricks"
    return Reason(f"{name} bid a smudge but {lacked}: −{SMUDGE_WORTH}.", cite)


def moon_reason(rules: Rules, name: str, line: Line, hand: Hand) -> Reason:
    assert line.score is not None and hand.pitcher is not None
    cite, change = house_rule_citation("moon"), change_of(line.change[hand.pitcher])
    if line.score.to_zero:
        text = f"{name} bid a moon from in the hole and took everything: back to 0."
        return Reason(text, cite)
    if line.made:
        return Reason(f"{name} bid a moon and took everything: {change}.", cite)
    short = line.score.took < rules.total
    lacked = "did not take every point" if short else "did not win every trick"
    return Reason(f"{name} bid a moon but {lacked}: {change}.", cite)


def others_reasons(rules: Rules, names: Sequence[str], line: Line) -> list[Reason]:
    """What the sides other than the pitcher took, and whether it counts."""
    score = line.score
    assert score is not None and isinstance(line.entry, Hand)
    others = [side for side in range(rules.sides) if side not in line.entry.team]
    took = ", ".join(
        f"{as_subject(names[side], begins=not place)} took {score.taken[side]}"
        for place, side in enumerate(side for side in others if score.taken[side])
    )
    if took and rules.no_junk:
        return [
            Reason(f"{took}: only the pitcher's side can score.", house_rule_citation("no_junk"))
        ]
    if took and rules.calls_partners:
        together = sum(score.taken[side] for side in others)
        text = f"The others took {together} together, and each of them scores that."
        return [Reason(text, house_rule_citation("partners"))]
    cite = preset_citation(rules, "others") if rules.auction else house_rule_citation("auction")
    return [Reason(f"{took}.", cite)] if took else []


def uncounted_reasons(rules: Rules, line: Line) -> list[Reason]:
    """The reason for points that point order did not count on the line that ended the game."""
    if not isinstance(line.entry, Hand):
        return []
    if line.change == score_hand(rules, line.entry, line.before).change:
        return []
    return [Reason("Counting stops there: the rest counts for nothing.", going_out_citation(rules))]


def reasons_to_go_on(rules: Rules, names: Sequence[str], line: Line) -> list[Reason]:
    """Why the game goes on although a side is at the target; empty where no side is."""
    if rules.target is None:
        return []
    there = [side for side, total in enumerate(line.totals) if total >= rules.goal]
    if not there:
        return []
    who = " and ".join(
        as_subject(names[side], begins=not place) for place, side in enumerate(there)
    )
    are = "are" if len(there) > 1 or is_plural(names[there[0]]) else "is"
    reached = f"{who} {are} at {rules.target} or more"
    text = f"{reached}, {going_on_text(rules, line)}. Nobody has won yet."
    return [Reason(text, going_on_citation(rules))]


def going_on_text(rules: Rules, line: Line) -> str:
    if rules.going_out is GoingOut.BIDDING_SIDE_ONLY:
        return "but only a pitcher that makes its bid goes out"
    if rules.going_out is not GoingOut.BIDDER_GOES_OUT:
        return "but tied"
    if within_reach(rules, line.before):
        return "but the bid failed"
    return "so one more hand is played, and its bidder goes out by making the bid"


def going_on_citation(rules: Rules) -> Citation:
    levelled = rules.going_out in (GoingOut.PITCHER_FIRST, GoingOut.POINT_ORDER)
    return STOOD_THERE if levelled and not rules.tie_plays_on else going_out_citation(rules)


def house_rule_citation(key: str) -> Citation:
    return Citation(HOUSE_RULES[key].summary, HOUSE_RULE)


def passed_out_citation(rules: Rules) -> Citation:
    if "dealer_forced" in rules.house_rules:
        return house_rule_citation("dealer_forced")
    return preset_citation(rules, "passed_out")


def smudge_citation(rules: Rules) -> Citation:
    return (
        house_rule_citation("smudge")
        if "smudge" in rules.house_rules
        else preset_citation(rules, "smudge")
    )


def going_out_citation(rules: Rules) -> Citation:
    if not rules.auction:
        return house_rule_citation("auction")
    for key in ("tie_plays_on", "going_out", "partners"):
        if rules.house_rules.get(key):
            return house_rule_citation(key)
    return who_wins.going_out_citation(rules)


def ending_citation(rules: Rules, out: Victory) -> Citation:
    if out.how in HOUSE_RULE_ENDINGS:
        return house_rule_citation(HOUSE_RULE_ENDINGS[out.how])
    if out.how is EndingKind.SMUDGE:
        return smudge_citation(rules)
    if out.because is DecidingStep.STOOD_THERE_BEFORE:
        return STOOD_THERE
    if out.because is DecidingStep.MADE_WITHIN_REACH and rules.target != rules.preset.target:
        return WITHIN_REACH_ELSEWHERE
    return going_out_citation(rules)


HOUSE_RULE_ENDINGS = {
    EndingKind.OUTRIGHT: "outright_at",
    EndingKind.SUNK: "sinks_at",
    EndingKind.FAILED_SMUDGE: "failed_smudge_loses",
    EndingKind.MOON: "moon",
    EndingKind.FAILED_MOON: "moon",
    EndingKind.HANDS_PLAYED: "ends_after",
    EndingKind.DRAWN: "ends_after",
}
