"""Where the sources differ: every game side by side, topic by topic, from the rules' data.

A game is a preset or a recipe. What each says is worked out from its rules, so the page
cannot fall behind the presets; only what no preset holds is text (texts/differences.toml).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scorepads.reading.rulebook import read_texts
from scorepads.rules.comparing.aspects import (
    Aspect,
    AspectCell,
    AspectRow,
    all_aspects,
    side_by_side,
)
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.preset import Cite, Preset
from scorepads.rules.rulesets import Recipe, Version, of_preset, of_recipe
from scorepads.rules.terms import Basis, signed


@dataclass(frozen=True, slots=True)
class SourceGame:
    """A preset, or a recipe on top of one."""

    version: Version
    recipe: Recipe | None = None

    @property
    def preset(self) -> Preset:
        return self.version.preset


@dataclass(frozen=True, slots=True)
class Answer:
    """What some games have in common on a topic, and which games those are."""

    says: str
    games: tuple[tuple[SourceGame, Basis], ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """An aspect on which the sources differ; `to` is the section of a rules page it is in."""

    key: str
    title: str
    to: str
    answers: tuple[Answer, ...]
    notes: tuple[Cite, ...] = ()


def games(presets: Sequence[Preset], recipes: Iterable[Recipe]) -> list[SourceGame]:
    """Every preset, and every recipe whose preset is there, as they are played when nothing
    more is chosen."""
    by_key = {preset.key: preset for preset in presets}
    plain = [SourceGame(of_preset(preset)) for preset in presets]
    return plain + [
        SourceGame(of_recipe(recipe, preset), recipe)
        for recipe in recipes
        if (preset := by_key.get(recipe.preset))
    ]


def topics(compared: Sequence[SourceGame]) -> list[Topic]:
    """Every topic with its answers; the games that agree stand together.

    A recipe is named only where it parts from its preset, and a game that has no such rule
    not at all.
    """
    notes = _notes([game.preset for game in compared])
    rows = {
        row.aspect.key: row for row in side_by_side([game.version for game in compared], TOPICS)
    }
    return [
        Topic(key, row.label, SECTIONS[key], _answers(compared, row), tuple(notes.get(key, ())))
        for key, row in rows.items()
    ]


def others(presets: Sequence[Preset]) -> list[tuple[str, list[Cite]]]:
    """Games that the sources describe and the keeper does not score, each with its title."""
    texts = read_texts("differences") or {}
    by_key = {preset.key: preset for preset in presets}
    return [
        (other["title"], [_cite(by_key[other["preset"]], told) for told in other["rules"]])
        for other in texts.get("others", ())
        if other["preset"] in by_key
    ]


def _answers(compared: Sequence[SourceGame], row: AspectRow) -> tuple[Answer, ...]:
    of_presets = {
        game.preset.key: cell.value
        for game, cell in zip(compared, row.cells, strict=True)
        if game.recipe is None
    }
    found: dict[object, tuple[str, list[tuple[SourceGame, Basis]]]] = {}
    for game, cell in zip(compared, row.cells, strict=True):
        parts = game.recipe is None or cell.value != of_presets[game.preset.key]
        if parts and cell.value is not None:
            _, those = found.setdefault(cell.value, (cell.general or cell.says, []))
            those.append((game, cell.basis))
    return tuple(Answer(says, tuple(those)) for says, those in found.values())


def _notes(presets: Iterable[Preset]) -> dict[str, list[Cite]]:
    """What is known beyond the data, by topic; left out where its preset is not there."""
    by_key = {preset.key: preset for preset in presets}
    found: dict[str, list[Cite]] = {}
    for told in (read_texts("differences") or {}).get("notes", ()):
        if told["preset"] in by_key:
            found.setdefault(told["topic"], []).append(_cite(by_key[told["preset"]], told))
    return found


def _cite(preset: Preset, told: dict[str, Any]) -> Cite:
    source = preset.sources.get(told.get("source", ""))
    return Cite(told["says"], Basis(told["basis"]), source, told.get("note", ""))


def _lowest_bid(_: Version, rules: Rules) -> AspectCell:
    if not rules.auction:
        return AspectCell("Nobody bids", 0, Basis.HOUSE_RULE)
    return AspectCell(signed(rules.lowest_bid), rules.lowest_bid)


LOWEST_BID = Aspect("lowest-bid", "Lowest bid", _lowest_bid)
"""Apart from the highest, which follows from the points of a hand."""

SECTIONS = {
    "target": "going-out",
    "points": "points",
    "lowest-bid": "auction",
    "low": "points",
    "smudge": "smudge",
    "going-out": "going-out",
    "outright": "going-out",
    "sinks": "going-out",
    "tied-game": "points",
    "trump": "trump",
    "steal": "auction",
    "forced": "auction",
    "all-pass": "auction",
    "redeal": "auction",
}
"""The aspects that the page is about, in its order, and the section of a rules page they are in."""

_BY_KEY = {aspect.key: aspect for aspect in (*all_aspects(), LOWEST_BID)}
TOPICS = tuple(_BY_KEY[key] for key in SECTIONS)
