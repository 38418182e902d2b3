"""A link is looked at by chat programs before a person does: a look invites, the button grants."""

from __future__ import annotations

import pytest
from django.test import Client

from scorepads.core import access
from scorepads.models import Device, Grant, Pad, PadLink, RequestCount
from tests.browsing import Page, look, page_of, submit
from tests.core.test_csrf import rows
from tests.factories import PENCIL, WATCH, at, let_in, make_pad, make_phone

pytestmark = pytest.mark.django_db

every_address = pytest.mark.parametrize("before", ["join", "k"])
every_end = pytest.mark.parametrize("end", ["/", ""], ids=["slash", "no-slash"])


@pytest.fixture
def named() -> Pad:
    return make_pad(names=("Dot", "Walt"), players=(("Dot",), ("Walt",)), note="At Bo's")


def preview(page: Page) -> dict[str, str]:
    """What a chat program reads of the page."""
    return {
        node.attributes["property"]: node.attributes["content"]
        for node in page.find("meta")
        if "property" in node.attributes
    }


@every_address
@every_end
@pytest.mark.parametrize("method", ["get", "head"])
def test_a_look_grants_nothing_counts_nothing_and_sets_no_cookie(
    named: Pad, before: str, end: str, method: str
) -> None:
    secret = access.make_link(named, PENCIL)[1]
    stored, visitor = rows(), Client()
    for _ in range(3):
        response = getattr(visitor, method)(f"/{before}/{secret}{end}")
        assert response.status_code == 200
        assert not response.cookies
    assert rows() == stored
    assert not (Device.objects.exists() or Grant.objects.exists() or RequestCount.objects.exists())


@every_end
@pytest.mark.parametrize(("link", "verb"), [(PENCIL, "score"), (WATCH, "watch")])
def test_it_says_what_it_invites_to_and_names_nobody(
    named: Pad, link: str, verb: str, end: str
) -> None:
    address = f"/join/{access.make_link(named, link)[1]}{end}"
    response = Client().get(address)
    page, shown = page_of(response), preview(page_of(response))
    assert page.words("h1") == [f"You’re invited to {verb} a Pitch game"]
    assert shown["og:title"] == f"You’re invited to {verb} a Pitch game"
    assert shown["og:image"].startswith("http://testserver/static/")
    html = response.content.decode()
    for secret in ("Dot", "Walt", "Bo", str(named.public_id), address.strip("/")[5:]):
        assert secret not in html


@every_address
@every_end
def test_the_button_opens_the_game_without_script(named: Pad, before: str, end: str) -> None:
    address, phone = f"/{before}/{access.make_link(named, PENCIL)[1]}{end}", Client()
    (form,) = look(phone, address).forms
    response = submit(phone, form)
    assert (response.status_code, response["Location"]) == (303, at(named))
    assert look(phone, at(named)).form("/hands/")
    assert PadLink.objects.latest("pk").used == 1


def test_htmx_is_sent_on_as_a_whole_page(named: Pad) -> None:
    address, phone = f"/join/{access.make_link(named, PENCIL)[1]}/", Client()
    response = submit(phone, look(phone, address).forms[0], htmx=True)
    assert response["HX-Redirect"] == at(named)
    assert look(phone, at(named)).form("/hands/")


def test_tapped_twice_it_is_one_phone(named: Pad) -> None:
    phone = Client()
    link, secret = access.make_link(named, PENCIL)
    for _ in range(2):
        assert phone.post(f"/join/{secret}/").status_code == 303
    link.refresh_from_db()
    assert (link.used, Grant.objects.count()) == (1, 1)


def test_a_phone_that_holds_the_game_goes_straight_to_it_by_the_link(named: Pad) -> None:
    pencil, watcher = make_phone(named), make_phone(named, WATCH)
    to_write, to_watch = (f"/join/{access.make_link(named, kind)[1]}/" for kind in (PENCIL, WATCH))
    for phone, address in ((pencil, to_write), (pencil, to_watch), (watcher, to_watch)):
        response = phone.get(address)
        assert (response.status_code, response["Location"]) == (303, at(named))
    assert "score" in look(watcher, to_write).words("h1")[0]
    let_in(watcher, named)
    assert look(watcher, at(named)).form("/hands/")
