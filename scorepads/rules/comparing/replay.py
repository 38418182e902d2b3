"""Replay a pad's facts under another ruleset, and find where the two ledgers differ.

The facts are read as the table wrote them. Our reading of what they mean under other rules:

- A bid is the number that was bid. One that the other ruleset does not have stops the replay,
  and so does Pagat's smudge or a moon where there is none. A moon that took everything stops it
  where every trick is asked for as well, and here was not. A bid of all the points is a smudge
  where the other ruleset says so, whatever the table meant by it: a caution.
- Partners that were called stop a replay where sides stay together. Where partners are called
  and nobody called any, every pitcher plays alone: a caution.
- A point that the other ruleset needs and the table did not write down stops the replay; so
  does one that went to nobody where it always belongs to somebody. Points that the other
  ruleset does not have are left aside: a caution.
- Low and Game are taken as they were written, also where they are given for something else
  (held or won in the trick, pips or the ten): a caution.
- A passed-out hand scores nothing anywhere, so it never stops a replay; where the
  other ruleset has none, a caution says so.
- Without an auction there, bids are left aside: a caution. Without one here, there is no bid
  to judge, and that stops the replay.
- Adjustments and starting scores are points on the paper and count as they are. A change of
  the target belongs to this game and is left aside, like its first target.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from scorepads.rules.comparing.aspects import bids_text
from scorepads.rules.hand import (
    Entry,
    Hand,
    PassedOut,
    Side,
    TargetChange,
    as_facts,
    count_seats,
    read_entry,
)
from scorepads.rules.house_rules.apply import Rules, with_seats
from scorepads.rules.ledger import Ledger, Line, dealer_seats, fold
from scorepads.rules.rulesets import Ruleset
from scorepads.rules.scoring import Totals, needs_all_tricks
from scorepads.rules.terms import Refused, signed, value_text

Facts = Mapping[str, Any]


class CannotJudge(ValueError):
    """Facts that cannot be judged by these rules; `reasons` holds a sentence for each cause."""

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = tuple(reasons)


def read_hand(rules: Rules, sides: Sequence[Side], facts: Facts) -> Hand:
    """The hand that `rules` read in facts written under others; raises `CannotJudge`.

    Facts that these rules do not use are ignored.
    """
    if reasons := missing_facts(rules, facts):
        raise CannotJudge(reasons)
    try:
        hand = read_entry(needed_facts(rules, facts), rules, sides)
    except Refused as refusal:
        raise CannotJudge([problem.message for problem in refusal.problems]) from refusal
    assert isinstance(hand, Hand)
    return hand


def missing_facts(rules: Rules, facts: Facts) -> list[str]:
    reasons = missing_bid(rules, facts) if rules.auction else []
    if facts.get("with") and not rules.calls_partners:
        reasons.append("a partner was called for the hand, and there sides stay together")
    points = facts.get("points")
    if points is None:
        return reasons
    missing = [point.label for point in rules.points if point.key not in points]
    if missing:
        verb = "wasn't" if len(missing) == 1 else "weren't"
        reasons.append(f"{join_with_and(missing)} {verb} recorded")
    owned = [p for p in rules.points if p.key in points and not p.nobody]
    nobodys = [point.label for point in owned if points[point.key] is None]
    if nobodys:
        verb = "belongs" if len(nobodys) == 1 else "belong"
        reasons.append(
            f"{join_with_and(nobodys)} went to nobody, and always {verb} to a side there"
        )
    return reasons


def missing_bid(rules: Rules, facts: Facts) -> list[str]:
    bid = facts.get("bid")
    if facts.get("pitcher") is None or bid is None:
        return ["who bid, and what, wasn't recorded"]
    if bid in rules.bids:
        return []
    named = bid if isinstance(bid, str) else value_text(bid)
    return [f"bids there are {bids_text(rules)}, not {named}"]


def needed_facts(rules: Rules, facts: Facts) -> dict[str, Any]:
    wanted = ["dealer", "trump", "note"]
    wanted += ["pitcher", "bid", "player", "all_tricks"] if rules.auction else []
    wanted += ["with"] if rules.calls_partners else []
    asked = {key: facts[key] for key in wanted if key in facts}
    if not needs_all_tricks(rules, asked.get("bid")):
        asked.pop("all_tricks", None)
    if "points" in facts:
        asked["points"] = {point.key: facts["points"][point.key] for point in rules.points}
    return asked


def join_with_and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


@dataclass(frozen=True, slots=True)
class Judgment:
    """One hand scored under one ruleset, or the reasons why it cannot be scored."""

    ruleset: Ruleset
    line: Line | None = None
    cannot: tuple[str, ...] = ()


def judge_hand(ruleset: Ruleset, before: Sequence[int], facts: Facts) -> Judgment:
    """One played hand from the scores `before` it, under one ruleset."""
    sides = [Side(str(number)) for number in range(len(before))]
    try:
        rules = ruleset.rules(len(before))
        hand = read_hand(rules, sides, {"points": {}, **facts})
    except CannotJudge as trouble:
        return Judgment(ruleset, cannot=trouble.reasons)
    except Refused as refusal:
        return Judgment(ruleset, cannot=tuple(p.message for p in refusal.problems))
    return Judgment(ruleset, line=fold(rules, before, [hand]).lines[0])


@dataclass(frozen=True, slots=True)
class ReplayStop:
    """The line at which a replay cannot go on, and why; `number` is 0 if it cannot begin."""

    number: int
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A pad's facts under another ruleset, as far as it can judge them.

    `entries` are the facts as it reads them, by the numbers that they have on the pad;
    `stop` is None where every line could be judged until the game was over. `refused` holds
    the reasons why a pad cannot be played on under this ruleset, also after a full replay.
    """

    ruleset: Ruleset
    ledger: Ledger | None
    entries: Mapping[int, Entry]
    stop: ReplayStop | None
    cautions: tuple[str, ...]
    refused: tuple[str, ...]

    @property
    def can_be_played_on(self) -> bool:
        return self.ledger is not None and not self.refused


def replay_under(
    ruleset: Ruleset,
    pad_rules: Rules,
    sides: Sequence[Side],
    start: Sequence[int],
    entries: Sequence[Entry],
) -> Replay:
    """Fold the `entries`, written under `pad_rules`, under `ruleset` as far as it goes."""
    try:
        rules = with_seats(ruleset.rules(len(sides)), count_seats(sides))
    except Refused as refusal:
        reasons = tuple(f"{p.message}, and this game has {len(sides)}" for p in refusal.problems)
        return Replay(ruleset, None, {}, ReplayStop(0, reasons), (), reasons)
    read, stop = read_entries(pad_rules, rules, sides, entries)
    ledger = with_pad_numbers(fold(rules, start, read.values()), list(read))
    return Replay(
        ruleset=ruleset,
        ledger=ledger,
        entries=read,
        stop=None if ledger.is_over else stop,
        cautions=(
            *start_cautions(rules, start),
            *replay_cautions(pad_rules, rules, entries, list(read.values())),
        ),
        refused=tuple(refusal_reasons(rules, read, stop)),
    )


def read_entries(
    pad_rules: Rules, rules: Rules, sides: Sequence[Side], entries: Sequence[Entry]
) -> tuple[dict[int, Entry], ReplayStop | None]:
    read: dict[int, Entry] = {}
    for number, entry in enumerate(entries, start=1):
        if isinstance(entry, TargetChange):
            continue
        try:
            read[number] = reread_entry(pad_rules, rules, sides, entry)
        except CannotJudge as trouble:
            return read, ReplayStop(number, trouble.reasons)
    return read, None


def reread_entry(pad_rules: Rules, rules: Rules, sides: Sequence[Side], entry: Entry) -> Entry:
    if not isinstance(entry, Hand):
        return entry
    if not entry.is_played and not rules.auction:
        raise CannotJudge(["the hand is still being played"])
    if tricks_are_unknown(pad_rules, rules, entry):
        raise CannotJudge(["whether the moon won every trick wasn't recorded"])
    return read_hand(rules, sides, as_facts(entry))


def tricks_are_unknown(pad_rules: Rules, rules: Rules, hand: Hand) -> bool:
    """Whether a bid hangs on tricks that nobody asked for here: a moon that took everything."""
    if needs_all_tricks(pad_rules, hand.bid) or not needs_all_tricks(rules, hand.bid):
        return False
    return not hand.all_tricks and set((hand.points or {}).values()) == {hand.pitcher}


def with_pad_numbers(ledger: Ledger, numbers: Sequence[int]) -> Ledger:
    """The ledger with the numbers that its lines have on the pad."""
    lines = (replace(line, number=numbers[line.number - 1]) for line in ledger.lines)
    return replace(ledger, lines=tuple(lines))


def refusal_reasons(rules: Rules, read: Mapping[int, Entry], stop: ReplayStop | None) -> list[str]:
    reasons = [f"hand {stop.number}: {'; '.join(stop.reasons)}"] if stop else []
    impossible = impossible_pass_outs(rules, read)
    return reasons + [f"hand {number} cannot be passed out there" for number in impossible]


def impossible_pass_outs(rules: Rules, read: Mapping[int, Entry]) -> list[int]:
    if rules.can_be_passed_out:
        return []
    return [number for number, entry in read.items() if isinstance(entry, PassedOut)]


def replay_cautions(
    pad_rules: Rules, other: Rules, entries: Sequence[Entry], read: Sequence[Entry]
) -> list[str]:
    """Warnings about facts that the other ruleset would understand differently."""
    played = [entry for entry in read if isinstance(entry, Hand) and entry.is_played]
    cautions = []
    if played:
        cautions = [*point_cautions(pad_rules, other), *bid_cautions(pad_rules, other, played)]
    if not other.can_be_passed_out and any(isinstance(entry, PassedOut) for entry in read):
        cautions.append(
            "A hand cannot be passed out there. Those that were are kept and score nothing."
        )
    if any(isinstance(entry, TargetChange) for entry in entries):
        cautions.append(
            f"The change of the target was made to this game; there {played_to(other)}."
        )
    return cautions


def played_to(rules: Rules) -> str:
    return "there is none" if rules.target is None else f"it is played to {rules.target}"


def start_cautions(other: Rules, start: Sequence[int]) -> list[str]:
    if other.target is None or max(start) < other.target:
        return []
    return [
        f"The game began with a side at {max(start)}, and there it is played to {other.target}."
    ]


def low_to_text(rules: Rules) -> str:
    return rules.low_to.summary if rules.low_to else "whichever side the table agrees on"


def point_cautions(pad_rules: Rules, other: Rules) -> list[str]:
    shared = {point.key for point in pad_rules.points} & {point.key for point in other.points}
    cautions = []
    if "low" in shared and pad_rules.low_to is not other.low_to:
        cautions.append(
            f"There Low goes to {low_to_text(other)}; here, to {low_to_text(pad_rules)}. "
            "It is taken as recorded."
        )
    if "game" in shared and pad_rules.game_by is not other.game_by:
        cautions.append(
            f"There Game is given for {other.game_by.summary}; "
            f"here, for {pad_rules.game_by.summary}. "
            "It is taken as recorded."
        )
    elif "game" in shared and pad_rules.game_tie is not other.game_tie:
        cautions.append(
            f"There a tied Game goes to {other.game_tie.summary}; "
            f"here, to {pad_rules.game_tie.summary}. "
            "It is taken as recorded."
        )
    aside = [point.label for point in pad_rules.points if point.key not in shared]
    if aside:
        verb = "counts" if len(aside) == 1 else "count"
        cautions.append(f"{join_with_and(aside)} {verb} for nothing there.")
    return cautions


def bid_cautions(pad_rules: Rules, other: Rules, played: Sequence[Hand]) -> list[str]:
    if not pad_rules.auction:
        return []
    if not other.auction:
        return ["Nobody bids there: who bid here, and what, is left aside."]
    if other.calls_partners and not any(hand.partners for hand in played):
        return ["Partners are called there, and nobody called one: every pitcher plays alone."]
    everything = any(hand.bid == other.total for hand in played)
    as_here = pad_rules.smudge.wins_by_itself and pad_rules.total == other.total
    if other.smudge.wins_by_itself and not as_here and everything:
        return [f"A bid of {other.total} is a smudge there; here it was a bid like the others."]
    return []


def first_difference(pad_ledger: Ledger, replayed: Replay) -> int | None:
    """The number of the first line with another change or another winner under the other rules.

    Lines that the other ruleset cannot judge are not compared.
    """
    ours = {line.number: line for line in pad_ledger.lines}
    theirs = {line.number: line for line in replayed.ledger.lines} if replayed.ledger else {}
    for number in sorted(ours.keys() | theirs.keys()):
        if replayed.stop and number >= replayed.stop.number:
            return None
        here, there = ours.get(number), theirs.get(number)
        if change_on_line(here) != change_on_line(there) or winner_on_line(here) != winner_on_line(
            there
        ):
            return number
    return None


def change_on_line(line: Line | None) -> Totals:
    return line.change if line and any(line.change) else ()


def winner_on_line(line: Line | None) -> tuple[int | None] | None:
    """Who won on the line, nobody in a draw; None where the game did not end on it."""
    return (line.out.winner,) if line and line.out else None


def replay_verdict(names: Sequence[str], replayed: Replay, pad_ledger: Ledger) -> str:
    """The outcome of a replay in one sentence."""
    ledger, stop = replayed.ledger, replayed.stop
    if ledger and ledger.is_over:
        return winner_verdict(names, ledger, pad_ledger)
    stand = score_text(names, ledger.totals) if ledger else ""
    if stop:
        until = f" Until then: {stand}." if ledger and ledger.lines else ""
        return stop_verdict(stop) + until
    return f"Still going: {stand}."


def stop_verdict(stop: ReplayStop) -> str:
    """Why a replay cannot begin, or cannot go on, in one sentence."""
    reasons = "; ".join(stop.reasons)
    return (
        f"Can't go on: {reasons} (hand {stop.number})."
        if stop.number
        else f"Can't be played: {reasons}."
    )


def winner_verdict(names: Sequence[str], ledger: Ledger, pad_ledger: Ledger) -> str:
    """Who wins on which hand, held against the winner of the game as it was played."""
    hand, out = ledger.lines[-1].number, ledger.out
    assert out is not None
    if out.winner is None:
        return f"Drawn on hand {hand}."
    winner = f"{names[out.winner]}, on hand {hand}."
    if pad_ledger.out is None:
        return f"Winner: {winner}"
    if pad_ledger.out.winner != out.winner:
        return f"Different winner: {winner}"
    played = pad_ledger.lines[-1].number
    instead = "" if hand == played else f" instead of {played}"
    return f"Same winner: {names[out.winner]}, on hand {hand}{instead}."


class Outcome(Enum):
    """What becomes of a game under other rules, beside what became of it under its own."""

    SAME_WINNER = "Same winner"
    OTHER_WINNER = "Different winner"
    NO_WINNER = "No winner yet"
    WON_ALREADY = "Won already"
    GOING_TOO = "Still going there too"
    CANNOT = "Can't tell"

    @classmethod
    def of_replay(cls, replayed: Replay, pad_ledger: Ledger) -> Outcome:
        ledger = replayed.ledger
        if ledger is None or replayed.stop:
            return cls.CANNOT
        if ledger.out is None:
            return cls.NO_WINNER if pad_ledger.is_over else cls.GOING_TOO
        if pad_ledger.out is None:
            return cls.WON_ALREADY
        same = ledger.out.winner == pad_ledger.out.winner
        return cls.SAME_WINNER if same else cls.OTHER_WINNER

    @property
    def changes_the_winner(self) -> bool:
        """Whether the winner, or that there is none, differs from the game's own rules."""
        return self in (Outcome.OTHER_WINNER, Outcome.NO_WINNER, Outcome.WON_ALREADY)


def score_text(names: Sequence[str], totals: Sequence[int]) -> str:
    """The totals of all sides in words: “Us 9, Them −6”."""
    return ", ".join(f"{name} {signed(total)}" for name, total in zip(names, totals, strict=True))


def note_real_dealers(
    rules: Rules, seats: int, first: int, entries: Sequence[Entry], dealt: Sequence[int]
) -> list[Entry]:
    """The entries with a dealer noted wherever `rules` would have passed the deal on otherwise.

    Who dealt is a fact of the table; only the hand to come is dealt by the new rules.
    """
    noted: list[Entry] = []
    for entry, dealer in zip(entries, dealt, strict=True):
        *_, next_dealer = dealer_seats(rules, seats, first, noted)
        noted.append(entry if next_dealer == dealer else replace(entry, dealer=dealer))
    return noted
