"""Addresses that people kept from before the first release still lead to their games."""

from __future__ import annotations

import pytest
from django.test import Client

from scorepads.core import access
from scorepads.models import Pad
from tests.browsing import look, submit
from tests.factories import PENCIL, hand, make_phone, reread, tapped

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("kept", "today"),
    [
        ("", ""),
        ("board/", "board/"),
        ("numbers/", "statistics/"),
        ("hands/1/correct/?from=board", "hands/1/correct/?from=board"),
        ("export/hands.csv", "export/hands.csv"),
    ],
)
def test_an_address_below_a_game_is_found_under_its_new_one(
    pad: Pad, pencil: Client, kept: str, today: str
) -> None:
    response = pencil.get(f"/pads/{pad.public_id}/{kept}")
    assert (response.status_code, response["Location"]) == (308, f"/games/{pad.public_id}/{today}")


def test_the_statistics_of_all_games_are_found(client: Client) -> None:
    response = client.get("/numbers/?page=2")
    assert (response.status_code, response["Location"]) == (308, "/statistics/?page=2")


def test_a_form_of_a_page_that_was_open_before_is_saved_once(pad: Pad, pencil: Client) -> None:
    form = look(pencil, f"/games/{pad.public_id}/").form("/hands/")
    form.action = form.action.replace("/games/", "/pads/")
    moved = submit(pencil, form, **tapped(hand()), do="hand")
    assert moved.status_code == 308
    form.action = moved["Location"]
    assert submit(pencil, form, **tapped(hand()), do="hand").status_code == 303
    assert len(reread(pad).lines) == 1


def test_a_secret_link_given_out_before_still_lets_in(pad: Pad) -> None:
    _, secret = access.make_link(pad, PENCIL)
    phone = make_phone()
    assert phone.post(f"/k/{secret}/")["Location"] == f"/games/{pad.public_id}/"
    assert phone.get(f"/games/{pad.public_id}/").status_code == 200


def test_a_secret_link_given_out_before_can_be_pasted(pad: Pad) -> None:
    _, secret = access.make_link(pad, PENCIL)
    response = make_phone().post("/paste/", {"link": f"https://example.org/k/{secret}/"})
    assert response["Location"] == f"/games/{pad.public_id}/"
