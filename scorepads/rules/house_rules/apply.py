"""Apply house rules to a preset: what a table may change about it, and the rules that result.

`apply_house_rules` is the only way to get a `Rules`, so whatever scores a hand has been checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from scorepads.rules.house_rules.kinds import EXTRA_POINTS
from scorepads.rules.house_rules.record import HouseRule
from scorepads.rules.house_rules.records import HOUSE_RULES
from scorepads.rules.house_rules.structured import EndsAfter, Moon, with_own_points
from scorepads.rules.preset import Point, Preset
from scorepads.rules.terms import (
    MOON_BID,
    SMUDGE_BID,
    Bid,
    GameBy,
    GameTie,
    GoingOut,
    LowTo,
    Problem,
    Redeal,
    Refused,
    Smudge,
)

TWO_SIDES = 2


@dataclass(frozen=True, slots=True)
class Rules:
    """What a pad is scored by: a preset with its house rules applied, for so many sides.

    `seats` is how many sit at the table, one a side where no players are named.

    A house rule whose key is a field here is read into it.
    """

    preset: Preset
    sides: int
    seats: int
    house_rules: Mapping[str, Any]
    points: tuple[Point, ...]
    total: int
    target: int | None
    lowest_bid: int
    smudge: Smudge
    going_out: GoingOut
    auction: bool
    no_junk: bool
    tie_plays_on: bool
    failed_smudge_loses: bool
    outright_at: int | None
    sinks_at: int | None
    dealer_steal: bool
    dealer_forced: int | None
    low_to: LowTo | None
    game_tie: GameTie
    game_by: GameBy
    short_deck: bool
    redeal: Redeal
    ends_after: EndsAfter | None
    moon: Moon | None
    partners: str | None
    partner_pays: bool

    @property
    def goal(self) -> int:
        """The target of a game that has one."""
        assert self.target is not None
        return self.target

    @property
    def calls_partners(self) -> bool:
        """Whether the pitcher calls its partners for each hand."""
        return self.partners is not None

    @property
    def most_partners(self) -> int:
        """How many the pitcher may call: with it, they are at most half of the table."""
        return self.sides // 2 - 1 if self.calls_partners else 0

    @property
    def lines_to_play(self) -> int | None:
        """How many lines complete the game, where it ends after so many."""
        return self.ends_after.lines_to_play(self.seats) if self.ends_after else None

    @property
    def can_be_passed_out(self) -> bool:
        """Whether all may pass: only where no bid is forced on the dealer."""
        return self.auction and self.dealer_forced is None

    @property
    def has_smudge_bid(self) -> bool:
        """Whether the smudge is a bid of its own, above all numbers (Pagat's)."""
        return self.smudge is Smudge.ALL_TRICKS_FIVE

    @property
    def bids(self) -> tuple[Bid, ...]:
        """Every bid there is, cheapest first; none without an auction."""
        if not self.auction:
            return ()
        numbers = tuple(range(self.lowest_bid, self.total + 1))
        if self.has_smudge_bid:
            return (*numbers, SMUDGE_BID)
        return (*numbers, MOON_BID) if self.moon else numbers

    def house_rule_value(self, key: str) -> Any:
        """The value in force of the house rule `key`; None where there is none."""
        return getattr(self, key, self.house_rules.get(key))

    def find_point(self, key: str) -> Point:
        return next(point for point in self.points if point.key == key)


def apply_house_rules(preset: Preset, chosen: Mapping[str, Any], sides: int) -> Rules:
    """The rules for `sides` sides; raises `Refused` with paths such as `house_rules.target`.

    Each value is checked by itself first, then the combination, on the rules that result.
    """
    problems = list(find_bad_values(preset, chosen))
    problems = problems or find_sides_problems(preset, chosen, sides)
    if problems:
        raise Refused(problems)
    rules = build_rules(preset, chosen, sides)
    if problems := [p.with_prefix("house_rules") for p in find_contradictions(rules, chosen)]:
        raise Refused(problems)
    return rules


def with_target(rules: Rules, target: int) -> Rules:
    """The same rules with another target; raises `Refused`."""
    chosen = {**rules.house_rules, "target": target}
    return with_seats(apply_house_rules(rules.preset, chosen, rules.sides), rules.seats)


def with_seats(rules: Rules, seats: int) -> Rules:
    """The same rules at a table of so many seats."""
    return rules if rules.seats == seats else replace(rules, seats=seats)


def find_sides_problems(preset: Preset, chosen: Mapping[str, Any], sides: int) -> list[Problem]:
    """Why there may not be so many sides; called partners say so themselves."""
    if chosen.get("sides", sides) != sides:
        message = f"the house rule is for {chosen['sides']} sides, and here are {sides}"
        return [Problem("house_rules.sides", message)]
    is_free = "sides" in chosen or "partners" in chosen
    if is_free or preset.least_sides <= sides <= preset.most_sides:
        return []
    return [Problem("sides", sides_message(preset))]


def sides_message(preset: Preset) -> str:
    if preset.least_sides == preset.most_sides:
        return f"{preset.name} is for {preset.least_sides} sides"
    return f"{preset.name} is for {preset.least_sides} to {preset.most_sides} sides"


def find_bad_values(preset: Preset, chosen: Mapping[str, Any]) -> list[Problem]:
    problems = []
    for key, value in chosen.items():
        if rule := HOUSE_RULES.get(key):
            problems += rule.bad_value(preset, value)
        else:
            problems.append(Problem(key, f"there is no house rule “{key}”"))
    return [problem.with_prefix("house_rules") for problem in problems]


def build_rules(preset: Preset, chosen: Mapping[str, Any], sides: int) -> Rules:
    points = points_in_play(preset, chosen)
    total = sum(point.worth for point in points)
    # Our reading: a point left out, or another lowest bid, never leaves a game without a bid
    # or forces one on the dealer that cannot be bid.
    lowest_bid = chosen.get("lowest_bid", min(preset.lowest_bid, total))
    forced = preset.dealer_forced and min(max(preset.dealer_forced, lowest_bid), total)
    in_full = {"sides": sides, "lowest_bid": lowest_bid, "dealer_forced": forced, **chosen}
    read = {
        field.name: HOUSE_RULES[field.name].value_in_force(preset, in_full)
        for field in fields(Rules)
        if field.name in HOUSE_RULES
    }
    return Rules(
        preset=preset, seats=sides, house_rules=dict(chosen), points=points, total=total, **read
    )


def points_in_play(preset: Preset, chosen: Mapping[str, Any]) -> tuple[Point, ...]:
    worths = dict(chosen.get("values", {}))
    if chosen.get("trey") is False:
        worths["trey"] = 0
    points = [
        replace(point, worth=worths[point.key]) if point.key in worths else point
        for point in points_to_choose_from(preset)
    ]
    return with_own_points([p for p in points if p.worth], chosen.get("extra_points", ()))


def points_to_choose_from(preset: Preset) -> tuple[Point, ...]:
    """The points of the preset and those that `values` can add, in the order they count."""
    joker, *last = EXTRA_POINTS
    place = next((n for n, point in enumerate(preset.points) if point.key == "game"), None)
    return (*preset.points[:place], joker, *preset.points[place:], *last)


def find_contradictions(rules: Rules, chosen: Mapping[str, Any]) -> list[Problem]:
    """What does not go together; each problem names the rule that was chosen."""
    if rules.total < 1:
        return [Problem("values", "at least one point must be left to play for")]
    return [
        problem
        for rule in HOUSE_RULES.values()
        for problem in rule_contradictions(rules, rule, chosen)
    ]


def rule_contradictions(rules: Rules, rule: HouseRule, chosen: Mapping[str, Any]) -> list[Problem]:
    """Why a house rule does not go with the others.

    Where a preset's own rule is for two sides, the house rule `sides` is what does not go.
    """
    value, is_chosen = rules.house_rule_value(rule.key), rule.key in chosen
    name = rule.name(rules.preset, chosen[rule.key]) if is_chosen else rule.label
    if is_chosen and not rules.auction and rule.needs_auction(chosen[rule.key]):
        return [Problem(rule.key, f"“{name}” needs an auction, and here nobody bids")]
    if is_chosen and rules.calls_partners and not rule.goes_with_called(chosen):
        return [Problem(rule.key, f"“{name}” does not go with called partners")]
    found = []
    if rules.sides != TWO_SIDES and rule.two_sides_only(value):
        refused = rule.key if is_chosen or "sides" not in chosen else "sides"
        found.append(Problem(refused, f"“{name}” is for two sides"))
    if is_chosen and not rule.kind.is_off(value) and (conflict := rule.conflict(rules)):
        found.append(Problem(rule.key, conflict))
    return found


def find_idle_rules(rules: Rules) -> list[Problem]:
    """House rules that change nothing beside the others chosen.

    A ledger may hold them, since they contradict nothing; a form refuses them, so that every
    choice in it has an effect.
    """
    return [
        Problem(f"house_rules.{key}", why)
        for key, rule in HOUSE_RULES.items()
        if key in rules.house_rules and (why := rule.idle(rules))
    ]
