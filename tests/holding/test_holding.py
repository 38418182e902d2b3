"""Archiving, leaving and deleting games, and taking that back."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from scorepads.core import access
from scorepads.holding.services import KEPT_DAYS
from scorepads.models import Grant, Pad, PadLink
from tests.browsing import after_303, look, page_of, submit
from tests.factories import (
    PENCIL,
    WATCH,
    at,
    hand,
    hold,
    let_in,
    make_guest,
    make_pad,
    make_phone,
    posted,
    record,
)

pytestmark = pytest.mark.django_db


def is_listed(phone: Client, pad: Pad) -> bool:
    return at(pad) in look(phone, "/").links()


def archive(phone: Client, pad: Pad, do: str = "archive") -> None:
    form = look(phone, at(pad, "manage/")).form("/archive/")
    after_303(phone, submit(phone, form, do=do))


def delete(phone: Client, pad: Pad) -> None:
    after_303(phone, submit(phone, look(phone, at(pad, "delete/")).forms[0]))


# --- Archive ------------------------------------------------------------------------------------


def test_an_archived_game_is_out_of_this_phones_list_alone(
    pad: Pad, pencil: Client, watch: Client
) -> None:
    archive(pencil, pad)
    assert not is_listed(pencil, pad)
    assert is_listed(watch, pad)
    assert at(pad) in look(pencil, "/archive/").links()
    assert look(pencil, at(pad)).form("/hands/")


def test_an_archived_game_is_brought_back_from_the_archive_or_from_its_own_page(
    pad: Pad, watch: Client
) -> None:
    archive(watch, pad)
    page = after_303(watch, submit(watch, look(watch, "/archive/").form("/archive/"), do="restore"))
    assert at(pad) in page.links()
    archive(watch, pad)
    archive(watch, pad, "restore")
    assert is_listed(watch, pad)


def test_the_list_leads_to_the_archive_once_there_is_something_in_it(
    pad: Pad, pencil: Client
) -> None:
    assert "/archive/" not in look(pencil, "/").links()
    archive(pencil, pad)
    assert "/archive/" in look(pencil, "/").links()
    assert "/archive/" not in look(Client(), "/").links()


def test_the_archive_turns_its_pages(pencil: Client) -> None:
    for _ in range(21):
        let_in(pencil, make_pad())
    Grant.objects.update(archived_at=timezone.now())
    games = [
        link for link in look(pencil, "/archive/?page=2").links() if link.startswith("/games/")
    ]
    assert len(games) == 2


def test_an_archived_game_whose_preset_is_lost_is_brought_back_too(
    pad: Pad, pencil: Client
) -> None:
    archive(pencil, pad)
    Pad.objects.filter(pk=pad.pk).update(preset_version=99)
    page = look(pencil, "/archive/")
    assert at(pad) in page.links()
    submit(pencil, page.form("/archive/"), do="restore")
    assert is_listed(pencil, pad)


# --- Leave --------------------------------------------------------------------------------------


def test_a_question_comes_before_a_game_is_left(pad: Pad, pencil: Client) -> None:
    make_phone(pad)
    page = look(pencil, at(pad, "leave/"))
    assert "1 other phone keeps the game" in page.text
    assert "the copy for when there is no network" in page.text
    assert is_listed(pencil, pad)
    assert at(pad) in page.links()  # Cancel


def test_a_phone_that_left_holds_nothing_and_others_go_on(pad: Pad, pencil: Client) -> None:
    other = make_phone(pad)
    after_303(pencil, submit(pencil, look(pencil, at(pad, "leave/")).forms[0]))
    assert look(pencil, at(pad), 404)
    assert not is_listed(pencil, pad)
    assert look(other, at(pad)).form("/hands/")


def test_another_tabs_form_does_not_bring_back_a_game_that_was_left(
    pad: Pad, pencil: Client
) -> None:
    form = look(pencil, at(pad)).form("/hands/")
    submit(pencil, look(pencil, at(pad, "leave/")).forms[0])
    assert form.fields["ticket"]
    assert submit(pencil, form).status_code == 404
    assert look(pencil, at(pad), 404)


def test_a_link_brings_back_a_game_that_was_left_under_the_same_number(
    pad: Pad, pencil: Client
) -> None:
    submit(pencil, look(pencil, at(pad, "leave/")).forms[0])
    let_in(pencil, pad)
    assert look(pencil, at(pad)).form("/hands/")
    assert Grant.objects.get().phone == 1


def test_the_last_phone_is_warned_that_nobody_will_open_the_game_again(
    pad: Pad, pencil: Client
) -> None:
    assert "No other phone has this game" in look(pencil, at(pad, "leave/")).text


# --- Delete -------------------------------------------------------------------------------------


def test_deleting_says_what_goes_and_closes_the_game_to_everyone(pad: Pad, pencil: Client) -> None:
    guest, secret = make_guest(pad), access.make_link(pad, PENCIL)[1]
    record(hold(pad), hand(), hand(1))
    text = look(pencil, at(pad, "delete/")).text
    assert "its 2 hands" in text and "this phone and 1 other" in text
    delete(pencil, pad)
    for phone in (pencil, guest):
        for rest in ("", "live/", "history/", "export/", "link/", "manage/"):
            assert look(phone, at(pad, rest), 404)
        assert not is_listed(phone, pad)
    assert look(Client(), f"/join/{secret}/", 404)
    assert guest.post(at(pad, "hands/"), posted(pad)).status_code == 404


def test_a_deleted_game_is_taken_back_by_its_opener_for_everyone(pad: Pad, pencil: Client) -> None:
    guest = make_guest(pad)
    delete(pencil, pad)
    page = look(pencil, "/archive/")
    assert "Gone for good after" in page.text
    after_303(pencil, submit(pencil, page.form("/undelete/")))
    for phone in (pencil, guest):
        assert look(phone, at(pad)).form("/hands/")
        assert is_listed(phone, pad)


def test_nobody_but_the_opener_deletes_or_takes_back(pad: Pad, pencil: Client) -> None:
    guest, watcher, stranger = make_guest(pad), make_guest(pad, WATCH), Client()
    for phone, status in ((guest, 403), (watcher, 403), (stranger, 404)):
        assert look(phone, at(pad, "delete/"), status)
        assert phone.post(at(pad, "delete/")).status_code == status
    assert "elete" not in look(guest, at(pad, "manage/")).words("h1")[0]
    assert look(guest, at(pad))
    delete(pencil, pad)
    for phone in (guest, watcher, stranger):
        assert phone.post(at(pad, "undelete/")).status_code == 404
        assert not look(phone, "/archive/").forms
    assert look(pencil, at(pad), 404)


def test_after_thirty_days_it_is_gone_for_good(pad: Pad, pencil: Client) -> None:
    kept, deleted = make_pad(), timezone.now() - timedelta(days=KEPT_DAYS, minutes=1)
    record(hold(pad), hand())
    delete(pencil, pad)
    assert "players deleted" not in pruned()
    Pad.objects.filter(pk=pad.pk).update(deleted_at=deleted)
    assert pencil.post(at(pad, "undelete/")).status_code == 404
    assert not look(pencil, "/archive/").forms
    assert "1 game that their players deleted" in pruned()
    assert Pad.objects.count() == 2
    pruned("--really")
    assert Pad.objects.get() == kept


def pruned(*options: str) -> str:
    told = io.StringIO()
    call_command("prune_pads", "--days", "30", *options, stdout=told)
    return told.getvalue()


def test_the_form_that_opened_a_deleted_game_does_not_open_it_again() -> None:
    phone = Client()
    form = look(phone, "/open/wikipedia/").form("/open/wikipedia/")
    submit(phone, form)
    delete(phone, Pad.objects.get())
    response = submit(phone, form)
    assert response.status_code == 302 and response["Location"] == "/"
    assert Pad.objects.count() == 1


# --- Who may take links back --------------------------------------------------------------------


def revoke_all(phone: Client, pad: Pad) -> set[PadLink]:
    """Post to revoke each link of the pad; those that are revoked then."""
    for link in PadLink.objects.filter(pad=pad):
        assert phone.post(at(pad, f"link/{link.pk}/revoke/")).status_code in (303, 403, 404)
    return set(PadLink.objects.filter(pad=pad).exclude(revoked_at=None))


def test_a_guest_takes_back_its_own_links_and_never_the_openers() -> None:
    pad = make_pad()
    opener = make_phone(pad)
    guest = make_guest(pad)
    page = page_of(submit(guest, look(guest, at(pad, "link/")).form("/link/")))
    assert len([form for form in page.forms if form.action.endswith("/revoke/")]) == 1
    own = PadLink.objects.latest("pk")
    assert own.made_by_phone == 2
    assert revoke_all(guest, pad) == {own}
    assert look(opener, at(pad)).form("/hands/")


def test_the_opener_takes_back_any_link_but_its_own() -> None:
    pad = make_pad()
    opener, guest = make_phone(pad), make_guest(pad)
    own = Grant.objects.get(phone=1).link
    assert own not in revoke_all(opener, pad)
    assert look(guest, at(pad), 404)
    assert look(opener, at(pad)).form("/hands/")


def test_with_a_link_go_those_that_came_from_it() -> None:
    """A guest who is shut out must not come back by a link of its own making."""
    pad = make_pad()
    opener, guest = make_phone(pad), make_guest(pad)
    given = Grant.objects.get(phone=2).link
    _, second = access.make_link(pad, PENCIL, made_by=2)
    friend = Client()
    friend.post(f"/join/{second}/")
    _, third = access.make_link(pad, PENCIL, made_by=3)
    other, _ = access.make_link(pad, WATCH, made_by=1)
    response = opener.post(at(pad, f"link/{given.pk}/revoke/"))
    assert "nor do 2 that came from it" in after_303(opener, response).text
    for phone in (guest, friend):
        assert look(phone, at(pad), 404)
        for secret in (second, third):
            assert phone.post(f"/join/{secret}/").status_code == 404
    other.refresh_from_db()
    assert other.revoked_at is None


def test_a_watcher_takes_nothing_back() -> None:
    pad = make_pad()
    make_phone(pad)
    assert revoke_all(make_guest(pad, WATCH), pad) == set()
