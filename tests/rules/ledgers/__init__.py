"""Valid ledgers out of a seed, for comparing the rules with their twin in JavaScript.

Under every preset and every house rule; they begin near the places where the rules differ: the
target, the hole, seven from the end. What a table plays by is worked out here once more, from the
rules in words and the preset files alone, so that a slip in `scorepads/rules/` cannot hide in its
own test data.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from random import Random

from tests.preset_files import RULES_FILES
from tests.rules.ledgers.lines import draw_ledger
from tests.rules.ledgers.scenes import SCENES
from tests.rules.ledgers.tables import Json, draw_table

SCENE_SHARE = 0.5


def samples(count: int, seed: int) -> Iterator[Json]:
    """So many valid ledgers, always the same for a seed."""
    rng = Random(seed)
    presets = [tomllib.loads(path.read_text("utf-8")) for path in RULES_FILES]
    for _ in range(count):
        if rng.random() < SCENE_SHARE:
            table, start = rng.choice(SCENES)(rng, presets)
            yield draw_ledger(rng, table, start)
        else:
            yield draw_ledger(rng, draw_table(rng, rng.choice(presets)))
