"""Changing the target of a game that goes on."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from scorepads import pages, services
from scorepads.decorators import PENCIL, with_pad
from scorepads.forms import TargetForm
from scorepads.links import Holder
from scorepads.rules.hand import read_entry
from scorepads.selectors import Scorepad, read_pad
from scorepads.services import PadClosed, PadFull, StalePad
from scorepads.views.hands import CLOSED, FULL
from scorepads.views.showing import (
    ONCE_MORE,
    Notice,
    correction_context,
    saved,
    sending,
    sent_from,
    show_pad,
)

WENT_ON = Notice(
    "Not changed yet: the pad went on", "This is what the new target would do to it now."
)


@require_http_methods(["GET", "POST"])
@with_pad(PENCIL)
def retarget(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Another target from here on: first what it would do, and for whom, then the change."""
    now = read_pad(holder.pad)
    form = TargetForm(now, request.POST if request.method == "POST" else None)
    if request.method == "GET":
        return _show(request, holder, now, form)
    saving = request.POST.get("do") == "save"
    if saving and (before := services.saved_before(sent_from(request, holder))):
        return saved(request, holder, before)
    if not form.is_valid():
        return _show(request, holder, now, form, status=422)
    if not saving:
        return _show(request, holder, now, form)
    try:
        outcome = services.record_hand(sent_from(request, holder), form.facts())
    except StalePad:
        now = read_pad(holder.pad)
        again = TargetForm(now, request.POST)
        return _show(request, holder, now, again, notice=WENT_ON, status=409)
    except PadClosed:
        return show_pad(request, holder, now, notice=CLOSED, status=409)
    except PadFull:
        return show_pad(request, holder, now, notice=FULL, status=409)
    return saved(request, holder, outcome)


@with_pad(PENCIL)
def retarget_once_more(request: HttpRequest, holder: Holder) -> HttpResponse:
    now = read_pad(holder.pad)
    form = TargetForm(now, request.POST)
    return _show(request, holder, now, form, notice=ONCE_MORE, status=403)


def _show(
    request: HttpRequest,
    holder: Holder,
    now: Scorepad,
    form: TargetForm,
    *,
    notice: Notice | None = None,
    status: int = 200,
) -> HttpResponse:
    if now.ledger.is_over:
        return show_pad(request, holder, now, notice=CLOSED, status=409)
    told = ""
    if form.is_bound and form.is_valid():
        told = pages.preview(now, read_entry(form.facts(), now.rules, now.sides))
    context = {
        **correction_context(holder, now),
        "form": form,
        "told": told,
        "notice": notice,
        **sending(holder, now, request.POST.get("key")),
    }
    return render(request, "pads/target.html", context, status=status)
