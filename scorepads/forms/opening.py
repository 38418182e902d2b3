"""The form that opens a pad under one preset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from scorepads.forms.fields import OneOf, TidyField, Told, sentence, whole_number
from scorepads.forms.house_rules import HouseRulesForm
from scorepads.rules.hand import LONGEST_NAME, LONGEST_NOTE, Side
from scorepads.rules.house_rules import FARTHEST, bend
from scorepads.rules.preset import Preset
from scorepads.rules.terms import Problem, Refused

TWO_SIDES = 2


@dataclass(frozen=True, slots=True)
class SideRow:
    """The fields of one side in the opening form."""

    index: int
    default: str
    name: forms.BoundField
    players: list[forms.BoundField]
    start: forms.BoundField
    deals: bool

    @property
    def number(self) -> int:
        return self.index + 1


class OpenForm(forms.Form):
    """Opening a pad under one preset: sides, players, dealer, house rules, starting scores.

    `given` are house rules to begin with: those of a recipe, or of a table's own version.
    Fields of sides beyond the chosen number are there for a page without script and are
    ignored. Names left empty get the names that work: Us and Them, or Side 1, Side 2, …
    """

    players_a_side = 3

    def __init__(
        self, preset: Preset, data: Any = None, *, given: Mapping[str, Any] | None = None
    ) -> None:
        self.preset = preset
        self.house = HouseRulesForm(preset, data, given=given)
        super().__init__(data, initial=self._initial(given or {}))
        least, most = preset.least_sides, preset.most_sides
        self.fields["sides"] = OneOf((n, str(n)) for n in range(least, most + 1))
        for number in range(most):
            self.fields[f"name-{number}"] = TidyField(LONGEST_NAME)
            for seat in range(self.players_a_side):
                self.fields[f"player-{number}-{seat}"] = TidyField(LONGEST_NAME)
            self.fields[f"start-{number}"] = whole_number(-FARTHEST, FARTHEST, required=False)
        self.fields["dealer"] = OneOf((seat, "") for seat in range(most * self.players_a_side))
        self.fields["target"] = whole_number(1, FARTHEST, required=False)
        if preset.optional_point == "trey":
            self.fields["trey"] = OneOf([("yes", "With the trey"), ("no", "Without it")])
        self.fields["note"] = TidyField(LONGEST_NOTE)
        self.fields["own-name"] = TidyField(LONGEST_NAME)

    def _initial(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "sides": str(self.preset.usual_sides),
            "dealer": "0",
            "target": given.get("target", self.preset.target),
            "trey": "no" if given.get("trey") is False else "yes",
        }

    @property
    def told_errors(self) -> list[Told]:
        return [
            Told(name, self._label(name), str(errors[0])) for name, errors in self.errors.items()
        ]

    def _label(self, name: str) -> str:
        kind, _, number = name.partition("-")
        if number:
            return f"Side {int(number.split('-')[0]) + 1}"
        return {"target": "Game to", "sides": "Sides", "note": "Note"}.get(kind, "House rules")

    @property
    def sides_vary(self) -> bool:
        return self.preset.least_sides != self.preset.most_sides

    @property
    def rows(self) -> list[SideRow]:
        """A row for every side that may be chosen, with its fields."""
        return [self._row(number) for number in range(self.preset.most_sides)]

    def _row(self, number: int) -> SideRow:
        two = self.preset.usual_sides == 2
        return SideRow(
            index=number,
            default=default_name(number, 2 if two else self.preset.usual_sides),
            name=self[f"name-{number}"],
            players=[self[f"player-{number}-{seat}"] for seat in range(self.players_a_side)],
            start=self[f"start-{number}"],
            deals=str(self["dealer"].value() or "0") == str(number),
        )

    @property
    def has_players(self) -> bool:
        return any(field.value() for row in self.rows for field in row.players)

    @property
    def has_start(self) -> bool:
        return any(row.start.value() for row in self.rows)

    @property
    def target_is_house(self) -> bool:
        return str(self["target"].value()) not in ("", "None", str(self.preset.target))

    @property
    def count(self) -> int:
        """How many sides play, as chosen."""
        return int(self.cleaned_data.get("sides") or self.preset.usual_sides)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for name in [name for name in self.errors if self._is_beyond(name)]:
            del self.errors[name]
        self._check_players()
        self._check_dealer()
        if not self.house.is_valid():
            self.add_error(None, "Look at what is marked among the house rules.")
        if not self.errors:
            try:
                self.rules = bend(self.preset, self.house_rules(), self.count)
            except Refused as refusal:
                for problem in refusal.problems:
                    self._blame(problem)
        return cleaned

    def _blame(self, problem: Problem) -> None:
        name = problem.at.removeprefix("house_rules.").partition(".")[0]
        own = name if name in self.fields else None
        if own is None:
            self.house.blame(problem)
        self.add_error(own, sentence(problem.message))

    def _is_beyond(self, name: str) -> bool:
        parts = name.split("-")
        return len(parts) > 1 and int(parts[1]) >= self.count

    def _check_players(self) -> None:
        """Partners sit in turn, so every side names as many players, from the first on."""
        named = [self._players(number) for number in range(self.count)]
        if not any(any(players) for players in named):
            return
        most = max(len([p for p in players if p]) for players in named)
        for number, players in enumerate(named):
            for seat, player in enumerate(players[:most]):
                if not player and not self.has_error(f"player-{number}-{seat}"):
                    message = "Name this player too: the sides take turns at the deal."
                    self.add_error(f"player-{number}-{seat}", message)

    def _check_dealer(self) -> None:
        if int(self.cleaned_data.get("dealer") or 0) >= self.count * self._rows():
            self.cleaned_data["dealer"] = "0"  # chosen for a seat that is not at this table

    def _players(self, number: int) -> list[str]:
        return [
            self.cleaned_data.get(f"player-{number}-{seat}", "")
            for seat in range(self.players_a_side)
        ]

    def _rows(self) -> int:
        return max(1, max(len(side.players) for side in self.sides()))

    def sides(self) -> list[Side]:
        """The sides as named, with the names that work where nothing was typed."""
        return [
            Side(
                self.cleaned_data.get(f"name-{number}") or default_name(number, self.count),
                tuple(player for player in self._players(number) if player),
            )
            for number in range(self.count)
        ]

    def start(self) -> list[int]:
        return [self.cleaned_data.get(f"start-{number}") or 0 for number in range(self.count)]

    def first_dealer(self) -> int:
        return int(self.cleaned_data.get("dealer") or 0)

    def house_rules(self) -> dict[str, Any]:
        """What differs from the preset, as named house rules."""
        chosen: dict[str, Any] = {}
        target = self.cleaned_data.get("target")
        if target and target != self.preset.target:
            chosen["target"] = target
        if self.cleaned_data.get("trey") == "no":
            chosen["trey"] = False
        return chosen | self.house.chosen()


def default_name(number: int, sides: int) -> str:
    """The name of a side that nobody named."""
    if sides == TWO_SIDES and number < TWO_SIDES:
        return ("Us", "Them")[number]
    return f"Side {number + 1}"
