"""Looking at one hand, correcting it, striking it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_http_methods

from scorepads.core import presenters
from scorepads.core.access import PENCIL, WATCH, Holder, with_pad
from scorepads.core.http import Notice, is_htmx
from scorepads.core.limits import limited
from scorepads.core.scorepad import Scorepad, read_pad
from scorepads.entry import effects as entry_effects
from scorepads.entry import prompts
from scorepads.entry import services as entry_services
from scorepads.entry.forms import AdjustmentForm, TargetForm
from scorepads.entry.hand_form import HandForm
from scorepads.entry.responses import (
    answer_saved,
    correction_context,
    read_submission,
    show_pad,
    submission_fields,
)
from scorepads.entry.services import NoSuchHand, PadFull, Saved, StalePad, Submission
from scorepads.entry.views import FULL
from scorepads.rules.hand import Adjustment, TargetChange, read_entry

NOT_STRUCK = Notice(
    "Not struck yet", "The pad went on meanwhile. This is what striking would change now."
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
            return _gone(request, holder, line)

    return found


def _gone(request: HttpRequest, holder: Holder, line: int) -> HttpResponse:
    scorepad = read_pad(holder.pad)
    if line not in {row.line for row in scorepad.rows}:
        raise Http404
    notice = Notice(
        "That hand is not in the ledger any more", prompts.meanwhile(scorepad, holder.phone)
    )
    status = 409 if request.method == "POST" else 410
    return show_pad(request, holder, scorepad, notice=notice, status=status)


@require_GET
@with_pad(WATCH)
@with_line
def hand(request: HttpRequest, holder: Holder, line: int) -> HttpResponse:
    """All about one hand: what was entered, why it scores as it does, its versions."""
    scorepad = read_pad(holder.pad)
    number = _number(scorepad, line)
    versions = [row for row in scorepad.rows if row.line == line]
    context = {
        **correction_context(holder, scorepad),
        "row": presenters.rows_with_play(scorepad)[number - 1],
        "told": presenters.describe(scorepad, scorepad.lines[number - 1].facts),
        "result": presenters.line_result(scorepad, number),
        "dealer": scorepad.seat_name(scorepad.dealers[number - 1]),
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
    form = _correction(scorepad, line, request.POST if request.method == "POST" else None)
    if request.method == "GET":
        return _show_correction(request, holder, scorepad, line, form)
    valid, do = form.is_valid(), request.POST.get("do")
    if isinstance(form, HandForm) and "rest" in request.POST:
        form.fill_rest(request.POST["rest"])
        return _show_correction(request, holder, scorepad, line, form)
    if not valid:
        return _show_correction(request, holder, scorepad, line, form, status=422)
    if do != "save":
        return _show_correction(request, holder, scorepad, line, form)
    facts = form.facts()
    return _put_right(
        request,
        holder,
        lambda sent: entry_services.correct_hand(sent, line, facts),
        stale=lambda scorepad: _stale_correction(request, holder, scorepad, line),
    )


@limited("writes", "pad")
@require_http_methods(["GET", "POST"])
@with_pad(PENCIL)
@with_line
def strike(request: HttpRequest, holder: Holder, line: int) -> HttpResponse:
    scorepad = read_pad(holder.pad)
    if request.method == "GET":
        return _show_striking(request, holder, scorepad, line)
    return _put_right(
        request,
        holder,
        lambda sent: entry_services.strike_hand(sent, line),
        stale=lambda scorepad: _show_striking(
            request, holder, scorepad, line, NOT_STRUCK, status=409
        ),
    )


def _put_right(
    request: HttpRequest,
    holder: Holder,
    change: Callable[[Submission], Saved],
    stale: Callable[[Scorepad], HttpResponse],
) -> HttpResponse:
    try:
        outcome = change(read_submission(request, holder))
    except StalePad:
        return stale(read_pad(holder.pad))
    except PadFull:
        return show_pad(request, holder, read_pad(holder.pad), notice=FULL, status=409)
    return answer_saved(request, holder, outcome)


def _number(scorepad: Scorepad, line: int) -> int:
    number = scorepad.number_of(line)
    if number is None:
        raise NoSuchHand
    return number


def _correction(scorepad: Scorepad, line: int, data: object) -> CorrectionForm:
    number = _number(scorepad, line)
    entry = scorepad.entries[number - 1]
    if isinstance(entry, Adjustment):
        return AdjustmentForm(scorepad, data, entry=entry)
    if isinstance(entry, TargetChange):
        return TargetForm(scorepad, data, entry=entry)
    return HandForm(
        scorepad, data, entry=entry, dealer=scorepad.dealers[number - 1], can_change_kind=True
    )


def _show_correction(
    request: HttpRequest,
    holder: Holder,
    scorepad: Scorepad,
    line: int,
    form: CorrectionForm,
    *,
    status: int = 200,
    notice: Notice | None = None,
) -> HttpResponse:
    number = _number(scorepad, line)
    effects = None
    changed = form.is_bound and form.is_valid() and form.facts() != scorepad.lines[number - 1].facts
    if changed:
        entry = read_entry(form.facts(), scorepad.rules, scorepad.sides)
        effects = entry_effects.effects(scorepad, line, entry)
    context = {
        **correction_context(holder, scorepad),
        "form": form,
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


def _stale_correction(
    request: HttpRequest, holder: Holder, scorepad: Scorepad, line: int
) -> HttpResponse:
    form = _correction(scorepad, line, request.POST)
    form.is_valid()
    stored = scorepad.lines[_number(scorepad, line) - 1]
    theirs = presenters.describe(scorepad, stored.facts)
    yours = presenters.describe(scorepad, form.facts()) if form.is_valid() else ""
    text = f"{prompts.meanwhile(scorepad, holder.phone)} It stands as: {theirs}. Yours: {yours}."
    notice = Notice("Not saved yet: the pad went on", text)
    return _show_correction(request, holder, scorepad, line, form, status=409, notice=notice)


def _show_striking(
    request: HttpRequest,
    holder: Holder,
    scorepad: Scorepad,
    line: int,
    notice: Notice | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    number = _number(scorepad, line)
    context = {
        **correction_context(holder, scorepad),
        "line": line,
        "number": number,
        "told": presenters.describe(scorepad, scorepad.lines[number - 1].facts),
        "effects": entry_effects.effects(scorepad, line, None),
        "notice": notice,
        **submission_fields(holder, scorepad),
    }
    return render(request, "entry/strike.html", context, status=status)
