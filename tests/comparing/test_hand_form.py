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
