"""Many games at once: ticked in a list, then archived, brought back or deleted by one button."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from scorepads.core import access
from scorepads.core.devices import find_visitor
from scorepads.core.http import go_to, see_home, see_other
from scorepads.core.limits import limited
from scorepads.core.scorepad import newest_first, read_pads
from scorepads.holding import services
from scorepads.opening.home import PAGE_SIZE, listed_game, searched_games

MAX_TICKED = 200


@never_cache
@require_GET
def select_games(request: HttpRequest) -> HttpResponse:
    """The list of games with ticks, and buttons for what is ticked."""
    found, query = searched_games(request, newest_first(access.listed_pads(request)))
    page = Paginator(found, PAGE_SIZE).get_page(request.GET.get("page"))
    games = [listed_game(scorepad) for scorepad in read_pads(page.object_list)]
    read = {game.scorepad.pad.pk for game in games}
    context = {
        "games": games,
        "lost": [pad for pad in page.object_list if pad.pk not in read],
        "page": page,
        "query": query,
    }
    return render(request, "holding/select.html", context)


@limited("writes")
@never_cache
@require_POST
def put_away_many(request: HttpRequest) -> HttpResponse:
    """Archive what is ticked, bring it back, or delete it, which asks first."""
    ticked, do = read_ticked(request), request.POST.get("do", "archive")
    device = find_visitor(request).digest
    if not ticked:
        messages.error(request, "Tick the games first.")
        return see_other("scorepads:archived" if do == "restore" else "scorepads:select")
    if do == "delete":
        return ask_to_delete(request, ticked)
    if do == "delete-now":
        many = services.delete_many(device, ticked)
        days = services.KEPT_DAYS
        messages.success(request, f"{games_in_words(many)} deleted. Undo within {days} days.")
        return go_to(request, "scorepads:archived")
    many = services.archive_many(device, ticked, archived=do != "restore")
    if do == "restore":
        messages.success(request, f"{games_in_words(many)} back in the list.")
        return see_home()
    messages.success(request, f"{games_in_words(many)} archived. Bring them back here.")
    return see_other("scorepads:archived")


def ask_to_delete(request: HttpRequest, ticked: list[UUID]) -> HttpResponse:
    """The question before games are deleted for everyone, with those that this phone may not."""
    opened = services.opened_pads(find_visitor(request).digest).filter(public_id__in=ticked)
    own = set(opened.values_list("public_id", flat=True))
    held = set(access.held_pads(request))
    pads = newest_first(str(each) for each in ticked if str(each) in held)
    games = [listed_game(scorepad) for scorepad in read_pads(pads)]
    context = {
        "going": [game for game in games if game.scorepad.pad.public_id in own],
        "staying": [game for game in games if game.scorepad.pad.public_id not in own],
        "ids": sorted(map(str, own)),
        "kept_days": services.KEPT_DAYS,
    }
    return render(request, "holding/delete_many.html", context)


def read_ticked(request: HttpRequest) -> list[UUID]:
    """The games that are ticked; what is no id is left out."""
    found = []
    for value in request.POST.getlist("game")[:MAX_TICKED]:
        try:
            found.append(UUID(value))
        except ValueError:
            continue
    return found


def games_in_words(many: int) -> str:
    return f"{many} game{'' if many == 1 else 's'}"
