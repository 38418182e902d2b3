"""`pitch-ledger/1` in, `pitch-score/1` out: the formats in which ledgers travel.

Every problem names the path of the offending value, such as `hands[3].points.jack`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorepads.rules import catalog
from scorepads.rules.catalog import UnknownPreset
from scorepads.rules.hand import (
    Entry,
    Side,
    as_facts,
    count_seats,
    read_entry,
)
from scorepads.rules.house_rules.apply import Rules, apply_house_rules, with_seats
from scorepads.rules.ledger import Ledger, fold
from scorepads.rules.preset import Preset
from scorepads.rules.seatings import (
    Seatings,
    read_later_seatings,
    read_sides,
    seating_at,
    seatings_facts,
)
from scorepads.rules.standing import side_standings
from scorepads.rules.terms import (
    MAX_SCORE,
    PITCH_LEDGER,
    PITCH_SCORE,
    Problem,
    Refused,
    is_whole,
    value_text,
)
from scorepads.rules.wording.explain import line_reasons, tell_apart
from scorepads.rules.wording.sides import call_side

REQUIRED = ("format", "preset", "sides", "hands")
OPTIONAL = ("house_rules", "start", "seatings")


HALF_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")
"""The escape of a surrogate, which is no character unless its other half follows."""
MAX_KEYS = 200
"""The most keys of an object; the house rules, which have the most, are a few dozen."""
MAX_PROBLEMS = 50
"""No more is said of a ledger than so much: a file of nonsense is not read to its end."""


class NotJson(ValueError):
    """The text is not JSON at all."""


@dataclass(frozen=True, slots=True)
class GivenLedger:
    """A ledger as it was read: checked facts, not scored yet.

    `sides` are those of the first hand; `seatings` begin with them.
    """

    rules: Rules
    sides: tuple[Side, ...]
    start: tuple[int, ...]
    entries: tuple[Entry, ...]
    seatings: Seatings

    @property
    def names(self) -> list[str]:
        """What the sides are called after the last line."""
        return self.names_on(len(self.entries) + 1)

    def names_on(self, number: int) -> list[str]:
        """What the sides are called on the line with this number, equal ones told apart."""
        sides = seating_at(self.seatings, number).sides
        return tell_apart([call_side(side) for side in sides])

    def fold_ledger(self) -> Ledger:
        return fold(self.rules, self.start, self.entries)


def parse_json(text: str) -> Any:
    """The JSON value in `text`; raises `NotJson`, also where it is nested too deep to read.

    `NaN` and its like are not JSON. A key that stands twice in an object is kept as a key that no
    format knows, so that it is refused where it stands.
    """
    try:
        return json.loads(text, parse_constant=refuse_constant, object_pairs_hook=mark_double_keys)
    except NotJson:
        raise
    except json.JSONDecodeError as error:
        raise NotJson(f"look at line {error.lineno}, column {error.colno}") from error
    except RecursionError as error:
        raise NotJson("it is nested too deep") from error
    except ValueError as error:  # of more digits than Python reads
        raise NotJson("a number in it is too long") from error


def parse_storable_json(text: str) -> Any:
    """The JSON value in `text`; raises `NotJson` also for half a character of two.

    No database keeps one, wherever in the value it stands.
    """
    value = parse_json(text)
    if HALF_CHARACTER.search(text):
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            raise NotJson("a text in it holds half a character") from error
    return value


def refuse_constant(name: str) -> Any:
    raise NotJson(f"{name} is no number there")


def mark_double_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MAX_KEYS:
        raise ValueError(f"an object with {len(pairs)} keys belongs to no format here")
    value = dict(pairs)
    if len(value) != len(pairs):
        count = Counter(key for key, _ in pairs)
        value |= {f"{key} (twice)": None for key in count if count[key] > 1}
    return value


def read_ledger(raw: Any) -> GivenLedger:
    """The ledger that a `pitch-ledger/1` object holds; raises `Refused`."""
    if not isinstance(raw, Mapping):
        raise Refused([Problem("", "a ledger is an object")])
    problems = [
        Problem(str(key), f"“{key}” does not belong here")
        for key in raw
        if key not in REQUIRED and key not in OPTIONAL
    ]
    problems += [Problem(key, f"“{key}” is missing") for key in REQUIRED if key not in raw]
    if "format" in raw and raw["format"] != PITCH_LEDGER:
        problems.append(Problem("format", f"the format is {PITCH_LEDGER}"))
    preset = find_pinned_preset(raw, problems)
    sides = read_sides(raw.get("sides", []), "sides", problems)
    seatings = read_seatings(raw, sides, problems)
    rules = read_rules(raw, preset, sides, problems)
    start = read_start(raw, sides, problems)
    entries = read_entries(raw, rules, sides, problems)
    if problems or rules is None:
        raise Refused(problems)
    return GivenLedger(rules, tuple(sides), start, tuple(entries), seatings)


def write_ledger(
    rules: Rules, seatings: Seatings, start: Sequence[int], entries: Sequence[Entry]
) -> dict[str, Any]:
    """The `pitch-ledger/1` object for these facts, without empty optional keys.

    The places of the seatings count lines.
    """
    document: dict[str, Any] = {"format": PITCH_LEDGER, "preset": rules.preset.pin}
    if rules.house_rules:
        document["house_rules"] = dict(rules.house_rules)
    document |= seatings_facts(seatings)
    if any(start):
        document["start"] = list(start)
    document["hands"] = [as_facts(entry) for entry in entries]
    return document


def score_document(raw: Any, *, with_standing: bool = False) -> dict[str, Any]:
    """The `pitch-score/1` object for a `pitch-ledger/1` object, problems included.

    With the standing it says as well what each side needs before the hand to come.
    """
    try:
        given = read_ledger(raw)
    except Refused as refusal:
        return refused_score(refusal.problems)
    ledger = given.fold_ledger()
    standing = {"standing": write_standing(ledger)} if with_standing else {}
    return write_score(given, ledger) | standing


def refused_score(problems: Sequence[Problem]) -> dict[str, Any]:
    """The `pitch-score/1` object of a ledger that was not accepted."""
    rows = [{"at": problem.at, "message": problem.message} for problem in problems]
    return {"format": PITCH_SCORE, "problems": rows}


def write_score(given: GivenLedger, ledger: Ledger) -> dict[str, Any]:
    """The `pitch-score/1` object of a scored ledger."""
    out, last = ledger.out, ledger.lines[-1].number if ledger.lines else 0
    return {
        "format": PITCH_SCORE,
        "preset": given.rules.preset.pin,
        "hands": [
            {
                "number": line.number,
                "change": list(line.change),
                "totals": list(line.totals),
                "made": line.made,
                "why": [
                    reason.text
                    for reason in line_reasons(line.rules, given.names_on(line.number), line)
                ],
            }
            for line in ledger.lines
        ],
        "totals": list(ledger.totals),
        "ending": out and {"hand": last, "winner": out.winner, "how": str(out.how)},
    }


def write_standing(ledger: Ledger) -> list[dict[str, Any]]:
    """What each side needs, and how it can win on the hand after the last line."""
    return [
        {
            "side": standing.side,
            "needs": standing.needs,
            "own_bid": standing.own_bid
            and {"bid": standing.own_bid.bid, "take": standing.own_bid.take},
            "other_bid": standing.other_bid,
        }
        for standing in side_standings(ledger.rules, ledger)
    ]


def find_pinned_preset(raw: Mapping[str, Any], problems: list[Problem]) -> Preset | None:
    pin = raw.get("preset")
    if isinstance(pin, str):
        try:
            return catalog.find_preset(pin)
        except UnknownPreset:
            problems.append(Problem("preset", f"there is no preset {value_text(pin)}"))
    elif "preset" in raw:
        problems.append(Problem("preset", "a preset is named as text, such as bicycle@1"))
    return None


def read_seatings(
    raw: Mapping[str, Any], sides: Sequence[Side], problems: list[Problem]
) -> Seatings:
    """Who sits where, by the lines after which somebody else sat down; without those, one."""
    hands = raw.get("hands")
    if not isinstance(raw.get("sides"), list) or not isinstance(hands, list):
        return ()  # without them nothing can be said of who sits down when
    return read_later_seatings(raw.get("seatings", []), sides, len(hands), problems)


def read_rules(
    raw: Mapping[str, Any], preset: Preset | None, sides: Sequence[Side], problems: list[Problem]
) -> Rules | None:
    chosen = raw.get("house_rules", {})
    if not isinstance(chosen, Mapping):
        problems.append(Problem("house_rules", "house rules are an object"))
    elif preset and isinstance(raw.get("sides"), list):
        try:
            return with_seats(
                apply_house_rules(preset, chosen, len(sides)), count_seats(sides) if sides else 0
            )
        except Refused as refusal:
            problems += refusal.problems
    return None


def read_start(
    raw: Mapping[str, Any], sides: Sequence[Side], problems: list[Problem]
) -> tuple[int, ...]:
    nothing = (0,) * len(sides)
    start = raw.get("start", list(nothing))
    if not isinstance(raw.get("sides"), list):
        return nothing  # without sides nothing can be said of their scores
    if not isinstance(start, list) or len(start) != len(sides):
        problems.append(Problem("start", "start is a list with a score for every side"))
        return nothing
    message = f"a starting score is a whole number from −{MAX_SCORE} to {MAX_SCORE}"
    problems += [
        Problem(f"start[{number}]", message)
        for number, value in enumerate(start)
        if not is_whole(value) or abs(value) > MAX_SCORE
    ]
    return tuple(start)


def read_entries(
    raw: Mapping[str, Any], rules: Rules | None, sides: Sequence[Side], problems: list[Problem]
) -> list[Entry]:
    hands = raw.get("hands", [])
    if not isinstance(hands, list):
        problems.append(Problem("hands", "hands are a list"))
        return []
    entries: list[Entry] = []
    if rules is None:  # without rules nothing more can be said of a hand
        return entries
    for number, hand in enumerate(hands):
        if len(problems) >= MAX_PROBLEMS:
            break
        try:
            entries.append(read_entry(hand, rules, sides, last=number == len(hands) - 1))
        except Refused as refusal:
            problems += [problem.with_prefix(f"hands[{number}]") for problem in refusal.problems]
    return entries
