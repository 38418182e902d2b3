"""The forms of an adjustment and of a change of target, and what all forms of a line share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorepads.core.fields import (
    FieldError,
    Form,
    OneOf,
    TidyField,
    as_sentence,
    whole_number,
)
from scorepads.core.scorepad import Scorepad
from scorepads.entry.rows import Cell, Row
from scorepads.rules.hand import (
    MAX_ADJUSTMENT,
    MAX_NOTE_LENGTH,
    Adjustment,
    Entry,
    TargetChange,
    read_entry,
)
from scorepads.rules.terms import MAX_SCORE, Problem, Refused


class EntryForm(Form):
    """The form of one line of a ledger, filled in with `entry` where that is stored already.

    A valid form has validated what was `entered`: that value is saved, and not read again.
    """

    entered: Entry
    labels: Mapping[str, str] = {}
    """The fields' names on screen, to tell problems by."""

    def __init__(
        self, scorepad: Scorepad, data: Any, entry: Entry | None, initial: dict[str, Any]
    ) -> None:
        self.scorepad, self.entry = scorepad, entry
        super().__init__(data, initial=initial)

    def validate_facts(self, facts: dict[str, Any]) -> None:
        """Keep what the rules make of these facts, or show their problems beside the fields."""
        try:
            self.entered = read_entry(facts, self.scorepad.rules, self.scorepad.sides)
        except Refused as refusal:
            for problem in refusal.problems:
                self.show_problem(problem)

    def show_problem(self, problem: Problem) -> None:
        name = self.field_of(problem.at)
        if name not in self.fields:
            self.add_error(None, as_sentence(problem.message))
        elif not self.has_error(name):
            self.add_error(name, as_sentence(problem.message))

    def field_of(self, path: str) -> str:
        """The field for a problem's path inside an entry."""
        return path

    @property
    def error_summary(self) -> list[FieldError]:
        """The problems in the order of the fields, each with its field's name on screen."""
        return [
            FieldError(name, self.labels.get(name, "This hand"), str(errors[0]))
            for name, errors in self.errors.items()
        ]

    def note_and_dealer(self) -> dict[str, Any]:
        """The note as it was typed, and the dealer that a stored line noted."""
        note = self.cleaned_data.get("note")
        facts: dict[str, Any] = {"note": note} if note else {}
        if self.entry and self.entry.dealer is not None:
            facts["dealer"] = self.entry.dealer
        return facts


WAYS = [("add", "Add"), ("take", "Take away")]


class AdjustmentForm(EntryForm):
    """Points given to or taken from a side. No minus key is needed: the way is a choice."""

    labels = {"side": "Which side", "way": "Which way", "by": "Points", "note": "Note"}

    def __init__(
        self, scorepad: Scorepad, data: Any = None, *, entry: Adjustment | None = None
    ) -> None:
        initial = {}
        if entry:
            way = "add" if entry.by > 0 else "take"
            initial = {"side": str(entry.side), "way": way, "by": abs(entry.by),
                       "note": entry.note}  # fmt: skip
        super().__init__(scorepad, data, entry, initial)
        self.fields["side"] = OneOf(enumerate(scorepad.names), "Which side?")
        self.fields["way"] = OneOf(WAYS, "Which way?")
        self.fields["by"] = whole_number(1, MAX_ADJUSTMENT, "Points")
        self.fields["note"] = TidyField(
            MAX_NOTE_LENGTH, "Note: a revoke, a penalty, a handicap", id="why"
        )

    @property
    def rows(self) -> list[Row]:
        """Which side, and which way, as rows of cells."""
        sides = [Cell(str(number), name) for number, name in enumerate(self.scorepad.names)]
        ways = [Cell(value, text) for value, text in WAYS]
        return [self.row("side", "Which side?", sides), self.row("way", "Which way?", ways)]

    def row(self, name: str, label: str, cells: list[Cell]) -> Row:
        errors = [str(error) for error in self.errors.get(name, [])]
        return Row(name, label, cells, str(self[name].value() or ""), css="wide", errors=errors)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for name, message in (("side", "Choose a side."), ("way", "Add or take away?")):
            if not cleaned.get(name) and not self.has_error(name):
                self.add_error(name, message)
        if not self.errors:
            sign = 1 if cleaned["way"] == "add" else -1
            facts = {"adjust": int(cleaned["side"]), "by": sign * cleaned["by"]}
            self.validate_facts(facts | self.note_and_dealer())
        return cleaned


class TargetForm(EntryForm):
    """Another target from here on; `entry` fills the field from a stored line."""

    labels = {"target": "Game to", "note": "Note"}

    def __init__(
        self, scorepad: Scorepad, data: Any = None, *, entry: TargetChange | None = None
    ) -> None:
        known = {"target": entry.target, "note": entry.note} if entry else None
        initial: dict[str, Any] = known or {"target": scorepad.rules.target}
        super().__init__(scorepad, data, entry, initial)
        self.fields["target"] = whole_number(1, MAX_SCORE, "Game to")
        self.fields["note"] = TidyField(MAX_NOTE_LENGTH, "Note: who agreed to it", id="target-note")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.entry is None and cleaned.get("target") == self.scorepad.rules.target:
            self.add_error("target", "This is the target already.")
        elif "target" in cleaned:
            self.validate_facts({"target": cleaned["target"]} | self.note_and_dealer())
        return cleaned
