"""A session or a CSRF cookie that went away in the middle of a hand: one more tap, nothing lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scorepads.core import access
from scorepads.entry import services as entry_services
from scorepads.models import HandEntry, Pad, PadLink
from tests.browsing import Form, Page, after_303, look, page_of, submit
from tests.factories import (
    PENCIL,
    WATCH,
    adjustment,
    facts_now,
    hand,
    hold,
    make_pad,
    make_phone,
    record,
    reread,
    sent,
    tapped,
)

BOTH = pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])


@pytest.fixture
def pencil(pad: Pad) -> Client:
    return make_phone(pad, enforce_csrf_checks=True)


def lose_csrf(phone: Client) -> None:
    del phone.cookies[settings.CSRF_COOKIE_NAME]


def lose_session(phone: Client) -> None:
    del phone.cookies[settings.SESSION_COOKIE_NAME]


def lose_both(phone: Client) -> None:
    phone.cookies.clear()


def at(pad: Pad, rest: str = "") -> str:
    return f"/games/{pad.public_id}/{rest}"


def the_form(phone: Client, pad: Pad) -> Form:
    return look(phone, at(pad)).form("/hands/")


@BOTH
@pytest.mark.parametrize("lose", [lose_csrf, lose_both])
def test_a_hand_is_shown_again_with_its_choices_and_the_next_tap_saves_it(
    pad: Pad, pencil: Client, lose: Callable[[Client], None], htmx: bool
) -> None:
    form = the_form(pencil, pad)
    choices = tapped(hand(0, 3, owners={"jack": None}, trump="clubs", note="long night"))
    lose(pencil)
    response = submit(pencil, form, htmx=htmx, **choices, do="hand")
    assert response.status_code == 403
    page = page_of(response)
    assert "One more tap" in page.text
    again = page.form("/hands/")
    assert choices.items() <= again.fields.items()
    assert again.fields["key"] == form.fields["key"]
    assert again.fields["csrfmiddlewaretoken"] != form.fields["csrfmiddlewaretoken"]
    assert HandEntry.objects.count() == 0
    response = submit(pencil, again, htmx=htmx, do="hand")
    assert response.status_code == (200 if htmx else 303)
    assert len(facts_now(reread(pad))) == 1


@BOTH
def test_a_lost_session_alone_costs_nothing(pad: Pad, pencil: Client, htmx: bool) -> None:
    form = the_form(pencil, pad)
    lose_session(pencil)
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
    lose_both(pencil)
    again = page_of(submit(pencil, form, **tapped(hand()), do="hand")).form("/hands/")
    after_303(pencil, submit(pencil, again, do="hand"))
    assert facts_now(reread(pad)) == [hand()]


@BOTH
@pytest.mark.parametrize("lose", [lose_csrf, lose_session, lose_both])
def test_the_preview_goes_on_while_a_hand_is_tapped(
    pad: Pad, pencil: Client, lose: Callable[[Client], None], htmx: bool
) -> None:
    """It changes nothing, and a whole page in its place would wreck the form."""
    form = the_form(pencil, pad)
    lose(pencil)
    form.action = at(pad, "preview/")
    response = submit(pencil, form, htmx=htmx, who="1")
    assert response.status_code == 200
    assert response.content.decode() == "Still to tap: the bid, who won each point."


def shown_again(response: Any) -> tuple[Page, Form]:
    """The page that shows what was posted, and its only form."""
    assert response.status_code == 403
    assert "no-store" in response["Cache-Control"]
    page = page_of(response)
    assert "One more tap" in page.text
    assert not page.find("script", type="") and not page.find("meta", http_equiv="refresh")
    (form,) = page.forms
    return page, form


@BOTH
def test_all_that_was_typed_is_shown_and_sent_again(pad: Pad, pencil: Client, htmx: bool) -> None:
    form = look(pencil, at(pad)).form("/adjustments/")
    lose_both(pencil)
    entered = {"side": "1", "way": "take", "by": "7", "note": "revoke <b>"}
    response = submit(pencil, form, htmx=htmx, **entered)
    page, again = shown_again(response)
    assert again.action == form.action
    assert {**form.fields, **entered}.items() - again.fields.items() == {
        ("csrfmiddlewaretoken", form.fields["csrfmiddlewaretoken"])
    }
    assert {"7", "take", "revoke <b>"} <= set(page.words("b"))
    assert form.fields["ticket"] not in page.text
    assert HandEntry.objects.count() == 0
    after_303(pencil, submit(pencil, again))
    assert facts_now(reread(pad)) == [adjustment(1, -7, note="revoke <b>")]


def test_by_htmx_it_takes_the_place_of_the_page(pad: Pad, pencil: Client) -> None:
    page = look(pencil, at(pad))
    lose_both(pencil)
    response = submit(pencil, page.form("/adjustments/"), htmx=True)
    assert b"<html" not in response.content
    assert response["HX-Retarget"] == "#main"
    assert page.find("main", id="main")


@BOTH
@pytest.mark.parametrize("address", ["undo/", "redo/"])
def test_a_button_is_there_to_be_tapped_once_more(
    pad: Pad, pencil: Client, address: str, htmx: bool
) -> None:
    holder = hold(pad)
    record(holder, hand(), hand(1))
    entry_services.undo(sent(holder))
    form = look(pencil, at(pad)).form(address)
    lose_both(pencil)
    revision = reread(pad).revision
    _, again = shown_again(submit(pencil, form, htmx=htmx))
    assert reread(pad).revision == revision
    after_303(pencil, submit(pencil, again))
    assert reread(pad).revision == revision + 1


def test_a_correction_is_sent_again_with_its_choices(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand())
    form = look(pencil, at(pad, "hands/1/correct/")).form("/correct/")
    lose_both(pencil)
    _, again = shown_again(submit(pencil, form, trump="clubs", do="save"))
    assert facts_now(reread(pad)) == [hand()]
    after_303(pencil, submit(pencil, again))
    assert facts_now(reread(pad))[0]["trump"] == "clubs"


def test_an_opening_is_sent_again_to_its_whole_address(db: None) -> None:
    phone = Client(enforce_csrf_checks=True)
    form = look(phone, "/open/wikipedia/?recipe=standard-pitch").form("recipe=standard-pitch")
    phone.cookies.clear()
    typed = {"name-0": "Red", "note": "at Bo's"}
    page, again = shown_again(submit(phone, form, **typed))
    assert again.action == form.action
    assert set(typed.values()) <= set(page.words("b"))
    assert not Pad.objects.exists()
    after_303(phone, submit(phone, again))
    assert reread(Pad.objects.get()).names[0] == "Red"


def test_a_file_has_to_be_chosen_again_and_what_was_pasted_is_kept(db: None) -> None:
    phone = Client(enforce_csrf_checks=True)
    text = "x" * 5000
    chosen = SimpleUploadedFile("pads.json", b"{}")
    page, again = shown_again(phone.post("/import/", {"text": text, "file": chosen}))
    assert again.attributes["enctype"] == "multipart/form-data"
    assert "Choose the file again" in page.text
    assert page.find("input", type="file", name="file")
    assert again.fields["text"] == text


def test_nothing_else_is_shown_to_whoever_holds_no_pad(pad: Pad) -> None:
    """The same for a pad that there is and one that there is not."""
    stranger = Client(enforce_csrf_checks=True)
    for rest in ("undo/", "link/", "hands/7/strike/"):
        _, again = shown_again(stranger.post(at(pad, rest), {"note": "mine"}))
        assert again.fields.keys() == {"csrfmiddlewaretoken", "note"}
        assert submit(stranger, again).status_code == 404
    for rest in ("hands/", "preview/"):
        assert stranger.post(at(pad, rest), {"who": "0"}).status_code == 404


def test_no_page_shown_again_leads_where_only_posts_are_taken(pad: Pad, pencil: Client) -> None:
    form = the_form(pencil, pad)
    lose_both(pencil)
    page = page_of(submit(pencil, form, do="hand"))
    for link in page.links():
        if link.startswith("/"):
            assert pencil.get(link).status_code == 200, link


# --- Who is not to be trusted --------------------------------------------------------------------


def test_without_its_ticket_a_lost_session_is_a_stranger(pad: Pad, pencil: Client) -> None:
    form = the_form(pencil, pad)
    del form.fields["ticket"]
    lose_session(pencil)
    assert submit(pencil, form, **tapped(hand()), do="hand").status_code == 404
    assert HandEntry.objects.count() == 0


def test_the_ticket_of_another_pad_opens_nothing(pad: Pad, pencil: Client) -> None:
    form = the_form(pencil, pad)
    form.fields["ticket"] = access.sign_ticket(hold(make_pad(), PENCIL))
    lose_session(pencil)
    assert submit(pencil, form, **tapped(hand()), do="hand").status_code == 404


def test_the_ticket_of_a_revoked_link_opens_nothing(pad: Pad, pencil: Client) -> None:
    form = the_form(pencil, pad)
    PadLink.objects.filter(pad=pad).update(revoked_at=pad.opened_at)
    lose_session(pencil)
    assert submit(pencil, form, **tapped(hand()), do="hand").status_code == 404
    assert HandEntry.objects.count() == 0


def test_a_watchers_ticket_writes_nothing(pad: Pad, stranger: Client) -> None:
    fields = {"ticket": access.sign_ticket(hold(pad, WATCH))}
    assert stranger.post(at(pad, "hands/"), fields).status_code == 403
    assert HandEntry.objects.count() == 0


@pytest.mark.parametrize("rest", ["hands/", "preview/"])
def test_another_sites_form_saves_nothing_and_is_not_shown_again(
    pad: Pad, pencil: Client, rest: str
) -> None:
    """Nobody is led to send what somebody else has filled in."""
    response = pencil.post(
        at(pad, rest), {"note": "theirs"}, headers={"Origin": "https://evil.example"}
    )
    assert response.status_code == 403
    page = page_of(response)
    assert "did not come from one of our pages" in page.text
    assert not page.forms and "theirs" not in page.text
    assert HandEntry.objects.count() == 0
