"""Tables and scores where two rules meet; the last side bids the first hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tests.rules.ledgers.tables import FURTHER_POINTS, SMUDGES, Json, Table, draw_value

Scene = Callable[[Random, Sequence[Json]], tuple[Table, list[int]]]


def lay_table(rng: Random, presets: Sequence[Json], sides: int, **rules: Any) -> Table:
    """One of the presets for so many sides, with these house rules and perhaps others."""
    fitting = [p for p in presets if p["sides"]["least"] <= sides <= p["sides"]["most"]]
    if rules.get("smudge") == "all-tricks-five":
        fitting = [p for p in fitting if len(p["points"]) == 4]
    table = Table(rng.choice(fitting), rules, sides)
    if "target" not in rules and rng.random() < 0.7:
        table = table.with_rules(target=rng.choice((5, 7, 9, 11, 21)))
    if rng.random() < 0.2:
        table = table.with_rules(no_junk=True)
    if table.smudge != "all-tricks-five" and rng.random() < 0.15:
        table = table.with_rules(values={"jack": draw_value(rng), "last": draw_value(rng)})
    return table


def near(rng: Random, number: int, below: int, above: int, count: int) -> list[int]:
    return [number + rng.randint(-below, above) for _ in range(count)]


def the_others_are_close(rng: Random, presets: Sequence[Json]) -> tuple[Table, list[int]]:
    """Several can get there on one hand that the pitcher does not win."""
    sides = rng.randint(3, 5)
    tie = {"tie_plays_on": True} if rng.random() < 0.4 else {}
    table = lay_table(rng, presets, sides, going_out="pitcher-first", smudge="none", **tie)
    pitcher = near(rng, table.target, 4 + table.total, -1 - table.total, 1)
    above = 1 if tie and rng.random() < 0.5 else -1
    return table, near(rng, table.target, 2, above, sides - 1) + pitcher


def some_stood_there(rng: Random, presets: Sequence[Json]) -> tuple[Table, list[int]]:
    """Sides begin the hand at the target, often level; the pitcher may fall from it."""
    sides = rng.choice((2, 2, 3, 3, 4, 4, 5))
    way = rng.choice(({"going_out": "pitcher-first"}, {"going_out": "point-order"}) * 3 + (
        {"going_out": "pitcher-first", "tie_plays_on": True}, {"auction": False}))  # fmt: skip
    table = lay_table(rng, presets, sides, **way, smudge="none")
    if rng.random() < 0.5:
        table = table.with_rules(outright_at=table.target + rng.randint(1, 3))
    if not table.auction:
        table.chosen.pop("no_junk", None)
    if sides > 3 or (sides == 3 and rng.random() < 0.3):
        table = table.with_rules(outright_at=table.target + 1)
        return table, [table.target - 1] + [table.target] * (sides - 2) + [table.target - 4]
    return table, near(rng, table.target, 1, 1, sides - 1) + near(rng, table.target, 3, 4, 1)


def outright_is_close(rng: Random, presets: Sequence[Json]) -> tuple[Table, list[int]]:
    sides = rng.randint(2, 3)
    ways = ["bidding-side-only", "bidding-side-only", "pitcher-first"]
    ways += ["bidder-goes-out"] * 4 if sides == 2 else []
    table = lay_table(rng, presets, sides, going_out=rng.choice(ways), smudge="none")
    at = table.target + rng.randint(1, 5)
    table = table.with_rules(outright_at=at)
    if sides == 2 and rng.random() < 0.6:
        table = table.with_rules(sinks_at=rng.choice((-1, -1, -2)))
    pitcher = rng.choice((near(rng, at, 1, table.total, 1), near(rng, 0, 1, 2, 1)))
    if "bidder-goes-out" in table.chosen.values() and rng.random() < 0.5:
        return table, near(rng, table.target, 7, -4, 1) + near(rng, at, -2, table.total, 1)
    return table, near(rng, at, 2, 1, sides - 1) + pitcher


def bidder_goes_out_meets_the_rest(rng: Random, presets: Sequence[Json]) -> tuple[Table, list[int]]:
    """Within seven, just outside, and past the target; with a low target also in the hole."""
    target = rng.choice((1, 2, 3, 3, 3, 11, 21, 62))
    more = {"sinks_at": -1, "lowest_bid": 1} if target < 4 else {}
    table = lay_table(rng, presets, 2, going_out="bidder-goes-out", target=target, **more)
    if rng.random() < 0.3:
        far = near(rng, target, 12, -8, 1) + near(rng, target, 1, table.total + 1, 1)
        return table, far[:: rng.choice((1, -1))]
    if "sinks_at" in table.chosen and rng.random() < 0.6:
        return table, near(rng, target - 7, 0, 2, 2)
    below = rng.choice((8, 8, 2))
    return table, near(rng, target, below, 3, 1) + near(rng, target, below, table.total + 1, 1)


def points_in_order_with_a_smudge(rng: Random, presets: Sequence[Json]) -> tuple[Table, list[int]]:
    sides = rng.randint(2, 3)
    smudge = rng.choice(("all-tricks-five",) * 3 + ("four-wins",))
    table = lay_table(rng, presets, sides, going_out="point-order", smudge=smudge)
    if sides == 2 and rng.random() < 0.2:
        table = table.with_rules(failed_smudge_loses=True)
    pitcher = near(rng, table.target, 5, rng.choice((-3, 6)), 1)
    return table, near(rng, table.target, 2, rng.choice((-1, -1, 1)), sides - 1) + pitcher


def a_failed_smudge_and_the_target(rng: Random, presets: Sequence[Json]) -> tuple[Table, list[int]]:
    smudge = rng.choice(SMUDGES[1:])
    low = {"target": rng.randint(1, 3)} if rng.random() < 0.5 else {}
    table = lay_table(rng, presets, 2, smudge=smudge, failed_smudge_loses=True, **low)
    pitcher = near(rng, -1, 1, 0, 1) if low else near(rng, table.target, 1, table.total + 3, 1)
    return table, near(rng, table.target, 2, 0, 1) + pitcher


def both_may_sink(rng: Random, presets: Sequence[Json]) -> tuple[Table, list[int]]:
    sinks_at = rng.choice((-1, -3, -6))
    table = lay_table(rng, presets, 2, sinks_at=sinks_at)
    if rng.random() < 0.3:
        table = table.with_rules(going_out="point-order")
    return table, near(rng, sinks_at, 1, 2, 1) + near(rng, sinks_at, 1, table.total, 1)


def the_highest_wins(rng: Random, presets: Sequence[Json]) -> tuple[Table, list[int]]:
    """Several level at the target or beyond, where the highest total wins."""
    sides = rng.randint(2, 5)
    table = lay_table(rng, presets, sides, going_out="highest-at-target", smudge="none")
    level = table.target + rng.randint(-2, 3)
    return table, [level + rng.choice((0, 0, -1, 1)) for _ in range(sides)]


def a_moon_is_shot(rng: Random, presets: Sequence[Json]) -> tuple[Table, list[int]]:
    """From in the hole and from outside, near the target and where all others are level."""
    sides = rng.randint(2, 4)
    moon = {"made": rng.choice(("wins", 3, 20)), "from_hole": rng.choice(("zero", "as-made"))}
    moon["failed"] = rng.choice(("bid", "loses", "loses", 2))
    ways = ["bidding-side-only", "pitcher-first", "highest-at-target"]
    ways += ["bidder-goes-out"] * 2 if sides == 2 else []
    low = {"target": rng.randint(1, 7)} if rng.random() < 0.6 else {}
    table = lay_table(
        rng, presets, sides, going_out=rng.choice(ways), smudge="none", moon=moon, **low
    )
    others = [table.target - rng.choice((0, 1, 4))] * (sides - 1)
    return table, [*others, rng.choice((-3, -1, 0, table.target - 2))]


def partners_are_called(rng: Random, presets: Sequence[Json]) -> tuple[Table, list[int]]:
    """A pitcher and its partners near the target, and level there."""
    sides = rng.randint(4, 8)
    preset = rng.choice(presets)
    table = Table(preset, {"partners": "called", "target": 11}, sides)
    if rng.random() < 0.4:
        table = table.with_rules(going_out="bidding-side-only")
    if rng.random() < 0.3:
        table = table.with_rules(partner_pays=False)
    return table, [11 - rng.choice((0, 1, 4, table.total)) for _ in range(sides)]


def the_length_is_near(rng: Random, presets: Sequence[Json]) -> tuple[Table, list[int]]:
    """Totals that come out level on the last hand."""
    sides = rng.randint(2, 4)
    count = rng.choice(({"hands": rng.randint(1, 3)}, {"deals": 1}))
    length = {**count, "tie": rng.choice(("draw", "play-on", "play-on"))}
    fitting = [p for p in presets if p["sides"]["least"] <= sides <= p["sides"]["most"]]
    target = rng.choice((None, None, 30))
    table = Table(rng.choice(fitting), {"ends_after": length, "target": target}, sides)
    return table, [rng.randint(0, 3) for _ in range(sides)]


def few_points_are_left(rng: Random, presets: Sequence[Json]) -> tuple[Table, list[int]]:
    """Values that make the total less than the preset's own lowest bid, and points of one's own."""
    preset = rng.choice(presets)
    keys = [*(point["key"] for point in preset["points"]), *FURTHER_POINTS]
    left = rng.sample(keys, rng.choice((1, 2, 2)))
    values = {key: rng.choice((1, 1, 2)) if key in left else 0 for key in keys}
    table = Table(preset, {"values": values, "smudge": rng.choice(SMUDGES[:3])}, 2)
    return table, near(rng, table.target, 3, 0, 1) + near(rng, table.target, 4, 0, 1)


SCENES: list[Scene] = [
    the_others_are_close,
    the_others_are_close,
    some_stood_there,
    some_stood_there,
    outright_is_close,
    outright_is_close,
    bidder_goes_out_meets_the_rest,
    bidder_goes_out_meets_the_rest,
    points_in_order_with_a_smudge,
    points_in_order_with_a_smudge,
    a_failed_smudge_and_the_target,
    both_may_sink,
    few_points_are_left,
    the_highest_wins,
    a_moon_is_shot,
    a_moon_is_shot,
    partners_are_called,
    the_length_is_near,
]
