"""Scores very many generated hands and checks what must hold for every ledger.

Generated as for the twin in JavaScript (`tests/rules/ledgers/`), near the places where the rules
differ.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from scorepads.rules.interchange import read_ledger, score_document, write_ledger
from tests.rules.ledgers import samples

A_TIME = 5000
"""Ledgers of one seed."""


def check(ledger: dict[str, Any]) -> Counter[str]:
    """Score a ledger and count what happened; raises `AssertionError` where the result is
    impossible."""
    answer = score_document(ledger)
    assert "problems" not in answer, f"refused, though it is in order: {ledger}, {answer}"
    _adds_up(ledger, answer)
    _comes_back(ledger, answer)
    return Counter(scored=1, hands=len(ledger["hands"]), ended=int(bool(answer["ending"])))


def _adds_up(ledger: dict[str, Any], answer: dict[str, Any]) -> None:
    totals = list(ledger.get("start", [0] * len(ledger["sides"])))
    for row in answer["hands"]:
        totals = [total + change for total, change in zip(totals, row["change"], strict=True)]
        assert row["totals"] == totals
        assert row["why"]
    assert answer["totals"] == totals
    if ending := answer["ending"]:
        assert ending["hand"] == answer["hands"][-1]["number"]
        assert 0 <= ending["winner"] < len(totals)


def _comes_back(ledger: dict[str, Any], answer: dict[str, Any]) -> None:
    """Written and read again, it is the same ledger, and scores the same."""
    given = read_ledger(ledger)
    again = write_ledger(given.rules, given.seatings, given.start, given.entries)
    assert read_ledger(json.loads(json.dumps(again))) == given
    assert score_document(again) == answer


def run(seed: int) -> Counter[str]:
    counted: Counter[str] = Counter()
    for ledger in samples(A_TIME, seed):
        counted += check(ledger)
    return counted


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/hands", description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0, help="the first of the seeds")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args()
    counted: Counter[str] = Counter()
    seed, begun = options.seed, time.monotonic()
    with ProcessPoolExecutor(options.processes) as pool:
        while counted["hands"] < options.hands:
            seeds = range(seed, seed + 2 * options.processes)
            seed += len(seeds)
            for each in pool.map(run, seeds):
                counted += each
    told = ", ".join(f"{name.replace('_', ' ')} {many:,}" for name, many in sorted(counted.items()))
    print(f"{told}; seeds {options.seed} to {seed - 1}; {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
