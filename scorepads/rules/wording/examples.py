"""A worked example for every house rule, right for the preset that it is offered with.

Numbers and outcomes come from the rules themselves: a hand is scored under the preset bent by
the house rule, so no example can say what the keeper would not do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorepads.rules.hand import Hand
from scorepads.rules.house_rules.apply import Rules, apply_house_rules
from scorepads.rules.ledger import Line, fold
from scorepads.rules.preset import Preset
from scorepads.rules.terms import SMUDGE_BID, Bid, GoingOut, Refused, Smudge, signed
from scorepads.rules.wording.explain import result

TWO, THREE = ("Us", "Them"), ("Us", "Them", "You")
FOUR_POINTS = 4

Owners = Mapping[str, int | None]


def example(preset: Preset, key: str) -> str:
    """What the house rule does at a table that plays by this preset, in a sentence or two."""
    return _EXAMPLES[key](preset)


def _line(
    preset: Preset,
    chosen: Mapping[str, Any],
    pitcher: int | None,
    owners: Owners,
    start: Sequence[int],
    bid: Bid | None = None,
) -> tuple[Rules, Line]:
    """The one hand of an example: points go to the pitcher (or Us) save those in `owners`."""
    rules = apply_house_rules(preset, chosen, len(start))
    taker = 0 if pitcher is None else pitcher
    points = {point.key: owners.get(point.key, taker) for point in rules.points}
    wanted = (bid or rules.lowest_bid) if rules.auction else None
    ledger = fold(rules, start, [Hand(pitcher=pitcher, bid=wanted, points=points)])
    return rules, ledger.lines[0]


def _told(rules: Rules, line: Line) -> str:
    return result(rules, TWO if rules.sides == len(TWO) else THREE, line)


def _bid(preset: Preset) -> int:
    """A bid for the examples: two, or what the preset begins with."""
    return max(preset.lowest_bid, 2)


def _target(preset: Preset) -> str:
    return f"To {preset.target + 4}: a side at {preset.target} has not won yet."


def _trey(preset: Preset) -> str:
    without = apply_house_rules(preset, {"trey": False}, preset.usual_sides)
    return f"A side that takes everything scores {without.total} and not {preset.total}."


def _values(preset: Preset) -> str:
    last = preset.points[-1]
    for values in ({last.key: 2}, {last.key: 0, "joker": 1}):
        try:
            rules = apply_house_rules(preset, {"values": values}, preset.usual_sides)
        except Refused:
            continue
        joker = " and Joker 1" if "joker" in values else ""
        return (
            f"{last.label} {values[last.key]}{joker}: {rules.total} points to a hand, "
            f"and {rules.total} is the highest bid."
        )
    raise AssertionError("a point can always be swapped for another")


def _lowest_bid(preset: Preset) -> str:
    return f"From {preset.lowest_bid + 1}: a bid of {preset.lowest_bid} is refused."


def _no_junk(preset: Preset) -> str:
    rules, line = _line(preset, {"no_junk": True}, 0, {"high": 1}, (0, 0), _bid(preset))
    return f"Them take High, and that counts for nothing. {_told(rules, line)}"


def _winner(preset: Preset, way: GoingOut, pitcher: int, owners: Owners) -> int | None:
    level = (preset.target - 1, preset.target - 1)
    _, line = _line(preset, {"going_out": way.value}, pitcher, owners, level)
    return line.out.winner if line.out else None


def _going_out(preset: Preset) -> str:
    made = {way: _winner(preset, way, 0, {"high": 1}) for way in GoingOut}
    everything = {point.key: 0 for point in preset.points}
    set_back = {way: _winner(preset, way, 1, everything) for way in GoingOut}
    return (
        f"Level at {preset.target - 1}, Us make their bid and Them take High. "
        f"{_by_way(made)} Level there, Them are set back and Us take everything. "
        f"{_by_way(set_back)}"
    )


def _by_way(winners: Mapping[GoingOut, int | None]) -> str:
    """Who wins which way: “Points in order: Them win. Otherwise: Us win.”"""
    usual = max(set(winners.values()), key=list(winners.values()).count)
    odd = [f"{WAYS[way]}: {_wins(winner)}." for way, winner in winners.items() if winner != usual]
    return " ".join([*odd, f"Otherwise {_wins(usual)}."])


def _wins(winner: int | None) -> str:
    return "nobody has won yet" if winner is None else f"{TWO[winner]} win"


WAYS = {
    GoingOut.PITCHER_FIRST: "The pitcher first",
    GoingOut.BIDDING_SIDE_ONLY: "Only on a made bid",
    GoingOut.BIDDER_GOES_OUT: "The bidder, near the end",
    GoingOut.POINT_ORDER: "Points in order",
}


def _outright_at(preset: Preset) -> str:
    at = preset.target + 4
    chosen = {"outright_at": at, "going_out": GoingOut.BIDDING_SIDE_ONLY.value}
    _, line = _line(preset, chosen, 1, {"high": 0}, (at - 1, 0))
    assert line.out is not None and line.out.winner == 0
    return (
        f"At {at}, where only a made bid goes out: Us take High on Them's bid, "
        f"{line.before[0]} to {line.totals[0]}, and win."
    )


def _sinks_at(preset: Preset) -> str:
    bid = _bid(preset)
    at = -3 * bid
    everything = {point.key: 0 for point in preset.points}
    _, line = _line(preset, {"sinks_at": at}, 1, everything, (0, at + bid), bid)
    assert line.out is not None and line.out.winner == 0
    return f"At {-at}: Them, at {signed(line.before[1])}, are set back {bid} and have lost."


def _smudge(preset: Preset) -> str:
    total = preset.total
    start = (2, 0)
    rules, won = _line(preset, {"smudge": Smudge.FOUR_WINS.value}, 0, {}, start, total)
    assert won.out is not None and won.totals[0] < rules.target
    bid = "four" if total == FOUR_POINTS else str(total)
    told = f"At 2, Us bid {bid} and take everything: where that wins, they have won; "
    told += f"with none it is just +{total}."
    if total == FOUR_POINTS:
        told += " As a bid of its own, for five: +5 with all six tricks, else −5."
    return told


def _failed_smudge(preset: Preset) -> str:
    chosen: dict[str, Any] = {"failed_smudge_loses": True}
    bid: Bid = SMUDGE_BID if preset.smudge is Smudge.ALL_TRICKS_FIVE else preset.total
    where = ""
    if preset.smudge is Smudge.NONE:
        chosen["smudge"], where = Smudge.FOUR_WINS.value, "Where there is a smudge: "
    _, line = _line(preset, chosen, 0, {"high": 1}, (5, 5), bid)
    assert line.out is not None and line.out.winner == 1
    named = "a smudge" if bid == SMUDGE_BID else str(bid)
    return f"{where}Us bid {named}, and Them take High: Them have won."


def _auction(preset: Preset) -> str:
    _, line = _line(preset, {"auction": False}, None, {"high": 1}, (0, 0))
    return f"Us take all but High: Us +{line.change[0]}, Them +{line.change[1]}."


def _tie_plays_on(preset: Preset) -> str:
    near = preset.target - 1
    chosen: dict[str, Any] = {"tie_plays_on": True}
    if preset.going_out is not GoingOut.PITCHER_FIRST:
        chosen["going_out"] = GoingOut.PITCHER_FIRST.value
    owners: Owners = {point.key: 1 for point in preset.points} | {"low": 2}
    keys = [point.key for point in preset.points if point.nobody]
    owners = {**owners, **dict.fromkeys(keys, None)}
    _, line = _line(preset, chosen, 0, owners, (0, near, near))
    assert line.out is None and line.totals[1] == line.totals[2] == preset.target
    where = "" if len(chosen) == 1 else ", where the pitcher goes out first"
    return f"On Us's bid Them and You both reach {preset.target}{where}: one more hand is played."


def _dealer_steal(preset: Preset) -> str:
    bid = preset.lowest_bid + 1
    return (
        f"Ann bids {bid}, and Bo deals. A dealer who may takes it at {bid}; "
        f"one who may not has to bid {bid + 1}."
    )


def _dealer_forced(preset: Preset) -> str:
    return (
        f"All the others pass: a dealer who must bid {preset.lowest_bid} plays for that; "
        "where all may pass, the hand scores nothing."
    )


_EXAMPLES: Mapping[str, Callable[[Preset], str]] = {
    "target": _target,
    "trey": _trey,
    "values": _values,
    "lowest_bid": _lowest_bid,
    "no_junk": _no_junk,
    "going_out": _going_out,
    "outright_at": _outright_at,
    "sinks_at": _sinks_at,
    "smudge": _smudge,
    "failed_smudge_loses": _failed_smudge,
    "auction": _auction,
    "tie_plays_on": _tie_plays_on,
    "dealer_steal": _dealer_steal,
    "dealer_forced": _dealer_forced,
    "low_to": lambda _: (
        "Us are dealt the lowest trump, and Them win the trick it falls in: "
        "to the holder it is a point for Us, to the trick a point for Them."
    ),
    "game_tie": lambda _: "Us bid, and both sides count 31: Game goes to nobody, or else to Us.",
    "game_by": lambda _: (
        "Them take the ten of trumps and Us have more pips: by the ten Game is a point for Them, "
        "and nothing is counted."
    ),
    "short_deck": lambda _: "The next trump above the two is the six.",
    "redeal": lambda _: "Ann deals and all pass: Ann deals again, or the next one does.",
}
