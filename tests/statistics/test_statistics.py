"""Statistics: each number counted by hand, and on how many hands it rests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorepads.core.scorepad import Scorepad, read_pad
from scorepads.files import reading
from scorepads.files import services as files_services
from scorepads.models import Pad
from scorepads.opening import services as opening_services
from scorepads.statistics import evening, settling, statistics, tallies
from scorepads.statistics.tallies import Streak, Tally
from tests.factories import (
    PASSED,
    adjustment,
    all_ids,
    bid,
    correct_facts,
    fill,
    hand,
    hold,
    make_pad,
    record,
    reread,
    sent,
)
from tests.preset_files import GOLDEN
from tests.rules import strategies

pytestmark = pytest.mark.django_db


def brought(ledger: dict[str, Any]) -> Scorepad:
    (link,) = files_services.import_pads(reading.read_pads(json.dumps(ledger)), open_key=uuid4())
    return read_pad(link.pad)


def told(rows: list[Tally]) -> list[tuple[str, int, int, int, str, int]]:
    return [(r.name, r.bids, r.made, r.set_back, r.average_bid, r.hands) for r in rows]


def won(rows: list[Tally]) -> list[tuple[str, int, int]]:
    return [(row.name, row.won, row.played) for row in rows]


def game(pad: Pad | None = None, winner: int = 0, **options: Any) -> Scorepad:
    """A finished game to 4, won by one hand."""
    pad = pad or make_pad(target=4, **options)
    record(hold(pad), hand(winner, 4))
    return reread(pad)


# --- Bids, points, comebacks


def test_bids_are_counted_by_side_and_by_player() -> None:
    pad = make_pad(players=(("Ann", "Cy"), ("Bo", "Di")))
    record(
        hold(pad),
        hand(0, 2, player=0), hand(0, 3, player=1, owner=1), PASSED, hand(1, 4, player=0, owner=0),
        adjustment(0, -2), {"target": 15}, hand(1, 1), bid(0, 4, player=1),
    )  # fmt: skip
    counted = statistics.count_statistics([reread(pad)])
    assert (counted.hands, counted.bids, counted.games, counted.finished) == (4, 4, 1, 0)
    assert told(counted.partnerships) == [
        ("Ann & Cy", 2, 1, 1, "2.5", 4), ("Bo & Di", 2, 1, 1, "2.5", 4),
    ]  # fmt: skip
    assert told(counted.bidders) == [
        ("Ann", 1, 1, 0, "2.0", 4), ("Cy", 1, 0, 1, "3.0", 4), ("Bo", 1, 0, 1, "4.0", 4),
    ]  # fmt: skip
    assert [each.made_percent for each in counted.bidders] == ["100%", "0%", "0%"]
    assert [each.made_percent for each in counted.people if not each.bids] == [""]


def test_a_side_of_one_person_is_a_player_and_us_is_not() -> None:
    alone = make_pad(names=("Ann", "Bo", "Cy"))
    record(hold(alone), hand(2, 3))
    assert told(tallies.tally_people([reread(alone)]))[2:] == [("Cy", 1, 1, 0, "3.0", 1)]
    record(hold(us := make_pad()), hand())
    assert tallies.tally_people([reread(us)]) == []


def test_where_partners_are_called_each_person_has_what_it_scored_and_won() -> None:
    pad = make_pad(names=("Ann", "Bo", "Cy", "Di", "Ed"), partners="called", target=4)
    points = {"high": 0, "low": 2, "jack": 0, "game": 1}
    called = {"pitcher": 0, "bid": 3, "with": [2], "points": points}
    record(hold(pad), called, {**called, "pitcher": 2, "with": [0], "bid": 4}, called)
    counted = statistics.count_statistics([reread(pad)])
    people = {each.name: (each.won, each.points, each.bids, each.made) for each in counted.people}
    # made 3 by two, then set 4 by two, then made: 3 − 4 + 3; the others 1 a hand, and Bo 1 first
    assert people["Ann"] == (0, 2, 2, 2)
    assert people["Cy"] == (0, 2, 1, 0)
    assert people["Bo"] == people["Di"] == people["Ed"] == (0, 3, 0, 0)
    assert (counted.bids, counted.finished) == (3, 0)
    took = {kind.label: dict(kind.by) for kind in counted.kinds}
    assert took["Low"] == {"Bidders": 3} and took["Game"] == {"Others": 3}


def test_a_called_partner_alone_at_the_head_has_won_the_game() -> None:
    pad = make_pad(names=("Ann", "Bo", "Cy", "Di"), partners="called", target=4, start=(0, 0, 2, 0))
    points = dict.fromkeys(("high", "low", "jack", "game"), 0)
    record(hold(pad), {"pitcher": 0, "bid": 3, "with": [2], "points": points})
    counted = statistics.count_statistics([reread(pad)])
    assert {each.name: each.won for each in counted.people} == {"Ann": 0, "Bo": 0, "Cy": 1, "Di": 0}


def test_a_moon_is_a_bid_of_all_the_points() -> None:
    pad = make_pad(moon={"made": 10})
    record(hold(pad), hand(0, "moon"), hand(0, 2))
    counted = statistics.count_statistics([reread(pad)])
    assert counted.partnerships[0].average_bid == "3.0"
    assert [(each.label, each.bids) for each in counted.by_bid] == [("2", 1), ("moon", 1)]


def test_a_smudge_counts_as_five() -> None:
    pad = make_pad("pagat-partnership")
    record(hold(pad), hand(0, "smudge", all_tricks=True), hand(0, 2))
    counted = statistics.count_statistics([reread(pad)])
    assert counted.partnerships[0].average_bid == "3.5"
    assert [(each.label, each.bids, each.made) for each in counted.by_bid] == [
        ("2", 1, 1), ("smudge", 1, 1),
    ]  # fmt: skip


def test_points_a_hand_are_those_of_the_side_whoever_bid() -> None:
    pad = make_pad(players=(("Ann", "Cy"), ("Bo", "Di")))
    record(hold(pad), hand(0, 3, owner=1), hand(1, 2), adjustment(0, 9), PASSED)
    counted = statistics.count_statistics([reread(pad)])
    assert [(each.name, each.points, each.points_a_hand) for each in counted.people] == [
        ("Ann", -3, "−1.5"), ("Cy", -3, "−1.5"), ("Bo", 8, "4.0"), ("Di", 8, "4.0"),
    ]  # fmt: skip


def test_a_streak_ends_and_may_begin_again() -> None:
    streak = Streak()
    for success in (True, True, True, False, True):
        streak.add(success)
    assert (streak.longest, streak.current) == (3, 1)


def test_games_won_in_a_row_count_in_the_order_of_play() -> None:
    seats = {"names": ("Ann", "Bo")}
    games = [game(winner=winner, **seats) for winner in (0, 0, 1, 0)]
    ann, bo = statistics.count_statistics(games).people
    assert (ann.games_in_a_row.longest, ann.games_in_a_row.current) == (2, 1)
    assert (bo.games_in_a_row.longest, bo.games_in_a_row.current) == (1, 0)
    assert [each.name for each in statistics.count_statistics(games).lucky] == ["Ann"]


def test_nothing_is_divided_by_nothing() -> None:
    counted = statistics.count_statistics([])
    assert (counted.games, counted.hands, counted.people, counted.partners) == (0, 0, [], [])
    assert counted.is_few
    empty = Tally("Ann")
    assert {empty.won_percent, empty.made_percent, empty.average_bid, empty.points_a_hand} == {""}


@pytest.mark.parametrize(("hands", "few"), [(19, True), (20, False)])
def test_twenty_hands_begin_to_mean_something(hands: int, few: bool) -> None:
    pad = make_pad(target=100)
    fill(pad, [hand(n % 2, 2, owner=1 - n % 2) for n in range(hands)])
    assert statistics.count_statistics([reread(pad)]).is_few is few


def test_points_are_counted_by_kind() -> None:
    pad = make_pad()
    record(hold(pad), hand(0, 2, owners={"jack": None}), hand(0, 2, owners={"high": 1}))
    kinds = {kind.label: kind for kind in statistics.points_by_kind([reread(pad)])}
    assert (kinds["High"].named_owners, kinds["High"].hands) == ([("Us", 1), ("Them", 1)], 2)
    assert (kinds["Jack"].named_owners, kinds["Jack"].nobody) == ([("Us", 1)], 1)


def test_a_comeback_is_the_farthest_that_the_winner_was_behind() -> None:
    pad = make_pad()
    record(hold(pad), hand(0, 4, owners={"low": 1}), hand(1, 4), *[hand(0, 4)] * 4)
    back = statistics.biggest_comeback([reread(pad), game()])
    assert back is not None
    assert (back.name, back.behind, back.hand) == ("Us", 9, 2)
    assert (back.winner_total, back.leader_total) == (-4, 5)


def test_there_is_no_comeback_without_a_winner_who_was_behind() -> None:
    pad = make_pad(start=(0, 10))
    record(hold(pad), hand(0, 4))
    assert statistics.biggest_comeback([reread(pad), game()]) is None


def test_a_pad_begun_behind_on_paper_can_be_come_back_from() -> None:
    back = statistics.biggest_comeback([game(make_pad(start=(0, 3), target=4))])
    assert back is not None and (back.behind, back.hand) == (3, 0)


def test_games_are_counted_by_sides_with_the_same_names_and_by_player() -> None:
    seats = (("Ann", "Cy"), ("Bo", "Di"))
    games = [
        game(players=seats), game(players=seats, winner=1),
        game(names=("ann & cy", "Bo & Di"), players=(("Ann", "Cy"), ("Bo", "Di")), winner=1),
        game(players=(("Ann", "Bo"), ("Cy", "Di")), winner=1),
        game(names=("Ann", "Bo", "Cy")), reread(make_pad()),
    ]  # fmt: skip
    counted = statistics.count_statistics(games)
    assert [(table.wins_by_side, table.games, table.hands) for table in counted.tables] == [
        ([("Bo & Di", 2), ("Ann & Cy", 1)], 3, 3),
        ([("Cy & Di", 1), ("Ann & Bo", 0)], 1, 1),
        ([("Ann", 1), ("Bo", 0), ("Cy", 0)], 1, 1),
    ]  # fmt: skip
    assert won(counted.people) == [("Di", 3, 4), ("Ann", 2, 5), ("Cy", 2, 5), ("Bo", 2, 5)]
    assert won(counted.partners) == [
        ("Bo & Di", 2, 3), ("Cy & Di", 1, 1), ("Ann & Cy", 1, 3), ("Ann & Bo", 0, 1),
        ("Us", 0, 0), ("Them", 0, 0),
    ]  # fmt: skip


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(strategies.ledgers(), st.integers(0, 50), st.integers(0, 50))
def test_whatever_was_played_the_numbers_add_up(ledger: Any, point: int, price: int) -> None:
    scorepad = brought(ledger)
    counted = statistics.count_statistics([scorepad])
    assert sum(each.bids for each in counted.partnerships) == counted.bids <= counted.hands
    assert sum(each.bids for each in counted.by_bid) == counted.bids
    for each in (*counted.people, *counted.partnerships):
        assert each.bids_in_a_row.current <= each.bids_in_a_row.longest <= each.made <= each.bids
        assert each.games_in_a_row.longest <= each.won <= each.played <= 1
    for kind in counted.kinds:
        assert kind.by.total() + kind.nobody == kind.hands == counted.hands
    settled = settling.settle_up(scorepad, point, price)
    assert sum(each.balance for each in settled) == 0
    assert sum(each.from_points for each in settled) == 0
    left = {each.name: each.balance for each in settled}
    for payment in settling.list_payments(settled):
        assert payment.units > 0
        left[payment.payer] += payment.units
        left[payment.payee] -= payment.units
    assert not any(left.values())


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_numbers_of_a_golden_pad_are_those_of_its_ledger(path: Path) -> None:
    scorepad = brought(json.loads(path.read_text("utf-8"))["ledger"])
    lines = [line for line in scorepad.ledger.lines if line.made is not None]
    counted = statistics.count_statistics([scorepad])
    assert sum(each.made for each in counted.partnerships) == sum(line.made for line in lines)
    assert counted.bids == len(lines)


# --- Settling up


def test_two_sides_settle_by_the_difference_and_the_sets() -> None:
    pad = make_pad()
    record(hold(pad), hand(0, 4, owner=1), hand(1, 4))
    us, them = settling.settle_up(reread(pad), 2, 5)
    assert (us.total, us.sets, us.from_points, us.from_sets, us.balance) == (-4, 1, -24, -5, -29)
    assert (them.total, them.balance) == (8, 29)
    assert [(p.payer, p.payee, p.units) for p in settling.list_payments([us, them])] == [
        ("Us", "Them", 29)
    ]


def test_nobody_owes_anything_before_a_hand_is_played() -> None:
    assert settling.list_payments(settling.settle_up(reread(make_pad()), 1, 1)) == []


# --- The evening


def play_again(scorepad: Scorepad) -> Pad:
    pad, _ = opening_services.play_again(scorepad, open_key=uuid4())
    return pad


def test_the_tally_goes_on_from_game_to_game() -> None:
    first = game()
    second = game(play_again(first), winner=1)
    third = game(play_again(second))
    assert [evening.in_a_row(scorepad, all_ids()).after for scorepad in (first, second, third)] == [
        "We lead 1 to 0", "1 game each", "We lead 2 to 1",
    ]  # fmt: skip
    middle = evening.in_a_row(second, all_ids())
    assert (middle.number, middle.before, middle.final_tally) == (
        2, "We lead 1 to 0", "We lead 2 to 1",
    )  # fmt: skip
    assert evening.in_a_row(reread(play_again(third)), all_ids()).before == "We lead 2 to 1"


def test_a_correction_of_an_earlier_game_changes_the_tally() -> None:
    first = game()
    second = game(play_again(first))
    correct_facts(sent(hold(first.pad)), 1, hand(1, 4))
    assert evening.in_a_row(second, all_ids()).after == "1 game each"


@pytest.mark.parametrize(
    ("games", "says"),
    [
        ([(("Ann", "Bo"), 0)], "Ann leads 1 to 0"),
        ([(("Ann", "Bo", "Cy"), 1), (("Ann", "Bo", "Cy"), 1)], "Bo 2 (of 2 games)"),
        ([(("Ann", "Bo"), 0), (("Bo", "Ann"), 0)], "1 game each"),
    ],
)
def test_the_tally_names_whoever_plays(games: list[Any], says: str) -> None:
    assert (
        evening.tally_games([game(names=names, winner=winner) for names, winner in games]) == says
    )


def test_where_partners_changed_games_are_counted_by_player() -> None:
    first = game(players=(("Ann", "Cy"), ("Bo", "Di")))
    second = game(players=(("Ann", "Di"), ("Bo", "Cy")))
    assert evening.tally_games([first, second]) == "Ann 2, Cy 1, Di 1 (of 2 games)"


def test_a_game_after_a_long_pause_is_of_another_evening() -> None:
    first = game()
    second = play_again(first)
    later = timezone.now() + evening.MAX_PAUSE * 2
    Pad.objects.filter(pk=second.pk).update(opened_at=later, changed_at=later)
    assert evening.in_a_row(reread(second), all_ids()).before == ""


def test_the_whole_evening_has_the_same_people_and_no_game_twice() -> None:
    first = game(names=("Ann", "Bo"))
    again = game(names=("Bo", "Ann"), winner=1)
    other = game(names=("Ann", "Cy"))
    long = make_pad(names=("Ann", "Bo"), target=40)
    record(hold(long), *[hand(0, 4), hand(1, 3), hand(0, 2)])
    retold, _ = opening_services.play_on(
        reread(long), rules=reread(make_pad(target=50)).rules, entries=reread(long).entries,
        open_key=uuid4(),
    )  # fmt: skip
    pads = [scorepad.pad for scorepad in (first, again, other)] + [long, retold]
    found = evening.whole_evening(first, [str(pad.public_id) for pad in pads])
    assert [each.pad.pk for each in found.games] == [first.pad.pk, again.pad.pk, long.pk]
    assert found.final_tally == "Ann leads 2 to 0"
    assert [each.pad.pk for each in evening.whole_evening(first, []).games] == [first.pad.pk]
