"""The house rules as fields: only those that make sense for the preset, each explained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from typing import Any

from django import forms

from scorepads.core.fields import FieldError, Form, OneOf, sentence, whole_number
from scorepads.rules.house_rules.apply import EXTRA_POINTS, MAX_SCORE, MAX_WORTH
from scorepads.rules.preset import Preset
from scorepads.rules.terms import GameBy, GameTie, GoingOut, Problem, Smudge
from scorepads.rules.wording.examples import example
from scorepads.rules.wording.naming import RULES, Words

ON_THE_FORM_ALREADY = ("target", "trey")
"""Asked by the opening form itself, outside the fold."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    "Points and bids": (
        "no_junk", "lowest_bid", "smudge", "failed_smudge_loses", "auction", "values",
    ),
    "Going out": ("going_out", "outright_at", "sinks_at", "tie_plays_on"),
    "Dealing, Low and Game": (
        "dealer_steal", "dealer_forced", "redeal", "low_to", "game_tie", "game_by", "short_deck",
    ),
}  # fmt: skip
"""The fold's own folds, each with its house rules; the last are those that change no score."""

AS_THE_PRESET = ""
FOUR_POINTS = 4
TWO_SIDES = 2


class Kind(Enum):
    """How a house rule is asked for."""

    FLAG = auto()
    NUMBER = auto()
    CHOICE = auto()
    WORTHS = auto()


KINDS: Mapping[str, Kind] = {
    "values": Kind.WORTHS,
    "lowest_bid": Kind.NUMBER,
    "outright_at": Kind.NUMBER,
    "sinks_at": Kind.NUMBER,
    "going_out": Kind.CHOICE,
    "smudge": Kind.CHOICE,
    "dealer_steal": Kind.CHOICE,
    "dealer_forced": Kind.CHOICE,
    "low_to": Kind.CHOICE,
    "game_tie": Kind.CHOICE,
    "game_by": Kind.CHOICE,
    "redeal": Kind.CHOICE,
}
"""House rules that are more than a tick."""

FIXED_CHOICES: Mapping[str, list[tuple[str, Any]]] = {
    "dealer_steal": [("the dealer may take it", True), ("the dealer may not", False)],
    "low_to": [("the side that was dealt it", "holder"), ("the trick it falls in", "trick")],
    "game_tie": [("nobody", "nobody"), ("the pitcher", "pitcher")],
    "game_by": [("most pips", "pips"), ("the ten of trumps", "ten")],
    "redeal": [("the same dealer", "same-dealer"), ("the next dealer", "next-dealer")],
}

GOING_OUT_WORDS = {
    GoingOut.PITCHER_FIRST: "the pitcher first",
    GoingOut.BIDDING_SIDE_ONLY: "only on a made bid",
    GoingOut.BIDDER_GOES_OUT: "the bidder, near the end (two sides)",
    GoingOut.POINT_ORDER: "points in order",
}

SMUDGE_WORDS = {
    Smudge.NONE: "none",
    Smudge.FOUR_WINS: "bidding and taking everything wins",
    Smudge.FOUR_WINS_UNLESS_IN_THE_HOLE: "that wins, but not from the hole",
    Smudge.ALL_TRICKS_FIVE: "a bid of its own: five, for all tricks",
}


def offered(preset: Preset) -> list[str]:
    """The house rules that make sense for the preset, in the order in which titles name them."""
    senseless = set(ON_THE_FORM_ALREADY)
    if preset.most_sides == TWO_SIDES:
        senseless.add("tie_plays_on")
    if preset.game_by is GameBy.TEN:
        senseless |= {"game_tie", "game_by"}
    if {"pedro", "low_pedro"} & {point.key for point in preset.points}:
        senseless.add("short_deck")  # the pedros are fives
    return [key for key in RULES if key not in senseless]


def usual(preset: Preset, key: str) -> Any:
    """What the preset has where the house rule is not chosen; None where it has nothing."""
    if key == "game_tie":
        return GameTie.NOBODY
    if key == "dealer_forced":
        return preset.dealer_forced or False
    return getattr(preset, key)


@dataclass(frozen=True, slots=True)
class RuleField:
    """A house rule on the form: its words, how it is asked for, and its fields."""

    key: str
    words: Words
    example: str
    kind: str
    fields: Sequence[forms.BoundField]
    errors: list[str]

    @property
    def field(self) -> forms.BoundField:
        return self.fields[0]

    @property
    def is_given(self) -> bool:
        """Whether something was chosen here, or is wrong."""
        return bool(self.errors) or any(_is_filled(field) for field in self.fields)


@dataclass(frozen=True, slots=True)
class Group:
    """House rules that are about the same thing, in a fold of their own."""

    name: str
    rules: list[RuleField]

    @property
    def given(self) -> int:
        """How many of them are chosen or wrong."""
        return sum(rule.is_given for rule in self.rules)


def _label(key: str) -> str:
    """What the form calls a house rule, where its name would not do."""
    if key == "auction":
        return "Nobody bids"
    further = " this far in the hole" if key == "sinks_at" else ""
    return f"{RULES[key].label}{further}"


def _is_filled(field: forms.BoundField) -> bool:
    return field.value() not in (None, "", False)


class HouseRulesForm(Form):
    """House rules for one preset; `chosen` is what differs from it, as named rules.

    Fields are named `rule-<key>`, and `worth-<point>` for what the points are worth. A
    number left empty, and the choice “as the preset”, choose nothing.
    """

    def __init__(
        self, preset: Preset, data: Any = None, *, given: Mapping[str, Any] | None = None
    ) -> None:
        self.preset = preset
        self.offered = offered(preset)
        super().__init__(data, initial=self._initial(given or {}))
        for key in self.offered:
            if KINDS.get(key) is Kind.WORTHS:
                for point, label in self._points():
                    self.fields[f"worth-{point}"] = self._worth(point, label)
            else:
                field = self.fields[f"rule-{key}"] = self._field(key)
                field.label = _label(key)
                field.widget.attrs |= {"id": f"in-{key}", "aria-describedby": f"says-{key}"}

    def _worth(self, point: str, label: str) -> forms.Field:
        field = whole_number(0, MAX_WORTH, required=False)
        field.label = label
        field.widget.attrs["placeholder"] = self._usual(point)
        return field

    def _field(self, key: str) -> forms.Field:
        kind = KINDS.get(key, Kind.FLAG)
        if kind is Kind.FLAG:
            return forms.BooleanField(required=False)
        if kind is Kind.NUMBER:
            return whole_number(1, MAX_SCORE, required=False)
        named = [(str(place), words) for place, (words, _) in enumerate(self.choices(key))]
        choices = [(AS_THE_PRESET, f"as usual: {self._usual_words(key)}"), *named]
        return OneOf(choices, widget=forms.Select())

    def choices(self, key: str) -> list[tuple[str, Any]]:
        """The words and values that a house rule may be chosen from, the preset's own aside."""
        own = usual(self.preset, key)
        return [(words, value) for words, value in self._every_choice(key) if value != own]

    def _usual_words(self, key: str) -> str:
        own = usual(self.preset, key)
        said = [words for words, value in self._every_choice(key) if value == own]
        return said[0] if said else "not agreed"

    def _every_choice(self, key: str) -> list[tuple[str, Any]]:
        if key == "going_out":
            return [(words, rule.value) for rule, words in GOING_OUT_WORDS.items()]
        if key == "smudge":
            four = self.preset.total == FOUR_POINTS
            return [
                (words, smudge.value)
                for smudge, words in SMUDGE_WORDS.items()
                if four or smudge is not Smudge.ALL_TRICKS_FIVE
            ]
        if key == "dealer_forced":
            bids = range(1, self.preset.total + 1)
            return [("all may pass", False), *((f"must bid {bid}", bid) for bid in bids)]
        return FIXED_CHOICES[key]

    def _points(self) -> list[tuple[str, str]]:
        points = (*self.preset.points, *EXTRA_POINTS)
        return [(point.key, point.label) for point in points]

    def _initial(self, given: Mapping[str, Any]) -> dict[str, Any]:
        initial: dict[str, Any] = {}
        for key, value in given.items():
            if key == "values":
                initial |= {f"worth-{point}": worth for point, worth in value.items()}
            elif key in self.offered:
                initial[f"rule-{key}"] = self._shown(key, value)
        return initial

    def _shown(self, key: str, value: Any) -> Any:
        if key == "auction":
            return not value
        if key == "sinks_at":
            return -value
        if KINDS.get(key) is Kind.CHOICE:
            values = [choice for _, choice in self.choices(key)]
            return str(values.index(value)) if value in values else AS_THE_PRESET
        return value

    def chosen(self) -> dict[str, Any]:
        """The house rules that were chosen, each under its key; valid forms only."""
        chosen: dict[str, Any] = {}
        for key in self.offered:
            value = self._value(key)
            if value is not None:
                chosen[key] = value
        return chosen

    def _value(self, key: str) -> Any:
        if KINDS.get(key) is Kind.WORTHS:
            return self._worths() or None
        entered = self.cleaned_data.get(f"rule-{key}")
        if entered in (None, AS_THE_PRESET, False):
            return None
        if key == "auction":
            return False
        if key == "sinks_at":
            return -entered
        if KINDS.get(key) is Kind.CHOICE:
            return self.choices(key)[int(entered)][1]
        if key == "lowest_bid" and entered == self.preset.lowest_bid:
            return None
        return entered

    def _worths(self) -> dict[str, int]:
        """What is worth something else than in the preset; points left empty are as they were."""
        usual = {point.key: point.worth for point in (*self.preset.points, *EXTRA_POINTS)}
        entered = {point: self.cleaned_data.get(f"worth-{point}") for point in usual}
        return {
            point: worth
            for point, worth in entered.items()
            if worth is not None and worth != usual[point]
        }

    def blame(self, problem: Problem) -> bool:
        """Put a problem of the rules beside its field; False where it has none here."""
        key, _, point = problem.at.removeprefix("house_rules.").partition(".")
        name = f"worth-{point}" if point else f"rule-{key}"
        if key == "values" and not point:
            name = f"worth-{self._points()[0][0]}"
        if name not in self.fields:
            return False
        self.add_error(name, sentence(problem.message))
        return True

    @property
    def told_errors(self) -> list[FieldError]:
        """The problems as the list above the form tells them, each leading to its rule."""
        rules = [rule for group in self.groups for rule in group.rules]
        return [
            FieldError(f"rule-{rule.key}", rule.words.label, error)
            for rule in rules
            for error in rule.errors
        ]

    @cached_property
    def groups(self) -> list[Group]:
        """The house rules as the form shows them; ask when every problem is known."""
        return [
            Group(name, [self._rule_field(key) for key in keys if key in self.offered])
            for name, keys in GROUPS.items()
        ]

    def _rule_field(self, key: str) -> RuleField:
        kind = KINDS.get(key, Kind.FLAG)
        names = [f"rule-{key}"]
        if kind is Kind.WORTHS:
            names = [f"worth-{point}" for point, _ in self._points()]
        errors = [str(error) for name in names for error in self.errors.get(name, [])]
        fields = [self[name] for name in names]
        told = example(self.preset, key)
        return RuleField(key, RULES[key], told, kind.name.lower(), fields, errors)

    def _usual(self, point: str) -> str:
        worths = {own.key: own.worth for own in self.preset.points}
        return str(worths.get(point, 0))

    @property
    def given(self) -> int:
        """How many house rules are chosen or wrong; where there are any, the fold is open."""
        return sum(group.given for group in self.groups)
