"""House rules: what a table may change about a preset, and the rules that result.

`bend` is the only way to get a `Rules`, so whatever scores a hand has been checked.
A house rule that changes no score is called an *agreement*.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from scorepads.rules.preset import Point, Preset
from scorepads.rules.terms import (
    SMUDGE_BID,
    Basis,
    Bid,
    GameBy,
    GameTie,
    GoingOut,
    LowTo,
    Problem,
    Redeal,
    Refused,
    Smudge,
    is_whole,
    signed,
)

MAX_SCORE = 500
"""No target, starting score or other limit lies further from zero than this."""

MAX_WORTH = 20
FOUR_POINTS = 4

EXTRA_POINTS = (
    Point("joker", "Joker", "Jk", 0, "The side that wins the trick with the joker.",
          Basis.HOUSE_RULE, nobody=True),
    Point("five", "Five", "5", 0, "The side that wins the trick with the five of trumps.",
          Basis.HOUSE_RULE, nobody=True),
    Point("last", "Last trick", "Lst", 0, "The side that wins the last trick.",
          Basis.HOUSE_RULE, nobody=True),
)  # fmt: skip
"""Points that no preset has; a house rule `values` brings them in, counted last."""

AGREEMENTS = (
    "dealer_steal", "dealer_forced", "low_to", "game_tie", "game_by", "short_deck", "redeal",
)  # fmt: skip
"""House rules that change no score, but hints, the Game counter or who deals."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What a pad is scored by: a preset with its house rules applied, for so many sides."""

    preset: Preset
    sides: int
    house_rules: Mapping[str, Any]
    points: tuple[Point, ...]
    total: int
    target: int
    lowest_bid: int
    smudge: Smudge
    going_out: GoingOut
    auction: bool = True
    no_junk: bool = False
    tie_plays_on: bool = False
    failed_smudge_loses: bool = False
    outright_at: int | None = None
    sinks_at: int | None = None
    dealer_steal: bool = False
    dealer_forced: int | None = None
    low_to: LowTo | None = None
    game_tie: GameTie = GameTie.NOBODY
    game_by: GameBy = GameBy.PIPS
    short_deck: bool = False
    redeal: Redeal = Redeal.NEXT_DEALER

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
        return (*numbers, SMUDGE_BID) if self.has_smudge_bid else numbers

    def point(self, key: str) -> Point:
        return next(point for point in self.points if point.key == key)


Check = Callable[[Any, Preset], str | None]
"""Says what is wrong with the value of a house rule, or None."""


def _whole(low: int, high: int) -> Check:
    def check(value: Any, _: Preset) -> str | None:
        if is_whole(value) and low <= value <= high:
            return None
        return f"takes a whole number from {signed(low)} to {signed(high)}"

    return check


def _yes_or_no(value: Any, _: Preset) -> str | None:
    return None if isinstance(value, bool) else "takes true or false"


def _one_of(choices: type[StrEnum]) -> Check:
    names = [str(choice) for choice in choices]

    def check(value: Any, _: Preset) -> str | None:
        if isinstance(value, str) and value in names:
            return None
        return f"takes one of {', '.join(names)}"

    return check


def _trey(value: Any, preset: Preset) -> str | None:
    if preset.optional_point != "trey":
        return f"is for a game with a trey; {preset.name} has none"
    return _yes_or_no(value, preset)


def _forced(value: Any, _: Preset) -> str | None:
    if value is False or (is_whole(value) and value >= 1):
        return None
    return "takes the bid that is forced on the dealer, or false"


def _object(value: Any, _: Preset) -> str | None:
    return None if isinstance(value, Mapping) else "takes points by name with their values"


CHECKS: Mapping[str, Check] = {
    "target": _whole(1, MAX_SCORE),
    "trey": _trey,
    "lowest_bid": _whole(1, MAX_SCORE),
    "no_junk": _yes_or_no,
    "going_out": _one_of(GoingOut),
    "outright_at": _whole(1, MAX_SCORE),
    "sinks_at": _whole(-MAX_SCORE, -1),
    "smudge": _one_of(Smudge),
    "failed_smudge_loses": _yes_or_no,
    "auction": _yes_or_no,
    "tie_plays_on": _yes_or_no,
    "values": _object,
    "dealer_steal": _yes_or_no,
    "dealer_forced": _forced,
    "low_to": _one_of(LowTo),
    "game_tie": _one_of(GameTie),
    "game_by": _one_of(GameBy),
    "short_deck": _yes_or_no,
    "redeal": _one_of(Redeal),
}
"""Every house rule there is, with the check of its value alone."""


SPOKEN: Mapping[str, str] = {
    "no_junk": "“no junk”",
    "failed_smudge_loses": "a failed smudge that loses",
    "tie_plays_on": "a tie that plays on",
    "lowest_bid": "a lowest bid",
    "smudge": "a smudge",
    "going_out": "this way of going out",
    "sinks_at": "losing in the hole",
}
"""House rules as a message names them."""


def apply_house_rules(preset: Preset, chosen: Mapping[str, Any], sides: int) -> Rules:
    """The rules for `sides` sides; raises `Refused` with paths such as `house_rules.target`.

    Each value is checked by itself first, then the combination, on the rules that result.
    """
    problems = list(_bad_values(preset, chosen))
    if not preset.least_sides <= sides <= preset.most_sides:
        problems.append(Problem("sides", _sides_message(preset)))
    if problems:
        raise Refused(problems)
    rules = _apply(preset, chosen, sides)
    if problems := [p.under("house_rules") for p in _contradictions(rules, chosen)]:
        raise Refused(problems)
    return rules


def with_target(rules: Rules, target: int) -> Rules:
    """The same rules with another target; raises `Refused`."""
    return apply_house_rules(rules.preset, {**rules.house_rules, "target": target}, rules.sides)


def _sides_message(preset: Preset) -> str:
    if preset.least_sides == preset.most_sides:
        return f"{preset.name} is for {preset.least_sides} sides"
    return f"{preset.name} is for {preset.least_sides} to {preset.most_sides} sides"


def _bad_values(preset: Preset, chosen: Mapping[str, Any]) -> list[Problem]:
    problems = []
    for key, value in chosen.items():
        check = CHECKS.get(key)
        if check is None:
            problems.append(Problem(f"house_rules.{key}", f"there is no house rule “{key}”"))
        elif wrong := check(value, preset):
            problems.append(Problem(f"house_rules.{key}", f"{key} {wrong}"))
        elif key == "values":
            problems += [p.under("house_rules.values") for p in _bad_worths(preset, value)]
    return problems


def _bad_worths(preset: Preset, values: Mapping[str, Any]) -> list[Problem]:
    known = {point.key for point in (*preset.points, *EXTRA_POINTS)}
    problems = []
    for key, worth in values.items():
        if key not in known:
            problems.append(Problem(key, f"there is no point “{key}” in this game"))
        elif not is_whole(worth) or not 0 <= worth <= MAX_WORTH:
            problems.append(Problem(key, f"a point is worth a whole number from 0 to {MAX_WORTH}"))
    return problems


def _apply(preset: Preset, chosen: Mapping[str, Any], sides: int) -> Rules:
    auction = chosen.get("auction", True)
    points = _points(preset, chosen)
    total = sum(point.worth for point in points)
    going_out = GoingOut(chosen.get("going_out", preset.going_out))
    smudge = Smudge(chosen.get("smudge", preset.smudge))
    # Our reading: a point left out, or another lowest bid, never leaves a game without a bid
    # or forces one on the dealer that cannot be bid.
    lowest_bid = chosen.get("lowest_bid", min(preset.lowest_bid, total))
    forced = preset.dealer_forced and min(max(preset.dealer_forced, lowest_bid), total)
    forced = chosen.get("dealer_forced", forced)
    low_to = chosen.get("low_to", preset.low_to)
    return Rules(
        preset=preset,
        sides=sides,
        house_rules=dict(chosen),
        points=points,
        total=total,
        target=chosen.get("target", preset.target),
        lowest_bid=lowest_bid,
        smudge=smudge if auction else Smudge.NONE,
        going_out=going_out if auction else GoingOut.POINT_ORDER,
        auction=auction,
        no_junk=chosen.get("no_junk", False),
        tie_plays_on=chosen.get("tie_plays_on", False),
        failed_smudge_loses=chosen.get("failed_smudge_loses", False),
        outright_at=chosen.get("outright_at"),
        sinks_at=chosen.get("sinks_at"),
        dealer_steal=chosen.get("dealer_steal", preset.dealer_steal),
        dealer_forced=None if forced is False else forced,
        low_to=None if low_to is None else LowTo(low_to),
        game_tie=GameTie(chosen.get("game_tie", GameTie.NOBODY)),
        game_by=GameBy(chosen.get("game_by", preset.game_by)),
        short_deck=chosen.get("short_deck", False),
        redeal=Redeal(chosen.get("redeal", preset.redeal)),
    )


def _points(preset: Preset, chosen: Mapping[str, Any]) -> tuple[Point, ...]:
    worths = dict(chosen.get("values", {}))
    if chosen.get("trey") is False:
        worths["trey"] = 0
    points = (
        replace(point, worth=worths[point.key]) if point.key in worths else point
        for point in (*preset.points, *EXTRA_POINTS)
    )
    return tuple(point for point in points if point.worth)


def _contradictions(rules: Rules, chosen: Mapping[str, Any]) -> list[Problem]:
    """What does not go together; each problem names the rule that was chosen."""
    if rules.total < 1:
        return [Problem("values", "at least one point must be left to play for")]
    return [
        *_without_auction(rules, chosen),
        *_limits(rules, chosen),
        *_company(rules, chosen),
        *_two_sides_only(rules, chosen),
    ]


def _without_auction(rules: Rules, chosen: Mapping[str, Any]) -> list[Problem]:
    if rules.auction:
        return []
    named = [key for key in ("no_junk", "failed_smudge_loses", "tie_plays_on") if chosen.get(key)]
    if "lowest_bid" in chosen:
        named.append("lowest_bid")
    if chosen.get("smudge", Smudge.NONE) != Smudge.NONE:
        named.append("smudge")
    if chosen.get("going_out", GoingOut.POINT_ORDER) != GoingOut.POINT_ORDER:
        named.append("going_out")
    return [Problem(key, f"{SPOKEN[key]} needs an auction, and here nobody bids") for key in named]


def _limits(rules: Rules, chosen: Mapping[str, Any]) -> list[Problem]:
    problems = []
    if rules.auction and rules.lowest_bid > rules.total:
        problems.append(
            Problem("lowest_bid", f"the lowest bid lies between 1 and the total, {rules.total}")
        )
    forced = rules.dealer_forced
    if "dealer_forced" in chosen and forced and not rules.lowest_bid <= forced <= rules.total:
        problems.append(
            Problem(
                "dealer_forced",
                f"the forced bid lies between {rules.lowest_bid} and {rules.total}",
            )
        )
    if rules.outright_at is not None and rules.outright_at <= rules.target:
        problems.append(
            Problem("outright_at", f"what wins outright lies above the target, {rules.target}")
        )
    return problems


def _company(rules: Rules, chosen: Mapping[str, Any]) -> list[Problem]:
    problems = []
    if rules.has_smudge_bid and rules.total != FOUR_POINTS:
        problems.append(
            Problem(
                "smudge" if "smudge" in chosen else "values",
                f"a smudge for five is for four points, and here there are {rules.total}",
            )
        )
    if rules.failed_smudge_loses and rules.auction and rules.smudge is Smudge.NONE:
        problems.append(
            Problem("failed_smudge_loses", "there must be a smudge to fail, and here is none")
        )
    if rules.tie_plays_on and rules.auction and rules.going_out is not GoingOut.PITCHER_FIRST:
        problems.append(
            Problem("tie_plays_on", "ties play on only where the pitcher goes out first")
        )
    return problems


def _two_sides_only(rules: Rules, chosen: Mapping[str, Any]) -> list[Problem]:
    if rules.sides == 2:
        return []
    named = [key for key in ("sinks_at", "failed_smudge_loses") if chosen.get(key)]
    if rules.going_out is GoingOut.BIDDER_GOES_OUT:
        named.append("going_out")
    return [Problem(key, f"{SPOKEN[key]} is for two sides") for key in named]


def idle(rules: Rules) -> list[Problem]:
    """House rules that change nothing beside the others chosen.

    A ledger may hold them, since they contradict nothing; a form refuses them, so that no
    tick of a table is without effect.
    """
    found = {**_idle_bidding(rules), **_idle_play(rules)}
    return [
        Problem(f"house_rules.{key}", why) for key, why in found.items() if key in rules.house_rules
    ]


def _idle_bidding(rules: Rules) -> dict[str, str]:
    found = {}
    if not rules.auction:
        for key in ("dealer_steal", "dealer_forced", "redeal"):
            found[key] = "nobody bids here, so there is nothing to agree on"
    elif rules.dealer_forced is not None:
        found["redeal"] = "the dealer must bid here, so no hand is passed out"
    if rules.going_out in (GoingOut.PITCHER_FIRST, GoingOut.POINT_ORDER):
        found["outright_at"] = (
            "whoever is at the target wins here, so nobody gets further; "
            "choose as well that only a made bid goes out"
        )
    return found


def _idle_play(rules: Rules) -> dict[str, str]:
    found, points = {}, {point.key for point in rules.points}
    if rules.game_by is GameBy.TEN:
        found["game_tie"] = "by the ten of trumps Game is never tied"
    if "game" not in points:
        found |= dict.fromkeys(("game_tie", "game_by"), "Game is left out here")
    if "low" not in points:
        found["low_to"] = "Low is left out here"
    if gone := points & {"trey", "five", "pedro", "low_pedro"}:
        label = ", ".join(point.label for point in rules.points if point.key in gone)
        found["short_deck"] = f"without threes and fives nobody can win {label}"
    return found
