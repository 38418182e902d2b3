"""What each side can win by on the next hand, against every legal hand tried one by one."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from scorepads.rules import rulesets
from scorepads.rules.hand import Side, as_facts, read_entry
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.interchange import read_ledger, score_document
from scorepads.rules.ledger import Ledger
from scorepads.rules.next_hands import Chances, NextHands, find_chances
from scorepads.rules.scoring import Totals
from tests.factories import PRESETS, make_rules
from tests.rules.all_hands import (
    Facts,
    count_hands,
    every_hand,
    facts_of_all_hands,
    some_hands,
)
from tests.rules.ledgers import samples

Json = dict[str, Any]

GENERATED = int(os.environ.get("STANDING_LEDGERS", "200"))
MAX_HANDS = 2500
"""More legal hands than these are sampled."""

MOON_WINS: Json = {"made": "wins", "from_hole": "as-made", "failed": "bid"}

CHOICES: list[Json] = [
    {},
    {"no_junk": True},
    {"target": 3},
    {"going_out": "pitcher-first"},
    {"going_out": "pitcher-first", "tie_plays_on": True},
    {"going_out": "bidding-side-only"},
    {"going_out": "bidder-goes-out"},
    {"going_out": "point-order"},
    {"going_out": "point-order", "no_junk": True},
    {"going_out": "point-order", "smudge": "all-tricks-five"},
    {"going_out": "pitcher-first", "smudge": "all-tricks-five"},
    {"smudge": "four-wins"},
    {"smudge": "four-wins-unless-in-the-hole", "sinks_at": -2},
    {"smudge": "four-wins", "failed_smudge_loses": True},
    {"going_out": "bidding-side-only", "outright_at": 13, "target": 11},
    {"going_out": "pitcher-first", "outright_at": 12, "target": 11},
    {"going_out": "point-order", "outright_at": 12, "target": 11},
    {"going_out": "bidder-goes-out", "outright_at": 12, "target": 11},
    {"auction": False},
    {"values": {"jack": 0, "game": 3}},
    {"lowest_bid": 3},
    {"sinks_at": -1},
    {"going_out": "highest-at-target"},
    {"going_out": "highest-at-target", "auction": False},
    {"moon": MOON_WINS},
    {"moon": MOON_WINS | {"all_tricks": True, "from_hole": "zero", "failed": "loses"}},
    {"moon": {"made": 6, "from_hole": "as-made", "failed": 2}, "going_out": "bidding-side-only"},
    {"moon": MOON_WINS, "smudge": "four-wins"},
    {"extra_points": [{"key": "off", "label": "Off", "worth": 2, "before": "game"}]},
    {"target": None, "ends_after": {"hands": 3}, "moon": MOON_WINS},
]
CALLED: list[Json] = [
    {},
    {"partner_pays": False},
    {"no_junk": True},
    {"going_out": "bidding-side-only"},
    {"going_out": "bidding-side-only", "partner_pays": False, "outright_at": 13},
]


def facts_of_search(rules: Rules, totals: Totals) -> list[Facts]:
    return [facts_of_side(chances) for chances in find_chances(rules, totals)]


def facts_of_side(chances: Chances) -> Facts:
    own = chances.own_bid
    return own and (own.bid, own.take), chances.other_bid


def rules_or_none(preset: str, sides: int, chosen: Json) -> Rules | None:
    try:
        return make_rules(preset, sides, **chosen)
    except ValueError:
        return None


def totals_near(rules: Rules) -> list[Totals]:
    """Totals at the places where rules differ; for more sides some of them."""
    target = rules.target or 11
    far = target - rules.total
    places = [-1, 0, far - 1, far, target - 2, target - 1, target, target + 1]
    every = list(itertools.product(sorted(set(places)), repeat=rules.sides))
    return Random(rules.sides).sample(every, 5 if rules.sides == 2 else 2)


def tables() -> Iterator[tuple[str, Rules]]:
    for preset, chosen in itertools.product(PRESETS, CHOICES):
        for sides in (2, 3):
            if rules := rules_or_none(preset, sides, chosen):
                yield f"{preset}-{sides}-{json.dumps(chosen)}", rules


def called_tables() -> Iterator[tuple[str, Rules]]:
    """Four or six play each alone and call partners, for two or three points."""
    few = {"values": {"jack": 0, "game": 0, "last": 2}, "target": 9}
    for sides, chosen in itertools.product((4, 6), CALLED):
        fewer = few | ({"values": {"jack": 0, "game": 0}} if sides == 6 else {})
        rules = make_rules("wikipedia", sides, partners="called", **fewer, **chosen)
        yield f"called-{sides}-{json.dumps(chosen)}", rules


TABLES = dict([*tables(), *called_tables()])
SMALL = {name: rules for name, rules in TABLES.items() if count_hands(rules) <= MAX_HANDS}
LARGE = {name: rules for name, rules in TABLES.items() if name not in SMALL}


@pytest.mark.parametrize("name", SMALL)
def test_a_standing_says_what_all_legal_hands_together_say(name: str) -> None:
    rules = SMALL[name]
    for totals in totals_near(rules):
        expected = facts_of_all_hands(rules, totals, every_hand(rules))
        assert facts_of_search(rules, totals) == expected, totals


@pytest.mark.parametrize("name", LARGE)
def test_no_hand_of_a_large_game_wins_with_less_than_the_standing_says(name: str) -> None:
    rules = LARGE[name]
    for seed, totals in enumerate(totals_near(rules)[:3]):
        sampled = facts_of_all_hands(rules, totals, some_hands(rules, 40, seed))
        for found, seen in zip(facts_of_search(rules, totals), sampled, strict=True):
            assert is_covered(rules, found, seen), (totals, found, seen)


def is_covered(rules: Rules, found: Facts, seen: Facts) -> bool:
    """Whether what is said to be least is no more than what was seen."""
    (own, other), (own_seen, other_seen) = found, seen
    if other_seen is not None and (other is None or other > other_seen):
        return False
    if own_seen is None:
        return True
    return own is not None and (
        (rules.bids.index(own[0]), own[1]) <= (rules.bids.index(own_seen[0]), own_seen[1])
    )


@pytest.mark.parametrize("recipe", rulesets.all_recipes(), ids=lambda recipe: recipe.key)
def test_the_standing_of_a_recipe_is_that_of_all_hands(recipe: rulesets.Recipe) -> None:
    for keys in [(), *((option.key,) for option in recipe.options)]:
        ruleset = recipe.ruleset(keys)
        rules = ruleset.rules(ruleset.min_sides)
        for totals in totals_near(rules):
            found = facts_of_search(rules, totals)
            if count_hands(rules) <= MAX_HANDS:
                assert found == facts_of_all_hands(rules, totals, every_hand(rules)), (keys, totals)
                continue
            seen = facts_of_all_hands(rules, totals, some_hands(rules, 20, 1))
            for said, by_chance in zip(found, seen, strict=True):
                assert is_covered(rules, said, by_chance), (keys, totals)


def test_generated_ledgers_stand_as_all_hands_say(record_property: Any) -> None:
    whole = sampled = 0
    for raw in samples(GENERATED, 13):
        rules, totals = last_situation(read_ledger(raw).fold_ledger())
        found = facts_of_search(rules, totals)
        if count_hands(rules) <= MAX_HANDS:
            assert found == facts_of_all_hands(rules, totals, every_hand(rules)), json.dumps(raw)
            whole += 1
            continue
        seen = facts_of_all_hands(rules, totals, some_hands(rules, 20, sampled))
        for said, by_chance in zip(found, seen, strict=True):
            assert is_covered(rules, said, by_chance), json.dumps(raw)
        sampled += 1
    record_property("checked", f"{whole} ledgers against all hands, {sampled} against some")
    assert min(whole, sampled) > GENERATED / 8


def last_situation(ledger: Ledger) -> tuple[Rules, Totals]:
    """What the hand to come is played by and from, or else the line that ended the game."""
    if ledger.is_over:
        return ledger.lines[-1].rules, ledger.lines[-1].before
    return ledger.rules, ledger.totals


def test_what_is_tried_one_by_one_is_legal_and_all_there_is() -> None:
    for rules in (make_rules("pagat-partnership"), make_rules("wikipedia", 3, auction=False)):
        sides = [Side(str(number)) for number in range(rules.sides)]
        hands = list(every_hand(rules))
        for hand in hands:
            assert read_entry(as_facts(hand), rules, sides) == hand
        assert len({json.dumps(as_facts(hand), sort_keys=True) for hand in hands}) == len(hands)
        assert count_hands(rules) <= len(hands)


def test_a_bid_that_only_fails_can_win_where_others_reach_first() -> None:
    """Two who tie at the head keep a failed smudge from ending the game; a standing sees that."""
    rules = make_rules("wikipedia", 3, outright_at=15)
    totals = (11, 10, 12)  # the first stood there and is tied by one point more: then 15 decides
    assert facts_of_search(rules, totals) == facts_of_all_hands(rules, totals, every_hand(rules))


NINE = (9, 8, 7, 10, 9, 8, 7, 10, 8)
SITUATIONS: list[tuple[str, int, Json, Totals]] = [
    ("bicycle", 2, {}, (0, 0)),
    ("oklahoma", 3, {}, (15, 16, 18)),
    ("oklahoma", 3, {"values": {"joker": 3, "five": 5, "last": 2}}, (15, 16, 18)),
    ("pedro", 2, {}, (57, 58)),
    ("wikipedia", 9, {"going_out": "point-order"}, NINE),
]


@pytest.mark.parametrize(("preset", "sides", "chosen", "totals"), SITUATIONS)
def test_few_of_the_legal_hands_are_tried(
    preset: str, sides: int, chosen: Json, totals: Totals
) -> None:
    rules = make_rules(preset, sides, **chosen)
    search = NextHands(rules, totals)
    for side in range(sides):
        search.find_chances(side)
    assert search.tried < max(150, count_hands(rules) / 40)


def ledger(**changes: Any) -> Json:
    return {
        "format": "pitch-ledger/1",
        "preset": "pagat-partnership@1",
        "sides": [{"name": "Us"}, {"name": "Them"}],
        "start": [18, 16],
        "hands": [{"passed_out": True}],
    } | changes


def test_a_score_with_its_standing() -> None:
    answer = score_document(ledger(house_rules={"dealer_forced": False}), with_standing=True)
    assert answer["standing"] == [
        {"side": 0, "needs": 3, "own_bid": {"bid": 2, "take": 3}, "other_bid": None},
        {"side": 1, "needs": 5, "own_bid": {"bid": "smudge", "take": 4}, "other_bid": None},
    ]


def test_a_changed_target_is_the_one_that_counts() -> None:
    answer = score_document(ledger(start=[0, 0], hands=[{"target": 2}]), with_standing=True)
    assert [side["needs"] for side in answer["standing"]] == [2, 2]


def test_a_game_that_is_over_has_no_standing() -> None:
    points = dict.fromkeys(("high", "low", "jack", "game"), 0)
    over = ledger(hands=[{"pitcher": 0, "bid": 3, "points": points}])
    assert score_document(over, with_standing=True)["standing"] == []
    assert "standing" not in score_document(over)
