"""What holds for every ledger, whatever is played and by whatever rules."""

from __future__ import annotations

import copy
import re
from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorepads.rules.catalog import current
from scorepads.rules.hand import Adjustment, Entry, Hand, Side, as_facts
from scorepads.rules.house_rules.apply import apply_house_rules
from scorepads.rules.interchange import read_ledger, score_document, write_ledger
from scorepads.rules.ledger import fold
from scorepads.rules.seatings import Seating
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
    exported = write_ledger(before.rules, before.seatings, before.start, before.entries)
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


def test_a_side_as_it_was_named_survives_the_way_there_and_back() -> None:
    rules = apply_house_rules(current.get("bicycle@1"), {}, 2)
    sides = (Side("Zoë", ("Ann", "Bo")), Side("נחום"))
    assert read_ledger(write_ledger(rules, (Seating(0, sides),), (0, 0), [])).sides == sides
