"""Rulesets by name: presets, recipes, and a table's own house rules, to be played and compared.

`bicycle@1` is the address of a published preset, `recipe:points-in-order+no-junk` that of a
recipe with an option. A table's own rules are kept outside (`scorepads.opening.own_rulesets`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from scorepads.rules import catalog
from scorepads.rules.catalog import UnknownPreset
from scorepads.rules.house_rules.apply import Rules, apply_house_rules
from scorepads.rules.house_rules.sides import MAX_SIDES, MIN_SIDES
from scorepads.rules.preset import Preset
from scorepads.rules.terms import Problem, Refused, value_text
from scorepads.rules.wording.explain import tell_apart
from scorepads.rules.wording.naming import house_rule_names

RECIPES = Path(__file__).parent / "recipes.toml"
RECIPE = "recipe:"


class UnknownRuleset(LookupError):
    """No ruleset has this address, or its house rules contradict each other."""

    def __init__(self, address: str, refusal: Refused | None = None) -> None:
        message = f"There is no version {value_text(address)}."
        if refusal:
            problems = "; ".join(problem.message for problem in refusal.problems)
            message = f"{value_text(address)} does not go together: {problems}."
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A playable set of rules: a preset, with house rules chosen, for so many sides.

    `address` names it in links; `short_name` is for narrow places. A ruleset made by a recipe
    has that `recipe` and the keys of the options `taken`.
    """

    address: str
    name: str
    short_name: str
    summary: str
    preset: Preset
    house_rules: Mapping[str, Any]
    min_sides: int
    max_sides: int
    source: str = ""
    recipe: Recipe | None = None
    taken: tuple[str, ...] = ()

    def rules(self, sides: int | None = None) -> Rules:
        """The rules for this number of sides; raises `Refused` where it does not fit."""
        wanted = self.usual_sides if sides is None else sides
        if not self.min_sides <= wanted <= self.max_sides:
            fitting = span_text(self.min_sides, self.max_sides)
            raise Refused([Problem("sides", f"it is for {fitting} sides")])
        return apply_house_rules(self.preset, self.house_rules, wanted)

    @property
    def usual_sides(self) -> int:
        described = self.recipe.usual_sides if self.recipe else None
        return max(self.min_sides, min(described or self.preset.usual_sides, self.max_sides))

    @property
    def house_rules_in_words(self) -> list[str]:
        """The short names of its house rules: “to 15”, “no junk”."""
        return house_rule_names(self.preset, self.house_rules)

    @property
    def options(self) -> tuple[Option, ...]:
        """What its recipe leaves to the table, taken or not."""
        return self.recipe.options if self.recipe else ()

    def with_options(self, keys: Collection[str]) -> Ruleset:
        """Its recipe with just these options taken, unknown ones ignored."""
        return self.recipe.ruleset(keys) if self.recipe else self


@dataclass(frozen=True, slots=True)
class Option:
    """Something that a recipe leaves to the table, as further house rules."""

    key: str
    label: str
    house_rules: Mapping[str, Any]
    max_sides: int | None = None


@dataclass(frozen=True, slots=True)
class Recipe:
    """A preset's key with house rules chosen, for so many sides: the data of `recipes.toml`.

    `usual_sides` is how many its description is about, where that differs from the preset.
    """

    key: str
    name: str
    summary: str
    preset: str
    min_sides: int
    max_sides: int
    house_rules: Mapping[str, Any]
    source: str
    options: tuple[Option, ...] = ()
    usual_sides: int | None = None

    def ruleset(self, keys: Collection[str] = ()) -> Ruleset:
        """The ruleset with the options of these keys taken, unknown ones ignored.

        Raises `Refused` where the options contradict each other.
        """
        taken = [option for option in self.options if option.key in keys]
        house_rules = dict(self.house_rules)
        for option in taken:
            house_rules |= option.house_rules
        most = min([self.max_sides, *(option.max_sides for option in taken if option.max_sides)])
        return house_ruleset(
            catalog.current.newest(self.preset),
            house_rules,
            address="+".join([RECIPE + self.key, *(option.key for option in taken)]),
            name=", ".join([self.name, *(option.label.partition(":")[0] for option in taken)]),
            summary=self.summary,
            sides=range(self.min_sides, most + 1),
            source=self.source,
            recipe=self,
            taken=tuple(option.key for option in taken),
        )

    def taken_by(self, house_rules: Mapping[str, Any]) -> Ruleset | None:
        """The ruleset with all the options that agree with these house rules; None if it is not
        what they were made by.
        """
        agreeing = [
            option for option in self.options if option.house_rules.items() <= house_rules.items()
        ]
        made_by = dict(self.house_rules)
        for option in agreeing:
            made_by |= option.house_rules
        if not made_by.items() <= house_rules.items():
            return None
        try:
            return self.ruleset([option.key for option in agreeing])
        except Refused:
            return None


@cache
def all_recipes() -> tuple[Recipe, ...]:
    """Every recipe, in the order in which they are offered."""
    data = tomllib.loads(RECIPES.read_text("utf-8"))
    return tuple(read_recipe(entry) for entry in data["recipes"])


def read_recipe(entry: Mapping[str, Any]) -> Recipe:
    """The recipe of its data; `without_target` stands for a target of none, which TOML lacks."""
    told = dict(entry)
    if told.pop("without_target", False):
        told["house_rules"] = {"target": None, **told["house_rules"]}
    options = tuple(Option(**option) for option in entry.get("options", ()))
    return Recipe(**{**told, "options": options})


def find_published(address: str) -> Ruleset:
    """The preset or recipe that has this address; raises `UnknownRuleset`."""
    try:
        if not address.startswith(RECIPE):
            return preset_ruleset(catalog.find_preset(address))
        key, *options = address.removeprefix(RECIPE).split("+")
        found = next((recipe for recipe in all_recipes() if recipe.key == key), None)
        if found and {option.key for option in found.options}.issuperset(options):
            return found.ruleset(options)
    except UnknownPreset:
        pass
    except Refused as refusal:
        raise UnknownRuleset(address, refusal) from refusal
    raise UnknownRuleset(address)


def find_by_key(key: str) -> Ruleset:
    """The newest version of the preset of that key, or the recipe; raises `UnknownRuleset`."""
    pins = {preset.key: preset.pin for preset in catalog.current.latest()}
    return find_published(pins.get(key, RECIPE + key))


def newest_presets() -> list[Ruleset]:
    """The newest version of every preset, in the order in which they are offered."""
    return [preset_ruleset(preset) for preset in catalog.current.latest()]


def plain_recipes() -> list[Ruleset]:
    """Every recipe without its options, in the order in which they are offered."""
    return [recipe.ruleset() for recipe in all_recipes()]


def find_variation(preset: Preset, house_rules: Mapping[str, Any]) -> Ruleset | None:
    """The recipe that these house rules are made by, with the options taken; None if there is none.

    House rules beyond it do not matter. Of several recipes it is the one that explains the most.
    """
    made = [
        found
        for recipe in all_recipes()
        if recipe.preset == preset.key and (found := recipe.taken_by(house_rules))
    ]
    return max(made, key=lambda found: len(found.house_rules), default=None)


def game_name(rules: Rules) -> str:
    """What a game under these rules is called: the variation by its own name, else the preset."""
    found = find_variation(rules.preset, rules.house_rules)
    return found.recipe.name if found and found.recipe else rules.preset.name


def title(rules: Rules) -> str:
    """The game by name: “Setback to 11 (Wikipedia), house rules: to 15, no junk”."""
    named = house_rule_names(rules.preset, rules.house_rules)
    name = game_name(rules)
    return f"{name}, house rules: {', '.join(named)}" if named else name


def preset_ruleset(preset: Preset) -> Ruleset:
    """A published preset as it stands; an older version says so in its short name."""
    short_name = preset.key.replace("-", " ").title()
    if catalog.current.newest(preset.key) != preset:
        short_name += f", version {preset.version}"
    return Ruleset(
        address=preset.pin,
        name=preset.name,
        short_name=short_name,
        summary=preset.tagline,
        preset=preset,
        house_rules={},
        min_sides=preset.least_sides,
        max_sides=preset.most_sides,
    )


def house_ruleset(
    preset: Preset,
    house_rules: Mapping[str, Any],
    *,
    address: str = "",
    name: str = "",
    summary: str = "",
    sides: Iterable[int] | None = None,
    source: str = "",
    recipe: Recipe | None = None,
    taken: tuple[str, ...] = (),
) -> Ruleset:
    """A preset with house rules, for as many of `sides` as they allow; raises `Refused`."""
    wanted = range(MIN_SIDES, MAX_SIDES + 1) if sides is None else sides
    fitting = [count for count in wanted if can_be_applied(preset, house_rules, count)]
    if not fitting:
        apply_house_rules(preset, house_rules, preset.usual_sides)  # says what is wrong
        raise Refused([Problem("sides", "these house rules fit no number of sides")])
    return Ruleset(
        address, name, name, summary or preset.tagline, preset, dict(house_rules),
        min(fitting), max(fitting), source, recipe, taken,
    )  # fmt: skip


def can_be_applied(preset: Preset, house_rules: Mapping[str, Any], sides: int) -> bool:
    try:
        apply_house_rules(preset, house_rules, sides)
    except Refused:
        return False
    return True


def short_names(rulesets: Sequence[Ruleset]) -> list[str]:
    """The short names of these rulesets, with a number after equal ones."""
    return tell_apart([ruleset.short_name for ruleset in rulesets], longest=60)


def span_text(least: int, most: int) -> str:
    """A range of numbers in words: “3”, “2 to 7”."""
    return str(least) if least == most else f"{least} to {most}"
