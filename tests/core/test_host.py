"""The host looks in: not there without a superuser, and then to look at, with no secret shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries, Settings

from keeper import host
from scorepads.core import access, counts
from scorepads.entry import offline
from scorepads.models import HandEntry, Pad, PadLink
from scorepads.opening import own_rulesets
from tests.browsing import look, page_of, submit
from tests.core.addresses import as_sent
from tests.factories import WATCH, hand, hold, make_pad, make_phone, record

PASSWORD = "queen, jack, ten of spades"
PADS = "/host/scorepads/pad/"
ADDRESSES = [
    "/host", "/host/", "/host/login/", "/host/logout/", "/host/jsi18n/", "/host/scorepads/", PADS,
    f"{PADS}1/change/", f"{PADS}1/", f"{PADS}add/", "/host/nothing/", "/host/nothing",
    "/host/auth/user/", "/host/password_change/",
]  # fmt: skip


@pytest.fixture
def superuser(db: None) -> User:
    return User.objects.create_superuser("ann", password=PASSWORD)


def log_in(phone: Client, password: str = PASSWORD) -> Any:
    form = look(phone, "/host/login/").form("/host/login/")
    return submit(phone, form, username="ann", password=password)


@pytest.fixture
def ann(superuser: User) -> Client:
    """The host, who keeps no pad."""
    phone = Client(enforce_csrf_checks=True)
    assert log_in(phone).status_code == 302
    return phone


def page_for(pad: Pad) -> str:
    return f"{PADS}{pad.pk}/change/"


# --- Whether it is there ------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["get", "post", "put", "delete"])
@pytest.mark.parametrize("address", ADDRESSES)
def test_without_a_superuser_it_is_what_any_unknown_address_is(
    stranger: Client, address: str, method: str
) -> None:
    User.objects.create_user("staff", password=PASSWORD, is_staff=True)
    User.objects.create_superuser("gone", password=PASSWORD, is_active=False)
    ask = getattr(stranger, method)
    here, nowhere = ask(address), ask(address.replace("host", "ghost", 1))
    assert here.status_code == nowhere.status_code == 404
    assert as_sent(here) == as_sent(nowhere)


def test_createsuperuser_opens_it_at_once_and_an_ordinary_page_never_asks_for_it(
    stranger: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    assert stranger.get("/host/").status_code == 404
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", username="ann", email="", interactive=False, verbosity=0)
    assert stranger.get("/host/")["Location"] == "/host/login/?next=/host/"
    assert stranger.get("/host")["Location"] == "/host/"
    with django_assert_num_queries(0):
        response = stranger.get("/about/")
    assert "Cookie" not in response.get("Vary", "")
    assert stranger.get("/hostess/").status_code == 404


def test_who_is_not_logged_in_is_led_to_the_door_from_everywhere(superuser: User) -> None:
    for address in set(ADDRESSES) - {"/host", "/host/login/", "/host/logout/"}:
        response = Client().get(address)
        assert response.status_code == 302, address
        assert response["Location"].startswith("/host/login/?next="), address


def test_staff_without_all_rights_see_nothing(superuser: User) -> None:
    User.objects.create_user("bo", password=PASSWORD, is_staff=True)
    bo = Client()
    assert bo.login(username="bo", password=PASSWORD)
    assert bo.get(PADS).status_code == 302


def test_a_login_lasts_for_an_evening_and_not_as_long_as_the_pads(
    ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ann.get(PADS).status_code == 200
    scorepad = host.time.time()
    monkeypatch.setattr(host.time, "time", lambda: scorepad + host.LONGEST + 1)
    assert ann.get(PADS)["Location"].startswith("/host/login/")


# --- What it shows ------------------------------------------------------------------------------


def a_pad_with_everything() -> tuple[Pad, list[str]]:
    """A pad, and what nobody but its table is to see."""
    pad = make_pad(names=("Xanthippe", "Socrates"), note="a hemlock evening")
    record(hold(pad), hand(note="she called it"), hand(1))
    link, secret = access.make_link(pad, WATCH)
    PadLink.objects.filter(pk=link.pk).update(revoked_at=pad.opened_at)
    digests = PadLink.objects.values_list("digest", flat=True)
    hidden = ["Xanthippe", "Socrates", "hemlock", "called it", secret, str(pad.open_key), *digests]
    return pad, hidden


def test_a_pad_is_found_by_its_id_or_address_and_seen_to_be_kept(ann: Client) -> None:
    pad, _ = a_pad_with_everything()
    other = make_pad("pedro")
    listed = look(ann, PADS)
    assert page_for(pad) in listed.links() and page_for(other) in listed.links()
    for asked in (str(pad.public_id), f" https://a.example/pads/{pad.public_id}/history/"):
        found = page_of(ann.get(PADS, {"q": asked}))
        assert page_for(pad) in found.links() and page_for(other) not in found.links()
    assert page_for(pad) not in page_of(ann.get(PADS, {"q": "Xanthippe"})).links()
    shown = look(ann, page_for(pad)).text
    assert "wikipedia@1" in shown and "Being played, 2 lines so far" in shown
    assert ann.get(page_for(pad).replace(str(pad.pk), "999")).status_code == 302


def test_no_secret_no_digest_and_nobodys_name_is_shown(ann: Client) -> None:
    pad, hidden = a_pad_with_everything()
    for address in (PADS, page_for(pad), f"{PADS}?q={pad.public_id}"):
        html = ann.get(address).content.decode()
        assert str(pad.public_id) in html
        assert [text for text in hidden if text in html] == []


@pytest.mark.parametrize(
    "sift", ["links__digest__startswith=a", "open_key__startswith=a", "note=x"]
)
def test_no_address_sifts_pads_by_what_is_not_shown(ann: Client, sift: str) -> None:
    make_pad()
    assert ann.get(f"{PADS}?{sift}").status_code == 400


def test_a_pad_that_cannot_be_read_is_said_to_be(ann: Client) -> None:
    pad = make_pad()
    Pad.objects.filter(pk=pad.pk).update(preset_key="lost")
    assert "Cannot be read: its preset lost@1 is missing" in look(ann, page_for(pad)).text


def test_the_pages_cost_the_same_however_many_there_are(ann: Client) -> None:
    def asked(address: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert ann.get(address).status_code == 200
        return len(captured)

    pad, _ = a_pad_with_everything()
    few = asked(PADS), asked(page_for(pad))
    record(hold(pad), *[hand()] * 2)
    for _ in range(60):
        make_pad()
        access.make_link(pad, WATCH)
    assert (asked(PADS), asked(page_for(pad))) == few
    assert max(few) <= 9
    assert len(look(ann, page_for(pad)).find("tr", class_="has_original")) <= 100


# --- That nothing is changed --------------------------------------------------------------------


def everything() -> list[Any]:
    return [
        list(model.objects.order_by("pk").values()) for model in (Pad, PadLink, HandEntry, User)
    ]


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_can_be_sent_not_even_by_a_superuser(superuser: User, method: str) -> None:
    ann = Client()
    ann.force_login(superuser)
    pad, _ = a_pad_with_everything()
    before = everything()
    sent = {
        "action": "delete_selected", "_selected_action": pad.pk, "post": "yes", "_save": "1",
        "note": "mine", "links-TOTAL_FORMS": "0", "links-INITIAL_FORMS": "0",
    }  # fmt: skip
    rest = ("", "history/", "delete/", "change/")
    for address in (PADS, f"{PADS}add/", *[f"{PADS}{pad.pk}/{end}" for end in rest], "/host/"):
        assert getattr(ann, method)(address, sent).status_code == 405, address
    assert everything() == before


def test_only_pads_are_there_to_look_at_and_no_page_is_for_writing(ann: Client) -> None:
    pad = make_pad()
    for end in ("add/", f"{pad.pk}/delete/", f"{pad.pk}/history/"):
        assert ann.get(f"{PADS}{end}").status_code == 404
    for address in ("/host/auth/user/", "/host/sessions/session/", "/host/password_change/"):
        assert ann.get(address).status_code == 404
    assert set(host.site._registry) == {Pad}
    assert host.site.check(None) == []
    for page in (look(ann, PADS), look(ann, page_for(pad))):
        assert all(form.action in ("/host/logout/", page.path, "") or
                   form.attributes.get("method") != "post" for form in page.forms)  # fmt: skip


@pytest.mark.parametrize(
    "address",
    [
        f"{PADS}?p=x", f"{PADS}?p=999999", f"{PADS}?o=99.-1.x", f"{PADS}?all=", f"{PADS}?q=%00",
        f"{PADS}?_facets=True", f"{PADS}?e=1", f"{PADS}?_popup=1", f"{PADS}?_to_field=digest",
        f"{PADS}1/change/?_to_field=digest", f"{PADS}%00/change/", f"{PADS}{'9' * 40}/change/",
        f"{PADS}x_5F/change/", "/host/login/?next=%00", "/host/%00/",
    ],
)  # fmt: skip
def test_odd_addresses_break_nothing(ann: Client, address: str) -> None:
    make_pad()
    assert ann.get(address).status_code in (200, 302, 400, 404)


# --- Logging in and out -------------------------------------------------------------------------


def test_a_browsers_pads_and_own_versions_outlive_logging_in_and_out(superuser: User) -> None:
    pad = make_pad()
    phone = make_phone(pad)
    session = phone.session
    session[own_rulesets.KEPT] = {"some": "family"}
    session.save()
    keys = [session.session_key]
    for step in (lambda: log_in(phone), lambda: phone.post("/host/logout/")):
        assert step().status_code == 302
        assert phone.get(f"/pads/{pad.public_id}/").status_code == 200
        assert phone.session[own_rulesets.KEPT] == {"some": "family"}
        keys.append(phone.session.session_key)
    assert len(set(keys)) == 3
    assert "_auth_user_id" not in phone.session
    assert phone.get(PADS).status_code == 302


def test_a_changed_password_shuts_the_host_out_and_leaves_the_pads(superuser: User) -> None:
    pad = make_pad()
    phone = make_phone(pad)
    log_in(phone)
    superuser.set_password("another one altogether")
    superuser.save()
    assert phone.get(PADS).status_code == 302
    assert phone.get(f"/pads/{pad.public_id}/").status_code == 200


def test_logging_out_leads_to_this_browsers_own_pads(ann: Client) -> None:
    form = look(ann, PADS).form("/host/logout/")
    assert submit(ann, form)["Location"] == "/"
    assert ann.get("/host/logout/").status_code == 302


def test_passwords_are_tried_so_often_and_no_more(
    superuser: User, settings: Settings, tmp_path: Path
) -> None:
    settings.FLOODS_FILE = tmp_path / "floods.sqlite3"
    settings.FLOOD_LIMITS = {**settings.FLOOD_LIMITS, "logins": 2}
    phone = Client()
    tried = [log_in(phone, "wrong").status_code for _ in range(3)]
    counts.let_go()
    assert tried == [200, 200, 429]


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example/", "/\\evil.example"]
)
def test_the_door_leads_to_no_other_site(superuser: User, elsewhere: str) -> None:
    sent = {"username": "ann", "password": PASSWORD, "next": elsewhere}
    response = Client().post("/host/login/", sent)
    assert (response.status_code, response["Location"]) == (302, "/host/")


# --- As all pages are ---------------------------------------------------------------------------


def test_its_pages_are_not_kept_not_found_and_hold_nothing_in_line(
    ann: Client, stranger: Client
) -> None:
    pad, _ = a_pad_with_everything()
    for phone, address in [(stranger, "/host/login/"), (ann, PADS), (ann, page_for(pad))]:
        response = phone.get(address)
        assert response.status_code == 200
        assert "no-store" in response["Cache-Control"]
        assert response["X-Robots-Tag"] == "noindex"
        page = page_of(response)
        assert not page.find("style")
        assert all(not node.text and "src" in node.attributes for node in page.find("script"))
        attributes = {key for node in page.nodes for key in node.attributes}
        assert not {key for key in attributes if key.startswith("on") or key == "style"}


def test_a_phone_keeps_none_of_its_files(stranger: Client) -> None:
    assert not [file for file in offline.SHELL if file.startswith("admin/")]
    assert "admin/" not in json.dumps(stranger.get("/sw.js").content.decode())
