"""Checks and normalisation of single values of an imported file."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from scorepads.core.fields import tidy
from scorepads.rules.terms import Problem


def tidy_ledger(raw: Any) -> Any:
    """The ledger with its names and notes tidied as the forms tidy them."""
    if not isinstance(raw, Mapping):
        return raw
    tidied = dict(raw)
    if isinstance(raw.get("sides"), list):
        tidied["sides"] = [tidy_side(side) for side in raw["sides"]]
    if isinstance(raw.get("hands"), list):
        tidied["hands"] = [tidy_facts(facts) for facts in raw["hands"]]
    return tidied


def tidy_side(side: Any) -> Any:
    if not isinstance(side, Mapping):
        return side
    tidied = {**side} | ({"name": tidy_text(side["name"])} if "name" in side else {})
    if isinstance(side.get("players"), list):
        tidied["players"] = [tidy_text(player) for player in side["players"]]
    return tidied


def tidy_facts(facts: Any) -> Any:
    if not isinstance(facts, Mapping) or "note" not in facts:
        return facts
    return {**facts, "note": tidy_text(facts["note"])}


def tidy_text(value: Any) -> Any:
    return tidy(value) if isinstance(value, str) else value


def read_time(raw: Mapping[str, Any], key: str, problems: list[Problem]) -> datetime | None:
    if key not in raw:
        return None
    try:
        when = datetime.fromisoformat(raw[key])
        if when.tzinfo:
            return when.astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        pass
    problems.append(Problem(key, "a time is written as 2026-01-31T20:15:00Z"))
    return None


def known_keys_only(raw: Mapping[str, Any], keys: set[str], problems: list[Problem]) -> None:
    problems += [
        Problem(str(key), f"“{key}” does not belong here") for key in raw if key not in keys
    ]
