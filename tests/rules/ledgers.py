"""Ledgers out of a seed, for comparing the rules with their twin in JavaScript.

Most are valid, under every preset and every house rule, and begin near the places where the rules
differ: the target, the hole, seven from the end. The others are broken in exactly one place, and
a sample says where. What a table plays by is worked out here once more, from the rules in words
and the preset files alone, so that a slip in `scorepads/rules/` cannot hide in its own test data.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

Json = dict[str, Any]

PRESETS = Path(__file__).parents[2] / "scorepads" / "rules" / "presets"
FURTHER_POINTS = ("joker", "five", "last")
GOING_OUT = ("pitcher-first", "bidding-side-only", "bidder-goes-out", "point-order")
SMUDGES = ("none", "four-wins", "four-wins-unless-in-the-hole", "all-tricks-five")
SUITS = ("spades", "hearts", "diamonds", "clubs")
WORDS = {
    "going_out": GOING_OUT,
    "smudge": SMUDGES,
    "low_to": ("holder", "trick"),
    "game_tie": ("nobody", "pitcher"),
    "game_by": ("pips", "ten"),
    "redeal": ("same-dealer", "next-dealer"),
}
FLAGS = ("no_junk", "failed_smudge_loses", "auction", "tie_plays_on", "dealer_steal", "short_deck")
NUMBERS = {"target": (0, -7, 501), "sinks_at": (0, 6, -501), "outright_at": (501, 1000)}
ACE = "\N{PLAYING CARD ACE OF SPADES}"
LONE_SURROGATE = "A\ud83c"
NAMES = (
    "Us", "Them", "Ann", "Bo", " Cy ", "O'Brien & <b>Al</b>", "Zoë 👩‍👩‍👧 🃏", "نحن", "0", "x" * 40,
    ACE * 40,
)  # fmt: skip
NOTES = ("revoke", "", "a misdeal, played again", "“house” rule\nagreed", "n" * 200, ACE * 200)
BROKEN_SHARE = 0.15
SCENE_SHARE = 0.5

NOT_WHOLE: tuple[Any, ...] = (True, False, "1", 1.5, None, [1], {})
NOT_FLAGS: tuple[Any, ...] = (0, 1, "true", None, [], {})
NOT_WORDS: tuple[Any, ...] = ("", "None", "Spades", 1, True, None, ["none"], {})
NOT_TEXTS: tuple[Any, ...] = (1, True, None, ["Ann"], {})
NOT_RECORDS: tuple[Any, ...] = (None, [], "", 1, True, False)
NOT_LISTS: tuple[Any, ...] = (None, {}, "", 0, False)
BLANK = ("", " ", "\t \n", "\u3000")
NOT_NAMES: tuple[Any, ...] = (*NOT_TEXTS, *BLANK, "x" * 41, ACE * 41, *[LONE_SURROGATE] * 3)


@dataclass(frozen=True, slots=True)
class Sample:
    """A ledger, and where it was broken: the `kind` of break and the path that is to be named."""

    ledger: Json
    kind: str | None = None
    at: str | None = None


@dataclass(frozen=True, slots=True)
class Point:
    key: str
    worth: int
    nobody: bool


@dataclass(frozen=True, slots=True)
class Table:
    """What a table plays by: a preset, the house rules chosen, and how many sides there are."""

    preset: Json
    chosen: Json
    sides: int

    @property
    def points(self) -> list[Point]:
        """The points that are played for, in the order in which they count."""
        own = [Point(p["key"], p["worth"], p.get("nobody", False)) for p in self.preset["points"]]
        values = self.chosen.get("values", {})
        left_out = {"trey"} if self.chosen.get("trey") is False else set()
        played = [
            Point(point.key, values.get(point.key, point.worth), point.nobody)
            for point in [*own, *(Point(key, 0, True) for key in FURTHER_POINTS)]
        ]
        return [point for point in played if point.worth and point.key not in left_out]

    @property
    def total(self) -> int:
        return sum(point.worth for point in self.points)

    @property
    def lowest_bid(self) -> int:
        own: int = self.preset["rules"]["lowest_bid"]
        chosen: int = self.chosen.get("lowest_bid", min(own, self.total))
        return chosen

    @property
    def target(self) -> int:
        target: int = self.rule("target")
        return target

    @property
    def auction(self) -> bool:
        return self.chosen.get("auction", True) is True

    @property
    def smudge(self) -> str:
        return str(self.rule("smudge")) if self.auction else "none"

    @property
    def going_out(self) -> str:
        return str(self.rule("going_out")) if self.auction else "point-order"

    @property
    def can_be_passed_out(self) -> bool:
        return self.auction and not self.rule("dealer_forced")

    def rule(self, key: str) -> Any:
        return self.chosen.get(key, self.preset["rules"].get(key))

    def with_rules(self, **more: Any) -> Table:
        return Table(self.preset, {**self.chosen, **more}, self.sides)


def ledgers(count: int, seed: int) -> Iterator[Json]:
    """So many ledgers, always the same for a seed; about 85 in a hundred are valid."""
    return (sample.ledger for sample in samples(count, seed))


def samples(count: int, seed: int) -> Iterator[Sample]:
    """The same ledgers, each with what is known of its break."""
    rng = Random(seed)
    presets = [tomllib.loads(path.read_text("utf-8")) for path in sorted(PRESETS.glob("*.toml"))]
    kinds = sorted(BREAKS)
    for _ in range(count):
        if rng.random() < BROKEN_SHARE:
            yield draw_broken(rng, presets, rng.choice(kinds))
        elif rng.random() < SCENE_SHARE:
            table, start = rng.choice(SCENES)(rng, presets)
            yield Sample(draw_ledger(rng, table, start))
        else:
            yield Sample(draw_ledger(rng, draw_table(rng, rng.choice(presets))))


# -- What is played by


def draw_table(rng: Random, preset: Json) -> Table:
    """A preset with house rules that go together; none at all for every fourth table."""
    least, most = preset["sides"]["least"], preset["sides"]["most"]
    several = rng.choice((3, rng.randint(least, most)))
    table = Table(preset, {}, 2 if rng.random() < 0.5 else min(several, most))
    if rng.random() < 0.25:
        return table
    steps = [choose_points, choose_going_out, choose_smudge, choose_numbers, choose_bids]
    for step in [*steps, choose_agreements, spell_out_what_is_off]:
        table = step(rng, table)
    return Table(preset, shuffled(rng, table.chosen), table.sides)


def choose_points(rng: Random, table: Table) -> Table:
    if "optional_point" in table.preset["rules"] and rng.random() < 0.4:
        table = table.with_rules(trey=False)
    if rng.random() < 0.25:
        keys = [*(point["key"] for point in table.preset["points"]), *FURTHER_POINTS]
        some = rng.sample(keys, rng.randint(0, rng.choice((3, len(keys)))))
        changed = table.with_rules(values={key: draw_value(rng) for key in some})
        table = changed if changed.total else table
    return table


def draw_value(rng: Random) -> int:
    return rng.choice((0, 0, 0, 1, 1, 2, 3, 5, rng.randint(0, 20)))


def choose_going_out(rng: Random, table: Table) -> Table:
    if rng.random() < 0.12:
        said = rng.choice(({}, {"going_out": "point-order"}))
        return table.with_rules(auction=False, **said)
    if rng.random() < 0.45:
        ways = [way for way in GOING_OUT if way != "bidder-goes-out" or table.sides == 2]
        table = table.with_rules(going_out=rng.choice(ways))
    if table.going_out == "pitcher-first" and rng.random() < 0.3:
        table = table.with_rules(tie_plays_on=True)
    return table


def choose_smudge(rng: Random, table: Table) -> Table:
    if not table.auction:
        return table
    kinds = [kind for kind in SMUDGES if kind != "all-tricks-five" or table.total == 4]
    if table.smudge not in kinds or rng.random() < 0.4:
        table = table.with_rules(smudge=rng.choice(kinds))
    if table.smudge != "none" and table.sides == 2 and rng.random() < 0.35:
        table = table.with_rules(failed_smudge_loses=True)
    return table


def choose_numbers(rng: Random, table: Table) -> Table:
    if rng.random() < 0.35:
        table = table.with_rules(target=rng.choice((1, 5, 7, 9, 11, 15, 21, 30, 499, 500)))
    if rng.random() < 0.3 and table.target < 500:
        at = table.target + rng.choice((1, 1, 2, 3, 4, 6, 10))
        table = table.with_rules(outright_at=rng.choice((min(at, 500),) * 9 + (500,)))
    if rng.random() < 0.3 and table.sides == 2:
        table = table.with_rules(sinks_at=-rng.choice((1, 2, 3, 4, 6, 7, 12, 500)))
    return table


def choose_bids(rng: Random, table: Table) -> Table:
    if table.auction and rng.random() < 0.2:
        table = table.with_rules(lowest_bid=rng.randint(1, table.total))
    if table.auction and rng.random() < 0.25:
        table = table.with_rules(no_junk=True)
    if rng.random() < 0.2:
        forced = rng.choice((False, rng.randint(table.lowest_bid, table.total)))
        table = table.with_rules(dealer_forced=forced)
    return table


def choose_agreements(rng: Random, table: Table) -> Table:
    for key in ("low_to", "game_tie", "game_by", "redeal"):
        if rng.random() < 0.06:
            table = table.with_rules(**{key: rng.choice(WORDS[key])})
    for key in ("dealer_steal", "short_deck"):
        if rng.random() < 0.06 and table.preset["key"] not in ("oklahoma", "pedro"):
            table = table.with_rules(**{key: rng.random() < 0.5})
    return table


def spell_out_what_is_off(rng: Random, table: Table) -> Table:
    """A rule given with its "off" value is a rule not chosen, wherever it stands."""
    off: Json = {"no_junk": False, "failed_smudge_loses": False, "tie_plays_on": False}
    off |= {"smudge": "none"} if table.smudge == "none" else {}
    off |= {"auction": True} if table.auction else {}
    off |= {"trey": True} if "optional_point" in table.preset["rules"] else {}
    given = {key: value for key, value in off.items() if rng.random() < 0.08}
    return Table(table.preset, {**given, **table.chosen}, table.sides)


def shuffled(rng: Random, rules: Json) -> Json:
    """The same rules in another order, which must not matter."""
    return dict(rng.sample(list(rules.items()), len(rules)))


# -- A valid ledger


def draw_ledger(rng: Random, table: Table, scene: list[int] | None = None) -> Json:
    """A pad that begins afresh, from any scores, or from a scene, with the last side to bid."""
    names = rng.sample(NAMES, table.sides)
    ledger: Json = {
        "format": "pitch-ledger/1",
        "preset": f"{table.preset['key']}@{table.preset['version']}",
        "sides": [draw_side(rng, name) for name in names],
    }
    if table.chosen or rng.random() < 0.3:
        ledger["house_rules"] = dict(table.chosen)
    afresh = scene is None and rng.random() < 0.25
    start = scene or ([0] * table.sides if afresh else draw_start(rng, table))
    if not afresh or rng.random() < 0.3:
        ledger["start"] = start
    ledger["hands"] = draw_lines(rng, table, ledger["sides"], start, 14 if afresh else 5)
    if scene:
        ledger["hands"].insert(0, draw_hand(rng, table, ledger["sides"], table.sides - 1))
    return ledger


def draw_side(rng: Random, name: str) -> Json:
    if rng.random() < 0.3:
        return {"name": name}
    return {"name": name, "players": [rng.choice(NAMES) for _ in range(rng.randint(0, 4))]}


def draw_start(rng: Random, table: Table) -> list[int]:
    """Scores near a place where the rules differ; all sides near the same one, or each its own."""
    sides = range(table.sides)
    way = rng.random()
    if way < 0.2:
        level = draw_score(rng, table)
        scores = [level + rng.choice((0, 0, 0, 1, -1)) for _ in sides]
    elif way < 0.4:
        scores = [table.target + rng.randint(-3, 3) for _ in sides]
    elif way < 0.6:
        scores = [table.target - rng.randint(0, table.total) for _ in sides]
    elif way < 0.65 and "sinks_at" in table.chosen:
        scores = [table.chosen["sinks_at"] + rng.randint(-2, table.total) for _ in sides]
    else:
        scores = [draw_score(rng, table) for _ in sides]
    return [max(-500, min(500, score)) for score in scores]


def draw_score(rng: Random, table: Table) -> int:
    places: list[int] = [
        table.target + rng.randint(-2, 2),
        table.target - rng.randint(0, table.total + 1),
        table.target - 7 + rng.randint(-1, 1),
        table.chosen.get("outright_at", table.target) - rng.randint(0, table.total),
        table.chosen.get("sinks_at", -table.total) + rng.randint(-1, table.total),
        rng.randint(-1, 1),
        rng.choice((-500, 500, rng.randint(-30, 60))),
    ]
    return rng.choice(places)


def draw_lines(
    rng: Random, table: Table, sides: list[Json], start: list[int], most: int
) -> list[Json]:
    """The lines of a pad; nothing stops them at the end of the game."""
    lines = []
    for number in range(rng.randint(0 if rng.random() < 0.1 else 1, most)):
        way = rng.random()
        if way < 0.1 + 0.1 * (number == 0):
            lines.append(draw_adjustment(rng, table, start, number))
        elif way < 0.3 and table.can_be_passed_out:
            lines.append({"passed_out": True})
        elif 0.3 < way < 0.36:
            lines.append({"target": draw_target(rng, table)})
        else:
            lines.append(draw_hand(rng, table, sides))
    if table.auction and rng.random() < 0.12:
        hand = draw_hand(rng, table, sides)
        lines.append({key: hand[key] for key in hand if key not in ("points", "all_tricks")})
    for line in lines:
        add_remarks(rng, sides, line)
    return lines


def draw_adjustment(rng: Random, table: Table, start: list[int], number: int) -> Json:
    side = rng.randrange(table.sides)
    place = rng.choice((table.target, table.target, table.chosen.get("sinks_at", table.target)))
    to_place = place - start[side] + rng.randint(-1, 2)
    if number == 0 and 0 < abs(to_place) <= 100 and rng.random() < 0.7:
        return {"adjust": side, "by": to_place}
    return {"adjust": side, "by": rng.choice((-1, 1)) * rng.choice((1, 2, 3, 4, 7, 100))}


def draw_target(rng: Random, table: Table) -> int:
    """Another target from here on, mostly near the one before; below what wins outright."""
    most = min(500, table.chosen.get("outright_at", 501) - 1)
    near = table.target + rng.randint(-6, 6)
    return max(1, min(most, rng.choice((near, rng.randint(1, 12), rng.randint(1, most)))))


def draw_hand(rng: Random, table: Table, sides: list[Json], pitcher: int | None = None) -> Json:
    if not table.auction:
        return {"points": draw_points(rng, table, rng.randrange(table.sides), rng.random() < 0.1)}
    pitcher = rng.randrange(table.sides) if pitcher is None else pitcher
    bid = draw_bid(rng, table)
    swept = rng.random() < (0.55 if bid in (table.total, "smudge") else 0.12)
    hand: Json = {"pitcher": pitcher, "bid": bid}
    hand["points"] = draw_points(rng, table, pitcher, swept)
    if rng.random() < (0.85 if bid == "smudge" else 0.08):
        alone = all(owner in (None, pitcher) for owner in hand["points"].values())
        hand["all_tricks"] = alone and rng.random() < 0.8
    players = sides[pitcher].get("players", [])
    if players and rng.random() < 0.3:
        hand["player"] = rng.randrange(len(players))
    return hand


def draw_bid(rng: Random, table: Table) -> int | str:
    if table.smudge == "all-tricks-five" and rng.random() < 0.4:
        return "smudge"
    way = rng.random()
    if way < 0.25:
        return table.lowest_bid
    return table.total if way < 0.45 else rng.randint(table.lowest_bid, table.total)


def draw_points(rng: Random, table: Table, pitcher: int, swept: bool) -> Json:
    """An owner for each point, in any order; `swept` leaves none to the other sides."""
    others = [side for side in range(table.sides) if side != pitcher]
    some = rng.sample(others, rng.choice((1, rng.randint(1, len(others)))))
    pool = [pitcher] if swept else [*some, *([pitcher] * rng.choice((0, 0, 1, 1, 2)))]
    unclaimed = rng.choice((0.0, 0.1, 0.1, 0.3)) * (0.5 if swept else 1)
    owners = {
        point.key: None if point.nobody and rng.random() < unclaimed else rng.choice(pool)
        for point in table.points
    }
    return shuffled(rng, owners) if rng.random() < 0.2 else owners


def add_remarks(rng: Random, sides: list[Json], line: Json) -> None:
    """What a line may carry and what changes no score."""
    if rng.random() < 0.15:
        seats = [
            player * len(sides) + side
            for side, facts in enumerate(sides)
            for player in range(len(facts.get("players", [])) or 4)
        ]
        line["dealer"] = rng.choice(seats)
    if rng.random() < 0.1:
        line["note"] = rng.choice(NOTES)
    if is_hand(line) and rng.random() < 0.1:
        line["trump"] = rng.choice(SUITS)


# -- Scenes: tables and scores where two rules meet; the last side bids the first hand

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
]


# -- A ledger broken in one place

Break = Callable[[Random, Json, Table], str | None]
"""Breaks a valid ledger, and returns the path of what it broke; None where it has no handle."""

BREAKS: dict[str, Break] = {}


def draw_broken(rng: Random, presets: Sequence[Json], kind: str) -> Sample:
    while True:
        table = draw_table(rng, rng.choice(presets))
        ledger = draw_ledger(rng, table)
        at = BREAKS[kind](rng, ledger, table)
        if at is not None:
            return Sample(ledger, kind, at)


def breaks(kind: str) -> Callable[[Break], Break]:
    def register(function: Break) -> Break:
        BREAKS[kind] = function
        return function

    return register


@breaks("ledger: unknown key")
def _(rng: Random, ledger: Json, table: Table) -> str:
    key = rng.choice(("totals", "winner", "Format", "rules"))
    ledger[key] = rng.choice((None, 1, []))
    return key


@breaks("ledger: missing key")
def _(rng: Random, ledger: Json, table: Table) -> str:
    key = rng.choice(("format", "preset", "sides", "hands"))
    del ledger[key]
    return key


@breaks("ledger: wrong format")
def _(rng: Random, ledger: Json, table: Table) -> str:
    ledger["format"] = rng.choice(("pitch-ledger/2", "pitch-score/1", "", 1, None, []))
    return "format"


@breaks("ledger: unknown preset")
def _(rng: Random, ledger: Json, table: Table) -> str:
    key = table.preset["key"]
    wrong = (key, f"{key}@0", f"{key}@2", f"{key}@01", key.upper() + "@1", "constructor")
    ledger["preset"] = rng.choice((*wrong, *NOT_TEXTS))
    return "preset"


@breaks("ledger: wrong type")
def _(rng: Random, ledger: Json, table: Table) -> str:
    key = rng.choice(("house_rules", "sides", "start", "hands"))
    ledger[key] = rng.choice(NOT_RECORDS if key == "house_rules" else NOT_LISTS)
    return key


@breaks("sides: too few or too many")
def _(rng: Random, ledger: Json, table: Table) -> str:
    least, most = table.preset["sides"]["least"], table.preset["sides"]["most"]
    count = rng.choice((0, least - 1, most + 1, 12))
    ledger |= {"sides": [{"name": str(side)} for side in range(count)], "hands": []}
    ledger.pop("start", None)
    ledger.pop("house_rules", None)
    return "sides"


@breaks("sides: not an object")
def _(rng: Random, ledger: Json, table: Table) -> str:
    side = rng.randrange(table.sides)
    ledger["sides"][side] = rng.choice(NOT_RECORDS)
    ledger["hands"] = []
    return f"sides[{side}]"


@breaks("sides: unknown key")
def _(rng: Random, ledger: Json, table: Table) -> str:
    side = rng.randrange(table.sides)
    ledger["sides"][side]["score"] = 0
    return f"sides[{side}].score"


@breaks("sides: name")
def _(rng: Random, ledger: Json, table: Table) -> str:
    side = rng.randrange(table.sides)
    ledger["sides"][side]["name"] = rng.choice(NOT_NAMES)
    if rng.random() < 0.2:
        del ledger["sides"][side]["name"]
    return f"sides[{side}].name"


@breaks("sides: players")
def _(rng: Random, ledger: Json, table: Table) -> str:
    side = rng.randrange(table.sides)
    ledger["sides"][side]["players"] = rng.choice((*NOT_LISTS, ["a", "b", "c", "d", "e"]))
    ledger["hands"] = []
    return f"sides[{side}].players"


@breaks("sides: a player's name")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    named = [side for side in range(table.sides) if ledger["sides"][side].get("players")]
    if not named:
        return None
    side = rng.choice(named)
    players = ledger["sides"][side]["players"]
    player = rng.randrange(len(players))
    players[player] = rng.choice(NOT_NAMES)
    return f"sides[{side}].players[{player}]"


@breaks("start: length")
def _(rng: Random, ledger: Json, table: Table) -> str:
    ledger["start"] = [0] * rng.choice((0, table.sides - 1, table.sides + 1))
    return "start"


@breaks("start: score")
def _(rng: Random, ledger: Json, table: Table) -> str:
    side = rng.randrange(table.sides)
    ledger["start"] = [0] * table.sides
    ledger["start"][side] = rng.choice((501, -501, 1000, *NOT_WHOLE))
    return f"start[{side}]"


# House rules. What leans on the broken rule goes with it, so that only one thing is wrong.

LEANS_ON = {
    "target": ("outright_at",),
    "going_out": ("tie_plays_on",),
    "smudge": ("failed_smudge_loses",),
    "lowest_bid": ("dealer_forced",),
    "values": ("lowest_bid", "dealer_forced", "smudge", "failed_smudge_loses"),
    "trey": ("lowest_bid", "dealer_forced", "smudge", "failed_smudge_loses", "values"),
}


def break_house_rule(ledger: Json, key: str, value: Any) -> str:
    rules = ledger.setdefault("house_rules", {})
    gone = [rules.pop(other, None) for other in (key, *LEANS_ON.get(key, ()))]
    if any(rule is not None for rule in gone):
        ledger["hands"] = []
    rules[key] = value
    return f"house_rules.{key}"


@breaks("house rule: unknown")
def _(rng: Random, ledger: Json, table: Table) -> str:
    key = rng.choice(("Target", "misdeal", "points", "version"))
    return break_house_rule(ledger, key, rng.choice((True, False, 7, None)))


def bad_word(key: str) -> Break:
    def break_it(rng: Random, ledger: Json, table: Table) -> str | None:
        if key == "going_out" and not table.auction:
            return None
        if key == "smudge" and (not table.auction or table.total != 4):
            return None
        wrong = [word for word in (*NOT_WORDS, WORDS[key][0].upper()) if word not in WORDS[key]]
        return break_house_rule(ledger, key, rng.choice(wrong))

    return break_it


def bad_flag(key: str) -> Break:
    def break_it(rng: Random, ledger: Json, table: Table) -> str | None:
        if not table.auction:
            return None
        return break_house_rule(ledger, key, rng.choice(NOT_FLAGS))

    return break_it


def bad_number(key: str) -> Break:
    def break_it(rng: Random, ledger: Json, table: Table) -> str:
        return break_house_rule(ledger, key, rng.choice((*NUMBERS[key], *NOT_WHOLE)))

    return break_it


BREAKS |= {f"house rule: {key}, no such word": bad_word(key) for key in WORDS}
BREAKS |= {f"house rule: {key}, no flag": bad_flag(key) for key in FLAGS}
BREAKS |= {f"house rule: {key}, no such number": bad_number(key) for key in NUMBERS}


@breaks("house rule: trey, no flag")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if "optional_point" not in table.preset["rules"]:
        return None
    ledger["hands"] = []
    return break_house_rule(ledger, "trey", rng.choice(NOT_FLAGS))


@breaks("house rule: trey where there is none")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if "optional_point" in table.preset["rules"]:
        return None
    ledger.setdefault("house_rules", {})["trey"] = rng.random() < 0.5
    return "house_rules.trey"


@breaks("house rule: lowest_bid, no such number")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if not table.auction:
        return None
    wrong = (0, -1, *[table.total + 1] * 6, 500, *NOT_WHOLE)
    return break_house_rule(ledger, "lowest_bid", rng.choice(wrong))


@breaks("house rule: dealer_forced, no such number")
def _(rng: Random, ledger: Json, table: Table) -> str:
    wrong = [value for value in NOT_WHOLE if value is not False]
    wrong += [0, -1, *[table.lowest_bid - 1, table.total + 1] * 3]
    return break_house_rule(ledger, "dealer_forced", rng.choice(wrong))


@breaks("house rule: outright_at, not above the target")
def _(rng: Random, ledger: Json, table: Table) -> str:
    at = rng.choice((table.target, table.target, rng.randint(1, table.target)))
    return break_house_rule(ledger, "outright_at", at)


@breaks("house rule: values, no object")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if table.smudge == "all-tricks-five":
        return None
    return break_house_rule(ledger, "values", rng.choice(NOT_RECORDS))


@breaks("house rule: values, unknown point")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    own = [point["key"] for point in table.preset["points"]]
    others = ("pedro", "trey", "off_jack", "High", "ten", "right")
    key = rng.choice([other for other in others if other not in own])
    break_house_rule(ledger, "values", {key: rng.choice((0, 1, 5))})
    return f"house_rules.values.{key}"


@breaks("house rule: values, no such value")
def _(rng: Random, ledger: Json, table: Table) -> str:
    own = [point["key"] for point in table.preset["points"]]
    key = rng.choice([*own, *FURTHER_POINTS])
    break_house_rule(ledger, "values", {key: rng.choice((-1, 21, 100, *NOT_WHOLE))})
    return f"house_rules.values.{key}"


@breaks("house rule: values, nothing left to play for")
def _(rng: Random, ledger: Json, table: Table) -> str:
    nothing = {point["key"]: 0 for point in table.preset["points"]}
    ledger["hands"] = []
    return break_house_rule(ledger, "values", nothing)


@breaks("house rule: values, not four with Pagat's own smudge")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    own = table.preset["rules"]["smudge"] == "all-tricks-five" and "smudge" not in table.chosen
    if not own or not table.auction:
        return None
    key = rng.choice([*(point["key"] for point in table.preset["points"]), "last"])
    ledger["hands"] = []
    return break_house_rule(ledger, "values", {key: rng.choice((0, 2, 3)) if key != "last" else 1})


@breaks("house rule: smudge, all-tricks-five without a total of four")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if not table.auction or table.total == 4:
        return None
    ledger["house_rules"] = {**table.chosen, "smudge": "all-tricks-five"}
    return "house_rules.smudge"


@breaks("house rule: tie_plays_on without pitcher first")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if table.going_out == "pitcher-first" or not table.auction:
        return None
    return break_house_rule(ledger, "tie_plays_on", True)


@breaks("house rule: failed_smudge_loses without a smudge")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if table.smudge != "none" or table.sides != 2 or not table.auction:
        return None
    return break_house_rule(ledger, "failed_smudge_loses", True)


@breaks("house rule: sinks_at with more than two sides")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    return break_house_rule(ledger, "sinks_at", -6) if table.sides > 2 else None


@breaks("house rule: failed_smudge_loses with more than two sides")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if table.sides == 2 or table.smudge == "none":
        return None
    return break_house_rule(ledger, "failed_smudge_loses", True)


@breaks("house rule: bidder-goes-out with more than two sides")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if table.sides == 2 or not table.auction:
        return None
    return break_house_rule(ledger, "going_out", "bidder-goes-out")


@breaks("house rule: it needs an auction")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if table.auction:
        return None
    rules = ledger.setdefault("house_rules", {})
    several: Json = {"no_junk": True, "lowest_bid": 1, "tie_plays_on": True, "smudge": "four-wins"}
    several |= {"failed_smudge_loses": True} if table.sides == 2 else {}
    several["going_out"] = rng.choice(("pitcher-first", "bidding-side-only"))
    key = rng.choice(sorted(several))
    rules[key] = several[key]
    return f"house_rules.{key}"


# Lines

Lines = Callable[[Json], bool]


def is_hand(line: Json) -> bool:
    return not {"adjust", "passed_out", "target"} & line.keys()


def was_bid(line: Json) -> bool:
    return "bid" in line


def is_scored(line: Json) -> bool:
    return "points" in line


def is_passed_out(line: Json) -> bool:
    return "passed_out" in line


def is_adjustment(line: Json) -> bool:
    return "adjust" in line


def is_target(line: Json) -> bool:
    return "target" in line


def is_any(line: Json) -> bool:
    return True


def pick(rng: Random, ledger: Json, lines: Lines) -> tuple[str, Json] | None:
    """A line of that kind, and its path."""
    found = [(f"hands[{i}]", line) for i, line in enumerate(ledger["hands"]) if lines(line)]
    return rng.choice(found) if found else None


def forget_the_rest(line: Json) -> None:
    """Takes away what is judged by the pitcher and the points."""
    line.pop("player", None)
    line.pop("all_tricks", None)


def bad_value(key: str, lines: Lines, wrong: Callable[[Table, Json], Sequence[Any]]) -> Break:
    """A line's value that does not fit."""

    def break_it(rng: Random, ledger: Json, table: Table) -> str | None:
        picked = pick(rng, ledger, lines)
        if picked is None:
            return None
        at, line = picked
        if key != "all_tricks":
            forget_the_rest(line)
        line[key] = rng.choice(wrong(table, line))
        return f"{at}.{key}"

    return break_it


def no_side(table: Table, line: Json) -> Sequence[Any]:
    return (table.sides, -1, 100, *NOT_WHOLE)


def no_note(table: Table, line: Json) -> Sequence[Any]:
    return (*NOT_TEXTS, "n" * 201, ACE * 201, *[LONE_SURROGATE] * 3)


def no_adjustment(table: Table, line: Json) -> Sequence[Any]:
    return (0, 0, 0, 101, -101, *NOT_WHOLE)


def no_seat(table: Table, line: Json) -> Sequence[Any]:
    return (-1, 4 * table.sides, 1000, *NOT_WHOLE)


BREAKS |= {
    "hand: pitcher": bad_value("pitcher", was_bid, no_side),
    "hand: bid": bad_value(
        "bid",
        was_bid,
        lambda table, line: (
            *[table.lowest_bid - 1, table.total + 1] * 3, -table.total, "Smudge", str(table.total),
            *(() if table.smudge == "all-tricks-five" else ("smudge", "smudge")), *NOT_WHOLE,
        ),
    ),
    "hand: all_tricks": bad_value("all_tricks", was_bid, lambda table, line: NOT_FLAGS),
    "hand: points, no object": bad_value("points", is_scored, lambda table, line: NOT_RECORDS),
    "hand: trump": bad_value("trump", is_hand, lambda table, line: NOT_WORDS),
    "line: dealer": bad_value("dealer", is_any, no_seat),
    "line: note": bad_value("note", is_any, no_note),
    "adjustment: side": bad_value("adjust", is_adjustment, no_side),
    "adjustment: by": bad_value("by", is_adjustment, no_adjustment),
    "target: no such number": bad_value(
        "target", is_target,
        lambda table, line: (0, -1, *[table.chosen.get("outright_at", 501)] * 4, 501, *NOT_WHOLE),
    ),
    "target: unknown key": bad_value("trump", is_target, lambda table, line: SUITS),
    "passed out: not true": bad_value(
        "passed_out", is_passed_out, lambda table, line: (False, *NOT_FLAGS)
    ),
    "hand: unknown key": bad_value("bidder", is_hand, lambda table, line: (0, None)),
    "adjustment: unknown key": bad_value("trump", is_adjustment, lambda table, line: SUITS),
    "passed out: unknown key": bad_value("trump", is_passed_out, lambda table, line: SUITS),
}  # fmt: skip


@breaks("line: not an object")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if not ledger["hands"]:
        return None
    number = rng.randrange(len(ledger["hands"]))
    ledger["hands"][number] = rng.choice(NOT_RECORDS)
    return f"hands[{number}]"


@breaks("hand: missing key")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    picked = pick(rng, ledger, was_bid)
    if picked is None:
        return None
    at, line = picked
    forget_the_rest(line)
    key = rng.choice(("pitcher", "bid"))
    del line[key]
    return f"{at}.{key}"


@breaks("adjustment: missing key")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    picked = pick(rng, ledger, is_adjustment)
    if picked is None:
        return None
    at, line = picked
    del line["by"]
    return f"{at}.by"


@breaks("hand: no points, and not the last line")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    picked = pick(rng, ledger, is_scored)
    if picked is None or (table.auction and picked[1] is ledger["hands"][-1]):
        return None
    at, line = picked
    forget_the_rest(line)
    del line["points"]
    return f"{at}.points"


@breaks("hand: all_tricks, though another side has a point")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    def shared(line: Json) -> bool:
        owners = line.get("points", {}).values()
        return was_bid(line) and any(owner not in (None, line["pitcher"]) for owner in owners)

    picked = pick(rng, ledger, shared)
    if picked is None:
        return None
    at, line = picked
    line["all_tricks"] = True
    return f"{at}.all_tricks"


@breaks("hand: player")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    picked = pick(rng, ledger, was_bid)
    if picked is None:
        return None
    at, line = picked
    players = ledger["sides"][line["pitcher"]].get("players", [])
    line["player"] = rng.choice((*[len(players)] * 4, -1, 4, *NOT_WHOLE))
    return f"{at}.player"


@breaks("line: dealer, a seat where nobody sits")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    picked = pick(rng, ledger, is_any)
    named = [side for side in range(table.sides) if ledger["sides"][side].get("players")]
    if picked is None or not named:
        return None
    at, line = picked
    side = rng.choice(named)
    line["dealer"] = side + table.sides * len(ledger["sides"][side]["players"])
    return f"{at}.dealer"


@breaks("hand: no points where nobody bids")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if table.auction or not ledger["hands"] or not is_scored(ledger["hands"][-1]):
        return None
    number = len(ledger["hands"]) - 1
    del ledger["hands"][number]["points"]
    return f"hands[{number}].points"


@breaks("hand: a bid where there is no auction")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    picked = pick(rng, ledger, is_scored)
    if picked is None or table.auction:
        return None
    at, line = picked
    key = rng.choice(("pitcher", "bid", "player", "all_tricks"))
    line[key] = {"pitcher": 0, "bid": table.total, "player": 0, "all_tricks": False}[key]
    return f"{at}.{key}"


@breaks("passed out: it cannot be")
def _(rng: Random, ledger: Json, table: Table) -> str | None:
    if table.can_be_passed_out or (table.auction and rng.random() < 0.5):
        return None
    number = rng.randint(0, len(ledger["hands"]))
    if number == len(ledger["hands"]) and number and not is_scored(ledger["hands"][-1]):
        return None
    ledger["hands"].insert(number, {"passed_out": True})
    return f"hands[{number}].passed_out"


def bad_points(change: Callable[[Random, Json, Table], str | None]) -> Break:
    """One point of one hand that is not as it must be."""

    def break_it(rng: Random, ledger: Json, table: Table) -> str | None:
        picked = pick(rng, ledger, is_scored)
        if picked is None:
            return None
        at, line = picked
        forget_the_rest(line)
        key = change(rng, line["points"], table)
        return None if key is None else f"{at}.points.{key}"

    return break_it


@bad_points
def point_missing(rng: Random, points: Json, table: Table) -> str:
    key = rng.choice(table.points).key
    del points[key]
    return key


@bad_points
def point_unknown(rng: Random, points: Json, table: Table) -> str:
    own: list[str] = [point["key"] for point in table.preset["points"]]
    several = (*own, *FURTHER_POINTS, "trey", "off_jack", "pedro", "High", "ten")
    key = rng.choice([key for key in several if key not in points])
    points[key] = rng.choice((0, 1, None))
    return key


@bad_points
def point_to_nobody(rng: Random, points: Json, table: Table) -> str | None:
    owned = [point.key for point in table.points if not point.nobody]
    if not owned:
        return None
    key = rng.choice(owned)
    points[key] = None
    return key


@bad_points
def point_to_no_side(rng: Random, points: Json, table: Table) -> str:
    key = rng.choice(table.points).key
    points[key] = rng.choice([wrong for wrong in no_side(table, {}) if wrong is not None])
    return key


BREAKS |= {
    "hand: points, one missing": point_missing,
    "hand: points, one unknown": point_unknown,
    "hand: points, nobody where there is always an owner": point_to_nobody,
    "hand: points, to no side": point_to_no_side,
}
