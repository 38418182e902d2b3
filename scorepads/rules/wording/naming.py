"""House rules by their short names, for titles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorepads.rules.house_rules.records import HOUSE_RULES
from scorepads.rules.preset import Preset


def house_rule_names(preset: Preset, chosen: Mapping[str, Any]) -> list[str]:
    """The short name of every house rule in `chosen`, in their order in `HOUSE_RULES`."""
    named = (rule.name(preset, chosen[key]) for key, rule in HOUSE_RULES.items() if key in chosen)
    return [name for name in named if name]
