"""Checks and normalization of single values of an imported file."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from scorepads.core.fields import tidy_text
from scorepads.rules.terms import Problem

EARLIEST_YEAR = 1900
"""Nobody played before, and the first year of all has no day before it to reckon with."""


def tidy_ledger(raw: Any) -> Any:
    """The ledger with its names and notes tidied as the forms tidy them."""
    if not isinstance(raw, Mapping):
        return raw
    tidied = tidy_seatings(raw)
    if isinstance(raw.get("hands"), list):
        tidied["hands"] = [tidy_facts(facts) for facts in raw["hands"]]
    return tidied


def tidy_seatings(raw: Mapping[str, Any]) -> dict[str, Any]:
    """An object whose sides, at first and later, have their names tidied."""
    tidied = tidy_sides(raw)
    if isinstance(raw.get("seatings"), list):
        tidied["seatings"] = [
            tidy_sides(each) if isinstance(each, Mapping) else each for each in raw["seatings"]
        ]
    return tidied


def tidy_sides(raw: Mapping[str, Any]) -> dict[str, Any]:
    tidied = dict(raw)
    if isinstance(raw.get("sides"), list):
        tidied["sides"] = [tidy_side(side) for side in raw["sides"]]
    return tidied


def tidy_side(side: Any) -> Any:
    if not isinstance(side, Mapping):
        return side
    tidied = {**side} | ({"name": tidied_value(side["name"])} if "name" in side else {})
    if isinstance(side.get("players"), list):
        tidied["players"] = [tidied_value(player) for player in side["players"]]
    return tidied


def tidy_facts(facts: Any) -> Any:
    if not isinstance(facts, Mapping) or "note" not in facts:
        return facts
    return {**facts, "note": tidied_value(facts["note"])}


def tidied_value(value: Any) -> Any:
    return tidy_text(value) if isinstance(value, str) else value


def read_time(raw: Mapping[str, Any], key: str, problems: list[Problem]) -> datetime | None:
    if key not in raw:
        return None
    try:
        when = datetime.fromisoformat(raw[key])
        if when.tzinfo and when.year >= EARLIEST_YEAR:
            return when.astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        pass
    message = f"a time is written as 2026-01-31T20:15:00Z, and is of {EARLIEST_YEAR} or later"
    problems.append(Problem(key, message))
    return None


def known_keys_only(raw: Mapping[str, Any], keys: set[str], problems: list[Problem]) -> None:
    problems += [
        Problem(str(key), f"“{key}” does not belong here") for key in raw if key not in keys
    ]
