"""Valid ledgers for hypothesis, near the places where the rules differ."""

from __future__ import annotations

from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from scorepads.rules.catalog import current
from scorepads.rules.house_rules.apply import Rules, apply_house_rules
from scorepads.rules.house_rules.records import HOUSE_RULES
from scorepads.rules.preset import Preset
from scorepads.rules.terms import Refused
from tests.rules.ledgers.tables import values_of

Json = dict[str, Any]

CHOICES: dict[str, list[Any]] = {
    "target": [1, 4, 9],
    "trey": [False],
    "lowest_bid": [1, 3],
    "no_junk": [True],
    "going_out": [
        "pitcher-first", "bidding-side-only", "bidder-goes-out", "point-order", "highest-at-target",
    ],
    "outright_at": [15, 30, 70],
    "sinks_at": [-6],
    "smudge": ["none", "four-wins", "four-wins-unless-in-the-hole", "all-tricks-five"],
    "failed_smudge_loses": [True],
    "auction": [False],
    "tie_plays_on": [True],
    "values": [{"jack": 0}, {"game": 3}, {"joker": 1}],
    "dealer_forced": [False],
    "extra_points": [
        [{"key": "off", "label": "Off", "worth": 3, "before": "game"}],
        [{"key": "always", "label": "Always", "worth": 1, "nobody": False}],
    ],
    "ends_after": [{"hands": 2}, {"hands": 3, "tie": "play-on"}, {"deals": 1, "tie": "play-on"}],
    "moon": [
        {"made": made, "from_hole": hole, "failed": failed, "all_tricks": tricks}
        for made in ("wins", 7)
        for hole in ("as-made", "zero")
        for failed in ("bid", 2, "loses")
        for tricks in (False, True)
    ],
    "partners": ["called"],
}  # fmt: skip


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """A preset with some house rules that go together, for a small table."""
    preset = draw(st.sampled_from(list(current)))
    further = {key: values_of(rule.kind, preset) for key, rule in HOUSE_RULES.items()}
    choices = {key: values for key, values in further.items() if values} | CHOICES
    sides = draw(st.integers(preset.least_sides, min(4, preset.most_sides)))
    chosen: Json = {}
    if draw(st.integers(0, 5)) == 0:
        chosen, sides = {"partners": "called"}, draw(st.integers(4, 7))
    elif draw(st.integers(0, 9)) == 0:
        sides = draw(st.integers(2, 6))
        chosen = {"sides": sides}
        assume(can_be_played(preset, chosen, sides))
    for key in draw(st.lists(st.sampled_from(sorted(choices)), unique=True, max_size=4)):
        wished = {**chosen, key: draw(st.sampled_from(choices[key]))}
        if can_be_played(preset, wished, sides):
            chosen = wished
    if "ends_after" in chosen and draw(st.booleans()):
        wished = {**chosen, "target": None}
        chosen = wished if can_be_played(preset, wished, sides) else chosen
    return apply_house_rules(preset, chosen, sides)


def can_be_played(preset: Preset, chosen: Json, sides: int) -> bool:
    try:
        apply_house_rules(preset, chosen, sides)
    except Refused:
        return False
    return True


@st.composite
def played_hands(draw: st.DrawFn, of: Rules) -> Json:
    """A hand's facts; usually most points lie with one side, so that bids are made."""
    owners = st.integers(0, of.sides - 1)
    main = draw(owners)
    likely = st.one_of(st.just(main), st.just(main), owners)
    points = {
        point.key: draw(st.one_of(likely, st.none()) if point.nobody else likely)
        for point in of.points
    }
    if not of.auction:
        return {"points": points}
    pitcher = draw(st.one_of(st.just(main), owners))
    hand: Json = {"pitcher": pitcher, "bid": draw(st.sampled_from(of.bids)), "points": points}
    if of.calls_partners:
        others = [side for side in range(of.sides) if side != pitcher]
        hand["with"] = draw(
            st.lists(st.sampled_from(others), unique=True, max_size=of.most_partners)
        )
    team = {None, pitcher, *hand.get("with", ())}
    if (of.has_smudge_bid or of.moon) and not set(points.values()) - team:
        hand["all_tricks"] = draw(st.booleans())
    return hand


@st.composite
def adjustments(draw: st.DrawFn, of: Rules) -> Json:
    by = draw(st.integers(-20, 20).filter(bool))
    return {"adjust": draw(st.integers(0, of.sides - 1)), "by": by}


def lines(of: Rules) -> st.SearchStrategy[Json]:
    """Any line of a ledger; now and then one in which nothing is played."""
    kinds = [played_hands(of)] * 4 + [adjustments(of)]
    if of.can_be_passed_out:
        kinds.append(st.just({"passed_out": True}))
    return st.one_of(kinds)


@st.composite
def ledgers(draw: st.DrawFn, most_hands: int = 8) -> Json:
    of = draw(rules())
    target = of.target or 3
    near = st.one_of(st.just(0), st.integers(target - 12, target + 3))
    ledger: Json = {
        "format": "pitch-ledger/1",
        "preset": of.preset.pin,
        "house_rules": dict(of.house_rules),
        "sides": [{"name": f"Side {number}"} for number in range(of.sides)],
        "start": [draw(near) for _ in range(of.sides)],
        "hands": draw(st.lists(lines(of), min_size=1, max_size=most_hands)),
    }
    return ledger
