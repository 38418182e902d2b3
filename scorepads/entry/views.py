"""Entering hands, and putting them right."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.views.decorators.http import require_GET, require_POST

from scorepads.core import presenters
from scorepads.core.access import PENCIL, WATCH, Holder, posted, with_pad
from scorepads.core.http import ONCE_MORE, Notice
from scorepads.core.limits import limited
from scorepads.core.scorepad import Scorepad, read_pad
from scorepads.entry import prompts
from scorepads.entry import services as entry_services
from scorepads.entry.forms import AdjustmentForm
from scorepads.entry.hand_form import HandForm
from scorepads.entry.page_cache import shelved
from scorepads.entry.responses import answer_saved, read_submission, show_pad
from scorepads.entry.services import NothingToUndo, PadClosed, PadFull, Saved, StalePad, Submission
from scorepads.rules.hand import read_entry
from scorepads.rules.terms import Refused

CLOSED = Notice(
    "Not saved: this game is over",
    "A finished pad takes no more hands. Correct or strike a hand, or play again.",
)


FULL = Notice(
    "Not saved: this pad is full",
    f"A pad holds {entry_services.MAX_HANDS} hands and {entry_services.MAX_CHANGES} changes. "
    "Play again on a new one.",
)


@limited("writes", "pad")
@posted
@with_pad(PENCIL)
def record(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Save a hand or its bid alone; or, without script, fill in the rest or just look."""
    scorepad = read_pad(holder.pad)
    form = HandForm(scorepad, request.POST, entry=scorepad.in_play)
    valid, do = form.is_valid(), request.POST.get("do")
    if "rest" in request.POST:
        form.fill_rest(request.POST["rest"])
        return _looked(request, holder, scorepad, form)
    if do == "look":
        return _looked(request, holder, scorepad, form)
    if do == "bid":
        valid = not form.bid_problems()
    if not valid:
        return _refused(request, holder, scorepad, form)
    facts = form.facts(bid_only=do == "bid")
    return _add(
        request, holder, scorepad, lambda sent: entry_services.save_hand(sent, facts), form=form
    )


@require_POST
@with_pad(PENCIL)
def preview(request: HttpRequest, holder: Holder) -> HttpResponse:
    """The sentence that says what Save would do with what is tapped so far."""
    scorepad = read_pad(holder.pad)
    form = HandForm(scorepad, request.POST, entry=scorepad.in_play)
    form.is_valid()
    return HttpResponse(escape(says(scorepad, form)))


@limited("writes", "pad")
@posted
@with_pad(PENCIL)
def passed_out(request: HttpRequest, holder: Holder) -> HttpResponse:
    scorepad = read_pad(holder.pad)
    return _add(
        request, holder, scorepad, lambda sent: entry_services.save_hand(sent, {"passed_out": True})
    )


@limited("writes", "pad")
@posted
@with_pad(PENCIL)
def adjust(request: HttpRequest, holder: Holder) -> HttpResponse:
    scorepad = read_pad(holder.pad)
    adjustment = AdjustmentForm(scorepad, request.POST)
    if not adjustment.is_valid():
        return show_pad(request, holder, scorepad, adjustment=adjustment, status=422)
    facts = adjustment.facts()
    return _add(
        request,
        holder,
        scorepad,
        lambda sent: entry_services.save_hand(sent, facts),
        adjustment=adjustment,
    )


@limited("writes", "pad")
@posted
@with_pad(PENCIL)
def undo(request: HttpRequest, holder: Holder) -> HttpResponse:
    return _add(request, holder, read_pad(holder.pad), entry_services.undo)


@limited("writes", "pad")
@posted
@with_pad(PENCIL)
def redo(request: HttpRequest, holder: Holder) -> HttpResponse:
    return _add(request, holder, read_pad(holder.pad), entry_services.redo)


@require_GET
@with_pad(WATCH)
def history(request: HttpRequest, holder: Holder) -> HttpResponse:
    scorepad = read_pad(holder.pad)
    context = {"holder": holder, "scorepad": scorepad, "told": presenters.history_entries(scorepad)}
    return render(request, "entry/history.html", context)


@with_pad(PENCIL)
def record_once_more(request: HttpRequest, holder: Holder) -> HttpResponse:
    """A hand whose form was not trusted any more: shown again, choices kept, nothing saved."""
    scorepad = read_pad(holder.pad)
    form = _kept(request, scorepad)
    return show_pad(
        request,
        holder,
        scorepad,
        form=form,
        notice=ONCE_MORE,
        says=says(scorepad, form),
        key=request.POST.get("key"),
        status=403,
    )


def says(scorepad: Scorepad, form: HandForm) -> str:
    """What Save would do, or what is still to tap."""
    if scorepad.ledger.is_over:
        return "This game is over."
    if form.is_valid():
        entry = read_entry(form.facts(), scorepad.rules, scorepad.sides)
        return prompts.preview(scorepad, entry)
    return prompts.still_to_tap(scorepad, form.cleaned_data, form.pitcher)


def _looked(
    request: HttpRequest, holder: Holder, scorepad: Scorepad, form: HandForm
) -> HttpResponse:
    said = says(scorepad, form)
    return show_pad(
        request, holder, scorepad, form=form.unblamed(), says=said, key=request.POST.get("key")
    )


def _refused(
    request: HttpRequest, holder: Holder, scorepad: Scorepad, form: HandForm
) -> HttpResponse:
    if scorepad.ledger.is_over:
        return show_pad(request, holder, scorepad, notice=CLOSED, status=409)
    key = request.POST.get("key")
    return show_pad(
        request, holder, scorepad, form=form, says=says(scorepad, form), key=key, status=422
    )


def _add(
    request: HttpRequest,
    holder: Holder,
    scorepad: Scorepad,
    change: Callable[[Submission], Saved],
    **kept: object,
) -> HttpResponse:
    """Make the change, or show the pad with why it was not made and what was typed kept."""
    try:
        outcome = change(read_submission(request, holder, scorepad))
    except StalePad:
        return _stale(request, holder, **kept)
    except PadClosed:
        notice = CLOSED
    except PadFull:
        notice = FULL
    except NothingToUndo:
        notice = Notice("Nothing to take back", "The pad stands as you see it.")
    except Refused as refusal:
        notice = Notice("Not saved", " ".join(p.message for p in refusal.problems))
    else:
        return answer_saved(request, holder, outcome)
    return show_pad(request, holder, read_pad(holder.pad), notice=notice, status=409, **kept)


def _stale(request: HttpRequest, holder: Holder, **kept: object) -> HttpResponse:
    """Another change came first: show it, and keep what was tapped for one more tap."""
    scorepad = read_pad(holder.pad)
    meanwhile = Notice("Not saved yet: the pad went on", prompts.meanwhile(scorepad, holder.phone))
    form = kept.get("form")
    if scorepad.ledger.is_over and form:
        meanwhile = Notice("Not saved: the game is over", meanwhile.text)
    if isinstance(form, HandForm) and not scorepad.ledger.is_over:
        again = _kept(request, scorepad)
        kept = {"form": again, "says": says(scorepad, again), "key": request.POST.get("key")}
    return show_pad(request, holder, scorepad, notice=meanwhile, status=409, **kept)


def _kept(request: HttpRequest, scorepad: Scorepad) -> HandForm:
    """The hand as it was tapped, on the pad as it stands now.

    Whose turn it was to deal has moved on with the pad; only a dealer that somebody chose
    is kept.
    """
    data = request.POST.copy()
    if data.get("dealer") == str(_dealer_seen(scorepad, data.get("seen", ""))):
        data["dealer"] = str(scorepad.dealer)
    form = HandForm(scorepad, data, entry=scorepad.in_play)
    form.is_valid()
    return form


def _dealer_seen(scorepad: Scorepad, seen: str) -> int:
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
    return shelved(request, holder) or show_pad(request, holder, read_pad(holder.pad))
