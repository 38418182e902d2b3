"""The pages of the variations: who plays each, from deal to win, and one hand worked out.

The rules are those of a recipe, so numbers, the points and who wins are taken from them; the words
of `variations.toml` say the rest, each with what it rests on.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from scorepads.reading.questions import read_statement
from scorepads.reading.rulebook import Example, score_example
from scorepads.rules.preset import Citation, Point, Source
from scorepads.rules.rulesets import Ruleset, all_recipes
from scorepads.rules.wording.who_wins import who_wins

TEXTS = Path(__file__).parent / "variations.toml"

TITLES = {
    "who": "Who plays it",
    "deal": "Deal",
    "auction": "Auction",
    "points": "What counts",
    "going_out": "Going out",
}


@dataclass(frozen=True, slots=True)
class VariationSection:
    """One section of a variation's page."""

    key: str
    title: str
    statements: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Variation:
    """The page of a variation: its ruleset, its sections, its worked hand, its sources."""

    ruleset: Ruleset
    sections: tuple[VariationSection, ...]
    points: tuple[Point, ...]
    who_wins: str
    example: Example
    sources: tuple[Source, ...]

    @property
    def unread_source(self) -> str:
        """What the recipe is named after, where that is none of the pages that were read."""
        named = self.ruleset.source
        is_read = any(source.title in named or named in source.title for source in self.sources)
        return "" if is_read else named


@cache
def read_texts() -> Mapping[str, Any]:
    """The content of `variations.toml`."""
    return tomllib.loads(TEXTS.read_text("utf-8"))


def find_variation_page(key: str) -> Variation | None:
    """The page of the recipe of that key; None where there is no such recipe."""
    recipe = next((recipe for recipe in all_recipes() if recipe.key == key), None)
    if recipe is None:
        return None
    (told,) = [entry for entry in read_texts()["variations"] if entry["key"] == key]
    return make_page(recipe.ruleset(), told)


def make_page(ruleset: Ruleset, told: Mapping[str, Any]) -> Variation:
    sources = {name: Source(**entry) for name, entry in read_texts()["sources"].items()}
    sections = tuple(
        VariationSection(key, title, tuple(read_statement(says, sources) for says in told[key]))
        for key, title in TITLES.items()
    )
    rules = ruleset.rules(len(told["example"]["sides"]))
    used = {cite.source: None for section in sections for cite in section.statements if cite.source}
    return Variation(
        ruleset=ruleset,
        sections=sections,
        points=rules.points,
        who_wins=who_wins(rules),
        example=score_example(rules, told["example"]),
        sources=tuple(used),
    )
