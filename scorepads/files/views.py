"""Exporting and importing games."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from keeper.locks import take_slot
from scorepads.core import access
from scorepads.core.access import WATCH, Holder, with_pad
from scorepads.core.busy import busy_answer
from scorepads.core.games_pages import MAX_READ_CHANGES, MAX_READ_GAMES, page_of_games
from scorepads.core.http import see_home, see_pad
from scorepads.core.limits import limited
from scorepads.core.scorepad import Scorepad, newest_first, read_pad, read_pads
from scorepads.entry.responses import correction_context
from scorepads.files import formats, people, reading
from scorepads.files import services as files_services
from scorepads.files.forms import ImportForm
from scorepads.files.picture import ledger_picture as final_picture
from scorepads.files.services import ImportedPad
from scorepads.models import PadLink


@require_GET
@with_pad(WATCH)
def export_page(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Render the page of exports of a pad."""
    scorepad = read_pad(holder.pad)
    files = ["hands.csv", "hands-semicolons.csv"]
    if people.usual_separator(request.headers.get("Accept-Language", "")) == people.SEMICOLON:
        files.reverse()
    context = {
        **correction_context(holder, scorepad),
        "told": people.game_summary(scorepad),
        "csv_files": files,
    }
    response = render(request, "files/export.html", context)
    patch_vary_headers(response, ["Accept-Language"])
    return response


@require_GET
@with_pad(WATCH)
def download_file(request: HttpRequest, holder: Holder, kind: str) -> HttpResponse:
    if kind not in DOWNLOADS:
        raise Http404
    content_type, ending, write = DOWNLOADS[kind]
    scorepad = read_pad(holder.pad)
    return attachment_response(write(scorepad), content_type, people.file_name(scorepad, ending))


def draw_svg(scorepad: Scorepad) -> str:
    context = {"picture": final_picture(scorepad), "scorepad": scorepad}
    return render_to_string("files/picture.svg", context).strip() + "\n"


def dump_json(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


JSON = "application/json"
CSV = "text/csv; charset=utf-8"


DOWNLOADS: dict[str, tuple[str, str, Callable[[Scorepad], str]]] = {
    "ledger.json": (JSON, ".json", lambda scorepad: dump_json(formats.ledger_document(scorepad))),
    "pad.json": (JSON, "-pad.json", lambda scorepad: dump_json(formats.pad_document(scorepad))),
    "history.json": (
        JSON,
        "-history.json",
        lambda scorepad: dump_json(formats.pad_document(scorepad, history=True)),
    ),
    "hands.csv": (CSV, ".csv", people.as_csv),
    "hands-semicolons.csv": (CSV, ".csv", partial(people.as_csv, separator=people.SEMICOLON)),
    "score.txt": ("text/plain; charset=utf-8", ".txt", people.as_text),
    "picture.svg": ("image/svg+xml", ".svg", draw_svg),
}
"""Content type, file name ending and writer of each download, by the end of its address."""


@limited("overviews")
@never_cache
@require_GET
def download_all(request: HttpRequest) -> HttpResponse:
    """Send all pads that this phone holds in one file; `?history=1` adds every change.

    Where they are more than one file may bring in again, list the files, which `?part=` tells.
    """
    history, part = request.GET.get("history") == "1", request.GET.get("part")
    page = page_of_games(
        newest_first(access.held_pads(request)),
        part,
        max_games=MAX_READ_GAMES,
        max_changes=MAX_READ_CHANGES,
    )
    if part is None and page.page_count > 1:
        context = {"parts": range(1, page.page_count + 1), "history": history}
        return render(request, "files/parts.html", context)
    document = formats.pads_document(read_pads(page.pads), history=history)
    number = f"-{page.number}" if page.page_count > 1 else ""
    name = f"pitch-all-pads-{timezone.now().date().isoformat()}{number}.json"
    return attachment_response(json.dumps(document, ensure_ascii=False), JSON, name)


def attachment_response(text: str, content_type: str, name: str) -> HttpResponse:
    disposition = f'attachment; filename="{name}"'
    headers = {"Content-Disposition": disposition, "X-Robots-Tag": "noindex"}
    return HttpResponse(text, content_type=content_type, headers=headers)


@limited("openings")
@never_cache
@require_http_methods(["GET", "POST"])
def import_pads(request: HttpRequest) -> HttpResponse:
    """Import pads from a file or pasted text; duplicate forms and pads make no second pad."""
    if request.method == "GET":
        return show_import_form(request, ImportForm())
    with take_slot("import") as is_free:
        if not is_free:
            return busy_answer(request, "Another file is being imported right now")
        return import_posted(request)


def import_posted(request: HttpRequest) -> HttpResponse:
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return show_import_form(request, form, status=422)
    # The key depends on the text too, so a form that is reused with another text imports that.
    key = access.submission_key(request, form.raw)
    pads = form.imported_pads
    before = files_services.imported_before(key, len(pads))
    held = find_held_pads(request, pads)
    here = {number: held[number] for number in held.keys() - before.keys()}
    opened = files_services.import_pads(
        pads,
        open_key=key,
        leave_out=here,
        grant=lambda link: access.grant_imported(request, [link]),
    )
    return finish_import(request, opened, list(here.values()))


def show_import_form(request: HttpRequest, form: ImportForm, *, status: int = 200) -> HttpResponse:
    wrong = form.problem_texts if form.is_bound else []
    context = {"form": form, "key": access.form_key(request), "wrong": wrong}
    return render(request, "files/import.html", context, status=status)


def find_held_pads(request: HttpRequest, imported: list[ImportedPad]) -> dict[int, Scorepad]:
    """The pads that this phone holds and the file has too, by their position in it."""
    dates = [each.opened_at for each in imported if each.opened_at]
    held = newest_first(access.held_pads(request)).filter(opened_at__in=dates) if dates else []
    known = {reading.pad_identity(scorepad): scorepad for scorepad in read_pads(held)}
    found = {
        number: known.get(reading.imported_identity(each))
        for number, each in enumerate(imported)
        if known and each.opened_at
    }
    return {number: scorepad for number, scorepad in found.items() if scorepad}


def finish_import(
    request: HttpRequest, opened: list[PadLink], here: list[Scorepad]
) -> HttpResponse:
    """Redirect to the pad, or to the list for several, with a message on what was imported."""
    messages.success(request, import_message(len(opened), len(here)))
    pads = [link.pad for link in opened] + [scorepad.pad for scorepad in here]
    return see_pad(pads[0]) if len(pads) == 1 else see_home()


def import_message(many: int, already: int) -> str:
    came = f"{many} game{'s' if many != 1 else ''} imported."
    if not already:
        return came
    there = f"{already} {'were' if already != 1 else 'was'} on this phone already."
    return f"{came} {there}" if many else there
