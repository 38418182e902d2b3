"""Kinds of house rules whose value has several parts: own points, the game's length, the moon.

Each part is read as its ledger has it; `read_value` gives the scoring a record of all parts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from scorepads.rules.house_rules.kinds import EXTRA_POINTS, MAX_WORTH, ValueKind
from scorepads.rules.preset import Point, Preset
from scorepads.rules.terms import MAX_SCORE, Basis, Problem, is_whole, text_problem

MAX_OWN_POINTS = 8
MAX_LABEL_LENGTH = 20
MAX_HANDS = 100
MAX_DEALS = 10

OWN_POINT_KEY = re.compile(r"[a-z][a-z0-9_]{0,19}")
SHORT_LENGTH = 3

DRAW, PLAY_ON = "draw", "play-on"
WINS = "wins"
AS_MADE, TO_ZERO = "as-made", "zero"
FAILED_BID, LOSES = "bid", "loses"


def unknown_parts(value: Mapping[str, Any], known: Sequence[str]) -> list[Problem]:
    return [Problem(str(key), f"“{key}” does not belong here") for key in value if key not in known]


def is_number_to(value: Any, most: int) -> bool:
    return is_whole(value) and 1 <= value <= most


@dataclass(frozen=True, slots=True)
class OwnPoints(ValueKind):
    """Points of the table's own, each with its worth and its place in the order of counting."""

    field_kind: ClassVar[str] = "own-points"
    accepted_text: ClassVar[str] = f"takes a list of up to {MAX_OWN_POINTS} points"
    json_schema: ClassVar[dict[str, Any]] = {
        "type": "array",
        "maxItems": MAX_OWN_POINTS,
        "items": {"$ref": "#/$defs/own_point"},
    }
    described: ClassVar[tuple[str, Any]] = (
        f"list of up to {MAX_OWN_POINTS} objects; see [Own point](#own-point)",
        [{"key": "off_three", "label": "Off-three", "worth": 3}],
    )

    def usual_value(self, preset_value: Any) -> Any:
        return []

    def is_valid(self, value: Any) -> bool:
        return isinstance(value, list) and len(value) <= MAX_OWN_POINTS

    def find_problems(self, preset: Preset, value: Any) -> list[Problem]:
        if not self.is_valid(value):
            return [Problem("", self.accepted_text)]
        taken = {point.key for point in (*preset.points, *EXTRA_POINTS)}
        problems: list[Problem] = []
        for number, point in enumerate(value):
            found = own_point_problems(point, taken)
            problems += [problem.with_prefix(f"[{number}]") for problem in found]
            if not found:
                taken.add(point["key"])
        return problems


def own_point_problems(point: Any, taken: set[str]) -> list[Problem]:
    """What is wrong with one own point; `taken` are the keys of the points named so far."""
    if not isinstance(point, Mapping):
        return [Problem("", "a point is an object with a key, a label and a worth")]
    problems = unknown_parts(point, ("key", "label", "worth", "before", "nobody"))
    key, label = point.get("key"), point.get("label")
    if not isinstance(key, str) or not OWN_POINT_KEY.fullmatch(key):
        problems.append(
            Problem("key", "a key is up to 20 small letters, digits and _, a letter first")
        )
    elif key in taken:
        problems.append(Problem("key", f"there is a point “{key}” already"))
    if wrong := text_problem(label, MAX_LABEL_LENGTH, "a label"):
        problems.append(Problem("label", wrong))
    if not is_number_to(point.get("worth"), MAX_WORTH):
        problems.append(
            Problem("worth", f"an own point is worth a whole number from 1 to {MAX_WORTH}")
        )
    before = point.get("before", "")
    if "before" in point and not (isinstance(before, str) and before in taken):
        problems.append(Problem("before", "it is counted before a point of this game"))
    if not isinstance(point.get("nobody", True), bool):
        problems.append(Problem("nobody", "nobody is true or false"))
    return problems


def with_own_points(points: Sequence[Point], own: Sequence[Mapping[str, Any]]) -> tuple[Point, ...]:
    """The points in the order in which they count, the table's own among them."""
    ordered = list(points)
    for given in own:
        keys = [point.key for point in ordered]
        before = given.get("before")
        place = keys.index(before) if before in keys else len(keys)
        ordered.insert(place, own_point(given))
    return tuple(ordered)


def own_point(given: Mapping[str, Any]) -> Point:
    label = given["label"]
    return Point(
        key=given["key"],
        label=label,
        short=label[:SHORT_LENGTH],
        worth=given["worth"],
        hint="A point of this table's own.",
        basis=Basis.HOUSE_RULE,
        nobody=given.get("nobody", True),
    )


@dataclass(frozen=True, slots=True)
class EndsAfter:
    """How long a game lasts: so many played hands, or until each seat has dealt so often.

    One of `hands` and `deals` is a number. With `plays_on` a shared highest total is played off.
    """

    hands: int | None
    deals: int | None
    plays_on: bool

    def lines_to_play(self, seats: int) -> int:
        """How many lines complete the count at a table of so many seats."""
        return self.hands or (self.deals or 0) * seats


@dataclass(frozen=True, slots=True)
class GameLength(ValueKind):
    """So many hands or deals, and what a shared highest total does then."""

    field_kind: ClassVar[str] = "length"
    accepted_text: ClassVar[str] = "takes a number of hands, or of deals"
    json_schema: ClassVar[dict[str, Any]] = {"$ref": "#/$defs/ends_after"}
    described: ClassVar[tuple[str, Any]] = (
        "object; see [Length of a game](#length-of-a-game)",
        {"deals": 2, "tie": PLAY_ON},
    )

    def is_valid(self, value: Any) -> bool:
        return isinstance(value, Mapping) and ("hands" in value) != ("deals" in value)

    def find_problems(self, preset: Preset, value: Any) -> list[Problem]:
        if not self.is_valid(value):
            return [Problem("", self.accepted_text)]
        problems = unknown_parts(value, ("hands", "deals", "tie"))
        for key, most in (("hands", MAX_HANDS), ("deals", MAX_DEALS)):
            if key in value and not is_number_to(value[key], most):
                problems.append(Problem(key, f"{key} is a whole number from 1 to {most}"))
        if value.get("tie", DRAW) not in (DRAW, PLAY_ON):
            problems.append(Problem("tie", f"tie is {DRAW} or {PLAY_ON}"))
        return problems

    def read_value(self, value: Any) -> EndsAfter | None:
        if value is None:
            return None
        return EndsAfter(value.get("hands"), value.get("deals"), value.get("tie") == PLAY_ON)


@dataclass(frozen=True, slots=True)
class Moon:
    """A bid of all the points: what it does when made and when failed.

    `made` is a number that it scores instead of what was taken; None: it wins the game. `failed`
    is a number that it loses; None: the total. With `to_zero` a made one only brings a pitcher
    in the hole to zero; with `loses` a failed one loses the game; with `all_tricks` it asks for
    every trick as well.
    """

    made: int | None
    failed: int | None
    to_zero: bool
    loses: bool
    all_tricks: bool


@dataclass(frozen=True, slots=True)
class MoonTerms(ValueKind):
    """What a moon does when made, from in the hole, and when failed."""

    field_kind: ClassVar[str] = "moon"
    accepted_text: ClassVar[str] = "takes what a made moon does, and what a failed one"
    json_schema: ClassVar[dict[str, Any]] = {"$ref": "#/$defs/moon"}
    described: ClassVar[tuple[str, Any]] = ("object; see [Moon](#moon)", {"made": WINS})

    def is_valid(self, value: Any) -> bool:
        return isinstance(value, Mapping)

    def find_problems(self, preset: Preset, value: Any) -> list[Problem]:
        if not self.is_valid(value):
            return [Problem("", self.accepted_text)]
        problems = unknown_parts(value, ("made", "from_hole", "failed", "all_tricks"))
        made, failed = value.get("made"), value.get("failed", FAILED_BID)
        span = f"a whole number from 1 to {MAX_SCORE}"
        if made != WINS and not is_number_to(made, MAX_SCORE):
            problems.append(Problem("made", f"a made moon wins, or scores {span}"))
        if value.get("from_hole", AS_MADE) not in (AS_MADE, TO_ZERO):
            problems.append(Problem("from_hole", f"from_hole is {AS_MADE} or {TO_ZERO}"))
        if failed not in (FAILED_BID, LOSES) and not is_number_to(failed, MAX_SCORE):
            problems.append(Problem("failed", f"a failed moon loses the bid, the game, or {span}"))
        if not isinstance(value.get("all_tricks", False), bool):
            problems.append(Problem("all_tricks", "all_tricks is true or false"))
        return problems

    def read_value(self, value: Any) -> Moon | None:
        if value is None:
            return None
        made, failed = value["made"], value.get("failed")
        return Moon(
            made=made if is_whole(made) else None,
            failed=failed if is_whole(failed) else None,
            to_zero=value.get("from_hole") == TO_ZERO,
            loses=failed == LOSES,
            all_tricks=value.get("all_tricks", False),
        )
