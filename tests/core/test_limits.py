"""Rate limits: who is asked to wait, who never is, and that all processes count together."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from scorepads.core.limits import LIMITS, client_address, count_requests
from scorepads.models import Grant, PadLink, RequestCount
from tests.browsing import page_of
from tests.core.addresses import every_route, filled, is_moved
from tests.factories import WATCH, hand, make_pad, make_phone, posted, tapped

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def limits(settings: Settings) -> None:
    few = {"links": 2, "openings": 2, "writes": 3, "pad": 2, "pdfs": 1}
    settings.REQUEST_LIMITS = dict.fromkeys(settings.REQUEST_LIMITS, 0) | few


def test_a_phone_may_change_a_pad_so_often_a_minute_and_takes_nothing_from_another() -> None:
    pad = make_pad()
    ann, bo = make_phone(pad, REMOTE_ADDR="10.0.0.1"), make_phone(pad, REMOTE_ADDR="10.0.0.2")
    url = f"/games/{pad.public_id}/hands/"

    def save(phone: Client) -> HttpResponse:
        return phone.post(url, posted(pad, **tapped(hand())))

    assert [save(ann).status_code for _ in range(2)] == [303, 303]
    refused = save(ann)
    assert refused.status_code == 429
    assert 1 <= int(refused["Retry-After"]) <= 60
    assert pad.entries.count() == 2
    assert "Nothing was saved and nothing is lost" in page_of(refused).text
    assert save(bo).status_code == 303


def test_a_watcher_and_a_revoked_phone_use_up_nothing_of_a_pad(settings: Settings) -> None:
    settings.REQUEST_LIMITS = {**settings.REQUEST_LIMITS, "writes": 0, "links": 0}
    pad = make_pad()
    watcher, revoked, scorer = make_phone(pad, WATCH), make_phone(pad), make_phone(pad)
    PadLink.objects.filter(pk=Grant.objects.order_by("pk")[1].link_id).update(
        revoked_at=timezone.now()
    )
    url = f"/games/{pad.public_id}/undo/"
    assert {watcher.post(url, posted(pad)).status_code for _ in range(5)} == {403}
    assert {revoked.post(url, posted(pad)).status_code for _ in range(5)} == {404}
    assert scorer.post(url, posted(pad)).status_code == 409


def test_htmx_gets_a_sentence_to_show() -> None:
    pad = make_pad()
    phone = make_phone(pad)
    for _ in range(3):
        refused = phone.post(
            f"/games/{pad.public_id}/undo/", posted(pad), headers={"HX-Request": "true"}
        )
    assert refused.status_code == 429
    assert refused["Content-Type"].startswith("text/plain")
    assert refused.content.decode().startswith("Not saved yet: too much came at once. Wait ")


def test_one_address_that_tries_links_is_stopped_and_another_is_not() -> None:
    def tries(where: str) -> int:
        return Client(REMOTE_ADDR=where).post("/join/no-such-secret-at-all/").status_code

    assert [tries("10.0.0.1") for _ in range(3)] == [404, 404, 429]
    assert tries("10.0.0.2") == 404
    pasting = Client(REMOTE_ADDR="10.0.0.1").post(
        "/paste/", {"link": "/join/no-such-secret-at-all/"}
    )
    assert pasting.status_code == 429


def test_pdfs_are_counted_for_the_work_they_are() -> None:
    asked = [Client().get("/sheets/no-such-preset/sheet.pdf").status_code for _ in range(2)]
    assert asked == [404, 429]


def test_looking_is_never_counted(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    pad = make_pad()
    phone = make_phone(pad)
    url = f"/games/{pad.public_id}/"
    assert {phone.get(url).status_code for _ in range(5)} == {200}
    assert {phone.post(f"{url}preview/").status_code for _ in range(5)} == {200}
    with django_assert_num_queries(3):  # the grant, the sides and the hands
        phone.get(url)


def test_a_stranger_cannot_use_up_a_pads_share() -> None:
    pad = make_pad()
    url = f"/games/{pad.public_id}/undo/"
    stranger = Client(REMOTE_ADDR="10.0.0.9")
    assert [stranger.post(url).status_code for _ in range(3)] == [404, 404, 404]
    assert make_phone(pad).post(url, posted(pad)).status_code == 409


def test_a_window_ends_and_another_begins() -> None:
    now = timezone.now()

    def count(keys: dict[str, int]) -> dict[str, tuple[int, timedelta]]:
        rows = count_requests(keys, now)
        return {row.key: (row.count, row.window_ends - now) for row in rows}

    minute = timedelta(seconds=60)
    assert [count({"a": 60}) for _ in range(2)] == [{"a": (1, minute)}, {"a": (2, minute)}]
    now += timedelta(seconds=59)
    assert count({"a": 60, "b": 60}) == {"a": (3, timedelta(seconds=1)), "b": (1, minute)}
    now += timedelta(seconds=1)
    assert count({"a": 60}) == {"a": (1, minute)}
    now += minute
    assert count({"c": 60}) == {"c": (1, minute)}
    assert RequestCount.objects.get().key == "c"  # the others are swept away


def test_a_clock_put_back_locks_nobody_out() -> None:
    """Counted to the limit by a clock a day ahead; then it is set right."""
    now = timezone.now()
    for _ in range(5):
        count_requests({"a": 60}, now + timedelta(days=1))
    (row,) = count_requests({"a": 60}, now)
    assert (row.count, row.window_ends - now) == (1, timedelta(seconds=60))
    (row,) = count_requests({"a": 60}, now + timedelta(days=1))
    assert row.count == 1


def test_much_at_once_counts_for_as_much() -> None:
    now = timezone.now()
    assert [count_requests({"a": 60}, now, 7)[0].count for _ in range(2)] == [7, 14]


@pytest.mark.django_db(transaction=True)
def test_all_count_together_and_lose_none() -> None:
    """Four connections at once begin the same two windows, and raise them on."""

    def hit(_: int) -> None:
        for keys in ({"a": 600}, {"b": 600, "a": 600}) * 10:
            count_requests(keys, timezone.now())
        connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(hit, range(4)))
    assert dict(RequestCount.objects.values_list("key", "count")) == {"a": 80, "b": 40}


def test_where_nothing_can_be_counted_everybody_may_play() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE scorepads_requestcount RENAME TO away")
    assert [Client().post("/join/no-such-secret/").status_code for _ in range(4)] == [404] * 4


def test_no_address_is_kept() -> None:
    Client(REMOTE_ADDR="203.0.113.77").post("/join/no-such-secret/")
    assert re.fullmatch("[0-9a-f]{32}", RequestCount.objects.get().key)


def test_whatever_changes_something_is_limited(settings: Settings) -> None:
    """All of them but the preview, which comes with every tap and changes nothing."""
    settings.REQUEST_LIMITS = dict.fromkeys(settings.REQUEST_LIMITS, 1)
    pad = make_pad()
    phone = make_phone(pad)
    passed = set()
    for route in set(every_route()):
        RequestCount.objects.all().delete()
        answers = [phone.post(filled(route, pad), posted(pad)).status_code for _ in range(2)]
        if answers[-1] not in (405, 429) and not is_moved(route):
            passed.add(route)
    assert passed == {"/games/<uuid:public_id>/preview/"}


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
        assert client_address(asked(peer, forwarded)) == counted


def test_every_limit_has_its_setting() -> None:
    assert LIMITS.keys() == settings.REQUEST_LIMITS.keys()


def test_one_write_is_counted_by_two_queries() -> None:
    keys = {"address": 60, "pad": 60}
    count_requests(keys, timezone.now())
    with CaptureQueriesContext(connection) as captured:
        count_requests(keys, timezone.now())
    asked = [q["sql"] for q in captured if not q["sql"].startswith(("SAVEPOINT", "RELEASE"))]
    assert len(asked) == 2
