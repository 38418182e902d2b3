"""Views of the printed sheets: a pad's, blank ones, and tally cards; each also as a PDF."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from scorepads.core.limits import TooMany, count_amount, limited, too_many_requests
from scorepads.core.scorepad import read_pad
from scorepads.opening import own_rulesets
from scorepads.opening.own_views import found_or_404
from scorepads.printing import pdf
from scorepads.printing.cards import rule_card
from scorepads.printing.forms import PAPERS, BlankForm, PaperForm, PlayedSheetForm, TallyForm
from scorepads.printing.handouts import make_handout
from scorepads.printing.kept_pdfs import PdfBusy, make_pdf
from scorepads.printing.measures import PAPER_SIZES
from scorepads.printing.pdf import PdfTooLong, PdfUnavailable
from scorepads.printing.played_sheets import pad_sheet as pad_sheet_of
from scorepads.printing.record_sheets import blank_sheet
from scorepads.printing.score_pads import score_pad
from scorepads.printing.stacks import CardPage, PrintedSheet, count_pages, make_stack, style_sheets
from scorepads.printing.tally_cards import tally_pages
from scorepads.rules import catalog
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.rulesets import Ruleset, UnknownRuleset, all_recipes, find_by_key

Shown = dict[str, Any]
Found = tuple[Ruleset, Shown]
Answer = Callable[[HttpRequest, PaperForm, Shown], HttpResponse]


@never_cache
@require_GET
def sheet_index(request: HttpRequest) -> HttpResponse:
    """List the games whose blank sheets can be printed, and the tally cards."""
    context = {
        "presets": catalog.current.latest(),
        "recipes": all_recipes(),
        "owns": own_rulesets.kept_here(request),
    }
    return render(request, "printing/index.html", context)


@require_GET
@with_pad(WATCH)
def pad_sheet(request: HttpRequest, holder: Holder) -> HttpResponse:
    return answer_pad_sheet(request, holder, show_page)


@limited("pdfs")
@require_GET
@with_pad(WATCH)
def pad_sheet_pdf(request: HttpRequest, holder: Holder) -> HttpResponse:
    return answer_pad_sheet(request, holder, send_pdf)


@never_cache
@require_GET
def blank_sheets(request: HttpRequest, key: str) -> HttpResponse:
    return answer_blank_sheet(request, find_ruleset(key), show_page)


@limited("pdfs")
@never_cache
@require_GET
def blank_sheets_pdf(request: HttpRequest, key: str) -> HttpResponse:
    return answer_blank_sheet(request, find_ruleset(key), send_pdf)


@never_cache
@require_GET
def own_sheet(request: HttpRequest, family: UUID, version: int) -> HttpResponse:
    return answer_blank_sheet(request, find_own_ruleset(family, version), show_page)


@limited("pdfs")
@never_cache
@require_GET
def own_sheet_pdf(request: HttpRequest, family: UUID, version: int) -> HttpResponse:
    return answer_blank_sheet(request, find_own_ruleset(family, version), send_pdf)


@never_cache
@require_GET
def tally_cards(request: HttpRequest) -> HttpResponse:
    return answer_tally_cards(request, show_page)


@limited("pdfs")
@never_cache
@require_GET
def tally_cards_pdf(request: HttpRequest) -> HttpResponse:
    return answer_tally_cards(request, send_pdf)


def answer_pad_sheet(request: HttpRequest, holder: Holder, answer: Answer) -> HttpResponse:
    scorepad, form = read_pad(holder.pad), PlayedSheetForm(request.GET)
    shown: Shown = {
        "holder": holder,
        "scorepad": scorepad,
        "title": f"{', '.join(scorepad.names)}: {scorepad.game_name}",
        "file": f"{scorepad.pad.opened_at:%Y-%m-%d} {' '.join(scorepad.names)}",
        **sheet_addresses("sheet", scorepad.pad.public_id),
    }
    if form.is_valid():
        paper = PAPER_SIZES[form.paper]
        sheet = pad_sheet_of(scorepad, paper=paper, is_large=form.is_large)
        card = card_page(scorepad.game_name, scorepad.rules, form)
        shown["stack"] = make_stack((sheet, 1), (card, int(form.with_card)))
    return answer(request, form, shown)


def card_page(name: str, rules: Rules, form: PaperForm, on_a_page: int = 1) -> CardPage:
    return CardPage(rule_card(name, rules), on_a_page, form.is_large)


def answer_blank_sheet(request: HttpRequest, at: Found, answer: Answer) -> HttpResponse:
    ruleset, addresses = at
    form = BlankForm(ruleset, request.GET)
    shown: Shown = {
        "game": ruleset,
        "title": f"Score sheets: {ruleset.name}",
        "file": f"sheets {ruleset.name}",
        **addresses,
    }
    if form.is_valid():
        shown["stack"] = blank_stack(ruleset, form)
    return answer(request, form, shown)


def blank_stack(ruleset: Ruleset, form: BlankForm) -> list[PrintedSheet]:
    """The sheets that the form asks for."""
    name, rules, names, is_large = ruleset.name, form.rules, form.names, form.is_large
    paper = PAPER_SIZES[form.paper]
    pad = score_pad(name, rules, names, games=form.games, paper=paper, is_large=is_large)
    record = blank_sheet(name, rules, names, paper=paper, is_large=is_large)
    return make_stack(
        (pad, form.count_of("pads")),
        (record, form.count_of("records")),
        (card_page(name, rules, form, form.cards_on_a_page), form.count_of("cards")),
        (make_handout(ruleset.preset, is_large=is_large), form.count_of("handouts")),
    )


def answer_tally_cards(request: HttpRequest, answer: Answer) -> HttpResponse:
    form = TallyForm(request.GET)
    shown: Shown = {
        "tally": True,
        "title": "Tally cards",
        "file": "tally cards",
        **sheet_addresses("tally-cards"),
    }
    if form.is_valid():
        pages = tally_pages(form.names, form.copies, is_large=form.is_large)
        shown["stack"] = [PrintedSheet(page) for page in pages]
    return answer(request, form, shown)


def sheet_addresses(view: str, *args: object) -> Shown:
    """The addresses of a sheet's page and of its PDF."""
    name = f"scorepads:{view}"
    return {
        "page_address": reverse(name, args=args),
        "pdf_address": reverse(f"{name}-pdf", args=args),
    }


def find_ruleset(key: str) -> Found:
    try:
        return find_by_key(key), sheet_addresses("blank-sheet", key)
    except UnknownRuleset:
        raise Http404 from None


def find_own_ruleset(family: UUID, version: int) -> Found:
    version_row = found_or_404(family, version)
    ruleset = replace(own_rulesets.ruleset_of(version_row), name=version_row.name)
    return ruleset, sheet_addresses("own-sheet", family, version)


def club_texts(form: PaperForm) -> Shown:
    """What a club adds to its sheets."""
    return {"club": form.club, "line": form.line} if form.is_valid() else {}


def show_page(request: HttpRequest, form: PaperForm, shown: Mapping[str, Any]) -> HttpResponse:
    """Render the sheet as a page that the browser prints."""
    query = request.GET.copy()
    query.pop("paper", None)
    context = {
        **shown,
        "form": form,
        **club_texts(form),
        "styles": style_sheets(shown.get("stack", ()), form.paper),
        "papers": PAPERS,
        "zone": None,  # a script shows the dates in the phone's time zone
        "query": query.urlencode(),
        "has_pdf": pdf.is_available(),
    }
    return render(request, "printing/page.html", context, status=200 if form.is_valid() else 422)


def send_pdf(request: HttpRequest, form: PaperForm, shown: Mapping[str, Any]) -> HttpResponse:
    """Send the sheet as a PDF download, or a page that says why there is none."""
    if not form.is_valid():
        return show_page(request, form, shown)
    pages = count_pages(shown["stack"])
    if pages > pdf.MAX_PAGES:
        return explain_missing_pdf(request, shown, "too long", 503)
    zone = find_zone(request.GET.get("tz", ""))
    context = {**shown, **club_texts(form), "zone": zone}
    try:
        style = style_of_pdf(shown["stack"], form.paper or "a4")
        page = render_to_string("printing/pdf.html", context)
        made = make_pdf(page, style, lambda: count_amount(request, "pages", pages))
    except TooMany as many:
        return too_many_requests(request, many.seconds)
    except PdfUnavailable:
        return explain_missing_pdf(request, shown, "unavailable", 501)
    except PdfTooLong:
        return explain_missing_pdf(request, shown, "too long", 503)
    except PdfBusy:
        return explain_missing_pdf(request, shown, "busy", 503)
    response = HttpResponse(made, content_type="application/pdf")
    name = f"pitch-{slugify(shown['file'])[:80].strip('-')}.pdf"
    response["Content-Disposition"] = content_disposition_header(True, name)
    return response


def style_of_pdf(stack: Sequence[PrintedSheet], paper: str) -> str:
    """The style sheets of a stack on this paper, as one text."""
    files = [Path(str(finders.find(name))) for name in style_sheets(stack, paper)]
    return "".join(file.read_text("utf-8") for file in files)


def explain_missing_pdf(
    request: HttpRequest, shown: Mapping[str, Any], why: str, status: int
) -> HttpResponse:
    """Render a page that says why there is no PDF, with a link to the printable page."""
    response = render(request, "printing/no_pdf.html", {**shown, "why": why}, status=status)
    if why == "busy":
        response["Retry-After"] = "5"
    return response


def find_zone(name: str) -> ZoneInfo | None:
    """The time zone of that name; None, which means UTC, where there is no such zone."""
    try:
        return ZoneInfo(name) if name else None
    except (KeyError, ValueError, OSError):  # unknown, no valid name, or a folder of zones
        return None
