"""Rulesets by name: presets, recipes, and a table's own house rules, to be played and compared."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from scorepads.rules.house_rules.apply import Rules, apply_house_rules
from scorepads.rules.preset import Preset
from scorepads.rules.terms import Problem, Refused
from scorepads.rules.wording.explain import tell_apart
from scorepads.rules.wording.naming import house_rule_names

RECIPES = Path(__file__).parent / "recipes.toml"


class UnknownRecipe(LookupError):
    """There is no recipe of that name."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something that a recipe leaves to the table, as further house rules."""

    key: str
    label: str
    house_rules: Mapping[str, Any]
    most_sides: int | None = None


@dataclass(frozen=True, slots=True)
class Recipe:
    """A preset's key with house rules chosen, for so many sides."""

    key: str
    name: str
    says: str
    preset: str
    least_sides: int
    most_sides: int
    house_rules: Mapping[str, Any]
    source: str
    options: tuple[Option, ...] = ()

    def chosen(self, options: Sequence[str] = ()) -> dict[str, Any]:
        """The house rules with these options taken; unknown options are ignored."""
        chosen = dict(self.house_rules)
        for option in self.options:
            if option.key in options:
                chosen |= option.house_rules
        return chosen

    def sides(self, options: Sequence[str] = ()) -> tuple[int, int]:
        """From how many to how many sides play it with these options taken."""
        fewer = [o.most_sides for o in self.options if o.key in options and o.most_sides]
        return self.least_sides, min([self.most_sides, *fewer])


@cache
def recipes() -> tuple[Recipe, ...]:
    """Every recipe, in the order in which they are offered."""
    data = tomllib.loads(RECIPES.read_text("utf-8"))
    return tuple(_recipe(entry) for entry in data["recipes"])


def find_recipe(key: str) -> Recipe:
    """The recipe of that key; raises `UnknownRecipe`."""
    for recipe in recipes():
        if recipe.key == key:
            return recipe
    raise UnknownRecipe(key)


def _recipe(entry: Mapping[str, Any]) -> Recipe:
    options = tuple(Option(**option) for option in entry.get("options", ()))
    return Recipe(**{**entry, "options": options})


MAX_COMPARED = 6


MIN_COMPARED = 2


@dataclass(frozen=True, slots=True)
class Version:
    """A version of the game by name: a preset, with house rules chosen, for so many sides.

    `address` is how links name it; `short` is its name where there is little room.
    """

    address: str
    name: str
    short: str
    says: str
    preset: Preset
    house_rules: Mapping[str, Any]
    least_sides: int
    most_sides: int
    source: str = ""

    def rules(self, sides: int | None = None) -> Rules:
        """The rules that it comes to; raises `Refused` where so many sides cannot play it."""
        wanted = self._usual_sides if sides is None else sides
        if not self.least_sides <= wanted <= self.most_sides:
            fitting = span(self.least_sides, self.most_sides)
            raise Refused([Problem("sides", f"it is for {fitting} sides")])
        return apply_house_rules(self.preset, self.house_rules, wanted)

    @property
    def house_rules_in_words(self) -> list[str]:
        """The short names of its house rules: “to 15”, “no junk”."""
        return house_rule_names(self.preset, self.house_rules)

    @property
    def _usual_sides(self) -> int:
        return max(self.least_sides, min(self.preset.usual_sides, self.most_sides))


def of_preset(preset: Preset, *, newest: bool = True) -> Version:
    """A published preset as it stands; an older version says so in its short name."""
    short = preset.key.replace("-", " ").title()
    return Version(
        address=preset.pin,
        name=preset.name,
        short=short if newest else f"{short}, version {preset.version}",
        says=preset.tagline,
        preset=preset,
        house_rules={},
        least_sides=preset.least_sides,
        most_sides=preset.most_sides,
    )


def of_recipe(recipe: Recipe, preset: Preset, options: Sequence[str] = ()) -> Version:
    """A recipe with these of its options; raises `Refused` where they do not go together."""
    taken = [option for option in recipe.options if option.key in options]
    least, most = recipe.sides(options)
    return bent(
        address="+".join([f"recipe:{recipe.key}", *(option.key for option in taken)]),
        name=", ".join([recipe.name, *(option.label.partition(":")[0] for option in taken)]),
        says=recipe.says,
        preset=preset,
        house_rules=recipe.chosen(options),
        sides=range(least, most + 1),
        source=recipe.source,
    )


def bent(
    *,
    address: str,
    name: str,
    preset: Preset,
    house_rules: Mapping[str, Any],
    says: str = "",
    sides: Iterable[int] | None = None,
    source: str = "",
) -> Version:
    """A preset with house rules, for as many of `sides` as they allow; raises `Refused`."""
    wanted = range(preset.least_sides, preset.most_sides + 1) if sides is None else sides
    fitting = [count for count in wanted if _bends(preset, house_rules, count)]
    if not fitting:
        apply_house_rules(preset, house_rules, preset.usual_sides)  # says what is wrong
        raise Refused([Problem("sides", "these house rules fit no number of sides")])
    return Version(
        address, name, name, says or preset.tagline, preset, dict(house_rules),
        min(fitting), max(fitting), source,
    )  # fmt: skip


def _bends(preset: Preset, house_rules: Mapping[str, Any], sides: int) -> bool:
    try:
        apply_house_rules(preset, house_rules, sides)
    except Refused:
        return False
    return True


def short_names(versions: Sequence[Version]) -> list[str]:
    """The short names of these versions, equal ones told apart."""
    return tell_apart([version.short for version in versions], longest=60)


def span(least: int, most: int) -> str:
    """How many: “3”, “2 to 7”."""
    return str(least) if least == most else f"{least} to {most}"
