"""Three questions that find the game that a table plays."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.browsing import Page, look


def answered(stranger: Client, **answers: str) -> Page:
    return look(stranger, f"/open/which/?{urlencode(answers)}")


def first_found(stranger: Client, **answers: str) -> str:
    """The address that opens the game which comes nearest."""
    page = answered(stranger, **answers)
    found = [link.attributes["href"] for link in page.find("a", class_="btn")]
    return next(address for address in found if address.startswith("/open/"))


@pytest.mark.parametrize(
    ("answers", "opens"),
    [
        ({"points": "4", "target": "7"}, "/open/bicycle/"),
        ({"points": "4", "target": "11"}, "/open/wikipedia/"),
        ({"points": "4", "target": "21", "table": "partners"}, "/open/pagat-partnership/"),
        ({"points": "5"}, "/open/five-point/"),
        ({"points": "10"}, "/open/oklahoma/"),
        ({"points": "14", "target": "62", "table": "partners"}, "/open/pedro/"),
    ],
)
def test_the_answers_find_the_preset(stranger: Client, answers: dict[str, str], opens: str) -> None:
    assert first_found(stranger, **answers) == opens


def test_what_is_not_asked_yet_finds_nothing(stranger: Client) -> None:
    page = look(stranger, "/open/which/")
    assert "Play this" not in page.text
    assert page.form("/open/which/").offers("target") == ["7", "11", "21", "52", "62", ""]


@pytest.mark.parametrize("nonsense", ["x", "-1", "99"])
def test_an_answer_that_is_none_is_refused(stranger: Client, nonsense: str) -> None:
    page = answered(stranger, points=nonsense)
    assert "Choose one of these." in page.text
    assert "Play this" not in page.text


def test_nobody_sure_of_anything_still_gets_a_game(stranger: Client) -> None:
    assert first_found(stranger, points="", target="", table="").startswith("/open/")
