"""What a table does in an evening, in Chromium, Firefox and WebKit alike.

Half of the phones at a table are iPhones. The verbs are those of `engines.py`; what is shown is
looked for by the names and texts that a player sees, or by the fields that a form sends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from scorepads.core import access as core_access
from scorepads.models import Pad
from tests.browser.cable import Cable
from tests.browser.engines import (
    ENGINES,
    Firefox,
    FirefoxScreen,
    Screen,
    WebKitScreen,
    chromium_screen,
    display,
)
from tests.browser.gate import Gate
from tests.browser.thumb import GAMES, as_tapped, pad_for
from tests.factories import PENCIL, PRESETS, facts_now, hand, reread

HAND = {"pitcher": 0, "bid": 3, "points": {"high": 0, "low": 0, "jack": None, "game": 1}}
SET = {"pitcher": 1, "bid": 2, "points": {"high": 0, "low": 1, "jack": None, "game": 0}}

TICKED = """() => Object.fromEntries([...document.querySelectorAll("#hand-form input:checked")]
  .filter(input => input.name !== "dealer").map(input => [input.name, input.value]))"""
TOTALS = """(totals) => {
  const shown = [...document.querySelectorAll("#score .fig")].map(figure => figure.textContent);
  return shown.map(text => Number(text.replace("−", "-"))).join() === totals.join();
}"""


@pytest.fixture(scope="session")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    firefox = Firefox(tmp_path_factory.mktemp("firefox"))
    yield firefox
    firefox.quit()


@pytest.fixture(scope="session")
def webkit() -> Iterator[type[WebKitScreen]]:
    with display():
        yield WebKitScreen


@pytest.fixture
def cable(live_server: LiveServer) -> Iterator[Cable]:
    cable = Cable((live_server.thread.host, live_server.thread.port))
    yield cable
    cable.close()


@pytest.fixture(params=ENGINES)
def screen(request: pytest.FixtureRequest, cable: Cable) -> Iterator[Screen]:
    browser = request.getfixturevalue("browser")  # its event loop allows the tests the database
    screen: Screen
    if request.param == "chromium":
        screen = chromium_screen(browser)
    elif request.param == "firefox":
        screen = FirefoxScreen(request.getfixturevalue("firefox"))
    else:
        screen = request.getfixturevalue("webkit")()
    screen.resize(390, 844)
    yield screen
    screen.close()


class Table:
    """A game on a screen: what its keeper taps, and what the table sees."""

    def __init__(self, screen: Screen, cable: Cable) -> None:
        self.screen, self.cable = screen, cable

    def go(self, path: str) -> None:
        self.screen.open(self.cable.address + path)

    def bring(self, pad: Pad) -> None:
        _, secret = core_access.make_link(pad, PENCIL)
        self.go(f"/join/{secret}")
        self.screen.tap("main form .do")
        self.screen.expect("#hand-form")

    def choose(self, fields: Mapping[str, str]) -> None:
        for name, value in fields.items():
            field = f'input[name="{name}"][value="{value}"]'
            self.screen.tap(f"#hand-form label:has({field})")
            self.screen.until("s => document.querySelector(s).checked", f"#hand-form {field}")

    def pass_out(self) -> None:
        form = "form[action$='/passed-out/']"
        self.screen.run("s => { document.querySelector(s).closest('details').open = true; }", form)
        self.screen.tap(f"{form} button")

    def save(self) -> None:
        self.screen.tap(".save .do")

    def enter(self, facts: Mapping[str, Any]) -> None:
        self.choose(as_tapped(facts))
        self.save()

    def expect_hand(self, number: int, *totals: int) -> None:
        self.screen.expect_text("#entry-head", f"Hand {number}")
        self.expect_totals(*totals)

    def expect_totals(self, *totals: int) -> None:
        self.screen.until(TOTALS, totals)

    def expect_at_rest(self) -> None:
        """Until the page has read what the phone keeps, and put back what is half entered."""
        self.screen.expect("main[data-kept]")


@pytest.fixture
def table(screen: Screen, cable: Cable) -> Table:
    return Table(screen, cable)


def hands(pad: Pad) -> int:
    return len(facts_now(reread(pad)))


def test_an_evening_at_the_table(table: Table, screen: Screen, transactional_db: None) -> None:
    """Open, a hand, a correction, undo, reload, Back, offline and on again, the end, the sheet."""
    table.go("/open/bicycle/")
    screen.tap(".save .do")
    table.expect_hand(1, 0, 0)
    pad = Pad.objects.get()

    table.enter(HAND)
    table.expect_hand(2, -3, 1)

    # A correction by the line itself.
    screen.tap(".line summary")
    screen.tap(".line details[open] a[href$='/hands/1/correct/']")
    screen.expect_text("h1", "Correct hand 1")
    assert screen.run(TICKED).items() >= as_tapped(HAND).items()
    table.choose({"bid": "2"})
    screen.expect_text(".save .says", "would change")
    table.save()
    table.expect_hand(2, 2, 1)

    screen.tap("form[action$='/undo/'] button")
    table.expect_hand(2, -3, 1)
    screen.tap("form[action$='/redo/'] button")
    table.expect_hand(2, 2, 1)

    table.expect_at_rest()
    screen.reload()
    table.expect_at_rest()
    table.expect_hand(2, 2, 1)
    assert screen.run(TICKED) == {}

    half = {"who": "1", "bid": "2", "high": "0"}
    table.choose(half)
    screen.tap("a[href$='/history/']")
    screen.expect_text("h1", "History")
    screen.back()
    table.expect_hand(2, 2, 1)
    table.expect_at_rest()
    screen.until(f"fields => JSON.stringify(({TICKED})()) === JSON.stringify(fields)", half)

    table.cable.pull()
    table.choose(as_tapped(SET))
    table.save()
    table.expect_hand(3, 4, -1)
    screen.expect_text("#kept", "1 line is kept on this phone")
    assert hands(pad) == 1
    table.cable.plug_in()
    screen.tap("[data-kept=send]")
    screen.expect_text(".says", "Sent: every hand")
    screen.expect_gone("#kept")
    table.expect_at_rest()
    table.expect_hand(3, 4, -1)
    assert facts_now(reread(pad)) == [{**HAND, "bid": 2}, SET]

    table.enter(hand(0, 4))
    screen.expect_text("#entry-head", "Us won")
    screen.tap("#entry a[href$='/sheet/']")
    screen.expect_text("main", "Us won")


def can_be_tapped(game: Mapping[str, Any]) -> bool:
    return not any("adjust" in facts for facts in game["ledger"]["hands"])


PLAYED = {game["ledger"]["preset"].partition("@")[0]: game for game in GAMES if can_be_tapped(game)}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_whole_game_of_each_preset(
    table: Table, screen: Screen, preset: str, transactional_db: None
) -> None:
    game = PLAYED[preset]
    pad = pad_for(game)
    table.bring(pad)
    for facts, totals in zip(game["ledger"]["hands"], game["expect"]["totals"], strict=False):
        if "passed_out" in facts:
            table.pass_out()
        else:
            table.enter(facts)
        table.expect_totals(*totals)
    winner = game["ledger"]["sides"][game["expect"]["ending"]["winner"]]["name"]
    screen.expect_text("#entry-head", f"{winner} won")
    assert facts_now(reread(pad)) == game["ledger"]["hands"][: len(game["expect"]["totals"])]


# --- Nothing that is saved is ever ticked again ----------------------------------------------


@pytest.fixture
def no_script(gate: Gate) -> Iterator[None]:
    gate.gives_scripts = False
    yield
    gate.gives_scripts = True


@pytest.fixture(params=[True, False], ids=["with script", "without script"])
def scripted(request: pytest.FixtureRequest) -> bool:
    if not request.param:
        request.getfixturevalue("no_script")
    return bool(request.param)


def test_a_saved_hand_is_not_ticked_again_by_a_reload(
    table: Table, screen: Screen, pad: Pad, scripted: bool
) -> None:
    table.bring(pad)
    table.enter(HAND)
    table.expect_hand(2, -3, 1)

    screen.reload()
    if scripted:
        table.expect_at_rest()
    table.expect_hand(2, -3, 1)
    assert screen.run(TICKED) == {}


def test_a_saved_hand_is_not_ticked_again_after_another_page(
    table: Table, screen: Screen, pad: Pad, scripted: bool
) -> None:
    table.bring(pad)
    table.enter(HAND)
    table.expect_hand(2, -3, 1)

    screen.tap("a[href$='/history/']")
    screen.expect_text("h1", "History")
    screen.back()
    if scripted:
        table.expect_at_rest()
    table.expect_hand(2, -3, 1)
    assert screen.run(TICKED) == {}


def test_back_after_a_save_without_script_saves_nothing_more(
    table: Table, screen: Screen, pad: Pad, no_script: None
) -> None:
    """The page from before may come as it was left: it is made for a hand that is saved."""
    table.go("/about/")
    table.bring(pad)
    table.enter(HAND)
    table.expect_hand(2, -3, 1)

    screen.back()
    screen.expect("main")
    if screen.run(TICKED):
        screen.expect_text("#entry-head", "Hand 1")
        table.save()
        screen.expect_text("#entry", "Already saved")
        table.expect_hand(2, -3, 1)
    assert hands(pad) == 1
