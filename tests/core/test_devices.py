"""Who a phone is: its lasting id, and that nothing takes its games away or gives them to others."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from scorepads.core import access
from scorepads.core.devices import secret_digest
from scorepads.models import Device, Grant, KeptRuleset, Pad, PadLink, RequestCount
from tests.browsing import look, submit
from tests.core.test_csrf import rows
from tests.factories import PENCIL, at, hold, let_in, make_pad, make_phone, posted

pytestmark = pytest.mark.django_db

COOKIE = "keeper_phone"


def secret_of(phone: Client) -> str:
    return phone.cookies[COOKIE].value if COOKIE in phone.cookies else ""


def tab_of(phone: Client) -> Client:
    """Another tab of the same browser, whose request is under way with the cookie as it is now."""
    tab = Client()
    tab.cookies[COOKIE] = secret_of(phone)
    return tab


def holds(phone: Client, *pads: Pad) -> bool:
    return {phone.get(at(pad)).status_code for pad in pads} == {200}


# --- The ways to a grant ------------------------------------------------------------------------


def join(phone: Client) -> Any:
    return phone.post(f"/join/{access.make_link(make_pad(), PENCIL)[1]}/")


def paste(phone: Client) -> Any:
    return phone.post("/paste/", {"link": f"/join/{access.make_link(make_pad(), PENCIL)[1]}/"})


def open_pad(phone: Client) -> Any:
    return submit(phone, look(phone, "/open/wikipedia/").form("/open/wikipedia/"))


def bring_in(phone: Client) -> Any:
    text = make_phone(make_pad()).get("/export/pads.json").content.decode()
    return submit(phone, look(phone, "/import/").form("/import/"), text=text)


def show_a_ticket(phone: Client) -> Any:
    pad = make_pad()
    fields = posted(pad, ticket=access.sign_ticket(hold(pad)))
    return phone.post(at(pad, "hands/"), fields | {"bid": "pass"})


every_way = pytest.mark.parametrize("way", [join, paste, open_pad, bring_in, show_a_ticket])


@every_way
def test_a_first_grant_gives_the_phone_an_id_that_is_kept_only_as_a_digest(
    way: Callable[[Client], Any],
) -> None:
    phone = Client()
    assert way(phone).status_code == 303
    secret = secret_of(phone)
    assert len(secret) == 43
    assert secret not in repr(rows())
    mine = Device.objects.get(digest=secret_digest(secret))
    assert mine.grants.get().pad == Pad.objects.latest("pk")


@every_way
def test_further_grants_leave_the_id_as_it_is(pad: Pad, way: Callable[[Client], Any]) -> None:
    """Else what a request that is under way sets would take this one's games away."""
    phone = make_phone(pad)
    before = secret_of(phone)
    assert way(phone).status_code == 303
    assert secret_of(phone) == before
    assert holds(phone, pad, Pad.objects.latest("pk"))


def test_a_phone_that_gets_its_game_back_is_not_counted_as_one_more(pad: Pad) -> None:
    holder = hold(pad)
    used = PadLink.objects.get(pk=holder.link.pk).used
    fields = posted(pad, ticket=access.sign_ticket(holder))
    assert Client().post(at(pad, "hands/"), fields | {"bid": "pass"}).status_code == 303
    assert PadLink.objects.get(pk=holder.link.pk).used == used
    assert Grant.objects.latest("pk").phone == holder.phone


@every_way
def test_an_id_that_somebody_planted_gets_nothing(way: Callable[[Client], Any]) -> None:
    planted, phone, planter = secret_of(make_phone(make_pad())), Client(), Client()
    Grant.objects.all().delete()  # known here, and without any game
    unknown = "A" * 43
    for secret in (planted, unknown):
        phone.cookies[COOKIE] = planter.cookies[COOKIE] = secret
        assert way(phone).status_code == 303
        assert secret_of(phone) != secret
        new = Pad.objects.latest("pk")
        assert holds(phone, new) and not holds(planter, new)


def test_rulesets_that_were_kept_before_the_first_game_stay() -> None:
    phone = Client()
    form = look(phone, "/open/wikipedia/").form("/open/wikipedia/")
    submit(phone, form, **{"own-name": "Tuesday", "rule-target": "15"}, do="keep")
    before = secret_of(phone)
    open_pad(phone)
    assert secret_of(phone) != before
    assert "Tuesday" in look(phone, "/open/").text
    assert KeptRuleset.objects.get().device.grants.count() == 1


def test_a_look_stores_nothing_and_gives_an_id_only_where_a_form_has_a_key() -> None:
    phone = Client()
    for path in ("/", "/open/", "/rules/", "/compare/", f"/games/{uuid4()}/"):
        phone.get(path)
        assert not phone.cookies, path
    for path in ("/open/wikipedia/", "/import/"):
        phone = Client()
        phone.get(path)
        assert secret_of(phone)
    assert not Device.objects.exists()


# --- Two tabs, and ten requests at once ---------------------------------------------------------


def test_two_tabs_that_open_games_at_once_leave_the_phone_both(pad: Pad) -> None:
    phone = make_phone(pad)
    first, second = tab_of(phone), tab_of(phone)
    one, other = make_pad(), make_pad()
    let_in(first, one)
    let_in(second, other)
    for tab in (first, second, phone):  # whichever answer came last
        assert holds(tab, pad, one, other)


@pytest.mark.django_db(transaction=True)
def test_ten_requests_at_once_leave_the_phone_every_game() -> None:
    phone, pads = make_phone(make_pad()), [make_pad() for _ in range(9)]
    secrets = [access.make_link(each, PENCIL)[1] for each in (*pads, pads[0])]

    def trade(secret: str) -> int:
        try:
            return tab_of(phone).post(f"/join/{secret}/").status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(10) as pool:
        assert set(pool.map(trade, secrets)) == {303}
    assert holds(phone, *Pad.objects.all())
    assert Grant.objects.filter(pad=pads[0]).count() == 1
    assert Device.objects.count() == 1


# --- Backups and clocks -------------------------------------------------------------------------


def test_a_restored_backup_knows_the_phone_by_the_cookie_that_it_has_now(pad: Pad) -> None:
    phone = make_phone(pad)
    backup = set(Grant.objects.values_list("pk", flat=True))
    later = make_pad()
    let_in(phone, later)
    Grant.objects.exclude(pk__in=backup).delete()
    assert holds(phone, pad)


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db(transaction=True)
def test_a_backup_knows_each_phone_by_the_cookie_that_it_keeps(tmp_path: Path) -> None:
    """Whatever the phone opened after it was made."""
    pad = make_pad()
    phone = make_phone(pad)
    call_command("backup", str(tmp_path / "copy"), stdout=StringIO())
    for _ in range(3):
        let_in(phone, make_pad())
    with closing(sqlite3.connect(tmp_path / "copy")) as copy:
        known = copy.execute(
            "SELECT digest, pad_id FROM scorepads_device d JOIN scorepads_grant ON device_id = d.id"
        ).fetchall()
    assert known == [(secret_digest(secret_of(phone)), pad.pk)]


def test_a_cookie_that_is_not_known_is_left_alone(pad: Pad) -> None:
    """A copy of last week knows nothing of it; the database of today, put back, does again."""
    phone = make_phone(pad)
    cookie, device = secret_of(phone), Device.objects.get()
    grants = list(Grant.objects.all())
    Device.objects.all().delete()
    for path in ("/", at(pad), "/open/", "/open/wikipedia/", "/statistics/", "/import/"):
        assert not phone.get(path).cookies, path
    device.save(force_insert=True)
    Grant.objects.bulk_create(grants)
    assert secret_of(phone) == cookie
    assert holds(phone, pad)


@pytest.mark.parametrize("days", [-4000, -2, 2, 4000])
def test_a_clock_that_was_wrong_for_a_while_takes_nothing_away(
    pad: Pad, days: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = make_phone(pad)
    cookie, right = secret_of(phone), timezone.now()
    with monkeypatch.context() as wrong:
        wrong.setattr(timezone, "now", lambda: right + timedelta(days=days))
        wrong.setattr("time.time", lambda: (right + timedelta(days=days)).timestamp())
        assert holds(phone, pad)
        later = make_pad()
        let_in(phone, later)
    assert (secret_of(phone), phone.cookies[COOKIE]["max-age"]) == (cookie, 400 * 86400)
    assert holds(phone, pad, later)
    assert Grant.objects.get(pad=pad).last_used_at - right < timedelta(minutes=1)


def test_use_is_noted_once_a_day_and_begins_the_cookies_term_anew(pad: Pad) -> None:
    phone = make_phone(pad)
    assert not phone.get(at(pad)).cookies
    Grant.objects.update(last_used_at=timezone.now() - timedelta(days=2))
    assert phone.get(at(pad)).cookies[COOKIE].value == secret_of(phone)
    assert timezone.now() - Grant.objects.get().last_used_at < timedelta(minutes=1)


# --- A database in a stranger's hands -----------------------------------------------------------


def test_nothing_that_stands_in_the_database_opens_a_pad(pad: Pad) -> None:
    phone = make_phone(pad)
    _, secret = access.make_link(pad, PENCIL)
    look(phone, at(pad, "link/"))
    stored = [str(value) for table in rows().values() for row in table for value in row]
    assert secret not in stored and secret_of(phone) not in stored
    for value in {*stored}:
        thief = Client()
        thief.cookies[COOKIE] = thief.cookies["keeper_session"] = value.replace(";", "")
        assert thief.get(at(pad)).status_code == 404, value
        if "/" not in value:
            assert thief.post(f"/join/{value}/").status_code in (403, 404), value


# --- The cookie ---------------------------------------------------------------------------------


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(pad: Pad) -> None:
    cookie = make_phone(pad).cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert not cookie["domain"] and not cookie["secure"]


def test_over_https_no_neighbor_can_plant_it(pad: Pad, settings: Settings) -> None:
    settings.HTTPS, settings.DEVICE_COOKIE_NAME = True, "__Host-keeper_phone"
    phone = Client()
    let_in(phone, pad)
    cookie = phone.cookies["__Host-keeper_phone"]
    assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", "")
    assert cookie["httponly"]


# --- Keys of forms ------------------------------------------------------------------------------


def test_a_key_that_another_phone_knows_opens_nothing_there() -> None:
    """A foreign page had its own key posted, and came in by the same key afterwards."""
    key = str(uuid4())
    for address in ("/open/wikipedia/", "/import/"):
        victim, attacker = Client(), Client()
        text = make_phone(make_pad(note=address)).get("/export/pads.json").content.decode()
        fields = {**look(victim, address).form(address).fields, "key": key, "text": text}
        opened = victim.post(address, fields)["Location"]
        opened = at(Pad.objects.latest("pk")) if opened == "/" else opened
        attacker.get(address)
        attacker.post(address, fields)
        assert (victim.get(opened).status_code, attacker.get(opened).status_code) == (200, 404)


@pytest.mark.parametrize("rest", ["play-again/", "swap/", "replay/"])
def test_a_key_of_another_phone_of_the_pad_opens_nothing_either(rest: str) -> None:
    pad = make_pad()
    victim, attacker = make_phone(pad), make_phone(pad)
    fields = posted(pad, swap="0", under="bicycle@1")
    opened = victim.post(at(pad, rest), fields)["Location"]
    assert attacker.post(at(pad, rest), fields)["Location"] != opened
    assert victim.get(opened).status_code == 200
    assert attacker.get(opened).status_code == 404


@pytest.mark.parametrize("rest", ["play-again/", "swap/", "replay/"])
def test_the_same_form_sent_twice_by_one_phone_opens_one_game(rest: str) -> None:
    pad = make_pad()
    phone = make_phone(pad)
    fields = posted(pad, swap="0", under="bicycle@1")
    first, second = (phone.post(at(pad, rest), fields)["Location"] for _ in range(2))
    assert first == second
    assert Pad.objects.count() == 2


def test_a_form_from_before_the_first_game_is_known_again_after_it() -> None:
    """Back, and Start once more."""
    phone = Client()
    form = look(phone, "/open/wikipedia/").form("/open/wikipedia/")
    phone.cookies[COOKIE] = "B" * 43  # so that the first grant changes it
    first = submit(phone, form)["Location"]
    assert secret_of(phone) != "B" * 43
    assert submit(phone, form)["Location"] == first
    assert Pad.objects.count() == 1


# --- Limits -------------------------------------------------------------------------------------


def test_who_may_not_write_uses_up_no_limit_of_the_game(pad: Pad, settings: Settings) -> None:
    settings.REQUEST_LIMITS = {**settings.REQUEST_LIMITS, "pad": 3}
    revoked = Client()
    link = let_in(revoked, pad)
    PadLink.objects.filter(pk=link.pk).update(revoked_at=timezone.now())
    for phone in (revoked, make_phone(pad, "watch"), Client()):
        for _ in range(5):
            assert phone.post(at(pad, "undo/"), posted(pad)).status_code in (403, 404)
    assert not RequestCount.objects.exists()
    assert make_phone(pad).post(at(pad, "undo/"), posted(pad)).status_code == 409
