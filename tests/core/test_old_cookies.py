"""Phones that were known by another cookie keep their games: of a session, or of plain http."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.core import signing
from django.db import connection
from django.test import Client
from pytest_django import Settings

from scorepads.models import Device, Grant, KeptRuleset, Pad
from tests.core.test_backups import manage
from tests.core.test_devices import COOKIE, holds, secret_of
from tests.factories import hold, let_in, make_pad, make_phone

migration = import_module("scorepads.migrations.0006_carry_sessions")
KEY, OTHER_KEY = "a" * 32, "b" * 32
SESSIONS = (
    "CREATE TABLE django_session (session_key varchar(40), session_data text, expire_date {})"
)


def keep_session(key: str, *pads: Pad, own: dict[str, str] | None = None) -> None:
    """A session as releases before 0005 kept it; long run out, which a wrong clock also says."""
    grants = {str(pad.public_id): [hold(pad).link.pk, 4] for pad in pads}
    held = {"grants": grants, "own_versions": own or {}}
    data = signing.dumps(held, salt="django.contrib.sessions.SessionStore", compress=True)
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO django_session VALUES (%s, %s, '2001-01-01')", [key, data])


def migrate() -> None:
    def execute(sql: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(sql)

    editor: Any = SimpleNamespace(connection=connection, execute=execute)
    migration.carry_over(apps, editor)


@pytest.fixture(autouse=True)
def sessions(db: None) -> None:
    kind = "timestamp with time zone" if connection.vendor == "postgresql" else "datetime"
    with connection.cursor() as cursor:
        cursor.execute(SESSIONS.format(kind))


def old_phone(key: str = KEY) -> Client:
    phone = Client()
    phone.cookies["keeper_session"] = key
    return phone


def test_a_phone_keeps_its_games_its_number_and_its_rulesets() -> None:
    first, second, family = make_pad(), make_pad(), str(uuid4())
    keep_session(KEY, first, second, own={family: "mine"})
    migrate()
    phone = old_phone()
    assert holds(phone, first, second)
    assert secret_of(phone)
    assert f"/games/{first.public_id}/" in phone.get("/").content.decode()
    assert set(Grant.objects.values_list("phone", flat=True)) == {4}
    assert KeptRuleset.objects.get(is_mine=True).family.hex == family.replace("-", "")


def test_no_key_of_a_session_is_left() -> None:
    keep_session(KEY, make_pad())
    migrate()
    assert "django_session" not in connection.introspection.table_names()
    assert KEY not in repr(list(Device.objects.values()))


def test_requests_that_come_at_once_all_lead_to_the_same_device(pad: Pad) -> None:
    keep_session(KEY, pad)
    migrate()
    tabs = [old_phone() for _ in range(3)]
    assert all(holds(tab, pad) for tab in tabs)
    assert len({secret_of(tab) for tab in tabs}) == 1


def test_once_the_phone_has_its_new_cookie_the_old_one_opens_nothing(pad: Pad) -> None:
    keep_session(KEY, pad)
    migrate()
    phone = old_phone()
    phone.get("/")
    assert holds(phone, pad)
    assert "keeper_session" not in phone.cookies or not phone.cookies["keeper_session"].value
    assert not holds(old_phone(), pad)
    assert holds(phone, pad)


def test_an_id_that_is_not_known_does_not_keep_the_phone_from_its_games(pad: Pad) -> None:
    keep_session(KEY, pad)
    migrate()
    phone = old_phone()
    phone.cookies[COOKIE] = "A" * 43
    assert holds(phone, pad)
    assert holds(phone, pad)


def test_an_old_cookie_that_somebody_planted_does_not_swap_the_phones_device(pad: Pad) -> None:
    keep_session(KEY, make_pad())
    migrate()
    phone = make_phone(pad)
    device = secret_of(phone)
    phone.cookies["keeper_session"] = KEY
    assert holds(phone, pad)
    assert secret_of(phone) == device


# --- From plain http to https -------------------------------------------------------------------

HOST_COOKIE = "__Host-keeper_phone"


def go_https(settings: Settings) -> None:
    settings.HTTPS, settings.DEVICE_COOKIE_NAME = True, HOST_COOKIE


def test_a_server_that_turns_to_https_keeps_its_phones(pad: Pad, settings: Settings) -> None:
    """In two tabs at once, too; and what was sent in clear before opens nothing afterwards."""
    phone = make_phone(pad)
    plain = secret_of(phone)
    go_https(settings)
    tabs = [Client(), Client()]
    for tab in tabs:
        tab.cookies[COOKIE] = plain
        assert holds(tab, pad)
    first, second = (tab.cookies[HOST_COOKIE].value for tab in tabs)
    assert first == second != plain
    assert holds(tabs[0], pad)
    assert not tabs[0].cookies[COOKIE].value
    thief = Client()
    for name in (COOKIE, HOST_COOKIE):
        thief.cookies[name] = plain
        assert not holds(thief, pad)
    assert holds(tabs[0], pad)


def test_over_https_a_plain_cookie_from_a_neighbor_swaps_nothing(
    pad: Pad, settings: Settings
) -> None:
    neighbor = make_phone(make_pad())
    go_https(settings)
    phone = make_phone(pad)
    device = phone.cookies[HOST_COOKIE].value
    phone.cookies[COOKIE] = secret_of(neighbor)
    assert holds(phone, pad)
    assert phone.cookies[HOST_COOKIE].value == device


def test_a_new_game_joins_those_that_were_carried_over(pad: Pad) -> None:
    keep_session(KEY, pad)
    migrate()
    phone, new = old_phone(), make_pad()
    let_in(phone, new)
    assert holds(phone, pad, new)
    assert Device.objects.count() == 1


def test_what_is_gone_or_was_signed_by_another_key_is_left_out(pad: Pad) -> None:
    gone = make_pad()
    keep_session(KEY, pad, gone)
    gone.delete()
    data = signing.dumps({"grants": {}}, key="another", salt=migration.SALT)
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO django_session VALUES (%s, %s, '2030-01-01')",
                       [OTHER_KEY, data])  # fmt: skip
    migrate()
    assert Device.objects.count() == Grant.objects.count() == 1
    assert holds(old_phone(), pad)
    assert not old_phone(OTHER_KEY).get("/").cookies


def test_a_copy_from_before_restored_later_still_knows_the_phone(pad: Pad) -> None:
    """The new cookie follows from the old one, so the copy leads to the same device again."""
    keep_session(KEY, pad)
    migrate()
    phone = old_phone()
    phone.get("/")
    Device.objects.all().delete()
    with connection.cursor() as cursor:
        cursor.execute(SESSIONS.format("text"))
    keep_session(KEY, pad)
    migrate()
    assert holds(phone, pad)


@pytest.mark.only_on("sqlite")
def test_a_database_of_the_release_before_is_migrated_and_restored(tmp_path: Path) -> None:
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    for command in (("migrate",), ("demo",), ("migrate", "scorepads", "0004")):
        done = manage(home, *command)
        assert done.returncode == 0, done.stderr
    database = home / "keeper.sqlite3"
    with closing(sqlite3.connect(database)) as opened:
        opened.execute(SESSIONS.format("datetime"))
        opened.execute("INSERT INTO django_migrations (app, name, applied) "
                       "VALUES ('sessions', '0001_initial', 0)")  # fmt: skip
        pad, link = opened.execute(
            "SELECT public_id, l.id FROM scorepads_pad p JOIN scorepads_padlink l ON pad_id = p.id"
        ).fetchone()
        held = {"grants": {str(UUID(pad)): [link, 1]}}
        data = signing.dumps(held, salt=migration.SALT, compress=True)
        opened.execute("INSERT INTO django_session VALUES (?, ?, '2026-01-01')", [KEY, data])
        opened.commit()
    backup = tmp_path / "copy"
    backup.write_bytes(database.read_bytes())
    elsewhere.mkdir()
    for folder, command in ((home, ("migrate",)), (elsewhere, ("restore", str(backup)))):
        done = manage(folder, *command)
        assert done.returncode == 0, done.stderr
        with closing(sqlite3.connect(folder / "keeper.sqlite3")) as opened:
            assert opened.execute("SELECT pad_id, phone FROM scorepads_grant").fetchall() == [
                (1, 1)
            ]
