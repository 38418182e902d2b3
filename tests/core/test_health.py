"""The addresses for a balancer: they answer, ask for nothing and leave nothing behind."""

import math
from collections.abc import Iterator

import pytest
from django.db import DatabaseError, connection
from django.test import Client, override_settings
from pytest_django import DjangoAssertNumQueries

from scorepads.core import health
from scorepads.models import RequestCount
from scorepads.rules import catalog


@pytest.fixture(autouse=True)
def not_seen_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_migrated", False)
    monkeypatch.setattr(health, "_written_at", -math.inf)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def no_answer() -> None:
        raise DatabaseError("server closed the connection, password=hunter2")

    monkeypatch.setattr(connection, "cursor", no_answer)
    yield
    monkeypatch.undo()


def test_health_asks_no_database(client: Client) -> None:
    # Without the mark for it, a test that asked would fail.
    answer = client.get("/health/")
    assert (answer.status_code, answer.content) == (200, b"alive\n")


@pytest.mark.django_db
def test_ready_when_the_database_the_migrations_and_the_presets_are(client: Client) -> None:
    answer = client.get("/ready/")
    assert (answer.status_code, answer.content) == (200, b"ready\n")


@pytest.mark.django_db
def test_once_seen_ready_costs_one_query(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get("/ready/")
    with django_assert_num_queries(1):
        client.get("/ready/")


@pytest.mark.django_db
@pytest.mark.usefixtures("broken")
def test_not_ready_without_a_database_and_no_detail_is_told(client: Client) -> None:
    answer = client.get("/ready/")
    assert (answer.status_code, answer.content) == (503, b"not ready: database\n")
    assert client.get("/health/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_not_ready_when_nothing_can_be_written(client: Client) -> None:
    """It reads well enough, but a hand could not be saved."""
    read_only = (
        "PRAGMA query_only = ON"
        if connection.vendor == "sqlite"
        else "SET default_transaction_read_only = on"
    )
    with connection.cursor() as cursor:
        cursor.execute(read_only)
    answer = client.get("/ready/")
    connection.close()  # the next one may write again
    assert (answer.status_code, answer.content) == (503, b"not ready: writing\n")
    assert client.get("/ready/").status_code == 200


@pytest.mark.django_db
def test_what_is_written_for_it_does_not_grow(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        monkeypatch.setattr(health, "_written_at", -math.inf)
        assert client.get("/ready/").status_code == 200
    assert RequestCount.objects.count() == 1


@pytest.mark.django_db
def test_not_ready_while_a_migration_is_missing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health.MigrationExecutor, "migration_plan", lambda *_: ["one"])
    assert client.get("/ready/").content == b"not ready: migrations\n"


@pytest.mark.django_db
def test_not_ready_with_an_altered_preset(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog.Catalog, "find_problems", lambda _: {"bicycle@1": "was changed"})
    assert client.get("/ready/").content == b"not ready: presets\n"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/health/", "/ready/"])
@override_settings(ALLOWED_HOSTS=["pitch.example.org"], SECURE_SSL_REDIRECT=True)
def test_a_balancer_that_calls_by_number_and_without_https_gets_its_answer(
    client: Client, path: str
) -> None:
    answer = client.get(path, headers={"Host": "10.0.0.7:8000"})
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert not answer.cookies


@pytest.mark.parametrize("path", ["/health/", "/ready/"])
def test_they_are_only_asked_never_told(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405
