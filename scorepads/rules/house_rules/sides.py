"""House rules about who plays: how many sides, and partners called for a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorepads.rules.house_rules.kinds import Flag, Number, OneWord
from scorepads.rules.house_rules.record import AddedAspect, Group, HouseRule, name_if_true
from scorepads.rules.preset import Preset

if TYPE_CHECKING:
    from scorepads.rules.house_rules.apply import Rules
    from scorepads.rules.wording.examples import ExampleTable

MIN_SIDES, MAX_SIDES = 2, 9
MIN_CALLING, MAX_CALLING = 4, 8
"""How many play each alone where partners are called."""


def has_other_sides(preset: Preset) -> bool:
    return (preset.least_sides, preset.most_sides) != (MIN_SIDES, MAX_SIDES)


SIDES = HouseRule(
    key="sides",
    group=Group.BASICS,
    kind=Number(MIN_SIDES, MAX_SIDES),
    label="How many sides",
    summary="More sides, or fewer, than the game is described for.",
    name=lambda _, sides: f"{sides} sides",
    example=lambda table: f"Six sides at one table play {table.preset.name}.",
    offered_for=has_other_sides,
    idle=lambda rules: (
        "it is played by so many sides anyway"
        if rules.preset.least_sides <= rules.sides <= rules.preset.most_sides
        else ""
    ),
    aspects=("sides",),
)


def partners_conflict(rules: Rules) -> str:
    if MIN_CALLING <= rules.sides <= MAX_CALLING:
        return ""
    return f"partners are called where {MIN_CALLING} to {MAX_CALLING} play each alone"


def partners_example(table: ExampleTable) -> str:
    line = table.play_called({"partners": "called"})
    assert line.made
    return (
        f"Of four, we call you, and together we take {line.change[0]}: each of the two scores "
        f"{line.change[0]}. The other two take {line.change[1]}, and each of them scores that."
    )


PARTNERS = HouseRule(
    key="partners",
    group=Group.PARTNERS,
    kind=OneWord("called"),
    label="The pitcher calls a partner",
    summary="Four to eight play each alone; for each hand the pitcher calls a partner, or more.",
    name=lambda _, value: "partners called",
    example=partners_example,
    without_auction=(),
    conflict=partners_conflict,
    adds_to="made",
    aspects=("sides", "going-out", "smudge"),
    added_aspect=AddedAspect(
        "partners",
        "Partners",
        lambda rules: (
            "Called by the pitcher for each hand; the partners score alike"
            if rules.calls_partners
            else "As seated"
        ),
        after="sides",
    ),
)


def partner_pays_example(table: ExampleTable) -> str:
    chosen = {"partners": "called", "partner_pays": False}
    line = table.play_called(chosen, bid=table.rules_with().total)
    assert not line.made
    return f"We called you and are set back {-line.change[0]}: you score {line.change[2]}."


PARTNER_PAYS = HouseRule(
    key="partner_pays",
    group=Group.PARTNERS,
    kind=Flag(ticked=False),
    label="A called partner pays",
    asks="Only the pitcher pays for a set",
    summary="When the bid fails only the pitcher loses it; the partner scores nothing.",
    name=name_if_true("", "only the pitcher pays"),
    example=partner_pays_example,
    conflict=lambda rules: "" if rules.calls_partners else "here no partner is called",
    adds_to="set_back",
    aspects=("partners", "setback"),
)

RECORDS = (SIDES, PARTNERS, PARTNER_PAYS)
