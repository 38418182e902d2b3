"""The house rules as fields: only those that make sense for the preset, each explained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms

from scorepads.core.fields import FieldError, Form, OneOf, as_sentence, whole_number
from scorepads.opening.parts_of_rules import PART_FIELDS, PartFields
from scorepads.rules.house_rules.apply import points_to_choose_from
from scorepads.rules.house_rules.kinds import (
    MAX_WORTH,
    ChoiceKind,
    Flag,
    Number,
    OneWord,
    Worths,
)
from scorepads.rules.house_rules.record import Group, HouseRule
from scorepads.rules.house_rules.records import HOUSE_RULES
from scorepads.rules.preset import Point, Preset
from scorepads.rules.terms import Problem
from scorepads.rules.wording.examples import worked_example

AS_THE_PRESET = ""


def offered_rules(preset: Preset) -> dict[str, HouseRule]:
    """The house rules that make sense for the preset, without those on top of the form."""
    return {
        key: rule
        for key, rule in HOUSE_RULES.items()
        if rule.group is not Group.BASICS and rule.offered_for(preset)
    }


@dataclass(frozen=True, slots=True)
class RuleField:
    """A house rule on the form, with its example, its fields and its errors."""

    rule: HouseRule
    example: str
    fields: Sequence[forms.BoundField]
    errors: list[str]

    @property
    def key(self) -> str:
        return self.rule.key

    @property
    def label(self) -> str:
        return rule_label(self.rule)

    @property
    def kind(self) -> str:
        return self.rule.kind.field_kind

    @property
    def field(self) -> forms.BoundField:
        return self.fields[0]

    @property
    def rows(self) -> list[Sequence[forms.BoundField]]:
        """The fields of own points, a row a point."""
        by_number: dict[str, list[forms.BoundField]] = {}
        for field in self.fields:
            by_number.setdefault(field.name.rpartition("-")[2], []).append(field)
        return list(by_number.values())

    @property
    def is_given(self) -> bool:
        """Whether something was chosen here, or is wrong."""
        return bool(self.errors) or any(is_filled(field) for field in self.fields)


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """House rules of one group, in a fold of their own."""

    name: str
    rules: list[RuleField]

    @property
    def given_count(self) -> int:
        """How many of them are chosen or wrong."""
        return sum(rule.is_given for rule in self.rules)


def part_fields(rule: HouseRule) -> PartFields | None:
    """The fields of a rule whose value has several parts; None for any other."""
    return PART_FIELDS.get(type(rule.kind))


def rule_label(rule: HouseRule) -> str:
    """The label of the rule on the form."""
    return rule.asks or rule.label


def is_filled(field: forms.BoundField) -> bool:
    return field.value() not in (None, "", False)


class HouseRulesForm(Form):
    """House rules for one preset; `chosen_rules` is what differs from it, as named rules.

    Fields are named `rule-<key>`, and `worth-<point>` for what the points are worth. A
    number left empty, and the choice “as the preset”, choose nothing.
    """

    def __init__(
        self, preset: Preset, data: Any = None, *, given: Mapping[str, Any] | None = None
    ) -> None:
        self.preset = preset
        self.offered = offered_rules(preset)
        super().__init__(data, initial=self.initial_values(given or {}))
        for rule in self.offered.values():
            for name, field in self.rule_fields(rule).items():
                self.fields[name] = field
                if field.label is None:
                    field.label = rule_label(rule)
                    says = f"says-{rule.key}"
                    field.widget.attrs |= {"id": f"in-{rule.key}", "aria-describedby": says}

    def rule_fields(self, rule: HouseRule) -> dict[str, forms.Field]:
        name = f"rule-{rule.key}"
        if parts := part_fields(rule):
            return parts.fields(self.preset)
        match rule.kind:
            case Number(low=low, high=high):
                least, most = sorted((abs(low), abs(high)))
                return {name: whole_number(least, most, required=False)}
            case ChoiceKind():
                usual = f"Default ({self.usual_text(rule)})"
                named = enumerate(words for words, _ in self.rule_choices(rule.key))
                choices = [(AS_THE_PRESET, usual), *((str(n), words) for n, words in named)]
                return {name: OneOf(choices, widget=forms.Select())}
            case Worths():
                points = self.worth_points()
                return {f"worth-{point.key}": self.worth_field(point) for point in points}
        return {name: forms.BooleanField(required=False)}

    def worth_field(self, point: Point) -> forms.Field:
        return whole_number(0, MAX_WORTH, point.label, required=False, placeholder=str(point.worth))

    def rule_choices(self, key: str) -> list[tuple[str, Any]]:
        """The words and values that a house rule may be chosen from, the preset's own aside."""
        rule = self.offered[key]
        assert isinstance(rule.kind, ChoiceKind)
        own = rule.usual_value(self.preset)
        values = rule.kind.offered_values(self.preset)
        return [(rule.name(self.preset, value), value) for value in values if value != own]

    def usual_text(self, rule: HouseRule) -> str:
        own = rule.usual_value(self.preset)
        return "not agreed" if own is None else rule.name(self.preset, own)

    def worth_points(self) -> tuple[Point, ...]:
        return points_to_choose_from(self.preset)

    def initial_values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        initial: dict[str, Any] = {}
        for key, value in given.items():
            if key not in self.offered:
                continue
            if parts := part_fields(self.offered[key]):
                initial |= parts.initial_values(value)
            elif isinstance(self.offered[key].kind, Worths):
                initial |= {f"worth-{point}": worth for point, worth in value.items()}
            else:
                initial[f"rule-{key}"] = self.shown_value(key, value)
        if "target" in given and given["target"] is None:
            initial["length-no_target"] = True
        return initial

    def shown_value(self, key: str, value: Any) -> Any:
        match self.offered[key].kind:
            case Flag(ticked=ticked) | OneWord(ticked=ticked):
                return value == ticked
            case Number() as kind:
                return value * kind.sign
            case _:
                values = [choice for _, choice in self.rule_choices(key)]
                return str(values.index(value)) if value in values else AS_THE_PRESET

    def chosen_rules(self) -> dict[str, Any]:
        """The house rules that were chosen, each under its key; valid forms only."""
        values = {key: self.chosen_value(rule) for key, rule in self.offered.items()}
        chosen = {key: value for key, value in values.items() if value is not None}
        return chosen | ({"target": None} if self.cleaned_data.get("length-no_target") else {})

    def chosen_value(self, rule: HouseRule) -> Any:
        """What was chosen; None where it is what the preset has anyway."""
        if parts := part_fields(rule):
            return parts.chosen_value(self.preset, self.cleaned_data)
        entered = self.cleaned_data.get(f"rule-{rule.key}")
        match rule.kind:
            case Worths():
                return self.changed_worths() or None
            case Flag(ticked=ticked) | OneWord(ticked=ticked):
                return ticked if entered else None
            case Number() as kind:
                value = None if entered is None else entered * kind.sign
                return None if value == rule.usual_value(self.preset) else value
            case _:
                return self.rule_choices(rule.key)[int(entered)][1] if entered else None

    def changed_worths(self) -> dict[str, int]:
        """The points whose worth differs from the preset, with their worth; empty is unchanged."""
        points = self.worth_points()
        entered = {point: self.cleaned_data.get(f"worth-{point.key}") for point in points}
        return {
            point.key: worth
            for point, worth in entered.items()
            if worth is not None and worth != point.worth
        }

    def add_problem(self, problem: Problem) -> None:
        """Put a problem of the rules beside its field, if it has one here."""
        path = problem.at.removeprefix("house_rules.")
        key = path.partition(".")[0].partition("[")[0]
        point = path.removeprefix(key).lstrip(".")
        parts = part_fields(self.offered[key]) if key in self.offered else None
        if parts:
            self.add_error(parts.field_of(point, self.cleaned_data), as_sentence(problem.message))
            return
        name = f"worth-{point}" if point else f"rule-{key}"
        if key == "values" and not point:
            name = f"worth-{self.worth_points()[0].key}"
        if name in self.fields:
            self.add_error(name, as_sentence(problem.message))

    @property
    def error_summary(self) -> list[FieldError]:
        """The errors for the summary above the form, each with the rule that it links to."""
        rules = [rule for group in self.groups for rule in group.rules]
        return [
            FieldError(f"rule-{rule.key}", rule.rule.label, error)
            for rule in rules
            for error in rule.errors
        ]

    @cached_property
    def groups(self) -> list[RuleGroup]:
        """The house rules by groups; read it only after validation, since it is cached."""
        return [
            RuleGroup(
                group.value,
                [self.rule_field(rule) for rule in self.offered.values() if rule.group is group],
            )
            for group in Group
            if group is not Group.BASICS
        ]

    def rule_field(self, rule: HouseRule) -> RuleField:
        names = list(self.rule_fields(rule))
        errors = [str(error) for name in names for error in self.errors.get(name, [])]
        told = worked_example(self.preset, rule.key)
        return RuleField(rule, told, [self[name] for name in names], errors)

    @property
    def given_count(self) -> int:
        """How many house rules are chosen or wrong; where there are any, the fold is open."""
        return sum(group.given_count for group in self.groups)
