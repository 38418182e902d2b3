"""The view of all games that a phone holds under other rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorepads.comparing import choices
from scorepads.comparing.game_counts import count_more, read_counts, write_counts
from scorepads.comparing.what_if import replay_games
from scorepads.core import access, devices
from scorepads.core.games_pages import page_of_games
from scorepads.core.limits import limited
from scorepads.core.scorepad import newest_first, read_pads
from scorepads.models import Pad
from scorepads.rules.rulesets import Ruleset, newest_presets, short_names

MAX_GAMES = 30
MAX_CHANGES = 1500
"""So many changes are replayed for one page of the list, in about a third of a second under six
versions."""


@limited("overviews")
@never_cache
@require_safe
def what_if(request: HttpRequest) -> HttpResponse:
    """All games of this phone under the versions in the address: counts, and a page of the list."""
    if query := choices.canonical_query(request.GET):
        return HttpResponseRedirect(query)
    choice = choices.read_choice(request.GET.getlist("v"))
    shown = choice.rulesets or tuple(newest_presets())
    held = newest_first(access.held_pads(request))
    page = page_of_games(
        held, request.GET.get("page"), max_games=MAX_GAMES, max_changes=MAX_CHANGES
    )
    names = short_names(shown)
    context = {
        "choice": choice,
        "shown": shown,
        "query": choices.compare_query(shown),
        "columns": list(zip(names, shown, strict=True)),
        "pickers": choices.list_pickers(shown, request),
        "offers": choices.list_offers(shown, request),
        "page": page,
        "rows": replay_games(read_pads(page.pads), shown),
        **({} if page.newer else counts_context(request, held, shown)),
    }
    return render(request, "comparing/what_if.html", context)


def counts_context(
    request: HttpRequest, held: QuerySet[Pad], shown: Sequence[Ruleset]
) -> dict[str, Any]:
    """The counts over all games, and the address that goes on where one answer does not count them
    all."""
    asked_by = f"{devices.find_visitor(request).digest} {choices.compare_query(shown)}"
    so_far = read_counts(request.GET.get("counted", ""), asked_by, len(shown))
    counts, left = count_more(held, shown, so_far)
    go_on = write_counts(counts, asked_by) if left else ""
    return {"counts": counts, "left": left, "total": counts.seen + left, "go_on": go_on}
