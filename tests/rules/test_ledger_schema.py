"""The JSON Schemas of `pitch-ledger/1` and `pitch-score/1` agree with the reader and the writer."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings

from scorepads.rules.catalog import current
from scorepads.rules.house_rules.kinds import EnumChoice, Flag, Number, YesOrNo
from scorepads.rules.house_rules.record import HouseRule
from scorepads.rules.house_rules.records import HOUSE_RULES
from scorepads.rules.interchange import read_ledger, score_document
from scorepads.rules.terms import (
    GameBy,
    GameTie,
    GoingOut,
    LowTo,
    Redeal,
    Refused,
    WordedChoice,
)
from tests.preset_files import GOLDEN
from tests.rules.ledgers import samples
from tests.rules.strategies import ledgers
from tests.schemas import Json, schema_errors

LEDGER, SCORE = "pitch-ledger/1", "pitch-score/1"
LEDGERS = [json.loads(path.read_text("utf-8"))["ledger"] for path in GOLDEN]
NAMES = [{"name": "Us"}, {"name": "Them"}]
POINTS = {"high": 0, "low": 0, "jack": None, "game": 0}
FULL: Json = {
    "format": "pitch-ledger/1",
    "preset": "pagat-partnership@1",
    "house_rules": {"dealer_forced": False},
    "sides": [{"name": "Us", "players": ["Ann", "Cy"]}, {"name": "Them", "players": ["Bo", "Di"]}],
    "start": [0, 0],
    "hands": [
        {"pitcher": 0, "bid": 3, "points": POINTS, "all_tricks": False, "player": 1,
         "trump": "hearts", "dealer": 2, "note": "first"},
        {"passed_out": True, "dealer": 3, "note": "again"},
        {"adjust": 0, "by": -2, "dealer": 0, "note": "revoke"},
        {"target": 15, "dealer": 1, "note": "late"},
        {"pitcher": 1, "bid": 2},
    ],
}  # fmt: skip
"""A ledger with every kind of line of a game with an auction, and every field of each."""

Place = tuple[str | int, ...]
"""The keys and numbers that lead to a value."""


def is_read(document: Any) -> bool:
    try:
        read_ledger(document)
    except Refused:
        return False
    return True


def put(path: Place, value: Any) -> Json:
    """The full ledger with another value there."""
    document = copy.deepcopy(FULL)
    place: Any = document
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return document


def without(path: Place) -> Json:
    document = put(path, None)
    place: Any = document
    for key in path[:-1]:
        place = place[key]
    del place[path[-1]]
    return document


def bent(preset: str, **house_rules: Any) -> Json:
    return {"format": LEDGER, "preset": preset, "house_rules": house_rules, "sides": NAMES,
            "hands": []}  # fmt: skip


# --- What is written, and what is read


def assert_both_hold(ledger: Json) -> None:
    assert schema_errors(ledger, LEDGER) == []
    answer = score_document(ledger)
    assert "problems" not in answer
    assert schema_errors(answer, SCORE) == []


@pytest.mark.parametrize("ledger", LEDGERS)
def test_golden_ledgers_and_their_scores_are_valid(ledger: Json) -> None:
    assert_both_hold(ledger)


@settings(max_examples=100, deadline=None)
@given(ledgers())
def test_any_ledger_that_is_read_and_its_score_are_valid(ledger: Json) -> None:
    assert_both_hold(ledger)


def test_ledgers_with_every_house_rule_and_every_fact_are_valid() -> None:
    valid = list(samples(300, seed=10))
    for ledger in valid:
        assert_both_hold(ledger)
    assert {key for ledger in valid for key in ledger.get("house_rules", {})} == set(HOUSE_RULES)
    facts = {key for ledger in valid for hand in ledger["hands"] for key in hand}
    assert facts == {"with", *(key for hand in FULL["hands"] for key in hand)}


def test_the_full_ledger_is_read_and_valid() -> None:
    assert is_read(FULL)
    assert_both_hold(FULL)


@pytest.mark.parametrize("broken", [None, [], {}, {"\ud800": 1}, {**FULL, "preset": "poker@1"}])
def test_the_answer_to_a_refused_ledger_is_valid(broken: Any) -> None:
    answer = score_document(broken)
    assert "problems" in answer
    assert schema_errors(answer, SCORE) == []


ROW = score_document(FULL)["hands"][0]
PROBLEM = {"at": "start", "message": "wrong"}
ENDING = {"hand": 1, "winner": 0, "how": "sunk"}


def scored(**changed: Any) -> Json:
    return {**score_document(FULL), **changed}


def refused(*problems: Any) -> Json:
    return {"format": SCORE, "problems": list(problems)}


def test_rows_problems_and_endings_are_valid_alone() -> None:
    """So each case below is broken in one place only."""
    drawn = {"hand": 1, "winner": None, "how": "drawn"}
    for answer in (
        scored(hands=[ROW]),
        scored(ending=ENDING),
        scored(ending=drawn),
        refused(PROBLEM),
    ):
        assert schema_errors(answer, SCORE) == []


@pytest.mark.parametrize(
    "answer",
    [
        None, [], {}, {"format": SCORE}, {**score_document(FULL), **refused(PROBLEM)},
        *({key: scored()[key] for key in scored() if key != left_out} for left_out in scored()),
        scored(format=LEDGER), scored(preset=1), scored(preset="bicycle"), scored(note=""),
        scored(hands=None), scored(hands=[None]),
        *(scored(hands=[{**ROW, **wrong}]) for wrong in (
            {"number": 0}, {"number": "1"}, {"change": 3}, {"change": [1]}, {"totals": ["3", "1"]},
            {"totals": [0] * 10}, {"made": 1}, {"why": "made"}, {"why": []}, {"why": [""]},
            {"why": [1]}, {"bid": 3})),
        scored(totals=["3", "1"]), scored(ending=False),
        *(scored(ending={**ENDING, **wrong}) for wrong in (
            {"hand": 0}, {"hand": "1"}, {"winner": None}, {"winner": -1}, {"how": "by luck"},
            {"how": "drawn"}, {"by": 1})),
        refused(), refused(None), {**refused(PROBLEM), "preset": "bicycle@1"},
        *(refused({**PROBLEM, **wrong}) for wrong in (
            {"at": None}, {"message": ""}, {"message": 1}, {"line": 1})),
        refused({"at": "start"}), refused({"message": "wrong"}),
        {"problems": [PROBLEM]}, {"format": SCORE, "problems": PROBLEM},
    ],
)  # fmt: skip
def test_what_is_no_score_is_not_valid(answer: Any) -> None:
    assert schema_errors(answer, SCORE)


# --- Limits: the value, what may stand there, and what may not

NUMBERLESS: tuple[Any, ...] = (True, None, "1", 1.5, [], {})
NOTES: tuple[list[Any], list[Any]] = (["", "x" * 200, "🂡" * 200], ["x" * 201, None, 7, ["x"]])
SEATS: tuple[list[Any], list[Any]] = ([0, 3], [-1, 36, *NUMBERLESS])

LIMITS: dict[Place, tuple[list[Any], list[Any]]] = {
    ("format",): ([LEDGER], ["pitch-ledger/2", SCORE, "", 1, None]),
    ("preset",): (["pagat-partnership@1"], ["pagat-partnership", "Pagat@1", "@1", "", 7, None]),
    ("house_rules",): ([{"dealer_forced": False}], [None, [], "none", {"no_such": 1}]),
    ("sides",): ([FULL["sides"]], [None, {}, [], NAMES[:1], NAMES * 5, "Us"]),
    ("sides", 0): ([FULL["sides"][0]], [None, "Us", {}, [], {**NAMES[0], "color": "red"}]),
    ("sides", 0, "name"): (["x", "x" * 40, "🂡" * 40], ["", " \t", "x" * 41, None, 7, ["Us"]]),
    ("sides", 0, "players"): (
        [["Ann", "Cy"], ["x" * 40] * 4],
        [None, "Ann", ["Ann"] * 5, [""], [7], [None], ["Ann", "x" * 41]],
    ),
    ("start",): (
        [[500, -500]],
        [None, {}, 0, [], [0], [501, 0], [0, -501], *([each, 0] for each in NUMBERLESS)],
    ),
    ("hands",): (
        [[], FULL["hands"]],
        [None, {}, "", [None], [[]], ["hand"], [{}], [{"note": "none"}], [{"dealer": 0}],
         [{"passed_out": True, "adjust": 0, "by": 1}], [{"target": 15, "by": 1}],
         [{"pitcher": 0, "points": POINTS}], [{"bid": 3, "points": POINTS}]],
    ),
    ("hands", 0, "pitcher"): ([0, 1], [-1, 9, *NUMBERLESS]),
    ("hands", 0, "bid"): ([2, 4, "smudge"], [0, -1, "Smudge", "Moon", "", *NUMBERLESS]),
    ("hands", 0, "points"): (
        [POINTS, dict.fromkeys(POINTS, 1), {**POINTS, "game": None}],
        [None, [], 0, {**POINTS, "High": 0}, {**POINTS, "": 0}, {**POINTS, "high": 9},
         {**POINTS, "high": -1}, {**POINTS, "high": True}, {**POINTS, "high": "0"}],
    ),
    ("hands", 0, "all_tricks"): ([True, False], [0, 1, None, "true", []]),
    ("hands", 0, "player"): ([0, 1], [-1, 4, *NUMBERLESS]),
    ("hands", 0, "trump"): (
        ["spades", "hearts", "diamonds", "clubs"],
        ["Spades", "", "♠", 0, None, [], {}],
    ),
    ("hands", 1, "passed_out"): ([True], [False, 0, 1, None, "true"]),
    ("hands", 2, "adjust"): ([0, 1], [-1, 9, *NUMBERLESS]),
    ("hands", 2, "by"): ([-100, 100, 1], [0, -101, 101, *NUMBERLESS]),
    ("hands", 3, "target"): ([1, 500], [0, 501, *NUMBERLESS]),
    **{("hands", line, "dealer"): SEATS for line in range(4)},
    **{("hands", line, "note"): NOTES for line in range(4)},
}  # fmt: skip

CHOICES: dict[str, type[WordedChoice]] = {
    "going_out": GoingOut, "low_to": LowTo, "game_tie": GameTie, "game_by": GameBy,
    "redeal": Redeal,
}  # fmt: skip
FLAGS = ("trey", "no_junk", "auction", "dealer_steal", "short_deck")
OWN_POINT: Json = {"key": "off_three", "label": "Off-three", "worth": 3}
VALUES: dict[str, list[Any]] = {
    "values": [None, [], 1, {"Jack": 1}, {"": 1}, {"jack": -1}, {"jack": 21},
               *({"jack": each} for each in NUMBERLESS)],
    "dealer_forced": [True, 0, -1, None, "2", 2.5, [], {}],
    "extra_points": [
        None, {}, 1, [None], [{}], [{**OWN_POINT, "key": f"p{number}"} for number in range(9)],
        *([{**OWN_POINT, **wrong}] for wrong in (
            {"key": "Off"}, {"key": "3"}, {"key": "k" * 21}, {"key": ""}, {"key": 1},
            {"label": ""}, {"label": " "}, {"label": "L" * 21}, {"label": 1}, {"worth": 0},
            {"worth": 21}, {"worth": "3"}, {"worth": True}, {"before": 1}, {"before": None},
            {"nobody": 1}, {"nobody": None}, {"suit": "hearts"})),
        *([{key: OWN_POINT[key] for key in OWN_POINT if key != gone}] for gone in OWN_POINT)],
    "ends_after": [
        None, [], 1, {}, {"tie": "draw"}, {"hands": 1, "deals": 1}, {"hands": 0}, {"hands": 101},
        {"hands": "1"}, {"hands": True}, {"deals": 0}, {"deals": 11}, {"deals": 1.5},
        {"hands": 1, "tie": "both"}, {"hands": 1, "tie": None}, {"hands": 1, "rounds": 1}],
    "moon": [
        None, [], 1, {}, "wins", {"made": 0}, {"made": 501}, {"made": "scores"}, {"made": True},
        {"failed": "bid"}, *({"made": "wins", **wrong} for wrong in (
            {"failed": 0}, {"failed": 501}, {"failed": "wins"}, {"failed": None},
            {"from_hole": "half"}, {"from_hole": 0}, {"all_tricks": 1}, {"tricks": True}))],
    "partners": [True, "fixed", "", None, 1, [], {}],
}  # fmt: skip


def wrong_values(rule: HouseRule) -> list[Any]:
    """Values that a house rule does not take."""
    match rule.kind:
        case Number(low=low, high=high, or_none=or_none):
            return [low - 1, high + 1, *(each for each in NUMBERLESS if each or not or_none)]
        case EnumChoice():
            return ["Pips", "", "None", 1, True, None, [], {}]
        case Flag() | YesOrNo():
            return [0, 1, None, "true", [], {}]
    return VALUES[rule.key]


RIGHT: list[tuple[str, Any]] = [
    ("target", 1), ("target", 500), ("lowest_bid", 1), ("lowest_bid", 10), ("outright_at", 22),
    ("outright_at", 500), ("sinks_at", -500), ("sinks_at", -1), ("smudge", "none"),
    ("smudge", "four-wins"), ("smudge", "four-wins-unless-in-the-hole"), ("values", {}),
    ("values", {"jack": 0, "joker": 20}), ("dealer_forced", False), ("dealer_forced", 10),
    ("extra_points", []), ("extra_points", [OWN_POINT]),
    ("extra_points", [
        {**OWN_POINT, "before": "game", "nobody": False}, {**OWN_POINT, "key": "k" * 20}]),
    ("extra_points", [
        {"key": f"p{number}", "label": "L" * 20, "worth": 20} for number in range(8)]),
    ("ends_after", {"hands": 1}), ("ends_after", {"hands": 100, "tie": "draw"}),
    ("ends_after", {"deals": 1, "tie": "play-on"}), ("ends_after", {"deals": 10}),
    ("moon", {"made": "wins"}), ("moon", {"made": 1, "failed": 500, "from_hole": "zero"}),
    ("moon", {"made": 500, "failed": "loses", "from_hole": "as-made", "all_tricks": True}),
    ("moon", {"made": "wins", "failed": "bid", "all_tricks": False}), ("sides", 2),
    *((key, value.value) for key, enum in CHOICES.items() for value in enum),
    *((key, flag) for key in FLAGS for flag in (True, False)),
]  # fmt: skip
"""In Oklahoma; what needs another house rule or preset follows below."""

WRONG = [(key, value) for key, rule in HOUSE_RULES.items() for value in wrong_values(rule)]

TAKEN: list[Json] = [
    *(put(path, value) for path, (good, _) in LIMITS.items() for value in good),
    *(bent("oklahoma@1", **{key: value}) for key, value in RIGHT),
    *(bent("wikipedia@1", smudge="four-wins", failed_smudge_loses=flag) for flag in (True, False)),
    *(bent("wikipedia@1", going_out="pitcher-first", tie_plays_on=flag) for flag in (True, False)),
    bent("wikipedia@1", smudge="all-tricks-five"),
    bent("oklahoma@1", target=None, ends_after={"hands": 3}),
    {**bent("oklahoma@1", sides=9), "sides": [*NAMES * 4, NAMES[0]]},
    *({**bent("oklahoma@1", partners="called", partner_pays=pays), "sides": NAMES * 2}
      for pays in (True, False)),
    bent("oklahoma@1", partner_pays=True),
    *({**bent("wikipedia@1", partners="called"), "sides": NAMES * 4, "hands": [
        {"pitcher": 0, "bid": 2, "points": POINTS, "with": called}]}
      for called in ([], [1], [7, 1, 2])),
    {**bent("wikipedia@1", moon={"made": "wins"}), "hands": [
        {"pitcher": 0, "bid": "moon", "points": POINTS}]},
    without(("start",)),
    without(("sides", 1, "players")),
    *(without(("hands", 0, key)) for key in ("all_tricks", "player", "trump")),
    *(without(("hands", line, key)) for line in range(4) for key in ("dealer", "note")),
    {"format": LEDGER, "preset": "bicycle@1", "sides": NAMES, "hands": []},
    {"format": LEDGER, "preset": "wikipedia@1", "sides": [*NAMES * 4, NAMES[0]], "hands": []},
    {**bent("wikipedia@1", auction=False), "hands": [
        {"points": POINTS}, {"points": POINTS, "trump": "clubs", "dealer": 1, "note": "short"}]},
]  # fmt: skip

BROKEN: list[Any] = [
    *(put(path, value) for path, (_, bad) in LIMITS.items() for value in bad),
    *(bent("oklahoma@1", **{key: value}) for key, value in WRONG),
    *(without((key,)) for key in ("format", "preset", "sides", "hands")),
    *(without(("hands", 0, key)) for key in ("pitcher", "bid")),
    *(without(("hands", 2, key)) for key in ("adjust", "by")),
    without(("sides", 0, "name")),
    put(("totals",), [0, 0]), put(("sides", 0, "color"), "red"),
    *(put(("hands", line, key), value) for line in range(5)
      for key, value in (("score", 3), ("Note", ""), ("passed", True))),
    {**bent("wikipedia@1", auction=False), "hands": [{"points": POINTS, "all_tricks": True}]},
    None, [], "ledger", 1, True, {},
]  # fmt: skip


@pytest.mark.parametrize("document", TAKEN)
def test_what_lies_within_the_limits_is_read_and_valid(document: Json) -> None:
    assert is_read(document)
    assert schema_errors(document, LEDGER) == []


@pytest.mark.parametrize("document", BROKEN)
def test_what_is_broken_is_neither_read_nor_valid(document: Any) -> None:
    assert not is_read(document)
    assert schema_errors(document, LEDGER)


@pytest.mark.parametrize(
    "document",
    [
        put(("preset",), "poker@1"),
        put(("sides",), [*FULL["sides"], *NAMES * 3]),
        put(("start",), [0, 0, 0]),
        put(("house_rules",), {"auction": False, "no_junk": True}),
        put(("house_rules",), {"outright_at": 1}),
        put(("house_rules",), {"target": None}),
        put(("house_rules",), {"moon": {"made": "wins"}}),
        put(("house_rules",), {"sides": 3}),
        put(("house_rules",), {"partners": "called"}),
        put(("house_rules",), {"partner_pays": False}),
        put(("house_rules",), {"extra_points": [{**OWN_POINT, "before": "trey"}]}),
        put(("house_rules",), {"extra_points": [{**OWN_POINT, "key": "jack"}]}),
        put(("hands", 0, "bid"), "moon"),
        put(("hands", 0, "with"), [1]),
        put(("house_rules",), {"trey": False}),
        put(("house_rules",), {"values": {"trey": 1}}),
        put(("hands", 0, "pitcher"), 2),
        put(("hands", 0, "bid"), 5),
        put(("hands", 0, "bid"), 3.0),
        put(("hands", 0, "points"), {**POINTS, "trey": 0}),
        put(("hands", 0, "points"), {**POINTS, "high": None}),
        put(("hands", 0, "points"), {"high": 0}),
        put(("hands", 0, "player"), 2),
        put(("hands", 0, "dealer"), 5),
        put(("hands", 0, "note"), "\ud83c"),
        put(("hands", 0), {"pitcher": 1, "bid": 2}),
        put(("hands", 0), {"points": POINTS}),
        {**bent("wikipedia@1", auction=False), "hands": [{"pitcher": 0, "bid": 2}]},
        {**bent("bicycle@1", dealer_forced=2), "hands": [{"passed_out": True}]},
    ],
)
def test_what_only_the_reader_can_know_is_valid_but_not_read(document: Json) -> None:
    """docs/formats.md says so, under "What the schema cannot say"."""
    assert schema_errors(document, LEDGER) == []
    assert not is_read(document)


def test_the_limits_hold_for_every_preset() -> None:
    for preset in current:
        document = {"format": LEDGER, "preset": preset.pin, "sides": NAMES, "hands": []}
        assert is_read(document) and schema_errors(document, LEDGER) == []
