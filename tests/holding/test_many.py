"""Many games ticked and put away at once, and an empty one removed by one tap."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from scorepads.core.access import make_link
from scorepads.models import Grant, Pad
from tests.browsing import FROM_HERE, after_303, look, page_of, submit
from tests.factories import WATCH, at, hand, hold, let_in, make_guest, make_pad, make_phone, record

pytestmark = pytest.mark.django_db


def played(*names: str) -> Pad:
    pad = make_pad("bicycle", names or ("Us", "Them"))
    record(hold(pad), hand(0, 2))
    return pad


def put_away(phone: Client, do: str, *pads: Pad) -> Any:
    ticked = [str(pad.public_id) for pad in pads]
    return phone.post("/archive/many/", {"do": do, "game": ticked}, headers=FROM_HERE)


def listed(phone: Client, path: str = "/") -> set[str]:
    return {link for link in look(phone, path).links() if link.startswith("/games/")}


def test_the_list_leads_to_one_with_a_tick_for_every_game(pencil: Client, pad: Pad) -> None:
    assert "/archive/select/" in look(pencil, "/").links()
    page = look(pencil, "/archive/select/")
    [tick] = page.find("input", type="checkbox")
    assert (tick.attributes["name"], tick.attributes["value"]) == ("game", str(pad.public_id))
    assert page.form("/archive/many/").buttons == [("do", "archive"), ("do", "delete")]


def test_what_is_ticked_is_archived_and_the_rest_stays() -> None:
    phone, pads = Client(), [played() for _ in range(3)]
    for pad in pads:
        let_in(phone, pad)
    page = after_303(phone, put_away(phone, "archive", *pads[:2]))
    assert "2 games archived" in page.text
    assert listed(phone) == {at(pads[2])}
    assert listed(phone, "/archive/") == {at(pads[0]), at(pads[1])}
    page = after_303(phone, put_away(phone, "restore", *pads[:2]))
    assert "2 games back in the list" in page.text
    assert listed(phone) == {at(pad) for pad in pads}


def test_deleting_many_asks_first_and_takes_only_what_was_opened_here() -> None:
    own, watched = played("Ann", "Bob"), played("Cy", "Dee")
    phone, other = make_phone(own), make_phone(watched)
    let_in(phone, watched, WATCH)
    question = page_of(put_away(phone, "delete", own, watched))
    assert "Delete 1 game for everyone?" in question.text
    assert "Another phone started these" in question.text
    assert listed(phone) == {at(own), at(watched)}
    form = question.form("/archive/many/")
    assert form.fields["game"] == str(own.public_id)
    page = after_303(phone, submit(phone, form))
    assert "1 game deleted" in page.text
    assert listed(phone) == {at(watched)}
    assert listed(other) == {at(watched)}
    after_303(phone, submit(phone, page.form("/undelete/")))
    assert listed(phone) == {at(own), at(watched)}


@pytest.mark.parametrize("do", ["archive", "delete-now"])
def test_games_of_others_are_not_touched(do: str) -> None:
    strange, guests = played(), played()
    owner = make_phone(strange)
    guest = make_guest(guests)
    put_away(guest, do, strange)
    put_away(Client(), do, strange)
    assert listed(owner) == {at(strange)}
    put_away(guest, "delete-now", guests)
    assert Pad.objects.get(pk=guests.pk).deleted_at is None


def test_a_revoked_phone_can_neither_archive_nor_delete(pad: Pad, pencil: Client) -> None:
    pad.links.update(revoked_at=pad.opened_at)
    put_away(pencil, "delete-now", pad)
    put_away(pencil, "archive", pad)
    assert Pad.objects.get(pk=pad.pk).deleted_at is None
    assert Grant.objects.get(pad=pad).archived_at is None


def test_nothing_ticked_and_nonsense_are_answered_by_the_list(pencil: Client, pad: Pad) -> None:
    page = after_303(pencil, put_away(pencil, "archive"))
    assert "Tick the games first." in page.text
    sent = {"do": "archive", "game": ["nonsense", str(uuid4())]}
    response = pencil.post("/archive/many/", sent, headers=FROM_HERE)
    assert "0 games archived" in after_303(pencil, response).text
    assert listed(pencil) == {at(pad)}


# --- An empty game ------------------------------------------------------------------------------


def test_an_empty_game_goes_by_one_tap_and_comes_back_by_another() -> None:
    pad = make_pad()
    phone = make_phone(pad)
    page = after_303(phone, submit(phone, look(phone, "/").form("/discard/")))
    assert "Empty game removed." in page.text
    assert listed(phone) == set()
    assert listed(phone, "/archive/") == set()  # deleted: it stands there without a link
    page = after_303(phone, submit(phone, page.form("/undelete/")))
    assert at(pad) in page.links()


def test_a_game_with_a_hand_or_with_another_phone_has_no_such_tap() -> None:
    begun, shared = played(), make_pad()
    phone = make_phone(begun)
    let_in(phone, shared)
    make_phone(shared, WATCH)
    assert not [form for form in look(phone, "/").forms if form.action.endswith("/discard/")]
    for pad in (begun, shared):
        response = phone.post(at(pad, "discard/"), headers=FROM_HERE)
        assert response["Location"] == at(pad, "delete/")
        assert Pad.objects.get(pk=pad.pk).deleted_at is None


def test_a_guest_and_a_watcher_cannot_remove_an_empty_game() -> None:
    pad = make_pad()
    guest, watcher = make_guest(pad), make_phone(pad, WATCH)
    assert guest.post(at(pad, "discard/"), headers=FROM_HERE)["Location"] == at(pad, "delete/")
    assert watcher.post(at(pad, "discard/"), headers=FROM_HERE).status_code == 403
    assert Client().post(at(pad, "discard/"), headers=FROM_HERE).status_code == 404
    assert Pad.objects.get(pk=pad.pk).deleted_at is None


def test_archiving_one_game_offers_to_undo_it(pencil: Client, pad: Pad) -> None:
    form = look(pencil, at(pad, "manage/")).form("/archive/")
    page = after_303(pencil, submit(pencil, form, do="archive"))
    assert at(pad) not in page.links()
    page = after_303(pencil, submit(pencil, page.form("/archive/"), do="restore"))
    assert at(pad) in page.links()


def test_an_address_that_was_revoked_says_nothing_of_the_game() -> None:
    pad = make_pad()
    link, _ = make_link(pad, WATCH)
    phone = make_phone()
    assert put_away(phone, "delete", pad).status_code == 200
    assert "Us" not in page_of(put_away(phone, "delete", pad)).words("li")
    assert link.revoked_at is None
