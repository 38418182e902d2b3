"""A small part of `bench/hands`: generated ledgers keep what holds for every ledger."""

from collections import Counter

from bench.million_hands import check
from tests.rules.ledgers import samples


def test_generated_ledgers_add_up_come_back_and_break_where_they_are_broken() -> None:
    counted: Counter[str] = Counter()
    for sample in samples(400, seed=6):
        counted += check(sample)
    assert counted["hands"] > 800
    assert counted["refused"] > 20
    assert counted["wrongly_refused"] == 0
