"""“Which Pitch do you play?” in three questions: the games that come nearest to the answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scorepads.core.fields import Form, OneOf, Segments
from scorepads.rules.rulesets import Ruleset, newest_presets, plain_recipes

MAX_FOUND = 3
NOT_SURE = ("", "Not sure")

POINTS = [
    ("4", "4: High, Low, Jack, Game"),
    ("5", "5: both jacks of a color"),
    ("7", "6 or 7: with jokers"),
    ("10", "10 or more: jokers, and the three of trump"),
    ("14", "14: the fives are worth five"),
    NOT_SURE,
]
TARGETS = [("7", "7"), ("11", "11"), ("21", "21"), ("52", "About 50"), ("62", "62"), NOT_SURE]
TABLES = [("partners", "Partners, two teams"), ("alone", "Everyone alone"), NOT_SURE]

NO_TARGET = 100
"""What a game without a target counts as: further than any answer."""

OTHER_POINT, OTHER_TABLE, OTHER_TARGET = 1000, 200, 1
"""How far off a game is by each point of a hand, by the table, and by each point of the target."""


class WhichForm(Form):
    """The three questions; each may be left open."""

    points = OneOf(
        POINTS, "How many points can you win in one hand?", widget=Segments("wrap", frame="lines")
    )
    target = OneOf(TARGETS, "What score wins the game?", widget=Segments("wrap"))
    table = OneOf(TABLES, "How do you sit?", widget=Segments("wrap"))


@dataclass(frozen=True, slots=True)
class Answers:
    """What a player knows of the game at home; None where not sure."""

    points: int | None
    target: int | None
    partners: bool | None

    @classmethod
    def of_form(cls, form: forms.Form) -> Answers:
        points, target, table = (
            form.cleaned_data[name] or None for name in ("points", "target", "table")
        )
        return cls(
            points=int(points) if points else None,
            target=int(target) if target else None,
            partners=table == "partners" if table else None,
        )

    def distance_to(self, ruleset: Ruleset) -> int:
        """How far the ruleset is from these answers; what nobody was sure of counts for nothing."""
        rules = ruleset.rules()
        far = 0
        if self.points is not None:
            far += OTHER_POINT * abs(self.points - rules.total)
        if self.partners is not None and self.partners != is_for_partners(ruleset):
            far += OTHER_TABLE
        if self.target is not None:
            at = NO_TARGET if rules.target is None else rules.target
            far += OTHER_TARGET * abs(self.target - at)
        return far


def is_for_partners(ruleset: Ruleset) -> bool:
    """Whether it is mostly played by two teams of partners."""
    return "partners" in ruleset.preset.players


def closest_rulesets(answers: Answers, offered: Iterable[Ruleset]) -> list[Ruleset]:
    """The rulesets nearest to the answers, the nearest first; presets before recipes.

    One that has other points than the nearest is left out.
    """
    ranked = sorted(offered, key=answers.distance_to)
    near = answers.distance_to(ranked[0]) + OTHER_POINT
    return [ruleset for ruleset in ranked[:MAX_FOUND] if answers.distance_to(ruleset) < near]


@require_GET
def which_game(request: HttpRequest) -> HttpResponse:
    """The three questions, and once they are sent the games that come nearest."""
    asked = any(name in request.GET for name in WhichForm.base_fields)
    form = WhichForm(request.GET if asked else None)
    found = []
    if asked and form.is_valid():
        found = closest_rulesets(Answers.of_form(form), [*newest_presets(), *plain_recipes()])
    return render(request, "opening/which.html", {"form": form, "found": found})
