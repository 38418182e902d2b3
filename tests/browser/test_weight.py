"""What a phone fetches for a pad of twelve hands, and that nothing moves: counts and sizes.

Never times: those are `bench/phone`'s. Served as it really is, since the live server of the other
tests compresses nothing and names no file by what is in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, Route, expect

from bench.phone_side import HANDS, PAGES, Fetched, served
from tests.browser.test_layout import SHIFTS, shifts
from tests.browser.thumb import OpenPhone, Thumb, save_button, says, segment

KB = 1024
STYLES = 3  # one of them for paper
# Loosely: how script is cut into files may change. Each is a request of its own, and one that
# another imports a whole round trip later.
SCRIPTS = 15
# What comes before the first look, headers included: as much as a server may send at once, before
# it has heard from the phone that anything arrived.
FIRST_LOOK = 14 * KB
BODIES = """() => [
  ...performance.getEntriesByType("navigation"),
  ...performance.getEntriesByType("resource").filter((one) => /\\.css$/.test(one.name)),
].filter((one) => !one.name.includes("/print.")).reduce((sum, one) => sum + one.encodedBodySize, 0)
"""
"""The bytes of a page's HTML and CSS as they came, compressed, but for the style of its print."""

WON = {
    "bicycle": ("high", "low", "jack", "game"),
    "oklahoma": ("high", "low", "jack", "off_jack", "high_joker", "low_joker", "game", "trey"),
}
"""Presets with a plain page and with the longest."""
every_preset = pytest.mark.parametrize("preset", WON)


@dataclass(frozen=True)
class Held:
    """A phone of a server that really runs, and its pads by preset."""

    address: str
    ids: dict[str, str]

    def pad(self, preset: str) -> str:
        return f"/games/{self.ids[preset]}/"

    def carry(self, page: Page) -> None:
        cookie = {"name": "keeper_phone", "value": self.ids["phone"], "url": self.address}
        page.context.add_cookies([cookie])


@pytest.fixture(scope="module")
def phones() -> Iterator[list[Held]]:
    """One to look with, one to write with."""
    with served(2) as (address, told):
        yield [Held(address, ids) for ids in told]


@pytest.fixture
def looks(phones: list[Held]) -> Held:
    return phones[0]


@pytest.fixture
def writes(phones: list[Held]) -> Held:
    return phones[1]


def phone_of(held: Held, open_phone: OpenPhone) -> Page:
    page = open_phone(base_url=held.address)
    held.carry(page)
    return page


def listen(page: Page) -> Fetched:
    """What comes over the network from here on; nothing that a phone had kept."""
    fetched = Fetched()
    wire = page.context.new_cdp_session(page)
    for event in ("Network.responseReceived", "Network.loadingFinished"):
        wire.on(event, lambda told, event=event: fetched.hear(event, told))
    wire.send("Network.enable")
    return fetched


@every_preset
def test_a_pad_is_shown_by_few_requests(looks: Held, open_phone: OpenPhone, preset: str) -> None:
    page = phone_of(looks, open_phone)
    fetched = listen(page)
    page.goto(looks.pad(preset))
    expect(page.locator(".line")).to_have_count(HANDS)
    taken = fetched.take()
    assert taken["requests"] <= 1 + STYLES + SCRIPTS
    assert page.evaluate(BODIES) <= FIRST_LOOK


def test_a_second_visit_fetches_the_page_alone(looks: Held, open_phone: OpenPhone) -> None:
    """Also without a service worker: over plain http there is none."""
    page = phone_of(looks, open_phone)
    page.goto(looks.pad("bicycle"))
    page.locator("main[data-kept]").wait_for()
    fetched = listen(page)
    page.goto("/")
    page.goto(looks.pad("oklahoma"))
    taken = fetched.take()
    assert taken["html"] and "js" not in taken
    page.goto("/")
    page.goto(looks.pad("bicycle"))
    page.locator("main[data-kept]").wait_for()
    taken = fetched.take()
    assert taken["html"] and not {"css", "js"} & taken.keys()


def test_nothing_comes_from_another_host(looks: Held, open_phone: OpenPhone) -> None:
    page = phone_of(looks, open_phone)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for shown in PAGES:
        page.goto(shown.path.format(id=looks.ids[shown.pad]))
    assert len(asked) > len(PAGES)
    assert [address for address in asked if not address.startswith(f"{looks.address}/")] == []


@every_preset
def test_nothing_moves_while_a_pad_comes_and_takes_a_hand(
    writes: Held, open_phone: OpenPhone, preset: str
) -> None:
    page = phone_of(writes, open_phone)
    page.add_init_script(SHIFTS)
    page.goto(writes.pad(preset))
    page.locator("main[data-kept]").wait_for()
    assert shifts(page) == []

    thumb = Thumb(page)
    segment(page, "who", 0).tap()
    # Again, with what is half entered put back by script.
    page.goto(writes.pad(preset))
    page.locator("main[data-kept]").wait_for()
    expect(segment(page, "who", 0).locator("input")).to_be_checked()
    assert shifts(page) == []

    page.locator("#f-bid label").first.tap()
    if preset == "oklahoma":
        # The one thing that moves on purpose: a whole bid folds to its line, by the tap itself.
        expect(page.locator("#hand-form .auction")).to_have_class("auction folded")
        assert {move[1].split()[1] for move in shifts(page)} <= {"points"}
        page.evaluate("window.shifts = []")
    thumb.choose(dict.fromkeys(WON[preset], "0"))
    expect(says(page)).to_contain_text("made")
    assert shifts(page) == []
    save_button(page).tap()
    expect(page.locator(".line")).to_have_count(HANDS + 1)
    # The next hand asks for its bid in full, which only pushes the ledger further down.
    unfolded = {"ledger"} if preset == "oklahoma" else set()
    assert {move[1].split()[1] for move in shifts(page)} <= unfolded


@every_preset
def test_a_tap_counts_before_any_script_is_there(
    looks: Held, open_phone: OpenPhone, preset: str
) -> None:
    page = phone_of(looks, open_phone)
    held: list[Route] = []
    may_come = False

    def hold(route: Route) -> None:
        route.continue_() if may_come else held.append(route)

    page.route("**/*.js", hold)
    page.goto(looks.pad(preset), wait_until="commit")
    choice = segment(page, "who", 1)
    choice.tap()
    expect(choice.locator("input")).to_be_checked()

    may_come = True
    for route in held:
        route.continue_()
    page.locator("main[data-kept]").wait_for()
    expect(choice.locator("input")).to_be_checked()
    expect(says(page)).to_have_text("Still to tap: the bid, who won each point.")


@pytest.mark.parametrize("shown", ["/games/{id}/board/", "/games/{id}/sheet/"])
def test_nothing_moves_on_a_page_with_a_button_of_script(
    looks: Held, open_phone: OpenPhone, shown: str
) -> None:
    page = phone_of(looks, open_phone)
    page.add_init_script(SHIFTS)
    page.goto(shown.format(id=looks.ids["bicycle"]))
    expect(page.locator("[data-awake], [data-print]")).to_be_visible()
    assert shifts(page) == []
