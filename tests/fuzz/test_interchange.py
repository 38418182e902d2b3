"""Whatever is handed over as a ledger, it is scored or refused, and nothing else happens.

FUZZ_EXAMPLES=100000 makes a long run of it.
"""

from __future__ import annotations

import copy
import json
import os
from contextlib import suppress
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorepads.rules.interchange import NotJson, parse_json, read_ledger, score_document
from scorepads.rules.terms import Refused
from tests.rules.strategies import Json, ledgers
from tests.schemas import schema_errors

fuzzed = settings(
    deadline=None,
    max_examples=int(os.environ.get("FUZZ_EXAMPLES", "200")),
    suppress_health_check=list(HealthCheck),
)

WORDS = (
    "format", "pitch-ledger/1", "preset", "bicycle@1", "pedro@1", "sides", "hands", "start", "name",
    "players", "house_rules", "pitcher", "bid", "points", "high", "jack", "smudge", "all_tricks",
    "passed_out", "adjust", "by", "target", "dealer", "player", "trump", "note", "values",
)  # fmt: skip

texts = st.one_of(st.sampled_from(WORDS), st.text(max_size=50))
numbers = st.one_of(
    st.integers(-3, 30), st.integers(), st.floats(allow_nan=False, allow_infinity=False)
)
values = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, texts, st.just("\ud83c")),
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(texts, inner, max_size=6)),
    max_leaves=20,
)


def scored_or_refused(raw: Any) -> None:
    answer = score_document(raw)
    assert schema_errors(answer, "pitch-score/1") == []
    json.dumps(answer)
    with suppress(Refused):
        read_ledger(raw)
        assert schema_errors(raw, "pitch-ledger/1") == []


@fuzzed
@given(values)
def test_any_json_is_scored_or_refused(raw: Any) -> None:
    scored_or_refused(raw)


@fuzzed
@given(ledgers(), st.data())
def test_a_ledger_with_anything_anywhere_is_scored_or_refused(
    ledger: Json, data: st.DataObject
) -> None:
    ledger = copy.deepcopy(ledger)
    for _ in range(data.draw(st.integers(1, 3))):
        put_in(ledger, data)
    scored_or_refused(ledger)


def put_in(value: Any, data: st.DataObject) -> None:
    """Anything, at any depth of `value`, in place of what is there or beside it."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = data.draw(st.sampled_from(keys)) if keys else None
    if key is not None and isinstance(value[key], dict | list) and data.draw(st.booleans()):
        put_in(value[key], data)
    elif isinstance(value, list):
        value.insert(key or 0, data.draw(values))
    else:
        place = data.draw(st.one_of(st.just(key), texts)) if key is not None else data.draw(texts)
        value[place] = data.draw(values)


@fuzzed
@given(st.one_of(st.text(), st.binary(max_size=200).map(lambda data: data.decode("latin-1"))))
def test_any_text_is_json_or_is_not(text: str) -> None:
    with suppress(NotJson):
        scored_or_refused(parse_json(text))


def test_json_nested_without_end_is_not_json() -> None:
    for text in ("[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "]" * 100_000):
        with suppress(NotJson):
            scored_or_refused(parse_json(text))


def test_a_number_of_many_digits_is_scored_or_refused() -> None:
    with suppress(NotJson):
        scored_or_refused(parse_json('{"start": [' + "9" * 10_000 + "]}"))
