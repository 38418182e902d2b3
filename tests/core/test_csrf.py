"""What another site's page may do here with a phone's browser: nothing, at any address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from pytest_django import Settings

from scorepads.core import access
from scorepads.models import HandEntry, Pad
from tests.browsing import Form, look, page_of, submit
from tests.core.addresses import every_route, filled
from tests.factories import (
    PENCIL,
    WATCH,
    at,
    facts_now,
    hand,
    hold,
    let_in,
    make_pad,
    make_phone,
    posted,
    reread,
    tapped,
)

BOTH = pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])

HERE = "http://testserver"
OURS: dict[str, dict[str, str]] = {
    "a browser over https": {"Sec-Fetch-Site": "same-origin", "Origin": HERE},
    "a browser over http": {"Origin": HERE},
    "a proxy that changes the host": {"Sec-Fetch-Site": "same-origin", "Origin": "https://ours"},
    "a browser of before 2020": {"Referer": f"{HERE}/open/"},
}
THEIRS: dict[str, dict[str, str]] = {
    "another site": {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
    "another site, which hides its name": {"Sec-Fetch-Site": "cross-site"},
    "a neighbor's name": {"Sec-Fetch-Site": "same-site", "Origin": "http://evil.testserver"},
    "another port": {"Origin": "http://testserver:8001"},
    "a frame in a sandbox": {"Origin": "null"},
    "another scheme": {"Origin": "https://testserver"},
    "a longer name": {"Origin": "http://testserver.evil.example"},
    "a browser of before 2020": {"Referer": "http://evil.example/testserver/"},
    "such a browser, with a longer name": {"Referer": "http://testserver.evil.example/"},
    "somebody who says nothing": {},
}
every_foreign_page = pytest.mark.parametrize("headers", THEIRS.values(), ids=THEIRS.keys())


def rows() -> dict[str, list[Any]]:
    """Everything that is stored."""
    stored = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {table}")
            stored[table] = sorted(cursor.fetchall(), key=repr)
    return stored


@every_foreign_page
def test_a_post_from_another_site_changes_nothing_at_any_address(
    pad: Pad, headers: Mapping[str, str], settings: Settings
) -> None:
    """With a key and a ticket of the attacker's own, and the link to a game of the attacker's."""
    settings.REQUEST_LIMITS = dict.fromkeys(settings.REQUEST_LIMITS, 1)
    holds, cookieless = make_phone(pad, enforce_csrf_checks=True), Client(enforce_csrf_checks=True)
    _, secret = access.make_link(make_pad(), PENCIL)
    ticket = access.sign_ticket(hold(pad, PENCIL, phone=9))
    before = rows()
    for route in sorted(set(every_route())):
        address = filled(route, pad).replace("A" * 43, secret)
        for phone in (holds, cookieless):
            fields = posted(pad, do="hand", ticket=ticket, link=f"/join/{secret}/", side="0")
            response = phone.post(address, fields, headers=headers)
            assert response.status_code == 403, address
            assert not response.cookies, address
            page = page_of(response)
            assert not page.forms and fields["key"] not in response.content.decode()
    assert rows() == before


@pytest.mark.parametrize("headers", OURS.values(), ids=OURS.keys())
def test_a_post_from_our_own_pages_is_taken(pad: Pad, headers: Mapping[str, str]) -> None:
    phone = make_phone(pad, enforce_csrf_checks=True)
    response = phone.post(at(pad, "hands/"), posted(pad, bid="pass"), headers=headers)
    assert response.status_code == 303
    assert HandEntry.objects.count() == 1


def test_an_origin_that_the_operator_trusts_may_post(pad: Pad, settings: Settings) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://pitch.example.org"]
    phone = make_phone(pad, enforce_csrf_checks=True)
    for origin, status in (("https://pitch.example.org", 303), ("https://pitch.example", 403)):
        response = phone.post(
            at(pad, "hands/"), posted(pad, bid="pass"), headers={"Origin": origin}
        )
        assert response.status_code == status


def test_whoever_is_refused_is_told_that_nothing_changed(pad: Pad) -> None:
    phone = make_phone(pad, enforce_csrf_checks=True)
    response = phone.post(
        at(pad, "hands/"), posted(pad, note="theirs"), headers=THEIRS["another site"]
    )
    page = page_of(response)
    assert "did not come from one of our pages" in page.text
    assert "theirs" not in page.text


@every_foreign_page
def test_a_look_from_another_site_changes_nothing(pad: Pad, headers: Mapping[str, str]) -> None:
    phone = make_phone(pad)
    _, secret = access.make_link(make_pad(), PENCIL)
    before = rows()
    for route in sorted(set(every_route())):
        if not route.endswith(".pdf"):  # a second for each
            phone.get(filled(route, pad).replace("A" * 43, secret), headers=headers)
    assert rows() == before
    assert len(phone.cookies) == 1


# --- Forms that are old, and phones that lost their cookie --------------------------------------


@pytest.fixture
def pencil(pad: Pad) -> Client:
    return make_phone(pad, enforce_csrf_checks=True)


def the_form(phone: Client, pad: Pad) -> Form:
    return look(phone, at(pad)).form("/hands/")


def lose_cookie(phone: Client) -> None:
    del phone.cookies[settings.DEVICE_COOKIE_NAME]


@BOTH
def test_a_lost_cookie_costs_nothing(pad: Pad, pencil: Client, htmx: bool) -> None:
    form = the_form(pencil, pad)
    lose_cookie(pencil)
    response = submit(pencil, form, htmx=htmx, **tapped(hand()), do="hand")
    assert response.status_code == (200 if htmx else 303)
    assert len(facts_now(reread(pad))) == 1
    assert look(pencil, at(pad)).form("/hands/")
    assert HandEntry.objects.get().phone == 1


def test_a_hand_that_was_saved_before_the_cookie_went_is_not_saved_twice(
    pad: Pad, pencil: Client
) -> None:
    form = the_form(pencil, pad)
    submit(pencil, form, **tapped(hand()), do="hand")
    lose_cookie(pencil)
    assert submit(pencil, form, **tapped(hand()), do="hand").status_code == 303
    assert facts_now(reread(pad)) == [hand()]


@BOTH
def test_the_preview_goes_on_while_a_hand_is_tapped(pad: Pad, pencil: Client, htmx: bool) -> None:
    form = the_form(pencil, pad)
    lose_cookie(pencil)
    form.action = at(pad, "preview/")
    response = submit(pencil, form, htmx=htmx, who="1")
    assert response.status_code == 200
    assert response.content.decode() == "Still to tap: the bid, who won each point."


def test_without_its_ticket_a_lost_cookie_is_a_stranger(pad: Pad, pencil: Client) -> None:
    form = the_form(pencil, pad)
    del form.fields["ticket"]
    lose_cookie(pencil)
    assert submit(pencil, form, **tapped(hand()), do="hand").status_code == 404
    assert HandEntry.objects.count() == 0


def test_the_ticket_of_another_pad_opens_nothing(pad: Pad, pencil: Client) -> None:
    form = the_form(pencil, pad)
    form.fields["ticket"] = access.sign_ticket(hold(make_pad(), PENCIL))
    lose_cookie(pencil)
    assert submit(pencil, form, **tapped(hand()), do="hand").status_code == 404


def test_the_ticket_of_a_revoked_link_opens_nothing(pad: Pad, pencil: Client) -> None:
    form = the_form(pencil, pad)
    pad.links.update(revoked_at=pad.opened_at)
    lose_cookie(pencil)
    assert submit(pencil, form, **tapped(hand()), do="hand").status_code == 404
    assert HandEntry.objects.count() == 0


def test_a_watchers_ticket_writes_nothing(pad: Pad, stranger: Client) -> None:
    fields = {"ticket": access.sign_ticket(hold(pad, WATCH))}
    assert stranger.post(at(pad, "hands/"), fields).status_code == 403
    assert HandEntry.objects.count() == 0


def test_a_ticket_adds_to_what_the_phone_holds(pad: Pad) -> None:
    other, phone = make_pad(), Client()
    let_in(phone, pad)
    cookie = phone.cookies[settings.DEVICE_COOKIE_NAME].value
    fields = posted(other, ticket=access.sign_ticket(hold(other)))
    assert phone.post(at(other, "hands/"), {**fields, "bid": "pass"}).status_code == 303
    assert phone.cookies[settings.DEVICE_COOKIE_NAME].value == cookie
    for held in (pad, other):
        assert look(phone, at(held)).form("/hands/")
