"""A hand that nobody bid on."""

import pytest
from django.test import Client

from scorepads.models import HandEntry, Pad
from tests.browsing import after_303, look, page_of, submit
from tests.factories import PASSED, facts_now, hand, hold, make_pad, make_phone, posted, record
from tests.factories import reread as read

BOTH = pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])


def at(pad: Pad) -> str:
    return f"/games/{pad.public_id}/"


@BOTH
def test_a_passed_out_hand_is_a_line_that_scores_nothing(
    pad: Pad, pencil: Client, htmx: bool
) -> None:
    form = look(pencil, at(pad)).form("/hands/")
    response = submit(pencil, form, htmx=htmx, bid="pass", do="hand")
    page = page_of(response) if htmx else after_303(pencil, response)
    (line,) = page.words("tbody", class_="line")
    assert "Everyone passed" in line
    assert facts_now(read(pad)) == [PASSED]
    assert read(pad).ledger.totals == (0, 0)
    submit(pencil, form, htmx=htmx, bid="pass", do="hand")
    assert HandEntry.objects.count() == 1


@pytest.mark.parametrize(("preset", "dealer"), [("wikipedia", "Us"), ("bicycle", "Them")])
def test_who_deals_next_is_as_the_preset_has_it(db: None, preset: str, dealer: str) -> None:
    pad = make_pad(preset)
    phone = make_phone(pad)
    form = look(phone, at(pad)).form("/hands/")
    page = after_303(phone, submit(phone, form, bid="pass", do="hand"))
    assert f"Dealer: {dealer} " in page.words(id="now")[0]


@BOTH
def test_it_is_refused_with_a_word_where_the_dealer_must_bid(db: None, htmx: bool) -> None:
    pad = make_pad("pedro")
    headers = {"HX-Request": "true"} if htmx else {}
    passed = posted(pad, bid="pass", do="hand")
    response = make_phone(pad).post(f"{at(pad)}hands/", passed, headers=headers)
    assert response.status_code == 422
    assert "Choose one of these." in page_of(response).text
    assert HandEntry.objects.count() == 0


@BOTH
def test_when_the_pad_went_on_it_is_not_saved_and_that_is_said(
    pad: Pad, pencil: Client, htmx: bool
) -> None:
    form = look(pencil, at(pad)).form("/hands/")
    record(hold(pad, phone=9), hand())
    response = submit(pencil, form, htmx=htmx, bid="pass", do="hand")
    assert response.status_code == 409
    assert "Not saved yet: the game went on" in page_of(response).text
    assert facts_now(read(pad)) == [hand()]


def test_a_finished_pad_takes_none(db: None) -> None:
    pad = make_pad(start=(10, 0))
    record(hold(pad), hand())
    response = make_phone(pad).post(f"{at(pad)}hands/", posted(pad, bid="pass"))
    assert response.status_code == 409
    assert "this game is over" in page_of(response).text


@BOTH
def test_nobody_bid_and_somebody_won_a_point_is_refused(
    pad: Pad, pencil: Client, htmx: bool
) -> None:
    form = look(pencil, at(pad)).form("/hands/")
    response = submit(pencil, form, htmx=htmx, bid="pass", high="0", do="hand")
    assert response.status_code == 422
    assert "Choose a bid, or clear the rest: nobody bid." in page_of(response).text
    assert HandEntry.objects.count() == 0
