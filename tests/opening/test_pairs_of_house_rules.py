"""Every two house rules together: the form, a scored file and an import refuse alike."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest

from scorepads.core.fields import as_sentence
from scorepads.files.reading import read_pads
from scorepads.opening.forms import OpenForm
from scorepads.opening.house_rules_form import HouseRulesForm
from scorepads.rules import catalog
from scorepads.rules.house_rules.apply import apply_house_rules
from scorepads.rules.house_rules.kinds import ChoiceKind, Flag, Number
from scorepads.rules.house_rules.records import HOUSE_RULES
from scorepads.rules.interchange import score_document
from scorepads.rules.preset import Preset
from scorepads.rules.terms import Problem, Refused
from tests.factories import PRESETS

Json = dict[str, Any]

CHOSEN: dict[str, list[Any]] = {
    "target": [None, 3, 30],
    "values": [{"jack": 0}, {"game": 3, "joker": 1}, {"high": 0, "low": 0}],
    "extra_points": [[{"key": "off", "label": "Off", "worth": 3, "before": "jack"}]],
    "ends_after": [{"hands": 9}, {"deals": 2, "tie": "play-on"}],
    "moon": [{"made": "wins"}, {"made": 20, "from_hole": "zero", "failed": "loses"}],
    "outright_at": [5, 70],
    "lowest_bid": [1, 4, 10],
    "partners": ["called"],
    "dealer_forced": [False, 2],
    "sides": [2, 4, 6],
}
"""Values that meet others; of every further rule all, or two."""


def values_of(key: str, preset: Preset) -> list[Any]:
    if key in CHOSEN:
        return CHOSEN[key]
    match HOUSE_RULES[key].kind:
        case Flag(ticked):
            return [ticked]
        case Number(low=low, high=high):
            return [max(low, min(high, number)) for number in (-6, 6)][:1]
        case ChoiceKind() as kind:
            return list(kind.offered_values(preset))
    raise AssertionError(f"say in CHOSEN what {key} may be")


def pairs(preset: Preset) -> Iterator[Json]:
    for one, other in itertools.combinations(HOUSE_RULES, 2):
        for first, second in itertools.product(values_of(one, preset), values_of(other, preset)):
            yield {one: first, other: second}


def problems_of(preset: Preset, chosen: Json, sides: int) -> list[Problem]:
    try:
        apply_house_rules(preset, chosen, sides)
    except Refused as refusal:
        return list(refusal.problems)
    return []


def ledger(preset: Preset, chosen: Json, sides: int) -> Json:
    return {
        "format": "pitch-ledger/1",
        "preset": preset.pin,
        "house_rules": chosen,
        "sides": [{"name": f"Side {number}"} for number in range(sides)],
        "hands": [],
    }


def as_typed(preset: Preset, chosen: Json, sides: int) -> dict[str, str]:
    """What the opening form sends when these rules are chosen in it."""
    begun = OpenForm(preset, given=chosen)
    fields = {**begun.initial, **begun.house.initial, "sides": str(sides)}
    return {name: str(value) for name, value in fields.items() if value not in (None, False)}


def can_be_chosen(preset: Preset, chosen: Json, sent: dict[str, str]) -> bool:
    """Whether the opening form has these choices for the preset."""
    house = HouseRulesForm(preset, sent)
    own = {"target", "sides"} | ({"trey"} if preset.optional_point else set())
    on_top = {key: value for key, value in chosen.items() if key in own}
    form = OpenForm(preset)
    if not form.fewest <= int(sent["sides"]) <= form.most:
        return False
    return house.is_valid() and {**on_top, **house.chosen_rules()} == chosen


def told_beside(form: OpenForm, key: str) -> list[str]:
    """What the form says at the fields of a house rule."""
    own = [str(error) for error in form.errors.get(key, [])]
    rules = [rule for group in form.house.groups for rule in group.rules if rule.key == key]
    return own + [error for rule in rules for error in rule.errors]


@pytest.mark.parametrize("name", PRESETS)
def test_what_does_not_go_together_is_refused_alike_everywhere(name: str) -> None:
    preset = catalog.current.newest(name)
    refused_so_far: set[tuple[str, ...]] = set()
    in_forms = 0
    for chosen in pairs(preset):
        sides = chosen.get("sides", 4 if "partners" in chosen else preset.usual_sides)
        problems = problems_of(preset, chosen, sides)
        refusal = (*chosen, *(problem.message for problem in problems))
        if not problems or refusal in refused_so_far:
            continue
        refused_so_far.add(refusal)
        raw = ledger(preset, chosen, sides)
        told = [{"at": problem.at, "message": problem.message} for problem in problems]
        assert score_document(raw)["problems"] == told, chosen
        with pytest.raises(Refused) as refused:
            read_pads(json.dumps(raw))
        assert [(p.at, p.message) for p in refused.value.problems] == [
            (problem.at, problem.message) for problem in problems
        ]
        sent = as_typed(preset, chosen, sides)
        if not can_be_chosen(preset, chosen, sent):
            continue
        form = OpenForm(preset, sent)
        assert not form.is_valid()
        in_forms += 1
        for problem in problems:
            key = problem.at.removeprefix("house_rules.").partition(".")[0].partition("[")[0]
            assert as_sentence(problem.message) in told_beside(form, key), (chosen, problem)
    assert in_forms > 30
