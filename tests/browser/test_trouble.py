"""A script that fails, or does not come, is not silent, in any of the engines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.engines import Screen
from tests.browser.gate import Gate
from tests.browser.table import Table
from tests.factories import hand, make_pad

FAILURES = {
    "throws": b"throw new Error('broken');",
    "rejects": b"Promise.reject(new Error('broken'));",
    "newer syntax": b"let = = 1;",
    "imports what is not there": b"import { nothing } from './times.js';",
    "does not come": None,
}
SEEN = "() => document.querySelector('#trouble').getClientRects().length > 0"


@pytest.fixture
def break_script(gate: Gate) -> Iterator[Gate]:
    yield gate
    gate.instead.clear()


@pytest.mark.parametrize("failure", FAILURES)
def test_the_page_says_that_its_script_failed(
    table: Table, screen: Screen, break_script: Gate, failure: str
) -> None:
    break_script.instead["/static/core/times.js"] = FAILURES[failure]
    table.go("/about/")
    screen.until(SEEN)
    screen.expect_text("#trouble", "Nothing is lost")

    break_script.instead.clear()
    screen.tap("#trouble a")
    screen.until(f"() => document.readyState === 'complete' && !({SEEN})()")


def test_a_stopped_request_is_no_failure(table: Table, screen: Screen) -> None:
    table.go("/about/")
    screen.run(
        """async () => {
          const stop = new AbortController();
          fetch("/about/", { signal: stop.signal }); // nobody looks after it
          stop.abort();
          await new Promise(done => setTimeout(done));
        }"""
    )
    assert not screen.run(SEEN)


LARGE = "() => { document.documentElement.style.fontSize = '200%'; }"
LOOSE = "() => document.documentElement.matches('.loose')"


def test_a_bar_that_moves_out_of_the_way_of_large_type_is_no_failure(
    table: Table, screen: Screen, transactional_db: None
) -> None:
    """Of the page, and of the correction, whose bar comes anew with each preview."""
    pad = make_pad()
    table.bring(pad)
    table.expect_at_rest()
    table.enter(hand(0, 2))
    table.expect_hand(2, 4, 0)
    screen.run(LARGE)
    screen.until(LOOSE)

    table.go(f"/games/{pad.public_id}/hands/1/correct/")
    table.choose({"bid": "3"})
    screen.expect_text(".save .says", "No total changes")
    screen.run(LARGE)
    screen.until(LOOSE)
    assert not screen.run(SEEN)
