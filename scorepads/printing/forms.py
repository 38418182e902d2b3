"""Forms for printing sheets: paper, copies, names. They are sent by GET, in the address."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict

from scorepads.core.fields import (
    FieldError,
    Form,
    OneOf,
    Segments,
    Ticks,
    TidyField,
    as_sentence,
    whole_number,
)
from scorepads.printing.cards import CARDS_ON_A_PAGE, USUAL_CARDS
from scorepads.printing.pdf import MAX_PAGES
from scorepads.printing.score_pads import GAMES_OF_TWO_SIDES, USUAL_GAMES
from scorepads.rules.hand import MAX_NAME_LENGTH
from scorepads.rules.house_rules.apply import apply_house_rules
from scorepads.rules.rulesets import Ruleset
from scorepads.rules.terms import MAX_SCORE, Refused

PAPERS = {"a4": "A4", "letter": "Letter"}
MAX_CARDS = 12
"""The number of name fields on the form for tally cards."""
MAX_COPIES = 6
MAX_CLUB_LENGTH, MAX_LINE_LENGTH = 60, 100
NOTHING_WANTED = "Ask for at least one page."


def name_field() -> TidyField:
    """An optional name to print; without it the name is written by hand."""
    return TidyField(MAX_NAME_LENGTH, autocapitalize="words", css="in")


def club_field(label: str, longest: int) -> TidyField:
    """Optional text on every sheet, which a script keeps on the phone."""
    return TidyField(longest, label, **{"data-kept": "sheets"})


class PaperForm(Form):
    """The fields of every sheet: the paper, the size of the print, what a club adds."""

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        self.fields["paper"] = OneOf([("", "Printer's paper"), *PAPERS.items()], "Paper")
        self.fields["large"] = forms.BooleanField(label="Large print", required=False)
        self.fields["club"] = club_field("Club or family", MAX_CLUB_LENGTH)
        self.fields["line"] = club_field("A line at the foot", MAX_LINE_LENGTH)

    @property
    def paper(self) -> str:
        """The paper size chosen; empty for the printer's own."""
        return str(self.cleaned_data.get("paper") or "")

    @property
    def is_large(self) -> bool:
        return bool(self.cleaned_data.get("large"))

    @property
    def club(self) -> str:
        return str(self.cleaned_data.get("club") or "")

    @property
    def line(self) -> str:
        return str(self.cleaned_data.get("line") or "")

    @property
    def error_summary(self) -> list[FieldError]:
        return [
            FieldError(name, self.error_label(name), str(errors[0]))
            for name, errors in self.errors.items()
        ]

    def error_label(self, name: str) -> str:
        _, _, number = name.partition("-")
        if number:
            return f"Name {int(number) + 1}"
        field = self.fields.get(name)
        return str(field.label) if field and field.label else "These sheets"

    def count_of(self, name: str) -> int:
        return int(self.cleaned_data.get(name) or 0)


class PlayedSheetForm(PaperForm):
    """The sheet of a game, with the rules card if it is wanted."""

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        self.fields["card"] = forms.BooleanField(label="Add the rules card", required=False)

    @property
    def with_card(self) -> bool:
        return bool(self.cleaned_data.get("card"))


KINDS = {
    "pads": "Score pads",
    "records": "Record sheets",
    "cards": "Rules cards",
    "handouts": "How to play",
}
"""What can be printed of a ruleset: the field that asks how many pages, and its label."""


def with_usual_kind(data: QueryDict) -> QueryDict:
    """What was asked for; where that is no sheet, one page of score pads."""
    if any(data.get(kind) for kind in KINDS):
        return data
    asked = data.copy()
    asked["pads"] = "1"
    return asked


class BlankForm(PaperForm):
    """A stack of blank sheets of a ruleset: how many of each kind, for whom, by which options.

    Where the address asks for nothing it is one page of score pads.
    """

    def __init__(self, ruleset: Ruleset, data: QueryDict) -> None:
        self.ruleset = ruleset
        super().__init__(with_usual_kind(data))
        for kind, label in KINDS.items():
            if kind != "handouts" or self.has_handout:
                self.fields[kind] = whole_number(
                    0, MAX_PAGES, label, required=False, placeholder="0"
                )
        self.fields["games"] = OneOf(
            ((n, str(n)) for n in GAMES_OF_TWO_SIDES),
            "Games on a page of score pads",
            widget=Segments("nums", usual=str(USUAL_GAMES)),
        )
        self.fields["up"] = OneOf(
            ((n, str(n)) for n in CARDS_ON_A_PAGE),
            "Rules cards on a page",
            widget=Segments("nums", usual=str(USUAL_CARDS)),
        )
        self.add_ruleset_fields()

    def add_ruleset_fields(self) -> None:
        ruleset = self.ruleset
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
    def has_handout(self) -> bool:
        """Whether there is a handout: only of a preset as it stands."""
        return not self.ruleset.house_rules and not self.ruleset.recipe

    @property
    def kind_fields(self) -> list[forms.BoundField]:
        return [self[kind] for kind in KINDS if kind in self.fields]

    @property
    def games(self) -> int:
        return int(self.cleaned_data.get("games") or USUAL_GAMES)

    @property
    def cards_on_a_page(self) -> int:
        return 1 if self.is_large else int(self.cleaned_data.get("up") or USUAL_CARDS)

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
        wanted = sum(self.count_of(kind) for kind in KINDS)
        if not self.errors and not 0 < wanted <= MAX_PAGES:
            told = f"Ask for at most {MAX_PAGES} pages at a time." if wanted else NOTHING_WANTED
            self.add_error("pads", told)
        if not self.errors:
            try:
                taken = self.ruleset.with_options(self.cleaned_data["option"])
                house_rules = {**taken.house_rules, **self.further_house_rules()}
                self.rules = apply_house_rules(taken.preset, house_rules, self.side_count)
            except Refused as refusal:
                for problem in refusal.problems:
                    self.add_error(None, as_sentence(problem.message))
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

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        label = "Copies of each card, or pages without names"
        self.fields["copies"] = whole_number(1, MAX_COPIES, label, required=False, placeholder="1")
        for number in range(MAX_CARDS):
            self.fields[f"name-{number}"] = name_field()

    @property
    def copies(self) -> int:
        return self.count_of("copies") or 1

    @property
    def names(self) -> list[str]:
        given = [self.cleaned_data.get(f"name-{number}", "") for number in range(MAX_CARDS)]
        return [name for name in given if name]

    @property
    def name_rows(self) -> list[tuple[int, forms.BoundField]]:
        return [(n + 1, self[f"name-{n}"]) for n in range(MAX_CARDS)]
