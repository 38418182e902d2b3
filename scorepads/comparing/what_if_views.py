"""The view of all games that a phone holds under other rules."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorepads.comparing import choices
from scorepads.comparing.what_if import replay_games
from scorepads.core import access
from scorepads.core.games_pages import page_of_games
from scorepads.core.scorepad import newest_first, read_pads
from scorepads.rules.rulesets import newest_presets, short_names

MAX_GAMES = 30
MAX_CHANGES = 1500
"""So many changes are replayed at once, in about a third of a second under six versions."""


@never_cache
@require_safe
def what_if(request: HttpRequest) -> HttpResponse:
    """The games of this phone, a page at a time, under the versions in the address."""
    if query := choices.canonical_query(request.GET):
        return HttpResponseRedirect(query)
    choice = choices.read_choice(request.GET.getlist("v"))
    shown = choice.rulesets or tuple(newest_presets())
    page = page_of_games(
        newest_first(access.held_pads(request)),
        request.GET.get("page"),
        max_games=MAX_GAMES,
        max_changes=MAX_CHANGES,
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
        "what_if": replay_games(read_pads(page.pads), shown),
    }
    return render(request, "comparing/what_if.html", context)
