"""Which game a sheet is for: a preset, a recipe, or whatever else can be looked up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorepads.rules import catalog
from scorepads.rules.catalog import UnknownPreset
from scorepads.rules.house_rules.apply import Rules, apply_house_rules
from scorepads.rules.preset import Preset
from scorepads.rules.rulesets import Option, UnknownRecipe, bent, find_recipe, recipes


class UnknownGame(LookupError):
    """There is no game of that key to print a sheet of."""


@dataclass(frozen=True, slots=True)
class SheetGame:
    """What a blank sheet can be had of: a preset, with house rules where it has a recipe."""

    key: str
    name: str
    says: str
    preset: Preset
    least_sides: int
    most_sides: int
    usual_sides: int
    house_rules: Mapping[str, Any]
    options: tuple[Option, ...] = ()

    def rules(self, sides: int, options: Sequence[str], further: Mapping[str, Any]) -> Rules:
        """Its rules for so many sides; raises `Refused`."""
        chosen = dict(self.house_rules)
        for option in self.options:
            if option.key in options:
                chosen |= option.house_rules
        return apply_house_rules(self.preset, chosen | dict(further), sides)


def find_game(key: str) -> SheetGame:
    """The game of that key, wherever it is kept; raises `UnknownGame`."""
    for look_up in LOOK_UPS:
        if game := look_up(key):
            return game
    raise UnknownGame(key)


def bent_game(
    key: str, name: str, says: str, preset: Preset, house_rules: Mapping[str, Any]
) -> SheetGame:
    """A preset with a table's own house rules, for as many sides as they allow."""
    version = bent(address=key, name=name, preset=preset, house_rules=house_rules)
    least, most = version.least_sides, version.most_sides
    usual = max(least, min(preset.usual_sides, most))
    return SheetGame(key, name, says, preset, least, most, usual, house_rules)


def offered_games() -> tuple[list[SheetGame], list[SheetGame]]:
    """The presets and the recipes that sheets can be printed of."""
    presets = [_of_preset(preset) for preset in catalog.current.latest()]
    return presets, [find_game(recipe.key) for recipe in recipes()]


def _of_preset(preset: Preset) -> SheetGame:
    least, most, usual = preset.least_sides, preset.most_sides, preset.usual_sides
    return SheetGame(preset.key, preset.name, preset.tagline, preset, least, most, usual, {})


def _preset_game(key: str) -> SheetGame | None:
    try:
        return _of_preset(catalog.current.newest(key))
    except UnknownPreset:
        return None


def _recipe_game(key: str) -> SheetGame | None:
    try:
        recipe = find_recipe(key)
        preset = catalog.current.newest(recipe.preset)
    except (UnknownRecipe, UnknownPreset):
        return None
    return SheetGame(
        key=recipe.key,
        name=recipe.name,
        says=recipe.says,
        preset=preset,
        least_sides=recipe.least_sides,
        most_sides=recipe.most_sides,
        usual_sides=min(max(preset.usual_sides, recipe.least_sides), recipe.most_sides),
        house_rules=recipe.house_rules,
        options=recipe.options,
    )


LOOK_UPS: list[Callable[[str], SheetGame | None]] = [_preset_game, _recipe_game]
"""Where a game may be found by its key, in turn; further kinds of game are added here."""
