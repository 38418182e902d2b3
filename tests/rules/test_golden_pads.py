"""Whole games, each written by hand from its source, with the totals after every line."""

from __future__ import annotations

import copy
import json
from collections import Counter
from typing import Any

import pytest

from scorepads.rules.catalog import current
from scorepads.rules.interchange import read_ledger, score_document
from tests.material import some
from tests.preset_files import GOLDEN

Game = dict[str, Any]

GAMES: list[Game] = [json.loads(path.read_text("utf-8")) for path in GOLDEN]

every_game = pytest.mark.parametrize("game", GAMES, ids=[game["id"] for game in GAMES])


@every_game
def test_the_totals_after_every_line_are_those_on_paper(game: Game) -> None:
    answer = score_document(game["ledger"])
    assert [row["totals"] for row in answer["hands"]] == game["expect"]["totals"]
    assert answer["ending"] == game["expect"]["ending"]


@every_game
def test_every_line_up_to_the_end_says_why(game: Game) -> None:
    assert all(row["why"] for row in some(score_document(game["ledger"])["hands"]))


CORRECTED = [game for game in GAMES if "corrected" in game]


@pytest.mark.parametrize("game", CORRECTED, ids=[game["id"] for game in CORRECTED])
def test_a_wrong_line_showed_something_else_before_it_was_corrected(game: Game) -> None:
    wrong = copy.deepcopy(game["ledger"])
    wrong["hands"][game["corrected"]["line"] - 1] = game["corrected"]["was"]
    answer = score_document(wrong)
    assert {key: answer[key] for key in ("totals", "ending")} == game["corrected"]["showed"]


@every_game
def test_lines_after_the_end_are_kept_but_not_scored(game: Game) -> None:
    ledger = read_ledger(game["ledger"]).fold_ledger()
    scored = len(game["expect"]["totals"])
    assert len(ledger.after_the_end) == len(game["ledger"]["hands"]) - scored


def test_each_preset_has_two_games() -> None:
    played = Counter(game["ledger"]["preset"] for game in GAMES)
    assert all(played[preset.pin] >= 2 for preset in some(current))
