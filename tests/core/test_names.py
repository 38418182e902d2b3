"""Names of every kind, shown literally on every page: escaped once, never trusted, never cut."""

from __future__ import annotations

import json
import re
from html import escape

import pytest
from django.test import Client

from scorepads.models import Pad
from scorepads.rules.interchange import read_ledger
from scorepads.rules.terms import Refused, is_visible
from tests.browsing import after_303, look, page_of, submit
from tests.factories import (
    bid,
    correct_facts,
    hand,
    hold,
    make_pad,
    make_phone,
    record,
    sent,
    tapped,
)

NAMES = {
    "forty characters": "M" * 40,
    "markup": "O'Brien & <b>Al</b>",
    "an entity": "&lt;Al&gt; &amp; Bo",
    "an emoji family": "Zoë 👩‍👩‍👧 🃏",
    "Arabic": "نحن",
    "a modifier letter": "ᴹ",
    "quotes": "\"><script src='x'></script>",
    "template": "{{ Al }}{% now %}",
}
ADDRESSES = ("", "hands/1/", "hands/1/correct/", "hands/1/strike/", "history/")


def played(name: str) -> tuple[Pad, Client]:
    pad = make_pad(names=(name, "Them"), players=((name, "Cy"), ("Bo", "Di")), note=name)
    holder = hold(pad)
    record(holder, hand(0, 2, owners={"low": 1}, note=name, player=0))
    correct_facts(sent(holder), 1, hand(0, 2, note=name, player=0))
    record(holder, bid(0, 3))
    return pad, make_phone(pad)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_is_shown_literally_on_every_page(db: None, name: str) -> None:
    pad, phone = played(name)
    for address in ["/", *(f"/games/{pad.public_id}/{rest}" for rest in ADDRESSES)]:
        html = phone.get(address).content.decode()
        page = page_of(phone.get(address))
        assert name in page.text, address
        assert "<b>Al</b>" not in html
        assert "<script src='x'>" not in html
        if escape(name) != name:
            assert escape(escape(name)) not in html, address


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_is_shown_literally_in_what_is_said_after_a_save(db: None, name: str) -> None:
    pad = make_pad(names=(name, "Them"))
    phone = make_phone(pad)
    form = look(phone, f"/games/{pad.public_id}/").form("/hands/")
    page = after_303(phone, submit(phone, form, **tapped(hand(note=name)), do="hand"))
    assert name in page.words(id="said")[0]
    form = page.form("/hands/")
    response = submit(phone, form, htmx=True, **tapped(hand()), do="hand")
    assert name in page_of(response).words(hx_swap_oob="innerHTML:#said")[0]
    assert escape(escape(name)) == name or escape(escape(name)) not in response.content.decode()


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_typed_comes_back_as_it_was_typed(db: None, name: str) -> None:
    phone = Client()
    form = look(phone, "/open/wikipedia/").form("/open/wikipedia/")
    refused = page_of(submit(phone, form, target="0", **{"name-0": name}))
    assert refused.form("/open/wikipedia/").fields["name-0"] == name
    page = after_303(phone, submit(phone, form, **{"name-0": name}))
    assert page.words("title")[0].startswith(name)


UNSEEN = {
    "spaces": " \u00a0\u2003\u3000",
    "marks of width and direction": "\u200b\u200d\u200e\u2060\ufeff\u00ad",
    "fillers of Hangul": "\u3164\u115f\u1160\uffa0",
    "empty Braille": "\u2800",
    "selectors and marks on nothing": "\ufe0f\u034f\u0301\u180e",
    "tags": "\U000e0041\U000e0100",
    "a null note": "\U0001d159",
    "reserved to be ignored": "\u2065\ufff0\U000e0fff",
    "all of these": "\u3164\u2800\u200b \ufe0f",
}
every_unseen_name = pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN)


@every_unseen_name
def test_a_name_of_nothing_that_is_seen_is_no_name(db: None, name: str) -> None:
    """An empty field has a name to offer; a file has none, and is refused."""
    phone = Client()
    form = look(phone, "/open/wikipedia/").form("/open/wikipedia/")
    page = after_303(phone, submit(phone, form, **{"name-0": name, "note": name}))
    assert page.words("bdi", class_="nm")[:2] == ["Us", "Them"]
    assert Pad.objects.get().note == ""
    for side in ({"name": name}, {"name": "Us", "players": [name]}):
        sides = [side, {"name": "Them"}]
        ledger = {"format": "pitch-ledger/1", "preset": "wikipedia@1", "sides": sides, "hands": []}
        brought = look(phone, "/import/").form("/import/")
        assert submit(phone, brought, text=json.dumps(ledger)).status_code == 422
        with pytest.raises(Refused, match="may not be empty"):
            read_ledger(ledger)
    assert Pad.objects.count() == 1


@pytest.mark.parametrize("name", ["\u2800a", "e\u0301", "🃏", "\u0e33", "\U0001fae9", "\uf8ff"])
def test_a_name_of_which_something_is_seen_is_one(name: str) -> None:
    assert is_visible(name)


def test_a_long_name_is_there_in_full_where_it_is_cut_on_screen(db: None) -> None:
    name = "M" * 40
    pad = make_pad(names=(name, "Them"))
    page = look(make_phone(pad), f"/games/{pad.public_id}/")
    titles = [shown.attributes.get("title") for shown in page.find("bdi", class_="nm")]
    assert name in titles


def test_equal_names_are_told_apart_wherever_a_side_is_chosen(db: None) -> None:
    pad = make_pad(names=("Al", "Al", "al"))
    phone = make_phone(pad)
    record(hold(pad), hand(2))
    page = look(phone, f"/games/{pad.public_id}/")
    assert [side.split(" needs")[0] for side in page.words("div", class_="side")] == [
        "Al 0",
        "Al 2 D . Dealer: Al 2 0",
        "al 3 4",
    ]
    assert "al 3 bid 2" in look(phone, f"/games/{pad.public_id}/history/").text


def test_what_is_said_after_a_save_is_not_lost_with_nine_long_names(db: None) -> None:
    """Without script it travels in a cookie, which holds only so much."""
    pad = make_pad(names=[f"{number}" + "ن" * 39 for number in range(9)])
    phone = make_phone(pad)
    form = look(phone, f"/games/{pad.public_id}/").form("/hands/")
    page = after_303(phone, submit(phone, form, **tapped(hand()), do="hand"))
    assert page.words(id="said")[0].startswith("Hand 1")


def test_every_name_is_set_apart_from_the_direction_of_the_text_around_it(db: None) -> None:
    pad = make_pad(names=("نحن", "Them"))
    html = make_phone(pad).get(f"/games/{pad.public_id}/").content.decode()
    board = html[html.index('id="score"') : html.index('id="ledger"')]
    assert re.search(r"<bdi[^>]*>نحن</bdi>", board)
