"""Recipes: ready-made sets of house rules by the name that tables know them under."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

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
