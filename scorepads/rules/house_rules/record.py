"""The record of one house rule, which forms, titles, cards, comparisons and checks read.

A house rule that changes no score is called an *agreement*.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from scorepads.rules.house_rules.kinds import ValueKind
from scorepads.rules.preset import Preset
from scorepads.rules.terms import Problem, WordedChoice, signed, upper_first

if TYPE_CHECKING:
    from scorepads.rules.house_rules.apply import Rules
    from scorepads.rules.wording.examples import ExampleTable

Namer = Callable[[Preset, Any], str]
"""Gives the short name for a value, or nothing where the value changes nothing."""


class Group(StrEnum):
    """Where the opening form asks for a house rule; each value is the heading of a fold."""

    BASICS = "On top of the form"
    POINTS_AND_BIDS = "Points and bids"
    GOING_OUT = "Going out"
    PARTNERS = "Partners"
    AGREEMENTS = "Dealing, Low and Game"


@dataclass(frozen=True, slots=True)
class AddedAspect:
    """A row that a house rule adds to comparisons, `after` the aspect of that key.

    `describe` words it for any rules, also for those that do not have the house rule.
    """

    key: str
    label: str
    describe: Callable[[Rules], str]
    after: str = ""


def no_objection(rules: Rules) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRule:
    """One house rule with all its texts and checks; scoring reads only its value.

    - `label` and `summary` are its texts in a form, `asks` replaces the label there; `name` gives
      the text of a chosen value for a title.
    - `offered_for` tells whether the form offers it for a preset.
    - `without_auction` lists the values that need no bids; None: all of them.
    - `with_called` lists the values that go with called partners, the first of which is in force
      there where none was chosen; None: all of them.
    - `two_sides_only` tells whether a value is for two sides only.
    - `conflict` gives the reason why it contradicts the other rules, `idle` the reason why it
      changes nothing beside them; both are used only where it was chosen.
    - `replaces` and `adds_to` name the rule or the point on a rule card that it is about.
    - `aspects` are the keys of the aspects that it changes; where it changes none, comparisons
      get a row for it.
    """

    key: str
    group: Group
    kind: ValueKind
    label: str
    summary: str
    name: Namer
    example: Callable[[ExampleTable], str]
    asks: str = ""
    offered_for: Callable[[Preset], bool] = lambda preset: True
    without_auction: Sequence[Any] | None = None
    with_called: Sequence[Any] | None = None
    two_sides_only: Callable[[Any], bool] = lambda value: False
    conflict: Callable[[Rules], str] = no_objection
    idle: Callable[[Rules], str] = no_objection
    replaces: str = ""
    adds_to: str = ""
    aspects: tuple[str, ...] = ()
    added_aspect: AddedAspect | None = None

    @property
    def is_agreement(self) -> bool:
        """Whether it changes no score, but hints, the Game counter or who deals."""
        return self.group is Group.AGREEMENTS

    @property
    def comparison_aspect(self) -> AddedAspect | None:
        """The row that it adds to comparisons, if any."""
        if self.added_aspect or self.aspects:
            return self.added_aspect
        return AddedAspect(self.key, self.label, self.describe_value)

    def describe_value(self, rules: Rules) -> str:
        """Its short name with a capital letter; “No” where it is not in force."""
        value = rules.house_rule_value(self.key)
        name = self.name(rules.preset, value) if value else ""
        return upper_first(name) or "No"

    def usual_value(self, preset: Preset) -> Any:
        """The value where the table chose none; None where nothing is agreed."""
        return self.kind.usual_value(getattr(preset, self.key, None))

    def needs_auction(self, value: Any) -> bool:
        """Whether the value is for games in which somebody bids."""
        return self.without_auction is not None and value not in self.without_auction

    def goes_with_called(self, chosen: Mapping[str, Any]) -> bool:
        """Whether the value chosen, if one was, goes with called partners."""
        allowed = self.with_called
        return allowed is None or (self.key in chosen and chosen[self.key] in allowed)

    def value_in_force(self, preset: Preset, chosen: Mapping[str, Any]) -> Any:
        """The value in force, as the rules use it."""
        value = chosen.get(self.key, self.usual_value(preset))
        if self.without_auction and not chosen.get("auction", True) and self.needs_auction(value):
            value = self.without_auction[0]
        if self.with_called and chosen.get("partners") and not self.goes_with_called(chosen):
            value = self.with_called[0]
        return self.kind.read_value(value)

    def bad_value(self, preset: Preset, value: Any) -> list[Problem]:
        """What is wrong with a value by itself; paths are seen from the house rules."""
        return [
            Problem(self.key, f"{self.key} {problem.message}")
            if not problem.at
            else problem.with_prefix(self.key)
            for problem in self.kind.find_problems(preset, value)
        ]


def name_from_label(words: type[WordedChoice]) -> Namer:
    """Short names from the labels of an enum."""
    return lambda _, value: words(value).label


def name_if_true(on: str, off: str = "") -> Namer:
    """A short name for true, and one for false."""
    return lambda _, value: on if value else off


def name_with_number(form: str) -> Namer:
    """A short name with the number in it."""
    return lambda _, value: form.format(signed(value))
