"""What breaks a valid ledger in one place, and what is wrong everywhere."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.rules.ledgers.lines import ACE
from tests.rules.ledgers.tables import Json, Table

LONE_SURROGATE = "A\ud83c"
NOT_WHOLE: tuple[Any, ...] = (True, False, "1", 1.5, None, [1], {})
NOT_FLAGS: tuple[Any, ...] = (0, 1, "true", None, [], {})
NOT_WORDS: tuple[Any, ...] = ("", "None", "Spades", 1, True, None, ["none"], {})
NOT_TEXTS: tuple[Any, ...] = (1, True, None, ["Ann"], {})
NOT_RECORDS: tuple[Any, ...] = (None, [], "", 1, True, False)
NOT_LISTS: tuple[Any, ...] = (None, {}, "", 0, False)
BLANK = ("", " ", "\t \n", "\u3000")
NOT_NAMES: tuple[Any, ...] = (*NOT_TEXTS, *BLANK, "x" * 41, ACE * 41, *[LONE_SURROGATE] * 3)

Break = Callable[[Random, Json, Table], str | None]
"""Breaks a valid ledger, and returns the path of what it broke; None where it has no handle."""

BREAKS: dict[str, Break] = {}


def breaks(kind: str) -> Callable[[Break], Break]:
    def register(function: Break) -> Break:
        BREAKS[kind] = function
        return function

    return register
