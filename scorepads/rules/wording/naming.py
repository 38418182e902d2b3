"""House rules by their short names, for titles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.house_rules.records import HOUSE_RULES
from scorepads.rules.preset import Preset


def title(rules: Rules) -> str:
    """The game by name: “Setback to 11 (Wikipedia), house rules: to 15, no junk”."""
    named = house_rule_names(rules.preset, rules.house_rules)
    return f"{rules.preset.name}, house rules: {', '.join(named)}" if named else rules.preset.name


def house_rule_names(preset: Preset, chosen: Mapping[str, Any]) -> list[str]:
    """The short name of every house rule in `chosen`, in their order in `HOUSE_RULES`."""
    named = (rule.name(preset, chosen[key]) for key, rule in HOUSE_RULES.items() if key in chosen)
    return [name for name in named if name]
