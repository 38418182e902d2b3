"""What `bench/evening` asks: a short evening passes, and a screen that lags fails it."""

from types import SimpleNamespace
from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from bench.browsing import Page
from bench.fill import held, make_pads
from bench.table_evening import CHANGES, PHONES, Table, asks_every


def sit_down(live_server: LiveServer, hands: int) -> Table:
    server: Any = SimpleNamespace(port=live_server.thread.port, cpu=lambda: 0.0)
    table = Table(server, held(make_pads(1, hands))[0], keeps=False)
    table.sit_down()
    return table


@pytest.mark.parametrize("hands", [0, 7])
def test_every_screen_shows_every_hand(live_server: LiveServer, hands: int) -> None:
    spent = sit_down(live_server, hands).play(rounds=2 * CHANGES)
    assert spent.requests["hand saved"] == 14
    assert spent.requests["asked, news"] == CHANGES * (PHONES + 1)
    assert spent.requests["asked, no news"] == CHANGES * (PHONES + 1)


def test_a_screen_that_does_not_show_a_hand_fails_the_evening(live_server: LiveServer) -> None:
    table = sit_down(live_server, 0)
    table.screens[2].put = lambda answer: None
    with pytest.raises(AssertionError, match=r"shows \(0, 0\), not \(2, 1\)"):
        table.play(rounds=CHANGES)


def test_a_page_is_read_as_it_stands() -> None:
    page = Page(
        '<main data-live="/live/"><div class="side won"><b class="fig neg">−3</b></div>'
        '<div class="side"><b class="fig">4</b></div><b class="fig">9</b>'
        '<form id="f" action="/save/"><input type="hidden" name="key" value="k">'
        '<input type="radio" name="who" value="0"><input type="radio" name="who" value="1" checked>'
        '<select name="ten"><option value="0"><option value="2" selected></select>'
        '<button name="do" value="hand"></button></form><section data-seen="5"></section>'
    )
    assert (page.live, page.seen, page.totals) == ("/live/", "5", ["−3", "4"])
    assert page.forms["f"].action == "/save/"
    assert page.forms["f"].fields == {"key": "k", "who": "1", "ten": "2"}


def test_the_script_says_how_often_it_asks() -> None:
    assert asks_every() == 2.5
