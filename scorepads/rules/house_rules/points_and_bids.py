"""House rules about the points, the bids and the smudge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scorepads.rules.house_rules.kinds import EXTRA_POINTS, EnumChoice, Flag, Number, Worths
from scorepads.rules.house_rules.record import (
    AddedAspect,
    Group,
    HouseRule,
    name_from_label,
    name_if_true,
    name_with_number,
)
from scorepads.rules.house_rules.structured import TO_ZERO, WINS, MoonTerms, OwnPoints
from scorepads.rules.preset import Preset
from scorepads.rules.terms import (
    MAX_SCORE,
    MOON_BID,
    SMUDGE_BID,
    Bid,
    GoingOut,
    Refused,
    Smudge,
    signed,
    upper_first,
)

if TYPE_CHECKING:
    from scorepads.rules.house_rules.apply import Rules
    from scorepads.rules.wording.examples import ExampleTable

FOUR_POINTS = 4
"""The points in a hand that a smudge for five needs."""


def target_name(preset: Preset, target: int | None) -> str:
    if target is None:
        return "no target"
    return "" if target == preset.target else f"to {target}"


def target_conflict(rules: Rules) -> str:
    if rules.target is not None or rules.ends_after:
        return ""
    return "a game without a target ends after so many hands or deals"


TARGET = HouseRule(
    key="target",
    group=Group.BASICS,
    kind=Number(1, MAX_SCORE, or_none=True),
    label="Game to",
    summary="Another number of points to play to.",
    name=target_name,
    example=lambda table: f"To {table.preset.target + 4}: with {table.preset.target} you play on.",
    conflict=target_conflict,
    aspects=("target",),
)

TREY = HouseRule(
    key="trey",
    group=Group.BASICS,
    kind=Flag(ticked=False, point="trey"),
    label="The trey",
    summary="Leave the trey out: seven points, and seven is the top bid.",
    name=name_if_true("", "no trey"),
    example=lambda table: (
        f"A side that takes everything scores {table.rules_with(trey=False).total} "
        f"and not {table.preset.total}."
    ),
    offered_for=lambda preset: preset.optional_point == "trey",
    aspects=("points", "total", "nobody", "bids"),
)


def no_junk_example(table: ExampleTable) -> str:
    line = table.play_hand({"no_junk": True}, 0, {"high": 1}, bid=table.example_bid)
    return f"They take High, and that counts for nothing. {table.line_text(line)}"


NO_JUNK = HouseRule(
    key="no_junk",
    group=Group.POINTS_AND_BIDS,
    kind=Flag(),
    label="No junk",
    summary="Only the pitcher's side scores; what the others took counts for nothing.",
    name=name_if_true("no junk"),
    example=no_junk_example,
    without_auction=(False,),
    replaces="others",
    aspects=("others",),
)


def lowest_bid_conflict(rules: Rules) -> str:
    if not rules.auction or rules.lowest_bid <= rules.total:
        return ""
    return f"the lowest bid lies between 1 and the total, {rules.total}"


LOWEST_BID = HouseRule(
    key="lowest_bid",
    group=Group.POINTS_AND_BIDS,
    kind=Number(1, MAX_SCORE),
    label="Lowest bid",
    summary="No bid below this number.",
    name=name_with_number("lowest bid {}"),
    example=lambda table: (
        f"From {table.preset.lowest_bid + 1}: a bid of {table.preset.lowest_bid} is refused."
    ),
    without_auction=(),
    conflict=lowest_bid_conflict,
    aspects=("bids",),
)


def smudge_conflict(rules: Rules) -> str:
    if not rules.has_smudge_bid or rules.total == FOUR_POINTS:
        return ""
    return f"a smudge for five is for four points, and here there are {rules.total}"


def smudge_example(table: ExampleTable) -> str:
    total = table.preset.total
    won = table.play_hand({"smudge": Smudge.FOUR_WINS.value}, 0, {}, (2, 0), total)
    assert won.out is not None and won.totals[0] < won.rules.goal
    bid = "four" if total == FOUR_POINTS else str(total)
    text = f"At 2, we bid {bid} and take everything: where that wins, we have won; "
    text += f"with none it is just +{total}."
    if total == FOUR_POINTS:
        text += " As a bid of its own, for five: +5 with all six tricks, else −5."
    return text


SMUDGE = HouseRule(
    key="smudge",
    group=Group.POINTS_AND_BIDS,
    kind=EnumChoice(Smudge, with_total={Smudge.ALL_TRICKS_FIVE: FOUR_POINTS}),
    label="Smudge",
    summary="What a bid of everything does.",
    name=name_from_label(Smudge),
    example=smudge_example,
    without_auction=(Smudge.NONE,),
    with_called=(Smudge.NONE,),
    conflict=smudge_conflict,
    replaces="smudge",
    aspects=("bids", "smudge"),
)


def failed_smudge_example(table: ExampleTable) -> str:
    chosen: dict[str, object] = {"failed_smudge_loses": True}
    smudge, condition = table.preset.smudge, ""
    bid: Bid = SMUDGE_BID if smudge is Smudge.ALL_TRICKS_FIVE else table.preset.total
    if smudge is Smudge.NONE:
        chosen["smudge"], condition = Smudge.FOUR_WINS.value, "Where there is a smudge: "
    line = table.play_hand(chosen, 0, {"high": 1}, (5, 5), bid)
    assert line.out is not None and line.out.winner == 1
    named = "a smudge" if bid == SMUDGE_BID else str(bid)
    return upper_first(f"{condition}we bid {named}, and they take High: they have won.")


def failed_smudge_text(rules: Rules) -> str:
    if rules.failed_smudge_loses:
        return "Loses the game at once"
    return "There is none" if rules.smudge is Smudge.NONE else "Costs the bid"


FAILED_SMUDGE_LOSES = HouseRule(
    key="failed_smudge_loses",
    group=Group.POINTS_AND_BIDS,
    kind=Flag(),
    label="A failed smudge loses",
    summary=(
        "A side that bids everything and fails has lost; of several others the highest wins, "
        "and in a tie they play on."
    ),
    name=name_if_true("a failed smudge loses"),
    example=failed_smudge_example,
    without_auction=(False,),
    conflict=lambda rules: (
        "there must be a smudge to fail, and here is none" if rules.smudge is Smudge.NONE else ""
    ),
    adds_to="smudge",
    added_aspect=AddedAspect(
        "failed-smudge", "A failed smudge", failed_smudge_text, after="smudge"
    ),
)


def auction_example(table: ExampleTable) -> str:
    line = table.play_hand({"auction": False}, None, {"high": 1})
    return f"We take all but High: us +{line.change[0]}, them +{line.change[1]}."


AUCTION = HouseRule(
    key="auction",
    group=Group.POINTS_AND_BIDS,
    kind=Flag(ticked=False),
    label="The auction",
    asks="Nobody bids",
    summary="Without one nobody bids and nobody is set back; the points are counted in order.",
    name=name_if_true("", "no auction"),
    example=auction_example,
    replaces="going_out",
    aspects=("bids", "smudge", "setback", "going-out", "forced"),
)


def values_name(preset: Preset, values: Mapping[str, int]) -> str:
    """In the order of the points, since a database may hand a mapping back in another."""
    usual = {point.key for point in preset.points}
    return ", ".join(
        f"{point.label} {values[point.key]}" if values[point.key] else f"without {point.label}"
        for point in (*preset.points, *EXTRA_POINTS)
        if point.key in values and (values[point.key] or point.key in usual)
    )


def values_example(table: ExampleTable) -> str:
    last = table.preset.points[-1]
    for values in ({last.key: 2}, {last.key: 0, "joker": 1}):
        try:
            total = table.rules_with(values=values).total
        except Refused:
            continue
        joker = " and Joker 1" if "joker" in values else ""
        return (
            f"{last.label} {values[last.key]}{joker}: {total} points to a hand, "
            f"and {total} is the highest bid."
        )
    raise AssertionError("a point can always be swapped for another")


VALUES = HouseRule(
    key="values",
    group=Group.POINTS_AND_BIDS,
    kind=Worths(),
    label="What the points are worth",
    summary="What a point is worth; 0 leaves it out. The total and the top bid follow.",
    name=values_name,
    example=values_example,
    conflict=lambda rules: "" if "smudge" in rules.house_rules else smudge_conflict(rules),
    aspects=("points", "total", "nobody", "bids"),
)


def moon_conflict(rules: Rules) -> str:
    if rules.has_smudge_bid:
        return "a moon does not go beside a smudge for five"
    if rules.going_out is GoingOut.POINT_ORDER:
        return "a moon does not go with points that are counted in order"
    return ""


def moon_name(_: Preset, moon: Mapping[str, Any]) -> str:
    made, failed = moon["made"], moon.get("failed", "bid")
    parts = ["a made moon wins" if made == WINS else f"a made moon scores {made}"]
    if moon.get("all_tricks"):
        parts.append("asks for all tricks")
    if moon.get("from_hole") == TO_ZERO:
        parts.append("only to zero from the hole")
    if failed == "loses":
        parts.append("a failed one loses the game")
    elif failed != "bid":
        parts.append(f"a failed one loses {failed}")
    return "; ".join(parts)


def moon_example(table: ExampleTable) -> str:
    chosen = {"smudge": "none", "going_out": "bidding-side-only", "moon": {"made": WINS}}
    line = table.play_hand(chosen, 0, {}, (0, 2), MOON_BID)
    assert line.out is not None and line.out.winner == 0
    lost = table.play_hand(chosen, 0, {"high": 1}, (0, 2), MOON_BID)
    return (
        f"We bid a moon and take all {line.totals[0]}: where that wins, we have won. "
        f"They take High: us {signed(lost.change[0])}."
    )


MOON = HouseRule(
    key="moon",
    group=Group.POINTS_AND_BIDS,
    kind=MoonTerms(),
    label="Shooting the moon",
    summary="A bid of its own above every number, for all the points of the hand.",
    name=moon_name,
    example=moon_example,
    without_auction=(),
    with_called=(),
    conflict=moon_conflict,
    adds_to="smudge",
    aspects=("bids",),
    added_aspect=AddedAspect(
        "moon",
        "Shooting the moon",
        lambda rules: upper_first(
            moon_name(rules.preset, rules.house_rules["moon"]) if rules.moon else "there is none"
        ),
        after="smudge",
    ),
)


def own_points_name(_: Preset, points: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(f"{point['label']} {point['worth']}" for point in points)


def own_points_conflict(rules: Rules) -> str:
    keys = {point.key for point in rules.points}
    for point in rules.house_rules["extra_points"]:
        if point.get("before", point["key"]) not in keys:
            return f"{point['label']} is counted before a point that is left out here"
    return "" if "smudge" in rules.house_rules else smudge_conflict(rules)


def own_points_example(table: ExampleTable) -> str:
    own = [{"key": "own_point", "label": "Off-three", "worth": 3}]
    plays = {} if table.preset.smudge is not Smudge.ALL_TRICKS_FIVE else {"smudge": "none"}
    total = table.rules_with(extra_points=own, **plays).total
    return f"Off-three 3: {total} points to a hand, and {total} is the highest bid."


EXTRA_POINTS_RULE = HouseRule(
    key="extra_points",
    group=Group.POINTS_AND_BIDS,
    kind=OwnPoints(),
    label="Points of your own",
    summary="Up to eight further points. The total and the top bid follow.",
    name=own_points_name,
    example=own_points_example,
    conflict=own_points_conflict,
    aspects=("points", "total", "nobody", "bids"),
)

RECORDS = (
    TARGET,
    TREY,
    NO_JUNK,
    LOWEST_BID,
    SMUDGE,
    FAILED_SMUDGE_LOSES,
    MOON,
    AUCTION,
    VALUES,
    EXTRA_POINTS_RULE,
)
