"""Forms for printing sheets: paper, copies, names. They are sent by GET, in the address."""

from __future__ import annotations

from typing import Any

from django import forms

from scorepads.core.fields import (
    FieldError,
    Form,
    OneOf,
    Segments,
    Ticks,
    TidyField,
    sentence,
    whole_number,
)
from scorepads.printing.measures import MAX_COPIES
from scorepads.rules.hand import MAX_NAME_LENGTH
from scorepads.rules.house_rules.apply import apply_house_rules
from scorepads.rules.rulesets import Ruleset
from scorepads.rules.terms import MAX_SCORE, Refused

PAPERS = {"a4": "A4", "letter": "Letter"}
MAX_CARDS = 12
"""The number of name fields on the form for tally cards."""


def name_field() -> TidyField:
    """An optional name to print; without it the name is written by hand."""
    return TidyField(MAX_NAME_LENGTH, autocapitalize="words", css="in")


class PaperForm(Form):
    """The fields of every sheet: paper size, number of copies, the rules on the back."""

    has_card = True
    copies_label = "Copies"

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        self.fields["paper"] = OneOf([("", "The printer's"), *PAPERS.items()], "Paper")
        self.fields["copies"] = whole_number(
            1, MAX_COPIES, self.copies_label, required=False, placeholder="1"
        )
        if self.has_card:
            label = "The rules in short on the back"
            self.fields["card"] = forms.BooleanField(label=label, required=False)

    @property
    def paper(self) -> str:
        """The paper size chosen; empty for the printer's own."""
        return str(self.cleaned_data.get("paper") or "")

    @property
    def copies(self) -> int:
        return int(self.cleaned_data.get("copies") or 1)

    @property
    def with_card(self) -> bool:
        return bool(self.cleaned_data.get("card"))

    @property
    def error_summary(self) -> list[FieldError]:
        return [
            FieldError(name, self.error_label(name), str(errors[0]))
            for name, errors in self.errors.items()
        ]

    def error_label(self, name: str) -> str:
        kind, _, number = name.partition("-")
        if number:
            return f"Name {int(number) + 1}"
        labels = {"copies": "Copies", "paper": "Paper", "sides": "Sides", "target": "Game to"}
        return labels.get(kind, "This sheet")


class BlankForm(PaperForm):
    """A blank sheet of a ruleset: for how many sides, with which names and options."""

    def __init__(self, ruleset: Ruleset, data: Any = None) -> None:
        self.ruleset = ruleset
        super().__init__(data)
        least, most = ruleset.min_sides, ruleset.max_sides
        self.fields["sides"] = OneOf(
            ((n, str(n)) for n in range(least, most + 1)),
            "Sides",
            widget=Segments("nums", usual=str(ruleset.usual_sides)),
        )
        for number in range(most):
            self.fields[f"name-{number}"] = name_field()
        self.fields["target"] = whole_number(
            1, MAX_SCORE, "Game to", required=False, placeholder=str(ruleset.preset.target)
        )
        choices = [(option.key, option.label) for option in ruleset.options]
        self.fields["option"] = forms.MultipleChoiceField(
            choices=choices, required=False, widget=Ticks()
        )
        if ruleset.preset.optional_point == "trey":
            self.fields["trey"] = OneOf(
                [("yes", "With the trey"), ("no", "Without it")],
                "The trey, worth three",
                widget=Segments(usual="yes"),
            )

    @property
    def side_count(self) -> int:
        return int(self.cleaned_data.get("sides") or self.ruleset.usual_sides)

    @property
    def names(self) -> list[str]:
        """The names for the columns; empty unless at least one was given."""
        given = [self.cleaned_data.get(f"name-{number}", "") for number in range(self.side_count)]
        return given if any(given) else []

    @property
    def name_rows(self) -> list[tuple[int, forms.BoundField]]:
        return [(n + 1, self[f"name-{n}"]) for n in range(self.ruleset.max_sides)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                taken = self.ruleset.with_options(self.cleaned_data["option"])
                house_rules = {**taken.house_rules, **self.further_house_rules()}
                self.rules = apply_house_rules(taken.preset, house_rules, self.side_count)
            except Refused as refusal:
                for problem in refusal.problems:
                    self.add_error(None, sentence(problem.message))
        return cleaned

    def further_house_rules(self) -> dict[str, Any]:
        further: dict[str, Any] = {}
        target = self.cleaned_data.get("target")
        if target and target != self.ruleset.house_rules.get("target", self.ruleset.preset.target):
            further["target"] = target
        if self.cleaned_data.get("trey") == "no":
            further["trey"] = False
        return further


class TallyForm(PaperForm):
    """Tally cards for a club night, one for each player named."""

    has_card = False
    copies_label = "Copies of each card, or pages without names"

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        for number in range(MAX_CARDS):
            self.fields[f"name-{number}"] = name_field()

    @property
    def names(self) -> list[str]:
        given = [self.cleaned_data.get(f"name-{number}", "") for number in range(MAX_CARDS)]
        return [name for name in given if name]

    @property
    def name_rows(self) -> list[tuple[int, forms.BoundField]]:
        return [(n + 1, self[f"name-{n}"]) for n in range(MAX_CARDS)]
