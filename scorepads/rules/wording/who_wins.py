"""Who wins the game under the rules in force, told whole: for rule cards and summaries.

Every number is that of the rules, so a house rule never leaves a sentence behind that is no
longer true.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scorepads.rules.house_rules.apply import TWO_SIDES, Rules
from scorepads.rules.house_rules.structured import EndsAfter, Moon
from scorepads.rules.preset import Citation
from scorepads.rules.terms import WITHIN_REACH, Basis, GoingOut, Smudge, signed
from scorepads.rules.wording.naming import house_rule_names

DECIDING = (
    "target", "going_out", "auction", "outright_at", "sinks_at", "tie_plays_on", "values",
    "ends_after", "moon", "partners", "extra_points",
)  # fmt: skip
"""The house rules after which the preset's own sentence on going out may no longer hold."""


def who_wins(rules: Rules) -> str:
    """Who wins, and when, in sentences."""
    return " ".join((*who_goes_out(rules), *other_endings(rules)))


def rules_in_short(rules: Rules) -> str:
    """The rules in a few words, for the opening form: sides, house rules, who wins."""
    others = {key: value for key, value in rules.house_rules.items() if key != "target"}
    named = house_rule_names(rules.preset, others)
    bent = f"; {', '.join(named)}" if named else ""
    first = next(iter([*who_goes_out(rules), *other_endings(rules)]))
    deals = rules.ends_after is not None and rules.ends_after.deals
    in_hands = f" That is {rules.lines_to_play} hands." if deals else ""
    return f"{rules.sides} sides{bent}. {first}{in_hands}"


def is_bent(rules: Rules) -> bool:
    """Whether a house rule in force changes who wins, or when."""
    return any(key in rules.house_rules for key in DECIDING)


def who_goes_out(rules: Rules) -> Iterator[str]:
    """What reaching the target is good for."""
    if rules.target is None:
        return
    at, order = rules.goal, points_in_order(rules)
    if rules.going_out is GoingOut.POINT_ORDER:
        whose = ", the bidder's like the others'" if rules.auction else ""
        yield f"First to {at} wins. The points are counted in the order {order}{whose}."
        yield "Points left over when somebody is there count for nothing."
    elif rules.going_out is GoingOut.BIDDING_SIDE_ONLY:
        yield f"A side wins by making its own bid and having {at} or more after that hand."
        if rules.calls_partners:
            yield "So does a called partner, if it has more than the bidder."
    elif rules.going_out is GoingOut.HIGHEST_AT_TARGET:
        yield f"Once a side has {at} or more, the highest total wins, whoever bid."
        yield from who_wins_level(rules)
    elif rules.going_out is GoingOut.BIDDER_GOES_OUT:
        near = at - WITHIN_REACH
        yield f"First to {at} wins, on anyone's bid."
        yield f"Once both sides have {near} or more, whoever makes the bid wins."
        yield "If both get there from further back, play one more hand."
    elif rules.going_out is GoingOut.PITCHER_FIRST:
        yield f"First to {at} wins. If several get there on one hand, the side that bid wins."
        if rules.sides > TWO_SIDES:
            yield from who_goes_out_of_others(rules, order)


def who_goes_out_of_others(rules: Rules, order: str) -> Iterator[str]:
    if rules.tie_plays_on:
        yield "Of several others the highest total wins; a tie plays on."
    else:
        yield f"The others' points are counted in the order {order}."


def who_wins_level(rules: Rules) -> Iterator[str]:
    """What a shared highest total is good for."""
    if rules.calls_partners:
        yield "In a tie the bidder wins, else a partner who is alone in it; else play on."
    elif rules.auction:
        yield "In a tie the bidder wins; if the bidder is not in it, play on."
    else:
        yield "In a tie, play on."


def other_endings(rules: Rules) -> Iterator[str]:
    """What else ends the game."""
    if rules.outright_at is not None:
        yield f"{rules.outright_at} wins outright, whoever bid."
    if rules.sinks_at is not None:
        yield f"A side at {signed(rules.sinks_at)} or below loses at once."
    if rules.smudge is Smudge.FOUR_WINS:
        yield f"A made bid of {rules.total} wins at once."
    elif rules.smudge is Smudge.FOUR_WINS_UNLESS_IN_THE_HOLE:
        yield f"A made bid of {rules.total} wins at once, unless that side began below zero."
    if rules.failed_smudge_loses:
        yield "A failed one loses the game."
    if rules.moon is not None:
        yield from moon_endings(rules.moon)
    if rules.ends_after is not None:
        yield length_ending(rules.ends_after, is_only_end=rules.target is None)


def moon_endings(moon: Moon) -> Iterator[str]:
    """How a moon, or a failed one, ends the game."""
    if moon.made is None:
        unless = ", unless that side began below zero" if moon.to_zero else ""
        yield f"A made moon wins at once{unless}."
    if moon.loses:
        yield "A failed moon loses the game."


def length_ending(length: EndsAfter, *, is_only_end: bool) -> str:
    """When a game that lasts so many hands is over, and who has won then."""
    count, unit = (length.hands, "hand") if length.hands else (length.deals, "deal")
    after = f"{count} {unit}{'' if count == 1 else 's'}{'' if length.hands else ' each'}"
    level = "a tie plays on" if length.plays_on else "a tie is a draw"
    end = (
        f"After {after} the highest total wins"
        if is_only_end
        else (f"After {after} the game is over and the highest total wins")
    )
    return f"{end}; {level}."


def points_in_order(rules: Rules) -> str:
    """The points as they are counted: “High, Low, Jack, Game”."""
    return ", ".join(point.label for point in rules.points)


def going_out_citation(rules: Rules) -> Citation:
    """The preset's words on who goes out; where the table counts other points, with their order.

    The source says the order of its own points. Where another stands in it is the house rule's.
    """
    stated: Citation = rules.preset.cites["going_out"]
    in_preset = [point.key for point in rules.preset.points]
    is_counted = rules.going_out is GoingOut.PITCHER_FIRST and rules.preset.most_sides > TWO_SIDES
    if not is_counted or [point.key for point in rules.points] == in_preset:
        return stated
    order = points_in_order(rules)
    text = f"The pitcher is counted first; then the others' points in the order {order}."
    return replace(stated, text=text, basis=Basis.HOUSE_RULE)
