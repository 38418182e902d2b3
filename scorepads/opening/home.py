"""The first page: this phone's games or, where it has none yet, where to begin; and About."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import uuid4

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from scorepads.core import access, devices, presenters
from scorepads.core.fields import tidy_text
from scorepads.core.presenters import SideScore
from scorepads.core.scorepad import Scorepad, newest_first, read_pads
from scorepads.holding.services import empty_pads
from scorepads.models import Pad
from scorepads.opening.finding import MAX_QUERY_LENGTH, find_games, read_offset
from scorepads.rules import catalog

PAGE_SIZE = 20
MANY_GAMES = 5
"""From so many games on, the list has a search field."""


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in the list: its scores, its state in a few words, and who deals the next hand."""

    scorepad: Scorepad
    board: Sequence[SideScore]
    state: str
    dealer: str

    @property
    def is_running(self) -> bool:
        return self.scorepad.ledger.out is None


@never_cache
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    return show_home(request)


def show_home(request: HttpRequest, *, pasted: str = "", status: int = 200) -> HttpResponse:
    """The games that this phone holds, newest first; and a pasted link that opened nothing.

    The newest stands above the list while it is still played. While games are searched for, the
    list has those that are found, and nothing stands above it.
    """
    held = newest_first(access.listed_pads(request))
    found, query = searched_games(request, held)
    page = Paginator(found, PAGE_SIZE).get_page(request.GET.get("page"))
    shown = list(page.object_list)
    games = [listed_game(scorepad) for scorepad in read_pads(shown)]
    lost = [pad for pad in shown if pad.pk not in {game.scorepad.pad.pk for game in games}]
    first = games[0] if games and page.number == 1 and not query else None
    running = first if first and first.is_running else None
    context = {
        "running": running,
        "again": find_table(request, games) if first else None,
        "again_key": uuid4(),
        "listed": games[1:] if running else games,
        "lost": lost,
        "page": page,
        "query": query,
        "can_search": query or page.paginator.count >= MANY_GAMES,
        "empty": empty_pads(devices.find_visitor(request).digest, shown),
        "has_archive": access.has_archive(request),
        "presets": catalog.current.latest(),
        "pasted": pasted,
        "wrong": status != 200,
    }
    return render(request, "opening/home.html", context, status=status)


def searched_games(request: HttpRequest, pads: QuerySet[Pad]) -> tuple[QuerySet[Pad], str]:
    """Those of the pads that the address asks for with `?q=`, and what it asks."""
    query = tidy_text(request.GET.get("q", ""))[:MAX_QUERY_LENGTH]
    if not query:
        return pads, ""
    return find_games(pads, query, read_offset(request.GET.get("offset", ""))), query


def listed_game(scorepad: Scorepad) -> ListedGame:
    return ListedGame(
        scorepad,
        presenters.score_board(scorepad),
        presenters.game_state(scorepad),
        scorepad.seat_name(scorepad.dealer),
    )


def find_table(request: HttpRequest, games: Sequence[ListedGame]) -> ListedGame | None:
    """The game whose table may play again: the last that ended, else the newest with a hand.

    None where there is none, or where this phone only watches that game.
    """
    played = [game for game in games if game.scorepad.lines]
    newest = next((game for game in played if not game.is_running), next(iter(played), None))
    if newest is None:
        return None
    holder = access.find_holder(request, newest.scorepad.pad.public_id)
    return newest if holder and holder.has_pencil else None


@require_GET
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "opening/about.html", {"presets": catalog.current.latest()})
