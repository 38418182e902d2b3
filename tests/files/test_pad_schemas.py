"""What is exported is valid by the JSON Schemas of the formats, and so is what an import takes."""

from __future__ import annotations

import copy
import json
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorepads.core.fields import tidy_text
from scorepads.core.scorepad import Scorepad, read_pad
from scorepads.entry import services as entry_services
from scorepads.files import formats, reading
from scorepads.files.services import import_pads
from scorepads.models import HandEntry, Pad
from scorepads.opening.services import play_again
from scorepads.rules.interchange import score_document
from scorepads.rules.terms import Refused
from tests.factories import (
    PASSED,
    adjustment,
    bid,
    correct_facts,
    hand,
    hold,
    make_pad,
    record,
    rename,
    reread,
    sent,
)
from tests.fuzz.test_interchange import put_in
from tests.material import some
from tests.preset_files import GOLDEN
from tests.rules.strategies import ledgers
from tests.schemas import Json, schema_errors

LEDGER, SCORE, PAD, PADS = "pitch-ledger/1", "pitch-score/1", "pitch-pad/1", "pitch-pads/1"
LEDGERS = [json.loads(path.read_text("utf-8"))["ledger"] for path in GOLDEN]

drawn = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


# --- What is exported


def opened(*ledgers: Json) -> list[Scorepad]:
    """Pads with these ledgers."""
    brought = [pad for ledger in ledgers for pad in reading.read_pads(json.dumps(ledger))]
    links = import_pads(brought, open_key=uuid4())
    return [read_pad(Pad.objects.get(pk=link.pad.pk)) for link in links]


def assert_exports_are_valid(scorepad: Scorepad) -> None:
    ledger = formats.ledger_document(scorepad)
    assert schema_errors(ledger, LEDGER) == []
    assert schema_errors(score_document(ledger), SCORE) == []
    for history in (False, True):
        assert schema_errors(formats.pad_document(scorepad, history=history), PAD) == []
        assert schema_errors(formats.pads_document([scorepad], history=history), PADS) == []


@pytest.mark.django_db
def test_exports_of_golden_games_are_valid() -> None:
    pads = opened(*LEDGERS)
    for now in some(pads):
        assert_exports_are_valid(now)
    for history in (False, True):
        assert schema_errors(formats.pads_document(pads, history=history), PADS) == []


@pytest.mark.django_db
@drawn
@given(ledgers())
def test_exports_of_any_game_are_valid(ledger: Json) -> None:
    assert_exports_are_valid(opened(ledger)[0])


@pytest.mark.django_db
def test_exports_of_a_corrected_pad_are_valid() -> None:
    pad = make_pad(
        players=(("Ann", "Cy"), ("Bo", "Di")), first_dealer=2, note="At the lake", start=(3, -2)
    )
    by = hold(pad)
    record(by, bid(), hand(player=1, trump="clubs", dealer=3), PASSED, adjustment(note="revoke"))
    record(by, {"target": 15})
    correct_facts(sent(by), 1, hand(1, 4))
    entry_services.strike_hand(sent(by), 2)
    entry_services.undo(sent(by))
    entry_services.redo(sent(by))
    record(by, bid(1))
    rename(by, Bo="Bob")
    now = reread(pad)
    assert {row.kind for row in now.rows} == set(HandEntry.Kind.values)
    assert_exports_are_valid(now)


@pytest.mark.django_db
def test_an_export_of_pads_that_follow_each_other_is_valid() -> None:
    first = make_pad()
    second, _ = play_again(reread(first), open_key=uuid4())
    document = formats.pads_document([reread(first), reread(second)])
    assert document["pads"][1]["follows"] == 0
    assert schema_errors(document, PADS) == []


# --- What an import takes

HAND = {"pitcher": 0, "bid": 2, "points": {"high": 0, "low": 1, "jack": None, "game": 0}}
FULL: Json = {
    "format": PAD,
    "ledger": {
        "format": LEDGER,
        "preset": "bicycle@1",
        "sides": [{"name": "Us", "players": ["Ann", "Cy"]}, {"name": "Them"}],
        "hands": [HAND],
    },
    "first_dealer": 0,
    "note": "At the lake",
    "best_of": 3,
    "opened_at": "2026-01-31T20:15:00Z",
    "changed_at": "2026-01-31T20:41:09.251406Z",
    "history": [
        {"kind": "record", "line": 1, "facts": {"pitcher": 0, "bid": 2}, "phone": 1,
         "at": "2026-01-31T20:21:44Z"},
        {"kind": "record", "line": 1, "facts": {**HAND, "bid": 3}},
        {"kind": "amend", "line": 1, "facts": HAND, "phone": 2, "at": "2026-01-31T20:22:44Z"},
        {"kind": "strike", "line": 1, "phone": 1, "at": "2026-01-31T20:23:44Z"},
        {"kind": "undo", "phone": 1, "at": "2026-01-31T20:24:44Z"},
        {"kind": "redo"},
        {"kind": "undo"},
    ],
}  # fmt: skip
"""A pad with every field and every kind of change."""
PLAIN: Json = {"format": PAD, "ledger": FULL["ledger"]}

Place = tuple[str | int, ...]
LEFT_OUT = object()


def put(path: Place, value: Any) -> Json:
    """The full pad with another value there, or without one."""
    document = copy.deepcopy(FULL)
    place: Any = document
    for key in path[:-1]:
        place = place[key]
    if value is LEFT_OUT:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return document


def several(*more: Json) -> Json:
    """Two plain pads, the second with more."""
    return {"format": PADS, "pads": [PLAIN, *({**PLAIN, **each} for each in more)]}


def is_taken(document: Any) -> bool:
    try:
        reading.read_pads(json.dumps(document))
    except Refused:
        return False
    return True


NUMBERLESS: tuple[Any, ...] = (True, None, "1", 1.5, [], {})
TIMELESS: tuple[Any, ...] = (None, 0, 1769890500, True, [], {})
OTHER_TIMES = ("2026-01-31T21:15:00+01:00", "2026-01-31 20:15Z", "20260131T201500Z")

LIMITS: dict[Place, tuple[list[Any], list[Any]]] = {
    ("format",): ([PAD], ["pitch-pad/2", LEDGER, None, 1]),
    ("ledger",): ([FULL["ledger"]], [LEFT_OUT, None, [], {}, FULL]),
    ("ledger", "note"): ([], ["At the lake"]),
    ("ledger", "hands", 0, "bid"): ([2], [0, "3", None]),
    ("first_dealer",): ([LEFT_OUT, 0, 2, 3], [-1, 36, *NUMBERLESS]),
    ("note",): ([LEFT_OUT, "", "x" * 200], ["x" * 201, None, 7, ["x"]]),
    ("best_of",): ([LEFT_OUT, 3, 5, 7], [0, 1, 2, 4, 9, -3, *NUMBERLESS]),
    ("opened_at",): ([LEFT_OUT, *OTHER_TIMES], list(TIMELESS)),
    ("changed_at",): ([LEFT_OUT, *OTHER_TIMES], list(TIMELESS)),
    ("history",): ([LEFT_OUT, FULL["history"][:3]], [None, {}, "", [None], [[]], [{}]]),
    ("id",): ([], [1]),
    ("follows",): ([], [0]),
    ("history", 0, "kind"): (["record"], [LEFT_OUT, "erase", "", None, 1, []]),
    ("history", 0, "line"): ([1], [LEFT_OUT, 0, -1, 5001, *NUMBERLESS]),
    ("history", 0, "facts"): (
        [{"pitcher": 1, "bid": 4}],
        [LEFT_OUT, None, [], {}, {**HAND, "bid": 0}],
    ),
    ("history", 0, "at"): ([LEFT_OUT, *OTHER_TIMES], list(TIMELESS)),
    ("history", 0, "phone"): ([LEFT_OUT, 0, 5000], [-1, 5001, *NUMBERLESS]),
    ("history", 0, "id"): ([], [1]),
    ("history", 2, "facts"): ([HAND], [LEFT_OUT, None, {}]),
    ("history", 2, "line"): ([1], [LEFT_OUT, 0, "1"]),
    ("history", 3, "line"): ([1], [LEFT_OUT, 0, 5001, *NUMBERLESS]),
    ("history", 3, "facts"): ([], [HAND]),
    ("history", 3, "phone"): ([LEFT_OUT, 5000], [-1, 5001, *NUMBERLESS]),
    ("history", 4, "line"): ([], [1]),
    ("history", 4, "facts"): ([], [HAND]),
    ("history", 4, "phone"): ([LEFT_OUT, 5000], [-1, 5001, *NUMBERLESS]),
}


@pytest.mark.parametrize(
    "document", [PLAIN, FULL, *(put(path, value) for path in LIMITS for value in LIMITS[path][0])]
)
def test_a_pad_within_the_limits_is_taken_and_valid(document: Json) -> None:
    assert is_taken(document)
    assert schema_errors(document, PAD) == []


@pytest.mark.parametrize(
    "document", [*(put(path, value) for path in LIMITS for value in LIMITS[path][1]), [], None, {}]
)
def test_a_broken_pad_is_neither_taken_nor_valid(document: Any) -> None:
    assert not is_taken(document)
    assert schema_errors(document, PAD)


def with_hands(many: int) -> Json:
    return {**PLAIN, "ledger": {**FULL["ledger"], "hands": [HAND] * many}}


def with_changes(many: int) -> Json:
    """A line that is entered and corrected, and then goes to and fro."""
    changes = [{"kind": "record", "line": 1, "facts": HAND}, *FULL["history"][2:3]]
    return {**FULL, "history": changes + [{"kind": "undo"}, {"kind": "redo"}] * (many // 2 - 1)}


def test_a_pad_has_up_to_500_hands_and_5000_changes() -> None:
    for fits in (with_hands(500), with_changes(5000)):
        assert is_taken(fits)
        assert schema_errors(fits, PAD) == []
    for is_too_long in (with_hands(501), with_changes(5002)):
        assert not is_taken(is_too_long)
        assert schema_errors(is_too_long, PAD)


@pytest.mark.parametrize(
    "document",
    [
        several(),
        several({"follows": 0}),
        several({}, {"follows": 1}, {"follows": 0}),
        {"format": PADS, "pads": [FULL]},
        {"format": PADS, "pads": [PLAIN] * 1000},
    ],
)
def test_several_pads_are_taken_and_valid(document: Json) -> None:
    assert is_taken(document)
    assert schema_errors(document, PADS) == []


@pytest.mark.parametrize(
    "document",
    [
        *(several({"follows": wrong}) for wrong in (-1, 999, *NUMBERLESS)),
        several({"format": PADS}),
        several({"id": 1}),
        {**several(), "id": 1},
        *(
            {"format": PADS, "pads": wrong}
            for wrong in (None, [], {}, "", [None], [FULL["ledger"]])
        ),
        {"format": PADS, "pads": [PLAIN] * 1001},
        {"format": PADS},
        [],
        None,
    ],
)
def test_several_broken_pads_are_neither_taken_nor_valid(document: Json) -> None:
    assert not is_taken(document)
    assert schema_errors(document, PADS)


@pytest.mark.parametrize(
    "document",
    [
        put(("first_dealer",), 4),
        put(("opened_at",), "yesterday"),
        put(("opened_at",), "2026-01-31T20:15:00"),
        put(("history",), []),
        put(("history", 0, "line"), 2),
        put(("history", 3, "kind"), "strike") | {"history": [{"kind": "undo"}]},
        put(("history", 6, "kind"), "redo"),
    ],
)
def test_what_only_an_import_can_know_is_valid_but_not_taken(document: Json) -> None:
    assert schema_errors(document, PAD) == []
    assert not is_taken(document)


@drawn
@given(ledgers(most_hands=3), st.data())
def test_whatever_an_import_takes_is_valid_once_tidied(ledger: Json, data: st.DataObject) -> None:
    changes = [
        {"kind": "record", "line": number, "facts": facts}
        for number, facts in enumerate(ledger["hands"], start=1)
    ]
    pad = {**FULL, "ledger": ledger, "history": changes}
    document = data.draw(st.sampled_from([pad, {"format": PADS, "pads": [pad, PLAIN]}]))
    document = copy.deepcopy(document)
    put_in(document, data)
    if is_taken(document):
        name = PADS if document["format"] == PADS else document["format"]
        assert schema_errors(tidied(document), name) == []


def tidied(value: Any) -> Any:
    """The same with all its texts as an import keeps them."""
    if isinstance(value, dict):
        return {key: tidied(each) for key, each in value.items()}
    if isinstance(value, list):
        return [tidied(each) for each in value]
    return tidy_text(value) if isinstance(value, str) else value


def test_a_name_that_is_too_long_only_before_it_is_tidied_is_taken() -> None:
    """The one thing that an import takes and the schema does not."""
    document = put(("ledger", "sides", 0, "name"), "U" + " " * 40 + "s")
    assert is_taken(document)
    assert schema_errors(document, PAD)
    assert schema_errors(tidied(document), PAD) == []
