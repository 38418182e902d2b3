"""Where the sources differ: every ruleset side by side, topic by topic, from the rules' data.

A ruleset is a preset or a recipe. What each says is worked out from its rules, so the page
cannot fall behind the presets; only what no preset holds is text (differences.toml).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from scorepads.rules.comparing.aspects import (
    Aspect,
    AspectCell,
    AspectRow,
    all_aspects,
    side_by_side,
)
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.preset import Citation, Preset
from scorepads.rules.rulesets import Ruleset
from scorepads.rules.terms import Basis, signed

TEXTS = Path(__file__).parent / "differences.toml"


@dataclass(frozen=True, slots=True)
class Answer:
    """What some rulesets have in common on a topic, and which those are."""

    says: str
    rulesets: tuple[tuple[Ruleset, Basis], ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """An aspect on which the sources differ; `to` is the section of a rules page it is in."""

    key: str
    title: str
    to: str
    answers: tuple[Answer, ...]
    notes: tuple[Citation, ...] = ()


def topics(compared: Sequence[Ruleset]) -> list[Topic]:
    """Every topic with its answers; the rulesets that agree stand together.

    A recipe is named only where it parts from its preset, and a ruleset that has no such
    rule not at all.
    """
    notes = _notes([ruleset.preset for ruleset in compared])
    rows = {row.aspect.key: row for row in side_by_side(compared, TOPICS)}
    return [
        Topic(key, row.label, SECTIONS[key], _answers(compared, row), tuple(notes.get(key, ())))
        for key, row in rows.items()
    ]


def others(presets: Sequence[Preset]) -> list[tuple[str, list[Citation]]]:
    """Games that the sources describe and the keeper does not score, each with its title."""
    by_key = {preset.key: preset for preset in presets}
    return [
        (other["title"], [_cite(by_key[other["preset"]], told) for told in other["rules"]])
        for other in read_texts()["others"]
        if other["preset"] in by_key
    ]


@cache
def read_texts() -> Mapping[str, Any]:
    """What `differences.toml` holds: notes on topics, and games that are not scored here."""
    return tomllib.loads(TEXTS.read_text("utf-8"))


def _answers(compared: Sequence[Ruleset], row: AspectRow) -> tuple[Answer, ...]:
    of_presets = {
        ruleset.preset.key: cell.value
        for ruleset, cell in zip(compared, row.cells, strict=True)
        if ruleset.recipe is None
    }
    found: dict[object, tuple[str, list[tuple[Ruleset, Basis]]]] = {}
    for ruleset, cell in zip(compared, row.cells, strict=True):
        parts = ruleset.recipe is None or cell.value != of_presets[ruleset.preset.key]
        if parts and cell.value is not None:
            _, those = found.setdefault(cell.value, (cell.general or cell.text, []))
            those.append((ruleset, cell.basis))
    return tuple(Answer(says, tuple(those)) for says, those in found.values())


def _notes(presets: Iterable[Preset]) -> dict[str, list[Citation]]:
    """What is known beyond the data, by topic; left out where its preset is not there."""
    by_key = {preset.key: preset for preset in presets}
    found: dict[str, list[Citation]] = {}
    for told in read_texts()["notes"]:
        if told["preset"] in by_key:
            found.setdefault(told["topic"], []).append(_cite(by_key[told["preset"]], told))
    return found


def _cite(preset: Preset, told: dict[str, Any]) -> Citation:
    source = preset.sources.get(told.get("source", ""))
    return Citation(told["says"], Basis(told["basis"]), source, told.get("note", ""))


def _lowest_bid(_: Ruleset, rules: Rules) -> AspectCell:
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
