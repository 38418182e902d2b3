"""The chart, the statistics, the evening and settling up, by their pages."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scorepads.core import access
from scorepads.models import Pad, PadLink
from scorepads.opening import services as opening_services
from tests.browsing import Page, after_303, look
from tests.factories import (
    WATCH,
    at,
    correct_facts,
    fill,
    hand,
    hold,
    make_guest,
    make_pad,
    make_phone,
    posted,
    record,
    reread,
    sent,
)

pytestmark = pytest.mark.django_db

PAGES = ("chart/", "statistics/", "evening/", "settle/", "export/")
FILES = ("ledger.json", "pad.json", "history.json", "hands.csv", "score.txt", "picture.svg")
HOSTILE = ("O'Brien & <b>Al</b>", "محمد", "Zoë 👩‍👩‍👧 🃏", "=1+1")


def download(phone: Client, pad: Pad, kind: str) -> Any:
    response = phone.get(at(pad, f"export/{kind}"))
    assert response.status_code == 200
    return response


# --- Who may look, and what is kept


@pytest.mark.parametrize("rest", [*PAGES, *(f"export/{kind}" for kind in FILES)])
def test_whoever_may_look_at_the_pad_may_look_at_its_record(
    played: Pad, pencil: Client, watch: Client, stranger: Client, rest: str
) -> None:
    for phone in (pencil, watch):
        response = phone.get(at(played, rest))
        assert response.status_code == 200
        assert "no-store" in response["Cache-Control"]
        assert response["X-Robots-Tag"] == "noindex"
    assert stranger.get(at(played, rest)).status_code == 404
    assert pencil.post(at(played, rest), posted(played)).status_code == 405


def test_only_the_pencil_plays_on(played: Pad, watch: Client, stranger: Client) -> None:
    for phone, status in ((watch, 403), (stranger, 404)):
        assert phone.get(at(played, "swap/")).status_code == status
        assert phone.post(at(played, "swap/"), posted(played, swap="0")).status_code == status
    assert Pad.objects.count() == 1


@pytest.mark.parametrize("kind", ["", "nothing.json", "ledger.json/", "../settings.py"])
def test_there_are_no_other_files(played: Pad, pencil: Client, kind: str) -> None:
    response = pencil.get(at(played, f"export/{kind}"))
    assert response.status_code == (200 if not kind else 404)


@pytest.mark.parametrize("rest", [*PAGES, "swap/"])
def test_the_record_of_an_empty_pad_and_of_hostile_names_is_shown(rest: str) -> None:
    pad = make_pad(names=HOSTILE)
    phone = make_phone(pad)
    look(phone, at(pad, rest))
    record(hold(pad), hand(0, 4, owners={"low": 1}), hand(1, 3))
    asked = "?point=1&set=1" if rest == "settle/" else ""
    html = phone.get(at(pad, rest + asked)).content.decode()
    assert "<b>Al" not in html
    assert "O'Brien & <b>Al</b>" in Page(html).text


@pytest.mark.parametrize("rest", ["chart/", "statistics/", "settle/?point=1&set=1", "export/"])
def test_a_page_of_the_record_takes_few_queries(
    pencil: Client, pad: Pad, rest: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    fill(pad, [hand(number % 2, 2, owners={"high": 1 - number % 2}) for number in range(60)])
    with django_assert_max_num_queries(5):
        look(pencil, at(pad, rest))


def test_the_evening_takes_as_many_queries_for_two_games_as_for_ten(
    pencil: Client, pad: Pad, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    last = pad
    for _ in range(10):
        record(hold(last), hand())
        last, _ = opening_services.play_again(reread(last), open_key=uuid4())
        with django_assert_max_num_queries(9):
            look(pencil, at(pad, "evening/"))


# --- Chart and numbers


def test_the_chart_has_the_totals_as_a_table(played: Pad, watch: Client) -> None:
    page = look(watch, at(played, "chart/"))
    rows = [words.split() for words in page.words("tr")]
    assert rows[0] == ["Hand", "Us", "Them"]
    assert rows[1] == ["1", "Us", "4", "set", "−4", "−4", "+1", "1"]
    assert rows[4][-4:] == ["0", "−5", "0", "5"]
    (chart,) = page.find("svg", role="img")
    assert "table" in chart.attributes["aria-label"]
    goal = page.find("path", class_="goal")[-1].attributes["d"]
    assert goal.count("V") == 1  # a step where the target was changed
    assert page.find("path", class_="cross") and page.find("rect", class_="deep")
    assert page.words("text", class_="aim") == ["to 11", "to 15"]


def test_a_chart_that_was_never_in_the_hole_shades_none(pad: Pad, watch: Client) -> None:
    record(hold(pad), hand())
    assert not look(watch, at(pad, "chart/")).find("rect", class_="deep")


def test_a_correction_reaches_chart_numbers_and_files(pad: Pad, pencil: Client) -> None:
    by = hold(pad)
    record(by, hand(0, 3))
    before = [pencil.get(at(pad, rest)).content for rest in ("chart/", "statistics/")]
    correct_facts(sent(by), 1, hand(0, 4, owners={"game": None}))
    assert before != [pencil.get(at(pad, rest)).content for rest in ("chart/", "statistics/")]
    assert "−4" in look(pencil, at(pad, "chart/")).text
    assert b",-4," in download(pencil, pad, "hands.csv").content
    assert "Us −4" in download(pencil, pad, "score.txt").content.decode()
    assert ">−4<" in download(pencil, pad, "picture.svg").content.decode()


def test_numbers_are_shown_only_on_their_own_page(played: Pad, pencil: Client) -> None:
    page = look(pencil, at(played))
    assert at(played, "statistics/") in page.links()
    assert "Average" not in page.text
    numbers = look(pencil, at(played, "statistics/"))
    assert "Based on 3 hands, too few to mean much." in numbers.text
    assert "Us 1 1 50% 3.0" in numbers.words("tr")


def test_the_numbers_of_a_phone_are_those_of_the_pads_that_it_holds(
    played: Pad, pencil: Client, stranger: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:  # fmt: skip
    other = make_pad(names=("Ann", "Bo"), target=4)
    record(hold(other), hand(1, 4))
    assert "Based on 1 game, 3 hands, too few to mean much." in look(pencil, "/statistics/").text
    _, secret = access.make_link(other, WATCH)
    pencil.post(f"/join/{secret}/")
    with django_assert_max_num_queries(9):
        text = look(pencil, "/statistics/").text
    assert "Based on 2 games, 4 hands, too few to mean much." in text
    empty = look(stranger, "/statistics/")
    assert "No games on this phone yet." in empty.text and "/open/" in empty.links()


# --- The evening


def test_the_end_of_a_game_tells_how_the_games_stand(pad: Pad, pencil: Client) -> None:
    Pad.objects.filter(pk=pad.pk).update(house_rules={"target": 4})
    record(hold(pad), hand(0, 4))
    page = look(pencil, at(pad))
    page = after_303(pencil, pencil.post(at(pad, "play-again/"), posted(pad)))
    second = Pad.objects.latest("pk")
    assert "Game 2: We lead 1 to 0" in page.text
    htmx = pencil.post(
        at(second, "hands/"),
        posted(second, who="1", bid="4", do="hand", high="1", low="1", jack="1", game="1"),
        headers={"HX-Request": "true"},
    )
    assert "Games this evening: 1 game each" in htmx.content.decode()
    assert "Games this evening: 1 game each" in look(pencil, at(second)).text
    evening = look(pencil, at(pad, "evening/"))
    assert evening.words("p", class_="tallied") == ["1 game each"]
    assert {at(pad), at(second)} <= set(evening.links())


def test_games_that_this_phone_does_not_hold_are_neither_shown_nor_counted() -> None:
    """Not to a guest who was shut out, and a guest's own games not to the host."""
    first = make_pad(target=4)
    host, guest = make_phone(first), make_guest(first)
    record(hold(first), hand(0, 4))
    for phone in (host, guest):
        phone.post(at(first, "play-again/"), posted(first))
    hosts, guests = Pad.objects.order_by("pk")[1:]
    for second in (hosts, guests):
        record(hold(second), hand(1, 4))
    PadLink.objects.filter(pad=first, made_by_phone=1).update(revoked_at=first.opened_at)
    evening = look(host, at(hosts, "evening/"))
    assert evening.words("p", class_="tallied") == ["1 game each"]
    assert at(guests) not in evening.links() and len(evening.find("li")) == 2
    alone = look(guest, at(guests, "evening/"))
    assert alone.words("p", class_="tallied") == ["They lead 1 to 0"]
    assert at(first) not in alone.links() and at(hosts) not in alone.links()
    assert "Game 2" not in look(guest, at(guests)).text


def test_a_pad_that_follows_none_pays_for_no_tally(
    pad: Pad, pencil: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    record(hold(pad), hand())
    with django_assert_max_num_queries(4):
        look(pencil, at(pad))


def test_nothing_is_settled_until_somebody_asks(played: Pad, watch: Client) -> None:
    page = look(watch, at(played, "settle/"))
    assert not page.find("table")
    page = look(watch, at(played, "settle/?point=2&set=5"))
    assert "Them pay Us" not in page.text
    assert page.words("ul", class_="pays") == ["Us pay Them 17"]
    assert "Us −1 1 −17" in page.words("tr")


@pytest.mark.parametrize("query", ["?point=-1&set=0", "?point=1", "?point=x&set=1", "?set=1001"])
def test_amounts_that_are_none_are_refused_beside_their_fields(
    played: Pad, watch: Client, query: str
) -> None:
    page = look(watch, at(played, f"settle/{query}"), 422)
    assert page.find("input", aria_invalid="true")
