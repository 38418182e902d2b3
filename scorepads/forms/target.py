"""The form that changes the target of a game that goes on."""

from __future__ import annotations

from typing import Any

from django import forms

from scorepads.forms.fields import TidyField, Told, sentence, whole_number
from scorepads.rules.hand import LONGEST_NOTE, TargetChange, read_entry
from scorepads.rules.house_rules import FARTHEST
from scorepads.rules.terms import Refused
from scorepads.selectors import Scorepad


class TargetForm(forms.Form):
    """Another target from here on; `entry` fills the field from a stored line."""

    def __init__(
        self, now: Scorepad, data: Any = None, *, entry: TargetChange | None = None
    ) -> None:
        self.now, self.entry = now, entry
        initial = {"target": entry.target, "note": entry.note} if entry else {}
        super().__init__(data, initial=initial)
        self.fields["target"] = whole_number(1, FARTHEST)
        self.fields["note"] = TidyField(LONGEST_NOTE)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.entry is None and cleaned.get("target") == self.now.rules.target:
            self.add_error("target", "This is the target already.")
        elif "target" in cleaned:
            self._ask_the_rules()
        return cleaned

    def _ask_the_rules(self) -> None:
        try:
            read_entry(self.facts(), self.now.rules, self.now.sides)
        except Refused as refusal:
            self.add_error("target", sentence(refusal.problems[0].message))

    @property
    def told_errors(self) -> list[Told]:
        labels = {"target": "Game to", "note": "Note"}
        return [Told(name, labels[name], str(told[0])) for name, told in self.errors.items()]

    def facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = {"target": self.cleaned_data["target"]}
        if self.entry and self.entry.dealer is not None:
            facts["dealer"] = self.entry.dealer
        note = self.cleaned_data.get("note")
        return facts | ({"note": note} if note else {})
