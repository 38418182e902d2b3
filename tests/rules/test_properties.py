"""What holds for every ledger, whatever is played and by whatever rules."""

from __future__ import annotations

import copy
import itertools
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorepads.rules.catalog import current
from scorepads.rules.going_out import score_and_judge
from scorepads.rules.hand import Adjustment, Entry, Hand, Side, as_facts
from scorepads.rules.house_rules.apply import Rules, apply_house_rules
from scorepads.rules.interchange import read_ledger, score_document, write_ledger
from scorepads.rules.ledger import fold
from scorepads.rules.standing import side_standings
from scorepads.rules.terms import EndingKind
from tests.rules.strategies import Json, ledgers, lines

bounded = settings(deadline=None, max_examples=150, suppress_health_check=list(HealthCheck))


@bounded
@given(ledgers())
def test_totals_are_the_sums_of_the_changes(ledger: Json) -> None:
    answer = score_document(ledger)
    totals = ledger["start"]
    for row in answer["hands"]:
        totals = [total + change for total, change in zip(totals, row["change"], strict=True)]
        assert row["totals"] == totals
    assert answer["totals"] == totals


@bounded
@given(ledgers(), st.data())
def test_a_prefix_replays_to_a_prefix(ledger: Json, data: st.DataObject) -> None:
    kept = data.draw(st.integers(0, len(ledger["hands"])))
    prefix = score_document({**ledger, "hands": ledger["hands"][:kept]})
    assert prefix["hands"] == score_document(ledger)["hands"][:kept]


@bounded
@given(ledgers(), st.data())
def test_entries_appended_one_by_one_come_to_the_fold_of_all(
    ledger: Json, data: st.DataObject
) -> None:
    """Also where a hand's bid was there before the hand, and an adjustment came in between."""
    given_ledger = read_ledger(ledger)
    appended = fold(given_ledger.rules, given_ledger.start, [])
    entries: list[Entry] = []
    for entry in given_ledger.entries:
        if isinstance(entry, Hand) and given_ledger.rules.auction and data.draw(st.booleans()):
            in_play = replace(entry, points=None, all_tricks=False)
            between = [Adjustment(0, 1)] if data.draw(st.booleans()) else []
            for each in [in_play, *between]:
                appended = appended.append(each)
            entries += between
            assert appended == fold(given_ledger.rules, given_ledger.start, [*entries, in_play])
        appended = appended.append(entry)
        entries.append(entry)
        assert appended == fold(given_ledger.rules, given_ledger.start, entries)


@bounded
@given(ledgers(), st.data())
def test_wrong_and_then_corrected_equals_right(ledger: Json, data: st.DataObject) -> None:
    given_ledger = read_ledger(ledger)
    number = data.draw(st.integers(0, len(ledger["hands"]) - 1))
    entries = list(given_ledger.entries)
    wrong = copy.deepcopy(ledger)
    wrong["hands"][number] = data.draw(lines(given_ledger.rules))
    corrected = list(read_ledger(wrong).entries)
    corrected[number] = entries[number]
    assert fold(given_ledger.rules, given_ledger.start, corrected) == given_ledger.fold_ledger()


@bounded
@given(ledgers(), st.data())
def test_a_line_after_the_end_changes_nothing(ledger: Json, data: st.DataObject) -> None:
    answer = score_document(ledger)
    if answer["ending"] is None:
        return
    further = data.draw(lines(read_ledger(ledger).rules))
    assert score_document({**ledger, "hands": [*ledger["hands"], further]}) == answer


@bounded
@given(ledgers())
def test_exported_and_imported_again_it_scores_the_same(ledger: Json) -> None:
    before = read_ledger(ledger)
    exported = write_ledger(before.rules, before.sides, before.start, before.entries)
    assert read_ledger(exported) == before
    assert score_document(exported) == score_document(ledger)


@bounded
@given(ledgers())
def test_facts_written_and_read_again_are_the_same(ledger: Json) -> None:
    facts = [as_facts(entry) for entry in read_ledger(ledger).entries]
    assert read_ledger({**ledger, "hands": facts}).entries == read_ledger(ledger).entries


@bounded
@given(ledgers())
def test_only_the_last_row_can_end_the_game(ledger: Json) -> None:
    lines_scored = read_ledger(ledger).fold_ledger().lines
    assert all(line.out is None for line in lines_scored[:-1])


MEDDLED: list[Any] = [None, True, -1, 99, 0.5, "x", "smudge", [], {}, {"x": 1}, [[]]]


@bounded
@given(ledgers(most_hands=3), st.data())
def test_every_refusal_names_a_place_that_is_there_or_is_missing(
    ledger: Json, data: st.DataObject
) -> None:
    ledger = copy.deepcopy(ledger)
    place, key = data.draw(st.sampled_from(list(_places(ledger))))
    if data.draw(st.booleans()):
        del place[key]
    else:
        place[key] = copy.deepcopy(data.draw(st.sampled_from(MEDDLED)))
    for problem in score_document(ledger).get("problems", []):
        *way, last = re.findall(r"[^.\[\]]+", problem["at"])
        holder: Any = ledger
        for step in way:
            holder = holder[int(step)] if isinstance(holder, list) else holder[step]
        assert _has(holder, last) or isinstance(holder, dict), problem


def _has(holder: Any, key: str) -> bool:
    return 0 <= int(key) < len(holder) if isinstance(holder, list) else key in holder


def _places(value: Any) -> Any:
    """Every place inside `value` as its holder and its key or number."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in list(pairs):
        yield value, key
        if isinstance(inner, dict | list):
            yield from _places(inner)


def _every_hand(rules: Rules) -> list[Hand]:
    """Every hand that can be played: each owner of each point, each pitcher, each bid."""
    sides = range(rules.sides)
    owners = [(*sides, None) if point.nobody else tuple(sides) for point in rules.points]
    keys = [point.key for point in rules.points]
    auctions = [(side, bid) for side in sides for bid in rules.bids] or [(None, None)]
    return [
        Hand(pitcher, bid, points, all_tricks=not set(won) - {None, pitcher})
        for won in itertools.product(*owners)
        for points in [dict(zip(keys, won, strict=True))]
        for pitcher, bid in auctions
    ]


GAMES: list[tuple[str, int, Json]] = [
    ("bicycle@1", 2, {}),
    ("bicycle@1", 3, {}),
    ("wikipedia@1", 3, {"tie_plays_on": True}),
    ("wikipedia@1", 2, {"no_junk": True}),
    ("wikipedia@1", 3, {"going_out": "point-order"}),
    ("wikipedia@1", 2, {"going_out": "bidder-goes-out"}),
    ("wikipedia@1", 2, {"going_out": "bidding-side-only", "outright_at": 15, "sinks_at": -6}),
    ("wikipedia@1", 2, {"smudge": "four-wins", "failed_smudge_loses": True}),
    ("wikipedia@1", 3, {"auction": False}),
    ("pagat-partnership@1", 2, {}),
    ("pagat-partnership@1", 3, {"going_out": "point-order"}),
]
NOT_GONE_OUT = (EndingKind.SUNK, EndingKind.FAILED_SMUDGE)


@pytest.mark.parametrize(("pin", "sides", "house_rules"), GAMES)
def test_the_standing_knows_what_every_next_hand_would_bring(
    pin: str, sides: int, house_rules: Json
) -> None:
    rules = apply_house_rules(current.get(pin), house_rules, sides)
    hands = _every_hand(rules)
    far = rules.target - rules.total
    for totals in itertools.product((-1, far - 1, far, rules.target - 1, rules.target + 1),
                                    repeat=sides):  # fmt: skip
        wins = _wins(rules, hands, totals)
        for standing in side_standings(rules, fold(rules, totals, [])):
            side = standing.side
            own = {bid for pitcher, bid in wins[side] if pitcher == side}
            if standing.least_bid is not None:
                assert standing.least_bid in own, (totals, side)
            if standing.without_bid is not None:
                assert any(pitcher != side for pitcher, _ in wins[side]), (totals, side)
            if standing.least_bid is None and standing.without_bid is None:
                assert not wins[side], (totals, side)


def _wins(
    rules: Rules, hands: list[Hand], totals: tuple[int, ...]
) -> list[set[tuple[int | None, Any]]]:
    """For each side: by whose bid, and which, it goes out on some hand."""
    wins: list[set[tuple[int | None, Any]]] = [set() for _ in totals]
    for hand in hands:
        _, out = score_and_judge(rules, hand, totals)
        if out and out.how not in NOT_GONE_OUT:
            wins[out.winner].add((hand.pitcher, hand.bid))
    return wins


def test_a_least_bid_is_enough_when_it_is_just_made() -> None:
    rules = apply_house_rules(current.get("pagat-partnership@1"), {}, 2)
    ledger = fold(rules, (17, 24), [])
    us, them = side_standings(rules, ledger)
    assert (us.needs, us.least_bid, us.without_bid) == (4, 4, None)
    assert (them.needs, them.least_bid, them.without_bid) == (0, 2, None)


def test_a_side_as_it_was_named_survives_the_way_there_and_back() -> None:
    rules = apply_house_rules(current.get("bicycle@1"), {}, 2)
    sides = (Side("Zoë", ("Ann", "Bo")), Side("נחום"))
    assert read_ledger(write_ledger(rules, sides, (0, 0), [])).sides == sides
