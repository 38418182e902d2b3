"""A game's own page: rows, menu, bar and score, as a thumb and an eye meet them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorepads.models import Pad
from tests.browser.thumb import (
    OpenPhone,
    Thumb,
    carry,
    expect_totals,
    heading,
    open_sheet,
    resize,
    save_button,
    says,
    segment,
)
from tests.factories import WATCH, bid, hand, hold, make_pad, record

FIVE = ("Margaret", "Bob", "Chris", "Dee", "Eli")
SEATS = (("Ann", "Bo"), ("Cy", "Di"))
PADS: dict[str, tuple[str, dict[str, Any]]] = {
    "bicycle": ("bicycle", {}),
    "five": ("wikipedia", {"names": FIVE}),
    "oklahoma, seats": ("oklahoma", {"players": SEATS}),
}


def open_game(page: Page, kind: str) -> Pad:
    preset, options = PADS[kind]
    pad = make_pad(preset, **options)
    carry(page, pad)
    return pad


def test_a_long_hand_folds_its_bid_to_one_line_and_opens_it_again(phone: Page) -> None:
    open_game(phone, "oklahoma, seats")
    thumb = Thumb(phone)
    thumb.choose({"who": "0.1", "bid": "5"})
    line = phone.locator(".bidline")
    expect(line).to_contain_text("Bo 5")
    expect(segment(phone, "who", "1.0")).to_be_hidden()
    thumb.choose({"trump": "hearts"})
    expect(line).to_contain_text("+10")
    expect(segment(phone, "trump", "spades")).to_be_hidden()
    line.tap()
    segment(phone, "who", "1.0").tap()
    expect(line).to_contain_text("Cy 5 ♥")


def test_the_arrows_go_through_the_bids_before_they_fold(phone: Page) -> None:
    open_game(phone, "oklahoma, seats")
    segment(phone, "who", "0.0").tap()
    segment(phone, "bid", 2).locator("input").focus()
    for _ in range(3):
        phone.keyboard.press("ArrowRight")
    expect(segment(phone, "bid", 5).locator("input")).to_be_focused()
    phone.keyboard.press("Tab")
    expect(phone.locator(".bidline")).to_contain_text("Ann 5")


def test_names_of_a_matrix_stand_once_for_the_eye_and_in_every_cell_for_the_ear(
    phone: Page,
) -> None:
    open_game(phone, "five")
    heads = phone.locator(".columns bdi").all_inner_texts()
    assert heads == ["Mar", "Bob", "Chr", "Dee", "Eli", "–"]
    jack = phone.get_by_role("radiogroup", name="Jack")
    for name in (*FIVE, "Nobody"):
        expect(jack.get_by_role("radio", name=name)).to_be_attached()


ALIKE = ["Mary", "Mark", "Marlene", "Michael", "Michelle", "Max", "Christine", "Christopher", "Mia"]
# Every short name that its box cuts or breaks: on the board, in the cells, in the ledger.
CUT_SHORT = """() => ["#score h2 .nm", "#f-who .nm", ".columns bdi", ".point .nm", ".sum .nm"]
  .flatMap(selector => [...document.querySelectorAll(selector)])
  .filter(name => name.checkVisibility() && name.clientWidth > 1 && !name.closest(".vh"))
  .filter(name => {
    const range = document.createRange();
    range.selectNodeContents(name);
    const text = range.getBoundingClientRect();
    const box = name.closest(".face, h2, bdi, th").getBoundingClientRect();
    const words = name.textContent.trim().split(/\\s+/).length;
    const broken = text.height > words * 1.5 * parseFloat(getComputedStyle(name).fontSize);
    return broken || name.scrollWidth > name.clientWidth
      || text.left < box.left - 1 || text.right > box.right + 1;
  })
  .map(name => `${name.textContent.trim()} in ${name.closest("[id]").id}`)"""

# How far the D, of which less is seen than can be tapped, stands from the figure beside it.
GAP = """() => {
  const [chip, figure] = document.querySelectorAll(".deals :is(.chip, .fig)");
  const size = parseFloat(getComputedStyle(chip).fontSize);
  const box = chip.getBoundingClientRect();
  return figure.getBoundingClientRect().left - (box.left + box.width / 2 + .86 * size);
}"""


@pytest.mark.parametrize("sides", range(3, 10))
def test_short_names_are_seen_whole_beside_the_mark_of_the_dealer(
    phone: Page, sides: int, transactional_db: None
) -> None:
    dealer = min(4, sides - 1)
    start = [0] * sides
    start[dealer] = -123
    pad = make_pad("wikipedia", ALIKE[:sides], start=start, first_dealer=dealer - 1)
    record(hold(pad), hand(0, 1))
    carry(phone, pad)
    for size in ("small", "usual", "large"):
        resize(phone, size)
        assert phone.evaluate(CUT_SHORT) == []
        assert sides == 3 or phone.evaluate(GAP) > -1


def test_a_half_entered_hand_is_cleared_and_put_back_by_a_tap(phone: Page) -> None:
    open_game(phone, "bicycle")
    clear = phone.locator(".clear")
    expect(clear).to_be_hidden()
    fields = {"who": "0", "bid": "3", "high": "0", "jack": "none"}
    Thumb(phone).choose(fields)
    picked = phone.locator("#hand-form input:checked:not([name=dealer])")
    expect(picked).to_have_count(4)
    clear.tap()
    expect(picked).to_have_count(0)
    expect(clear).to_have_text("Put back")
    clear.tap()
    expect(picked).to_have_count(4)
    expect(says(phone)).to_contain_text("We took 1 of 3 so far")


def test_a_save_is_undone_by_one_tap_in_the_bar_until_the_next_hand_begins(phone: Page) -> None:
    open_game(phone, "bicycle")
    thumb = Thumb(phone)
    thumb.hand(hand(0, 3))
    thumb.save()
    undo = phone.locator(".save").get_by_role("button", name="Undo")
    thumb.choose({"who": "1"})
    expect(undo).to_be_hidden()
    phone.locator(".clear").tap()
    undo.tap()
    expect(heading(phone)).to_have_text("Hand 1")
    expect(says(phone)).to_contain_text("Hand 1 taken back.")
    phone.locator(".save").get_by_role("button", name="Redo").tap()
    expect(heading(phone)).to_have_text("Hand 2")
    expect_totals(phone, [4, 0])


def test_a_refused_hand_says_one_thing_where_it_is(phone: Page) -> None:
    open_game(phone, "bicycle")
    Thumb(phone).choose({"who": "0", "bid": "3", "high": "0", "jack": "none"})
    save_button(phone).tap()
    alert = phone.locator("#entry").get_by_role("alert")
    expect(alert).to_have_count(1)
    expect(phone.locator("#f-low input").first).to_be_focused()
    expect(phone.locator(".ask.bad")).to_have_count(2)
    segment(phone, "low", 1).tap()
    expect(phone.locator(".ask.bad")).to_have_count(1)
    expect(alert).to_have_count(0)
    expect(says(phone)).to_contain_text("Still to tap: Game.")


def test_what_a_hand_changed_stands_in_the_score_and_the_phone_buzzes_twice_for_a_set(
    open_phone: OpenPhone, transactional_db: None
) -> None:
    page = open_phone(reduced_motion="no-preference")
    page.add_init_script(
        "window.buzzed = []; Navigator.prototype.vibrate = (how) => window.buzzed.push(how);"
    )
    open_game(page, "bicycle")
    thumb = Thumb(page)
    thumb.hand(hand(0, 3, owners={"game": 1, "jack": 1}))
    thumb.save()
    page.wait_for_function("() => window.buzzed.length")
    assert page.evaluate("window.buzzed") == [[40, 80, 40]]
    expect_totals(page, [-3, 2])


def test_nothing_moves_where_less_motion_is_asked_for(
    open_phone: OpenPhone, transactional_db: None
) -> None:
    page = open_phone(reduced_motion="reduce")
    page.add_init_script(
        "window.buzzed = []; Navigator.prototype.vibrate = (how) => window.buzzed.push(how);"
    )
    open_game(page, "bicycle")
    thumb = Thumb(page)
    thumb.hand(hand(0, 3))
    thumb.save()
    assert page.evaluate("window.buzzed") == []
    expect(page.locator(".moved")).to_have_count(0)


def test_the_menu_and_its_sheets_open_and_close(phone: Page) -> None:
    open_game(phone, "bicycle")
    sheet = open_sheet(phone, "Score in words")
    expect(sheet).to_contain_text("Score")
    sheet.get_by_role("link", name="Done").tap()
    expect(sheet).to_be_hidden()


BROKEN_WORDS = """() => [...document.querySelectorAll("dialog[open] :is(a, button, h2, h3)")]
  .flatMap(part => [...part.childNodes].filter(node => node.nodeType === Node.TEXT_NODE))
  .flatMap(text => [...text.data.matchAll(/\\S+/g)].map(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return [word, range.getClientRects().length];
  }))
  .filter(([, lines]) => lines > 1).map(([word]) => word)"""


@pytest.mark.parametrize("width", [320, 360, 390])
def test_no_word_of_the_menu_breaks_at_twice_the_size_of_type(phone: Page, width: int) -> None:
    carry(phone, make_pad())
    phone.set_viewport_size({"width": width, "height": 640})
    phone.evaluate("document.documentElement.style.fontSize = '200%'")
    phone.get_by_role("link", name="Menu").tap()
    phone.locator("#menu[open]").wait_for()
    assert phone.evaluate(BROKEN_WORDS) == []


def test_the_history_says_today_and_not_the_date_of_each_line(phone: Page) -> None:
    pad = make_pad()
    record(hold(pad), hand(), hand())
    carry(phone, pad)
    phone.goto(f"/games/{pad.public_id}/history/")
    for when in phone.locator(".log time").all():
        expect(when).to_have_text(re.compile(r"^(Today|Yesterday) "))


def test_the_menu_is_there_without_script(open_phone: OpenPhone, transactional_db: None) -> None:
    page = open_phone(java_script_enabled=False)
    open_game(page, "bicycle")
    page.get_by_role("link", name="Menu").tap()
    page.get_by_role("link", name="Adjust points").tap()
    page.locator("#adjust label", has_text="Them").tap()
    expect(page.get_by_role("button", name="Save the adjustment")).to_be_visible()


def test_the_title_tells_the_score_as_it_stands(phone: Page) -> None:
    pad = open_game(phone, "bicycle")
    thumb = Thumb(phone)
    thumb.hand(hand(0, 3))
    thumb.save()
    expect(phone).to_have_title("Us 4, Them 0 · Auction Pitch to 7 (Bicycle) · Pitch Keeper")
    phone.goto(f"/games/{pad.public_id}/board/")
    expect(phone).to_have_title("Board · Us 4, Them 0 · Pitch Keeper")


def test_who_watches_is_told_so(phone: Page) -> None:
    pad = make_pad()
    record(hold(pad), hand(), bid(1, 3))
    carry(phone, pad, WATCH)
    expect(phone.locator("#entry")).to_contain_text("You’re watching.")
    expect(phone.locator("#entry")).to_contain_text("Them bid 3")


CONTRAST = """() => {
  const channel = (value) => {
    const part = value / 255;
    return part <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4;
  };
  const light = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).map(Number).map(channel);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  return [...document.querySelectorAll(".cell input:checked + .face")].map(face => {
    const style = getComputedStyle(face);
    const text = getComputedStyle(face.querySelector(".nm")).color;
    const [low, high] = [light(text), light(style.backgroundColor)].sort((a, b) => a - b);
    return (high + .05) / (low + .05);
  });
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_chosen_keeps_its_contrast(phone: Page, scheme: Any) -> None:
    phone.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    open_game(phone, "bicycle")
    for suit in ("hearts", "diamonds", "spades"):
        Thumb(phone).choose({"who": "0", "bid": "3", "trump": suit, "jack": "none"})
        contrasts = phone.evaluate(CONTRAST)
        assert len(contrasts) >= 4
        assert min(contrasts) >= 4.5


def test_suits_are_text_and_no_pictures(phone: Page) -> None:
    pad = make_pad()
    record(hold(pad), hand(trump="hearts"))
    carry(phone, pad)
    bare = """() => document.body.innerText.match(/[♠♥♦♣](?!\\ufe0e)/g)"""
    assert phone.evaluate(bare) is None


@pytest.mark.parametrize(("width", "beside"), [(699, False), (700, True), (1280, True)])
def test_from_700_pixels_the_ledger_stands_beside_the_hand(
    phone: Page, width: int, beside: bool
) -> None:
    phone.set_viewport_size({"width": width, "height": 900})
    pad = make_pad()
    record(hold(pad), hand())
    carry(phone, pad)
    entry, ledger = (phone.locator(part).bounding_box() for part in ("#entry", "#ledger"))
    assert entry and ledger
    assert (ledger["x"] >= entry["x"] + entry["width"]) is beside
    if beside:
        assert ledger["y"] < entry["y"] + entry["height"]


def test_nothing_lies_under_a_notch_at_either_side(phone: Page) -> None:
    phone.set_viewport_size({"width": 740, "height": 360})
    wire = phone.context.new_cdp_session(phone)
    insets = {"left": 47, "right": 47, "bottom": 21}
    wire.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    open_game(phone, "bicycle")
    inside = """() => [...document.querySelectorAll(
        ".top a, .cell, .label, .save .do, .save .says, #score .fig, h2, .chip")]
      .filter(element => element.checkVisibility() && !element.matches(".vh"))
      .map(element => [element, element.getBoundingClientRect()])
      .filter(([, box]) => box.left < 46 || box.right > innerWidth - 46)
      .map(([element]) => element.className + element.textContent.trim())"""
    assert phone.evaluate(inside) == []


def test_the_counter_unticks_what_it_ticked(phone: Page) -> None:
    open_game(phone, "bicycle")
    phone.locator("#l-game").tap()
    card = phone.locator('select[name="count-0-10"]')
    card.select_option("1")
    expect(segment(phone, "game", 0).locator("input")).to_be_checked()
    card.select_option("0")
    expect(segment(phone, "game", 0).locator("input")).not_to_be_checked()
