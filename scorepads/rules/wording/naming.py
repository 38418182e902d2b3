"""House rules in words: their short names for titles, and what each does for a form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scorepads.rules.house_rules.apply import EXTRA_POINTS, Rules
from scorepads.rules.preset import Preset
from scorepads.rules.terms import GoingOut, Smudge, signed


def title(rules: Rules) -> str:
    """The game by name: “Setback to 11 (Wikipedia), house rules: to 15, no junk”."""
    named = house_rule_names(rules.preset, rules.house_rules)
    return f"{rules.preset.name}, house rules: {', '.join(named)}" if named else rules.preset.name


def house_rule_names(preset: Preset, chosen: Mapping[str, Any]) -> list[str]:
    """The short name of every house rule in `chosen`, in their order in `RULES`."""
    named = []
    for key, words in RULES.items():
        if key in chosen and (name := words.name(preset, chosen[key])):
            named.append(name)
    return named


@dataclass(frozen=True, slots=True)
class Words:
    """A house rule in words: its label in a form, what it does, and its short name.

    `name` gives the short name for a value, or nothing where the value changes nothing.
    Worked examples are in `examples.py`: they differ from preset to preset.
    """

    label: str
    says: str
    name: Callable[[Preset, Any], str]


def _when(on: str, off: str = "") -> Callable[[Preset, Any], str]:
    return lambda _, value: on if value else off


def _number(form: str) -> Callable[[Preset, Any], str]:
    return lambda _, value: form.format(signed(value))


def _pick(names: Mapping[str, str]) -> Callable[[Preset, Any], str]:
    return lambda _, value: names[str(value)]


def _values(preset: Preset, values: Mapping[str, int]) -> str:
    """In the order of the points, since a database may hand a mapping back in another."""
    usual = {point.key for point in preset.points}
    return ", ".join(
        f"{point.label} {values[point.key]}" if values[point.key] else f"without {point.label}"
        for point in (*preset.points, *EXTRA_POINTS)
        if point.key in values and (values[point.key] or point.key in usual)
    )


def _target(preset: Preset, target: int) -> str:
    return "" if target == preset.target else f"to {target}"


def _forced(_: Preset, value: int | bool) -> str:
    return "all may pass" if value is False else f"dealer must bid {value}"


GOING_OUT_NAMES = {
    GoingOut.PITCHER_FIRST.value: "pitcher goes out first",
    GoingOut.BIDDING_SIDE_ONLY.value: "only on a made bid",
    GoingOut.BIDDER_GOES_OUT.value: "bidder goes out",
    GoingOut.POINT_ORDER.value: "points in order",
}

SMUDGE_NAMES = {
    Smudge.NONE.value: "no smudge",
    Smudge.FOUR_WINS.value: "a made bid of everything wins",
    Smudge.FOUR_WINS_UNLESS_IN_THE_HOLE.value: "a made bid of everything wins, unless in the hole",
    Smudge.ALL_TRICKS_FIVE.value: "smudge for five",
}

RULES: Mapping[str, Words] = {
    "target": Words(
        "Game to",
        "Another number of points to play to.",
        _target,
    ),
    "trey": Words(
        "The trey",
        "Leave the trey out: seven points, and seven is the top bid.",
        _when("", "no trey"),
    ),
    "values": Words(
        "What the points are worth",
        "Another worth for a point; 0 leaves it out. The total and the top bid follow.",
        _values,
    ),
    "lowest_bid": Words(
        "Lowest bid",
        "No bid below this number.",
        _number("lowest bid {}"),
    ),
    "no_junk": Words(
        "No junk",
        "Only the pitcher's side scores; what the others took counts for nothing.",
        _when("no junk"),
    ),
    "going_out": Words(
        "Who goes out",
        "Who may win, and who is looked at first.",
        _pick(GOING_OUT_NAMES),
    ),
    "outright_at": Words(
        "Wins outright at",
        "A side at this number after a hand wins, whoever bid.",
        _number("{} wins outright"),
    ),
    "sinks_at": Words(
        "Loses at",
        "A side this far in the hole after a hand has lost at once. For two sides.",
        _number("{} loses"),
    ),
    "smudge": Words(
        "Smudge",
        "What a bid of everything does.",
        _pick(SMUDGE_NAMES),
    ),
    "failed_smudge_loses": Words(
        "A failed smudge loses",
        "Who bids everything and fails has lost the game. For two sides.",
        _when("a failed smudge loses"),
    ),
    "auction": Words(
        "The auction",
        "Without one nobody bids and nobody is set back; the points are counted in order.",
        _when("", "no auction"),
    ),
    "tie_plays_on": Words(
        "Ties play on",
        "Of several others at the target the highest wins; equal totals play one more hand.",
        _when("ties play on"),
    ),
    "dealer_steal": Words(
        "Dealer takes the bid",
        "Whether the dealer may take the bid at the same number.",
        _when("dealer may take the bid", "dealer may not take the bid"),
    ),
    "dealer_forced": Words(
        "Dealer must bid",
        "What the dealer must bid when all others pass, or that all may pass.",
        _forced,
    ),
    "low_to": Words(
        "Low goes to",
        "The side that was dealt it, or the side that wins it in a trick.",
        _pick({"holder": "Low to the holder", "trick": "Low to the trick"}),
    ),
    "game_tie": Words(
        "Tied Game",
        "Who gets Game when the pips are level.",
        _pick({"nobody": "tied Game to nobody", "pitcher": "tied Game to the pitcher"}),
    ),
    "game_by": Words(
        "Game is given for",
        "Most pips in tricks, or the ten of trumps.",
        _pick({"pips": "Game by pips", "ten": "Game by the ten"}),
    ),
    "short_deck": Words(
        "Short deck",
        "Played without threes, fours and fives.",
        _when("short deck"),
    ),
    "redeal": Words(
        "After a passed-out hand",
        "Who deals again.",
        _pick({"same-dealer": "same dealer deals again", "next-dealer": "next dealer deals"}),
    ),
}
"""Every house rule, in the order in which a form offers it and a title names it."""
