"""A pad on other phones and on the wall: what has changed since it was last looked at."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scorepads import pages
from scorepads.decorators import WATCH, with_pad
from scorepads.links import Holder
from scorepads.selectors import Scorepad, read_pad
from scorepads.views.showing import correction_context, pad_context, what_changed

UNCHANGED = 204


@require_GET
@with_pad(WATCH)
def live(request: HttpRequest, holder: Holder) -> HttpResponse:
    """The parts of the pad's page, if it has gone on since `?seen=`; else 204 without a body.

    Unchanged costs two queries: the session, and the grant together with its pad.
    """
    if _is_seen(request, holder):
        return HttpResponse(status=UNCHANGED)
    now = read_pad(holder.pad)
    context = pad_context(holder, now, said=what_changed(now, holder))
    return render(request, "pads/live.html", context)


@require_GET
@with_pad(WATCH)
def board(request: HttpRequest, holder: Holder) -> HttpResponse:
    """The score for a tablet or a television, turned over for the far side with `?flip=1`."""
    now = read_pad(holder.pad)
    flipped = request.GET.get("flip") == "1"
    return render(request, "pads/board.html", {**_board(holder, now), "flipped": flipped})


@require_GET
@with_pad(WATCH)
def live_board(request: HttpRequest, holder: Holder) -> HttpResponse:
    """The board's part of its page, if the pad has gone on since `?seen=`; else 204."""
    if _is_seen(request, holder):
        return HttpResponse(status=UNCHANGED)
    now = read_pad(holder.pad)
    context = {**_board(holder, now), "said": what_changed(now, holder)}
    return render(request, "pads/board_parts.html", context)


def _is_seen(request: HttpRequest, holder: Holder) -> bool:
    return request.GET.get("seen") == str(holder.pad.revision)


def _board(holder: Holder, now: Scorepad) -> dict[str, Any]:
    return {
        **correction_context(holder, now),
        "board": pages.board(now),
        "stake": pages.stake(now),
        "end": pages.end(now),
        "dealer": now.seat_name(now.dealer),
        "first_bidder": now.seat_name(now.first_bidder),
        "last": pages.line_result(now, len(now.ledger.lines)) if now.ledger.lines else "",
        "seen": now.revision,
    }
