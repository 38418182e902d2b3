"""Public views that compare rulesets, and one hand under several; the address has it all."""

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
"""A made bid of four at 4 to 5, which most rulesets score differently."""


@require_safe
def compare_rulesets(request: HttpRequest) -> HttpResponse:
    """Compare two to six rulesets, chosen in the address."""
    if "with" in request.GET:
        return HttpResponseRedirect(canonical_address(request))
    choice = choices.read_choice(request.GET.getlist("v"))
    enough = len(choice.rulesets) >= MIN_COMPARED
    names = short_names(choice.rulesets)
    rows = side_by_side(choice.rulesets) if enough else []
    context = {
        "choice": choice,
        "offers": choices.list_offers(choice.rulesets, request),
        "everything": choices.compare_query(newest_presets()),
        "names": names,
        "different": [(row, group_wordings(row, names)) for row in rows if row.way_count > 1],
        "alike": [row for row in rows if row.way_count == 1],
        "ways": sum(row.differs for row in rows),
        "enough": enough,
    }
    return render(request, "comparing/compare.html", context)


@dataclass(frozen=True, slots=True)
class AspectWording:
    """A wording that some of the rulesets share, with the letter of their rule.

    `names` has the name of each ruleset and the basis of its rule.
    """

    letter: str
    names: tuple[tuple[str, Basis], ...]
    says: str


def group_wordings(row: AspectRow, names: Sequence[str]) -> list[AspectWording]:
    """The wordings of a row, each with the rulesets that share it, in the order of their rules."""
    said: dict[tuple[int, str], list[tuple[str, Basis]]] = {}
    for name, group, cell in zip(names, row.groups, row.cells, strict=True):
        said.setdefault((group, cell.text), []).append((name, cell.basis))
    return [
        AspectWording(ascii_uppercase[group] if row.differs else "", tuple(those), says)
        for (group, says), those in sorted(said.items(), key=lambda each: each[0][0])
    ]


def canonical_address(request: HttpRequest) -> str:
    """The canonical address of the same choice, with every option joined to its recipe."""
    names = choices.with_options(request.GET.getlist("v"), request.GET.getlist("with"))
    choice = choices.read_choice(names)
    return f"{reverse('scorepads:compare')}?{choice.query}"


@dataclass(frozen=True, slots=True)
class HandResult:
    """A hand under one ruleset: its moves, or the reasons why it cannot be scored."""

    name: str
    cannot: tuple[str, ...]
    ending: str = ""
    made: bool | None = None
    winner: str = ""
    moves: tuple[tuple[str, str, Figure], ...] = ()
    reasons: tuple[Reason, ...] = ()


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
        "tried": results if form.has_hand else [],
        "example": f"{choices.compare_query(tried_under)}&{EXAMPLE}",
        "query": choices.compare_query(tried_under),
        "many": len(tried_under) >= MIN_COMPARED,
    }
    return render(request, "comparing/hand.html", context)


def hand_result(names: list[str], judgement: Judgement, name: str) -> HandResult:
    line = judgement.line
    if line is None:
        return HandResult(name, judgement.cannot)
    moves = zip(names, line.change, line.totals, strict=True)
    return HandResult(
        name=name,
        cannot=(),
        ending=ending_reason(line.rules, names, line).text if line.out else "",
        made=line.made,
        winner=names[line.out.winner] if line.out and line.out.winner is not None else "",
        moves=tuple((who, change_of(change), score_figure(total)) for who, change, total in moves),
        reasons=tuple(line_reasons(line.rules, names, line)),
    )
