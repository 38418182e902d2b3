"""Several kinds of sheets at once; tally cards; and where no PDF is to be had."""

from __future__ import annotations

import io

import pdfplumber
import pytest
from django.test import Client

from scorepads.printing import kept_pdfs, pdf
from tests.browsing import look
from tests.factories import (
    make_pad,
)
from tests.printing.sheets import (
    CLUB,
    check_paper,
    check_type,
    get_pdf,
    pad_pdf,
    page_texts,
)

pytestmark = [pytest.mark.django_db, pytest.mark.paper]


def test_holds_several_kinds_in_one_file() -> None:
    asked = {"pads": "2", "records": "3", "cards": "1", "handouts": "1"}
    texts = page_texts(get_pdf(Client(), "/sheets/pagat-partnership/sheet.pdf", **asked))
    assert len(texts) == 7
    assert texts[0] == texts[1] and texts[2] == texts[3] == texts[4]
    assert "Who gets it" in texts[5] and "How to play" in texts[6]


def test_shows_each_kind_once_on_the_screen() -> None:
    page = look(Client(), "/sheets/bicycle/?pads=3&records=2")
    sheets = [node.attributes.get("class", "").split() for node in page.find("section")]
    assert len([css for css in sheets if "sheet" in css]) == 5
    assert len([css for css in sheets if "sheet" in css and "again" not in css]) == 2


@pytest.mark.parametrize(
    "asked",
    [
        {"sides": "9"}, {"pads": "31"}, {"pads": "20", "records": "20"}, {"records": "-1"},
        {"paper": "a3"}, {"name-0": "n" * 41}, {"target": "0"}, {"games": "5"}, {"up": "3"},
        {"club": "c" * 61}, {"pads": "0", "records": "0"},
    ],
)  # fmt: skip
def test_refuses_what_cannot_be(asked: dict[str, str]) -> None:
    for address in ("/sheets/pedro/", "/sheets/pedro/sheet.pdf"):
        assert Client().get(address, asked).status_code == 422


def test_names_the_club_and_its_line_on_the_sheet_of_a_game_too() -> None:
    (text,) = page_texts(pad_pdf(make_pad(), **CLUB))
    assert "Kitchen Club" in text and "Coffee at nine" in text


def test_of_an_unknown_game_is_not_found() -> None:
    assert Client().get("/sheets/whist/").status_code == 404


def test_every_list_of_games_leads_to_one() -> None:
    for address in ("/sheets/", "/open/"):
        assert 'href="/sheets/pedro/"' in Client().get(address).content.decode()
    assert 'href="/sheets/pedro/"' in Client().get("/open/pedro/").content.decode()


def test_one_for_each_player() -> None:
    asked = {f"name-{n}": name for n, name in enumerate(("Ann", "Bo", "Cy", "Di", "Ed"))}
    first, second = page_texts(get_pdf(Client(), "/sheets/tally/sheet.pdf", **asked))
    assert first.count("Initials") == 4 and "Di" in first
    assert second.count("Initials") == 1 and "Ed" in second
    for head in ("Game", "Partner", "Score", "Sum"):
        assert head in second


def test_without_names_fill_the_page() -> None:
    (page,) = page_texts(get_pdf(Client(), "/sheets/tally/sheet.pdf", "letter"))
    assert page.count("Player") == 4


def test_in_large_print_lie_across_two_to_a_page() -> None:
    made = get_pdf(Client(), "/sheets/tally/sheet.pdf", "letter", large="on")
    check_paper(made, "letter", pages=1)
    with pdfplumber.open(io.BytesIO(made)) as opened:
        check_type(opened.pages[0], 14)
    assert page_texts(made)[0].count("Player") == 2


class TestWithoutTheLibrary:
    @pytest.fixture(autouse=True)
    def _missing(self, monkeypatch) -> None:
        monkeypatch.setattr(pdf, "is_available", lambda: False)

    def test_the_page_says_that_only_the_browser_prints(self) -> None:
        page = look(Client(), "/sheets/pedro/")
        assert "printing from the browser works" in page.text
        assert not [link for link in page.links() if "sheet.pdf" in link]

    def test_the_pdf_answers_with_the_way_back(self) -> None:
        answer = Client().get("/sheets/pedro/sheet.pdf")
        assert answer.status_code == 501
        assert 'href="/sheets/pedro/"' in answer.content.decode()


@pytest.mark.parametrize(
    ("trouble", "told"),
    [(kept_pdfs.PdfBusy, "not ready"), (pdf.PdfTooLong, "Too long")],
)
def test_a_pdf_that_is_not_to_be_had_now_is_told_apart(monkeypatch, trouble, told) -> None:
    def fail(html: str, css: str) -> bytes:
        raise trouble

    monkeypatch.setattr(pdf, "run_weasyprint", fail)
    answer = Client().get("/sheets/pedro/sheet.pdf")
    assert answer.status_code == 503
    assert told in answer.content.decode()
