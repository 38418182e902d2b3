"""Exporting and importing games."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any
from uuid import uuid4, uuid5

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from scorepads.core import access
from scorepads.core.access import WATCH, Holder, with_pad
from scorepads.core.http import see_home, see_pad, submission_key
from scorepads.core.limits import limited
from scorepads.core.scorepad import Scorepad, newest_first, read_pad, read_pads
from scorepads.entry.responses import correction_context
from scorepads.files import formats, people, reading
from scorepads.files import services as files_services
from scorepads.files.forms import ImportForm
from scorepads.files.picture import ledger_picture as final_picture
from scorepads.files.services import ImportedPad
from scorepads.models import PadLink
from scorepads.opening.services import AlreadyOpened


@require_GET
@with_pad(WATCH)
def export(request: HttpRequest, holder: Holder) -> HttpResponse:
    """What the pad can be had as."""
    scorepad = read_pad(holder.pad)
    context = {**correction_context(holder, scorepad), "told": people.game_summary(scorepad)}
    return render(request, "files/export.html", context)


@require_GET
@with_pad(WATCH)
def download(request: HttpRequest, holder: Holder, kind: str) -> HttpResponse:
    if kind not in DOWNLOADS:
        raise Http404
    content_type, ending, write = DOWNLOADS[kind]
    scorepad = read_pad(holder.pad)
    return _attached(write(scorepad), content_type, people.file_name(scorepad, ending))


def _picture(scorepad: Scorepad) -> str:
    context = {"picture": final_picture(scorepad), "scorepad": scorepad}
    return render_to_string("files/picture.svg", context).strip() + "\n"


def _json(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


JSON = "application/json"


DOWNLOADS: dict[str, tuple[str, str, Callable[[Scorepad], str]]] = {
    "ledger.json": (JSON, ".json", lambda scorepad: _json(formats.ledger_document(scorepad))),
    "pad.json": (JSON, "-pad.json", lambda scorepad: _json(formats.pad_document(scorepad))),
    "history.json": (
        JSON,
        "-history.json",
        lambda scorepad: _json(formats.pad_document(scorepad, history=True)),
    ),
    "hands.csv": ("text/csv; charset=utf-8", ".csv", people.as_csv),
    "score.txt": ("text/plain; charset=utf-8", ".txt", people.as_text),
    "picture.svg": ("image/svg+xml", ".svg", _picture),
}
"""By the last part of the address: the type, the end of the file's name, and who writes it."""


@never_cache
@require_GET
def download_all(request: HttpRequest) -> HttpResponse:
    """Every pad that this phone holds in one file; `?history=1` with every correction."""
    read = read_pads(newest_first(access.held_pads(request)))
    document = formats.pads_document(read, history=request.GET.get("history") == "1")
    day = timezone.now().date().isoformat()
    return _attached(json.dumps(document, ensure_ascii=False), JSON, f"pitch-all-pads-{day}.json")


def _attached(text: str, content_type: str, name: str) -> HttpResponse:
    disposition = f'attachment; filename="{name}"'
    headers = {"Content-Disposition": disposition, "X-Robots-Tag": "noindex"}
    return HttpResponse(text, content_type=content_type, headers=headers)


@limited("openings")
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
    key = uuid5(submission_key(request), sha256(form.raw.encode()).hexdigest())
    if before := files_services.brought_before(key, len(form.brought)):
        return _brought(request, before, already=0)
    fresh, here = _not_here(request, form.brought)
    try:
        opened = files_services.import_pads(fresh, open_key=key) if fresh else []
    except AlreadyOpened:
        return _brought(request, files_services.brought_before(key, len(form.brought)), already=0)
    return _brought(request, opened, already=len(here), here=here)


def _show_import(request: HttpRequest, form: ImportForm, *, status: int = 200) -> HttpResponse:
    key = request.POST.get("key") or uuid4()
    wrong = form.wrong if form.is_bound else []
    context = {"form": form, "key": key, "wrong": wrong}
    return render(request, "files/import.html", context, status=status)


def _not_here(
    request: HttpRequest, brought: list[ImportedPad]
) -> tuple[list[ImportedPad], list[Scorepad]]:
    """The pads that this phone does not hold yet, and those it does."""
    dates = [each.opened_at for each in brought if each.opened_at]
    held = newest_first(access.held_pads(request)).filter(opened_at__in=dates) if dates else []
    read = read_pads(held)
    place: dict[int, int] = {}
    fresh: list[ImportedPad] = []
    here: list[Scorepad] = []
    for number, each in enumerate(brought):
        same = next((scorepad for scorepad in read if reading.is_same(scorepad, each)), None)
        if same:
            here.append(same)
        else:
            place[number] = len(fresh)
            fresh.append(files_services.following(each, place))
    return fresh, here


def _brought(
    request: HttpRequest, opened: list[PadLink], *, already: int, here: list[Scorepad] | None = None
) -> HttpResponse:
    """On to the pad, or with several to the list of pads; says what came in."""
    if opened:
        access.grant_imported(request, opened)
    messages.success(request, _what_came(len(opened), already))
    pads = [link.pad for link in opened] + [scorepad.pad for scorepad in here or ()]
    return see_pad(pads[0]) if len(pads) == 1 else see_home()


def _what_came(many: int, already: int) -> str:
    came = f"{many} pad{'s' if many != 1 else ''} brought in."
    if not already:
        return came
    there = f"{already} {'were' if already != 1 else 'was'} on this phone already."
    return f"{came} {there}" if many else there
