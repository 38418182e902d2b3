"""A session or a CSRF cookie that went away in the middle of a hand: one more tap, nothing lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client

from scorepads.core import access
from scorepads.entry import services as entry_services
from scorepads.models import HandEntry, Pad, PadLink
from tests.browsing import Form, after_303, look, page_of, submit
from tests.factories import (
    PASSED,
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
    return f"/pads/{pad.public_id}/{rest}"


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


@BOTH
def test_an_adjustment_is_shown_again_unfolded(pad: Pad, pencil: Client, htmx: bool) -> None:
    form = look(pencil, at(pad)).form("/adjustments/")
    lose_both(pencil)
    entered = {"side": "1", "way": "take", "by": "7", "note": "revoke"}
    response = submit(pencil, form, htmx=htmx, **entered)
    assert response.status_code == 403
    page = page_of(response)
    again = page.form("/adjustments/")
    assert entered.items() <= again.fields.items()
    (fold,) = [fold for fold in page.find("details") if fold.text.strip().startswith("Adjustm")]
    assert "open" in fold.attributes
    submit(pencil, again, htmx=htmx)
    assert facts_now(reread(pad)) == [adjustment(1, -7, note="revoke")]


def test_a_correction_is_shown_again_with_its_choices(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand())
    form = look(pencil, at(pad, "hands/1/correct/")).form("/correct/")
    lose_both(pencil)
    response = submit(pencil, form, who="1", trump="clubs", do="save")
    assert response.status_code == 403
    again = page_of(response).form("/correct/")
    assert (again.fields["who"], again.fields["trump"]) == ("1", "clubs")
    assert facts_now(reread(pad)) == [hand()]
    after_303(pencil, submit(pencil, again, do="save"))
    assert facts_now(reread(pad))[0]["trump"] == "clubs"


@BOTH
@pytest.mark.parametrize("address", ["passed-out/", "undo/", "redo/"])
def test_a_button_on_the_pad_is_there_again_to_be_tapped_once_more(
    pad: Pad, pencil: Client, address: str, htmx: bool
) -> None:
    holder = hold(pad)
    record(holder, hand(), hand(1))
    entry_services.undo(sent(holder))
    form = look(pencil, at(pad)).form(address)
    lose_both(pencil)
    response = submit(pencil, form, htmx=htmx)
    assert response.status_code == 403
    assert (b"<html" in response.content) is not htmx
    page = page_of(response)
    assert "One more tap" in page.text
    revision = reread(pad).revision
    submit(pencil, page.form(address), htmx=htmx)
    assert reread(pad).revision == revision + 1


def test_striking_is_asked_again(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand())
    form = look(pencil, at(pad, "hands/1/strike/")).form("/strike/")
    lose_both(pencil)
    response = submit(pencil, form)
    assert response.status_code == 403
    page = page_of(response)
    assert "One more tap" in page.text
    assert facts_now(reread(pad)) == [hand()]
    after_303(pencil, submit(pencil, page.form("/strike/")))
    assert facts_now(reread(pad)) == []


def test_making_a_link_is_asked_again(pad: Pad, pencil: Client) -> None:
    form = look(pencil, at(pad, "link/")).form("/link/")
    made = PadLink.objects.count()
    lose_both(pencil)
    response = submit(pencil, form)
    assert response.status_code == 403
    assert PadLink.objects.count() == made
    page = page_of(submit(pencil, page_of(response).form("/link/")))
    assert page.find("input", id="pencil")


def test_play_again_is_asked_again(db: None) -> None:
    pad = make_pad(start=(10, 0))
    record(hold(pad), hand())
    phone = make_phone(pad, enforce_csrf_checks=True)
    form = look(phone, at(pad)).form("/play-again/")
    lose_both(phone)
    response = submit(phone, form)
    assert response.status_code == 403
    assert Pad.objects.count() == 1
    after_303(phone, submit(phone, page_of(response).form("/play-again/")))
    assert Pad.objects.count() == 2


def test_an_opening_is_shown_again_with_all_that_was_typed(db: None) -> None:
    phone = Client(enforce_csrf_checks=True)
    form = look(phone, "/open/wikipedia/").form("/open/wikipedia/")
    phone.cookies.clear()
    typed = {"name-0": "Red", "sides": "3", "target": "15", "dealer": "2"}
    response = submit(phone, form, **typed)
    assert response.status_code == 403
    again = page_of(response).form("/open/wikipedia/")
    assert typed.items() <= again.fields.items()
    assert not Pad.objects.exists()
    after_303(phone, submit(phone, again))
    assert reread(Pad.objects.get()).names[0] == "Red"


def test_pasting_leads_back_to_a_page_that_can_be_opened(db: None) -> None:
    phone = Client(enforce_csrf_checks=True)
    form = look(phone, "/").form("/paste/")
    phone.cookies.clear()
    response = submit(phone, form, link="x")
    assert response.status_code == 403
    page = page_of(response)
    assert "One more tap" in page.text
    (back,) = page.find("a", class_="do")
    assert look(phone, back.attributes["href"])


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
    form.fields["ticket"] = access.ticket(hold(make_pad(), PENCIL))
    lose_session(pencil)
    assert submit(pencil, form, **tapped(hand()), do="hand").status_code == 404


def test_the_ticket_of_a_revoked_link_opens_nothing(pad: Pad, pencil: Client) -> None:
    form = the_form(pencil, pad)
    PadLink.objects.filter(pad=pad).update(revoked_at=pad.opened_at)
    lose_session(pencil)
    assert submit(pencil, form, **tapped(hand()), do="hand").status_code == 404
    assert HandEntry.objects.count() == 0


def test_a_watchers_ticket_writes_nothing(pad: Pad, stranger: Client) -> None:
    fields = {"ticket": access.ticket(hold(pad, WATCH))}
    assert stranger.post(at(pad, "hands/"), fields).status_code == 403
    assert HandEntry.objects.count() == 0


def test_another_sites_form_saves_nothing_and_shows_a_stranger_nothing(pad: Pad) -> None:
    stranger = Client(enforce_csrf_checks=True)
    for rest in ("hands/", "undo/", "preview/", "link/", "hands/1/strike/"):
        assert stranger.post(at(pad, rest), {"who": "0"}).status_code == 404
    holder = make_phone(pad, enforce_csrf_checks=True)
    response = holder.post(at(pad, "passed-out/"), {}, headers={"Origin": "https://evil.example"})
    assert response.status_code == 403
    assert facts_now(reread(pad)) != [PASSED]


@pytest.mark.parametrize("rest", ["hands/7/correct/", "hands/7/strike/"])
def test_an_untrusted_form_for_a_line_that_never_was_is_not_found(
    pad: Pad, pencil: Client, rest: str
) -> None:
    assert pencil.post(at(pad, rest), {}).status_code == 404
