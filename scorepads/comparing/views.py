"""Public views that compare rulesets, and one hand under several; the address has it all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorepads.comparing import choices
from scorepads.comparing.choices import MIN_COMPARED
from scorepads.comparing.forms import MIN_SIDES, TrialForm
from scorepads.comparing.replays import outcome_of
from scorepads.comparing.table import make_table
from scorepads.core.presenters import Figure, score_figure
from scorepads.entry.rows import MAX_COLUMNS
from scorepads.rules.comparing.aspects import side_by_side
from scorepads.rules.comparing.replay import Judgment, judge_hand
from scorepads.rules.rulesets import newest_presets, short_names
from scorepads.rules.terms import change_of
from scorepads.rules.wording.explain import Reason, ending_reason, line_reasons

EXAMPLE = (
    "sides=2&before-0=4&before-1=5&who=0&bid=4&high=0&low=0&jack=0&game=0&off_jack=1"
    "&high_joker=none&low_joker=none&trey=1&tricks=no"
)
"""A made bid of four at 4 to 5, which most rulesets score differently."""


@require_safe
def compare_rulesets(request: HttpRequest) -> HttpResponse:
    """Compare two to six rulesets, chosen in the address; all presets where it names none."""
    if query := choices.canonical_query(request.GET):
        return HttpResponseRedirect(query)
    choice = choices.read_choice(request.GET.getlist("v"))
    shown = choices.with_partner(choice.rulesets or newest_presets())
    names = short_names(shown)
    context = {
        "choice": choice,
        "shown": shown,
        "columns": list(zip(names, shown, strict=True)),
        "query": choices.compare_query(shown),
        "pickers": choices.list_pickers(shown, request),
        "offers": choices.list_offers(shown, request),
        "table": make_table(names, side_by_side(shown)),
        "first_two": make_table(names[:2], side_by_side(shown[:2])),
    }
    return render(request, "comparing/compare.html", context)


@dataclass(frozen=True, slots=True)
class HandResult:
    """A hand under one ruleset: its moves, or the reasons why it cannot be scored."""

    name: str
    cannot: tuple[str, ...]
    ending: str = ""
    made: bool | None = None
    outcome: str = ""
    moves: tuple[tuple[str, str, Figure], ...] = ()
    reasons: tuple[Reason, ...] = ()


def first_difference(results: Sequence[HandResult]) -> list[HandResult]:
    """The first two results that differ in score or winner; empty where all are the same."""
    scored = [each for each in results if not each.cannot]
    for each in scored:
        if (each.moves, each.outcome) != (scored[0].moves, scored[0].outcome):
            return [scored[0], each]
    return []


@require_safe
def try_hand(request: HttpRequest) -> HttpResponse:
    """Score one hand under every ruleset chosen, or under all presets."""
    choice = choices.read_choice(request.GET.getlist("v"))
    tried_under = choice.rulesets or tuple(newest_presets())
    form = TrialForm(tried_under, request.GET)
    form.is_valid()
    names = short_names(tried_under)
    judged = [
        judge_hand(ruleset, form.scores_before(), form.hand_facts()) for ruleset in tried_under
    ]
    results = [
        hand_result(form.names, each, name) for each, name in zip(judged, names, strict=True)
    ]
    context = {
        "choice": choice,
        "offers": choices.list_offers(tried_under, request),
        "form": form,
        "matrix": MIN_SIDES < form.side_count <= MAX_COLUMNS,
        "many_sides": form.side_count > MAX_COLUMNS,
        "tried": results if form.has_hand else [],
        "difference": first_difference(results),
        "agreeing": sum(not each.cannot for each in results),
        "example": f"{choices.compare_query(tried_under)}&{EXAMPLE}",
        "query": choices.compare_query(tried_under),
        "many": len(tried_under) >= MIN_COMPARED,
    }
    return render(request, "comparing/hand.html", context)


def hand_result(names: list[str], judgment: Judgment, name: str) -> HandResult:
    line = judgment.line
    if line is None:
        return HandResult(name, judgment.cannot)
    moves = zip(names, line.change, line.totals, strict=True)
    return HandResult(
        name=name,
        cannot=(),
        ending=ending_reason(line.rules, names, line).text if line.out else "",
        made=line.made,
        outcome=outcome_of(names, line),
        moves=tuple((who, change_of(change), score_figure(total)) for who, change, total in moves),
        reasons=tuple(line_reasons(line.rules, names, line)),
    )
