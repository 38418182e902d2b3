"""Single cases, worked by hand: the lines of `cases/`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorepads.rules.interchange import score_document

CASES = [
    json.loads(line)
    for file in ("worked.jsonl", "own.jsonl", "games.jsonl")
    for line in (Path(__file__).parent / "cases" / file).read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_case_comes_out_as_worked_by_hand(case: dict[str, Any]) -> None:
    expected = case["expect"]
    answer = score_document(case["ledger"])
    if "problems" in expected:
        assert [problem["at"] for problem in answer["problems"]] == expected["problems"]
    else:
        assert {key: answer.get(key) for key in expected} == expected


def test_every_case_says_what_it_rests_on() -> None:
    for case in CASES:
        assert case["basis"].split(":")[0] in ("source", "our reading", "house rule", "house",
                                               "worked by hand")  # fmt: skip


def test_the_ids_are_told_apart() -> None:
    ids = [case["id"] for case in CASES]
    assert len(set(ids)) == len(ids)
