"""Every request has a number, by which its log lines are found."""

import pytest
from django.test import Client, override_settings


def number(client: Client, given: str) -> str:
    return client.get("/about/", headers={"X-Request-Id": given})["X-Request-Id"]


def test_every_answer_has_another_one(client: Client) -> None:
    assert client.get("/about/")["X-Request-Id"] != client.get("/nowhere/")["X-Request-Id"]


def test_a_strangers_number_is_not_taken(client: Client) -> None:
    assert number(client, "mine-1234") != "mine-1234"


@override_settings(TRUSTED_PROXIES=1)
def test_a_trusted_proxys_number_is_kept(client: Client) -> None:
    assert number(client, "7f3a-91.c_2") == "7f3a-91.c_2"


@override_settings(TRUSTED_PROXIES=1)
@pytest.mark.parametrize("given", ["", "abc", "a b c d", "x" * 65, "a/../b", "<b>1</b>"])
def test_a_number_that_is_none_is_not_kept(client: Client, given: str) -> None:
    assert number(client, given) not in ("", given)
