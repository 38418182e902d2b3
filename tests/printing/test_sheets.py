"""Sheets as they are printed: of pads and blank, as pages and as PDFs."""

import io
import json
import re
from itertools import cycle
from pathlib import Path

import pdfplumber
import pypdf
import pytest
from django.test import Client

from scorepads.core.scorepad import read_pad
from scorepads.models import Pad
from scorepads.opening import services as opening_services
from scorepads.printing import cards, kept_pdfs, of_pad, pdf
from scorepads.printing.measures import MAX_LINES
from scorepads.printing.shapes import RuledLine
from scorepads.rules.interchange import read_ledger
from scorepads.rules.rulesets import all_recipes
from tests.browsing import look
from tests.factories import (
    FOUR_POINTS,
    PASSED,
    PRESETS,
    WATCH,
    adjustment,
    bid,
    correct_facts,
    fill,
    hand,
    hold,
    make_pad,
    make_phone,
    make_rules,
    record,
    sent,
)
from tests.preset_files import GOLDEN, name_of

A4, LETTER = (595, 842), (612, 792)
SIZES = {"a4": A4, "letter": LETTER}
ON_PAPER = [
    pytest.param(path, paper, id=f"{path.stem} {paper}")
    for path, paper in zip(GOLDEN, cycle(SIZES), strict=False)
]
"""Two games a preset, so each preset on both papers."""
NAMES = (
    "Annamaria-Luise von Hohenfels-Bartenstei",
    "Bo",
    "نحن الأبطال هنا",
    "👩‍👩‍👧 Die Familie",
    "W" * 40,
    "Frederic",
    "Gus",
    "Henrietta-Theodora Winterbottom-Smythe X",
    "שלום עליכם",
)
ALL_HOUSE_RULES = {
    "target": 300, "values": {"joker": 2, "five": 5, "last": 1}, "no_junk": True,
    "smudge": "four-wins-unless-in-the-hole", "tie_plays_on": True, "outright_at": 400,
    "dealer_steal": True, "dealer_forced": 3, "low_to": "trick", "game_tie": "pitcher",
    "game_by": "ten", "short_deck": True, "redeal": "next-dealer", "lowest_bid": 2,
}  # fmt: skip

pytestmark = [pytest.mark.django_db, pytest.mark.paper]


def get_pdf(phone: Client, address: str, paper: str = "a4", **more: str) -> bytes:
    answer = phone.get(address, {"paper": paper, **more})
    assert answer.status_code == 200, answer.content[:300]
    assert answer["Content-Type"] == "application/pdf"
    return bytes(answer.content)


def pad_pdf(pad: Pad, paper: str = "a4", **more: str) -> bytes:
    return get_pdf(make_phone(pad), f"/games/{pad.public_id}/sheet.pdf", paper, **more)


def page_texts(made: bytes) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(made)).pages]


def tables(made: bytes) -> list[list[list[str]]]:
    """The cells of the largest table of every page, as they stand within its lines."""
    with pdfplumber.open(io.BytesIO(made)) as opened:
        found = [page.extract_table() for page in opened.pages]
    return [[[cell or "" for cell in row] for row in table] for table in found if table]


def golden_pad(path: Path) -> Pad:
    ledger = json.loads(path.read_text("utf-8"))["ledger"]
    given = read_ledger(ledger)
    pad, _ = opening_services.open_pad(rules=given.rules, sides=given.sides, start=given.start)
    fill(pad, ledger["hands"])
    return pad


def pedro(number: int) -> dict:
    keys = ("high", "low", "jack", "game", "pedro", "low_pedro")
    pitcher = number % 2
    return hand(pitcher, 7, points=keys, owners={"pedro": 1 - pitcher, "low_pedro": 1 - pitcher})


def nine_sided(hands: int, names=NAMES, **house_rules) -> Pad:
    pad = make_pad("wikipedia", names, start=[-110] * 9, note="Łódź " + "n" * 190, **house_rules)
    keys = [*FOUR_POINTS, *house_rules.get("values", {})]
    most = 12 if house_rules else 4
    lines = [
        hand(n % 9, most, points=keys, owners={"game": (n + 1) % 9}, note=f"note {n} " + "m" * 180)
        for n in range(hands)
    ]
    fill(pad, lines)
    return pad


def check_paper(made: bytes, paper: str) -> None:
    """Every page is of that paper, says which of how many it is, and nothing lies outside."""
    with pdfplumber.open(io.BytesIO(made)) as opened:
        for number, page in enumerate(opened.pages, start=1):
            assert (round(page.width), round(page.height)) == SIZES[paper]
            assert f"page {number} of {len(opened.pages)}" in page.extract_text()
            for item in (*page.chars, *page.rects, *page.lines):
                assert item["x0"] >= 33 and item["x1"] <= page.width - 33
                assert item["top"] >= 33 and item["bottom"] <= page.height - 33


def expected_cells(line: RuledLine) -> list[str]:
    """What a line says, cell by cell, read off the data that the sheet was made from."""
    told = f"{line.said} (dealt by {line.deal})" if line.said and line.deal else line.said
    hand = [line.deal, line.bidder, line.bid, line.trump.glyph if line.trump else ""]
    cells = [told] if line.said else [*hand, *line.points, line.result]
    scores = [text for change, total in line.scores for text in (change, total.text)]
    return [line.number + line.marks, *cells, line.aside, *scores]


def written(cells: list[str]) -> list[str]:
    """The cells that something is written in, however it is spaced."""
    return [text for cell in cells if (text := "".join(sorted("".join(cell.split()))))]


class TestASheetOfAPad:
    def test_is_for_those_who_hold_the_pad(self) -> None:
        pad = make_pad()
        for address in ("sheet/", "sheet.pdf"):
            at = f"/games/{pad.public_id}/{address}"
            assert make_phone().get(at).status_code == 404
            assert make_phone(pad, WATCH).get(at).status_code == 200

    def test_costs_as_few_queries_as_the_pad(self, django_assert_max_num_queries) -> None:
        pad = make_pad()
        record(hold(pad), *[hand()] * 3)
        phone = make_phone(pad)
        with django_assert_max_num_queries(4):
            phone.get(f"/games/{pad.public_id}/sheet/")

    def test_the_pad_links_to_it(self) -> None:
        pad = make_pad(target=1)
        record(hold(pad), hand())
        told = make_phone(pad).get(f"/games/{pad.public_id}/").content.decode()
        assert told.count(f'href="/games/{pad.public_id}/sheet/"') == 2

    @pytest.mark.parametrize(("path", "paper"), ON_PAPER)
    def test_of_a_golden_game_has_every_cell(self, path: Path, paper: str) -> None:
        pad = golden_pad(path)
        scorepad = read_pad(pad)
        made = pad_pdf(pad, paper)
        check_paper(made, paper)
        lines = [
            line for page in of_pad.pad_sheet(scorepad).pages for line in page.lines if line.number
        ]
        rows = [row for table in tables(made) for row in table if re.match(r"\d+", row[0])]

        assert len(lines) == len(rows) == len(scorepad.lines)
        for row, line in zip(rows, lines, strict=True):
            assert written(row) == written(expected_cells(line))
        closing = page_texts(made)[-1].replace("\n", " ")
        for text in of_pad.pad_sheet(scorepad).closing:
            assert text in closing
        for name, count in of_pad.pad_sheet(scorepad).sets:
            assert f"{name} {count}" in closing

    def test_has_its_title_fonts_and_tags(self) -> None:
        pad = make_pad("pagat-partnership", ("Us 🃏", "نحن"))
        record(hold(pad), hand(trump="hearts"))
        made = pypdf.PdfReader(io.BytesIO(pad_pdf(pad)))

        assert made.metadata is not None
        assert made.metadata.title == "Us 🃏, نحن: Partnership Pitch to 21 (Pagat)"
        assert made.trailer["/Root"]["/MarkInfo"]["/Marked"]
        fonts = [font for page in made.pages for font in page["/Resources"]["/Font"].values()]
        assert fonts
        for font in fonts:
            told = font.get_object()["/DescendantFonts"][0].get_object()
            kept = told["/FontDescriptor"].get_object()
            assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(kept)

    def test_reads_in_order(self) -> None:
        pad = make_pad(note="Kitchen")
        record(hold(pad), hand(trump="hearts"), PASSED, adjustment(by=-2, note="revoke"))
        told = page_texts(pad_pdf(pad))[0]
        order = [name_of("wikipedia"), "Kitchen", "No.", "Deal", "Bidder", "Bid", "Trump", "Result"]
        order += [
            "made",
            "Passed out",
            "Adjustment: Us −2",
            "Not finished",
            "revoke",
            "page 1 of 1",
        ]
        places = [told.index(word) for word in order]
        assert places == sorted(places)
        assert "♥" in told

    @pytest.mark.parametrize("paper", SIZES)
    def test_of_forty_five_hands_has_two_pages_with_a_head_each(self, paper: str) -> None:
        pad = make_pad("pedro", players=(("Ann", "Cy"), ("Bo", "Di")))
        fill(pad, map(pedro, range(45)))
        made = pad_pdf(pad, paper)
        check_paper(made, paper)
        first, second = tables(made)
        numbers = [[row[0] for row in table if row[0].isdigit()] for table in (first, second)]

        assert numbers[0] + numbers[1] == [str(n) for n in range(1, 46)]
        assert len(numbers[0]) == 25
        assert first[0] == second[0]
        for text in page_texts(made):
            assert name_of("pedro") in " ".join(text.split())
            assert "U Us" in text and "T Them" in text

    @pytest.mark.parametrize(
        ("names", "house_rules", "paper"),
        [
            (NAMES, {}, "a4"),
            (tuple(f"{'Q' * 38} {n}" for n in range(9)), ALL_HOUSE_RULES, "letter"),
        ],
        ids=["names of all kinds", "all house rules"],
    )
    def test_with_nine_sides_cuts_nothing(self, names, house_rules, paper: str) -> None:
        pad = nine_sided(45, names, **house_rules)
        made = pad_pdf(pad, paper)
        check_paper(made, paper)
        texts = page_texts(made)

        assert all(len(text.split()) > 10 for text in texts)
        assert len(texts) == len(of_pad.pad_sheet(read_pad(pad)).pages)
        whole = "".join("".join(texts).split())
        for name in (name for name in names if name.isascii()):
            assert "".join(name.split()) in whole
        for number in range(45):
            assert f"†{number + 1}:note{number}" in whole

    def test_marks_what_was_corrected_and_says_what_stood_there(self) -> None:
        pad = make_pad()
        by = hold(pad)
        record(by, hand(amount=4))
        correct_facts(sent(by), 1, hand(amount=3))
        made = pad_pdf(pad)

        assert any(row[0].replace("\n", "") in ("1*", "*1") for row in tables(made)[0])
        assert "* 1: corrected. First written: Us bid 4" in page_texts(made)[0]

    def test_tells_what_is_being_played_and_what_came_after_the_end(self) -> None:
        pad = make_pad()
        record(hold(pad), hand(), bid(1, 3))
        assert "being played" in page_texts(pad_pdf(pad))[0]
        over = make_pad(target=2)
        fill(over, [hand(), hand()])
        assert "after the end: not scored" in page_texts(pad_pdf(over))[0]

    def test_without_an_auction_has_no_columns_for_one(self) -> None:
        pad = make_pad(auction=False)
        record(hold(pad), {"points": dict.fromkeys(FOUR_POINTS, 0)})
        heads = tables(pad_pdf(pad))[0][0]
        assert "Bidder" not in heads and "Result" not in heads and "Trump" in heads

    def test_a_game_still_on_leaves_lines_to_write_on(self) -> None:
        page = of_pad.pad_sheet(read_pad(make_pad())).pages[0]
        assert len(page.lines) == MAX_LINES and all(line.is_blank for line in page.lines)

    def test_dates_are_the_phones_own(self) -> None:
        pad = make_pad()
        Pad.objects.filter(pk=pad.pk).update(opened_at="2026-01-01T02:00Z")
        phone = make_phone(pad)
        page = phone.get(f"/games/{pad.public_id}/sheet/").content.decode()
        assert 'datetime="2026-01-01T02:00:00+00:00" data-day>January 1, 2026 (UTC)' in page
        for zone, told in {
            "America/Chicago": "December 31, 2025\n",
            "": "January 1, 2026 (UTC)",
            "No/Where": "January 1, 2026 (UTC)",
            "../../etc/passwd": "January 1, 2026 (UTC)",
        }.items():
            assert told in page_texts(pad_pdf(pad, tz=zone))[0]

    def test_names_its_file(self) -> None:
        pad = make_pad()
        answer = make_phone(pad).get(f"/games/{pad.public_id}/sheet.pdf")
        assert re.fullmatch(
            r'attachment; filename="pitch-\d{4}-\d\d-\d\d-us-them.pdf"',
            answer["Content-Disposition"],
        )

    def test_five_hundred_hands_are_laid_out_whole(self) -> None:
        pad = make_pad("pedro", target=500)
        fill(pad, map(pedro, range(500)))
        laid = of_pad.pad_sheet(read_pad(pad)).pages
        assert sum(not line.is_blank for page in laid for line in page.lines) == 500
        assert len(laid) == 20

    def test_too_many_pages_are_refused_at_once(self) -> None:
        pad = make_pad("pedro", target=500)
        fill(pad, map(pedro, range(500)))
        phone, at = make_phone(pad), f"/games/{pad.public_id}/sheet.pdf?copies=2"
        assert phone.get(at).status_code == 503


class TestABlankSheet:
    @pytest.mark.parametrize("key", [*PRESETS, *(recipe.key for recipe in all_recipes())])
    def test_of_every_game_has_twenty_lines(self, key: str) -> None:
        made = get_pdf(Client(), f"/sheets/{key}/sheet.pdf")
        check_paper(made, "a4")
        (table,) = tables(made)
        assert [row[0] for row in table if row[0].isdigit()] == [str(n) for n in range(1, 21)]
        assert "Needs" in table[0]

    @pytest.mark.parametrize("paper", SIZES)
    def test_with_names_and_the_rules_on_the_back(self, paper: str) -> None:
        asked = {"sides": "3", "name-0": "Ann", "name-1": "نحن", "card": "1", "copies": "2"}
        made = get_pdf(Client(), "/sheets/oklahoma/sheet.pdf", paper, **asked)
        texts = page_texts(made)

        assert len(texts) == 4
        assert texts[0] == texts[2] and texts[1] == texts[3]
        assert "Ann" in texts[0] and "The rules in short" in texts[1]
        for point in make_rules("oklahoma").points:
            assert point.label in texts[1]
            assert point.hint in " ".join(texts[1].split())

    def test_of_nine_sides_fits_its_page(self) -> None:
        asked = {"sides": "9", **{f"name-{n}": name for n, name in enumerate(NAMES)}}
        check_paper(
            get_pdf(Client(), "/sheets/tie-plays-on/sheet.pdf", "letter", **asked), "letter"
        )

    @pytest.mark.parametrize(
        "asked",
        [{"sides": "9"}, {"copies": "7"}, {"paper": "a3"}, {"name-0": "n" * 41}, {"target": "0"}],
    )
    def test_refuses_what_cannot_be(self, asked: dict[str, str]) -> None:
        for address in ("/sheets/pedro/", "/sheets/pedro/sheet.pdf"):
            assert Client().get(address, asked).status_code == 422

    def test_of_an_unknown_game_is_not_found(self) -> None:
        assert Client().get("/sheets/whist/").status_code == 404

    def test_the_card_names_house_rules_in_place_of_what_they_change(self) -> None:
        card = cards.rule_card("x", make_rules(going_out="point-order", tie_plays_on=False))
        told = {rule.about: rule for rule in card.statements}
        assert told["Going out"].says == ""
        assert told["Going out"].house.startswith(
            "First to 11 wins. The points are counted in the order High, Low, Jack, Game"
        )
        plain = cards.rule_card("x", make_rules())
        assert all(rule.says and not rule.house for rule in plain.statements)

    def test_every_list_of_games_leads_to_one(self) -> None:
        for address in ("/sheets/", "/open/"):
            assert 'href="/sheets/pedro/"' in Client().get(address).content.decode()
        assert 'href="/sheets/pedro/"' in Client().get("/open/pedro/").content.decode()


class TestTallyCards:
    def test_one_for_each_player(self) -> None:
        asked = {f"name-{n}": name for n, name in enumerate(("Ann", "Bo", "Cy", "Di", "Ed"))}
        first, second = page_texts(get_pdf(Client(), "/sheets/tally/sheet.pdf", **asked))
        assert first.count("Running") == 4 and "Di" in first
        assert second.count("Running") == 1 and "Ed" in second
        for head in ("Game", "Partner", "Own score", "Initials"):
            assert head in second

    def test_without_names_fill_the_page(self) -> None:
        (page,) = page_texts(get_pdf(Client(), "/sheets/tally/sheet.pdf", "letter"))
        assert page.count("Player") == 4


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
