"""Sheets for printing: of a pad, blank ones of every game, and tally cards; each also as PDF."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from scorepads.core.access import WATCH, Holder, with_pad
from scorepads.core.limits import limited
from scorepads.core.scorepad import Scorepad, read_pad
from scorepads.opening import own_rulesets
from scorepads.opening.own_views import found_or_404
from scorepads.printing import blank as printing_blank
from scorepads.printing import cards, pdf, shapes
from scorepads.printing import of_pad as printing_of_pad
from scorepads.printing.forms import PAPERS, BlankForm, PaperForm, TallyForm
from scorepads.printing.pdf import PdfBusy, PdfTooLong, PdfUnavailable
from scorepads.rules import catalog
from scorepads.rules.rulesets import Ruleset, UnknownRuleset, all_recipes, find_by_key

CSS = "printing/sheet.css"
Shown = dict[str, Any]
Found = tuple[Ruleset, Shown]
Answer = Callable[[HttpRequest, PaperForm, Shown], HttpResponse]


@never_cache
@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """Every game that a blank sheet can be had of."""
    context = {
        "presets": catalog.current.latest(),
        "recipes": all_recipes(),
        "owns": own_rulesets.kept_here(request),
    }
    return render(request, "printing/index.html", context)


@require_GET
@with_pad(WATCH)
def of_pad(request: HttpRequest, holder: Holder) -> HttpResponse:
    return _pad_sheet(request, holder, _page)


@limited("pdfs")
@require_GET
@with_pad(WATCH)
def of_pad_pdf(request: HttpRequest, holder: Holder) -> HttpResponse:
    return _pad_sheet(request, holder, _pdf)


@never_cache
@require_GET
def blank(request: HttpRequest, key: str) -> HttpResponse:
    return _blank_sheet(request, _find_ruleset(key), _page)


@limited("pdfs")
@never_cache
@require_GET
def blank_pdf(request: HttpRequest, key: str) -> HttpResponse:
    return _blank_sheet(request, _find_ruleset(key), _pdf)


@never_cache
@require_GET
def own(request: HttpRequest, family: UUID, version: int) -> HttpResponse:
    return _blank_sheet(request, _own_ruleset(family, version), _page)


@limited("pdfs")
@never_cache
@require_GET
def own_pdf(request: HttpRequest, family: UUID, version: int) -> HttpResponse:
    return _blank_sheet(request, _own_ruleset(family, version), _pdf)


@never_cache
@require_GET
def tally(request: HttpRequest) -> HttpResponse:
    return _tally_cards(request, _page)


@limited("pdfs")
@never_cache
@require_GET
def tally_pdf(request: HttpRequest) -> HttpResponse:
    return _tally_cards(request, _pdf)


def _pad_sheet(request: HttpRequest, holder: Holder, answer: Answer) -> HttpResponse:
    scorepad, form = read_pad(holder.pad), PaperForm(request.GET)
    shown: Shown = {
        "holder": holder,
        "scorepad": scorepad,
        "title": f"{', '.join(scorepad.names)}: {scorepad.rules.preset.name}",
        "file": f"{_day(scorepad)} {' '.join(scorepad.names)}",
        **_addresses("sheet", scorepad.pad.public_id),
    }
    if form.is_valid():
        sheet = printing_of_pad.sheet_of(scorepad)
        shown |= _copies(form, sheet, sheet.head.name)
    return answer(request, form, shown)


def _blank_sheet(request: HttpRequest, at: Found, answer: Answer) -> HttpResponse:
    ruleset, addresses = at
    form = BlankForm(ruleset, request.GET)
    shown: Shown = {
        "game": ruleset,
        "title": f"Score sheet: {ruleset.name}",
        "file": f"blank {ruleset.name}",
        **addresses,
    }
    if form.is_valid():
        sheet = printing_blank.blank_sheet(ruleset.name, form.rules, form.names)
        shown |= _copies(form, sheet, ruleset.name)
    return answer(request, form, shown)


def _tally_cards(request: HttpRequest, answer: Answer) -> HttpResponse:
    form = TallyForm(request.GET)
    shown: Shown = {
        "tally": True,
        "title": "Tally cards",
        "file": "tally cards",
        **_addresses("tally-cards"),
    }
    if form.is_valid():
        shown |= {"tally_pages": cards.tally_pages(form.names, form.copies)}
    return answer(request, form, shown)


def _addresses(view: str, *args: object) -> Shown:
    """Where the page of a sheet is, and the same sheet as a PDF."""
    name = f"scorepads:{view}"
    return {
        "page_address": reverse(name, args=args),
        "pdf_address": reverse(f"{name}-pdf", args=args),
    }


def _find_ruleset(key: str) -> Found:
    try:
        return find_by_key(key), _addresses("blank-sheet", key)
    except UnknownRuleset:
        raise Http404 from None


def _own_ruleset(family: UUID, version: int) -> Found:
    own = found_or_404(family, version)
    ruleset = replace(own_rulesets.ruleset_of(own), name=own.name)
    return ruleset, _addresses("own-sheet", family, version)


def _day(scorepad: Scorepad) -> str:
    return scorepad.pad.opened_at.strftime("%Y-%m-%d")


def _copies(form: PaperForm, sheet: shapes.Sheet, name: str) -> Shown:
    card = cards.rule_card(name, sheet.rules) if form.with_card else None
    return {"sheet": sheet, "card": card, "copies": range(form.copies)}


def _page(request: HttpRequest, form: PaperForm, shown: Mapping[str, Any]) -> HttpResponse:
    """The sheet on a page, to look at and to print from the browser."""
    query = request.GET.copy()
    query.pop("paper", None)
    context = {
        **shown,
        "form": form,
        "paper": form.paper if form.is_valid() else "",
        "papers": PAPERS,
        "zone": None,  # a script writes the dates in the phone's own
        "query": query.urlencode(),
        "has_pdf": pdf.is_available(),
    }
    return render(request, "printing/page.html", context, status=200 if form.is_valid() else 422)


def _pdf(request: HttpRequest, form: PaperForm, shown: Mapping[str, Any]) -> HttpResponse:
    """The same sheet as a PDF to be downloaded; a page that says so where there can be none."""
    if not form.is_valid():
        return _page(request, form, shown)
    if _page_count(shown) > pdf.MAX_PAGES:
        return _no_pdf(request, shown, "too long", 503)
    zone = _zone(request.GET.get("tz", ""))
    context = {**shown, "paper": form.paper or "a4", "zone": zone}
    try:
        made = pdf.make_pdf(render_to_string("printing/pdf.html", context), _style())
    except PdfUnavailable:
        return _no_pdf(request, shown, "unavailable", 501)
    except PdfTooLong:
        return _no_pdf(request, shown, "too long", 503)
    except PdfBusy:
        return _no_pdf(request, shown, "busy", 503)
    response = HttpResponse(made, content_type="application/pdf")
    name = f"pitch-{slugify(shown['file'])[:80].strip('-')}.pdf"
    response["Content-Disposition"] = content_disposition_header(True, name)
    return response


def _page_count(shown: Mapping[str, Any]) -> int:
    if "sheet" not in shown:
        return len(shown["tally_pages"])
    return len(shown["copies"]) * (len(shown["sheet"].pages) + (shown["card"] is not None))


def _no_pdf(request: HttpRequest, shown: Mapping[str, Any], why: str, status: int) -> HttpResponse:
    """Why there is no PDF, and the way back to the page, which can be printed."""
    response = render(request, "printing/no_pdf.html", {**shown, "why": why}, status=status)
    if why == "busy":
        response["Retry-After"] = "30"
    return response


def _zone(name: str) -> ZoneInfo | None:
    """The time zone of that name; None, and then it is UTC, where there is no such zone."""
    try:
        return ZoneInfo(name) if name else None
    except (KeyError, ValueError, OSError):  # unknown; no name at all; a folder of zones
        return None


def _style() -> str:
    return Path(str(finders.find(CSS))).read_text("utf-8")
