"""Entering hands, and putting them right."""

from __future__ import annotations

import re
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.views.decorators.http import require_GET, require_POST

from scorepads.core import presenters
from scorepads.core.access import PENCIL, WATCH, Holder, posted, with_pad
from scorepads.core.http import Notice
from scorepads.core.limits import limited
from scorepads.core.scorepad import Scorepad, read_pad
from scorepads.entry import prompts
from scorepads.entry import services as entry_services
from scorepads.entry.forms import AdjustmentForm
from scorepads.entry.hand_form import HandForm
from scorepads.entry.responses import (
    Shown,
    answer_saved,
    correction_context,
    history_context,
    read_submission,
    show_pad,
)
from scorepads.entry.services import (
    NothingToUndo,
    NotSaved,
    PadClosed,
    PadFull,
    StalePad,
)

CLOSED = Notice(
    "Not saved: this game is over",
    "A finished game takes no more hands. Change or delete a hand, or play again.",
)


FULL = Notice(
    "Not saved: this game is full",
    f"A game holds {entry_services.MAX_HANDS} hands and {entry_services.MAX_CHANGES} changes. "
    "Play again in a new one.",
)


NOTHING_TO_UNDO = Notice("Nothing to undo", "The game is as you see it.")


NOT_SAVED = {PadClosed: CLOSED, PadFull: FULL, NothingToUndo: NOTHING_TO_UNDO}


@limited("writes", "pad")
@posted
@with_pad(PENCIL)
def save_hand(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Save a hand or its bid alone; or, without script, fill in the rest or just look."""
    scorepad, do = read_pad(holder.pad), request.POST.get("do")
    form = HandForm(scorepad, request.POST, entry=scorepad.in_play, bid_only=do == "bid")
    is_valid = form.is_valid()
    if "rest" in request.POST:
        form.fill_rest(request.POST["rest"])
        return show_look(request, holder, form)
    if do == "look":
        return show_look(request, holder, form)
    if not is_valid:
        return show_refused(request, holder, form)
    try:
        submission = read_submission(request, holder, scorepad)
        saved = entry_services.save_hand(submission, form.entered)
    except NotSaved as why:
        return show_not_saved(request, holder, why, form=form)
    return answer_saved(request, holder, saved)


@require_POST
@with_pad(PENCIL)
def preview(request: HttpRequest, holder: Holder) -> HttpResponse:
    """The sentence that says what Save would do with what is tapped so far."""
    scorepad = read_pad(holder.pad)
    form = HandForm(scorepad, request.POST, entry=scorepad.in_play)
    form.is_valid()
    return HttpResponse(escape(says(form)))


@limited("writes", "pad")
@posted
@with_pad(PENCIL)
def adjust(request: HttpRequest, holder: Holder) -> HttpResponse:
    scorepad = read_pad(holder.pad)
    adjustment = AdjustmentForm(scorepad, request.POST)
    if not adjustment.is_valid():
        return show_pad(request, holder, scorepad, Shown(adjustment=adjustment), status=422)
    try:
        submission = read_submission(request, holder, scorepad)
        saved = entry_services.save_hand(submission, adjustment.entered)
    except NotSaved as why:
        return show_not_saved(request, holder, why, adjustment=adjustment)
    return answer_saved(request, holder, saved)


@limited("writes", "pad")
@posted
@with_pad(PENCIL)
def undo(request: HttpRequest, holder: Holder) -> HttpResponse:
    submission = read_submission(request, holder, read_pad(holder.pad))
    try:
        return answer_saved(request, holder, entry_services.undo(submission))
    except NotSaved as why:
        return show_not_saved(request, holder, why)


@limited("writes", "pad")
@posted
@with_pad(PENCIL)
def redo(request: HttpRequest, holder: Holder) -> HttpResponse:
    submission = read_submission(request, holder, read_pad(holder.pad))
    try:
        return answer_saved(request, holder, entry_services.redo(submission))
    except NotSaved as why:
        return show_not_saved(request, holder, why)


@require_GET
@with_pad(WATCH)
def history(request: HttpRequest, holder: Holder) -> HttpResponse:
    scorepad = read_pad(holder.pad)
    return render(request, "entry/history.html", history_context(holder, scorepad))


def says(form: HandForm) -> str:
    """What Save would do, or what is still to tap."""
    if form.scorepad.ledger.is_over:
        return "This game is over."
    if form.is_valid():
        return prompts.preview(form.scorepad, form.entered)
    return prompts.still_to_tap(form.scorepad, form.cleaned_data, form.pitcher)


def show_look(request: HttpRequest, holder: Holder, form: HandForm) -> HttpResponse:
    said, key = says(form), request.POST.get("key")
    shown = Shown(form=form.unblamed(), says=said, key=key)
    return show_pad(request, holder, form.scorepad, shown)


def show_refused(request: HttpRequest, holder: Holder, form: HandForm) -> HttpResponse:
    if form.scorepad.ledger.is_over:
        return show_not_saved(request, holder, PadClosed())
    shown = Shown(form=form, says=says(form), key=request.POST.get("key"))
    return show_pad(request, holder, form.scorepad, shown, status=422)


def show_not_saved(
    request: HttpRequest,
    holder: Holder,
    why: NotSaved,
    *,
    form: HandForm | None = None,
    adjustment: AdjustmentForm | None = None,
) -> HttpResponse:
    """The pad as it stands, why the change was not made, and what was typed kept."""
    scorepad = read_pad(holder.pad)
    shown = Shown(form=form, adjustment=adjustment, notice=NOT_SAVED.get(type(why)))
    if isinstance(why, StalePad):
        meanwhile = prompts.meanwhile(scorepad, holder.phone)
        shown = replace(shown, notice=Notice("Not saved yet: the game went on", meanwhile))
        if form and scorepad.ledger.is_over:
            shown = replace(shown, notice=Notice("Not saved: the game is over", meanwhile))
        elif form:
            again = form_on_current_pad(request, scorepad)
            key = request.POST.get("key")
            shown = replace(shown, form=again, says=says(again), key=key)
    return show_pad(request, holder, scorepad, shown, status=409)


def form_on_current_pad(request: HttpRequest, scorepad: Scorepad) -> HandForm:
    """The hand as it was tapped, on the pad as it stands now.

    Whose turn it was to deal has moved on with the pad; only a dealer that somebody chose
    is kept.
    """
    data = request.POST.copy()
    if data.get("dealer") == str(dealer_when_seen(scorepad, data.get("seen", ""))):
        data["dealer"] = str(scorepad.dealer)
    form = HandForm(scorepad, data, entry=scorepad.in_play)
    form.is_valid()
    return form


def dealer_when_seen(scorepad: Scorepad, seen: str) -> int:
    """Whose turn it was at the revision that the form was made for."""
    try:
        revision = int(seen)
    except ValueError:
        return scorepad.dealer
    rows = [row for row in scorepad.rows if row.revision <= revision]
    return scorepad.with_rows(rows).dealer


@require_GET
@with_pad(WATCH)
def pad(request: HttpRequest, holder: Holder) -> HttpResponse:
    """A game's own page; with `?hands=all` its ledger from the first hand."""
    shown = Shown(all_hands=request.GET.get("hands") == "all")
    return show_pad(request, holder, read_pad(holder.pad), shown)


@require_GET
@with_pad(WATCH)
def earlier_hands(request: HttpRequest, holder: Holder) -> HttpResponse:
    """The lines of the ledger that stand before those on the page, for htmx to fill in."""
    scorepad, before = read_pad(holder.pad), request.GET.get("before", "")
    last = int(before) - 1 if re.fullmatch("[1-9][0-9]{0,3}", before) else 0
    context = correction_context(holder, scorepad) | {"rows": presenters.rows(scorepad)[:last]}
    return render(request, "entry/_ledger_table.html#lines", context)
