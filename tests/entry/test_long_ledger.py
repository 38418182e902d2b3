"""A long ledger: the page shows its last dozen hands, and the rest on demand."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from scorepads.entry import client_data
from scorepads.entry import services as entry_services
from scorepads.models import Pad
from scorepads.rules.house_rules.apply import with_target
from scorepads.rules.ledger import fold
from tests.browsing import Page, look, page_of, submit
from tests.factories import (
    PASSED,
    WATCH,
    adjustment,
    bid,
    fill,
    hand,
    hold,
    make_pad,
    make_phone,
    record,
    reread,
    sent,
    tapped,
)

pytestmark = pytest.mark.django_db

HANDS = 300


@pytest.fixture
def long_pad() -> Pad:
    pad = make_pad(target=500)
    fill(pad, [hand(), adjustment(0, -4), hand(1), adjustment(1, -4)] * (HANDS // 4))
    return pad


def at(pad: Pad, rest: str = "") -> str:
    return f"/games/{pad.public_id}/{rest}"


def numbers(page: Page) -> list[int]:
    return [int(text) for text in page.words("th", class_="no")]


def test_the_page_shows_the_last_dozen_and_links_to_the_rest(long_pad: Pad) -> None:
    phone = make_phone(long_pad)
    page = look(phone, at(long_pad))
    assert numbers(page) == list(range(HANDS - 11, HANDS + 1))
    assert page.words("tbody", class_="earlier") == [f"Earlier hands: {HANDS - 12}"]
    (link,) = [link for link in page.links() if "hands=all" in link]
    whole = look(phone, at(long_pad) + link.split("#")[0])
    assert numbers(whole) == list(range(1, HANDS + 1))
    assert not whole.find("tbody", class_="earlier")


def test_a_ledger_of_a_dozen_has_nothing_earlier() -> None:
    pad = make_pad(target=500)
    fill(pad, [hand()] * 12)
    record(hold(pad), bid())
    page = look(make_phone(pad), at(pad))
    assert numbers(page) == list(range(1, 13))
    assert not page.find("tbody", class_="earlier")


def test_the_earlier_hands_come_in_before_those_that_the_page_has(long_pad: Pad) -> None:
    phone = make_phone(long_pad, WATCH)
    asked = look(phone, at(long_pad)).find("tbody", class_="earlier")
    assert asked
    response = phone.get(at(long_pad, f"hands/earlier/?before={HANDS - 11}"))
    assert numbers(page_of(response)) == list(range(1, HANDS - 11))
    assert b"<html" not in response.content


@pytest.mark.parametrize("before", ["", "0", "-1", "x", "1\u0662", "99999999999"])
def test_before_no_hand_there_are_none(long_pad: Pad, before: str) -> None:
    response = make_phone(long_pad).get(at(long_pad, "hands/earlier/"), {"before": before})
    assert (response.status_code, numbers(page_of(response))) == (200, [])


def save(phone: Client, pad: Pad, facts: dict[str, Any], **more: str) -> Page:
    form = look(phone, at(pad)).form("/hands/")
    return page_of(submit(phone, form, htmx=True, **tapped(facts), **more))


def test_a_save_answers_with_the_new_line_alone(long_pad: Pad) -> None:
    phone = make_phone(long_pad)
    answer = save(phone, long_pad, hand(), do="hand")
    assert numbers(answer) == [HANDS + 1]
    (lines,) = answer.find("table")
    assert lines.attributes["hx-swap-oob"] == "beforeend:.hands"
    assert answer.words("b", class_="fig")[0] == str(reread(long_pad).ledger.totals[0])
    assert any(form.action.endswith("/undo/") for form in answer.forms)
    assert answer.find("div", id="known")[0].attributes["data-seen"] == str(HANDS + 1)


def test_a_saved_bid_adds_no_line_and_its_hand_one(long_pad: Pad) -> None:
    phone = make_phone(long_pad)
    assert numbers(save(phone, long_pad, bid(1, 3), do="bid")) == []
    assert numbers(save(phone, long_pad, hand(1, 3), do="hand")) == [HANDS + 1]


def test_the_first_hand_is_answered_with_the_whole_ledger() -> None:
    pad = make_pad()
    answer = save(make_phone(pad), pad, hand(), do="hand")
    assert answer.find("section", id="ledger")
    assert numbers(answer) == [1]


def test_a_form_sent_twice_is_answered_with_the_whole_ledger(long_pad: Pad) -> None:
    """The page that sends it again may have missed the first answer."""
    phone = make_phone(long_pad)
    form = look(phone, at(long_pad)).form("/hands/")
    for shown in (1, 12):
        answer = page_of(submit(phone, form, htmx=True, **tapped(hand()), do="hand"))
        assert len(numbers(answer)) == shown
    assert len(reread(long_pad).lines) == HANDS + 1


def test_the_last_hand_of_a_long_pad_is_undone_by_one_tap(long_pad: Pad) -> None:
    phone = make_phone(long_pad)
    save(phone, long_pad, hand(), do="hand")
    undo = look(phone, at(long_pad)).form("/undo/")
    answer = page_of(submit(phone, undo, htmx=True))
    assert numbers(answer) == list(range(HANDS - 11, HANDS + 1))
    assert len(reread(long_pad).lines) == HANDS


def test_an_early_hand_is_still_corrected(long_pad: Pad) -> None:
    phone = make_phone(long_pad)
    before = reread(long_pad).ledger.totals
    form = look(phone, at(long_pad, "hands/1/correct/")).forms[0]
    submit(phone, form, **tapped(hand(0, 2, owner=1)), do="save")
    us, them = reread(long_pad).ledger.totals
    assert (us, them) == (before[0] - 6, before[1] + 4)
    assert at(long_pad) + "?hands=all#line-1" in look(phone, at(long_pad, "hands/1/")).links()
    assert at(long_pad) + "#line-299" in look(phone, at(long_pad, "hands/299/")).links()


def test_who_follows_gets_as_many_hands_as_are_looked_at(long_pad: Pad) -> None:
    watcher = make_phone(long_pad, WATCH)
    record(hold(long_pad), hand())
    page = page_of(watcher.get(at(long_pad, f"live/?seen={HANDS - 1}")))
    assert len(numbers(page)) == 12
    page = page_of(watcher.get(at(long_pad, f"live/?seen={HANDS - 1}&hands=all")))
    assert len(numbers(page)) == HANDS + 1


# --- What a phone knows of a long pad ------------------------------------------------------------

TO_400, TO_30 = {"target": 400}, {"target": 30}
LONG = [hand(dealer=1), *[hand(), adjustment(0, -4)] * 20]
LEDGERS = {
    "short": [hand(), hand(1)],
    "long": [*LONG, bid(1, 3)],
    "adjusted only at the end": [*LONG, *[adjustment(0, 1)] * 20],
    "with another target": [hand(), TO_400, *LONG],
    "with another target after the last hand": [*LONG, *[PASSED] * 15, TO_400],
    "over by another target": [*[hand()] * 15, *[adjustment(0, -1)] * 15, TO_30],
    "over long ago": [*[hand()] * 125, *[hand(1)] * 30],
}


@pytest.mark.parametrize("name", LEDGERS)
def test_what_a_phone_knows_comes_to_the_same(name: str) -> None:
    pad = make_pad(target=500)
    fill(pad, LEDGERS[name])
    scorepad = reread(pad)
    known = json.loads(json.dumps(client_data.known(scorepad)))
    before = known["before"]
    assert known["lines"] == LEDGERS[name][before:]
    rules = with_target(scorepad.opened_under, known["target"])
    there = fold(rules, known["start"], scorepad.entries[before:])
    assert there.rules.target == scorepad.rules.target
    assert (there.totals, there.in_play) == (scorepad.ledger.totals, scorepad.in_play)
    assert there.out == scorepad.ledger.out
    assert known["dealer"] == scorepad.dealers[before]


def test_a_phone_knows_little_of_a_long_pad(long_pad: Pad) -> None:
    assert len(client_data.known(reread(long_pad))["lines"]) <= 13


def test_undo_and_redo_on_a_long_pad_are_as_on_a_short_one(long_pad: Pad) -> None:
    holder = hold(long_pad)
    before = reread(long_pad).ledger
    record(holder, hand())
    after = reread(long_pad).ledger
    assert entry_services.undo(sent(holder)).scorepad.ledger == before
    assert entry_services.redo(sent(holder)).scorepad.ledger == after
