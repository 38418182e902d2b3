"""The form for settling up."""

from __future__ import annotations

from typing import Any

from scorepads.core.fields import Form, whole_number

MAX_UNITS = 1000


class SettleForm(Form):
    """The price of a point and of a set, in whole units."""

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"point": 1, "set": 0})
        self.fields["point"] = whole_number(0, MAX_UNITS, "Stake per point")
        self.fields["set"] = whole_number(0, MAX_UNITS, "Stake per set")
