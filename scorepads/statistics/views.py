"""The chart, the statistics, the evening, and settling up."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from scorepads.core import access, presenters
from scorepads.core.access import WATCH, Holder, with_pad
from scorepads.core.charts import Chart, Series
from scorepads.core.charts import draw_chart as draw
from scorepads.core.scorepad import Scorepad, newest_first, read_pad, read_pads
from scorepads.entry.responses import correction_context
from scorepads.rules.hand import TargetChange
from scorepads.rules.terms import change_of
from scorepads.statistics import evening, statistics
from scorepads.statistics.forms import SettleForm


@require_GET
@with_pad(WATCH)
def chart(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Totals over hands as a picture, and the same as a table."""
    scorepad = read_pad(holder.pad)
    context = {
        **correction_context(holder, scorepad),
        "chart": _chart(scorepad) if scorepad.ledger.lines else None,
        "rows": [row for row in presenters.rows(scorepad) if not row.after_the_end],
        "start": [presenters.score_figure(total) for total in scorepad.start]
        if any(scorepad.start)
        else None,
        "targets": _targets(scorepad),
        "state": presenters.game_state(scorepad),
    }
    return render(request, "statistics/chart.html", context)


def _chart(scorepad: Scorepad) -> Chart:
    lines = scorepad.ledger.lines
    return draw(
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
        targets=_targets(scorepad),
    )


def _targets(scorepad: Scorepad) -> list[tuple[int, int]]:
    """The targets, each with the line after which it held."""
    changed = [
        (line.number, line.entry.target)
        for line in scorepad.ledger.lines
        if isinstance(line.entry, TargetChange)
    ]
    return [(0, scorepad.opened_under.target), *changed]


@require_GET
@with_pad(WATCH)
def pad_numbers(request: HttpRequest, holder: Holder) -> HttpResponse:
    scorepad = read_pad(holder.pad)
    context = {**correction_context(holder, scorepad), **_numbers([scorepad])}
    return render(request, "statistics/numbers.html", context)


@never_cache
@require_GET
def phone_numbers(request: HttpRequest) -> HttpResponse:
    """The numbers of all pads that this phone holds, the oldest first."""
    read = read_pads(newest_first(access.held_pads(request)).reverse())
    return render(request, "statistics/numbers.html", _numbers(read))


def _numbers(read: list[Scorepad]) -> dict[str, Any]:
    counted = statistics.count_statistics(read)
    back = counted.comeback
    places = (
        {"own": presenters.score_figure(back.own), "other": presenters.score_figure(back.other)}
        if back
        else {}
    )
    return {"numbers": counted, **places}


@require_GET
@with_pad(WATCH)
def this_evening(request: HttpRequest, holder: Holder) -> HttpResponse:
    """The games of one evening, and how they stand; those that this phone holds as links."""
    scorepad, held = read_pad(holder.pad), access.held_pads(request)
    found = evening.whole_evening(scorepad, held)
    games = [
        (
            game,
            presenters.score_board(game),
            presenters.game_state(game),
            str(game.pad.public_id) in held,
        )
        for game in found.games
    ]
    context = {**correction_context(holder, scorepad), "found": found, "games": games}
    return render(request, "statistics/evening.html", context)


@require_GET
@with_pad(WATCH)
def settle(request: HttpRequest, holder: Holder) -> HttpResponse:
    """So much a point and a set, only once somebody asks for it by giving amounts."""
    scorepad = read_pad(holder.pad)
    form = SettleForm(request.GET if request.GET else None)
    settled = None
    if form.is_bound and form.is_valid():
        settled = statistics.settle(scorepad, form.cleaned_data["point"], form.cleaned_data["set"])
    context = {
        **correction_context(holder, scorepad),
        "form": form,
        "settled": [
            (each, presenters.score_figure(each.total), change_of(each.gets))
            for each in settled or ()
        ],
        "payments": statistics.payments(settled or ()),
    }
    status = 422 if form.is_bound and not form.is_valid() else 200
    return render(request, "statistics/settle.html", context, status=status)
