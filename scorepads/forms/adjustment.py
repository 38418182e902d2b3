"""The form of an adjustment: points given to or taken from one side."""

from __future__ import annotations

from typing import Any

from django import forms

from scorepads.forms.fields import OneOf, TidyField, Told, whole_number
from scorepads.rules.hand import LONGEST_NOTE, MOST_ADJUSTED, Adjustment
from scorepads.selectors import Scorepad

_LABELS = {"side": "Which side", "way": "Which way", "by": "Points", "note": "Note"}


class AdjustmentForm(forms.Form):
    """Points given to or taken from a side. No minus key is needed: the way is a choice."""

    def __init__(self, now: Scorepad, data: Any = None, *, entry: Adjustment | None = None) -> None:
        initial = {}
        if entry:
            way = "add" if entry.by > 0 else "take"
            initial = {"side": str(entry.side), "way": way, "by": abs(entry.by),
                       "note": entry.note}  # fmt: skip
        self.now, self.entry = now, entry
        super().__init__(data, initial=initial)
        self.fields["side"] = OneOf(enumerate(now.names))
        self.fields["way"] = OneOf([("add", "Add"), ("take", "Take away")])
        self.fields["by"] = whole_number(1, MOST_ADJUSTED)
        self.fields["note"] = TidyField(LONGEST_NOTE)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for name, message in (("side", "Say which side."), ("way", "Say which way.")):
            if not cleaned.get(name) and not self.has_error(name):
                self.add_error(name, message)
        return cleaned

    @property
    def told_errors(self) -> list[Told]:
        return [Told(name, _LABELS[name], str(errors[0])) for name, errors in self.errors.items()]

    def facts(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        sign = 1 if chosen["way"] == "add" else -1
        facts: dict[str, Any] = {"adjust": int(chosen["side"]), "by": sign * chosen["by"]}
        if self.entry and self.entry.dealer is not None:
            facts["dealer"] = self.entry.dealer
        return facts | ({"note": chosen["note"]} if chosen["note"] else {})
