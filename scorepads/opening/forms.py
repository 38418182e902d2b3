"""The form that opens a pad under one preset."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.html import format_html

from scorepads.core.fields import (
    FieldError,
    Form,
    FormField,
    OneOf,
    Segments,
    TidyField,
    as_sentence,
    whole_number,
)
from scorepads.models import MATCH_LENGTHS
from scorepads.opening.house_rules_form import HouseRulesForm
from scorepads.rules.hand import MAX_NAME_LENGTH, MAX_NOTE_LENGTH, Side
from scorepads.rules.house_rules.apply import (
    Rules,
    apply_house_rules,
    find_idle_rules,
    with_seats,
)
from scorepads.rules.house_rules.sides import MAX_SIDES
from scorepads.rules.preset import Preset
from scorepads.rules.terms import MAX_SCORE, Problem, Refused
from scorepads.rules.wording.examples import worked_example
from scorepads.rules.wording.who_wins import rules_in_short

TWO_SIDES = 2
MAX_SEATS = 9

PARTNERS = ("", "partner", "second partner")
PLAYER_LABELS = ("Player", "Partner", "Second partner")
WITHOUT_TREY = "Without it (a house rule) seven points are played for and seven is the top bid."
FIELD_LABELS = {
    "target": "Game to",
    "trey": "The trey",
    "sides": "Sides",
    "players": "Who is on a side",
    "dealer": "Who deals first",
    "note": "Note",
    "best_of": "Match",
    "own-name": "Name of your house rules",
}


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at the table: the value of its choice as dealer, and the field of its player's name.

    `place` counts the players of a side from 0, and `side_name` is what the side is called so far.
    """

    value: str
    side: int
    place: int
    name: FormField
    side_name: str
    deals: bool

    @property
    def label(self) -> str:
        """Who sits there, for the ear."""
        nth = PARTNERS[self.place]
        if typed := str(self.name.value() or ""):
            return typed
        return f"{self.side_name}, {nth}" if nth else self.side_name


@dataclass(frozen=True, slots=True)
class SideFields:
    """The fields of one side in the opening form."""

    index: int
    default: str
    name: FormField
    players: list[FormField]
    start: forms.BoundField

    @property
    def number(self) -> int:
        return self.index + 1

    @property
    def shown_name(self) -> str:
        """The side's name as typed, or its default name."""
        return str(self.name.value() or self.default)


class OpenForm(Form):
    """Opening a pad under one preset: sides, players, dealer, house rules, starting scores.

    `given` are house rules to begin with: those of a recipe, or of a table's own version;
    `fewest`, `most` and `usual` are the sides that a recipe is for, `players` how many a side names
    at first. Fields of sides and players beyond the chosen numbers are there for a page without
    script and are ignored. Sides left unnamed get default names: Us and Them, or Side 1, Side 2, …
    """

    players_a_side = 3
    rules: Rules

    def __init__(
        self,
        preset: Preset,
        data: Any = None,
        *,
        given: Mapping[str, Any] | None = None,
        fewest: int = 0,
        most: int = 0,
        usual: int = 0,
        players: int = 1,
    ) -> None:
        self.preset, self.given, self.usual_players = preset, dict(given or {}), players
        self.house = HouseRulesForm(preset, data, given=given)
        self.fewest = max(fewest, preset.least_sides)
        self.usual = usual or preset.usual_sides
        self.most = most or self.most_sides()
        super().__init__(data, initial=self.initial_values(given or {}))
        self.fields["sides"] = OneOf(
            ((n, str(n)) for n in range(self.fewest, self.most + 1)),
            "How many sides?",
            widget=Segments("nums"),
        )
        self.fields["players"] = OneOf(
            self.partner_choices(), "Who is on a side?", widget=Segments("wrap", frame="a-side")
        )
        for number in range(self.most):
            self.add_side_fields(number)
        self.fields["dealer"] = OneOf(
            (seat_value(side, row), "")
            for row in range(self.players_a_side)
            for side in range(self.most)
        )
        self.add_rule_fields()
        label = "Note: the place, the occasion"
        self.fields["note"] = TidyField(MAX_NOTE_LENGTH, label)
        self.fields["best_of"] = OneOf(
            [("", "One game"), *((str(n), f"Best of {n}") for n in MATCH_LENGTHS)],
            "A match of several games?",
            widget=Segments("wrap"),
        )
        self.fields["own-name"] = TidyField(MAX_NAME_LENGTH, FIELD_LABELS["own-name"])
        for row in self.side_rows:
            label = format_html('<bdi data-names="{}">{}</bdi>', row.index, row.shown_name)
            self.set_label(row.start.name, label)

    def most_sides(self) -> int:
        """How many sides may be chosen: as a house rule more than the preset is described for."""
        preset = self.preset
        return MAX_SIDES if preset.most_sides != preset.least_sides else preset.most_sides

    def partner_choices(self) -> list[tuple[str, str]]:
        """How many players a side may name; one, where the side has a name alone."""
        if MAX_SEATS // self.fewest < 2 or self.calls_partners:
            return [("1", "One name")]
        most = min(self.players_a_side, MAX_SEATS // self.fewest)
        return [("1", "One name"), *((str(n), f"{n} players") for n in range(2, most + 1))]

    def add_side_fields(self, number: int) -> None:
        """The name, the players and the starting score of one side."""
        self.fields[f"name-{number}"] = TidyField(
            MAX_NAME_LENGTH,
            css="in",
            placeholder=default_name(number, self.preset.usual_sides),
            autocapitalize="words",
            enterkeyhint="next",
            list="known-names",
        )
        for seat, label in enumerate(PLAYER_LABELS):
            self.fields[f"player-{number}-{seat}"] = TidyField(
                MAX_NAME_LENGTH,
                label,
                css="in",
                placeholder="Name",
                autocapitalize="words",
                enterkeyhint="next",
                list="known-names",
            )
        self.fields[f"start-{number}"] = whole_number(
            -MAX_SCORE, MAX_SCORE, required=False, placeholder="0"
        )

    def add_rule_fields(self) -> None:
        """The rules that are asked for outside of the house rules: the target, and the trey."""
        preset = self.preset
        self.fields["target"] = whole_number(
            1,
            MAX_SCORE,
            required=False,
            data_preset=preset.target,
            aria_describedby="target-says",
        )
        self.set_label("target", self.target_label())
        if preset.optional_point == "trey":
            self.fields["trey"] = OneOf(
                [("yes", "With the trey"), ("no", "Without it")],
                "The trey, worth three",
                help_text=format_html(
                    '{} <span class="example">{}</span>',
                    WITHOUT_TREY,
                    worked_example(preset, "trey"),
                ),
            )

    def initial_values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "sides": str(given.get("sides", self.usual_side_count)),
            "players": str(self.usual_players),
            "dealer": seat_value(0, 0),
            "target": given.get("target", self.preset.target) or "",
            "trey": "no" if given.get("trey") is False else "yes",
        }

    @property
    def error_summary(self) -> list[FieldError]:
        """Every error, those of the house rules too, with the field that it links to."""
        own = [
            FieldError(self[name].anchor, self.error_label(name), str(errors[0]))
            for name, errors in self.errors.items()
            if name != NON_FIELD_ERRORS
        ]
        general = [
            FieldError("house-rules", "House rules", str(error))
            for error in self.non_field_errors()
        ]
        return own + (self.house.error_summary or general)

    def error_label(self, name: str) -> str:
        if name in FIELD_LABELS:
            return FIELD_LABELS[name]
        return f"Side {int(name.split('-')[1]) + 1}"

    def without_errors(self) -> OpenForm:
        """The same form without its errors, since nobody tried to open a pad."""
        self.is_valid()
        self.errors.clear()
        self.house.errors.clear()
        return self

    def changed_fields(self, other: OpenForm) -> dict[str, str]:
        """The initial values of `other` that differ from those of this form, by field."""
        ours = {**self.house.initial, **self.initial}
        theirs = {**other.house.initial, **other.initial}
        names = [*other.house.fields, "target", "trey", "players"]
        return {
            name: str(theirs.get(name, "")) if theirs.get(name) is not False else ""
            for name in names
            if ours.get(name) != theirs.get(name)
        }

    @property
    def sides_vary(self) -> bool:
        return self.fewest != self.most

    @property
    def side_rows(self) -> list[SideFields]:
        """A row for every side that may be chosen, with its fields."""
        return [self.side_fields(number) for number in range(self.most)]

    def set_label(self, name: str, label: str) -> None:
        """Give a field a label that depends on what was typed."""
        self[name].label = self.fields[name].label = label

    def target_label(self) -> str:
        tag = format_html(' <span class="tag">{}</span>', "house rule")
        return format_html("Game to{}", tag if self.target_is_house else "")

    def side_fields(self, number: int) -> SideFields:
        return SideFields(
            index=number,
            default=default_name(number, self.preset.usual_sides),
            name=self[f"name-{number}"],
            players=[self[f"player-{number}-{seat}"] for seat in range(self.players_a_side)],
            start=self[f"start-{number}"],
        )

    @property
    def side_seats(self) -> list[Seat]:
        """A seat for every side that may be chosen, where each has one name."""
        return [self.seat(row, 0, row.name) for row in self.side_rows]

    @property
    def player_seats(self) -> list[Seat]:
        """The seats of players, in the order of the table however many sides are chosen."""
        return [
            self.seat(row, place, row.players[place])
            for place in range(self.players_a_side)
            for row in self.side_rows
        ]

    def seat(self, row: SideFields, place: int, name: FormField) -> Seat:
        value = seat_value(row.index, place)
        chosen = str(self["dealer"].value() or "0")
        return Seat(value, row.index, place, name, row.shown_name, chosen == value)

    @property
    def has_start(self) -> bool:
        return any(row.start.value() for row in self.side_rows)

    @property
    def summary(self) -> str:
        """The rules as they are chosen so far, in a few words; empty where they are refused."""
        rules = self.rules_so_far()
        if rules is None:
            return ""
        a_side = self.seats_a_side() if self.is_bound else 1
        return rules_in_short(with_seats(rules, rules.sides * a_side))

    def rules_so_far(self) -> Rules | None:
        if self.is_bound:
            return getattr(self, "rules", None) if self.is_valid() else None
        try:
            return apply_house_rules(self.preset, self.given, self.usual_side_count)
        except Refused:
            return None

    @property
    def target_example(self) -> str:
        return worked_example(self.preset, "target")

    @property
    def own_name(self) -> forms.BoundField:
        return self["own-name"]

    @property
    def target_is_house(self) -> bool:
        return str(self["target"].value()) not in ("", "None", str(self.preset.target))

    @property
    def side_count(self) -> int:
        """How many sides play, as chosen."""
        return int(self.cleaned_data.get("sides") or self.usual_side_count)

    @property
    def chosen_players(self) -> int:
        """How many players of a side are read; none where each side has one name.

        Names of players that were typed beside “One name” count where no side was named: not every
        browser hides their fields.
        """
        chosen = int(self.cleaned_data.get("players") or self.players_a_side)
        is_named = any(self.cleaned_data.get(f"name-{side}") for side in range(self.side_count))
        if chosen == 1:
            return 0 if is_named else self.players_a_side
        return chosen

    @property
    def usual_side_count(self) -> int:
        return max(self.fewest, min(self.usual, self.most))

    @property
    def calls_partners(self) -> bool:
        """Whether by the house rules to begin with bidders call partners, so that all sit alone."""
        return "partners" in self.given

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for name in [name for name in self.errors if self.is_unused(name)]:
            del self.errors[name]
        self.check_players()
        self.check_dealer()
        if not self.house.is_valid():
            self.add_error(None, "Fix what is marked among the house rules.")
        if not self.errors:
            self.check_house_rules()
        return cleaned

    def check_house_rules(self) -> None:
        try:
            self.rules = apply_house_rules(self.preset, self.house_rules(), self.side_count)
            problems = find_idle_rules(self.rules)
        except Refused as refusal:
            problems = refusal.problems
        for problem in problems:
            self.add_problem(problem)

    def add_problem(self, problem: Problem) -> None:
        name = re.split(r"[.\[]", problem.at.removeprefix("house_rules."))[0]
        own = name if name in self.fields else None
        if own is None:
            self.house.add_problem(problem)
        self.add_error(own, as_sentence(problem.message))

    def is_unused(self, name: str) -> bool:
        _, _, number = name.partition("-")
        if not number[:1].isdigit():
            return False
        side, _, place = number.partition("-")
        return int(side) >= self.side_count or (bool(place) and int(place) >= self.chosen_players)

    def check_players(self) -> None:
        """Partners sit in turn, so every side names as many players, from the first on."""
        named = [self.player_names(number) for number in range(self.side_count)]
        if not any(any(players) for players in named):
            return
        most = max(len([p for p in players if p]) for players in named)
        if most * self.side_count > MAX_SEATS:
            number = next(
                n for n, players in enumerate(named) if len([*filter(None, players)]) == most
            )
            message = f"At most {MAX_SEATS} people can play: choose fewer sides, or fewer partners."
            self.add_error(f"player-{number}-{most - 1}", message)
            return
        for number, players in enumerate(named):
            for seat, player in enumerate(players[:most]):
                if not player and not self.has_error(f"player-{number}-{seat}"):
                    message = "Name this player too: the sides take turns dealing."
                    self.add_error(f"player-{number}-{seat}", message)

    def check_dealer(self) -> None:
        """A seat that is not at this table does not deal; for a partner nobody named, the side."""
        side, row = split_seat_value(self.cleaned_data.get("dealer", ""))
        if side >= self.side_count:
            self.cleaned_data["dealer"] = seat_value(0, 0)
        elif row >= self.seats_a_side():
            self.cleaned_data["dealer"] = seat_value(side, 0)

    def player_names(self, number: int) -> list[str]:
        """The players of a side, as many as were chosen."""
        return [
            self.cleaned_data.get(f"player-{number}-{seat}", "")
            for seat in range(self.chosen_players)
        ]

    def seats_a_side(self) -> int:
        return max(1, max(len(side.players) for side in self.sides()))

    def sides(self) -> list[Side]:
        """The sides as named, with default names where nothing was typed."""
        return [
            Side(
                self.cleaned_data.get(f"name-{number}") or default_name(number, self.side_count),
                tuple(player for player in self.player_names(number) if player),
            )
            for number in range(self.side_count)
        ]

    def start(self) -> list[int]:
        return [self.cleaned_data.get(f"start-{number}") or 0 for number in range(self.side_count)]

    def first_dealer(self) -> int:
        """The seat that deals first; seats go round the table, side by side."""
        side, row = split_seat_value(self.cleaned_data.get("dealer", ""))
        return row * self.side_count + side

    def house_rules(self) -> dict[str, Any]:
        """What differs from the preset, as named house rules."""
        chosen: dict[str, Any] = {}
        target = self.cleaned_data.get("target")
        if target and target != self.preset.target:
            chosen["target"] = target
        if self.cleaned_data.get("trey") == "no":
            chosen["trey"] = False
        chosen |= self.house.chosen_rules()
        if self.side_count > self.preset.most_sides and "partners" not in chosen:
            chosen["sides"] = self.side_count
        return chosen


def default_name(number: int, sides: int) -> str:
    """The default name of a side."""
    if sides == TWO_SIDES and number < TWO_SIDES:
        return ("Us", "Them")[number]
    return f"Side {number + 1}"


def seat_value(side: int, row: int) -> str:
    """The value of a seat's choice, whatever the number of sides: `1` or, of a partner, `1.2`."""
    return f"{side}.{row}" if row else str(side)


def split_seat_value(value: str) -> tuple[int, int]:
    side, _, row = value.partition(".")
    return int(side or 0), int(row or 0)
