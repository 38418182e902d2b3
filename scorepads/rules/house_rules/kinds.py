"""Kinds of values that a house rule can have: each checks a value and says how forms ask for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from scorepads.rules.preset import Point, Preset
from scorepads.rules.terms import Basis, Problem, WordedChoice, is_whole, signed

MAX_WORTH = 20

EXTRA_POINTS = (
    Point("joker", "Joker", "Jk", 0, "The side that wins the trick with the joker.",
          Basis.HOUSE_RULE, nobody=True),
    Point("five", "Five", "5", 0, "The side that wins the trick with the five of trumps.",
          Basis.HOUSE_RULE, nobody=True),
    Point("last", "Last trick", "Lst", 0, "The side that wins the last trick.",
          Basis.HOUSE_RULE, nobody=True),
)  # fmt: skip
"""Points that no preset has; a house rule `values` brings them in, counted last."""


class ValueKind:
    """What values a house rule takes.

    `asked_as` tells a template how a form asks for it, and `takes` says which values are right.
    """

    asked_as: ClassVar[str]

    @property
    def takes(self) -> str:
        raise NotImplementedError

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the values that are right by themselves."""
        raise NotImplementedError

    def usual(self, own: Any) -> Any:
        """The value where the table chose none; `own` is the preset's, None where it has none."""
        return own

    def fits(self, value: Any) -> bool:
        """Whether the value is right by itself."""
        raise NotImplementedError

    def problems(self, preset: Preset, value: Any) -> list[Problem]:
        """What is wrong with the value; paths are seen from it."""
        return [] if self.fits(value) else [Problem("", self.takes)]

    def read(self, value: Any) -> Any:
        """A value that fits, as the rules use it."""
        return value


@dataclass(frozen=True, slots=True)
class Flag(ValueKind):
    """True or false; `ticked` is what a tick in a form stands for.

    With a `point`, it is for presets that have this point as an option.
    """

    asked_as: ClassVar[str] = "flag"
    takes: ClassVar[str] = "takes true or false"
    schema: ClassVar[dict[str, Any]] = {"type": "boolean"}
    ticked: bool = True
    point: str | None = None

    def usual(self, own: Any) -> Any:
        return not self.ticked if own is None else own

    def fits(self, value: Any) -> bool:
        return isinstance(value, bool)

    def problems(self, preset: Preset, value: Any) -> list[Problem]:
        if self.point and preset.optional_point != self.point:
            return [Problem("", f"is for a game with a {self.point}; {preset.name} has none")]
        return ValueKind.problems(self, preset, value)


@dataclass(frozen=True, slots=True)
class Number(ValueKind):
    """A whole number from `low` to `high`; forms ask for negative ones without their sign."""

    asked_as: ClassVar[str] = "number"
    low: int
    high: int

    @property
    def takes(self) -> str:
        return f"takes a whole number from {signed(self.low)} to {signed(self.high)}"

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    @property
    def sign(self) -> int:
        return -1 if self.high < 0 else 1

    def fits(self, value: Any) -> bool:
        return is_whole(value) and self.low <= value <= self.high


class ChoiceKind(ValueKind):
    """One of several values."""

    asked_as: ClassVar[str] = "choice"

    def offered(self, preset: Preset) -> Sequence[Any]:
        """The values that a form offers, the preset's own among them."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class EnumChoice(ChoiceKind):
    """One of the values of an enum; some are offered only where a hand has so many points."""

    words: type[WordedChoice]
    default: WordedChoice | None = None
    with_total: Mapping[WordedChoice, int] = field(default_factory=dict)

    @property
    def takes(self) -> str:
        return f"takes one of {', '.join(self.words)}"

    @property
    def schema(self) -> dict[str, Any]:
        return {"enum": [word.value for word in self.words]}

    def usual(self, own: Any) -> Any:
        return self.default if own is None else own

    def fits(self, value: Any) -> bool:
        return isinstance(value, str) and value in list(self.words)

    def read(self, value: Any) -> Any:
        return None if value is None else self.words(value)

    def offered(self, preset: Preset) -> Sequence[Any]:
        total = preset.total
        return [word.value for word in self.words if self.with_total.get(word, total) == total]


@dataclass(frozen=True, slots=True)
class YesOrNo(ChoiceKind):
    """True or false, where either may be what a preset has not."""

    takes: ClassVar[str] = "takes true or false"
    schema: ClassVar[dict[str, Any]] = {"type": "boolean"}

    def usual(self, own: Any) -> Any:
        return own or False

    def fits(self, value: Any) -> bool:
        return isinstance(value, bool)

    def offered(self, preset: Preset) -> Sequence[Any]:
        return (True, False)


@dataclass(frozen=True, slots=True)
class ForcedBid(ChoiceKind):
    """A bid that the dealer must make, or false."""

    takes: ClassVar[str] = "takes the bid that is forced on the dealer, or false"
    schema: ClassVar[dict[str, Any]] = {
        "anyOf": [{"const": False}, {"type": "integer", "minimum": 1}]
    }

    def usual(self, own: Any) -> Any:
        return own or False

    def fits(self, value: Any) -> bool:
        return value is False or (is_whole(value) and value >= 1)

    def read(self, value: Any) -> Any:
        return value or None

    def offered(self, preset: Preset) -> Sequence[Any]:
        return (False, *range(1, preset.total + 1))


@dataclass(frozen=True, slots=True)
class Worths(ValueKind):
    """What points are worth, by the point's key."""

    asked_as: ClassVar[str] = "worths"
    takes: ClassVar[str] = "takes points by name with their values"
    schema: ClassVar[dict[str, Any]] = {
        "type": "object",
        "propertyNames": {"$ref": "#/$defs/point"},
        "additionalProperties": {"type": "integer", "minimum": 0, "maximum": MAX_WORTH},
    }

    def usual(self, own: Any) -> Any:
        return own or {}

    def fits(self, value: Any) -> bool:
        return isinstance(value, Mapping)

    def problems(self, preset: Preset, value: Any) -> list[Problem]:
        if not self.fits(value):
            return [Problem("", self.takes)]
        known = {point.key for point in (*preset.points, *EXTRA_POINTS)}
        problems = []
        for key, worth in value.items():
            if key not in known:
                problems.append(Problem(key, f"there is no point “{key}” in this game"))
            elif not is_whole(worth) or not 0 <= worth <= MAX_WORTH:
                says = f"a point is worth a whole number from 0 to {MAX_WORTH}"
                problems.append(Problem(key, says))
        return problems
