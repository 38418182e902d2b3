"""Changing the target of a game that goes on."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from scorepads.core.access import PENCIL, Holder, with_pad
from scorepads.core.http import Notice
from scorepads.core.limits import limited
from scorepads.core.scorepad import Scorepad, read_pad
from scorepads.entry import prompts
from scorepads.entry.forms import TargetForm
from scorepads.entry.responses import (
    answer_saved,
    correction_context,
    read_submission,
    submission_fields,
)
from scorepads.entry.services import NotSaved, PadClosed, StalePad, find_duplicate, save_hand
from scorepads.entry.views import show_not_saved

WENT_ON = Notice(
    "Not changed yet: the game went on", "This is what the new target would do to it now."
)


@limited("writes", "pad")
@require_http_methods(["GET", "POST"])
@with_pad(PENCIL)
def retarget(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Another target from here on: first what it would do, and for whom, then the change."""
    scorepad = read_pad(holder.pad)
    form = TargetForm(scorepad, request.POST if request.method == "POST" else None)
    if request.method == "GET":
        return show_target_form(request, holder, scorepad, form)
    submission = read_submission(request, holder, scorepad)
    saving = request.POST.get("do") == "save"
    if saving and (before := find_duplicate(submission)):
        return answer_saved(request, holder, before)
    if not form.is_valid():
        return show_target_form(request, holder, scorepad, form, status=422)
    if not saving:
        return show_target_form(request, holder, scorepad, form)
    try:
        saved = save_hand(submission, form.entered)
    except StalePad:
        scorepad = read_pad(holder.pad)
        again = TargetForm(scorepad, request.POST)
        return show_target_form(request, holder, scorepad, again, notice=WENT_ON, status=409)
    except NotSaved as why:
        return show_not_saved(request, holder, why)
    return answer_saved(request, holder, saved)


def show_target_form(
    request: HttpRequest,
    holder: Holder,
    scorepad: Scorepad,
    form: TargetForm,
    *,
    notice: Notice | None = None,
    status: int = 200,
) -> HttpResponse:
    if scorepad.ledger.is_over:
        return show_not_saved(request, holder, PadClosed())
    told = ""
    if form.is_bound and form.is_valid():
        told = prompts.preview(scorepad, form.entered)
    context = {
        **correction_context(holder, scorepad),
        "form": form,
        "told": told,
        "notice": notice,
        **submission_fields(holder, scorepad, request.POST.get("key")),
    }
    return render(request, "entry/target.html", context, status=status)
