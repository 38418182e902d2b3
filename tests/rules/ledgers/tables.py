"""What a table plays by, worked out once more from the rules in words and the preset files."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from scorepads.rules.catalog import current
from scorepads.rules.house_rules.apply import apply_house_rules
from scorepads.rules.house_rules.kinds import ChoiceKind, Flag, Number, ValueKind
from scorepads.rules.house_rules.records import HOUSE_RULES
from scorepads.rules.preset import Preset
from scorepads.rules.terms import Refused

Json = dict[str, Any]
FURTHER_POINTS = ("joker", "five", "last")
GOING_OUT = (
    "pitcher-first", "bidding-side-only", "bidder-goes-out", "point-order", "highest-at-target",
)  # fmt: skip
SMUDGES = ("none", "four-wins", "four-wins-unless-in-the-hole", "all-tricks-five")
WORDS = {
    "going_out": GOING_OUT,
    "smudge": SMUDGES,
    "low_to": ("holder", "trick"),
    "game_tie": ("nobody", "pitcher"),
    "game_by": ("pips", "ten"),
    "redeal": ("same-dealer", "next-dealer"),
}

WORKED_OUT = {
    *WORDS, "target", "trey", "lowest_bid", "no_junk", "outright_at", "sinks_at", "auction",
    "failed_smudge_loses", "tie_plays_on", "values", "dealer_forced", "dealer_steal", "short_deck",
    "extra_points", "ends_after", "moon", "sides", "partners", "partner_pays",
}  # fmt: skip
"""House rules that a table here knows by itself."""


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
        own.extend(Point(key, 0, True) for key in ("five", "last"))
        own.insert([p.key for p in own].index("game"), Point("joker", 0, True))
        played = [Point(p.key, values.get(p.key, p.worth), p.nobody) for p in own]
        in_play = [point for point in played if point.worth and point.key not in left_out]
        for given in self.chosen.get("extra_points", ()):
            point = Point(given["key"], given["worth"], given.get("nobody", True))
            keys = [each.key for each in in_play]
            place = keys.index(given["before"]) if "before" in given else len(keys)
            in_play.insert(place, point)
        return in_play

    @property
    def seats(self) -> int:
        """How many sit there, as long as nobody is named."""
        return self.sides

    @property
    def called(self) -> bool:
        return "partners" in self.chosen

    @property
    def moon(self) -> Json | None:
        moon: Json | None = self.chosen.get("moon")
        return moon

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
        """The target; of a game without one, a number to begin near."""
        target: int = self.rule("target") or 3
        return target

    @property
    def auction(self) -> bool:
        return self.chosen.get("auction", True) is True

    @property
    def smudge(self) -> str:
        return str(self.rule("smudge")) if self.auction and not self.called else "none"

    @property
    def going_out(self) -> str:
        if self.called:
            return str(self.chosen.get("going_out", "highest-at-target"))
        return str(self.rule("going_out") if self.auction else self.unbid_going_out)

    @property
    def unbid_going_out(self) -> str:
        return str(self.chosen.get("going_out", "point-order"))

    @property
    def can_be_passed_out(self) -> bool:
        return self.auction and not self.rule("dealer_forced")

    def rule(self, key: str) -> Any:
        return self.chosen.get(key, self.preset["rules"].get(key))

    def with_rules(self, **more: Any) -> Table:
        return Table(self.preset, {**self.chosen, **more}, self.sides)


def draw_table(rng: Random, preset: Json) -> Table:
    """A preset with house rules that go together; none at all for every fourth table."""
    least, most = preset["sides"]["least"], preset["sides"]["most"]
    several = rng.choice((3, rng.randint(least, most)))
    table = Table(preset, {}, 2 if rng.random() < 0.5 else min(several, most))
    if rng.random() < 0.25:
        return table
    steps = [choose_points, choose_called, choose_going_out, choose_smudge, choose_numbers]
    steps += [choose_moon, choose_length, choose_bids]
    for step in [*steps, choose_agreements, spell_out_what_is_off, choose_any_further]:
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
    if rng.random() < 0.2:
        table = choose_own_points(rng, table)
    return table


def choose_own_points(rng: Random, table: Table) -> Table:
    """One or several own points, some counted before another point of the game."""
    points: list[Json] = []
    for number in range(rng.choice((1, 1, 2, 8))):
        table = table.with_rules(extra_points=points)
        point: Json = {"key": f"own_{number}", "label": f"Own {number}"}
        point["worth"] = rng.choice((1, 1, 3, 20))
        if rng.random() < 0.6:
            point["before"] = rng.choice(table.points).key
        if rng.random() < 0.4:
            point["nobody"] = rng.random() < 0.5
        points = [*points, point]
    return table.with_rules(extra_points=points)


def choose_called(rng: Random, table: Table) -> Table:
    """Four to eight players who call partners, or more sides than the preset is described for."""
    if rng.random() < 0.12:
        pays = {"partner_pays": False} if rng.random() < 0.4 else {}
        called = table.with_rules(partners="called", **pays)
        return Table(called.preset, called.chosen, rng.randint(4, 8))
    if table.going_out != "bidder-goes-out" and rng.random() < 0.06:
        sides = rng.randint(2, 9)
        return Table(table.preset, {**table.chosen, "sides": sides}, sides)
    return table


def choose_moon(rng: Random, table: Table) -> Table:
    is_odd = table.smudge == "all-tricks-five" or table.going_out == "point-order" or table.called
    if not table.auction or is_odd or rng.random() > 0.25:
        return table
    moon: Json = {"made": rng.choice(("wins", "wins", 1, 7, 20, 500))}
    if rng.random() < 0.5:
        moon["from_hole"] = rng.choice(("as-made", "zero", "zero"))
    if rng.random() < 0.6:
        moon["failed"] = rng.choice(("bid", "loses", "loses", 1, 20, 500))
    if rng.random() < 0.3:
        moon["all_tricks"] = rng.random() < 0.7
    return table.with_rules(moon=moon)


def choose_length(rng: Random, table: Table) -> Table:
    if rng.random() > 0.2:
        return table
    count = {"hands": rng.choice((1, 2, 3, 4))} if rng.random() < 0.6 else {"deals": 1}
    tie = rng.choice(({}, {"tie": "draw"}, {"tie": "play-on"}, {"tie": "play-on"}))
    table = table.with_rules(ends_after={**count, **tie})
    if "outright_at" not in table.chosen and rng.random() < 0.5:
        table = table.with_rules(target=None)
    return table


def draw_value(rng: Random) -> int:
    return rng.choice((0, 0, 0, 1, 1, 2, 3, 5, rng.randint(0, 20)))


def choose_going_out(rng: Random, table: Table) -> Table:
    if table.called:
        way = rng.choice((None, None, "highest-at-target", "bidding-side-only"))
        return table.with_rules(going_out=way) if way else table
    if rng.random() < 0.12:
        said = rng.choice(({}, {"going_out": "point-order"}, {"going_out": "highest-at-target"}))
        return table.with_rules(auction=False, **said)
    if rng.random() < 0.45:
        ways = [way for way in GOING_OUT if way != "bidder-goes-out" or table.sides == 2]
        table = table.with_rules(going_out=rng.choice(ways))
    if table.going_out == "pitcher-first" and rng.random() < 0.3:
        table = table.with_rules(tie_plays_on=True)
    return table


def choose_smudge(rng: Random, table: Table) -> Table:
    if not table.auction or table.called:
        return table
    kinds = [kind for kind in SMUDGES if kind != "all-tricks-five" or table.total == 4]
    if table.smudge not in kinds or rng.random() < 0.4:
        table = table.with_rules(smudge=rng.choice(kinds))
    if table.smudge != "none" and rng.random() < 0.35:
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


def choose_any_further(rng: Random, table: Table) -> Table:
    """House rules that are not worked out here: any value that the rules take beside the others."""
    preset = current.get(f"{table.preset['key']}@{table.preset['version']}")
    for key, rule in HOUSE_RULES.items():
        if key not in WORKED_OUT and rng.random() < 0.3:
            wished = table.with_rules(**{key: rng.choice(values_of(rule.kind, preset))})
            with suppress(Refused):
                apply_house_rules(preset, wished.chosen, wished.sides)
                table = wished
    return table


def values_of(kind: ValueKind, preset: Preset) -> list[Any]:
    """Some values of a house rule of that kind."""
    match kind:
        case Flag(ticked):
            return [ticked]
        case Number(low=low, high=high):
            return [number for number in (1, 2, 3, 5, 9, -1, -6) if low <= number <= high]
        case ChoiceKind():
            return list(kind.offered_values(preset))
    return []


def shuffled(rng: Random, rules: Json) -> Json:
    """The same rules in another order, which must not matter."""
    return dict(rng.sample(list(rules.items()), len(rules)))
