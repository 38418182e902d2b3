"""A ledger that is broken in one place is refused at that place, and nowhere else."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from scorepads.rules.interchange import score_document

Json = dict[str, Any]
Fault = tuple[str, list[Any]]

GONE = object()
"""In place of a value: its key is taken out."""

NO_NUMBER = [True, "1", 1.5, None, [1], {}]
NO_FLAG = [0, 1, "true", None, [], {}]
NO_WORD = ["", "None", "Spades", 1, True, None, ["none"]]
NO_RECORD = [None, [], "", 1, True]
NO_LIST = [None, {}, "", 0, False]
NO_NAME = ["", " ", "\t \n", "\u3000", "x" * 41, "A\ud83c", 1, None, ["Ann"], GONE]
NO_NOTE = [1, None, ["Ann"], "n" * 201, "A\ud83c"]

HAND: Json = {"pitcher": 0, "bid": 2, "points": {"high": 0, "low": 1, "jack": 0, "game": 0}}
AUCTION: Json = {
    "format": "pitch-ledger/1",
    "preset": "wikipedia@1",
    "house_rules": {},
    "sides": [{"name": "Us", "players": ["Ann", "Cy"]}, {"name": "Them"}],
    "start": [0, 0],
    "hands": [HAND, {"passed_out": True}, {"adjust": 0, "by": -2}, {"target": 30}, HAND],
}
NOBODY_BIDS: Json = {
    **AUCTION,
    "house_rules": {"auction": False},
    "hands": [{"points": HAND["points"]}, {"points": HAND["points"]}],
}
THREE_SIDES: Json = {
    **AUCTION,
    "sides": [{"name": "Ann"}, {"name": "Bo"}, {"name": "Cy"}],
    "start": [0, 0, 0],
}
DEALER_FORCED: Json = {**AUCTION, "preset": "pagat-partnership@1", "hands": [HAND]}
FROM_NOTHING: Json = {key: value for key, value in AUCTION.items() if key != "start"}

IN_THE_LEDGER: list[Fault] = [
    ("totals", [None, 1, []]),
    ("format", ["pitch-ledger/2", "pitch-score/1", "", 1, None, GONE]),
    ("preset", ["bicycle", "bicycle@0", "bicycle@01", "BICYCLE@1", "constructor", 1, None, GONE]),
    ("house_rules", NO_RECORD),
    ("sides", [*NO_LIST, GONE]),
    ("sides[0]", NO_RECORD),
    ("sides[0].score", [0]),
    ("sides[0].name", NO_NAME),
    ("sides[0].players", [*NO_LIST, ["a", "b", "c", "d", "e"]]),
    ("sides[0].players[1]", NO_NAME[:-1]),
    ("start", [*NO_LIST, [], [0], [0, 0, 0]]),
    ("start[1]", [501, -501, *NO_NUMBER]),
    ("hands", [*NO_LIST, GONE]),
    ("house_rules.misdeal", [True, None]),
    ("house_rules.target", [0, -7, 501, *NO_NUMBER]),
    ("house_rules.lowest_bid", [0, 5, 500, *NO_NUMBER]),
    ("house_rules.outright_at", [1, 11, 501, *NO_NUMBER]),
    ("house_rules.sinks_at", [0, 6, -501, *NO_NUMBER]),
    ("house_rules.dealer_forced", [0, -1, 5, *NO_NUMBER]),
    *[
        (f"house_rules.{key}", NO_WORD)
        for key in ("going_out", "smudge", "low_to", "game_tie", "game_by", "redeal")
    ],
    *[
        (f"house_rules.{key}", NO_FLAG)
        for key in ("no_junk", "auction", "tie_plays_on", "dealer_steal", "short_deck")
    ],
    ("house_rules.trey", [True, False]),
    ("house_rules.values", [*NO_RECORD, {"high": 0, "low": 0, "jack": 0, "game": 0}]),
    ("house_rules.values.pedro", [0, 1]),
    ("house_rules.values.jack", [-1, 21, *NO_NUMBER]),
]
IN_A_LINE: list[Fault] = [
    ("hands[1]", NO_RECORD),
    ("hands[0].pitcher", [2, -1, 100, *NO_NUMBER, GONE]),
    ("hands[0].player", [2, -1, *NO_NUMBER]),
    ("hands[0].bid", [0, 5, -4, "2", "Smudge", "smudge", *NO_NUMBER, GONE]),
    ("hands[0].all_tricks", [*NO_FLAG, True]),  # the other side has a point
    ("hands[0].points", [*NO_RECORD, GONE]),  # only the last hand may still be played
    ("hands[0].points.high", [2, -1, 100, None, *NO_NUMBER, GONE]),
    ("hands[0].points.pedro", [0, None]),
    ("hands[0].trump", NO_WORD),
    ("hands[0].dealer", [-1, 4, 1000, *NO_NUMBER]),
    ("hands[0].note", NO_NOTE),
    ("hands[0].bidder", [0, None]),
    ("hands[1].passed_out", [False, *NO_FLAG]),
    ("hands[1].trump", ["hearts"]),
    ("hands[2].adjust", [2, -1, *NO_NUMBER, GONE]),
    ("hands[2].by", [0, 101, -101, *NO_NUMBER, GONE]),
    ("hands[2].trump", ["hearts"]),
    ("hands[3].target", [0, -1, 501, *NO_NUMBER]),
    ("hands[3].trump", ["hearts"]),
]
FITS_NOT: list[tuple[Json, str, Any]] = [
    *[(FROM_NOTHING | {"hands": []}, "sides", [{"name": "Us"}] * count) for count in (0, 1, 10)],
    *[
        (NOBODY_BIDS, f"house_rules.{key}", value)
        for key, value in (
            ("no_junk", True), ("lowest_bid", 1), ("tie_plays_on", True), ("smudge", "four-wins"),
            ("failed_smudge_loses", True), ("going_out", "pitcher-first"),
        )
    ],
    (NOBODY_BIDS, "hands[0].pitcher", 0),
    (NOBODY_BIDS, "hands[0].bid", 2),
    (NOBODY_BIDS, "hands[1].points", GONE),
    (THREE_SIDES, "house_rules.sinks_at", -6),
    (THREE_SIDES, "house_rules.going_out", "bidder-goes-out"),
    (THREE_SIDES, "hands[0].points.high", 3),
    (DEALER_FORCED, "house_rules.tie_plays_on", True),
    (DEALER_FORCED, "house_rules.values", {"jack": 0}),
    (AUCTION | {"house_rules": {"outright_at": 15}}, "hands[3].target", 15),
    (AUCTION | {"house_rules": {"dealer_forced": 2}}, "hands[1].passed_out", True),
    (AUCTION | {"house_rules": {"smudge": "none"}}, "house_rules.failed_smudge_loses", True),
    (AUCTION | {"house_rules": {"values": {"jack": 2}}}, "house_rules.smudge", "all-tricks-five"),
]  # fmt: skip


def broken(ledger: Json, at: str, value: Any) -> Json:
    """The ledger with this value at that path, or with nothing there."""
    broken: Json = json.loads(json.dumps(ledger))  # a copy that shares nothing
    steps = re.findall(r"([a-z_]+)|(\d+)", at)
    *way, last = [int(number) if number else key for key, number in steps]
    place: Any = broken
    for step in way:
        place = place.setdefault(step, {}) if isinstance(place, dict) else place[step]
    if value is GONE:
        del place[last]
    else:
        place[last] = value
    return broken


def refused_at(ledger: Json) -> list[str]:
    return sorted({problem["at"] for problem in score_document(ledger).get("problems", [])})


@pytest.mark.parametrize("ledger", [AUCTION, NOBODY_BIDS, THREE_SIDES, DEALER_FORCED])
def test_unbroken_it_is_scored(ledger: Json) -> None:
    assert refused_at(ledger) == []


@pytest.mark.parametrize(("at", "values"), [*IN_THE_LEDGER, *IN_A_LINE])
def test_a_value_that_is_wrong_is_refused_where_it_stands(at: str, values: list[Any]) -> None:
    for value in values:
        assert refused_at(broken(AUCTION, at, value)) == [at], value


@pytest.mark.parametrize("ledger", [NOBODY_BIDS, DEALER_FORCED])
def test_no_hand_is_passed_out_where_nobody_bids_or_the_dealer_must(ledger: Json) -> None:
    lines = [*ledger["hands"], {"passed_out": True}]
    assert refused_at(ledger | {"hands": lines}) == [f"hands[{len(lines) - 1}].passed_out"]


@pytest.mark.parametrize(("ledger", "at", "value"), FITS_NOT)
def test_what_does_not_go_with_the_rest_is_refused(ledger: Json, at: str, value: Any) -> None:
    assert refused_at(broken(ledger, at, value)) == [at]
