"""The forms of an adjustment and of a change of target."""

from __future__ import annotations

from typing import Any

from scorepads.core.fields import (
    FieldError,
    Form,
    OneOf,
    Segments,
    TidyField,
    as_sentence,
    layout_of_sides,
    whole_number,
)
from scorepads.core.scorepad import Scorepad
from scorepads.rules.hand import (
    MAX_ADJUSTMENT,
    MAX_NOTE_LENGTH,
    Adjustment,
    TargetChange,
    read_entry,
)
from scorepads.rules.terms import MAX_SCORE, Refused

_LABELS = {"side": "Which side", "way": "Which way", "by": "Points", "note": "Note"}


class AdjustmentForm(Form):
    """Points given to or taken from a side. No minus key is needed: the way is a choice."""

    def __init__(
        self, scorepad: Scorepad, data: Any = None, *, entry: Adjustment | None = None
    ) -> None:
        initial = {}
        if entry:
            way = "add" if entry.by > 0 else "take"
            initial = {"side": str(entry.side), "way": way, "by": abs(entry.by),
                       "note": entry.note}  # fmt: skip
        self.scorepad, self.entry = scorepad, entry
        super().__init__(data, initial=initial)
        sides = Segments(layout_of_sides(len(scorepad.names)), are_names=True)
        self.fields["side"] = OneOf(enumerate(scorepad.names), "Which side?", widget=sides)
        self.fields["way"] = OneOf([("add", "Add"), ("take", "Take away")], "Which way?")
        self.fields["by"] = whole_number(1, MAX_ADJUSTMENT, "Points")
        self.fields["note"] = TidyField(
            MAX_NOTE_LENGTH, "Note: a revoke, a penalty, a handicap", id="why"
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for name, message in (("side", "Say which side."), ("way", "Say which way.")):
            if not cleaned.get(name) and not self.has_error(name):
                self.add_error(name, message)
        return cleaned

    @property
    def error_summary(self) -> list[FieldError]:
        return [
            FieldError(name, _LABELS[name], str(errors[0])) for name, errors in self.errors.items()
        ]

    def facts(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        sign = 1 if chosen["way"] == "add" else -1
        facts: dict[str, Any] = {"adjust": int(chosen["side"]), "by": sign * chosen["by"]}
        if self.entry and self.entry.dealer is not None:
            facts["dealer"] = self.entry.dealer
        return facts | ({"note": chosen["note"]} if chosen["note"] else {})


class TargetForm(Form):
    """Another target from here on; `entry` fills the field from a stored line."""

    def __init__(
        self, scorepad: Scorepad, data: Any = None, *, entry: TargetChange | None = None
    ) -> None:
        self.scorepad, self.entry = scorepad, entry
        initial = {"target": entry.target, "note": entry.note} if entry else {}
        super().__init__(data, initial=initial)
        self.fields["target"] = whole_number(1, MAX_SCORE, "Game to")
        self.fields["note"] = TidyField(MAX_NOTE_LENGTH, "Note: who agreed to it", id="target-note")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.entry is None and cleaned.get("target") == self.scorepad.rules.target:
            self.add_error("target", "This is the target already.")
        elif "target" in cleaned:
            self._ask_the_rules()
        return cleaned

    def _ask_the_rules(self) -> None:
        try:
            read_entry(self.facts(), self.scorepad.rules, self.scorepad.sides)
        except Refused as refusal:
            self.add_error("target", as_sentence(refusal.problems[0].message))

    @property
    def error_summary(self) -> list[FieldError]:
        labels = {"target": "Game to", "note": "Note"}
        return [FieldError(name, labels[name], str(told[0])) for name, told in self.errors.items()]

    def facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = {"target": self.cleaned_data["target"]}
        if self.entry and self.entry.dealer is not None:
            facts["dealer"] = self.entry.dealer
        note = self.cleaned_data.get("note")
        return facts | ({"note": note} if note else {})
