"""The sentences that are read at the table: short, right, and each with what it rests on."""

from __future__ import annotations

from typing import Any

import pytest

from scorepads.rules.catalog import current
from scorepads.rules.hand import Adjustment, Entry, Hand, PassedOut
from scorepads.rules.house_rules.apply import Rules, apply_house_rules
from scorepads.rules.ledger import Ledger, fold
from scorepads.rules.terms import Basis
from scorepads.rules.wording.explain import (
    at_stake,
    line_in_words,
    line_reasons,
    spoken_line,
    tell_apart,
    winner_sentence,
)
from tests.material import some

POINTS = ("high", "low", "jack", "game")
US_THEM = ["Us", "Them"]
ABC = ["Ann", "Bo", "Cy"]


def rules(preset: str = "bicycle", sides: int = 2, **house_rules: Any) -> Rules:
    return apply_house_rules(current.newest(preset), house_rules, sides)


def hand(
    pitcher: int | None, bid: Any, won: str, keys: tuple[str, ...] = POINTS, **more: Any
) -> Hand:
    """`won` has a side for each of the points, in order: `01-0`."""
    owners = [None if owner == "-" else int(owner) for owner in won]
    return Hand(pitcher, bid, dict(zip(keys, owners, strict=True)), **more)


def played(of: Rules, start: tuple[int, ...], *entries: Entry) -> Ledger:
    return fold(of, start, entries)


def said(of: Rules, start: tuple[int, ...], *entries: Entry, names: Any = US_THEM) -> list[str]:
    return [
        reason.text for reason in line_reasons(of, names, played(of, start, *entries).lines[-1])
    ]


def bases(of: Rules, start: tuple[int, ...], *entries: Entry, names: Any = US_THEM) -> list[Any]:
    line = played(of, start, *entries).lines[-1]
    return [reason.cite and reason.cite.basis for reason in line_reasons(of, names, line)]


# What Save will do


def test_a_set_back_is_said_with_both_sides_of_the_ledger() -> None:
    line = played(rules("wikipedia"), (2, 7), hand(0, 3, "0101")).lines[-1]
    assert line_in_words(rules("wikipedia"), US_THEM, line) == (
        "We took 2 of 3: set back 3, 2 to −1. They scored 2, 7 to 9."
    )


def test_a_made_bid_is_said_with_what_it_adds() -> None:
    line = played(rules("wikipedia"), (-1, 0), hand(0, 2, "00-1")).lines[-1]
    assert line_in_words(rules("wikipedia"), US_THEM, line) == (
        "We bid 2, took 2: made, +2, −1 to 1. They scored 1, 0 to 1."
    )


def test_the_end_is_said_before_it_is_saved() -> None:
    line = played(rules(), (5, 6), hand(0, 2, "0110")).lines[-1]
    assert line_in_words(rules(), US_THEM, line).endswith(
        "We won with 7 in a game to 7: the pitcher is counted first."
    )


def test_a_smudge_has_its_own_words() -> None:
    pagat = rules("pagat-partnership")
    made = played(pagat, (0, 0), hand(0, "smudge", "0000", all_tricks=True)).lines[-1]
    failed = played(pagat, (2, 0), hand(0, "smudge", "0000")).lines[-1]
    assert line_in_words(pagat, US_THEM, made) == "We bid a smudge, took 4: made, +5, 0 to 5."
    assert line_in_words(pagat, US_THEM, failed) == "We bid a smudge, took 4: set back 5, 2 to −3."


def test_what_scores_nothing_is_said_to_score_nothing() -> None:
    line = played(rules(), (0, 0), PassedOut()).lines[-1]
    assert line_in_words(rules(), US_THEM, line) == "Everyone passed: nobody scores."


def test_an_adjustment_is_said_as_a_move() -> None:
    line = played(rules(), (4, 0), Adjustment(0, -2, note="revoke")).lines[-1]
    assert line_in_words(rules(), US_THEM, line) == "We lost 2, 4 to 2."


def test_nine_sides_are_told_only_of_those_that_move() -> None:
    of = rules("wikipedia", 9)
    line = played(of, (0,) * 9, hand(8, 1, "8881")).lines[-1]
    assert line_in_words(of, list("ABCDEFGHI"), line) == (
        "I bid 1, took 3: made, +3, 0 to 3. B scored 1, 0 to 1."
    )


# What is spoken


def test_an_announcement_says_minus_in_words_and_where_everybody_stands() -> None:
    of = rules("wikipedia")
    line = played(of, (2, 7), hand(0, 3, "0101")).lines[-1]
    assert spoken_line(of, US_THEM, line) == (
        "Hand 1: We were set back 3, now minus 1. They scored 2, now 9."
    )


def test_an_announcement_names_the_sides_that_did_not_move_and_the_winner() -> None:
    of = rules("wikipedia")
    line = played(of, (8, 7), hand(0, 3, "0000")).lines[-1]
    assert spoken_line(of, US_THEM, line) == (
        "Hand 1: We scored 4, now 12. They have 7. "
        "We won with 12 in a game to 11: the pitcher is counted first."
    )


# Why


def test_made_and_set_cite_the_source() -> None:
    of = rules("wikipedia")
    assert said(of, (0, 0), hand(0, 2, "0011")) == ["We bid 2 and took 2: made.", "They took 2."]
    assert bases(of, (0, 0), hand(0, 2, "0011")) == [Basis.SOURCE, Basis.SOURCE]
    assert said(of, (0, 0), hand(0, 3, "00-1")) == [
        "We bid 3 and took 2: set back 3.", "They took 1.",
    ]  # fmt: skip


def test_a_source_is_a_link() -> None:
    for preset in some(current):
        of = apply_house_rules(preset, {}, 2)
        keys = tuple(point.key for point in of.points)
        line = played(of, (0, 0), hand(0, of.total, "0" * len(keys), keys)).lines[-1]
        (first, *_) = line_reasons(of, US_THEM, line)
        assert first.cite and first.cite.source
        assert first.cite.source.url.startswith("https://")


def test_bicycles_smudge_is_our_reading() -> None:
    assert said(rules(), (0, 0), hand(0, 4, "0000")) == [
        "We bid 4 and took 4: made.",
        "We won: a made smudge wins the game on the spot.",
    ]
    assert bases(rules(), (0, 0), hand(0, 4, "0000"))[-1] is Basis.OUR_READING


def test_a_smudge_from_the_hole_says_why_it_did_not_win() -> None:
    assert said(rules(), (-1, 0), hand(0, 4, "0000"))[-1] == (
        "We began the hand in the hole, so the smudge only scores +4."
    )


def test_a_failed_smudge_says_what_was_missing() -> None:
    of = rules("pagat-partnership")
    assert said(of, (0, 0), hand(0, "smudge", "00-0", all_tricks=True)) == [
        "We bid a smudge but did not take every point: −5."
    ]
    assert said(of, (0, 0), hand(0, "smudge", "0000")) == [
        "We bid a smudge but did not win all six tricks: −5."
    ]


def test_among_three_the_point_that_decided_is_named() -> None:
    assert said(rules(sides=3), (0, 6, 6), hand(0, 2, "0021"), names=ABC)[-1] == (
        "Cy won with 7 in a game to 7: first there as the points are counted, with Jack."
    )


def test_an_order_with_a_joker_is_the_house_rules_and_not_the_sources() -> None:
    joker = rules(sides=3, target=10, values={"joker": 1})
    five = ("high", "low", "jack", "joker", "game")
    line = played(joker, (4, 9, 9), hand(0, 2, "00-12", five)).lines[-1]
    cite = line_reasons(joker, ABC, line)[-1].cite
    assert cite and cite.basis is Basis.HOUSE_RULE
    assert cite.text.endswith("in the order High, Low, Jack, Joker, Game.")
    assert cite.source and "Joker" in cite.source.title


def test_between_two_the_other_side_is_simply_there() -> None:
    assert said(rules(), (-1, 6), hand(0, 2, "01-0"))[-1] == (
        "They won with 7 in a game to 7: we bid, but did not get there."
    )


def test_a_defender_past_the_target_is_told_why_it_goes_on() -> None:
    of = rules("pagat-partnership")
    assert said(of, (10, 20), hand(0, 2, "0011"))[-1] == (
        "They are at 21 or more, but only a pitcher that makes its bid goes out. "
        "Nobody has won yet."
    )
    assert bases(of, (10, 20), hand(0, 2, "0011"))[-1] is Basis.SOURCE


def test_one_person_is_and_several_people_are() -> None:
    of = rules("pagat-partnership")
    told = said(of, (10, 20), hand(0, 2, "0011"), names=["Ann", "Bob"])[-1]
    assert told.startswith("Bob is at 21 or more")


PEDRO = ("high", "low", "jack", "game", "pedro", "low_pedro")


def test_pedros_extra_hand_is_announced() -> None:
    of = rules("pedro")
    first = hand(0, 9, "010100", PEDRO)
    assert said(of, (50, 61), first)[-1].startswith(
        "We and they are at 62 or more, so one more hand is played, and its bidder goes out"
    )
    assert said(of, (50, 61), first, hand(1, 7, "001101", PEDRO))[-1] == (
        "They won: both sides began the hand within reach, so a made bid wins."
    )
    assert said(of, (50, 61), first, hand(1, 9, "110010", PEDRO))[-1] == (
        "We won with 69 in a game to 62: they did not make the bid."
    )


def test_within_reach_of_another_target_is_our_reading() -> None:
    made = hand(0, 7, "110001", PEDRO)
    assert bases(rules("pedro"), (55, 55), made)[-1] is Basis.SOURCE
    assert bases(rules("pedro", target=51), (44, 44), made)[-1] is Basis.OUR_READING


def test_who_stood_there_before_is_our_reading() -> None:
    of = rules("wikipedia")
    assert said(of, (0, 12), hand(0, 2, "0000"))[-1] == (
        "They won with 12 in a game to 11: there already before the hand."
    )
    assert bases(of, (0, 12), hand(0, 2, "0000"))[-1] is Basis.OUR_READING


def test_a_tie_that_plays_on_is_a_house_rule() -> None:
    of = rules("wikipedia", 3, tie_plays_on=True)
    level = hand(0, 2, "0120")
    assert said(of, (2, 10, 10), level, names=ABC)[-1] == (
        "Bo and Cy are at 11 or more, but tied. Nobody has won yet."
    )
    assert bases(of, (2, 10, 10), level, names=ABC)[-1] is Basis.HOUSE_RULE


@pytest.mark.parametrize(
    ("house_rules", "start", "entry", "text"),
    [
        ({"going_out": "bidding-side-only", "outright_at": 15}, (3, 13), hand(0, 2, "0011"),
         "They won with 15 in a game to 11: 15 or more wins, whoever bid."),
        ({"sinks_at": -6}, (-3, 0), hand(0, 3, "1111"),
         "They won: we fell to −6, and −6 or lower loses the game."),
        ({"smudge": "four-wins", "failed_smudge_loses": True}, (4, 5), hand(0, 4, "00-0"),
         "They won: we failed a smudge, and that loses the game."),
        ({"smudge": "four-wins"}, (-4, 5), hand(0, 4, "0000"),
         "We won: a made smudge wins the game on the spot."),
        ({"going_out": "bidding-side-only"}, (9, 14), hand(0, 2, "0011"),
         "We won with 11 in a game to 11, on a made bid."),
    ],
)  # fmt: skip
def test_an_ending_by_house_rule_says_so(
    house_rules: dict[str, Any], start: tuple[int, int], entry: Hand, text: str
) -> None:
    of = rules("wikipedia", **house_rules)
    assert said(of, start, entry)[-1] == text
    assert bases(of, start, entry)[-1] is Basis.HOUSE_RULE
    assert winner_sentence(of, US_THEM, played(of, start, entry)) == text


def test_points_in_order_says_what_was_not_counted() -> None:
    of = rules("wikipedia", going_out="point-order")
    stopped = "Counting stops there: the rest counts for nothing."
    assert said(of, (10, 10), hand(0, 2, "001-"))[-1] == stopped
    assert stopped not in said(of, (9, 10), hand(0, 2, "00--"))


def test_no_junk_says_why_the_others_score_nothing() -> None:
    of = rules("wikipedia", no_junk=True)
    assert said(of, (0, 0), hand(0, 3, "0001"))[-1] == (
        "They took 1: only the pitcher's side can score."
    )
    assert bases(of, (0, 0), hand(0, 3, "0001"))[-1] is Basis.HOUSE_RULE


def test_without_an_auction_everybody_is_told_what_it_took() -> None:
    of = rules("wikipedia", 3, auction=False)
    texts = said(of, (0, 0, 0), hand(None, None, "01-2"), names=ABC)
    assert texts[-1] == "Ann took 1, Bo took 1, Cy took 1."
    assert "every side keeps what it took" in texts[0]


def test_a_passed_out_hand_says_what_it_rests_on() -> None:
    assert said(rules(), (0, 0), PassedOut()) == ["Everyone passed: nobody scores."]
    assert bases(rules(), (0, 0), PassedOut()) == [Basis.OUR_READING]
    assert bases(rules("wikipedia"), (0, 0), PassedOut()) == [Basis.SOURCE]
    agreed = rules("pagat-partnership", dealer_forced=False)
    assert bases(agreed, (0, 0), PassedOut()) == [Basis.HOUSE_RULE]


def test_an_adjustment_carries_its_note() -> None:
    assert said(rules(), (0, 0), Adjustment(1, 2, note="revoke")) == [
        "Adjustment: Them +2 (revoke)."
    ]
    assert bases(rules(), (0, 0), Adjustment(1, 2)) == [Basis.OUR_READING]


# What is at stake


def test_while_a_hand_is_in_play_its_stakes_are_shown() -> None:
    level = (0, 0)
    assert at_stake(rules("wikipedia"), Hand(0, 2), level) == "make +2 to +4 · set −2"
    assert at_stake(rules("wikipedia"), Hand(0, 3), level) == "make +3 or +4 · set −3"
    assert at_stake(rules("wikipedia"), Hand(0, 4), level) == "make +4 · set −4"
    assert at_stake(rules("pagat-partnership"), Hand(0, "smudge"), level) == "make +5 · set −5"


def test_stakes_say_what_wins_and_loses_the_game() -> None:
    loses = rules(failed_smudge_loses=True)
    assert at_stake(loses, Hand(0, 4), (0, 3)) == "make +4 and win · set −4 and lose the game"
    assert at_stake(loses, Hand(0, 4), (-1, 3)) == "make +4 · set −4 and lose the game"
    assert at_stake(loses, Hand(0, 3), (0, 3)) == "make +3 or +4 · set −3"


def test_the_stakes_of_a_moon_are_those_of_its_rule() -> None:
    of = rules("oklahoma", moon={"made": 20, "failed": 30, "from_hole": "zero"})
    assert at_stake(of, Hand(0, "moon"), (0, 0)) == "make +20 · set −30"
    assert at_stake(of, Hand(0, "moon"), (-1, 0)) == "make back to 0 · set −30"
    wins = rules("oklahoma", moon={"made": "wins", "failed": "loses"})
    said = at_stake(wins, Hand(0, "moon"), (-1, 0))
    assert said == "make +10 and win · set −10 and lose the game"


def test_the_stakes_of_a_team_say_who_pays() -> None:
    of, level = rules("oklahoma", sides=4, partners="called", partner_pays=False), (0,) * 4
    called = at_stake(of, Hand(0, 9, partners=(2,)), level)
    assert called == "make +9 or +10 · set −9, the partner 0"
    assert at_stake(of, Hand(0, 9), level) == "make +9 or +10 · set −9"


# Names


def test_equal_names_are_told_apart_by_a_number() -> None:
    assert tell_apart(["Al", "al", "Al 2", "Bo"]) == ["Al", "al 2", "Al 2 2", "Bo"]


def test_a_numbered_name_stays_within_forty_characters() -> None:
    names = tell_apart(["x" * 40] * 9)
    assert len(set(names)) == 9
    assert max(map(len, names)) == 40
