"""A small part of `bench/hands`: generated ledgers keep what holds for every ledger."""

from collections import Counter

from bench.million_hands import check
from tests.rules.ledgers import samples


def test_generated_ledgers_are_scored_add_up_and_come_back() -> None:
    counted: Counter[str] = Counter()
    for ledger in samples(400, seed=6):
        counted += check(ledger)
    assert counted["scored"] == 400
    assert counted["hands"] > 800
    assert counted["ended"] > 100
