"""Kinds of values that a house rule can have: each checks a value and says how forms ask for it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from scorepads.rules.preset import Point, Preset
from scorepads.rules.terms import Basis, Problem, WordedChoice, is_whole, signed

MAX_WORTH = 20

EXTRA_POINTS = (
    Point("joker", "Joker", "Jk", 0, "The side that wins the trick with the joker.",
          Basis.HOUSE_RULE, nobody=True),
    Point("five", "Five", "5", 0, "The side that wins the trick with the five of trump.",
          Basis.HOUSE_RULE, nobody=True),
    Point("last", "Last trick", "Lst", 0, "The side that wins the last trick.",
          Basis.HOUSE_RULE, nobody=True),
)  # fmt: skip
"""Points that no preset has, which `values` brings in: the joker before Game, the others last."""


class ValueKind(ABC):
    """What values a house rule takes.

    `field_kind` tells a template which field to show; `accepted_text` names the valid values.
    `described` is what docs/formats.md says of the values, and an example, where the schema alone
    does not say it.
    """

    field_kind: ClassVar[str]
    described: ClassVar[tuple[str, Any] | None] = None

    @property
    @abstractmethod
    def accepted_text(self) -> str:
        """Which values are valid, as a refusal says it."""

    @property
    @abstractmethod
    def json_schema(self) -> dict[str, Any]:
        """The JSON Schema of the valid values."""

    def usual_value(self, preset_value: Any) -> Any:
        """The value where the table chose none; `preset_value` is None if the preset has none."""
        return preset_value

    @abstractmethod
    def is_valid(self, value: Any) -> bool:
        """Whether the value is valid, whatever the other rules are."""

    def find_problems(self, preset: Preset, value: Any) -> list[Problem]:
        """The problems of the value, with paths inside the value."""
        return [] if self.is_valid(value) else [Problem("", self.accepted_text)]

    def read_value(self, value: Any) -> Any:
        """A value that fits, as the rules use it."""
        return value

    def is_off(self, value: Any) -> bool:
        """Whether a value in force is that of a rule that was not chosen."""
        return not value


@dataclass(frozen=True, slots=True)
class Flag(ValueKind):
    """True or false; `ticked` is what a tick in a form stands for.

    With a `point`, it is for presets that have this point as an option.
    """

    field_kind: ClassVar[str] = "flag"
    accepted_text: ClassVar[str] = "takes true or false"
    json_schema: ClassVar[dict[str, Any]] = {"type": "boolean"}
    ticked: bool = True
    point: str | None = None

    def usual_value(self, preset_value: Any) -> Any:
        return not self.ticked if preset_value is None else preset_value

    def is_valid(self, value: Any) -> bool:
        return isinstance(value, bool)

    def is_off(self, value: Any) -> bool:
        return value is not self.ticked

    def find_problems(self, preset: Preset, value: Any) -> list[Problem]:
        if self.point and preset.optional_point != self.point:
            return [Problem("", f"is for a game with a {self.point}; {preset.name} has none")]
        return ValueKind.find_problems(self, preset, value)


@dataclass(frozen=True, slots=True)
class Number(ValueKind):
    """A whole number from `low` to `high`; forms ask for negative ones without their sign.

    With `or_none`, null stands for no such number.
    """

    field_kind: ClassVar[str] = "number"
    low: int
    high: int
    or_none: bool = False

    @property
    def accepted_text(self) -> str:
        none = ", or null" if self.or_none else ""
        return f"takes a whole number from {signed(self.low)} to {signed(self.high)}{none}"

    @property
    def json_schema(self) -> dict[str, Any]:
        kinds = ["integer", "null"] if self.or_none else "integer"
        return {"type": kinds, "minimum": self.low, "maximum": self.high}

    @property
    def sign(self) -> int:
        return -1 if self.high < 0 else 1

    def is_valid(self, value: Any) -> bool:
        if value is None:
            return self.or_none
        return is_whole(value) and self.low <= value <= self.high

    def is_off(self, value: Any) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class OneWord(ValueKind):
    """A single word, or nothing: a tick in a form."""

    field_kind: ClassVar[str] = "flag"
    ticked: str

    @property
    def accepted_text(self) -> str:
        return f"takes “{self.ticked}”, or is left out"

    @property
    def json_schema(self) -> dict[str, Any]:
        return {"const": self.ticked}

    def is_valid(self, value: Any) -> bool:
        return isinstance(value, str) and value == self.ticked


class ChoiceKind(ValueKind):
    """One of several values."""

    field_kind: ClassVar[str] = "choice"

    @abstractmethod
    def offered_values(self, preset: Preset) -> Sequence[Any]:
        """The values that a form offers, the preset's own among them."""


@dataclass(frozen=True, slots=True)
class EnumChoice(ChoiceKind):
    """One of the values of an enum; some are offered only where a hand has so many points."""

    words: type[WordedChoice]
    default: WordedChoice | None = None
    with_total: Mapping[WordedChoice, int] = field(default_factory=dict)

    @property
    def accepted_text(self) -> str:
        return f"takes one of {', '.join(self.words)}"

    @property
    def json_schema(self) -> dict[str, Any]:
        return {"enum": [word.value for word in self.words]}

    def usual_value(self, preset_value: Any) -> Any:
        return self.default if preset_value is None else preset_value

    def is_valid(self, value: Any) -> bool:
        return isinstance(value, str) and value in list(self.words)

    def read_value(self, value: Any) -> Any:
        return None if value is None else self.words(value)

    def offered_values(self, preset: Preset) -> Sequence[Any]:
        total = preset.total
        return [word.value for word in self.words if self.with_total.get(word, total) == total]


@dataclass(frozen=True, slots=True)
class YesOrNo(ChoiceKind):
    """True or false; a form offers both, since presets differ."""

    accepted_text: ClassVar[str] = "takes true or false"
    json_schema: ClassVar[dict[str, Any]] = {"type": "boolean"}

    def usual_value(self, preset_value: Any) -> Any:
        return preset_value or False

    def is_valid(self, value: Any) -> bool:
        return isinstance(value, bool)

    def offered_values(self, preset: Preset) -> Sequence[Any]:
        return (True, False)


@dataclass(frozen=True, slots=True)
class ForcedBid(ChoiceKind):
    """A bid that the dealer must make, or false."""

    accepted_text: ClassVar[str] = "takes the bid that is forced on the dealer, or false"
    json_schema: ClassVar[dict[str, Any]] = {
        "anyOf": [{"const": False}, {"type": "integer", "minimum": 1}]
    }

    def usual_value(self, preset_value: Any) -> Any:
        return preset_value or False

    def is_valid(self, value: Any) -> bool:
        return value is False or (is_whole(value) and value >= 1)

    def read_value(self, value: Any) -> Any:
        return value or None

    def offered_values(self, preset: Preset) -> Sequence[Any]:
        return (False, *range(1, preset.total + 1))


@dataclass(frozen=True, slots=True)
class Worths(ValueKind):
    """What points are worth, by the point's key."""

    field_kind: ClassVar[str] = "worths"
    accepted_text: ClassVar[str] = "takes points by name with their values"
    json_schema: ClassVar[dict[str, Any]] = {
        "type": "object",
        "propertyNames": {"$ref": "#/$defs/point"},
        "additionalProperties": {"type": "integer", "minimum": 0, "maximum": MAX_WORTH},
    }

    def usual_value(self, preset_value: Any) -> Any:
        return preset_value or {}

    def is_valid(self, value: Any) -> bool:
        return isinstance(value, Mapping)

    def find_problems(self, preset: Preset, value: Any) -> list[Problem]:
        if not self.is_valid(value):
            return [Problem("", self.accepted_text)]
        known = {point.key for point in (*preset.points, *EXTRA_POINTS)}
        problems = []
        for key, worth in value.items():
            if key not in known:
                problems.append(Problem(key, f"there is no point “{key}” in this game"))
            elif not is_whole(worth) or not 0 <= worth <= MAX_WORTH:
                message = f"a point is worth a whole number from 0 to {MAX_WORTH}"
                problems.append(Problem(key, message))
        return problems
