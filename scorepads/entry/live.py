"""A pad on other phones and on the wall: what has changed since it was last looked at."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from keeper.streams import can_follow
from scorepads.core import presenters
from scorepads.core.access import WATCH, Holder, with_pad
from scorepads.core.scorepad import Scorepad, read_pad
from scorepads.entry.responses import (
    Shown,
    correction_context,
    evening_context,
    first_added,
    is_hand_between,
    pad_context,
    what_changed,
)
from scorepads.entry.services import Saved
from scorepads.models import news_of
from scorepads.players.next_games import find_next_game

UNCHANGED = 204


@require_GET
@with_pad(WATCH)
def live(request: HttpRequest, holder: Holder) -> HttpResponse:
    """The parts of the pad's page, if it has gone on since `?seen=`; else 204 without a body.

    A page that lacks one new hand gets that line of the ledger, any other all that is shown of it.
    Unchanged costs one query: the grant together with its pad.
    """
    if has_seen_all(request, holder):
        return HttpResponse(status=UNCHANGED)
    scorepad = read_pad(holder.pad)
    added = added_since(request, scorepad)
    is_all = added is None and request.GET.get("hands") == "all"
    shown = Shown(
        said=what_changed(scorepad, holder, request.GET.get("seen", "")),
        all_hands=is_all,
        added_from=added,
    )
    context = {**pad_context(holder, scorepad, shown), "added_from": added}
    context |= evening_context(request, scorepad, is_between=is_hand_between(scorepad, added))
    return render(request, "entry/live.html", context)


def added_since(request: HttpRequest, scorepad: Scorepad) -> int | None:
    """Which hand is all that the page lacks of the ledger; None where it lacks anything else."""
    before = news_of(scorepad.revision - 1, scorepad.pad.followups)
    if not scorepad.rows or request.GET.get("seen") != before:
        return None
    return first_added(Saved(scorepad, scorepad.rows[-1]))


@require_GET
@with_pad(WATCH)
def board(request: HttpRequest, holder: Holder) -> HttpResponse:
    """The score for a tablet or a television, turned over for the far side with `?flip=1`."""
    scorepad = read_pad(holder.pad)
    flipped = request.GET.get("flip") == "1"
    return render(
        request,
        "entry/board.html",
        {
            **board_context(holder, scorepad),
            "flipped": flipped,
            "can_follow": can_follow(request),
        },
    )


@require_GET
@with_pad(WATCH)
def live_board(request: HttpRequest, holder: Holder) -> HttpResponse:
    """The board's part of its page, if the pad has gone on since `?seen=`; else 204."""
    if has_seen_all(request, holder):
        return HttpResponse(status=UNCHANGED)
    scorepad = read_pad(holder.pad)
    context = {
        **board_context(holder, scorepad),
        "said": what_changed(scorepad, holder, request.GET.get("seen", "")),
    }
    return render(request, "entry/board_parts.html", context)


def has_seen_all(request: HttpRequest, holder: Holder) -> bool:
    return request.GET.get("seen") == holder.pad.news


def board_context(holder: Holder, scorepad: Scorepad) -> dict[str, Any]:
    return {
        **correction_context(holder, scorepad),
        "next_game": find_next_game(holder),
        "board": presenters.score_board(scorepad),
        "stake": presenters.stake_in_play(scorepad),
        "end": presenters.game_end(scorepad),
        "dealer": scorepad.seat_name(scorepad.dealer),
        "first_bidder": scorepad.seat_name(scorepad.first_bidder),
        "last": presenters.line_result(scorepad, len(scorepad.ledger.lines))
        if scorepad.ledger.lines
        else "",
        "seen": scorepad.revision,
    }
