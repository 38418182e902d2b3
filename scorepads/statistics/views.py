"""Views of the chart, the statistics, the games of an evening, and settling up."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from scorepads.core import access, presenters
from scorepads.core.access import WATCH, Holder, with_pad
from scorepads.core.charts import Chart, Series
from scorepads.core.charts import draw_chart as draw_chart
from scorepads.core.games_pages import page_of_games
from scorepads.core.limits import limited
from scorepads.core.scorepad import Scorepad, newest_first, read_pad, read_pads
from scorepads.core.side_marks import head_names
from scorepads.entry.responses import correction_context
from scorepads.rules.hand import TargetChange
from scorepads.rules.terms import change_of
from scorepads.statistics import evening, settling, statistics
from scorepads.statistics.filters import read_filters, read_held_games
from scorepads.statistics.forms import SettleForm
from scorepads.statistics.matches import match_of


@require_GET
@with_pad(WATCH)
def chart_page(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Render the totals after every hand as a chart and as a table."""
    scorepad = read_pad(holder.pad)
    context = {
        **correction_context(holder, scorepad),
        "chart": totals_chart(scorepad) if scorepad.ledger.lines else None,
        "heads": list(zip(scorepad.names, head_names(scorepad.names), strict=True)),
        "rows": [row for row in presenters.rows(scorepad) if not row.after_the_end],
        "start": [presenters.score_figure(total) for total in scorepad.start]
        if any(scorepad.start)
        else None,
        "targets": target_changes(scorepad),
        "state": presenters.game_state(scorepad),
    }
    return render(request, "statistics/chart.html", context)


def totals_chart(scorepad: Scorepad) -> Chart:
    lines = scorepad.ledger.lines
    return draw_chart(
        [
            Series(
                name,
                [scorepad.start[side], *(line.totals[side] for line in lines)],
                [
                    line.number
                    for line in lines
                    if line.made is False and getattr(line.entry, "pitcher", None) == side
                ],
            )
            for side, name in enumerate(scorepad.names)
        ],
        targets=target_changes(scorepad),
    )


def target_changes(scorepad: Scorepad) -> list[tuple[int, int]]:
    """The targets of the game, each with the number of the line after which it applies."""
    changed = [
        (line.number, line.entry.target)
        for line in scorepad.ledger.lines
        if isinstance(line.entry, TargetChange)
    ]
    target = scorepad.opened_under.target
    return changed if target is None else [(0, target), *changed]


MAX_GAMES = 300
MAX_CHANGES = 8000
"""So many changes are counted at once, in about a third of a second."""


@require_GET
@with_pad(WATCH)
def pad_statistics(request: HttpRequest, holder: Holder) -> HttpResponse:
    scorepad = read_pad(holder.pad)
    context = {**correction_context(holder, scorepad), **statistics_context([scorepad])}
    return render(request, "statistics/of_a_game.html", context)


@limited("overviews")
@never_cache
@require_GET
def phone_statistics(request: HttpRequest) -> HttpResponse:
    """Render the statistics over the games that this phone holds and the filters let through."""
    held = read_held_games(newest_first(access.held_pads(request)))
    filters = read_filters(request.GET)
    page = page_of_games(
        held.chosen_by(filters),
        request.GET.get("page"),
        max_games=MAX_GAMES,
        max_changes=MAX_CHANGES,
    )
    context = {
        "filters": filters,
        "choices": held.choices(filters),
        "page": page,
        **statistics_context(read_pads(reversed(page.pads))),
    }
    return render(request, "statistics/of_a_phone.html", context)


def statistics_context(games: list[Scorepad]) -> dict[str, Any]:
    """The statistics of games that come oldest first."""
    counted = statistics.count_statistics(games)
    comeback = counted.comeback
    places = (
        {
            "own": presenters.score_figure(comeback.winner_total),
            "other": presenters.score_figure(comeback.leader_total),
        }
        if comeback
        else {}
    )
    return {"numbers": counted, **places}


@require_GET
@with_pad(WATCH)
def evening_page(request: HttpRequest, holder: Holder) -> HttpResponse:
    """List the games of one evening that this phone holds, with their tally."""
    scorepad = read_pad(holder.pad)
    found = evening.whole_evening(scorepad, access.held_pads(request))
    games = [
        (number, game, presenters.score_board(game), presenters.game_state(game))
        for number, game in found.finished_first
    ]
    context = {
        **correction_context(holder, scorepad),
        "found": found,
        "match": match_of(found),
        "games": games,
    }
    return render(request, "statistics/evening.html", context)


@require_GET
@with_pad(WATCH)
def settle_page(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Settle up by the amounts given in the address; without any, show only the form."""
    scorepad = read_pad(holder.pad)
    form = SettleForm(request.GET if request.GET else None)
    settled = None
    if form.is_bound and form.is_valid():
        settled = settling.settle_up(scorepad, form.cleaned_data["point"], form.cleaned_data["set"])
    context = {
        **correction_context(holder, scorepad),
        "form": form,
        "settled": [
            (each, presenters.score_figure(each.total), change_of(each.balance))
            for each in settled or ()
        ],
        "payments": settling.list_payments(settled or ()),
    }
    status = 422 if form.is_bound and not form.is_valid() else 200
    return render(request, "statistics/settle.html", context, status=status)
