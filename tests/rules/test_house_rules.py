"""A house rule is one record: whatever speaks of house rules reads it there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from scorepads.opening.house_rules_form import HouseRulesForm
from scorepads.printing.cards import rule_card
from scorepads.rules.catalog import current
from scorepads.rules.comparing.aspects import all_aspects, side_by_side
from scorepads.rules.house_rules.apply import Rules, apply_house_rules, find_idle_rules
from scorepads.rules.house_rules.kinds import Flag, Number, ValueKind
from scorepads.rules.house_rules.record import (
    AddedAspect,
    Group,
    HouseRule,
    name_if_true,
    name_with_number,
)
from scorepads.rules.house_rules.records import HOUSE_RULES
from scorepads.rules.preset import CITES, Preset
from scorepads.rules.rulesets import house_ruleset, preset_ruleset, title
from scorepads.rules.terms import Refused
from tests.browsing import look
from tests.material import some

KEY = "slow_hand"
WIKIPEDIA = current.newest("wikipedia")


def new_rule(kind: ValueKind, **more: Any) -> HouseRule:
    return HouseRule(
        key=KEY,
        group=Group.GOING_OUT,
        kind=kind,
        label="A slow hand",
        summary="Who thinks too long deals again.",
        example=lambda table: f"At {table.preset.target} everybody hurries.",
        **{"name": name_if_true("slow hands deal again"), **more},
    )


@pytest.fixture
def slow_hand(monkeypatch: pytest.MonkeyPatch) -> HouseRule:
    rule = new_rule(Flag(), adds_to="going_out", without_auction=(False,))
    monkeypatch.setitem(HOUSE_RULES, KEY, rule)
    return rule


def with_it(preset: Preset = WIKIPEDIA, sides: int = 2, **more: Any) -> Rules:
    return apply_house_rules(preset, {KEY: True, **more}, sides)


def problems(**chosen: Any) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as refused:
        apply_house_rules(WIKIPEDIA, chosen, 2)
    return [(problem.at, problem.message) for problem in refused.value.problems]


# --- One record is enough -------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.usefixtures("slow_hand")
def test_a_new_record_is_on_the_opening_form(stranger: Client) -> None:
    (field,) = look(stranger, "/open/wikipedia/").find("div", id=f"rule-{KEY}")
    words = " ".join(field.text.split())
    assert words == "A slow hand Who thinks too long deals again. At 11 everybody hurries."
    form = HouseRulesForm(WIKIPEDIA, {f"rule-{KEY}": "on"})
    assert form.is_valid()
    assert form.chosen_rules() == {KEY: True}


@pytest.mark.usefixtures("slow_hand")
def test_a_new_record_is_named_in_the_title() -> None:
    assert title(with_it(no_junk=True)).endswith("house rules: no junk, slow hands deal again")


@pytest.mark.usefixtures("slow_hand")
def test_a_new_record_is_a_row_of_comparisons() -> None:
    played = house_ruleset(WIKIPEDIA, {KEY: True})
    rows = {row.label: row for row in side_by_side([played, preset_ruleset(WIKIPEDIA)])}
    row = rows["A slow hand"]
    assert row.differs
    assert [cell.text for cell in row.cells] == ["Slow hands deal again", "No"]
    assert "A slow hand" not in {row.label for row in side_by_side([preset_ruleset(WIKIPEDIA)] * 2)}


@pytest.mark.usefixtures("slow_hand")
def test_a_new_record_is_on_the_rule_card() -> None:
    card = rule_card("Slow", with_it())
    assert card.house_rules == ("slow hands deal again",)
    (going_out,) = [rule for rule in card.statements if rule.about == "Going out"]
    assert going_out.house == "Slow hands deal again. Who thinks too long deals again."


@pytest.mark.usefixtures("slow_hand")
def test_a_new_record_checks_its_value_and_its_company() -> None:
    at = f"house_rules.{KEY}"
    assert problems(slow_hand=1) == [(at, "slow_hand takes true or false")]
    assert problems(slow_hand=True, auction=False) == [
        (at, "“slow hands deal again” needs an auction, and here nobody bids")
    ]
    assert (
        apply_house_rules(WIKIPEDIA, {KEY: False, "auction": False}, 2).house_rule_value(KEY)
        is False
    )


def test_a_new_record_may_be_for_two_sides_contradict_and_idle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rule = new_rule(
        Number(-9, -1),
        name=name_with_number("slow from {}"),
        two_sides_only=bool,
        conflict=lambda rules: "the deck is short" if rules.short_deck else "",
        idle=lambda rules: "nobody hurries" if rules.no_junk else "",
        added_aspect=AddedAspect(
            "slow", "Slowness", lambda rules: str(rules.house_rule_value(KEY)), "target"
        ),
    )
    monkeypatch.setitem(HOUSE_RULES, KEY, rule)
    assert problems(slow_hand=0) == [
        (f"house_rules.{KEY}", "slow_hand takes a whole number from −9 to −1")
    ]
    assert problems(slow_hand=-2, short_deck=True) == [(f"house_rules.{KEY}", "the deck is short")]
    with pytest.raises(Refused, match="“slow from −2” is for two sides"):
        apply_house_rules(WIKIPEDIA, {KEY: -2}, 3)
    rules = apply_house_rules(WIKIPEDIA, {KEY: -2, "no_junk": True}, 2)
    assert [problem.message for problem in find_idle_rules(rules)] == ["nobody hurries"]
    form = HouseRulesForm(WIKIPEDIA, {f"rule-{KEY}": "2"})
    assert form.is_valid()
    assert form.chosen_rules() == {KEY: -2}
    keys = [aspect.key for aspect in all_aspects()]
    assert keys[keys.index("target") + 2] == "slow"  # after the length, a record before it


# --- The records that there are ----------------------------------------------------------------


@pytest.mark.parametrize("rule", HOUSE_RULES.values(), ids=lambda rule: rule.key)
def test_a_record_speaks_only_of_what_there_is(rule: HouseRule) -> None:
    points = {point.key for preset in current for point in preset.points}
    aspects = {aspect.key for aspect in all_aspects()}
    assert {rule.replaces, rule.adds_to} <= {*CITES, *points, ""}
    assert {*rule.aspects, *([rule.comparison_aspect.after] if rule.comparison_aspect else [])} <= {
        *aspects,
        "",
    }
    assert rule.label and rule.summary.endswith(".")


def usual_values(rule: HouseRule) -> list[tuple[Preset, Any]]:
    """What each preset has in the place of the rule, where a house rule could say it."""
    usual = [(preset, rule.usual_value(preset)) for preset in current.latest()]
    return [
        (preset, value)
        for preset, value in usual
        if value is not None and not rule.kind.find_problems(preset, value)
    ]


HAD_BY_PRESETS = some(rule for rule in HOUSE_RULES.values() if usual_values(rule))


@pytest.mark.parametrize("rule", HAD_BY_PRESETS, ids=lambda rule: rule.key)
def test_what_a_preset_has_is_no_house_rule_of_it(rule: HouseRule) -> None:
    """Spelled out in a ledger, what is played by anyway changes nothing."""
    for preset, usual in usual_values(rule):
        plain = apply_house_rules(preset, {}, preset.usual_sides)
        spelled = apply_house_rules(preset, {rule.key: usual}, preset.usual_sides)
        assert replace(spelled, house_rules={}) == plain
