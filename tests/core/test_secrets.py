"""Secrets of links stand in no log, and on no page but the one that made them."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest
from django.test import Client

from keeper.logging import MaskSecretLinks
from scorepads.core import access
from scorepads.models import Pad
from tests.browsing import look, page_of, submit
from tests.factories import PENCIL, make_phone


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
    (shown,) = page_of(submit(pencil, form)).find("textarea", id="pencil")
    secret = shown.text.strip().split("/join/")[1].strip("/")
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
    stranger.post(f"/join/{secret}/")
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
