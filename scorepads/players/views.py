"""Playing again with other partners or in another order."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from scorepads.core import access
from scorepads.core.access import PENCIL, WATCH, Holder, posted, with_pad
from scorepads.core.http import see_home, see_other, see_pad
from scorepads.core.limits import limited
from scorepads.core.scorepad import Scorepad, read_pad
from scorepads.entry.responses import correction_context, submission_fields
from scorepads.models import PadLink
from scorepads.opening import services as opening_services
from scorepads.opening.services import AlreadyOpened
from scorepads.players import swaps
from scorepads.players.next_games import find_next_game, go_along


@limited("openings", "pad")
@require_http_methods(["GET", "POST"])
@with_pad(PENCIL)
def swap_seats(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Play again with other partners or in another order: one tap for each way to sit."""
    scorepad = read_pad(holder.pad)
    choices = swaps.possible_swaps(scorepad)
    if request.method == "GET":
        return show_swaps(request, holder, scorepad)
    chosen = request.POST.get("swap", "")
    if chosen not in map(str, range(len(choices))):
        return show_swaps(request, holder, scorepad, status=422)
    seated = choices[int(chosen)]
    link: PadLink | None
    try:
        _, link = opening_services.swap_and_play_again(
            scorepad, seated.sides, seated.first_dealer, open_key=access.submission_key(request)
        )
    except AlreadyOpened as opened:
        link = access.opening_link(opened.pad)
    if link is None:
        return see_home()
    access.grant_access(request, link)
    messages.success(request, f"{seated.title}. {seated.deal_order[0]} deals.")
    return see_pad(link.pad)


@limited("writes")
@posted
@with_pad(WATCH)
def follow_table(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Go along to the game that the table plays now, by the link that this phone has."""
    following = find_next_game(holder)
    held = go_along(request, holder, following) if following else None
    if held is None:
        messages.error(request, "This phone can't open the next game. Ask for a link to it.")
        return see_pad(holder.pad)
    if request.POST.get("to") == "board":
        return see_other("scorepads:board", public_id=held.pad.public_id)
    return see_pad(held.pad)


def show_swaps(
    request: HttpRequest, holder: Holder, scorepad: Scorepad, *, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        **correction_context(holder, scorepad),
        **submission_fields(holder, scorepad, request.POST.get("key")),
        "as_now": swaps.current_seating(scorepad),
        "swaps": swaps.possible_swaps(scorepad),
        **more,
    }
    return render(request, "players/swap.html", context, status=status)
