"""The list finds a game by name, date and rules."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils import timezone

from scorepads.models import Pad
from tests.browsing import look
from tests.factories import (
    at,
    hand,
    hold,
    let_in,
    make_pad,
    make_phone,
    record,
    rename,
    sit_down,
)

pytestmark = pytest.mark.django_db
EVENING = datetime(2026, 3, 8, 2, 15, tzinfo=UTC)
"""Saturday, March 7, a quarter past nine in the evening, in New York."""


@pytest.fixture
def games() -> dict[str, Pad]:
    pads = {
        "ann": make_pad("bicycle", ["Ann & Zoë", "Bo"], note="Lake house"),
        "players": make_pad("pedro", players=[["Walt", "Dot"], ["Eve", "Flo"]]),
        "ten": make_pad("oklahoma", ["North", "South"]),
        "smear": make_pad("wikipedia", ["Cy", "Dee"], target=15),
    }
    Pad.objects.update(opened_at=EVENING, changed_at=EVENING)
    return pads


@pytest.fixture
def phone(games: dict[str, Pad]) -> Client:
    phone = Client()
    for pad in games.values():
        let_in(phone, pad)
    return phone


def found(phone: Client, query: str, offset: int = 0, path: str = "/") -> set[str]:
    page = look(phone, f"{path}?q={quote(query)}&offset={offset}")
    if path != "/":
        return {node.attributes["value"] for node in page.find("input", type="checkbox")}
    return {link for link in page.links() if link.startswith("/games/")}


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("ann", {"ann"}),
        ("ZOË", {"ann"}),
        ("walt", {"players"}),
        ("lake", {"ann"}),
        ("pedro", {"players"}),
        ("oklahoma", {"ten"}),
        ("walt pedro", {"players"}),
        ("walt oklahoma", set()),
        ("version 1", {"ann", "players", "ten", "smear"}),
        ("nobody", set()),
    ],
)
def test_a_game_is_found_by_names_note_and_rules(
    phone: Client, games: dict[str, Pad], query: str, wanted: set[str]
) -> None:
    assert found(phone, query) == {at(games[key]) for key in wanted}


@pytest.mark.parametrize(
    "query", ["Mar 7", "march", "saturday", "3/7/2026", "2026-03-07", "7 2026"]
)
def test_a_game_is_found_by_the_day_on_the_phones_own_clock(
    phone: Client, games: dict[str, Pad], query: str
) -> None:
    assert len(found(phone, query, offset=-300)) == len(games)


def test_another_day_finds_nothing(phone: Client) -> None:
    assert found(phone, "Mar 8", offset=-300) == set()
    assert len(found(phone, "Mar 8")) == 4
    assert len(found(phone, "Mar 8", offset=10**6)) == 4  # no clock is that far ahead


def test_today_and_yesterday_are_days(phone: Client, games: dict[str, Pad]) -> None:
    Pad.objects.filter(pk=games["ann"].pk).update(changed_at=timezone.now())
    Pad.objects.filter(pk=games["ten"].pk).update(changed_at=timezone.now() - timedelta(days=1))
    assert found(phone, "today") == {at(games["ann"])}
    assert found(phone, "yesterday") == {at(games["ten"])}


def test_a_game_whose_preset_is_lost_is_found_by_its_names(
    phone: Client, games: dict[str, Pad]
) -> None:
    Pad.objects.filter(pk=games["ten"].pk).update(preset_version=99)
    assert found(phone, "north") == {at(games["ten"])}


def test_games_are_found_where_they_are_selected_too(phone: Client, games: dict[str, Pad]) -> None:
    assert found(phone, "walt", path="/archive/select/") == {str(games["players"].public_id)}


def test_only_games_of_this_phone_are_found(games: dict[str, Pad]) -> None:
    assert found(make_phone(games["ann"]), "walt") == set()
    assert found(Client(), "walt") == set()


def test_what_was_searched_for_stays_in_the_field_and_on_the_next_page(phone: Client) -> None:
    for _ in range(21):
        let_in(phone, make_pad("bicycle", ["Gus", "Hal"]))
    page = look(phone, "/?q=gus")
    assert "21 games found" in page.text
    assert page.find("input", id="q")[0].attributes["value"] == "gus"
    assert "?q=gus&page=2" in page.links()
    assert "No games found" in look(phone, "/?q=nobody").text


def test_a_short_list_has_no_search_field(phone: Client) -> None:
    assert not look(phone, "/").find("input", id="q")
    let_in(phone, make_pad())
    assert look(phone, "/").find("input", id="q")


def test_a_game_is_found_by_names_put_right_and_by_who_sat_down(
    games: dict[str, Pad], phone: Client
) -> None:
    holder = hold(games["players"])
    record(holder, hand(points=["high", "low", "jack", "game", "pedro", "low_pedro"], amount=7))
    rename(holder, Walt="Wally")
    sit_down(holder, 2, {(0, 1): "Gus"})
    for name, found in (("wally", True), ("gus", True), ("dot", True), ("walt", False)):
        links = look(phone, f"/?q={name}").links()
        assert (at(games["players"]) in links) == found, name
