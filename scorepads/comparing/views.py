"""Rulesets side by side, and one hand under each; public, all in the address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scorepads.comparing import choices
from scorepads.comparing.choices import MIN_COMPARED
from scorepads.comparing.forms import TrialForm
from scorepads.core.presenters import Figure, score_figure
from scorepads.rules.comparing.aspects import AspectRow, side_by_side
from scorepads.rules.comparing.replay import Judgement, judge_hand
from scorepads.rules.rulesets import newest_presets, short_names
from scorepads.rules.terms import Basis, change_of
from scorepads.rules.wording.explain import Reason, ending_reason, line_reasons

EXAMPLE = (
    "sides=2&before-0=4&before-1=5&who=0&bid=4&high=0&low=0&jack=0&game=0&off_jack=1"
    "&high_joker=none&low_joker=none&trey=1&tricks=no"
)
"""From 4 to 5 a bid of four that takes its four: hardly two rulesets make the same of it."""


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """Two to six rulesets side by side, chosen in the address."""
    if "with" in request.GET:
        return HttpResponseRedirect(_without_options(request))
    choice = choices.read_choice(request.GET.getlist("v"))
    enough = len(choice.rulesets) >= MIN_COMPARED
    names = short_names(choice.rulesets)
    rows = side_by_side(choice.rulesets) if enough else []
    context = {
        "choice": choice,
        "offers": choices.offers(choice.rulesets, request),
        "everything": choices.query(newest_presets()),
        "names": names,
        "different": [(row, _sayings(row, names)) for row in rows if row.way_count > 1],
        "alike": [row for row in rows if row.way_count == 1],
        "ways": sum(row.differs for row in rows),
        "enough": enough,
    }
    return render(request, "comparing/compare.html", context)


@dataclass(frozen=True, slots=True)
class Saying:
    """What some of the rulesets say in the same words, with the letter of their rule.

    `names` has each of them with what it rests on there.
    """

    letter: str
    names: tuple[tuple[str, Basis], ...]
    says: str


def _sayings(row: AspectRow, names: Sequence[str]) -> list[Saying]:
    """The row rule by rule; rulesets that say the same stand together."""
    said: dict[tuple[int, str], list[tuple[str, Basis]]] = {}
    for name, group, cell in zip(names, row.groups, row.cells, strict=True):
        said.setdefault((group, cell.text), []).append((name, cell.basis))
    return [
        Saying(ascii_uppercase[group] if row.differs else "", tuple(those), says)
        for (group, says), those in sorted(said.items(), key=lambda each: each[0][0])
    ]


def _without_options(request: HttpRequest) -> str:
    """The same choice by its proper address, with every option at its recipe."""
    names = choices.with_options(request.GET.getlist("v"), request.GET.getlist("with"))
    choice = choices.read_choice(names)
    return f"{reverse('scorepads:compare')}?{choice.query}"


@dataclass(frozen=True, slots=True)
class Tried:
    """A hand under one ruleset, for the page: what it did, or why it could not be judged."""

    name: str
    cannot: tuple[str, ...]
    ending: str = ""
    made: bool | None = None
    winner: str = ""
    moves: tuple[tuple[str, str, Figure], ...] = ()
    reasons: tuple[Reason, ...] = ()


@require_safe
def try_hand(request: HttpRequest) -> HttpResponse:
    """One hand under every ruleset chosen, or under all presets."""
    choice = choices.read_choice(request.GET.getlist("v"))
    tried_under = choice.rulesets or tuple(newest_presets())
    form = TrialForm(tried_under, request.GET)
    form.is_valid()
    names = short_names(tried_under)
    judged = [judge_hand(ruleset, form.before(), form.facts()) for ruleset in tried_under]
    told = [_told(form.names, each, name) for each, name in zip(judged, names, strict=True)]
    context = {
        "choice": choice,
        "offers": choices.offers(tried_under, request),
        "form": form,
        "tried": told if form.has_hand else [],
        "example": f"{choices.query(tried_under)}&{EXAMPLE}",
        "query": choices.query(tried_under),
        "many": len(tried_under) >= MIN_COMPARED,
    }
    return render(request, "comparing/hand.html", context)


def _told(names: list[str], judgement: Judgement, name: str) -> Tried:
    line = judgement.line
    if line is None:
        return Tried(name, judgement.cannot)
    moves = zip(names, line.change, line.totals, strict=True)
    return Tried(
        name=name,
        cannot=(),
        ending=ending_reason(line.rules, names, line).text if line.out else "",
        made=line.made,
        winner=names[line.out.winner] if line.out else "",
        moves=tuple((who, change_of(change), score_figure(total)) for who, change, total in moves),
        reasons=tuple(line_reasons(line.rules, names, line)),
    )
