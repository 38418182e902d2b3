"""Every page for everybody: axe, names, sizes, focus, the keyboard alone, words for the ear."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.states import STATES, State, evening
from tests.browser.thumb import Thumb, carry, expect_totals, heading, save_button
from tests.factories import hand, make_pad

every_state = pytest.mark.parametrize("state", STATES.values(), ids=STATES)

SMALL = """() => {
  const inline = (element) =>
    element.matches("a:not(.btn, .do, .more)") && getComputedStyle(element).display === "inline";
  const hit = "a, button, summary, select, .seg label, .cell, .field input";
  return [...document.querySelectorAll(hit)]
    .filter(element => element.checkVisibility())
    .filter(element => !element.matches(".skip, .vh") && !inline(element))
    .map(element => [element, element.getBoundingClientRect()])
    .filter(([element, box]) => box.height < 43.5
      || box.width < (element.closest(".n5, .many") ? 39.5 : 43.5))
    .map(([element, box]) => `${element.tagName} ${element.textContent.trim()} `
      + `${box.width.toFixed(1)} x ${box.height.toFixed(1)}`);
}"""
SMALL_TYPE = """() => [...document.querySelectorAll("select, input:not([type=radio])")]
  .filter(field => parseFloat(getComputedStyle(field).fontSize) < 16).map(field => field.name)"""
UNFOCUSED = """() => {
  const shown = (element) => {
    const style = getComputedStyle(element);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  };
  const now = document.activeElement;
  const holders = [now, now.closest("label"), now.closest(".preset")].filter(Boolean);
  return holders.some(shown) ? null : now.outerHTML.slice(0, 120);
}"""


@every_state
def test_axe_finds_nothing_and_a_thumb_hits_everything(phone: Page, state: State) -> None:
    state(phone)
    phone.emulate_media(reduced_motion="reduce")
    assert phone.evaluate(SMALL) == []
    # What is folded away is looked at too; nothing is seen folded that is not seen unfolded.
    phone.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
    for scheme in ("light", "dark"):
        phone.emulate_media(color_scheme=scheme)
        assert violations(phone) == []
    assert phone.evaluate(SMALL) == []
    assert phone.evaluate(SMALL_TYPE) == []

    zoom = phone.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "maximum-scale" not in zoom and "user-scalable" not in zoom


def violations(page: Page, *without: str) -> list[Any]:
    """What axe finds by all its rules, or `without` some."""
    rules = {rule: {"enabled": False} for rule in without}
    found = Axe().run(page, options={"rules": rules}).response["violations"]
    return [
        (broken["id"], node["html"][:120], node["failureSummary"])
        for broken in found
        for node in broken["nodes"]
    ]


@pytest.mark.parametrize("state", ["home", "presets", "opening", "bid saved", "hand", "corrected"])
def test_the_focus_can_be_seen_wherever_it_goes(phone: Page, state: str) -> None:
    STATES[state](phone)
    phone.evaluate("document.activeElement.blur()")
    phone.evaluate("window.scrollTo(0, 0)")
    stops = 0
    phone.keyboard.press("Tab")
    while phone.evaluate("document.activeElement !== document.body") and stops < 80:
        assert phone.evaluate(UNFOCUSED) is None
        stops += 1
        phone.keyboard.press("Tab")
    assert stops > 3


# --- The keyboard alone ---------------------------------------------------------------------


def tab_to(page: Page, selector: str) -> None:
    for _ in range(60):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way by Tab to {selector}")


def pick(page: Page, name: str, value: str) -> None:
    """Into the group by Tab, then along it by the arrows."""
    tab_to(page, f'input[name="{name}"]')
    page.keyboard.press("Space")
    for _ in range(20):
        if page.evaluate("value => document.activeElement.value === value", value):
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"no way by arrows to {name} {value}")


def press(page: Page, selector: str) -> None:
    tab_to(page, selector)
    page.keyboard.press("Enter")


def test_a_whole_game_by_keyboard_alone(open_phone: Any) -> None:
    page: Page = open_phone(has_touch=False, is_mobile=False)
    page.goto("/")
    press(page, 'a[href="/open/"]')
    page.wait_for_url("**/open/")
    press(page, 'a[href="/open/bicycle/"]')
    page.wait_for_url("**/open/bicycle/")
    tab_to(page, 'input[name="name-0"]')
    page.keyboard.type("Ann")
    press(page, "button.do")
    page.wait_for_url("**/games/**")

    # The other side is set back; then a hand is counted, passed out, undone; then a smudge.
    for name, value in {"who": "1", "bid": "3", "trump": "clubs", "high": "1"}.items():
        pick(page, name, value)
    press(page, 'button[name="rest"][value="0"]')
    press(page, ".save .do")
    expect(heading(page)).to_have_text("Hand 2")
    expect_totals(page, [3, -3])

    pick(page, "bid", "pass")
    press(page, ".save .do")
    expect(heading(page)).to_have_text("Hand 3")
    press(page, 'button[form="undo"]')
    expect(heading(page)).to_have_text("Hand 2")

    pick(page, "who", "0")
    pick(page, "bid", "4")
    press(page, 'button[name="rest"][value="0"]')
    press(page, ".save .do")
    expect(heading(page)).to_have_text("Ann won!")
    expect(heading(page)).to_be_focused()

    press(page, 'button[form="again"]')
    expect(heading(page)).to_have_text("Hand 1")


def test_a_saved_hand_is_said_and_the_next_one_has_the_focus(phone: Page) -> None:
    carry(phone, make_pad("wikipedia"))
    thumb = Thumb(phone)
    thumb.hand(hand(0, 4, owners={"game": 1}))
    expect(phone.locator(".says")).to_contain_text("set back 4, 0 to −4")
    thumb.save()

    status = phone.get_by_role("status")
    expect(status).to_contain_text("Hand 1: ")
    expect(status).to_contain_text("minus 4")
    expect(phone.locator(".says")).to_have_text(status.inner_text())
    expect(heading(phone)).to_be_focused()
    expect(heading(phone)).to_have_text("Hand 2")


def test_what_is_wrong_has_the_focus_and_leads_to_its_field(phone: Page) -> None:
    carry(phone, evening())
    save_button(phone).tap()

    expect(phone.locator("#f-who input").first).to_be_focused()
    field = phone.locator("#f-jack")
    expect(field).to_be_in_viewport()
    expect(field).to_have_accessible_description("Who won Jack?")


def test_a_number_in_the_hole_has_a_minus_and_a_ring(phone: Page) -> None:
    """Never color alone."""
    carry(phone, make_pad("wikipedia", start=(-4, 3)))
    ring, plain = (phone.locator("#score .fig").nth(side) for side in (0, 1))
    expect(ring).to_have_text("−4")
    assert ring.evaluate("figure => getComputedStyle(figure).borderTopStyle") == "solid"
    assert plain.evaluate("figure => getComputedStyle(figure).borderTopStyle") == "none"
