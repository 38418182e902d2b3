"""Statistics over all games: who won first of all, by which games, and how many at once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scorepads.models import OwnVersion, Pad
from scorepads.statistics import views
from tests.browsing import Page, look
from tests.factories import fill, hand, hold, let_in, make_pad, record

pytestmark = pytest.mark.django_db

SEATS = (("Ann", "Cy"), ("Bo", "Di"))


def won_by(winner: int, preset: str = "wikipedia", **options: Any) -> Pad:
    """A finished game of one hand."""
    pad = make_pad(preset, target=4, **options)
    record(hold(pad), hand(winner, 4))
    return pad


@pytest.fixture
def phone() -> Client:
    """Two games of four partners, one of three players under other rules."""
    phone = Client()
    for pad in (
        won_by(0, players=SEATS), won_by(1, players=SEATS),
        won_by(2, "bicycle", names=("Ann", "Flo", "Gil")),
    ):  # fmt: skip
        let_in(phone, pad)
    return phone


def tables(page: Page) -> list[list[str]]:
    """The rows of each table."""
    parts = [part.partition("</table>")[0] for part in page.html.split("<table")[1:]]
    return [Page(f"<html><table{part}</html>").words("tr")[1:] for part in parts]


def choices(page: Page) -> dict[str, list[str]]:
    (form,) = page.forms
    return form.choices


def test_games_won_come_first_by_person_and_by_partnership(phone: Client) -> None:
    page = look(phone, "/statistics/")
    assert page.words("h2")[0] == "Games won"
    people, partners = tables(page)[:2]
    assert people == [
        "Gil 1 1 100%", "Cy 1 2 50%", "Bo 1 2 50%", "Di 1 2 50%", "Ann 1 3 33%", "Flo 0 1 0%",
    ]  # fmt: skip
    assert partners == ["Ann & Cy 1 2 50%", "Bo & Di 1 2 50%"]
    assert "2 games against each other, 2 hands." in page.text
    assert "Based on 3 games, 3 hands, too few to mean much." in page.text


def test_a_bar_is_no_news_to_those_who_hear_the_table(phone: Client) -> None:
    page = look(phone, "/statistics/")
    bars = page.find("svg", class_="bar")
    assert bars and all(bar.attributes["aria-hidden"] == "true" for bar in bars)
    widths = [node.attributes["width"] for node in page.find("rect", class_="part")]
    assert widths[:6] == ["100", "50", "50", "50", "33", "0"]


@pytest.mark.parametrize(
    ("query", "based"),
    [
        ("", "3 games, 3 hands"),
        ("game=&who=%00&days=", "3 games, 3 hands"),
        ("game=wikipedia", "2 games, 2 hands"),
        ("game=bicycle", "1 game, 1 hand"),
        ("who=Bo", "2 games, 2 hands"),
        ("who=ann", "3 games, 3 hands"),
        ("who=flo&game=bicycle", "1 game, 1 hand"),
        ("days=30", "2 games, 2 hands"),
        ("days=365", "3 games, 3 hands"),
        ("days=31", "3 games, 3 hands"),
        ("days=7&who=Gil", "1 game, 1 hand"),
    ],
)
def test_filters_choose_the_games_that_are_counted(phone: Client, query: str, based: str) -> None:
    oldest = Pad.objects.earliest("pk")
    Pad.objects.filter(pk=oldest.pk).update(changed_at=timezone.now() - timedelta(days=40))
    assert f"Based on {based}" in look(phone, f"/statistics/?{query}").text


def test_what_is_chosen_stands_in_the_form_which_offers_what_was_played(phone: Client) -> None:
    page = look(phone, "/statistics/?game=bicycle&who=ANN")
    assert choices(page)["game"] == ["", "bicycle", "wikipedia"]
    assert choices(page)["who"] == ["", "Ann", "Bo", "Cy", "Di", "Flo", "Gil"]
    assert page.forms[0].fields == {"game": "bicycle", "who": "Ann"}
    assert page.forms[0].attributes["method"] == "get"


def test_own_rules_are_a_game_of_their_own(phone: Client) -> None:
    own = OwnVersion.objects.create(
        version=1, name="Porch", preset_key="wikipedia", preset_version=1
    )
    Pad.objects.filter(pk=Pad.objects.earliest("pk").pk).update(own_version=own)
    offered = choices(look(phone, "/statistics/"))["game"]
    assert f"own:{own.family}" in offered
    assert "Based on 1 game," in look(phone, f"/statistics/?game=own:{own.family}").text
    assert "Based on 1 game," in look(phone, "/statistics/?game=wikipedia").text


@pytest.mark.parametrize(
    "query",
    [
        "game=own:1",
        "game=nonsense",
        "who=nobody",
        "who=%F0%9F%83%8F",
        "who=Bo&game=bicycle",
    ],
)
def test_where_no_game_fits_all_games_are_one_tap_away(phone: Client, query: str) -> None:
    page = look(phone, f"/statistics/?{query}")
    assert "No hand was played in games like that." in page.text
    assert "/statistics/" in page.links()
    assert not page.find("table")


def test_with_one_game_there_is_little_to_choose(db: None) -> None:
    phone = Client()
    let_in(phone, won_by(0))
    page = look(phone, "/statistics/")
    assert set(choices(page)) == {"days"}
    assert tables(page)[0] == ["Us 1 1 100%", "Them 0 1 0%"]


def test_a_game_that_goes_on_counts_its_hands_and_no_winner(db: None) -> None:
    phone, pad = Client(), make_pad()
    record(hold(pad), hand(0, 2))
    let_in(phone, pad)
    page = look(phone, "/statistics/")
    assert "No game is finished yet." in page.text
    assert "Us 4.0 4 1" in page.words("tr")


def test_many_games_are_counted_in_parts_that_keep_the_filters(
    phone: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "MAX_GAMES", 2)
    page = look(phone, "/statistics/?who=Ann")
    assert "Based on 2 games" in page.text and "Part 1 of 2" in page.text
    (older,) = [link for link in page.links() if "page=2" in link]
    assert older == "?who=Ann&page=2"
    assert "Based on 1 game," in look(phone, f"/statistics/{older}").text


def test_many_games_are_as_few_queries_as_one(
    phone: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(5):
        pad = make_pad(players=SEATS)
        fill(pad, [hand(n % 2, 2, owner=1 - n % 2) for n in range(30)])
        let_in(phone, pad)
    for query in ("", "?who=Ann&game=wikipedia&days=30"):
        with django_assert_max_num_queries(9):
            look(phone, f"/statistics/{query}")


def test_the_statistics_of_a_game_tell_no_games_won(phone: Client) -> None:
    pad = Pad.objects.earliest("pk")
    page = look(phone, f"/games/{pad.public_id}/statistics/")
    assert page.words("h2")[0] == "Bids made and set"
    assert "Based on 1 hand, too few to mean much." in page.text
    assert "Ann & Cy 4.0 4 1" in page.words("tr")
    assert f"/games/{pad.public_id}/replay/" in page.links()
