"""A busy or broken database: everybody is told to try again, nobody loses what was tapped."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client

from tests.browsing import look, page_of
from tests.factories import (
    facts_now,
    hand,
    hold,
    make_pad,
    make_phone,
    posted,
    record,
    reread,
    tapped,
)

HTMX = {"HX-Request": "true"}


@contextmanager
def locked() -> Iterator[None]:
    """Another program holds the lock that a save needs, longer than anybody waits."""
    if connection.vendor == "sqlite":
        connection.cursor().execute("PRAGMA busy_timeout = 50")
        holder: Any = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
    else:
        connection.cursor().execute("SET lock_timeout = '50ms'")
        holder = connection.copy("holder")
        holder.set_autocommit(False)
        holder.cursor().execute("LOCK TABLE scorepads_pad IN EXCLUSIVE MODE")
    try:
        yield
    finally:
        if connection.vendor != "sqlite":
            holder.rollback()
        holder.close()
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_a_save_that_meets_a_locked_database_is_asked_to_come_again_and_then_saved_once() -> None:
    pad = make_pad()
    phone = make_phone(pad)
    address, fields = f"/games/{pad.public_id}/hands/", posted(pad, **tapped(hand()), do="hand")
    with locked():
        refused = phone.post(address, fields, headers=HTMX)
        assert (refused.status_code, refused["X-Keeper"]) == (503, "busy")
        assert int(refused["Retry-After"]) > 0
        assert refused.content.decode().startswith("Not saved yet: the server is busy.")
        page = phone.post(address, fields)
    assert page.status_code == 503
    again = page_of(page).form(address)
    assert again.fields == {key: str(value) for key, value in fields.items()}
    assert [phone.post(address, again.fields).status_code for _ in range(2)] == [303, 303]
    assert facts_now(reread(pad)) == [hand()]


@pytest.mark.django_db
def test_a_page_that_meets_it_says_so_and_is_no_page_of_ours_that_broke(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    pad = make_pad()
    record(hold(pad), hand())
    phone = make_phone(pad)
    look(phone, f"/games/{pad.public_id}/")

    def broken(*_: Any, **__: Any) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr("django.db.models.sql.compiler.SQLCompiler.execute_sql", broken)
    answer = phone.get(f"/games/{pad.public_id}/")
    assert (answer.status_code, answer["X-Keeper"]) == (503, "busy")
    assert "no-store" in answer["Cache-Control"]
    assert "The server is busy" in page_of(answer).text
    (line,) = [found for found in caplog.records if found.levelname in ("WARNING", "ERROR")]
    assert "database or disk is full" in line.getMessage()
    assert not line.exc_info


@pytest.mark.django_db
def test_a_table_that_is_not_there_is_a_fault_and_not_a_rush(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pad = make_pad()

    def broken(*_: Any, **__: Any) -> None:
        raise OperationalError("no such table: scorepads_pad")

    phone = make_phone(pad)
    phone.raise_request_exception = False
    monkeypatch.setattr("django.db.models.sql.compiler.SQLCompiler.execute_sql", broken)
    assert phone.get(f"/games/{pad.public_id}/").status_code == 500


def test_the_phone_tells_busy_from_no_network(client: Client) -> None:
    """The worker shows its own page for a proxy's 503 only, which is not marked."""
    worker = client.get("/sw.js").content.decode()
    assert 'answer.headers.has("X-Keeper")' in worker
