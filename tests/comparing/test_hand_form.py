"""One hand tried under several rulesets: what was tapped is what they judge."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.browsing import Page, look

SMUDGE = "v=pagat-partnership@1&who=0&bid=smudge&high=0&low=0&jack=0&game=0"


def judged(query: str) -> str:
    (article,) = look(Client(), f"/compare/hand/?{query}").words("article")
    return article


def test_a_smudge_with_all_six_tricks_is_made() -> None:
    assert "Us +5 5 Them 0 0" in judged(f"{SMUDGE}&tricks=yes")


@pytest.mark.parametrize("tricks", ["no", ""])
def test_a_smudge_without_all_six_tricks_fails(tricks: str) -> None:
    told = judged(f"{SMUDGE}&tricks={tricks}")
    assert "Us −5 −5" in told and "did not win all six tricks" in told


def test_the_second_side_bids_from_its_own_score() -> None:
    query = "v=wikipedia@1&who=1&bid=3&high=0&low=1&jack=1&game=1&before-0=4&before-1=-2"
    told = judged(query)
    assert "Us +1 5 Them +3 1" in told


def field_values(page: Page, name: str) -> list[str]:
    return [node.attributes["value"] for node in page.find("input", name=name)]


def test_the_number_of_sides_is_offered_up_to_the_most_that_can_play() -> None:
    page = look(Client(), "/compare/hand/?v=wikipedia@1&sides=3")
    assert field_values(page, "sides")[0] == "2"
    assert field_values(page, "who") == ["0", "1", "2"]
    assert field_values(page, "high") == ["0", "1", "2", "none"]
    assert [len(page.find("input", name=f"before-{n}")) for n in range(4)] == [1, 1, 1, 0]


@pytest.mark.parametrize(("asked", "sides"), [("1", 2), ("0", 2), ("x", 2), ("12", 2), ("9", 2)])
def test_a_number_of_sides_that_cannot_play_is_the_nearest_or_two(asked: str, sides: int) -> None:
    page = look(Client(), f"/compare/hand/?v=five-point@1&sides={asked}")
    assert len(field_values(page, "who")) == sides


def test_a_point_that_the_rulesets_call_differently_is_asked_for_once_with_all_its_names() -> None:
    page = look(Client(), "/compare/hand/?v=wikipedia@1&v=pedro@1")
    assert len(field_values(page, "game")) == 3
    assert "Game Game (ten)" in " ".join(page.text.split())


def test_a_moon_is_bid_where_a_version_has_one_and_others_say_that_they_have_none() -> None:
    page = look(Client(), "/compare/hand/?v=recipe:ten-point-52&v=oklahoma@1")
    assert field_values(page, "bid")[-1] == "moon"
    owned = "&".join(f"{point}=0" for point in field_names_of_points(page))
    ten, oklahoma = look(
        Client(), f"/compare/hand/?v=recipe:ten-point-52&v=oklahoma@1&who=0&bid=moon&{owned}"
    ).words("article")
    assert "We won" in ten and "Can't score it: bids there are 2 to 10, not moon" in oklahoma


def field_names_of_points(page: Page) -> list[str]:
    asked = {node.attributes["name"] for node in page.find("input", type="radio")}
    return sorted(asked - {"who", "bid", "sides", "tricks", "with-1"})


def test_a_partner_is_called_where_a_version_has_that() -> None:
    four = "sides=4&v=recipe:call-partner&v=wikipedia@1"
    page = look(Client(), f"/compare/hand/?{four}")
    assert field_values(page, "with-1") == ["0", "1", "2", "3", "alone"]
    owned = "&".join(f"{point}=0" for point in field_names_of_points(page))
    called, seated = look(Client(), f"/compare/hand/?{four}&who=0&bid=5&with-1=2&{owned}").words(
        "article"
    )
    assert "Side 1 +10 10 Side 2 0 0 Side 3 +10 10" in called
    assert "a partner was called for the hand" in seated


@pytest.mark.parametrize("asked", ["sides=4&v=wikipedia@1", "sides=2&v=recipe:call-partner"])
def test_no_partner_is_asked_for_without_such_a_version_or_with_two_sides(asked: str) -> None:
    assert field_values(look(Client(), f"/compare/hand/?{asked}"), "with-1") == []


def test_what_is_chosen_comes_back_in_the_rows_of_the_entry() -> None:
    page = look(Client(), "/compare/hand/?v=wikipedia@1&who=1&bid=2&high=none&jack=0")
    chosen = {
        node.attributes["name"]: node.attributes["value"]
        for node in page.find("input", type="radio")
        if "checked" in node.attributes
    }
    assert chosen == {"who": "1", "bid": "2", "high": "none", "jack": "0", "sides": "2"}
