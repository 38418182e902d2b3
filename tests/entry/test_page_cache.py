"""A page kept in memory is the page that would be made now, with fresh keys, or it is not shown."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from scorepads.core import access as core_access
from scorepads.entry import page_cache
from scorepads.entry import services as entry_services
from scorepads.models import Pad
from tests.browsing import Page, look
from tests.factories import (
    PENCIL,
    WATCH,
    bid,
    correct_facts,
    hand,
    hold,
    make_pad,
    make_phone,
    posted,
    record,
    sent,
    tapped,
)

pytestmark = pytest.mark.django_db

FRESH = re.compile(r'name="(?:key|ticket|csrfmiddlewaretoken)" value="([^"]+)"')


@pytest.fixture(autouse=True)
def empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_cache, "shelf", page_cache.Shelf())


def shown(phone: Client, pad: Pad) -> str:
    response = phone.get(f"/pads/{pad.public_id}/")
    assert response.status_code == 200
    return response.content.decode()


def same_but_for_keys(one: str, other: str) -> bool:
    return FRESH.sub("", one) == FRESH.sub("", other)


@pytest.mark.parametrize("access", [PENCIL, WATCH])
@pytest.mark.parametrize("lines", [[], [hand()], [hand(), bid()], [hand(owner=0)] * 3])
def test_a_kept_page_is_the_page_that_would_be_made(
    access: str, lines: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    pad = make_pad(target=11)
    for line in lines:
        record(hold(pad), line)
    phone = make_phone(pad, access)
    made, again = shown(phone, pad), shown(phone, pad)
    monkeypatch.setattr("scorepads.entry.page_cache.shelved", lambda *_: None)
    plain = shown(phone, pad)
    assert same_but_for_keys(made, again)
    assert same_but_for_keys(again, plain)
    assert len(FRESH.findall(plain)) == len(FRESH.findall(again))


def test_kept_it_costs_two_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    pad = make_pad()
    phone = make_phone(pad)
    shown(phone, pad)
    with django_assert_num_queries(2):
        shown(phone, pad)


def test_every_form_has_a_key_of_its_own_each_time() -> None:
    pad = make_pad()
    phone = make_phone(pad)
    record(hold(pad), hand())
    keys = [form.fields["key"] for _ in range(3) for form in Page(shown(phone, pad)).forms]
    assert len(keys) > 6
    assert len(set(keys)) == len(keys)


def test_forms_of_a_kept_page_are_trusted_and_saved() -> None:
    pad = make_pad()
    phone = make_phone(pad, enforce_csrf_checks=True)
    shown(phone, pad)
    form = Page(shown(phone, pad)).form("/hands/")
    answer = phone.post(form.action, {**form.fields, **tapped(hand()), "do": "hand"})
    assert answer.status_code == 303


@pytest.mark.parametrize("change", ["hand", "undo", "strike", "amend"])
def test_no_change_is_missed(change: str) -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, hand(), hand())
    phone = make_phone(pad)
    before = shown(phone, pad)
    changes = {
        "hand": lambda: record(holder, hand(1)),
        "undo": lambda: entry_services.undo(sent(holder)),
        "strike": lambda: entry_services.strike_hand(sent(holder), 1),
        "amend": lambda: correct_facts(sent(holder), 1, hand(1)),
    }
    changes[change]()
    after = shown(phone, pad)
    assert not same_but_for_keys(before, after)
    assert same_but_for_keys(after, shown(phone, pad))


def test_what_was_just_saved_is_said_once() -> None:
    pad = make_pad()
    phone = make_phone(pad)
    shown(phone, pad)
    phone.post(f"/pads/{pad.public_id}/hands/", posted(pad, **tapped(hand())))
    said = look(phone, f"/pads/{pad.public_id}/").words(id="said")
    assert said != [""]
    assert look(phone, f"/pads/{pad.public_id}/").words(id="said") == [""]


def test_one_phones_page_is_not_anothers() -> None:
    pad = make_pad()
    pencil, watcher = make_phone(pad), make_phone(pad, WATCH)
    assert "hand-form" in shown(pencil, pad)
    assert "hand-form" not in shown(watcher, pad)
    assert FRESH.findall(shown(pencil, pad))[0] != FRESH.findall(shown(make_phone(pad), pad))[0]


def test_a_revoked_link_shows_nothing_that_was_kept() -> None:
    pad = make_pad()
    phone = make_phone(pad)
    shown(phone, pad)
    pad.links.update(revoked_at=pad.opened_at)
    assert phone.get(f"/pads/{pad.public_id}/").status_code == 404


def test_templates_are_read_anew_while_developing(settings: Settings) -> None:
    settings.DEBUG = True
    pad = make_pad()
    shown(make_phone(pad), pad)
    assert page_cache.shelf.size == 0


def test_what_was_looked_at_longest_ago_is_let_go() -> None:
    shelf = page_cache.Shelf(most=25)
    for name in "ababc":
        shelf.put(name, ((b"0123456789",), ()))
        shelf.get("a")
    assert (shelf.get("a"), shelf.get("c"), shelf.get("b")) == (
        ((b"0123456789",), ()), ((b"0123456789",), ()), None,
    )  # fmt: skip
    assert shelf.size == 20


def test_no_page_keeps_a_secret() -> None:
    pad = make_pad()
    _, secret = core_access.make_link(pad, PENCIL)
    phone = make_phone(pad)
    page = shown(phone, pad)
    stored = b"".join(part for between, _ in page_cache.shelf._pages.values() for part in between)
    assert page_cache.shelf.size == len(stored) > 1000
    assert not any(fresh.encode() in stored for fresh in FRESH.findall(page))
    assert secret.encode() not in stored
