"""Versions side by side as they are seen: on a phone, on a wide screen, on paper."""

from __future__ import annotations

import io

import pypdf
import pytest
from playwright.sync_api import Page, expect

from scorepads.comparing import game_counts
from scorepads.core.access import make_link
from tests.browser.thumb import OpenPhone
from tests.factories import PENCIL, hand, hold, make_pad, record

ALL_SIX = "/compare/"
VARIATIONS = (
    "/compare/?v=recipe:points-in-order%2Bno-junk&v=recipe:tie-plays-on&v=recipe:standard-pitch"
    "&v=recipe:eleven-on-a-bid&v=pagat-partnership@1&v=pedro@1"
)
FEWER = (
    "/compare/?v=bicycle@1&v=pedro@1",
    "/compare/?v=recipe:ten-point-52&v=recipe:call-partner&v=pedro@1",
    "/compare/?v=recipe:points-in-order%2Bno-junk&v=recipe:ten-point-52&v=bicycle@1&v=pedro@1",
)
VISIBLE_HEADS = """() => [...document.querySelectorAll("thead th a")]
  .filter(head => head.checkVisibility()).map(head => head.textContent.trim())"""
SIDEWAYS = "document.scrollingElement.scrollWidth > window.innerWidth"
IN_SIGHT = """cell => {
  const box = cell.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= window.innerHeight && box.right <= window.innerWidth;
}"""
PAPER = {"A4": (842, 595), "Letter": (792, 612)}


@pytest.mark.parametrize("width", [320, 360, 390])
def test_a_phone_shows_two_columns_and_the_first_difference_at_once(
    open_phone: OpenPhone, width: int
) -> None:
    phone = open_phone(viewport={"width": width, "height": 844})
    phone.goto(ALL_SIX)
    assert phone.evaluate(VISIBLE_HEADS) == ["Bicycle", "Wikipedia"]
    assert not phone.evaluate(SIDEWAYS)
    assert phone.locator("td.differs").first.evaluate(IN_SIGHT)


def test_a_tap_on_a_picker_shows_another_version(phone: Page) -> None:
    phone.goto(ALL_SIX)
    phone.get_by_label("Second version").tap()
    phone.get_by_label("Second version").select_option(label="Pedro")
    expect(phone.locator("thead th a").nth(1)).to_have_text("Pedro")
    assert phone.evaluate(VISIBLE_HEADS) == ["Bicycle", "Pedro"]


def test_without_script_the_pickers_have_their_button(open_phone: OpenPhone) -> None:
    phone = open_phone(java_script_enabled=False)
    phone.goto(ALL_SIX)
    phone.get_by_label("First version").select_option(label="Oklahoma")
    phone.locator(".pickers").get_by_role("button", name="Compare").tap()
    expect(phone.locator("thead th a").nth(0)).to_have_text("Oklahoma")
    expect(phone.locator("thead th a")).to_have_count(6)


def test_the_heads_of_the_columns_stay_in_sight(phone: Page) -> None:
    for width in (360, 1280):
        phone.set_viewport_size({"width": width, "height": 640})
        phone.goto(ALL_SIX)
        phone.get_by_role("rowheader", name="Who gets Low").scroll_into_view_if_needed()
        phone.mouse.wheel(0, 300)
        assert phone.locator("thead th a").first.evaluate(IN_SIGHT)


@pytest.mark.parametrize("path", [ALL_SIX, VARIATIONS])
def test_six_columns_fit_on_a_wide_screen(phone: Page, path: str) -> None:
    phone.set_viewport_size({"width": 1280, "height": 800})
    phone.goto(path)
    assert len(phone.evaluate(VISIBLE_HEADS)) == 6
    assert not phone.evaluate(SIDEWAYS)
    assert phone.locator("td.differs").first.evaluate(IN_SIGHT)


@pytest.mark.parametrize("width", [360, 1280])
def test_however_it_is_laid_out_it_is_heard_as_a_table(phone: Page, width: int) -> None:
    phone.set_viewport_size({"width": width, "height": 640})
    phone.goto("/compare/?v=bicycle@1&v=wikipedia@1")
    table = phone.get_by_role("table")
    row = table.get_by_role("row").filter(has=phone.get_by_role("rowheader", name="Game to"))
    expect(row.get_by_role("cell")).to_have_text(["7", "≠ different 11"])


@pytest.mark.parametrize("paper", PAPER)
@pytest.mark.parametrize("path", [ALL_SIX, VARIATIONS, *FEWER])
def test_it_is_printed_on_one_page_across(phone: Page, path: str, paper: str) -> None:
    width, height = (f"{side / 72}in" for side in PAPER[paper])
    phone.goto(path)
    pdf = pypdf.PdfReader(io.BytesIO(phone.pdf(width=width, height=height)))
    (page,) = pdf.pages
    assert page.mediabox.width > page.mediabox.height
    text = page.extract_text()
    assert "Pedro" in text and "When everyone passes" in text
    assert "Choose versions" not in text


def test_more_games_than_one_answer_counts_are_counted_by_themselves(
    phone: Page, transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_counts, "MAX_COUNTED_GAMES", 1)
    for _ in range(3):
        pad = make_pad()
        record(hold(pad), hand(0, 2))
        phone.goto(f"/join/{make_link(pad, PENCIL)[1]}/")
        phone.get_by_role("button", name="this game").tap()
        phone.wait_for_url("**/games/*/")
    phone.goto("/what-if/?v=bicycle@1&v=pedro@1")
    expect(phone.locator("#counted")).to_contain_text("All games on this phone: 3 games, 3 hands.")
    row = phone.get_by_role("row").filter(has=phone.get_by_role("rowheader", name="Can't tell"))
    expect(row.get_by_role("cell")).to_have_text(["0", "3"])


def test_one_hand_of_three_sides_has_a_column_and_a_color_for_each(
    phone: Page, transactional_db: None
) -> None:
    phone.goto("/compare/hand/?sides=3")
    third = phone.locator("#f-who .team .face").nth(2)
    assert third.evaluate("face => parseFloat(getComputedStyle(face).borderBottomWidth)") >= 2
    # In the matrix the names stand over the columns.
    name = phone.locator("#f-high .team .nm").first
    assert name.evaluate("name => name.clientWidth") <= 1
