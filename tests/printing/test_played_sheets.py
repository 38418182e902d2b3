"""The sheet of a game that was played, or still is."""

from __future__ import annotations

import io
import json
import re
from itertools import cycle
from pathlib import Path

import pdfplumber
import pypdf
import pytest

from scorepads.core.scorepad import read_pad
from scorepads.models import Pad
from scorepads.opening import services as opening_services
from scorepads.printing import played_sheets
from scorepads.printing.measures import PAPER_SIZES
from scorepads.printing.shapes import RecordRow
from scorepads.rules.interchange import read_ledger
from tests.factories import (
    FOUR_POINTS,
    PASSED,
    WATCH,
    adjustment,
    bid,
    correct_facts,
    fill,
    hand,
    hold,
    make_pad,
    make_phone,
    record,
    sent,
)
from tests.preset_files import GOLDEN, name_of
from tests.printing.sheets import (
    ALL_HOUSE_RULES,
    NAMES,
    SIZES,
    check_cells,
    check_numbers,
    check_paper,
    check_type,
    pad_pdf,
    page_texts,
    tables,
)

ON_PAPER = [
    pytest.param(path, paper, id=f"{path.stem} {paper}")
    for path, paper in zip(GOLDEN, cycle(SIZES), strict=False)
]
"""Two games a preset, so each preset on both papers."""

pytestmark = [pytest.mark.django_db, pytest.mark.paper]


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


def test_is_for_those_who_hold_the_pad() -> None:
    pad = make_pad()
    for address in ("sheet/", "sheet.pdf"):
        at = f"/games/{pad.public_id}/{address}"
        assert make_phone().get(at).status_code == 404
        assert make_phone(pad, WATCH).get(at).status_code == 200


def test_costs_as_few_queries_as_the_pad(django_assert_max_num_queries) -> None:
    pad = make_pad()
    record(hold(pad), *[hand()] * 3)
    phone = make_phone(pad)
    with django_assert_max_num_queries(4):
        phone.get(f"/games/{pad.public_id}/sheet/")


def test_the_pad_links_to_it() -> None:
    pad = make_pad(target=1)
    record(hold(pad), hand())
    told = make_phone(pad).get(f"/games/{pad.public_id}/").content.decode()
    assert told.count(f'href="/games/{pad.public_id}/sheet/"') == 2


@pytest.mark.parametrize(("path", "paper"), ON_PAPER)
def test_of_a_golden_game_has_every_cell(path: Path, paper: str) -> None:
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


def test_has_its_title_fonts_and_tags() -> None:
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


def test_reads_in_order() -> None:
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
def test_of_forty_five_hands_has_two_pages_with_a_head_each(paper: str) -> None:
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
def test_with_nine_sides_cuts_nothing(names, house_rules, paper, large) -> None:
    hands = 45 if names == NAMES and not large else 18
    pad = nine_sided(hands, names, **house_rules)
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
    for number in range(hands):
        assert f"†{number + 1}:note{number}" in whole


def test_marks_what_was_corrected_and_says_what_stood_there() -> None:
    pad = make_pad()
    by = hold(pad)
    record(by, hand(amount=4))
    correct_facts(sent(by), 1, hand(amount=3))
    made = pad_pdf(pad)

    assert any(row[0].replace("\n", "") in ("1*", "*1") for row in tables(made)[0])
    assert "* 1: corrected. First written: Us bid 4" in page_texts(made)[0]


def test_tells_what_is_being_played_and_what_came_after_the_end() -> None:
    pad = make_pad()
    record(hold(pad), hand(), bid(1, 3))
    assert "being played" in page_texts(pad_pdf(pad))[0]
    over = make_pad(target=2)
    fill(over, [hand(), hand()])
    assert "after the end: not scored" in page_texts(pad_pdf(over))[0]


def test_without_an_auction_has_no_columns_for_one() -> None:
    pad = make_pad(auction=False)
    record(hold(pad), {"points": dict.fromkeys(FOUR_POINTS, 0)})
    heads = tables(pad_pdf(pad))[0][0]
    assert "Bidder" not in heads and "Result" not in heads and "Trump" in heads


def test_a_game_still_on_leaves_lines_to_write_on() -> None:
    rows = played_sheets.pad_sheet(read_pad(make_pad())).rows
    assert 20 <= len(rows) <= 24 and all(row.is_blank for row in rows)


@pytest.mark.parametrize("hands", range(19, 28))
def test_a_game_still_on_always_has_two_lines_to_write_on(hands: int) -> None:
    pad = make_pad("pedro", target=500)
    fill(pad, map(pedro, range(hands)))
    sheet = played_sheets.pad_sheet(read_pad(pad))
    *_, last_written, last = sheet.rows
    assert last_written.is_blank and last.is_blank
    assert len(sheet.pages) == (1 if hands <= 25 else 2)


@pytest.mark.parametrize("large", [False, True])
def test_of_many_sides_has_each_of_its_pages_on_a_page(large: bool) -> None:
    """No table runs over, so that heads need not be repeated by the browser that prints it."""
    pad = nine_sided(30)
    paper = PAPER_SIZES["letter"]
    sheet = played_sheets.pad_sheet(read_pad(pad), paper=paper, is_large=large)
    made = pad_pdf(pad, "letter", large="on" if large else "")
    with_heads = [text for text in page_texts(made) if "Bidder" in text]
    assert len(sheet.pages) > 1 and len(with_heads) == len(sheet.pages)
    assert all("Setback to 11" in text for text in with_heads)
    for page, text in zip(sheet.pages, with_heads, strict=True):
        written = re.findall(r"^(\d+)†", text, re.M)
        assert written == [row.number for row in page.rows if row.number]


def test_dates_are_the_phones_own() -> None:
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


def test_names_its_file() -> None:
    pad = make_pad()
    answer = make_phone(pad).get(f"/games/{pad.public_id}/sheet.pdf")
    assert re.fullmatch(
        r'attachment; filename="pitch-\d{4}-\d\d-\d\d-us-them.pdf"',
        answer["Content-Disposition"],
    )


def test_of_five_hundred_hands_is_laid_out_whole() -> None:
    pad = make_pad("pedro", target=500)
    fill(pad, map(pedro, range(500)))
    rows = played_sheets.pad_sheet(read_pad(pad)).rows
    assert sum(not row.is_blank for row in rows) == 500


def test_adds_the_rules_card() -> None:
    texts = page_texts(pad_pdf(make_pad("oklahoma"), card="on"))
    assert len(texts) == 2 and "Who gets it" in texts[1]


def test_in_large_print_has_large_type_and_high_rows() -> None:
    made = pad_pdf(golden_pad(GOLDEN[0]), large="on", card="on")
    with pdfplumber.open(io.BytesIO(made)) as opened:
        ledger, card = opened.pages
        check_cells(ledger, row=9)
        check_type(ledger, 14)
        check_type(card, 14)
