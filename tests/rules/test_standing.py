"""The standing in words: worked by hand, and held against every legal hand in both directions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from scorepads.rules.going_out import score_and_judge
from scorepads.rules.hand import Hand
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.ledger import fold
from scorepads.rules.scoring import Totals
from scorepads.rules.standing import side_standings
from scorepads.rules.terms import SMUDGE_BID
from scorepads.rules.wording.standing import (
    length_note,
    score_cell_note,
    standing_lines,
    standing_sentences,
)
from tests.factories import make_rules
from tests.rules.all_hands import OWN_VICTORIES, every_hand, points_taken, some_hands
from tests.rules.test_next_hands import LARGE, SMALL, totals_near

NAMES = ("Us", "Them", "Ann", "Bo", "Cy", "Di")


def told(rules: Rules, totals: Totals, names: tuple[str, ...] = NAMES) -> list[str]:
    standings = side_standings(rules, fold(rules, totals, []))
    return standing_sentences(rules, names[: len(totals)], standings)


def notes(rules: Rules, totals: Totals) -> list[str]:
    return [score_cell_note(rules, each) for each in side_standings(rules, fold(rules, totals, []))]


BOTH_SURE_AND_NOT = "win by making any bid and taking 2, and can win with 2 points on"

WORKED: list[tuple[str, dict[str, Any], Totals, list[str], list[str]]] = [
    (
        "wikipedia", {}, (9, 0),
        ["We go out with 2 points, on anyone's bid.", "They need 11: can't go out this hand."],
        ["★ out with 2", "needs 11"],
    ),
    (  # whoever bids is counted first, so with two points on the other's bid it is not certain
        "wikipedia", {}, (9, 9),
        [f"We {BOTH_SURE_AND_NOT} the other side's bid.",
         f"They {BOTH_SURE_AND_NOT} the other side's bid."],
        ["★ out with 2", "★ out with 2"],
    ),
    (  # a bid of two that takes three wins, so nobody has to bid three
        "pagat-partnership", {}, (18, 8),
        ["We win by making any bid and taking 3.", "They need 13: can't go out this hand."],
        ["★ bid, take 3", "needs 13"],
    ),
    (
        "pagat-partnership", {}, (16, 21),
        ["We need 5: only a smudge wins this hand.", "They win by making any bid."],
        ["needs 5", "★ any bid made"],
    ),
    (
        "bicycle", {}, (6, -3),
        ["We win by making any bid, or with 1 point on the other side's bid.",
         "They need 10: can't go out this hand."],
        ["★ out with 1", "needs 10"],
    ),
    (
        "bicycle", {}, (5, 1),
        ["We go out with 2 points, on anyone's bid.", "They need 6: only a smudge wins this hand."],
        ["★ out with 2", "needs 6"],
    ),
    ("bicycle", {}, (0, 0), [], ["needs 7", "needs 7"]),
    ("oklahoma", {}, (8, 10), [], ["needs 13", "needs 11"]),
    (
        "pedro", {}, (55, 56),
        ["We win by making any bid, and can win with 7 points on the other side's bid.",
         "They win by making any bid, and can win with 6 points on the other side's bid."],
        ["★ out with 7", "★ out with 6"],
    ),
    (
        "pedro", {}, (54, 62),
        ["We win with 8 points on the other side's bid.",
         "They win by making any bid, and can win with 1 point on the other side's bid."],
        ["★ out with 8", "★ out with 1"],
    ),
    (  # set back and without a point both would be at the target, so it is not certain
        "pedro", {}, (70, 48),
        ["We can win by bidding 7, made or set, or with 1 point on the other side's bid.",
         "They can win with 14 points on the other side's bid."],
        ["★ out with 1", "★ out with 14"],
    ),
    (
        "wikipedia", {"auction": False}, (8, 6),
        ["We go out with 3 points.", "They need 5: can't go out this hand."],
        ["★ out with 3", "needs 5"],
    ),
    (
        "wikipedia", {"going_out": "bidding-side-only", "outright_at": 14}, (9, 11),
        ["We win by making any bid and taking 2.",
         "They win by making any bid, or with 3 points on the other side's bid."],
        ["★ bid, take 2", "★ out with 3"],
    ),
    (
        "wikipedia", {}, (14, 0),
        ["We win by bidding 1, made or set, or on the other side's bid.",
         "They need 11: can't go out this hand."],
        ["★ out with 0", "needs 11"],
    ),
    (
        "wikipedia", {"going_out": "pitcher-first", "tie_plays_on": True}, (9, 9, 0),
        [f"We {BOTH_SURE_AND_NOT} another side's bid.",
         f"They {BOTH_SURE_AND_NOT} another side's bid.",
         "Ann needs 11: can't go out this hand."],
        ["★ out with 2", "★ out with 2", "needs 11"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("preset", "chosen", "totals", "says", "cells"), WORKED)
def test_the_standing_says_what_must_be_taken_and_who_must_have_bid(
    preset: str, chosen: dict[str, Any], totals: Totals, says: list[str], cells: list[str]
) -> None:
    rules = make_rules(preset, len(totals), **chosen)
    assert told(rules, totals) == says
    assert notes(rules, totals) == cells


def test_named_sides_go_out_in_the_third_person() -> None:
    rules = make_rules("pagat-partnership")
    assert told(rules, (18, 8), ("Ann", "Cy & Di")) == [
        "Ann wins by making any bid and taking 3.",
        "Cy & Di need 13: can't go out this hand.",
    ]


def test_a_finished_game_has_no_standing() -> None:
    rules = make_rules(target=4)
    points = dict.fromkeys(("high", "low", "jack", "game"), 0)
    assert side_standings(rules, fold(rules, (0, 0), [Hand(0, 4, points)])) == []


def lines_told(rules: Rules, totals: Totals, played: int = 0) -> list[str]:
    """Everything that the standing says after so many hands in which nobody took a point."""
    nobody: dict[str, int | None] = {point.key: None for point in rules.points}
    hands = [Hand(0, 1, nobody | {"high": 0, "low": 1}) for _ in range(played)]
    ledger = fold(rules, totals, hands)
    standings = side_standings(rules, ledger)
    lines = standing_lines(rules, NAMES[: len(totals)], standings, ledger.lines_left)
    return [text for _, text in lines]


def test_where_nobody_can_go_out_the_standing_says_so_and_what_wins_all_the_same() -> None:
    totals = ["Us: 0", "Them: −3"]
    told = {
        "wikipedia": "Nobody can go out on the next hand.",
        "bicycle": "Nobody can go out on the next hand, except by a smudge.",
    }
    for preset, sentence in told.items():
        assert lines_told(make_rules(preset), (0, -3)) == [sentence, *totals]
    moon = {"made": "wins"}
    assert lines_told(make_rules("wikipedia", moon=moon), (0, -3))[0] == (
        "Nobody can go out on the next hand, except by a moon."
    )
    assert lines_told(make_rules("bicycle", moon=moon), (0, -3))[0] == (
        "Nobody can go out on the next hand, except by a smudge or a moon."
    )


THREE_HANDS: list[tuple[dict[str, Any], Totals, int, list[str]]] = [
    (
        {"target": None, "ends_after": {"hands": 3}}, (2, 0), 0,
        ["3 hands left, then the highest total wins.", "Nobody can go out on the next hand.",
         "Us: 2", "Them: 0"],
    ),
    (
        {"target": None, "ends_after": {"hands": 3}}, (2, 0), 2,
        ["Last hand: the highest total wins, and a tie is a draw.", "We lead by 2 points.",
         "They are 2 points behind."],
    ),
    (
        {"target": None, "ends_after": {"hands": 3, "tie": "play-on"}}, (0, 0), 2,
        ["Last hand: the highest total wins, and a tie is played off.",
         "We are level at the top.", "They are level at the top."],
    ),
    (
        {"target": None, "ends_after": {"hands": 3, "tie": "play-on"}}, (1, 1), 4,
        ["Play-off: the next hand that leaves one side ahead decides.",
         "We are level at the top.", "They are level at the top."],
    ),
    (
        {"target": None, "ends_after": {"deals": 2}}, (0, 0), 1,
        ["3 deals left, then the highest total wins.", "Nobody can go out on the next hand.",
         "Us: 1", "Them: 1"],
    ),
    (  # the side that goes out first has won, also on the last hand
        {"ends_after": {"hands": 2}}, (7, 0), 1,
        ["Last hand: the highest total wins if nobody wins otherwise, and a tie is a draw.",
         "We go out with 3 points, on anyone's bid.", "They are 7 points behind."],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("chosen", "totals", "played", "says"), THREE_HANDS)
def test_a_game_of_so_many_hands_says_how_many_are_left(
    chosen: dict[str, Any], totals: Totals, played: int, says: list[str]
) -> None:
    assert lines_told(make_rules("wikipedia", **chosen), totals, played) == says


def test_beside_the_number_of_the_hand_stands_how_many_are_left() -> None:
    notes = [length_note(left) for left in (None, 2, 1, 0)]
    assert notes == ["", "2 left", "last hand", "play-off"]


def test_that_the_highest_total_wins_is_said_as_certain_only_where_nothing_else_decides() -> None:
    """Whoever sinks is never the highest, so that it need not be said there."""
    for chosen in ({}, {"sinks_at": -2}, {"smudge": "four-wins"}, {"moon": {"made": "wins"}}):
        rules = make_rules("wikipedia", target=None, ends_after={"hands": 1}, **chosen)
        [said, *_] = lines_told(rules, (0, 6))
        ends = [fold(rules, (0, 6), [hand]) for hand in every_hand(rules)]
        by_highest = all(
            not end.out or end.out.winner is None or end.totals[end.out.winner] == max(end.totals)
            for end in ends
        )
        assert by_highest == ("if nobody wins otherwise" not in said) or "sinks_at" in chosen


# --- Held against all hands: what is said to win wins, and nothing else does


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand as it was scored, who wins by it, and whether that is by what it did itself."""

    hand: Hand
    taken: list[int]
    made: bool | None
    winner: int | None
    by_itself: bool


Claim = Callable[[PlayedHand, int], bool]
"""Whether a hand is one of those that a sentence speaks of, for the side that it is about."""


def play(rules: Rules, totals: Totals, hands: Iterator[Hand]) -> Iterator[PlayedHand]:
    for hand in hands:
        score, out = score_and_judge(rules, hand, totals)
        by_itself = out is not None and out.how in OWN_VICTORIES
        taken = [points_taken(rules, hand, score, side) for side in range(rules.sides)]
        yield PlayedHand(hand, taken, score.made, out.winner if out else None, by_itself)


def claims_of(rules: Rules, sentence: str) -> list[Claim]:
    """The hands by which a sentence says that its side wins."""
    if "can't go out" in sentence:
        return []
    if "only a" in sentence:
        by_everything = {"smudge": by_smudge, "moon": by_moon}
        return [claim(rules) for word, claim in by_everything.items() if word in sentence]
    if "with any hand" in sentence:
        return [by_another(0)]
    if out := re.search(r"go(?:es)? out with (\d+) points?(, on anyone's bid)?", sentence):
        take = int(out.group(1))
        return [by_another(take), *([by_making(take)] if out.group(2) else [])]
    ways = {
        r"by a smudge": lambda _: by_smudge(rules),
        r"by a moon": lambda _: by_moon(rules),
        r"by making any bid and taking (\d+)": by_making,
        r"by making any bid(?! and)": by_making,
        r"by bidding (\d+), made or set": by_bidding,
        r"with (\d+) points? on (?:the other|another) side's bid": by_another,
        r"(?<!points )(?<!point )on (?:the other|another) side's bid": by_another,
    }
    found = [(re.search(way, sentence), claim) for way, claim in ways.items()]
    return [claim(int(way[1]) if way.re.groups else 0) for way, claim in found if way]


def by_making(take: int) -> Claim:
    return lambda each, side: (
        each.hand.pitcher == side and bool(each.made) and each.taken[side] >= take
    )


def by_smudge(rules: Rules) -> Claim:
    bid = SMUDGE_BID if rules.has_smudge_bid else rules.total
    return lambda each, side: each.hand.bid == bid and by_making(rules.total)(each, side)


def by_moon(rules: Rules) -> Claim:
    return lambda each, side: each.hand.bid == "moon" and by_making(rules.total)(each, side)


def by_bidding(bid: int) -> Claim:
    return lambda each, side: each.hand.pitcher == side and each.hand.bid == bid


def by_another(take: int) -> Claim:
    return lambda each, side: each.hand.pitcher != side and each.taken[side] >= take


def check_sentence(rules: Rules, sentence: str, side: int, hands: list[PlayedHand]) -> None:
    claims = claims_of(rules, sentence)
    for part in sentence.split(", and "):
        for claim in claims_of(rules, part):
            spoken_of = [each for each in hands if claim(each, side)]
            if " can " in f" {part}":
                assert any(each.winner == side and each.by_itself for each in spoken_of), sentence
            else:
                assert spoken_of and all(each.winner == side for each in spoken_of), sentence
    more_bids = "made or set" in sentence
    for each in hands:
        if each.winner == side and each.by_itself and not (more_bids and each.hand.pitcher == side):
            assert any(claim(each, side) for claim in claims), (sentence, each.hand)


@pytest.mark.parametrize("name", SMALL)
def test_what_is_said_to_win_wins_and_nothing_else_does(name: str) -> None:
    rules = SMALL[name]
    for totals in totals_near(rules):
        hands = list(play(rules, totals, every_hand(rules)))
        sentences = told(rules, totals)
        for side, sentence in enumerate(sentences):
            check_sentence(rules, sentence, side, hands)
        if not sentences:
            wins = [each for each in hands if each.winner is not None and each.by_itself]
            everything = (by_smudge(rules), by_moon(rules))
            assert all(any(by(each, each.winner or 0) for by in everything) for each in wins)


@pytest.mark.parametrize("name", LARGE)
def test_what_is_said_of_a_large_game_holds_for_hands_at_random(name: str) -> None:
    rules = LARGE[name]
    for seed, totals in enumerate(totals_near(rules)[:3]):
        hands = list(play(rules, totals, some_hands(rules, 60, seed)))
        for side, sentence in enumerate(told(rules, totals)):
            claims = claims_of(rules, sentence)
            sure, _, _ = sentence.partition(", and can ")
            certain = [] if " can " in sure else claims_of(rules, sure)
            for each in hands:
                spoken_of = any(claim(each, side) for claim in claims)
                if any(claim(each, side) for claim in certain):
                    assert each.winner == side, (sentence, json.dumps(each.hand.points))
                if each.winner == side and each.by_itself and "made or set" not in sentence:
                    assert spoken_of, (sentence, each.hand)
