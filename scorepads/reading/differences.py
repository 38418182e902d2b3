"""The page "Where the sources differ": all rulesets compared, topic by topic.

A ruleset is a preset or a recipe. The answers are computed from the rules, so the page always
agrees with the presets; only what no preset holds is text (differences.toml).
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
class TopicAnswer:
    """An answer to a topic, and the rulesets that give it."""

    says: str
    rulesets: tuple[tuple[Ruleset, Basis], ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """An aspect on which the sources differ; `to` is the section of a rules page on it."""

    key: str
    title: str
    to: str
    answers: tuple[TopicAnswer, ...]
    notes: tuple[Citation, ...] = ()


def differing_topics(compared: Sequence[Ruleset]) -> list[Topic]:
    """Every topic with its answers, each with the rulesets that give it.

    A recipe is listed only where it differs from its preset. A ruleset without a rule on the
    topic is left out.
    """
    notes = topic_notes([ruleset.preset for ruleset in compared])
    rows = {row.aspect.key: row for row in side_by_side(compared, TOPICS)}
    return [
        Topic(
            key, row.label, SECTIONS[key], topic_answers(compared, row), tuple(notes.get(key, ()))
        )
        for key, row in rows.items()
    ]


def unscored_games(presets: Sequence[Preset]) -> list[tuple[str, list[Citation]]]:
    """Games that the sources describe and Pitch Keeper does not score, each with its title."""
    by_key = {preset.key: preset for preset in presets}
    return [
        (other["title"], [read_cite(by_key[other["preset"]], raw) for raw in other["rules"]])
        for other in read_texts()["others"]
        if other["preset"] in by_key
    ]


@cache
def read_texts() -> Mapping[str, Any]:
    """The content of `differences.toml`: notes on topics, and games that are not scored."""
    return tomllib.loads(TEXTS.read_text("utf-8"))


def topic_answers(compared: Sequence[Ruleset], row: AspectRow) -> tuple[TopicAnswer, ...]:
    of_presets = {
        ruleset.preset.key: cell.value
        for ruleset, cell in zip(compared, row.cells, strict=True)
        if ruleset.recipe is None
    }
    found: dict[object, tuple[str, list[tuple[Ruleset, Basis]]]] = {}
    for ruleset, cell in zip(compared, row.cells, strict=True):
        is_listed = ruleset.recipe is None or cell.value != of_presets[ruleset.preset.key]
        if is_listed and cell.value is not None:
            _, those = found.setdefault(cell.value, (cell.general or cell.text, []))
            those.append((ruleset, cell.basis))
    return tuple(TopicAnswer(says, tuple(those)) for says, those in found.values())


def topic_notes(presets: Iterable[Preset]) -> dict[str, list[Citation]]:
    """Notes by topic, from `differences.toml`; notes on presets that are not given are left out."""
    by_key = {preset.key: preset for preset in presets}
    found: dict[str, list[Citation]] = {}
    for raw in read_texts()["notes"]:
        if raw["preset"] in by_key:
            found.setdefault(raw["topic"], []).append(read_cite(by_key[raw["preset"]], raw))
    return found


def read_cite(preset: Preset, raw: dict[str, Any]) -> Citation:
    source = preset.sources.get(raw.get("source", ""))
    return Citation(raw["says"], Basis(raw["basis"]), source, raw.get("note", ""))


def lowest_bid_cell(_: Ruleset, rules: Rules) -> AspectCell:
    if not rules.auction:
        return AspectCell("Nobody bids", 0, Basis.HOUSE_RULE)
    return AspectCell(signed(rules.lowest_bid), rules.lowest_bid)


LOWEST_BID = Aspect("lowest-bid", "Lowest bid", lowest_bid_cell)
"""Without the highest bid, which follows from the points of a hand."""

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
"""The aspects on the page, in its order, each with the section of a rules page on it."""

ASPECTS_BY_KEY = {aspect.key: aspect for aspect in (*all_aspects(), LOWEST_BID)}
TOPICS = tuple(ASPECTS_BY_KEY[key] for key in SECTIONS)
