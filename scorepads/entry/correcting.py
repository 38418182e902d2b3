"""Looking at one hand, correcting it, striking it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_http_methods

from scorepads.core import presenters
from scorepads.core.access import PENCIL, WATCH, Holder, with_pad
from scorepads.core.history import PEOPLE_LINE
from scorepads.core.http import Notice, is_htmx
from scorepads.core.limits import limited
from scorepads.core.scorepad import NoSuchHand, Scorepad, read_pad
from scorepads.entry import effects as entry_effects
from scorepads.entry import prompts
from scorepads.entry.forms import AdjustmentForm, TargetForm
from scorepads.entry.hand_form import HandForm
from scorepads.entry.responses import (
    Shown,
    answer_saved,
    correction_context,
    first_of_the_last,
    read_submission,
    show_pad,
    submission_fields,
)
from scorepads.entry.services import NotSaved, StalePad, correct_hand, strike_hand
from scorepads.entry.views import show_not_saved
from scorepads.rules.hand import Adjustment, Hand, TargetChange

NOT_STRUCK = Notice(
    "Not deleted yet", "Another hand was saved meanwhile. See what deleting would change now."
)


CorrectionForm = HandForm | AdjustmentForm | TargetForm


LineView = Callable[[HttpRequest, Holder, int], HttpResponse]


def with_line(view: LineView) -> LineView:
    """Where the line is no longer in the ledger, show the pad and say so.

    Another phone may strike a hand that is being looked at or corrected on this one.
    """

    @wraps(view)
    def found(request: HttpRequest, holder: Holder, line: int) -> HttpResponse:
        try:
            return view(request, holder, line)
        except NoSuchHand:
            return answer_gone(request, holder, line)

    return found


def answer_gone(request: HttpRequest, holder: Holder, line: int) -> HttpResponse:
    scorepad = read_pad(holder.pad)
    if line == PEOPLE_LINE or line not in {row.line for row in scorepad.rows}:
        raise Http404
    notice = Notice(
        "That hand is not in the ledger any more", prompts.meanwhile(scorepad, holder.phone)
    )
    status = 409 if request.method == "POST" else 410
    return show_pad(request, holder, scorepad, Shown(notice=notice), status=status)


@require_GET
@with_pad(WATCH)
@with_line
def hand(request: HttpRequest, holder: Holder, line: int) -> HttpResponse:
    """All about one hand: what was entered, why it scores as it does, its versions."""
    scorepad = read_pad(holder.pad)
    number = scorepad.find_number(line)
    seated = scorepad.as_seated(number)
    versions = [row for row in scorepad.rows if row.line == line]
    context = {
        **correction_context(holder, scorepad),
        "row": presenters.row_of(scorepad, number),
        "reasons": presenters.row_reasons(scorepad, number),
        "is_earlier": number < first_of_the_last(scorepad),
        "told": presenters.describe_entry(seated, scorepad.entries[number - 1]),
        "result": presenters.line_result(scorepad, number),
        "dealer": seated.seat_name(scorepad.dealers[number - 1]),
        "versions": presenters.history_entries(scorepad, versions),
    }
    return render(request, "entry/hand.html", context)


@limited("writes", "pad")
@require_http_methods(["GET", "POST"])
@with_pad(PENCIL)
@with_line
def correct(request: HttpRequest, holder: Holder, line: int) -> HttpResponse:
    """A hand with every field as saved; shows what a change would do before it is saved."""
    scorepad = read_pad(holder.pad)
    form = correction_form(scorepad, line, request.POST if request.method == "POST" else None)
    if request.method == "GET":
        return show_correction(request, holder, line, form)
    is_valid = form.is_valid()
    if isinstance(form, HandForm) and "rest" in request.POST:
        form.fill_rest(request.POST["rest"])
        return show_correction(request, holder, line, form)
    if not is_valid:
        return show_correction(request, holder, line, form, status=422)
    if request.POST.get("do") != "save":
        return show_correction(request, holder, line, form)
    try:
        saved = correct_hand(read_submission(request, holder, scorepad), line, form.entered)
    except StalePad:
        return show_stale_correction(request, holder, read_pad(holder.pad), line)
    except NotSaved as why:
        return show_not_saved(request, holder, why)
    return answer_saved(request, holder, saved)


@limited("writes", "pad")
@require_http_methods(["GET", "POST"])
@with_pad(PENCIL)
@with_line
def strike(request: HttpRequest, holder: Holder, line: int) -> HttpResponse:
    scorepad = read_pad(holder.pad)
    if request.method == "GET":
        return show_striking(request, holder, scorepad, line)
    try:
        saved = strike_hand(read_submission(request, holder, scorepad), line)
    except StalePad:
        return show_striking(request, holder, read_pad(holder.pad), line, NOT_STRUCK, status=409)
    except NotSaved as why:
        return show_not_saved(request, holder, why)
    return answer_saved(request, holder, saved)


def correction_form(scorepad: Scorepad, line: int, data: object) -> CorrectionForm:
    number = scorepad.find_number(line)
    scorepad, entry = scorepad.as_seated(number), scorepad.entries[number - 1]
    if isinstance(entry, Adjustment):
        return AdjustmentForm(scorepad, data, entry=entry)
    if isinstance(entry, TargetChange):
        return TargetForm(scorepad, data, entry=entry)
    return HandForm(
        scorepad, data, entry=entry, dealer=scorepad.dealers[number - 1], is_corrected=True
    )


def show_correction(
    request: HttpRequest,
    holder: Holder,
    line: int,
    form: CorrectionForm,
    *,
    status: int = 200,
    notice: Notice | None = None,
) -> HttpResponse:
    scorepad = form.scorepad
    number = scorepad.find_number(line)
    effects = None
    changed = form.is_bound and form.is_valid() and form.entered != scorepad.entries[number - 1]
    if changed:
        effects = entry_effects.effects(scorepad, line, form.entered)
    shared = correction_context(holder, scorepad)
    entry = scorepad.entries[number - 1]
    context = {
        **shared,
        "is_played": isinstance(entry, Hand) and entry.points is not None,
        "form": form,
        "stake": saved_bid(scorepad, number) if shared["long"] and not form.is_bound else None,
        "is_adjustment": isinstance(form, AdjustmentForm),
        "is_target": isinstance(form, TargetForm),
        "line": line,
        "number": number,
        "changed": changed,
        "effects": effects,
        "notice": notice,
        **submission_fields(holder, scorepad, request.POST.get("key")),
    }
    part = "#effects" if is_htmx(request) else ""
    return render(request, f"entry/correct.html{part}", context, status=status)


def saved_bid(scorepad: Scorepad, number: int) -> dict[str, Any] | None:
    """The bid of that hand as one line, until somebody changes it; None where nobody bid."""
    entry, ledger = scorepad.entries[number - 1], scorepad.ledger
    if not isinstance(entry, Hand) or entry.bid is None:
        return None
    lines = ledger.lines[: number - 1]
    return presenters.stake_of(scorepad, entry, lines[-1].totals if lines else ledger.start)


def show_stale_correction(
    request: HttpRequest, holder: Holder, scorepad: Scorepad, line: int
) -> HttpResponse:
    form = correction_form(scorepad, line, request.POST)
    form.is_valid()
    stored = scorepad.entries[scorepad.find_number(line) - 1]
    theirs = presenters.describe_entry(form.scorepad, stored)
    yours = presenters.describe_entry(form.scorepad, form.entered) if form.is_valid() else ""
    text = f"{prompts.meanwhile(scorepad, holder.phone)} It is now: {theirs}. Yours: {yours}."
    notice = Notice("Not saved yet: the game went on", text)
    return show_correction(request, holder, line, form, status=409, notice=notice)


def show_striking(
    request: HttpRequest,
    holder: Holder,
    scorepad: Scorepad,
    line: int,
    notice: Notice | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    number = scorepad.find_number(line)
    context = {
        **correction_context(holder, scorepad),
        "line": line,
        "number": number,
        "told": presenters.describe_entry(scorepad.as_seated(number), scorepad.entries[number - 1]),
        "effects": entry_effects.effects(scorepad, line, None),
        "notice": notice,
        **submission_fields(holder, scorepad),
    }
    return render(request, "entry/strike.html", context, status=status)
