"""Every house rule there is, in the order in which forms offer them and titles name them."""

from __future__ import annotations

from scorepads.rules.house_rules import agreements, points_and_bids, sides, winning
from scorepads.rules.house_rules.record import HouseRule

HOUSE_RULES: dict[str, HouseRule] = {
    rule.key: rule
    for rule in (
        *points_and_bids.RECORDS,
        *winning.RECORDS,
        *sides.RECORDS,
        *agreements.RECORDS,
    )
}
