"""Entering hands, and putting them right."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorepads import pages, services
from scorepads.decorators import PENCIL, WATCH, posted, with_pad
from scorepads.forms import AdjustmentForm, HandForm, TargetForm
from scorepads.links import Holder
from scorepads.rules.hand import Adjustment, TargetChange, read_entry
from scorepads.rules.terms import Refused
from scorepads.selectors import Scorepad, read_pad
from scorepads.services import (
    NoSuchHand,
    NothingToUndo,
    PadClosed,
    PadFull,
    Saved,
    Sent,
    StalePad,
)
from scorepads.views.showing import (
    ONCE_MORE,
    Notice,
    by_htmx,
    correction_context,
    saved,
    sending,
    sent_from,
    show_pad,
)

CLOSED = Notice(
    "Not saved: this game is over",
    "A finished pad takes no more hands. Correct or strike a hand, or play again.",
)
FULL = Notice(
    "Not saved: this pad is full",
    f"A pad holds {services.MOST_HANDS} hands and {services.MOST_CHANGES} changes. "
    "Play again on a new one.",
)
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
    now = read_pad(holder.pad)
    if line not in {row.line for row in now.rows}:
        raise Http404
    notice = Notice("That hand is not in the ledger any more", pages.meanwhile(now, holder.phone))
    status = 409 if request.method == "POST" else 410
    return show_pad(request, holder, now, notice=notice, status=status)


@posted
@with_pad(PENCIL)
def record(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Save a hand or its bid alone; or, without script, fill in the rest or just look."""
    now = read_pad(holder.pad)
    form = HandForm(now, request.POST, entry=now.in_play)
    valid, do = form.is_valid(), request.POST.get("do")
    if "rest" in request.POST:
        form.fill_rest(request.POST["rest"])
        return _looked(request, holder, now, form)
    if do == "look":
        return _looked(request, holder, now, form)
    if do == "bid":
        valid = not form.bid_problems()
    if not valid:
        return _refused(request, holder, now, form)
    facts = form.facts(bid_only=do == "bid")
    return _add(request, holder, now, lambda sent: services.record_hand(sent, facts), form=form)


@require_POST
@with_pad(PENCIL)
def preview(request: HttpRequest, holder: Holder) -> HttpResponse:
    """The sentence that says what Save would do with what is tapped so far."""
    now = read_pad(holder.pad)
    form = HandForm(now, request.POST, entry=now.in_play)
    form.is_valid()
    return HttpResponse(escape(says(now, form)))


@posted
@with_pad(PENCIL)
def passed_out(request: HttpRequest, holder: Holder) -> HttpResponse:
    now = read_pad(holder.pad)
    return _add(request, holder, now, lambda sent: services.record_hand(sent, {"passed_out": True}))


@posted
@with_pad(PENCIL)
def adjust(request: HttpRequest, holder: Holder) -> HttpResponse:
    now = read_pad(holder.pad)
    adjustment = AdjustmentForm(now, request.POST)
    if not adjustment.is_valid():
        return show_pad(request, holder, now, adjustment=adjustment, status=422)
    facts = adjustment.facts()
    return _add(
        request,
        holder,
        now,
        lambda sent: services.record_hand(sent, facts),
        adjustment=adjustment,
    )


@posted
@with_pad(PENCIL)
def undo(request: HttpRequest, holder: Holder) -> HttpResponse:
    return _add(request, holder, read_pad(holder.pad), services.undo)


@posted
@with_pad(PENCIL)
def redo(request: HttpRequest, holder: Holder) -> HttpResponse:
    return _add(request, holder, read_pad(holder.pad), services.redo)


@require_GET
@with_pad(WATCH)
@with_line
def hand(request: HttpRequest, holder: Holder, line: int) -> HttpResponse:
    """All about one hand: what was entered, why it scores as it does, its versions."""
    now = read_pad(holder.pad)
    number = _number(now, line)
    versions = [row for row in now.rows if row.line == line]
    context = {
        **correction_context(holder, now),
        "row": pages.rows_with_play(now)[number - 1],
        "told": pages.describe(now, now.lines[number - 1].facts),
        "result": pages.line_result(now, number),
        "dealer": now.seat_name(now.dealers[number - 1]),
        "versions": pages.history(now, versions),
    }
    return render(request, "pads/hand.html", context)


@require_GET
@with_pad(WATCH)
def history(request: HttpRequest, holder: Holder) -> HttpResponse:
    now = read_pad(holder.pad)
    context = {"holder": holder, "now": now, "told": pages.history(now)}
    return render(request, "pads/history.html", context)


@require_http_methods(["GET", "POST"])
@with_pad(PENCIL)
@with_line
def correct(request: HttpRequest, holder: Holder, line: int) -> HttpResponse:
    """A hand with every field as saved; shows what a change would do before it is saved."""
    now = read_pad(holder.pad)
    form = _correction(now, line, request.POST if request.method == "POST" else None)
    if request.method == "GET":
        return _show_correction(request, holder, now, line, form)
    valid, do = form.is_valid(), request.POST.get("do")
    if isinstance(form, HandForm) and "rest" in request.POST:
        form.fill_rest(request.POST["rest"])
        return _show_correction(request, holder, now, line, form)
    if not valid:
        return _show_correction(request, holder, now, line, form, status=422)
    if do != "save":
        return _show_correction(request, holder, now, line, form)
    facts = form.facts()
    return _put_right(
        request,
        holder,
        lambda sent: services.amend_hand(sent, line, facts),
        stale=lambda now: _stale_correction(request, holder, now, line),
    )


@require_http_methods(["GET", "POST"])
@with_pad(PENCIL)
@with_line
def strike(request: HttpRequest, holder: Holder, line: int) -> HttpResponse:
    now = read_pad(holder.pad)
    if request.method == "GET":
        return _show_striking(request, holder, now, line)
    return _put_right(
        request,
        holder,
        lambda sent: services.strike_hand(sent, line),
        stale=lambda now: _show_striking(request, holder, now, line, NOT_STRUCK, status=409),
    )


@with_pad(PENCIL)
def once_more(request: HttpRequest, holder: Holder) -> HttpResponse:
    """A form without entries that was not trusted any more: the pad, to tap it again."""
    return show_pad(request, holder, read_pad(holder.pad), notice=ONCE_MORE, status=403)


@with_pad(PENCIL)
def record_once_more(request: HttpRequest, holder: Holder) -> HttpResponse:
    """A hand whose form was not trusted any more: shown again, choices kept, nothing saved."""
    now = read_pad(holder.pad)
    form = _kept(request, now)
    return show_pad(
        request,
        holder,
        now,
        form=form,
        notice=ONCE_MORE,
        says=says(now, form),
        key=request.POST.get("key"),
        status=403,
    )


@with_pad(PENCIL)
def adjust_once_more(request: HttpRequest, holder: Holder) -> HttpResponse:
    now = read_pad(holder.pad)
    adjustment = AdjustmentForm(now, request.POST)
    return show_pad(request, holder, now, adjustment=adjustment, notice=ONCE_MORE, status=403)


@with_pad(PENCIL)
@with_line
def correct_once_more(request: HttpRequest, holder: Holder, line: int) -> HttpResponse:
    now = read_pad(holder.pad)
    form = _correction(now, line, request.POST)
    form.is_valid()
    return _show_correction(request, holder, now, line, form, notice=ONCE_MORE, status=403)


@with_pad(PENCIL)
@with_line
def strike_once_more(request: HttpRequest, holder: Holder, line: int) -> HttpResponse:
    return _show_striking(request, holder, read_pad(holder.pad), line, ONCE_MORE, status=403)


def says(now: Scorepad, form: HandForm) -> str:
    """What Save would do, or what is still to tap."""
    if now.ledger.is_over:
        return "This game is over."
    if form.is_valid():
        entry = read_entry(form.facts(), now.rules, now.sides)
        return pages.preview(now, entry)
    return pages.still_to_tap(now, form.cleaned_data, form.pitcher)


def _looked(request: HttpRequest, holder: Holder, now: Scorepad, form: HandForm) -> HttpResponse:
    said = says(now, form)
    return show_pad(
        request, holder, now, form=form.unblamed(), says=said, key=request.POST.get("key")
    )


def _refused(request: HttpRequest, holder: Holder, now: Scorepad, form: HandForm) -> HttpResponse:
    if now.ledger.is_over:
        return show_pad(request, holder, now, notice=CLOSED, status=409)
    key = request.POST.get("key")
    return show_pad(request, holder, now, form=form, says=says(now, form), key=key, status=422)


def _add(
    request: HttpRequest,
    holder: Holder,
    now: Scorepad,
    change: Callable[[Sent], Saved],
    **kept: object,
) -> HttpResponse:
    """Make the change, or show the pad with why it was not made and what was typed kept."""
    try:
        outcome = change(sent_from(request, holder, now))
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
        return saved(request, holder, outcome)
    return show_pad(request, holder, read_pad(holder.pad), notice=notice, status=409, **kept)


def _stale(request: HttpRequest, holder: Holder, **kept: object) -> HttpResponse:
    """Another change came first: show it, and keep what was tapped for one more tap."""
    now = read_pad(holder.pad)
    meanwhile = Notice("Not saved yet: the pad went on", pages.meanwhile(now, holder.phone))
    form = kept.get("form")
    if now.ledger.is_over and form:
        meanwhile = Notice("Not saved: the game is over", meanwhile.text)
    if isinstance(form, HandForm) and not now.ledger.is_over:
        again = _kept(request, now)
        kept = {"form": again, "says": says(now, again), "key": request.POST.get("key")}
    return show_pad(request, holder, now, notice=meanwhile, status=409, **kept)


def _kept(request: HttpRequest, now: Scorepad) -> HandForm:
    """The hand as it was tapped, on the pad as it stands now.

    Whose turn it was to deal has moved on with the pad; only a dealer that somebody chose
    is kept.
    """
    data = request.POST.copy()
    if data.get("dealer") == str(_dealer_seen(now, data.get("seen", ""))):
        data["dealer"] = str(now.dealer)
    form = HandForm(now, data, entry=now.in_play)
    form.is_valid()
    return form


def _dealer_seen(now: Scorepad, seen: str) -> int:
    """Whose turn it was at the revision that the form was made for."""
    try:
        revision = int(seen)
    except ValueError:
        return now.dealer
    rows = [row for row in now.rows if row.revision <= revision]
    return now.with_rows(rows).dealer


def _put_right(
    request: HttpRequest,
    holder: Holder,
    change: Callable[[Sent], Saved],
    stale: Callable[[Scorepad], HttpResponse],
) -> HttpResponse:
    try:
        outcome = change(sent_from(request, holder))
    except StalePad:
        return stale(read_pad(holder.pad))
    except PadFull:
        return show_pad(request, holder, read_pad(holder.pad), notice=FULL, status=409)
    return saved(request, holder, outcome)


def _number(now: Scorepad, line: int) -> int:
    number = now.number_of(line)
    if number is None:
        raise NoSuchHand
    return number


def _correction(now: Scorepad, line: int, data: object) -> CorrectionForm:
    number = _number(now, line)
    entry = now.entries[number - 1]
    if isinstance(entry, Adjustment):
        return AdjustmentForm(now, data, entry=entry)
    if isinstance(entry, TargetChange):
        return TargetForm(now, data, entry=entry)
    return HandForm(now, data, entry=entry, dealer=now.dealers[number - 1], can_change_kind=True)


def _show_correction(
    request: HttpRequest,
    holder: Holder,
    now: Scorepad,
    line: int,
    form: CorrectionForm,
    *,
    status: int = 200,
    notice: Notice | None = None,
) -> HttpResponse:
    number = _number(now, line)
    effects = None
    changed = form.is_bound and form.is_valid() and form.facts() != now.lines[number - 1].facts
    if changed:
        entry = read_entry(form.facts(), now.rules, now.sides)
        effects = pages.effects(now, line, entry)
    context = {
        **correction_context(holder, now),
        "form": form,
        "is_adjustment": isinstance(form, AdjustmentForm),
        "is_target": isinstance(form, TargetForm),
        "line": line,
        "number": number,
        "changed": changed,
        "effects": effects,
        "notice": notice,
        **sending(holder, now, request.POST.get("key")),
    }
    part = "#effects" if by_htmx(request) else ""
    return render(request, f"pads/correct.html{part}", context, status=status)


def _stale_correction(
    request: HttpRequest, holder: Holder, now: Scorepad, line: int
) -> HttpResponse:
    form = _correction(now, line, request.POST)
    form.is_valid()
    stored = now.lines[_number(now, line) - 1]
    theirs = pages.describe(now, stored.facts)
    yours = pages.describe(now, form.facts()) if form.is_valid() else ""
    text = f"{pages.meanwhile(now, holder.phone)} It stands as: {theirs}. Yours: {yours}."
    notice = Notice("Not saved yet: the pad went on", text)
    return _show_correction(request, holder, now, line, form, status=409, notice=notice)


def _show_striking(
    request: HttpRequest,
    holder: Holder,
    now: Scorepad,
    line: int,
    notice: Notice | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    number = _number(now, line)
    context = {
        **correction_context(holder, now),
        "line": line,
        "number": number,
        "told": pages.describe(now, now.lines[number - 1].facts),
        "effects": pages.effects(now, line, None),
        "notice": notice,
        **sending(holder, now),
    }
    return render(request, "pads/strike.html", context, status=status)
