"""The list of this phone's games, and the page about the product."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from scorepads.core import access, presenters
from scorepads.core.scorepad import newest_first, read_pads
from scorepads.rules import catalog

PAGE_SIZE = 20


@never_cache
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    return show_home(request)


def show_home(request: HttpRequest, *, pasted: str = "", status: int = 200) -> HttpResponse:
    """The pads that this phone holds, newest first; and a pasted link that opened nothing."""
    page = Paginator(newest_first(access.held_pads(request)), PAGE_SIZE).get_page(
        request.GET.get("page")
    )
    shown = list(page.object_list)
    scorepad = read_pads(shown)
    lost = [pad for pad in shown if pad.pk not in {read.pad.pk for read in scorepad}]
    listed = [
        (read, presenters.score_board(read), presenters.game_state(read)) for read in scorepad
    ]
    context = {"listed": listed, "lost": lost, "page": page, "pasted": pasted}
    return render(request, "opening/home.html", {**context, "wrong": status != 200}, status=status)


@require_GET
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "opening/about.html", {"presets": catalog.current.latest()})
