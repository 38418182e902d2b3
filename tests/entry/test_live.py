"""Other phones follow a pad: an unchanged poll is next to nothing, a changed one says what."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorepads.models import Pad
from tests.browsing import look, page_of
from tests.factories import WATCH, hand, hold, let_in, make_pad, record, rename

LIVE = ["live/", "board/live/"]


@pytest.mark.parametrize("rest", LIVE)
@pytest.mark.parametrize("holder", ["pencil", "watch"])
def test_an_unchanged_poll_has_no_body_and_costs_two_queries(
    pad: Pad, rest: str, holder: str, request: pytest.FixtureRequest
) -> None:
    phone: Client = request.getfixturevalue(holder)
    record(hold(pad), hand())
    with CaptureQueriesContext(
        connection,
    ) as queries:
        response = phone.get(f"/games/{pad.public_id}/{rest}?seen=1")
    assert (response.status_code, response.content) == (204, b"")
    assert len(queries) <= 2


@pytest.mark.parametrize("rest", LIVE)
def test_a_stranger_is_told_nothing(pad: Pad, stranger: Client, rest: str) -> None:
    assert stranger.get(f"/games/{pad.public_id}/{rest}?seen=0").status_code == 404


@pytest.mark.parametrize("seen", ["0", "", "x", "99", "1\x00"])
def test_whoever_has_seen_something_else_gets_the_pad_as_it_stands(
    pad: Pad, watch: Client, seen: str
) -> None:
    record(hold(pad), hand())
    response = watch.get(f"/games/{pad.public_id}/live/", {"seen": seen})
    assert response.status_code == 200
    page = page_of(response)
    assert page.find("div", id="known")[0].attributes["data-seen"] == "1"
    assert page.find("section", id="board")
    assert not page.forms


def test_the_poll_says_by_which_phone_and_what(pad: Pad, watch: Client) -> None:
    record(hold(pad, phone=7), hand())
    page = page_of(watch.get(f"/games/{pad.public_id}/live/?seen=0"))
    (said,) = page.words(id="said")
    assert said.startswith("Phone 7: Hand 1:")


@pytest.mark.parametrize("rest", LIVE)
def test_everything_since_is_told_and_of_many_changes_their_number(
    watch: Client, rest: str
) -> None:
    pad = make_pad(names=("Ann", "Bob"))
    let_in(watch, pad, WATCH)
    rename(hold(pad, phone=7), Ann="Anna")
    record(hold(pad, phone=8), hand(), hand())

    def said(seen: str) -> str:
        page = page_of(watch.get(f"/games/{pad.public_id}/{rest}", {"seen": seen}))
        (told,) = page.words(id="said")
        return told

    assert said("2").startswith("Phone 8: Hand 2:")
    told = said("0")
    assert (
        told.startswith("Phone 7: Ann is now called Anna. Phone 8: Hand 1:") and "Hand 2:" in told
    )
    record(hold(pad, phone=7), hand(1))
    assert said("0").startswith("3 more changes. Phone 7: Hand 3:")
    assert said("x").startswith("Phone 7: Hand 3:")


def test_the_board_shows_the_bid_in_play_and_what_is_at_stake(pad: Pad, watch: Client) -> None:
    facts = {key: value for key, value in hand().items() if key != "points"}
    record(hold(pad), facts)
    page = look(watch, f"/games/{pad.public_id}/board/")
    assert "bid" in page.text
    assert "make +" in page.text
    assert "to deal" in page.text


def test_the_board_can_be_turned_over_for_the_far_side(pad: Pad, watch: Client) -> None:
    page = look(watch, f"/games/{pad.public_id}/board/?flip=1")
    assert "flipped" in page.find("main")[0].attributes["class"]
    assert f"/games/{pad.public_id}/board/" in page.links()


def test_who_lacks_one_hand_gets_that_line_and_who_lacks_two_the_ledger(
    pad: Pad, watch: Client
) -> None:
    record(hold(pad), hand(), hand(), hand())
    for seen, lines in (("2", ["line-3"]), ("1", ["line-1", "line-2", "line-3"])):
        page = page_of(watch.get(f"/games/{pad.public_id}/live/", {"seen": seen}))
        assert [line.attributes["id"] for line in page.find("tbody", class_="line")] == lines
        assert bool(page.find("section", id="ledger")) is (len(lines) > 1)
        assert page.find("div", id="known")[0].attributes["data-seen"] == "3"
