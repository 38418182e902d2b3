"""Ledgers out of a seed, for comparing the rules with their twin in JavaScript.

Most are valid, under every preset and every house rule, and begin near the places where the rules
differ: the target, the hole, seven from the end. The others are broken in exactly one place, and
a sample says where. What a table plays by is worked out here once more, from the rules in words
and the preset files alone, so that a slip in `scorepads/rules/` cannot hide in its own test data.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from tests.preset_files import RULES_FILES
from tests.rules.ledgers import broken_lines, broken_pads  # noqa: F401 - their breaks are listed
from tests.rules.ledgers.breaks import BREAKS
from tests.rules.ledgers.lines import draw_ledger
from tests.rules.ledgers.scenes import SCENES
from tests.rules.ledgers.tables import Json, draw_table

BROKEN_SHARE = 0.15
SCENE_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Sample:
    """A ledger, and where it was broken: the `kind` of break and the path that is to be named."""

    ledger: Json
    kind: str | None = None
    at: str | None = None


def samples(count: int, seed: int) -> Iterator[Sample]:
    """So many ledgers, always the same for a seed; about 85 in a hundred are valid."""
    rng = Random(seed)
    presets = [tomllib.loads(path.read_text("utf-8")) for path in RULES_FILES]
    kinds = sorted(BREAKS)
    for _ in range(count):
        if rng.random() < BROKEN_SHARE:
            yield draw_broken(rng, presets, rng.choice(kinds))
        elif rng.random() < SCENE_SHARE:
            table, start = rng.choice(SCENES)(rng, presets)
            yield Sample(draw_ledger(rng, table, start))
        else:
            yield Sample(draw_ledger(rng, draw_table(rng, rng.choice(presets))))


def draw_broken(rng: Random, presets: Sequence[Json], kind: str) -> Sample:
    """A valid ledger with that one break, once one is drawn that has a handle for it."""
    while True:
        table = draw_table(rng, rng.choice(presets))
        ledger = draw_ledger(rng, table)
        at = BREAKS[kind](rng, ledger, table)
        if at is not None:
            return Sample(ledger, kind, at)
