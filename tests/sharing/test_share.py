"""Carrying a pad to another phone: a link to score, its trade, and pasting it."""

from __future__ import annotations

import pytest
from django.test import Client

from scorepads.core import access
from scorepads.models import Grant, Pad, PadLink
from tests.browsing import look, page_of, submit
from tests.factories import PENCIL, WATCH, make_pad


def made_link(phone: Client, pad: Pad) -> str:
    """The link as the page shows it."""
    form = look(phone, f"/games/{pad.public_id}/link/").form("/link/")
    (shown,) = page_of(submit(phone, form)).find("textarea", id="pencil")
    return shown.text.strip()


def test_looking_at_the_page_makes_no_link(pad: Pad, pencil: Client) -> None:
    before = PadLink.objects.count()
    page = look(pencil, f"/games/{pad.public_id}/link/")
    assert PadLink.objects.count() == before
    assert "lets people save and change hands" in page.text


def test_a_link_is_shown_once_with_a_qr_code_and_only_its_digest_is_kept(
    pad: Pad, pencil: Client
) -> None:
    form = look(pencil, f"/games/{pad.public_id}/link/").form("/link/")
    page = page_of(submit(pencil, form))
    (shown,) = page.find("textarea", id="pencil")
    secret = shown.text.strip().split("/join/")[1].strip("/")
    assert access.find_link(secret).pad == pad
    assert page.find("svg", class_="qr")
    assert page.find("div", role="img", aria_label="QR code of the link to score")
    assert not PadLink.objects.filter(digest=secret).exists()
    assert not look(pencil, f"/games/{pad.public_id}/link/").find("textarea", id="pencil")


def test_another_phone_opens_the_link_and_holds_the_pad_without_the_secret(
    pad: Pad, pencil: Client, stranger: Client
) -> None:
    address = made_link(pencil, pad)
    response = submit(stranger, look(stranger, address).form(address))
    assert (response.status_code, response["Location"]) == (303, f"/games/{pad.public_id}/")
    assert look(stranger, f"/games/{pad.public_id}/").form("/hands/")
    assert f"/games/{pad.public_id}/" in look(stranger, "/").links()


def test_a_watch_link_lets_look_and_never_takes_a_pencil(
    pad: Pad, pencil: Client, stranger: Client
) -> None:
    _, secret = access.make_link(pad, WATCH)
    for phone in (pencil, stranger):
        assert phone.post(f"/join/{secret}/").status_code == 303
    assert look(pencil, f"/games/{pad.public_id}/").forms
    assert not look(stranger, f"/games/{pad.public_id}/").forms


def test_wrong_and_revoked_links_answer_alike(pad: Pad, stranger: Client) -> None:
    link, secret = access.make_link(pad, PENCIL)
    PadLink.objects.filter(pk=link.pk).update(revoked_at=pad.opened_at)
    revoked, wrong = stranger.get(f"/join/{secret}/"), stranger.get(f"/join/{secret[::-1]}/")
    assert (revoked.status_code, wrong.status_code) == (404, 404)
    assert revoked.content == wrong.content


@pytest.mark.parametrize(
    "around",
    ["{}", "  {}  ", "Here you are: {}", "{}?", "http://elsewhere.example{}", "{} See you!"],
)
def test_a_pasted_link_brings_the_pad_here(pad: Pad, stranger: Client, around: str) -> None:
    _, secret = access.make_link(pad, PENCIL)
    form = look(stranger, "/").form("/paste/")
    for address in (f"/join/{secret}/", f"/join/{secret}"):
        response = submit(stranger, form, link=around.format(address))
        assert (response.status_code, response["Location"]) == (303, f"/games/{pad.public_id}/")
    assert look(stranger, f"/games/{pad.public_id}/").form("/hands/")


@pytest.mark.parametrize(
    "pasted",
    ["", "hello", "/join/", "/join/x/", "/join/" + "A" * 43 + "/", "/join/" + "A" * 20_000,
     "\x00/join/\x00", "https://example.org/games/", "/join/" + "é" * 43],
)  # fmt: skip
def test_what_is_no_link_is_refused_with_a_word_and_kept(
    pad: Pad, pencil: Client, pasted: str
) -> None:
    response = submit(pencil, look(pencil, "/").form("/paste/"), link=pasted)
    assert response.status_code == 422
    page = page_of(response)
    assert page.words(id="link-error")[0].startswith("This link doesn't open a game")
    assert page.form("/paste/").fields["link"] == pasted
    assert f"/games/{pad.public_id}/" in page.links()


def test_every_link_made_is_another(pad: Pad, pencil: Client) -> None:
    assert made_link(pencil, pad) != made_link(pencil, pad)


def test_a_link_opens_its_own_pad_only(pad: Pad, pencil: Client, stranger: Client) -> None:
    other = make_pad()
    stranger.post(made_link(pencil, pad))
    assert look(stranger, f"/games/{other.public_id}/", 404)


def test_a_watch_link_is_made_and_shown_like_a_pencil_link(
    pad: Pad, pencil: Client, stranger: Client
) -> None:
    form = look(pencil, f"/games/{pad.public_id}/link/").form("/link/")
    page = page_of(submit(pencil, form, access="watch"))
    (shown,) = page.find("textarea", id="watch")
    stranger.post(shown.text.strip())
    assert not look(stranger, f"/games/{pad.public_id}/").forms
    assert stranger.get(f"/games/{pad.public_id}/link/").status_code == 403


def revoke(phone: Client, pad: Pad, link: PadLink, do: str = "revoke"):
    page = look(phone, f"/games/{pad.public_id}/link/")
    return submit(phone, page.form(f"/link/{link.pk}/revoke/"), do=do)


def test_a_link_taken_back_shuts_out_at_once_whoever_came_in_by_it(
    pad: Pad, pencil: Client, stranger: Client
) -> None:
    stranger.post(made_link(pencil, pad))
    link = PadLink.objects.filter(pad=pad).latest("pk")
    assert link.used == 1
    assert revoke(pencil, pad, link).status_code == 303
    assert stranger.get(f"/games/{pad.public_id}/").status_code == 404
    assert f"/games/{pad.public_id}/" not in look(stranger, "/").links()
    assert look(pencil, f"/games/{pad.public_id}/").forms


def test_a_renewed_link_is_another_and_the_old_one_is_dead(
    pad: Pad, pencil: Client, stranger: Client
) -> None:
    old = made_link(pencil, pad)
    link = PadLink.objects.filter(pad=pad).latest("pk")
    (shown,) = page_of(revoke(pencil, pad, link, do="renew")).find("textarea", id="pencil")
    assert shown.text.strip() != old
    assert stranger.get(old).status_code == 404
    assert stranger.post(shown.text.strip()).status_code == 303


def test_the_link_that_this_phone_came_in_by_cannot_be_taken_back(pad: Pad, pencil: Client) -> None:
    look(pencil, f"/games/{pad.public_id}/")
    own = Grant.objects.get(pad=pad).link
    address = f"/games/{pad.public_id}/link/{own.pk}/revoke/"
    assert address not in [
        form.action for form in look(pencil, f"/games/{pad.public_id}/link/").forms
    ]
    assert pencil.post(address).status_code == 303
    own.refresh_from_db()
    assert own.revoked_at is None


def test_a_link_of_another_pad_cannot_be_taken_back_here(pad: Pad, pencil: Client) -> None:
    other, _ = access.make_link(make_pad(), WATCH)
    assert pencil.post(f"/games/{pad.public_id}/link/{other.pk}/revoke/").status_code == 303
    other.refresh_from_db()
    assert other.revoked_at is None
