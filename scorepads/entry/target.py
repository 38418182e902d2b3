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
from scorepads.entry import services as entry_services
from scorepads.entry.forms import TargetForm
from scorepads.entry.responses import (
    answer_saved,
    correction_context,
    read_submission,
    show_pad,
    submission_fields,
)
from scorepads.entry.services import PadClosed, PadFull, StalePad
from scorepads.entry.views import CLOSED, FULL
from scorepads.rules.hand import read_entry

WENT_ON = Notice(
    "Not changed yet: the pad went on", "This is what the new target would do to it now."
)


@limited("writes", "pad")
@require_http_methods(["GET", "POST"])
@with_pad(PENCIL)
def retarget(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Another target from here on: first what it would do, and for whom, then the change."""
    scorepad = read_pad(holder.pad)
    form = TargetForm(scorepad, request.POST if request.method == "POST" else None)
    if request.method == "GET":
        return _show(request, holder, scorepad, form)
    saving = request.POST.get("do") == "save"
    if saving and (before := entry_services.find_duplicate(read_submission(request, holder))):
        return answer_saved(request, holder, before)
    if not form.is_valid():
        return _show(request, holder, scorepad, form, status=422)
    if not saving:
        return _show(request, holder, scorepad, form)
    try:
        outcome = entry_services.save_hand(read_submission(request, holder), form.facts())
    except StalePad:
        scorepad = read_pad(holder.pad)
        again = TargetForm(scorepad, request.POST)
        return _show(request, holder, scorepad, again, notice=WENT_ON, status=409)
    except PadClosed:
        return show_pad(request, holder, scorepad, notice=CLOSED, status=409)
    except PadFull:
        return show_pad(request, holder, scorepad, notice=FULL, status=409)
    return answer_saved(request, holder, outcome)


def _show(
    request: HttpRequest,
    holder: Holder,
    scorepad: Scorepad,
    form: TargetForm,
    *,
    notice: Notice | None = None,
    status: int = 200,
) -> HttpResponse:
    if scorepad.ledger.is_over:
        return show_pad(request, holder, scorepad, notice=CLOSED, status=409)
    told = ""
    if form.is_bound and form.is_valid():
        told = prompts.preview(scorepad, read_entry(form.facts(), scorepad.rules, scorepad.sides))
    context = {
        **correction_context(holder, scorepad),
        "form": form,
        "told": told,
        "notice": notice,
        **submission_fields(holder, scorepad, request.POST.get("key")),
    }
    return render(request, "entry/target.html", context, status=status)
