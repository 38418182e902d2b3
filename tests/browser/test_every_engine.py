"""The game's page looks and answers alike in Chromium, Firefox and WebKit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scorepads.core.access import make_link
from scorepads.models import Grant, Pad
from tests.browser.engines import Screen
from tests.browser.fit import FIT, SEATS, fit_of
from tests.browser.gate import Gate
from tests.browser.table import Table
from tests.browser.test_game_page import CONTRAST
from tests.browser.thumb import CHOSEN as TICKED
from tests.factories import PENCIL, facts_now, hand, hold, make_pad, record, reread

ROWS = """() => [...document.querySelectorAll("#hand-form .ask")]
  .filter(row => row.checkVisibility())
  .map(row => [row.id || row.className, row.getBoundingClientRect().height])"""
LOW_ROW, HIGH_ROW = 44, 48


@pytest.mark.parametrize(
    ("preset", "size", "height"),
    [
        ("five-point", (360, 640), LOW_ROW),
        ("pagat-partnership", (320, 568), LOW_ROW),
        ("wikipedia", (390, 844), HIGH_ROW),
        ("oklahoma", (390, 844), LOW_ROW),
    ],
)
def test_every_row_is_as_high_as_a_thumb_needs(
    table: Table,
    screen: Screen,
    preset: str,
    size: tuple[int, int],
    height: int,
    transactional_db: None,
) -> None:
    screen.resize(*size)
    table.bring(make_pad(preset, players=(("Ann", "Bo"), ("Cy", "Di"))))
    table.expect_at_rest()
    rows = screen.run(ROWS)
    assert len(rows) >= 7
    # The bids of ten points lie in two lines on any phone.
    assert {name: high for name, high in rows if abs(high - height) > 0.5 and name != "f-bid"} == {}


@pytest.mark.parametrize(
    ("preset", "names", "size"),
    [
        ("bicycle", ("Us", "Them"), (320, 568)),
        ("five-point", ("Us", "Them"), (360, 640)),
        ("wikipedia", SEATS[:5], (360, 640)),
        ("wikipedia", SEATS[:8], (390, 844)),
        ("oklahoma", SEATS[:3], (390, 844)),
    ],
)
def test_a_whole_hand_is_seen_without_scrolling(
    table: Table,
    screen: Screen,
    preset: str,
    names: tuple[str, ...],
    size: tuple[int, int],
    transactional_db: None,
) -> None:
    screen.resize(*size)
    table.bring(make_pad(preset, names))
    table.expect_at_rest()
    fit = fit_of(screen.run(FIT))
    assert fit.is_whole, fit


def test_oklahoma_is_seen_without_scrolling_once_it_is_bid(
    table: Table, screen: Screen, transactional_db: None
) -> None:
    screen.resize(360, 640)
    table.bring(make_pad("oklahoma"))
    table.expect_at_rest()
    table.choose({"who": "0", "bid": "5"})
    for more in ({}, {"trump": "hearts"}):
        table.choose(more)
        screen.expect(".auction.suited" if more else ".auction.folded")
        fit = fit_of(screen.run(FIT))
        assert fit.is_whole, fit


def test_enter_in_a_name_goes_to_the_next(
    table: Table, screen: Screen, transactional_db: None
) -> None:
    """It is what the “next” key of a phone sends."""
    table.go("/open/bicycle/")
    screen.until("() => document.readyState === 'complete'")
    screen.tap("[name=name-0]")
    screen.press_enter()
    screen.until("() => document.activeElement.name === 'name-1'")
    assert screen.run("() => location.pathname") == "/open/bicycle/"


COUNTED = """(many) => {
  const card = document.querySelector('select[name="count-0-10"]');
  card.value = many;
  card.dispatchEvent(new Event("change", { bubbles: true }));
  return document.querySelector("[name=game]:checked")?.value ?? "";
}"""


def test_what_the_counter_ticked_it_unticks(
    table: Table, screen: Screen, transactional_db: None
) -> None:
    table.bring(make_pad())
    table.expect_at_rest()
    assert screen.run(COUNTED, "1") == "0"
    assert screen.run(COUNTED, "0") == ""
    screen.tap("#hand-form label:has([name=game][value='1'])")
    assert screen.run(COUNTED, "2") == "1"


def test_a_half_entered_hand_is_cleared_and_put_back(
    table: Table, screen: Screen, transactional_db: None
) -> None:
    half = {"who": "0", "bid": "3", "high": "0", "jack": "none"}
    table.bring(make_pad())
    table.expect_at_rest()
    table.choose(half)
    screen.tap(".clear")
    screen.until(f"() => Object.keys(({TICKED})()).length === 0")
    screen.tap(".clear")
    screen.until(f"fields => JSON.stringify(({TICKED})()) === JSON.stringify(fields)", half)


# By night, in engines that cannot be told that it is: its rules are made those of all media.
NIGHT = """() => [...document.styleSheets].forEach(sheet => [...sheet.cssRules]
  .filter(rule => rule.media?.mediaText.includes("prefers-color-scheme: dark"))
  .forEach(rule => { rule.media.mediaText = "all"; }))"""


def test_a_chosen_suit_keeps_its_contrast(
    table: Table, screen: Screen, transactional_db: None
) -> None:
    table.bring(make_pad())
    table.expect_at_rest()
    for change in ("() => null", NIGHT):
        screen.run(change)
        for suit in ("hearts", "spades"):
            table.choose({"trump": suit})
            contrasts = screen.run(CONTRAST)
            assert contrasts and min(contrasts) >= 4.5


def test_every_page_of_a_game_is_titled_by_what_it_shows_of_which_game(
    table: Table, screen: Screen, transactional_db: None
) -> None:
    pad = make_pad(start=(4, 0))
    table.bring(pad)
    titles = []
    for page in ("", "board/", "history/", "link/"):
        table.go(f"/games/{pad.public_id}/{page}")
        titles.append(screen.run("() => document.title"))
    assert all("Us 4, Them 0" in title for title in titles)
    assert len(set(titles)) == 4


HEAR = """() => {
  window.heard = [];
  const live = "[aria-live], [role=status], [role=alert]";
  new MutationObserver(changes => changes.forEach(({ target }) => {
    const region = (target.closest ? target : target.parentNode).closest(live);
    const said = region?.textContent.trim();
    if (said && region.getAttribute("aria-live") !== "off") window.heard.push(said);
  })).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def test_a_preview_is_announced_once(table: Table, screen: Screen, transactional_db: None) -> None:
    table.bring(make_pad())
    table.expect_at_rest()
    table.choose({"who": "0", "bid": "2"})
    screen.run(HEAR)
    for many, point in enumerate(("jack", "low"), start=1):
        table.choose({point: "1"})
        screen.until("many => window.heard.length >= many", many)
    assert len(screen.run("() => window.heard")) == 2


WHOLE = """() => {
  const field = document.querySelector("textarea[readonly]");
  return [
    field.scrollHeight <= field.clientHeight && field.scrollWidth <= field.clientWidth,
    field.value.slice(field.selectionStart, field.selectionEnd) === field.value,
    document.querySelector("[role=img] svg").getBoundingClientRect().width > 100,
  ];
}"""


def test_a_new_link_is_seen_whole_and_chosen_by_a_tap(
    table: Table, screen: Screen, transactional_db: None
) -> None:
    """Over http there is no button that copies it."""
    pad = make_pad()
    table.bring(pad)
    table.go(f"/games/{pad.public_id}/link/")
    screen.tap("button[value=pencil]")
    screen.expect("textarea[readonly]")
    screen.until("() => document.readyState === 'complete'")
    screen.tap("textarea[readonly]")
    screen.until(f"() => ({WHOLE})().every(Boolean)")


NOTCH = """() => {
  const { style } = document.documentElement;
  style.setProperty("--left", "47px");
  style.setProperty("--right", "47px");
  return [...document.querySelectorAll(
      ".top a, .cell, .label, .save .do, .save .says, #score .fig, h2, .chip")]
    .filter(part => part.checkVisibility() && !part.matches(".vh"))
    .map(part => [part, part.getBoundingClientRect()])
    .filter(([, box]) => box.left < 46 || box.right > innerWidth - 46)
    .map(([part]) => part.className + part.textContent.trim());
}"""


def test_nothing_lies_under_a_notch_at_either_side(
    table: Table, screen: Screen, transactional_db: None
) -> None:
    screen.resize(740, 360)
    table.bring(make_pad())
    table.expect_at_rest()
    assert screen.run(NOTCH) == []


OLDER = b"""
delete AbortSignal.timeout;
delete Array.prototype.findLast;
delete window.structuredClone;
"""


@pytest.fixture
def older_browser(gate: Gate) -> Iterator[None]:
    gate.instead["/static/core/trouble.js"] = OLDER
    yield
    gate.instead.clear()


def test_a_hand_is_sent_after_a_gap_without_what_older_browsers_lack(
    table: Table, screen: Screen, older_browser: None, transactional_db: None
) -> None:
    pad = make_pad()
    table.bring(pad)
    table.expect_at_rest()
    assert screen.run("() => !AbortSignal.timeout && ![].findLast")
    table.cable.pull()
    table.enter(hand(0, 2))
    screen.expect("#kept")
    table.cable.plug_in()
    table.send_kept()
    assert facts_now(reread(pad)) == [hand(0, 2)]


SHARE = """(can) => {
  window.sent = [];
  Object.defineProperty(navigator, "canShare", { configurable: true, value: () => can });
  Object.defineProperty(navigator, "share", {
    configurable: true,
    value: async ({ files: [file], text }) => { window.sent.push([file.type, file.size, text]); },
  });
}"""


@pytest.fixture
def ended(table: Table, screen: Screen, transactional_db: None) -> Pad:
    pad = make_pad("bicycle", start=(4, 0))
    table.bring(pad)
    table.expect_at_rest()
    table.enter(hand(0, 4))
    screen.expect_text("#entry-head", "We won!")
    return pad


def test_the_result_is_sent_as_a_picture(table: Table, screen: Screen, ended: Pad) -> None:
    screen.run(SHARE, True)
    screen.tap("[data-picture]")
    kind, size, _ = screen.until("() => window.sent[0]")
    assert kind == "image/png" and size > 1000
    assert screen.run("() => location.pathname") == f"/games/{ended.public_id}/"


def test_the_result_is_text_to_copy_where_no_picture_can_be_sent(
    table: Table, screen: Screen, ended: Pad
) -> None:
    screen.run(SHARE, False)
    screen.tap("[data-picture]")
    screen.expect_text("main", "We won")
    screen.until("path => location.pathname === path", f"/games/{ended.public_id}/export/")


def test_a_link_that_is_only_opened_lets_nobody_in(
    table: Table, screen: Screen, transactional_db: None
) -> None:
    """As chat programs open it for a preview, which invites."""
    pad = make_pad()
    _, secret = make_link(pad, PENCIL)
    for _ in range(2):
        table.go(f"/join/{secret}/")
        screen.expect_text("h1", "You’re invited to score a Pitch game")
    preview = screen.run("() => document.querySelector('[property=\"og:title\"]').content")
    assert preview == "You’re invited to score a Pitch game"
    table.go(f"/games/{pad.public_id}/")
    screen.expect("main")
    assert not screen.run("() => !!document.querySelector('#score')")
    assert Grant.objects.count() == 0


# Where the numbers of each line stand: from left to right, as they are to be read.
NUMBERS = """() => [...document.querySelectorAll("#chat bdi")].map(({ firstChild: text }) =>
  [...text.data.matchAll(/\\d+/g)].map(({ 0: digits, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + digits.length);
    return range.getBoundingClientRect().left;
  }))"""


def test_a_hebrew_name_leaves_the_numbers_of_the_chat_text_in_their_order(
    table: Table, screen: Screen, transactional_db: None
) -> None:
    pad = make_pad(names=("אנה", "Bo"))
    record(hold(pad), hand(0, 2, owners={"low": 1}))
    table.bring(pad)
    table.go(f"/games/{pad.public_id}/export/")
    screen.expect("#chat bdi")
    lines = [places for places in screen.run(NUMBERS) if len(places) > 1]
    assert len(lines) == 3
    assert lines == [sorted(places) for places in lines]


# On paper, in engines that cannot be told that it is.
ON_PAPER = """() => {
  document.querySelectorAll("link[media=print]").forEach(link => { link.media = "all"; });
  [...document.styleSheets].forEach(sheet => [...sheet.cssRules]
    .filter(rule => rule.media?.mediaText === "print")
    .forEach(rule => { rule.media.mediaText = "all"; }));
}"""
TAPPED_ON_PAPER = """() => [...document.querySelectorAll("button, input, select, .top a, .foot a")]
  .filter(part => part.checkVisibility() && part.getBoundingClientRect().width > 1)
  .map(part => part.outerHTML)"""


def test_a_printed_game_is_its_score_and_ledger_without_buttons(
    table: Table, screen: Screen, transactional_db: None
) -> None:
    pad = make_pad()
    record(hold(pad), hand())
    table.bring(pad)
    table.expect_at_rest()
    screen.run(ON_PAPER)
    screen.until(f"() => ({TAPPED_ON_PAPER})().length === 0")
    assert screen.run("() => document.querySelector('#ledger .line').checkVisibility()")
    assert screen.run("() => document.querySelector('#score .fig').checkVisibility()")
