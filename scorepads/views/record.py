"""The record of pads: chart, numbers, the evening, settling up, files out and files in."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from scorepads import evening, links, numbers, pages, services, swaps, transfers
from scorepads.charts import Chart, Series
from scorepads.charts import chart as draw
from scorepads.decorators import PENCIL, WATCH, with_pad
from scorepads.forms.record import MOST_PASTED, ImportForm, SettleForm
from scorepads.links import Holder
from scorepads.models import Pad, PadLink
from scorepads.picture import picture as final_picture
from scorepads.rules.hand import TargetChange
from scorepads.rules.terms import change_of
from scorepads.selectors import Scorepad, newest_first, read_pad, read_pads
from scorepads.services import AlreadyOpened, Brought
from scorepads.views.showing import ONCE_MORE, correction_context, sending

# --- The chart -----------------------------------------------------------------------------


@require_GET
@with_pad(WATCH)
def chart(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Totals over hands as a picture, and the same as a table."""
    now = read_pad(holder.pad)
    context = {
        **correction_context(holder, now),
        "chart": _chart(now) if now.ledger.lines else None,
        "rows": [row for row in pages.rows(now) if not row.after_the_end],
        "start": [pages.figure(total) for total in now.start] if any(now.start) else None,
        "targets": _targets(now),
        "state": pages.state(now),
    }
    return render(request, "record/chart.html", context)


def _chart(now: Scorepad) -> Chart:
    lines = now.ledger.lines
    return draw(
        [
            Series(
                name,
                [now.start[side], *(line.totals[side] for line in lines)],
                [
                    line.number
                    for line in lines
                    if line.made is False and getattr(line.entry, "pitcher", None) == side
                ],
            )
            for side, name in enumerate(now.names)
        ],
        targets=_targets(now),
    )


def _targets(now: Scorepad) -> list[tuple[int, int]]:
    """The targets, each with the line after which it held."""
    changed = [
        (line.number, line.entry.target)
        for line in now.ledger.lines
        if isinstance(line.entry, TargetChange)
    ]
    return [(0, now.opened_under.target), *changed]


# --- The numbers ---------------------------------------------------------------------------


@require_GET
@with_pad(WATCH)
def pad_numbers(request: HttpRequest, holder: Holder) -> HttpResponse:
    now = read_pad(holder.pad)
    context = {**correction_context(holder, now), **_numbers([now])}
    return render(request, "record/numbers.html", context)


@never_cache
@require_GET
def phone_numbers(request: HttpRequest) -> HttpResponse:
    """The numbers of all pads that this phone holds, the oldest first."""
    read = read_pads(newest_first(links.held_pads(request)).reverse())
    return render(request, "record/numbers.html", _numbers(read))


def _numbers(read: list[Scorepad]) -> dict[str, Any]:
    counted = numbers.numbers(read)
    back = counted.comeback
    places = {"own": pages.figure(back.own), "other": pages.figure(back.other)} if back else {}
    return {"numbers": counted, **places}


# --- The evening ---------------------------------------------------------------------------


@require_GET
@with_pad(WATCH)
def this_evening(request: HttpRequest, holder: Holder) -> HttpResponse:
    """The games of one evening, and how they stand; those that this phone holds as links."""
    now, held = read_pad(holder.pad), links.held_pads(request)
    found = evening.whole_evening(now, held)
    games = [
        (game, pages.board(game), pages.state(game), str(game.pad.public_id) in held)
        for game in found.games
    ]
    context = {**correction_context(holder, now), "found": found, "games": games}
    return render(request, "record/evening.html", context)


@require_GET
@with_pad(WATCH)
def settle(request: HttpRequest, holder: Holder) -> HttpResponse:
    """So much a point and a set, only once somebody asks for it by giving amounts."""
    now = read_pad(holder.pad)
    form = SettleForm(request.GET if request.GET else None)
    settled = None
    if form.is_bound and form.is_valid():
        settled = numbers.settle(now, form.cleaned_data["point"], form.cleaned_data["set"])
    context = {
        **correction_context(holder, now),
        "form": form,
        "settled": [
            (each, pages.figure(each.total), change_of(each.gets)) for each in settled or ()
        ],
        "payments": numbers.payments(settled or ()),
    }
    status = 422 if form.is_bound and not form.is_valid() else 200
    return render(request, "record/settle.html", context, status=status)


@require_http_methods(["GET", "POST"])
@with_pad(PENCIL)
def swap(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Play again with other partners or in another order: one tap for each way to sit."""
    now = read_pad(holder.pad)
    choices = swaps.swaps(now)
    if request.method == "GET":
        return _show_swaps(request, holder, now)
    chosen = request.POST.get("swap", "")
    if chosen not in map(str, range(len(choices))):
        return _show_swaps(request, holder, now, status=422)
    seated = choices[int(chosen)]
    link: PadLink | None
    try:
        _, link = services.swap_and_play_again(
            now, seated.sides, seated.first_dealer, open_key=_key(request)
        )
    except AlreadyOpened as opened:
        link = links.opening_link(opened.pad)
    if link is None:
        return _go_home()
    links.grant(request, link)
    messages.success(request, f"{seated.title}. {seated.deals[0]} deals.")
    return _see(link.pad)


@with_pad(PENCIL)
def swap_once_more(request: HttpRequest, holder: Holder) -> HttpResponse:
    return _show_swaps(request, holder, read_pad(holder.pad), notice=ONCE_MORE, status=403)


def _show_swaps(
    request: HttpRequest, holder: Holder, now: Scorepad, *, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        **correction_context(holder, now),
        **sending(holder, now, request.POST.get("key")),
        "as_now": swaps.as_they_sit(now),
        "swaps": swaps.swaps(now),
        **more,
    }
    return render(request, "record/swap.html", context, status=status)


# --- Out -----------------------------------------------------------------------------------


@require_GET
@with_pad(WATCH)
def export(request: HttpRequest, holder: Holder) -> HttpResponse:
    """What the pad can be had as."""
    now = read_pad(holder.pad)
    context = {**correction_context(holder, now), "told": transfers.told(now)}
    return render(request, "record/export.html", context)


@require_GET
@with_pad(WATCH)
def download(request: HttpRequest, holder: Holder, kind: str) -> HttpResponse:
    if kind not in DOWNLOADS:
        raise Http404
    content_type, ending, write = DOWNLOADS[kind]
    now = read_pad(holder.pad)
    return _attached(write(now), content_type, transfers.file_name(now, ending))


def _picture(now: Scorepad) -> str:
    context = {"picture": final_picture(now), "now": now}
    return render_to_string("record/picture.svg", context).strip() + "\n"


def _json(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


JSON = "application/json"

DOWNLOADS: dict[str, tuple[str, str, Callable[[Scorepad], str]]] = {
    "ledger.json": (JSON, ".json", lambda now: _json(transfers.ledger_document(now))),
    "pad.json": (JSON, "-pad.json", lambda now: _json(transfers.pad_document(now))),
    "history.json": (
        JSON,
        "-history.json",
        lambda now: _json(transfers.pad_document(now, history=True)),
    ),
    "hands.csv": ("text/csv; charset=utf-8", ".csv", transfers.as_csv),
    "score.txt": ("text/plain; charset=utf-8", ".txt", transfers.as_text),
    "picture.svg": ("image/svg+xml", ".svg", _picture),
}
"""By the last part of the address: the type, the end of the file's name, and who writes it."""


@never_cache
@require_GET
def download_all(request: HttpRequest) -> HttpResponse:
    """Every pad that this phone holds in one file; `?history=1` with every correction."""
    read = read_pads(newest_first(links.held_pads(request)))
    document = transfers.pads_document(read, history=request.GET.get("history") == "1")
    day = timezone.now().date().isoformat()
    return _attached(json.dumps(document, ensure_ascii=False), JSON, f"pitch-all-pads-{day}.json")


def _attached(text: str, content_type: str, name: str) -> HttpResponse:
    disposition = f'attachment; filename="{name}"'
    headers = {"Content-Disposition": disposition, "X-Robots-Tag": "noindex"}
    return HttpResponse(text, content_type=content_type, headers=headers)


# --- In ------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
def import_pads(request: HttpRequest) -> HttpResponse:
    """Pads from a file or pasted. The same form twice, and the same pad twice, is one pad."""
    if request.method == "GET":
        return _show_import(request, ImportForm())
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _show_import(request, form, status=422)
    # The form's key with what was in it: gone back to and filled anew, it brings anew.
    key = uuid5(_key(request), sha256(form.raw.encode()).hexdigest())
    if before := services.brought_before(key, len(form.brought)):
        return _brought(request, before, already=0)
    fresh, here = _not_here(request, form.brought)
    try:
        opened = services.import_pads(fresh, open_key=key) if fresh else []
    except AlreadyOpened:
        return _brought(request, services.brought_before(key, len(form.brought)), already=0)
    return _brought(request, opened, already=len(here), here=here)


def import_once_more(request: HttpRequest) -> HttpResponse:
    """A form that was not trusted any more: shown again with the text that was pasted."""
    return _show_import(request, ImportForm({"text": request.POST.get("text", "")}), status=403)


def _show_import(request: HttpRequest, form: ImportForm, *, status: int = 200) -> HttpResponse:
    key = request.POST.get("key") or uuid4()
    notice = ONCE_MORE if status == 403 else None
    wrong = form.wrong if form.is_bound and not notice else []
    context = {"form": form, "key": key, "notice": notice, "most": MOST_PASTED, "wrong": wrong}
    return render(request, "record/import.html", context, status=status)


def _not_here(request: HttpRequest, brought: list[Brought]) -> tuple[list[Brought], list[Scorepad]]:
    """The pads that this phone does not hold yet, and those it does."""
    dates = [each.opened_at for each in brought if each.opened_at]
    held = newest_first(links.held_pads(request)).filter(opened_at__in=dates) if dates else []
    read = read_pads(held)
    place: dict[int, int] = {}
    fresh: list[Brought] = []
    here: list[Scorepad] = []
    for number, each in enumerate(brought):
        same = next((now for now in read if transfers.is_same(now, each)), None)
        if same:
            here.append(same)
        else:
            place[number] = len(fresh)
            fresh.append(services.following(each, place))
    return fresh, here


def _brought(
    request: HttpRequest, opened: list[PadLink], *, already: int, here: list[Scorepad] | None = None
) -> HttpResponse:
    """On to the pad, or with several to the list of pads; says what came in."""
    if opened:
        links.grant_all(request, opened)
    messages.success(request, _what_came(len(opened), already))
    pads = [link.pad for link in opened] + [now.pad for now in here or ()]
    return _see(pads[0]) if len(pads) == 1 else _go_home()


def _what_came(many: int, already: int) -> str:
    came = f"{many} pad{'s' if many != 1 else ''} brought in."
    if not already:
        return came
    there = f"{already} {'were' if already != 1 else 'was'} on this phone already."
    return f"{came} {there}" if many else there


def _key(request: HttpRequest) -> UUID:
    """The form's key; a form that lost it opens one pad more rather than none."""
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError:
        return uuid4()


def _see(pad: Pad) -> HttpResponse:
    response = redirect("scorepads:pad", public_id=pad.public_id)
    response.status_code = 303
    return response


def _go_home() -> HttpResponse:
    response = redirect("scorepads:home")
    response.status_code = 303
    return response
