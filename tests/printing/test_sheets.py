"""Sheets as they are printed: of pads and blank, as pages and as PDFs."""

import io
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle, pairwise
from pathlib import Path

import pdfplumber
import pypdf
import pytest
from django.template.loader import render_to_string
from django.test import Client
from pdfplumber.page import Page

from scorepads.core.scorepad import read_pad
from scorepads.models import Pad
from scorepads.opening import services as opening_services
from scorepads.printing import cards, kept_pdfs, pdf, played_sheets, views
from scorepads.printing.measures import PAPER_SIZES
from scorepads.printing.shapes import RecordRow
from scorepads.printing.stacks import CardPage, make_stack
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
MILLIMETRE = 72 / 25.4
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


def check_paper(made: bytes, paper: str, *, pages: int | None = None) -> None:
    """Every page is of that paper, upright or across, and nothing lies in its margins.

    Only the number of the page may: it stands at the foot.
    """
    with pdfplumber.open(io.BytesIO(made)) as opened:
        assert pages is None or len(opened.pages) == pages
        for page in opened.pages:
            check_page(page, paper)


def check_page(page: Page, paper: str) -> None:
    assert sorted((round(page.width), round(page.height))) == list(SIZES[paper])
    letters = [char for char in page.chars if char["text"] != " "]
    for item in (*letters, *page.rects, *page.lines):
        assert item["x0"] >= 33 and item["x1"] <= page.width - 33
        assert item["top"] >= 33 and item["bottom"] <= page.height - 12


def check_numbers(made: bytes) -> None:
    """Every page says which of how many it is."""
    texts = page_texts(made)
    for number, text in enumerate(texts, start=1):
        assert f"page {number} of {len(texts)}" in text


def check_cells(page: Page, *, row: float = 7.0) -> None:
    """No cell that is written in is narrower than 7 millimetres, or lower than a row."""
    table = page.find_table()
    assert table is not None
    for cells in table.rows[2:]:
        boxes = [cell for cell in cells.cells if cell]
        assert all((bottom - top) / MILLIMETRE > row - 0.3 for _, top, _, bottom in boxes)
        assert all((x1 - x0) / MILLIMETRE > 6.7 for x0, _, x1, _ in boxes)


def check_type(page: Page, points: float) -> None:
    """No letter is smaller, but for the number of the page."""
    sizes = {round(c["size"], 1) for c in page.chars if c["bottom"] < page.height - 33}
    assert min(sizes) >= points, sizes


def expected_cells(line: RecordRow) -> list[str]:
    """What a line says, cell by cell, read off the data that the sheet was made from."""
    told = f"{line.said} (dealt by {line.deal})" if line.said and line.deal else line.said
    hand = [line.deal, line.bidder, line.bid, line.trump.glyph if line.trump else ""]
    cells = [told] if line.said else [*hand, *line.owners, line.result]
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
        check_numbers(made)
        sheet = played_sheets.pad_sheet(scorepad)
        lines = [row for row in sheet.rows if row.number]
        rows = [row for table in tables(made) for row in table if re.match(r"\d+", row[0])]

        assert len(lines) == len(rows) == len(scorepad.lines)
        for row, line in zip(rows, lines, strict=True):
            assert written(row) == written(expected_cells(line))
        closing = page_texts(made)[-1].replace("\n", " ")
        assert sheet.foot.closing in closing
        for name, count in sheet.foot.sets:
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
        order = ["Setback to 11", "Kitchen", "No.", "Deal", "Bidder", "Bid", "Trump", "Result"]
        order += ["made", "Everyone passed", "Adjustment: Us −2", "Not finished", "revoke"]
        order += [name_of("wikipedia")]
        places = [told.index(word) for word in order]
        assert places == sorted(places)
        assert "♥" in told

    @pytest.mark.parametrize("paper", SIZES)
    def test_of_forty_five_hands_has_two_pages_with_a_head_each(self, paper: str) -> None:
        pad = make_pad("pedro", players=(("Ann", "Cy"), ("Bo", "Di")))
        fill(pad, map(pedro, range(45)))
        made = pad_pdf(pad, paper)
        check_paper(made, paper, pages=2)
        check_numbers(made)
        first, second = tables(made)
        numbers = [[row[0] for row in table if row[0].isdigit()] for table in (first, second)]

        assert numbers[0] + numbers[1] == [str(n) for n in range(1, 46)]
        assert len(numbers[0]) > 20
        assert first[0] == second[0]
        for text in page_texts(made):
            assert "Pedro to 62" in text
            assert "A Ann & Cy" in text and "B Bo & Di" in text

    @pytest.mark.parametrize(
        ("names", "house_rules", "paper"),
        [
            (NAMES, {}, "a4"),
            (tuple(f"{'Q' * 38} {n}" for n in range(9)), ALL_HOUSE_RULES, "letter"),
        ],
        ids=["names of all kinds", "all house rules"],
    )
    @pytest.mark.parametrize("large", ["", "on"])
    def test_with_nine_sides_cuts_nothing(self, names, house_rules, paper, large) -> None:
        pad = nine_sided(45, names, **house_rules)
        made = pad_pdf(pad, paper, large=large)
        check_paper(made, paper)
        check_numbers(made)
        if large:
            with pdfplumber.open(io.BytesIO(made)) as opened:
                check_type(opened.pages[0], 14)
        texts = page_texts(made)

        assert all(len(text.split()) > 10 for text in texts)
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
        rows = played_sheets.pad_sheet(read_pad(make_pad())).rows
        assert 20 <= len(rows) <= 24 and all(row.is_blank for row in rows)

    @pytest.mark.parametrize("hands", [19, 20, 21, 22, 23, 24, 25, 26, 27])
    def test_a_game_still_on_always_has_two_lines_to_write_on(self, hands: int) -> None:
        pad = make_pad("pedro", target=500)
        fill(pad, map(pedro, range(hands)))
        sheet = played_sheets.pad_sheet(read_pad(pad))
        *_, last_written, last = sheet.rows
        assert last_written.is_blank and last.is_blank
        assert len(sheet.pages) == (1 if hands <= 25 else 2)

    @pytest.mark.parametrize("large", [False, True])
    def test_of_many_sides_has_each_of_its_pages_on_a_page(self, large: bool) -> None:
        """No table runs over, so that heads need not be repeated by the browser that prints it."""
        pad = nine_sided(45)
        paper = PAPER_SIZES["letter"]
        sheet = played_sheets.pad_sheet(read_pad(pad), paper=paper, is_large=large)
        made = pad_pdf(pad, "letter", large="on" if large else "")
        with_heads = [text for text in page_texts(made) if "Bidder" in text]
        assert len(sheet.pages) > 2 and len(with_heads) == len(sheet.pages)
        assert all("Setback to 11" in text for text in with_heads)
        for page, text in zip(sheet.pages, with_heads, strict=True):
            written = re.findall(r"^(\d+)†", text, re.M)
            assert written == [row.number for row in page.rows if row.number]

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

    def test_of_five_hundred_hands_is_laid_out_whole(self) -> None:
        pad = make_pad("pedro", target=500)
        fill(pad, map(pedro, range(500)))
        rows = played_sheets.pad_sheet(read_pad(pad)).rows
        assert sum(not row.is_blank for row in rows) == 500

    def test_adds_the_rules_card(self) -> None:
        texts = page_texts(pad_pdf(make_pad("oklahoma"), card="on"))
        assert len(texts) == 2 and "Who gets it" in texts[1]

    def test_in_large_print_has_large_type_and_high_rows(self) -> None:
        made = pad_pdf(golden_pad(GOLDEN[0]), large="on", card="on")
        with pdfplumber.open(io.BytesIO(made)) as opened:
            ledger, card = opened.pages
            check_cells(ledger, row=9)
            check_type(ledger, 14)
            check_type(card, 14)


EVERY_GAME = [*PRESETS, *(recipe.key for recipe in all_recipes())]
ON_PAPERS = list(zip(EVERY_GAME, cycle(SIZES), strict=False))
"""Every game, on the two papers in turn."""
KINDS = {"pads": "1", "records": "1", "cards": "1"}


@dataclass
class PrintedStack:
    """One sheet of every kind, made once for all tests that look at it."""

    paper: str
    pages: Sequence[Page]
    texts: list[str]

    @property
    def pad(self) -> Page:
        return self.pages[0]

    @property
    def record(self) -> Page:
        return self.pages[1]

    @property
    def cards(self) -> Page:
        return self.pages[2]


@cache
def printed_stack(key: str, paper: str, large: str = "", **more: str) -> PrintedStack:
    handout = {"handouts": "1"} if key in PRESETS else {}
    made = get_pdf(
        Client(), f"/sheets/{key}/sheet.pdf", paper, large=large, **(KINDS | handout | more)
    )
    pages = pdfplumber.open(io.BytesIO(made)).pages
    return PrintedStack(paper, pages, [" ".join(page.extract_text().split()) for page in pages])


def dots_of(page: Page) -> list[tuple[float, float]]:
    """Where the dealers' dots are: from the left in steps of 4 mm, from the top in millimetres."""
    dots = {
        (round(c["x0"] / MILLIMETRE / 4), round(c["top"] / MILLIMETRE, 1))
        for c in page.curves
        if 2 < (c["x1"] - c["x0"]) / MILLIMETRE < 3
    }
    return sorted(dots)


def check_rows_of_pad(page: Page, row: float) -> None:
    """The rows of a pad are so many millimetres high, measured from dot to dot."""
    tops = sorted({top for _, top in dots_of(page)})
    gaps = [lower - upper for upper, lower in pairwise(tops) if lower - upper > 0.5]
    assert min(gaps) > row - 0.5


class TestAScorePad:
    @pytest.mark.parametrize(("key", "paper"), ON_PAPERS)
    def test_of_every_game_fills_one_page(self, key: str, paper: str) -> None:
        stack = printed_stack(key, paper)
        check_page(stack.pad, paper)
        check_rows_of_pad(stack.pad, 7)
        assert "Fill in the dealer" in stack.texts[0]
        assert max(char["bottom"] for char in stack.pad.chars) > stack.pad.height * 0.86

    @pytest.mark.parametrize("key", EVERY_GAME)
    def test_in_large_print_has_large_type_and_high_rows(self, key: str) -> None:
        stack = printed_stack(key, "letter", "on")
        assert "Fill in the dealer" in stack.texts[0]
        check_page(stack.pad, "letter")
        check_rows_of_pad(stack.pad, 9)
        check_type(stack.pad, 14)

    @pytest.mark.parametrize(("games", "count"), [("4", 4), ("6", 6)])
    def test_has_four_or_six_games_of_two_columns(self, games: str, count: int) -> None:
        asked = {"games": games, "name-0": "Dot & Walt", "name-1": "Ann & Bo"}
        made = get_pdf(Client(), "/sheets/bicycle/sheet.pdf", **asked)
        check_paper(made, "a4", pages=1)
        with pdfplumber.open(io.BytesIO(made)) as opened:
            (page,) = opened.pages
            text = " ".join(page.extract_text().split())
            assert len(dots_of(page)) >= count * 2 * 10
        assert text.count("Dot & Walt") == count == text.count("Ann & Bo")

    @pytest.mark.parametrize("sides", [3, 6, 9])
    def test_of_single_players_has_a_column_for_each(self, sides: int) -> None:
        asked = {"sides": str(sides), "large": "on"}
        asked |= {f"name-{n}": name for n, name in enumerate(NAMES[:sides])}
        made = get_pdf(Client(), "/sheets/wikipedia/sheet.pdf", "letter", **asked)
        check_paper(made, "letter", pages=1)
        with pdfplumber.open(io.BytesIO(made)) as opened:
            assert len({left for left, _ in dots_of(opened.pages[0])}) == sides

    @pytest.mark.parametrize(
        ("key", "told"),
        [
            ("bicycle", ("bid 2 to 4", "the dealer may take the bid", "unless in the hole")),
            ("pagat-partnership", ("or smudge", "the dealer bids 2", "only on a made bid")),
            ("oklahoma", ("Trey 3", "bid 2 to 10", "no smudge")),
            ("standard-pitch", ("no bids", "each scores what it took")),
        ],
    )
    def test_says_what_the_table_asks_for_most(self, key: str, told: tuple[str, ...]) -> None:
        line = printed_stack(key, dict(ON_PAPERS)[key]).texts[0]
        assert [words for words in told if words not in line] == []


class TestABlankRecordSheet:
    @pytest.mark.parametrize(("key", "paper"), ON_PAPERS)
    def test_of_every_game_has_twenty_rows_that_fill_its_page(self, key: str, paper: str) -> None:
        page = printed_stack(key, paper).record
        check_page(page, paper)
        check_cells(page)
        numbers = [row[0] for row in page.extract_table() if row[0] and row[0].isdigit()]
        assert numbers == [str(n) for n in range(1, 21)]
        assert max(char["bottom"] for char in page.chars) > page.height * 0.86

    @pytest.mark.parametrize("key", EVERY_GAME)
    def test_in_large_print_has_large_type_and_high_rows(self, key: str) -> None:
        stack = printed_stack(key, "letter", "on")
        check_page(stack.record, "letter")
        check_cells(stack.record, row=9)
        check_type(stack.record, 14)
        assert "Who gets it" in stack.texts[2]

    @pytest.mark.parametrize("paper", SIZES)
    def test_of_nine_sides_lies_across(self, paper: str) -> None:
        asked = {"sides": "9", **{f"name-{n}": name for n, name in enumerate(NAMES)}}
        made = get_pdf(Client(), "/sheets/tie-plays-on/sheet.pdf", paper, records="1", **asked)
        check_paper(made, paper, pages=1)
        with pdfplumber.open(io.BytesIO(made)) as opened:
            check_cells(opened.pages[0])
            assert opened.pages[0].width > opened.pages[0].height
        whole = "".join(page_texts(made)[0].split())
        for name in (name for name in NAMES if name.isascii()):
            assert "".join(name.split()) in whole

    def test_speaks_of_nobodys_points_only_where_there_can_be_any(self) -> None:
        assert "nobody" not in printed_stack("pedro", dict(ON_PAPERS)["pedro"]).texts[1]
        assert "– nobody" in printed_stack("bicycle", dict(ON_PAPERS)["bicycle"]).texts[1]


class TestARulesCard:
    @pytest.mark.parametrize("key", EVERY_GAME)
    def test_of_every_game_stands_whole_on_its_card(self, key: str) -> None:
        paper = dict(ON_PAPERS)[key]
        check_cards(printed_stack(key, paper).cards, 2)

    @pytest.mark.parametrize("key", ["bicycle", "oklahoma", "eleven-on-a-bid"])
    def test_stands_whole_on_a_small_card(self, key: str) -> None:
        made = get_pdf(Client(), f"/sheets/{key}/sheet.pdf", "letter", cards="1", up="4")
        check_paper(made, "letter", pages=1)
        with pdfplumber.open(io.BytesIO(made)) as opened:
            check_cards(opened.pages[0], 4)

    @pytest.mark.parametrize("up", [2, 4])
    def test_with_every_house_rule_stands_whole_on_its_card(self, up: int) -> None:
        card = cards.rule_card("Our own", make_rules(**ALL_HOUSE_RULES))
        stack = make_stack((CardPage(card, up), 1))
        context = {
            "stack": stack,
            "title": "Cards",
            "club": "Kitchen Club",
            "line": "Coffee at nine",
        }
        style = views.style_of_pdf(stack, "letter")
        made = kept_pdfs.make_pdf(render_to_string("printing/pdf.html", context), style)
        check_paper(made, "letter", pages=1)
        with pdfplumber.open(io.BytesIO(made)) as opened:
            check_cards(opened.pages[0], up)

    @pytest.mark.parametrize("key", EVERY_GAME)
    def test_in_large_print_is_one_page_with_large_type(self, key: str) -> None:
        stack = printed_stack(key, "letter", "on")
        assert len(stack.pages) == len(KINDS) + (key in PRESETS)
        check_page(stack.cards, "letter")
        check_type(stack.cards, 14)

    def test_tells_the_deal_and_the_play_besides_the_score(self) -> None:
        told = " ".join(page_texts(get_pdf(Client(), "/sheets/oklahoma/sheet.pdf", cards="1")))
        told = " ".join(told.split())
        for point in make_rules("oklahoma").points:
            assert point.hint in told
        for topic in ("Deal", "Play", "Auction", "Trump", "Set back", "Going out"):
            assert topic in told

    def test_names_house_rules_in_place_of_what_they_change(self) -> None:
        card = cards.rule_card("x", make_rules(going_out="point-order", tie_plays_on=False))
        told = {rule.about: rule for rule in card.statements}
        assert told["Going out"].says == ""
        assert told["Going out"].house.startswith(
            "First to 11 wins. The points are counted in the order High, Low, Jack, Game"
        )
        plain = cards.rule_card("x", make_rules())
        assert all(rule.says and not rule.house for rule in plain.statements)


def check_cards(page: Page, count: int) -> None:
    """There are so many cards, and their words end above the lowest cut line."""
    assert page.extract_text().count("Who gets it") == count
    lowest_line = max(item["bottom"] for item in (*page.lines, *page.rects))
    assert max(char["bottom"] for char in page.chars) < lowest_line


class TestAHandout:
    @pytest.mark.parametrize("large", ["", "on"], ids=["normal", "large"])
    @pytest.mark.parametrize("key", PRESETS)
    def test_of_every_preset_is_one_page(self, key: str, large: str) -> None:
        paper = "letter" if large else dict(ON_PAPERS)[key]
        stack = printed_stack(key, paper, large)
        assert len(stack.pages) == 4
        check_page(stack.pages[3], paper)
        assert "How to play" in stack.texts[3]
        for point in make_rules(key).points:
            assert point.label in stack.texts[3]
        if large:
            check_type(stack.pages[3], 14)

    def test_is_offered_for_presets_only(self) -> None:
        assert 'name="handouts"' in Client().get("/sheets/pedro/").content.decode()
        assert 'name="handouts"' not in Client().get("/sheets/standard-pitch/").content.decode()


class TestAStack:
    def test_holds_several_kinds_in_one_file(self) -> None:
        asked = {"pads": "2", "records": "3", "cards": "1", "handouts": "1"}
        texts = page_texts(get_pdf(Client(), "/sheets/pagat-partnership/sheet.pdf", **asked))
        assert len(texts) == 7
        assert texts[0] == texts[1] and texts[2] == texts[3] == texts[4]
        assert "Who gets it" in texts[5] and "How to play" in texts[6]

    def test_shows_each_kind_once_on_the_screen(self) -> None:
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
    def test_refuses_what_cannot_be(self, asked: dict[str, str]) -> None:
        for address in ("/sheets/pedro/", "/sheets/pedro/sheet.pdf"):
            assert Client().get(address, asked).status_code == 422

    def test_names_the_club_and_its_line_on_every_sheet(self) -> None:
        asked = {"club": "Kitchen Club", "line": "Coffee at nine"}
        stack = printed_stack("pedro", "letter", **asked)
        assert len(stack.texts) == 4
        texts = [*stack.texts, *page_texts(pad_pdf(make_pad(), **asked))]
        assert all("Kitchen Club" in text and "Coffee at nine" in text for text in texts)

    def test_of_an_unknown_game_is_not_found(self) -> None:
        assert Client().get("/sheets/whist/").status_code == 404

    def test_every_list_of_games_leads_to_one(self) -> None:
        for address in ("/sheets/", "/open/"):
            assert 'href="/sheets/pedro/"' in Client().get(address).content.decode()
        assert 'href="/sheets/pedro/"' in Client().get("/open/pedro/").content.decode()


class TestTallyCards:
    def test_one_for_each_player(self) -> None:
        asked = {f"name-{n}": name for n, name in enumerate(("Ann", "Bo", "Cy", "Di", "Ed"))}
        first, second = page_texts(get_pdf(Client(), "/sheets/tally/sheet.pdf", **asked))
        assert first.count("Initials") == 4 and "Di" in first
        assert second.count("Initials") == 1 and "Ed" in second
        for head in ("Game", "Partner", "Score", "Sum"):
            assert head in second

    def test_without_names_fill_the_page(self) -> None:
        (page,) = page_texts(get_pdf(Client(), "/sheets/tally/sheet.pdf", "letter"))
        assert page.count("Player") == 4

    def test_in_large_print_lie_across_two_to_a_page(self) -> None:
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
