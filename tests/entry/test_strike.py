"""Striking a hand: asked once, with what it would change."""

import pytest
from django.test import Client

from scorepads.entry import services as entry_services
from scorepads.models import HandEntry, Pad
from tests.browsing import Form, after_303, look, page_of, submit
from tests.factories import facts_now, hand, hold, make_pad, make_phone, record, reread, sent


def at(pad: Pad, line: int = 1) -> str:
    return f"/games/{pad.public_id}/hands/{line}/strike/"


def the_form(phone: Client, pad: Pad, line: int = 1) -> Form:
    return look(phone, at(pad, line)).form("/strike/")


def test_it_asks_first_and_shows_what_would_change(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand(0), hand(1))
    page = look(pencil, at(pad))
    assert page.words("h1") == ["Delete hand 1?"]
    assert page.words("tr")[1:] == ["Us, after hand 2 4 0"]
    assert HandEntry.objects.count() == 2


def test_a_struck_hand_is_gone_from_the_ledger_and_undo_brings_it_back(
    pad: Pad, pencil: Client
) -> None:
    record(hold(pad), hand(0), hand(1))
    page = after_303(pencil, submit(pencil, the_form(pencil, pad)))
    assert len(page.find("tbody", class_="line")) == 1
    assert facts_now(reread(pad)) == [hand(1)]
    after_303(pencil, submit(pencil, page.form("/undo/")))
    assert facts_now(reread(pad)) == [hand(0), hand(1)]


def test_striking_the_last_hand_shows_what_is_left(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand(0), hand(1))
    assert look(pencil, at(pad, 2)).words("tr")[1:] == ["Them, in all 4 0"]


def test_striking_the_winning_hand_is_shown_to_open_the_game_again(db: None) -> None:
    pad = make_pad(start=(10, 0))
    record(hold(pad), hand())
    phone = make_phone(pad)
    page = look(phone, at(pad))
    assert "We won on hand 1 goes on" in page.words("tr")[-1]
    page = after_303(phone, submit(phone, page.form("/strike/")))
    assert page.words("h2", id="entry-head") == ["Hand 1"]


def test_a_double_tap_strikes_once_and_shows_no_error(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand(0), hand(1))
    form = the_form(pencil, pad)
    for _ in range(2):
        after_303(pencil, submit(pencil, form))
    assert facts_now(reread(pad)) == [hand(1)]


def test_when_the_pad_went_on_it_asks_again(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand(0))
    form = the_form(pencil, pad)
    record(hold(pad, phone=9), hand(1))
    response = submit(pencil, form)
    assert response.status_code == 409
    page = page_of(response)
    assert "Not deleted yet" in page.text
    assert page.words("tr")[1:] == ["Us, after hand 2 4 0"]
    after_303(pencil, submit(pencil, page.form("/strike/")))
    assert facts_now(reread(pad)) == [hand(1)]


def test_when_another_phone_struck_it_that_is_said(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand(0), hand(1))
    form = the_form(pencil, pad)
    entry_services.strike_hand(sent(hold(pad, phone=9)), 1)
    response = submit(pencil, form)
    assert response.status_code == 409
    assert "That hand is not in the ledger any more" in page_of(response).text
    assert facts_now(reread(pad)) == [hand(1)]


@pytest.mark.parametrize("name", ["key", "seen"])
def test_without_its_key_or_revision_nothing_is_struck(pad: Pad, pencil: Client, name: str) -> None:
    record(hold(pad), hand(0))
    form = the_form(pencil, pad)
    del form.fields[name]
    assert submit(pencil, form).status_code == 400
    assert facts_now(reread(pad)) == [hand(0)]
