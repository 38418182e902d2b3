"""House rules about who wins or loses after a hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from scorepads.rules.house_rules.kinds import EnumChoice, Flag, Number
from scorepads.rules.house_rules.record import (
    AddedAspect,
    Group,
    HouseRule,
    name_from_label,
    name_if_true,
    name_with_number,
)
from scorepads.rules.house_rules.structured import PLAY_ON, GameLength
from scorepads.rules.preset import Preset
from scorepads.rules.terms import MAX_SCORE, GoingOut, signed, upper_first

if TYPE_CHECKING:
    from scorepads.rules.house_rules.apply import Rules
    from scorepads.rules.wording.examples import ExampleTable


def going_out_example(table: ExampleTable) -> str:
    near, everything = table.preset.target - 1, {point.key: 0 for point in table.preset.points}
    made = {way: example_winner(table, way, 0, {"high": 1}) for way in GoingOut}
    set_back = {way: example_winner(table, way, 1, everything) for way in GoingOut}
    return (
        f"Level at {near}, we make our bid and they take High. {winners_by_way(made)} "
        f"Level there, they are set back and we take everything. {winners_by_way(set_back)}"
    )


def example_winner(
    table: ExampleTable, way: GoingOut, pitcher: int, owners: Mapping[str, int]
) -> str:
    level = (table.preset.target - 1, table.preset.target - 1)
    out = table.play_hand({"going_out": way.value}, pitcher, owners, level).out
    if out is None or out.winner is None:
        return "nobody has won yet"
    return f"{table.subject(out.winner)} win"


def winners_by_way(winners: Mapping[GoingOut, str]) -> str:
    """Who wins which way: “Points in order: they win. Otherwise we win.”"""
    outcomes = list(winners.values())
    usual = max(set(outcomes), key=outcomes.count)
    odd = [f"{upper_first(way.label)}: {wins}." for way, wins in winners.items() if wins != usual]
    return " ".join([*odd, f"Otherwise {usual}."])


GOING_OUT = HouseRule(
    key="going_out",
    group=Group.GOING_OUT,
    kind=EnumChoice(GoingOut),
    label="Who goes out",
    summary="Who may win, and who is looked at first.",
    name=name_from_label(GoingOut),
    example=going_out_example,
    without_auction=(GoingOut.POINT_ORDER, GoingOut.HIGHEST_AT_TARGET),
    with_called=(GoingOut.HIGHEST_AT_TARGET, GoingOut.BIDDING_SIDE_ONLY),
    two_sides_only=lambda way: way is GoingOut.BIDDER_GOES_OUT,
    replaces="going_out",
    aspects=("going-out",),
)


def outright_example(table: ExampleTable) -> str:
    at = table.preset.target + 4
    chosen = {"outright_at": at, "going_out": GoingOut.BIDDING_SIDE_ONLY.value}
    line = table.play_hand(chosen, 1, {"high": 0}, (at - 1, 0))
    assert line.out is not None and line.out.winner == 0
    return (
        f"At {at}, where only a made bid goes out: we take High on their bid, "
        f"{line.before[0]} to {line.totals[0]}, and win."
    )


def outright_conflict(rules: Rules) -> str:
    if rules.target is None:
        return "without a target nothing is won outright above it"
    if rules.outright_at is None or rules.outright_at > rules.target:
        return ""
    return f"what wins outright lies above the target, {rules.target}"


def outright_idle(rules: Rules) -> str:
    if rules.going_out in (GoingOut.BIDDING_SIDE_ONLY, GoingOut.BIDDER_GOES_OUT):
        return ""
    return (
        "whoever is at the target wins here, so nobody gets further; "
        "choose as well that only a made bid goes out"
    )


OUTRIGHT_AT = HouseRule(
    key="outright_at",
    group=Group.GOING_OUT,
    kind=Number(1, MAX_SCORE),
    label="Wins outright at",
    summary="A side at this number after a hand wins, whoever bid.",
    name=name_with_number("{} wins outright"),
    example=outright_example,
    conflict=outright_conflict,
    idle=outright_idle,
    adds_to="going_out",
    added_aspect=AddedAspect(
        "outright",
        "Wins outright at",
        lambda rules: (
            f"{rules.outright_at}, whoever bid" if rules.outright_at else "No such number"
        ),
        after="going-out",
    ),
)


def sinks_example(table: ExampleTable) -> str:
    bid = table.example_bid
    at = -3 * bid
    everything = {point.key: 0 for point in table.preset.points}
    line = table.play_hand({"sinks_at": at}, 1, everything, (0, at + bid), bid)
    assert line.out is not None and line.out.winner == 0
    return f"At {-at}: they, at {signed(line.before[1])}, are set back {bid} and have lost."


SINKS_AT = HouseRule(
    key="sinks_at",
    group=Group.GOING_OUT,
    kind=Number(-MAX_SCORE, -1),
    label="Loses at",
    asks="Loses at this far in the hole",
    summary="A side this far in the hole after a hand has lost at once. For two sides.",
    name=name_with_number("{} loses"),  # “−6 loses”
    example=sinks_example,
    two_sides_only=bool,
    adds_to="going_out",
    added_aspect=AddedAspect(
        "sinks",
        "Loses at",
        lambda rules: f"{signed(rules.sinks_at)} or lower" if rules.sinks_at else "No such number",
        after="going-out",
    ),
)


def tie_example(table: ExampleTable) -> str:
    near = table.preset.target - 1
    chosen: dict[str, object] = {"tie_plays_on": True}
    if table.preset.going_out is not GoingOut.PITCHER_FIRST:
        chosen["going_out"] = GoingOut.PITCHER_FIRST.value
    owners = {point.key: None if point.nobody else 1 for point in table.preset.points}
    line = table.play_hand(chosen, 0, {**owners, "low": 2}, (0, near, near))
    assert line.out is None and line.totals[1] == line.totals[2] == table.preset.target
    condition = "" if len(chosen) == 1 else ", where the pitcher goes out first"
    return (
        f"On our bid they and you both reach {table.preset.target}{condition}: "
        "one more hand is played."
    )


TIE_PLAYS_ON = HouseRule(
    key="tie_plays_on",
    group=Group.GOING_OUT,
    kind=Flag(),
    label="Ties play on",
    summary="Of several others at the target the highest wins; in a tie play one more hand.",
    name=name_if_true("ties play on"),
    example=tie_example,
    offered_for=lambda preset: preset.most_sides > 2,
    without_auction=(False,),
    conflict=lambda rules: (
        ""
        if rules.going_out is GoingOut.PITCHER_FIRST
        else "ties play on only where the pitcher goes out first"
    ),
    adds_to="going_out",
    aspects=("going-out",),
)


def ends_after_name(_: Preset, length: Mapping[str, Any]) -> str:
    if "hands" in length:
        count = length["hands"]
        text = f"over after {count} {'hand' if count == 1 else 'hands'}"
    else:
        count = length["deals"]
        text = f"over after {count} {'deal' if count == 1 else 'deals'} each"
    return f"{text}, ties play on" if length.get("tie") == PLAY_ON else text


def ends_after_example(table: ExampleTable) -> str:
    line = table.play_hand({"ends_after": {"hands": 1}}, 0, {"high": 1}, bid=table.example_bid)
    assert line.out is not None and line.out.winner == 0
    return (
        f"After one hand: we have {line.totals[0]} and they {line.totals[1]}, and we win, "
        "far from the target. Level, it is a draw, or is played on until one is ahead."
    )


ENDS_AFTER = HouseRule(
    key="ends_after",
    group=Group.GOING_OUT,
    kind=GameLength(),
    label="Over after",
    summary="So many hands, or until everyone has dealt so often; then the highest total wins.",
    name=ends_after_name,
    example=ends_after_example,
    adds_to="going_out",
    added_aspect=AddedAspect(
        "length",
        "Over after",
        lambda rules: (
            upper_first(ends_after_name(rules.preset, rules.house_rules["ends_after"]))
            if rules.ends_after
            else "No number of hands"
        ),
        after="target",
    ),
)

RECORDS = (
    GOING_OUT,
    ENDS_AFTER,
    OUTRIGHT_AT,
    SINKS_AT,
    TIE_PLAYS_ON,
)
