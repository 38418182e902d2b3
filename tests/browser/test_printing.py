"""Sheets printed from the browser: the same as the PDF of the server, and fit for every eye."""

from __future__ import annotations

import io
import json
import re
import unicodedata
from collections import Counter
from itertools import cycle
from typing import Any

import pdfplumber
import pypdf
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from scorepads.core.scorepad import read_pad
from scorepads.models import Pad
from scorepads.opening import services as opening_services
from scorepads.rules.interchange import read_ledger
from tests.browser.engines import FirefoxScreen
from tests.browser.states import nine_sides
from tests.browser.table import Table
from tests.browser.thumb import OpenPhone, carry
from tests.factories import fill, hand, make_pad
from tests.preset_files import golden

pytestmark = pytest.mark.paper

PEDRO = ("high", "low", "jack", "game", "pedro", "low_pedro")
SIZES = {"a4": (595, 842), "letter": (612, 792)}


def golden_pad(name: str) -> Pad:
    ledger = json.loads(golden(name).read_text("utf-8"))["ledger"]
    given = read_ledger(ledger)
    pad, _ = opening_services.open_pad(rules=given.rules, sides=given.sides, start=given.start)
    fill(pad, ledger["hands"])
    return pad


def forty_five() -> Pad:
    pad = make_pad("pedro", players=(("Ann", "Cy"), ("Bo", "Di")))
    owners = {"pedro": 1, "low_pedro": 1}
    fill(pad, [hand(n % 2, 7, points=PEDRO, owners=owners, trump="spades") for n in range(45)])
    return pad


PADS = {
    "bicycle": lambda: golden_pad("bicycle-three-players"),
    "wikipedia": lambda: golden_pad("wikipedia-two-sides"),
    "pagat": lambda: golden_pad("pagat-two-teams"),
    "five point": lambda: golden_pad("five-point-corrected"),
    "oklahoma": lambda: golden_pad("oklahoma-ten-points"),
    "pedro": lambda: golden_pad("pedro-extra-hand"),
    "forty-five hands": forty_five,
    "nine sides": nine_sides,
}


def words(page: Any) -> list[str]:
    """What a page says, however it is spaced, ordered and joined (the two shape Arabic alike,
    but keep its letters differently, and emoji are pictures to one of them)."""
    told = unicodedata.normalize("NFKC", page.extract_text().replace("(UTC)", ""))
    told = "".join(c for c in told if c.isascii() or unicodedata.category(c) in ("Sm", "Pd"))
    return sorted(re.sub(r"\s", "", told))


def both_ways(phone: Page, address: str, pdf: str) -> tuple[Any, Any]:
    phone.goto(address)
    printed = pypdf.PdfReader(io.BytesIO(phone.pdf(prefer_css_page_size=True)))
    downloaded = phone.request.get(pdf, timeout=90_000)
    assert downloaded.ok
    return printed, pypdf.PdfReader(io.BytesIO(downloaded.body()))


def same(printed: Any, made: Any, paper: str) -> None:
    """The same text on the same paper."""
    assert len(printed.pages) == len(made.pages)
    for one, other in zip(printed.pages, made.pages, strict=True):
        for page in (one, other):
            sides = sorted((round(page.mediabox.width), round(page.mediabox.height)))
            assert tuple(sides) == SIZES[paper]
        assert Counter(words(other)) == Counter(words(one))


@pytest.mark.parametrize(("name", "paper"), list(zip(PADS, cycle(SIZES), strict=False)))
def test_a_pad_is_printed_as_its_pdf_is(phone: Page, name: str, paper: str) -> None:
    pad = PADS[name]()
    carry(phone, pad)
    at = f"/games/{pad.public_id}/sheet"
    printed, made = both_ways(phone, f"{at}/?paper={paper}", f"{at}.pdf?paper={paper}")
    same(printed, made, paper)


@pytest.mark.parametrize("paper", SIZES)
def test_a_stack_is_printed_as_its_pdf_is(phone: Page, paper: str) -> None:
    asked = f"?paper={paper}&pads=1&records=2&cards=1&handouts=1"
    at = "/sheets/oklahoma/"
    printed, made = both_ways(phone, f"{at}{asked}", f"{at}sheet.pdf{asked}")
    assert len(made.pages) == 5
    same(printed, made, paper)


@pytest.mark.parametrize("large", ["", "&large=on"])
@pytest.mark.parametrize("kind", ["pads", "records", "cards", "handouts"])
def test_each_kind_is_one_page_as_chromium_prints_it(phone: Page, kind: str, large: str) -> None:
    """Also where the printer's own paper is told, and not that of the style sheet."""
    phone.goto(f"/sheets/oklahoma/?{kind}=1{large}")
    for paper in ("A4", "Letter"):
        printed = pypdf.PdfReader(io.BytesIO(phone.pdf(format=paper)))
        assert len(printed.pages) == 1


@pytest.mark.parametrize("screen", ["firefox"], indirect=True)
def test_firefox_prints_wide_sheets_across_and_in_full_size(
    table: Table, screen: FirefoxScreen
) -> None:
    """Also where one is the first page, and the next stands upright."""
    table.go("/sheets/wikipedia/?sides=9&records=2&handouts=1")
    with pdfplumber.open(io.BytesIO(screen.print_pdf())) as printed:
        ways = [page.width > page.height for page in printed.pages]
        assert ways == [True, True, False]
        for page in printed.pages[:2]:
            drawn = [*page.lines, *page.rects]
            width = max(item["x1"] for item in drawn) - min(item["x0"] for item in drawn)
            assert 250 < width / 72 * 25.4 < 254


def test_it_is_printed_dark_on_white_by_night(open_phone: OpenPhone) -> None:
    phone = open_phone(color_scheme="dark")
    phone.goto("/sheets/pedro/?records=1")
    phone.emulate_media(media="print")
    ink, ground = phone.evaluate(
        "[getComputedStyle(document.querySelector('.ledger th')).color,"
        " getComputedStyle(document.body).backgroundColor]"
    )
    assert ink == "rgb(0, 0, 0)" and ground in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)")
    expect(phone.locator(".ask")).to_be_hidden()


def test_one_tap_prints_and_the_pdf_knows_the_phones_time(open_phone: OpenPhone) -> None:
    phone = open_phone(timezone_id="America/Chicago")
    phone.add_init_script("window.print = () => { window.printed = (window.printed ?? 0) + 1; }")
    pad = make_pad()
    Pad.objects.filter(pk=pad.pk).update(opened_at="2026-01-01T02:00Z")
    carry(phone, pad)
    phone.goto(f"/games/{pad.public_id}/sheet/")

    phone.get_by_role("button", name="Print").tap()
    assert phone.evaluate("window.printed") == 1
    expect(phone.locator("time[data-day]")).to_have_text("December 31, 2025")
    address = phone.get_by_role("link", name="PDF, Letter").get_attribute("href") or ""
    made = pypdf.PdfReader(io.BytesIO(phone.request.get(address, timeout=90_000).body()))
    assert "December 31, 2025" in made.pages[0].extract_text()


@pytest.mark.parametrize(
    "at", ["/sheets/", "/sheets/oklahoma/?pads=1&records=1&cards=1&handouts=1", "/sheets/tally/"]
)
def test_axe_finds_nothing(phone: Page, at: str) -> None:
    phone.emulate_media(reduced_motion="reduce")
    phone.goto(at)
    for scheme in ("light", "dark"):
        phone.emulate_media(color_scheme=scheme)
        found = Axe().run(phone).response["violations"]
        assert [(broken["id"], broken["nodes"][0]["html"][:150]) for broken in found] == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_preview_is_as_wide_as_the_screen_and_prints_in_full_size(phone: Page) -> None:
    phone.goto("/sheets/wikipedia/?records=1&sides=9")
    sheet = phone.locator(".sheet")
    box = sheet.bounding_box()
    assert box and 250 < box["width"] <= 360
    phone.evaluate("dispatchEvent(new Event('beforeprint'))")
    printed = sheet.bounding_box()
    assert printed and printed["width"] > 900


def test_what_a_club_adds_is_kept_on_the_phone(phone: Page) -> None:
    phone.goto("/sheets/pedro/")
    phone.locator("summary").tap()
    phone.get_by_label("Club or family").fill("Kitchen Club")
    phone.get_by_role("button", name="Update preview").tap()
    expect(phone.locator(".sheet .club")).to_have_text("Kitchen Club")

    phone.goto("/sheets/bicycle/")
    expect(phone.locator(".sheet .club")).to_have_text("Kitchen Club")
    address = phone.get_by_role("link", name="PDF, A4").get_attribute("href") or ""
    assert "club=Kitchen" in address

    phone.locator("summary").tap()
    phone.get_by_label("Club or family").fill("")
    phone.get_by_role("button", name="Update preview").tap()
    expect(phone.locator(".sheet .club")).to_have_text("")
    phone.goto("/sheets/bicycle/")
    expect(phone.locator(".sheet .club")).to_have_text("")


@pytest.mark.parametrize("name", ["bicycle", "forty-five hands", "nine sides"])
def test_the_page_of_a_game_prints_as_its_sheet(phone: Page, name: str) -> None:
    """The score and the ledger are there, and nothing that is for tapping."""
    pad = PADS[name]()
    carry(phone, pad)
    phone.emulate_media(media="print")
    expect(phone.locator("#main h1")).to_be_visible()
    expect(phone.locator("#score .side").first).to_be_visible()
    expect(phone.locator("#ledger tbody.line").last).to_be_visible()
    for control in phone.locator("button, input, select, summary, nav").all():
        expect(control).to_be_hidden()
    printed = pypdf.PdfReader(io.BytesIO(phone.pdf(prefer_css_page_size=True)))
    text = " ".join(page.extract_text() for page in printed.pages)
    assert "Save" not in text and "Undo" not in text
    assert all(total in text for total in map(str, read_pad(pad).ledger.totals) if "-" not in total)


@pytest.mark.parametrize("sides", [4, 5, 9])
def test_the_page_of_a_game_of_many_prints_every_figure_whole(phone: Page, sides: int) -> None:
    pad = make_pad("wikipedia", [f"Player {n}" for n in range(sides)], start=[-120] * sides)
    fill(pad, [hand(n % sides, 4, owners={"game": (n + 1) % sides}) for n in range(6)])
    carry(phone, pad)
    phone.emulate_media(media="print")
    phone.set_viewport_size({"width": 703, "height": 1000})
    cut = phone.evaluate(
        """() => [...document.querySelectorAll("#ledger .sum > :is(b, i)")].filter((figure) => {
          const inner = figure.getBoundingClientRect();
          const cell = figure.parentElement.getBoundingClientRect();
          return inner.top < cell.top || inner.bottom > cell.bottom || inner.right > cell.right;
        }).map((figure) => figure.textContent)"""
    )
    assert phone.locator("#ledger .sum b").count() == 6 * sides and cut == []
    assert len(pypdf.PdfReader(io.BytesIO(phone.pdf(prefer_css_page_size=True))).pages) == 1


def test_axe_finds_nothing_on_the_sheet_of_a_pad(phone: Page) -> None:
    pad = nine_sides()
    carry(phone, pad)
    phone.goto(f"/games/{pad.public_id}/sheet/")
    found = Axe().run(phone).response["violations"]
    assert [(broken["id"], broken["nodes"][0]["html"][:150]) for broken in found] == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
