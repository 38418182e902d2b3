"""Taking changes back and bringing them back, from the pad's page."""

import pytest
from django.test import Client

from scorepads.entry import services as entry_services
from scorepads.models import HandEntry, Pad
from tests.browsing import Page, after_303, look, page_of, submit
from tests.factories import (
    bid,
    correct_facts,
    facts_now,
    hand,
    hold,
    make_pad,
    make_phone,
    posted,
    record,
    reread,
    sent,
)

BOTH = pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])


def at(pad: Pad) -> str:
    return f"/games/{pad.public_id}/"


def buttons(page: Page) -> list[str]:
    """What can be taken back or brought back, as its button says."""
    words = page.words("button")
    return [word for word in words if word.startswith(("Undo", "Redo"))]


def history_buttons(phone: Client, pad: Pad) -> list[str]:
    return buttons(look(phone, at(pad) + "history/"))


def test_a_new_pad_offers_neither(pad: Pad, pencil: Client) -> None:
    assert buttons(look(pencil, at(pad))) == history_buttons(pencil, pad) == []


@BOTH
def test_the_buttons_say_what_they_would_do(pad: Pad, pencil: Client, htmx: bool) -> None:
    record(hold(pad), hand(), hand(1))
    page = look(pencil, at(pad))
    assert buttons(page) == ["Undo", "Undo: Hand 2 entered"]
    response = submit(pencil, page.form("/undo/"), htmx=htmx)
    page = page_of(response) if htmx else after_303(pencil, response)
    assert facts_now(reread(pad)) == [hand()]
    assert "Hand 2 taken back." in page.words(id="says")[0]
    assert buttons(page) == ["Redo", "Undo: Hand 1 entered"]
    assert history_buttons(pencil, pad) == ["Undo: Hand 1 entered", "Redo: Hand 2 entered"]
    response = submit(pencil, page.form("/redo/"), htmx=htmx)
    page = page_of(response) if htmx else after_303(pencil, response)
    assert facts_now(reread(pad)) == [hand(), hand(1)]
    assert "Hand 2 is back." in page.words(id="says")[0]
    assert buttons(page) == ["Undo", "Undo: Hand 2 entered"]


def test_the_history_takes_back_and_brings_back(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand(), hand(1))
    after_303(pencil, submit(pencil, look(pencil, at(pad) + "history/").form("/undo/")))
    assert facts_now(reread(pad)) == [hand()]
    after_303(pencil, submit(pencil, look(pencil, at(pad) + "history/").form("/redo/")))
    assert facts_now(reread(pad)) == [hand(), hand(1)]


def test_each_kind_of_change_has_its_title(pad: Pad, pencil: Client) -> None:
    holder = hold(pad)
    record(holder, hand(), bid())
    assert history_buttons(pencil, pad) == ["Undo: Hand 2: bid"]
    correct_facts(sent(holder), 1, hand(1))
    assert history_buttons(pencil, pad) == ["Undo: Hand 1 corrected"]
    entry_services.strike_hand(sent(holder), 1)
    assert history_buttons(pencil, pad) == ["Undo: Hand 1 deleted"]
    entry_services.undo(sent(holder))
    assert history_buttons(pencil, pad) == ["Undo: Hand 1 corrected", "Redo: Hand 1 deleted"]


@BOTH
def test_a_won_game_is_opened_again_by_its_undo(db: None, htmx: bool) -> None:
    pad = make_pad(start=(10, 0))
    phone = make_phone(pad)
    record(hold(pad), hand())
    page = look(phone, at(pad))
    assert buttons(page) == ["Undo the last hand"]
    response = submit(phone, page.form("/undo/"), htmx=htmx)
    page = page_of(response) if htmx else after_303(phone, response)
    assert page.words("h2", id="entry-head") == ["Hand 1"]
    assert buttons(page) == ["Redo"]


def test_a_double_tap_takes_back_one_change(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand(), hand(1))
    form = look(pencil, at(pad)).form("/undo/")
    for _ in range(2):
        after_303(pencil, submit(pencil, form))
    assert facts_now(reread(pad)) == [hand()]


@BOTH
def test_when_the_pad_went_on_nothing_is_taken_back(pad: Pad, pencil: Client, htmx: bool) -> None:
    record(hold(pad), hand())
    form = look(pencil, at(pad)).form("/undo/")
    record(hold(pad, phone=9), hand(1))
    response = submit(pencil, form, htmx=htmx)
    assert response.status_code == 409
    assert "the game went on" in page_of(response).text
    assert len(facts_now(reread(pad))) == 2


@BOTH
@pytest.mark.parametrize("address", ["undo/", "redo/"])
def test_with_nothing_to_take_back_that_is_said(
    pad: Pad, pencil: Client, address: str, htmx: bool
) -> None:
    headers = {"HX-Request": "true"} if htmx else {}
    response = pencil.post(at(pad) + address, posted(pad), headers=headers)
    assert response.status_code == 409
    assert "Nothing to undo" in page_of(response).text
    assert HandEntry.objects.count() == 0
