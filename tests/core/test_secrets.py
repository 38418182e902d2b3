"""Secrets of links stand in no log, and a session's key is never older than what it opens."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client

from keeper.logging import MaskSecretLinks
from scorepads.core import access
from scorepads.models import Pad
from tests.browsing import look, page_of, submit
from tests.factories import PENCIL, hold, make_pad, make_phone, posted


@pytest.fixture
def log(db: None) -> Iterator[io.StringIO]:
    """Everything that is logged, by a handler as the settings make it."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.addFilter(MaskSecretLinks())
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield written
    root.removeHandler(handler)
    root.setLevel(level)


def test_whatever_is_done_with_a_link_its_secret_is_in_no_log(
    pad: Pad, pencil: Client, stranger: Client, log: io.StringIO
) -> None:
    form = look(pencil, f"/games/{pad.public_id}/link/").form("/link/")
    (shown,) = page_of(submit(pencil, form)).find("input", id="pencil")
    secret = shown.attributes["value"].split("/join/")[1].strip("/")
    paste = look(stranger, "/").form("/paste/")
    stranger.get(f"/join/{secret}/")
    stranger.get(f"/join/{secret}")
    stranger.get(f"/join/{secret}/more/")
    stranger.get(f"/join/{secret}x/")
    stranger.post(f"/join/{secret}/")
    submit(stranger, paste, link=f"https://here.example/join/{secret}/")
    submit(stranger, paste, link=f"/join/{secret}x/")
    stranger.get("/no-such-page/", {"next": f"/join/{secret}/"})
    stranger.get(f"/no-such-page/join/{secret}/")
    assert "/join/***" in log.getvalue()
    assert secret not in log.getvalue()


def test_no_page_but_the_one_that_made_it_holds_a_secret(pad: Pad, stranger: Client) -> None:
    _, secret = access.make_link(pad, PENCIL)
    stranger.get(f"/join/{secret}/")
    for address in ("/", f"/games/{pad.public_id}/", f"/games/{pad.public_id}/link/"):
        response = stranger.get(address)
        assert response.status_code == 200
        assert secret not in response.content.decode()
        assert secret not in str(response.headers)
        assert secret not in str(response.cookies)


def test_no_page_of_a_pad_holds_the_key_that_opened_it(pad: Pad) -> None:
    phone = make_phone(pad)
    for rest in ("", "history/", "link/"):
        assert str(pad.open_key) not in phone.get(f"/games/{pad.public_id}/{rest}").content.decode()


# --- Sessions -----------------------------------------------------------------------------------


def join(phone: Client) -> Any:
    return phone.get(f"/join/{access.make_link(make_pad(), PENCIL)[1]}/")


def paste(phone: Client) -> Any:
    return phone.post("/paste/", {"link": f"/join/{access.make_link(make_pad(), PENCIL)[1]}/"})


def open_pad(phone: Client) -> Any:
    return submit(phone, look(phone, "/open/wikipedia/").form("/open/wikipedia/"))


def bring_in(phone: Client) -> Any:
    text = make_phone(make_pad()).get("/export/pads.json").content.decode()
    return phone.post("/import/", {"key": str(uuid4()), "text": text})


def show_a_ticket(phone: Client) -> Any:
    pad = make_pad()
    fields = posted(pad, ticket=access.sign_ticket(hold(pad)), bid="pass")
    return phone.post(f"/games/{pad.public_id}/hands/", fields)


@pytest.mark.parametrize("way", [join, paste, open_pad, bring_in, show_a_ticket])
def test_every_grant_comes_with_another_session_key(pad: Pad, way: Callable[[Client], Any]) -> None:
    """Else who had planted a key in this browser would hold the pad as well."""
    phone, planter = make_phone(pad), Client()
    planter.cookies[settings.SESSION_COOKIE_NAME] = planted = phone.session.session_key
    assert way(phone).status_code in (302, 303)
    new = Pad.objects.latest("pk")
    assert phone.session.session_key != planted
    assert phone.get(f"/games/{new.public_id}/").status_code == 200
    assert phone.get(f"/games/{pad.public_id}/").status_code == 200
    assert planter.get(f"/games/{new.public_id}/").status_code == 404


@pytest.mark.parametrize("way", [join, paste, open_pad, bring_in, show_a_ticket])
def test_a_request_that_was_under_way_does_not_take_the_new_key_away(
    pad: Pad, way: Callable[[Client], Any]
) -> None:
    """Another tab's: it carries the old key, and what it sets is what the browser keeps."""
    phone = make_phone(pad)
    old = phone.session.session_key
    way(phone)
    under_way = Client()
    under_way.cookies[settings.SESSION_COOKIE_NAME] = old
    response = under_way.get(f"/games/{pad.public_id}/live/")
    assert response.status_code in (200, 204)
    assert settings.SESSION_COOKIE_NAME not in response.cookies


def test_a_key_that_nobody_gave_out_is_not_taken_over(pad: Pad) -> None:
    phone, made_up = Client(), "a" * 32
    phone.cookies[settings.SESSION_COOKIE_NAME] = made_up
    for way in (join, open_pad, show_a_ticket):
        assert way(phone).status_code in (302, 303)
        assert phone.session.session_key != made_up
