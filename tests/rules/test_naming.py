"""House rules by their short names."""

from __future__ import annotations

from scorepads.rules.catalog import current
from scorepads.rules.wording.naming import house_rule_names


def test_worths_are_named_in_the_order_of_the_points_however_they_are_stored() -> None:
    preset = current.get("wikipedia@1")
    named = house_rule_names(preset, {"values": {"last": 1, "five": 5, "joker": 1, "jack": 0}})
    assert named == ["without Jack, Joker 1, Five 5, Last trick 1"]
