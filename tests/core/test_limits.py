"""Limits on floods: who is asked to wait, who never is, and that all processes count together."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.http import HttpRequest
from django.test import Client, RequestFactory, override_settings
from pytest_django import DjangoAssertNumQueries, Settings

from scorepads.core import counts
from scorepads.core.limits import address
from tests.factories import hand, make_pad, make_phone, posted, tapped

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def limits(settings: Settings, tmp_path: Path) -> Iterator[None]:
    settings.FLOODS_FILE = tmp_path / "floods.sqlite3"
    most = {"links": 2, "openings": 2, "writes": 3, "pad": 2, "pdfs": 1, "logins": 2}
    settings.FLOOD_LIMITS = most
    yield
    counts.let_go()


def test_a_pad_takes_so_many_changes_a_minute_whoever_sends_them() -> None:
    pad = make_pad()
    ann, bo = make_phone(pad, REMOTE_ADDR="10.0.0.1"), make_phone(pad, REMOTE_ADDR="10.0.0.2")
    url = f"/pads/{pad.public_id}/hands/"
    statuses = [phone.post(url, posted(pad, **tapped(hand()))).status_code for phone in (ann, bo)]
    assert statuses == [303, 303]
    refused = bo.post(url, posted(pad, **tapped(hand())))
    assert refused.status_code == 429
    assert 1 <= int(refused["Retry-After"]) <= 60
    assert pad.entries.count() == 2
    assert "Nothing was saved and nothing is lost" in refused.content.decode()
    assert make_phone(make_pad(), REMOTE_ADDR="10.0.0.3").get("/").status_code == 200


def test_htmx_gets_a_sentence_to_show() -> None:
    pad = make_pad()
    phone = make_phone(pad)
    for _ in range(3):
        refused = phone.post(
            f"/pads/{pad.public_id}/undo/", posted(pad), headers={"HX-Request": "true"}
        )
    assert refused.status_code == 429
    assert refused["Content-Type"].startswith("text/plain")
    assert refused.content.decode().startswith("Not saved yet: too much came at once. Wait ")


def test_one_address_that_tries_links_is_stopped_and_another_is_not() -> None:
    def tries(where: str) -> int:
        return Client(REMOTE_ADDR=where).get("/k/no-such-secret-at-all/").status_code

    assert [tries("10.0.0.1") for _ in range(3)] == [404, 404, 429]
    assert tries("10.0.0.2") == 404
    pasting = Client(REMOTE_ADDR="10.0.0.1").post("/paste/", {"link": "/k/no-such-secret-at-all/"})
    assert pasting.status_code == 429


def test_pdfs_are_counted_for_the_work_they_are() -> None:
    asked = [Client().get("/sheets/no-such-preset/sheet.pdf").status_code for _ in range(2)]
    assert asked == [404, 429]


def test_looking_is_never_counted(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    pad = make_pad()
    phone = make_phone(pad)
    url = f"/pads/{pad.public_id}/"
    assert {phone.get(url).status_code for _ in range(5)} == {200}
    assert {phone.post(f"{url}preview/").status_code for _ in range(5)} == {200}
    with django_assert_num_queries(4):  # the session, the link, the sides and the hands
        phone.get(url)


def test_a_stranger_cannot_use_up_a_pads_share() -> None:
    pad = make_pad()
    url = f"/pads/{pad.public_id}/undo/"
    stranger = Client(REMOTE_ADDR="10.0.0.9")
    assert [stranger.post(url).status_code for _ in range(3)] == [404, 404, 404]
    assert make_phone(pad).post(url, posted(pad)).status_code == 409


def test_the_time_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = counts.time.time()
    monkeypatch.setattr(counts.time, "time", lambda: clock)
    assert [counts.count({"a": 60})["a"][0] for _ in range(3)] == [1, 2, 3]
    clock += 61
    assert counts.count({"a": 60}) == {"a": (1, pytest.approx(60))}
    clock += 61
    counts.forget()
    assert counts.count({"b": 60, "c": 60}).keys() == {"b", "c"}


@pytest.mark.only_on("sqlite")  # PostgreSQL counts in a table
def test_processes_count_together_and_lose_none(settings: Settings) -> None:
    """Four processes of two threads each hit one key fifty times a thread."""
    script = (
        "import sys, django, threading; django.setup(); from django.conf import settings;"
        "settings.FLOODS_FILE = __import__('pathlib').Path(sys.argv[1]);"
        "from scorepads.core.counts import count;"
        "hit = lambda: [count({'a': 600}) for _ in range(50)];"
        "both = [threading.Thread(target=hit) for _ in 'ab'];"
        "[t.start() for t in both]; [t.join() for t in both]"
    )
    command = [sys.executable, "-c", script, str(settings.FLOODS_FILE)]
    started = [subprocess.Popen(command, cwd=ROOT) for _ in range(4)]
    assert [process.wait(60) for process in started] == [0] * 4
    assert counts.count({"a": 600})["a"][0] == 401


@pytest.mark.only_on("sqlite")  # PostgreSQL counts in a table
def test_a_file_of_counts_that_broke_is_made_anew(settings: Settings) -> None:
    settings.FLOODS_FILE.write_bytes(b"this is no database " * 100)
    assert counts.count({"a": 60})["a"][0] == 1


@pytest.mark.only_on("sqlite")  # PostgreSQL counts in a table
def test_where_nothing_can_be_counted_everybody_may_play(settings: Settings) -> None:
    settings.FLOODS_FILE.mkdir()
    assert [Client().get("/k/no-such-secret/").status_code for _ in range(4)] == [404] * 4


@pytest.mark.only_on("sqlite")  # PostgreSQL counts in a table
def test_no_address_is_kept_in_the_file(settings: Settings) -> None:
    Client(REMOTE_ADDR="203.0.113.77").get("/k/no-such-secret/")
    with closing(sqlite3.connect(settings.FLOODS_FILE)) as file:
        rows = file.execute("SELECT key FROM keeper_floods").fetchall()
    assert len(rows) == 1
    assert "203.0.113" not in str(rows)


def asked(peer: str, forwarded: str = "") -> HttpRequest:
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    return RequestFactory().get("/", REMOTE_ADDR=peer, headers=headers)


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "counted"),
    [
        (0, "10.0.0.1", "", "10.0.0.1"),
        (0, "10.0.0.1", "1.2.3.4", "10.0.0.1"),
        (1, "127.0.0.1", "1.2.3.4", "1.2.3.4"),
        (1, "127.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"),
        (2, "127.0.0.1", "6.6.6.6, 1.2.3.4, 10.0.0.2", "1.2.3.4"),
        (2, "127.0.0.1", "1.2.3.4", "1.2.3.4"),
        (1, "127.0.0.1", "", "127.0.0.1"),
        (0, "2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::/64"),
        (0, "::ffff:1.2.3.4", "", "1.2.3.4"),
        (0, "fe80::1%eth0", "", "fe80::/64"),
        (0, "", "", ""),
    ],
)
def test_who_is_counted(proxies: int, peer: str, forwarded: str, counted: str) -> None:
    with override_settings(TRUSTED_PROXIES=proxies):
        assert address(asked(peer, forwarded)) == counted


def test_the_kinds_that_can_be_limited_are_those_with_a_setting() -> None:
    from scorepads.core.limits import WINDOWS

    assert WINDOWS.keys() == settings.FLOOD_LIMITS.keys()


def test_one_write_is_counted_by_at_most_one_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(1 if connection.vendor == "postgresql" else 0):
        counts.count({"address": 60, "pad": 60})
