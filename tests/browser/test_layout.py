"""Every page at every size: nothing sideways, nothing lost, nothing that jumps."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.states import FACTS, PADS, STATES, State, evening
from tests.browser.thumb import (
    SIZES,
    Thumb,
    carry,
    resize,
    save_button,
    says,
    segment,
)
from tests.factories import make_pad

every_state = pytest.mark.parametrize("state", STATES.values(), ids=STATES)
LISTS = [STATES[name] for name in ("home", "select games", "delete several games")]
every_pad = pytest.mark.parametrize("state", [STATES[name] for name in PADS], ids=PADS)

SIDEWAYS = "document.scrollingElement.scrollWidth > window.innerWidth"
# A name is never worth a figure: what is cut is a name, never a number or a label.
CUT = """() => [...document.querySelectorAll(
    "#score .fig:not(.counting), .sum b, .sum i, .needs, legend, .label, "
    + ".seg label > :not(.nm, .vh),"
    + ".do, .btn, h1, h2, h3, th, td")]
  .filter(element => element.checkVisibility() && element.clientWidth
    && !element.matches(".vh, :has(.nm)") && element.scrollWidth > element.clientWidth + 1)
  .map(element => `${element.className} ${element.textContent.trim()}: `
    + `${element.scrollWidth} > ${element.clientWidth}`)"""
OUTSIDE = """() => [...document.querySelectorAll(
    "#score .fig, .sum b, .seg label, .cell, .do, .btn")]
  .filter(element => element.checkVisibility())
  .filter(element => {
    const box = element.getBoundingClientRect();
    return box.left < -0.5 || box.right > window.innerWidth + 0.5;
  }).map(element => element.textContent.trim())"""
# Cut names stand in full elsewhere on the page.
UNREACHABLE = """() => {
  const whole = [...document.querySelectorAll(".standing li, .why p, .end h2, .end p, dd, .log p")]
    .map(element => element.textContent)
    .concat([...document.querySelectorAll("input")].map(input => input.value)).join("\\n");
  return [...document.querySelectorAll(".nm")]
    .filter(name => name.checkVisibility() && name.scrollWidth > name.clientWidth + 1)
    .filter(name => !whole.replaceAll(/[\\u2066-\\u2069]/g, "").includes(name.textContent.trim()))
    .map(name => name.textContent);
}"""
UNDER_THE_THUMB = """() => {
  const buttons = [...document.querySelectorAll(".save .do")];
  const button = buttons.find(one => one.checkVisibility());
  const box = button.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return button.contains(top) && box.top >= 0 && box.bottom <= window.innerHeight;
}"""
# A word that just fits would break when it is picked: exact, where what counts as a jump is not.
BOLDER = """() => {
  const picked = [...document.querySelectorAll("input:checked")];
  const boxes = (label) => {
    const letters = document.createRange();
    letters.selectNodeContents(label);
    return JSON.stringify([...letters.getClientRects()].map(box => [box.x, box.width, box.height]));
  };
  // In a matrix a name is for the ear alone.
  const isSeen = (label) => label.querySelector(".nm")?.clientWidth !== 1;
  const changes = (label) => {
    const [input, loose] = [label.querySelector("input"), boxes(label)];
    input.checked = true;
    const moved = boxes(label) !== loose;
    input.checked = false;
    picked.forEach(other => { other.checked = true; });
    return moved;
  };
  const loose = ":is(.seg label, .cell):has(input:not(:checked, :disabled))";
  return [...document.querySelectorAll(loose)]
    .filter(label => label.checkVisibility() && isSeen(label) && changes(label))
    .map(label => label.textContent.trim());
}"""
# The large figures, or the slim line once they begin to go.
SCORE_IN_SIGHT = """() => {
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    const points = [[box.left + 3, box.top + 3], [box.right - 3, box.bottom - 3]];
    return box.width > 0 && points.every(([x, y]) => {
      // A chip is larger for the thumb than what is seen of it.
      const top = document.elementsFromPoint(x, y).find(one => !one.matches(".chip"));
      return top && (element.contains(top) || top.contains(element));
    });
  };
  const every = (selector) => [...document.querySelectorAll(selector)].every(seen);
  return every("#score .fig");
}"""


@every_state
def test_no_page_goes_sideways_and_nothing_is_cut(phone: Page, state: State) -> None:
    """Also unfolded, and with type twice as large."""
    state(phone)
    for size in SIZES:
        resize(phone, size)
        check_fit(phone)
    phone.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
    for size in SIZES:
        resize(phone, size)
        check_fit(phone)
    if state not in LISTS:  # there the pad itself is a tap away
        assert phone.evaluate(UNREACHABLE) == []
    resize(phone, "usual")
    phone.evaluate("document.documentElement.style.fontSize = '200%'")
    assert not phone.evaluate(SIDEWAYS)
    assert phone.evaluate(OUTSIDE) == []
    resize(phone, "small")
    assert phone.evaluate(BOLDER) == []


def check_fit(page: Page) -> None:
    size = page.viewport_size
    assert (size, page.evaluate(SIDEWAYS)) == (size, False)
    assert (size, page.evaluate(CUT)) == (size, [])
    assert (size, page.evaluate(OUTSIDE)) == (size, [])


@every_pad
def test_save_is_always_under_the_thumb_and_the_score_in_sight(phone: Page, state: State) -> None:
    state(phone)
    for size in SIZES:
        resize(phone, size)
        form_ends = phone.evaluate(
            """document.querySelector("#hand-form").getBoundingClientRect().bottom
               + window.scrollY - window.innerHeight"""
        )
        for top in range(0, max(1, int(form_ends)), 60):
            phone.evaluate("top => window.scrollTo(0, top)", top)
            assert (size, top, phone.evaluate(UNDER_THE_THUMB)) == (size, top, True)
            # An observer brings the slim line; a frame later it is there.
            phone.wait_for_function(f"() => ({SCORE_IN_SIGHT})()")


@pytest.mark.parametrize("name", ["kept on the phone", "kept and refused"])
def test_what_waits_on_the_phone_is_told_above_the_entry(phone: Page, name: str) -> None:
    STATES[name](phone)
    for size in SIZES:
        resize(phone, size)
        banner, entry = (phone.locator(part).bounding_box() for part in ("#kept", "#entry"))
        assert banner and entry
        assert (size, banner["y"] + banner["height"] <= entry["y"]) == (size, True)
        assert (size, entry["y"] - banner["y"] - banner["height"] < 32) == (size, True)
        assert (size, abs(banner["x"] - entry["x"]) < 32) == (size, True)


@pytest.mark.parametrize("size", ["small", "usual", "landscape"])
def test_the_save_bar_sticks_to_a_correction_and_its_effects_can_be_read(
    phone: Page, size: str
) -> None:
    resize(phone, size)
    STATES["corrected"](phone)
    assert phone.evaluate(UNDER_THE_THUMB)

    says(phone).get_by_role("link", name="would change").tap()
    for row in phone.locator("#changes tr").all():
        row.scroll_into_view_if_needed()
        expect(row).to_be_in_viewport()
    assert phone.evaluate(UNDER_THE_THUMB)


# --- The keyboard of the phone ---------------------------------------------------------------

TYPED_IN = "input:is([type=text], [type=number], :not([type])), textarea"
# Each typed field in turn: those that are not wholly to be seen when they have the focus.
HIDDEN_WHILE_TYPING = """(typedIn) => [...document.querySelectorAll(typedIn)]
  .filter(field => field.checkVisibility())
  .filter(field => {
    field.blur();
    window.scrollTo(0, 0);
    field.focus();
    const box = field.getBoundingClientRect();
    const at = (y) => document.elementFromPoint(box.left + box.width / 2, y);
    return at(box.top + 4) !== field || at(box.bottom - 4) !== field;
  }).map(field => field.name)"""
TYPED = ["opening", "correct", "correct an adjustment"]


@pytest.mark.parametrize("name", TYPED)
def test_the_field_that_is_typed_in_and_its_button_stay_over_the_keyboard(
    phone: Page, name: str
) -> None:
    """The page asks to be given the room that the keyboard leaves, so that is what is tried."""
    STATES[name](phone)
    asked = phone.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "interactive-widget=resizes-content" in asked
    phone.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
    fields = phone.locator(TYPED_IN)
    assert fields.count() > 0
    for width, height in ((320, 290), (360, 340)):
        phone.set_viewport_size({"width": width, "height": height})
        assert phone.evaluate(HIDDEN_WHILE_TYPING, TYPED_IN) == []
        fields.last.focus()
        assert phone.evaluate(UNDER_THE_THUMB)
    # On its side there is room for the field alone; the button is below it.
    phone.set_viewport_size({"width": 667, "height": 150})
    assert phone.evaluate(HIDDEN_WHILE_TYPING, TYPED_IN) == []


def test_enter_goes_to_the_next_name_and_starts_nothing(phone: Page) -> None:
    """It is what the “next” key of a phone sends."""
    phone.goto("/open/bicycle/")
    phone.locator('[name="name-0"]').press("Enter")
    expect(phone.locator('[name="name-1"]')).to_be_focused()
    assert phone.url.endswith("/open/bicycle/")


# --- Nothing jumps ---------------------------------------------------------------------------

SHIFTS = """window.shifts = [];
new PerformanceObserver(list => window.shifts.push(...list.getEntries().map(entry => [
  entry.value, ...entry.sources.map(({ node, previousRect, currentRect }) =>
    [node?.nodeName, node?.id, node?.className, previousRect.y, ">", currentRect.y].join(" "))
]))).observe({ type: "layout-shift", buffered: true });"""


def shifts(page: Page) -> Any:
    """What has jumped so far, whatever was tapped before; asked when two frames are drawn."""
    return page.evaluate(
        """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() =>
             done(window.shifts))))"""
    )


@pytest.mark.parametrize("size", SIZES)
def test_nothing_jumps_while_a_hand_is_tapped_and_saved(phone: Page, size: str) -> None:
    phone.add_init_script(SHIFTS)
    resize(phone, size)
    carry(phone, evening())
    assert shifts(phone) == []

    places = bar_and_button(phone)
    thumb = Thumb(phone)
    thumb.hand(FACTS)
    expect(says(phone)).to_contain_text("set back 3")
    assert bar_and_button(phone) == places
    thumb.save()

    assert shifts(phone) == []
    assert bar_and_button(phone) == places
    expect(phone.locator("#score")).to_be_in_viewport()


def bar_and_button(page: Page) -> list[tuple[float, float]]:
    """Place and height of the bar with the sentence, and of the Save button in it."""
    page.evaluate("window.scrollTo(0, 0)")
    boxes = [page.locator(".save").bounding_box(), save_button(page).bounding_box()]
    return [(box["y"], box["height"]) for box in boxes if box]


def test_nothing_jumps_while_a_correction_is_tapped(phone: Page) -> None:
    phone.add_init_script(SHIFTS)
    STATES["correct"](phone)
    segment(phone, "bid", 2).tap()
    expect(says(phone)).to_contain_text("would change")
    segment(phone, "bid", 4).tap()
    expect(save_button(phone)).to_have_text("Save the correction")
    assert shifts(phone) == []


def test_turning_the_phone_keeps_what_is_tapped_and_every_number(phone: Page) -> None:
    STATES["half entered"](phone)
    before = phone.locator("#score, #ledger").all_inner_texts()
    tapped = phone.locator("#hand-form input:checked").count()
    phone.set_viewport_size({"width": 640, "height": 360})
    phone.set_viewport_size({"width": 360, "height": 640})
    assert phone.locator("#hand-form input:checked").count() == tapped
    assert phone.locator("#score, #ledger").all_inner_texts() == before


def test_names_are_shown_as_they_were_typed(phone: Page) -> None:
    STATES["nine sides"](phone)
    heads = phone.locator("#score h2 bdi")
    names = heads.evaluate_all("heads => heads.map((head) => head.title)")
    assert {"O'B", "Zoë", "أمي"} <= set(heads.all_inner_texts())
    assert "O'Brien & <b>Al</b>" in names and "Zoë 👩‍👩‍👧 🃏" in names and "أمينة محمد" in names
    expect(phone.locator("main bdi b")).to_have_count(0)


def test_a_name_from_right_to_left_leaves_the_numbers_beside_it_alone(phone: Page) -> None:
    carry(phone, make_pad("wikipedia", ("أمينة محمد", "Bo")))
    Thumb(phone).hand({**FACTS, "points": {**FACTS["points"], "jack": 0}})
    expect(says(phone)).to_contain_text("+3, 0 to 3")
    # Where the figures stand on the screen: from left to right, as they are to be read.
    places = phone.evaluate(
        """() => {
          const text = document.querySelector(".save .says").firstChild;
          const place = (what) => {
            const range = document.createRange();
            const start = text.data.indexOf(what);
            range.setStart(text, start);
            range.setEnd(text, start + what.length);
            const box = range.getBoundingClientRect();
            return [box.top, box.left];
          };
          return ["+3", "0 to", "to 3"].map(place);
        }"""
    )
    assert places == sorted(places)
