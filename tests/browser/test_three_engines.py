"""What a table does in an evening, in Chromium, Firefox and WebKit alike.

Half of the phones at a table are iPhones. What is shown is looked for by the names and texts that a
player sees, or by the fields that a form sends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from scorepads.models import Pad
from scorepads.rules.wording.sides import as_subject
from tests.browser.engines import Screen
from tests.browser.gate import Gate
from tests.browser.table import Table
from tests.browser.thumb import CHOSEN as TICKED
from tests.browser.thumb import GAMES, as_tapped, pad_for
from tests.factories import PRESETS, facts_now, hand, reread

HAND = {"pitcher": 0, "bid": 3, "points": {"high": 0, "low": 0, "jack": None, "game": 1}}
SET = {"pitcher": 1, "bid": 2, "points": {"high": 0, "low": 1, "jack": None, "game": 0}}


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

    screen.tap("#line-1 a")
    screen.tap("main a[href$='/hands/1/correct/']")
    screen.expect("#changes")
    assert screen.run(TICKED).items() >= as_tapped(HAND).items()
    table.choose({"bid": "2"})
    screen.expect_text(".save .says", "would change")
    table.save()
    table.expect_hand(2, 2, 1)

    screen.tap(".save [form=undo]")
    table.expect_hand(2, -3, 1)
    screen.tap(".save [form=redo]")
    table.expect_hand(2, 2, 1)

    table.expect_at_rest()
    screen.reload()
    table.expect_at_rest()
    table.expect_hand(2, 2, 1)
    assert screen.run(TICKED) == {}

    half = {"who": "1", "bid": "2", "high": "0"}
    table.choose(half)
    table.look_at_history()
    screen.back()
    table.expect_hand(2, 2, 1)
    table.expect_at_rest()
    screen.until(f"fields => JSON.stringify(({TICKED})()) === JSON.stringify(fields)", half)

    table.cable.pull()
    table.choose(as_tapped(SET))
    table.save()
    table.expect_hand(3, 4, -1)
    screen.expect("#kept")
    assert hands(pad) == 1
    table.cable.plug_in()
    table.send_kept()
    table.expect_at_rest()
    table.expect_hand(3, 4, -1)
    assert facts_now(reread(pad)) == [{**HAND, "bid": 2}, SET]

    table.enter(hand(0, 4))
    screen.expect_text("#entry-head", "We won!")
    screen.tap("#ledger a[href$='/sheet/']")
    screen.expect_text("main", "We won")


def can_be_tapped(game: Mapping[str, Any]) -> bool:
    return not any("adjust" in facts for facts in game["ledger"]["hands"])


PLAYED = {game["ledger"]["preset"].partition("@")[0]: game for game in GAMES if can_be_tapped(game)}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("screen", ["firefox", "webkit"], indirect=True)  # the rest: golden games
def test_a_whole_game_of_each_preset(
    table: Table, screen: Screen, preset: str, transactional_db: None
) -> None:
    game = PLAYED[preset]
    pad = pad_for(game)
    table.bring(pad)
    scored = zip(game["ledger"]["hands"], game["expect"]["totals"], strict=False)
    for number, (facts, totals) in enumerate(scored, start=2):
        if "passed_out" in facts:
            table.choose({"bid": "pass"})
            table.save()
        else:
            table.enter(facts)
        table.expect_totals(*totals)
        if number <= len(game["expect"]["totals"]):
            table.expect_hand(number, *totals)
    winner = as_subject(reread(pad).names[game["expect"]["ending"]["winner"]])
    screen.expect_text("#entry-head", f"{winner} won!")
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

    table.look_at_history()
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
