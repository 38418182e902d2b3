"""Which games are of one evening, and how the tally is told."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from scorepads.core.scorepad import Scorepad
from scorepads.models import Pad
from scorepads.opening import services as opening_services
from scorepads.statistics import evening, settling, statistics, tallies
from scorepads.statistics.forms import SettleForm
from tests.factories import all_ids, hand, hold, make_pad, record, reread

pytestmark = pytest.mark.django_db

PARTNERS = (("Ann", "Cy"), ("Bo", "Di"))


def game(pad: Pad | None = None, winner: int = 0, **options: Any) -> Scorepad:
    """A finished game to 4, won by one hand."""
    pad = pad or make_pad(target=4, **options)
    record(hold(pad), hand(winner, 4))
    return reread(pad)


def play_again(scorepad: Scorepad) -> Pad:
    pad, _ = opening_services.play_again(scorepad, open_key=uuid4())
    return pad


def keys(found: evening.Evening) -> list[int]:
    return [each.pad.pk for each in found.games]


def put_later(pad: Pad, pause: timedelta) -> Scorepad:
    """The pad, begun and left so long after the last change of the one that it follows."""
    assert pad.follows is not None
    when = Pad.objects.get(pk=pad.follows.pk).changed_at + pause
    Pad.objects.filter(pk=pad.pk).update(opened_at=when, changed_at=when)
    return reread(pad)


# --- The tally ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("winners", "says"),
    [
        ([], ""),
        ([0], "We lead 1 to 0"),
        ([1, 1], "They lead 2 to 0"),
        ([0, 1], "1 game each"),
        ([0, 1, 1, 0], "2 games each"),
        ([0, 1, 1], "They lead 2 to 1"),
    ],
)
def test_the_tally_of_two_sides(winners: list[int], says: str) -> None:
    assert evening.tally_games([game(winner=winner) for winner in winners]) == says


def test_partners_lead_and_one_player_or_a_side_with_a_name_leads() -> None:
    red = ("Red", "Blue")
    assert evening.tally_games([game(players=PARTNERS)]) == "Ann & Cy lead 1 to 0"
    assert evening.tally_games([game(players=(("Ann",), ("Bo",)))]) == "Ann leads 1 to 0"
    assert evening.tally_games([game(names=red, players=PARTNERS)]) == "Red leads 1 to 0"
    assert evening.tally_games([game(names=red)]) == "Red leads 1 to 0"


def test_a_game_that_nobody_has_won_yet_counts_for_nothing() -> None:
    unfinished = reread(make_pad(target=4))
    assert evening.tally_games([unfinished]) == ""
    assert evening.tally_games([unfinished, game()]) == "We lead 1 to 0"


def test_the_tally_of_three_sides_names_who_won_and_the_most_first() -> None:
    three = ("Ann", "Bo", "Cy")
    won = [game(names=three, winner=winner) for winner in (2, 0, 2)]
    assert evening.tally_games(won) == "Cy 2, Ann 1 (of 3 games)"
    assert evening.tally_games(won[:1]) == "Cy 1 (of 1 game)"


def test_where_other_sides_played_and_players_are_not_named_the_sides_are_counted() -> None:
    named = game(players=PARTNERS)
    other = game(names=("Ann", "Bo", "Cy"), winner=1)
    assert evening.tally_games([named, other]) == "Ann & Cy 1, Bo 1 (of 2 games)"


def test_the_same_sides_with_other_players_are_counted_by_player() -> None:
    second = game(players=(("Ann", "Di"), ("Bo", "Cy")), winner=1)
    told = evening.tally_games([game(players=PARTNERS), second])
    assert told == "Cy 2, Ann 1, Bo 1 (of 2 games)"


# --- Which games --------------------------------------------------------------------------


def test_each_game_knows_how_the_games_stood_before_it_and_with_it() -> None:
    first = game()
    second = game(play_again(first), winner=1)
    third = reread(play_again(second))
    found = evening.in_a_row(third, all_ids())
    assert (found.number, found.before, found.after) == (3, "1 game each", "1 game each")
    assert [each.pad.pk for each in found.earlier_games] == [first.pad.pk, second.pad.pk]
    assert (found.finished_count, found.final_tally) == (2, "1 game each")
    assert evening.in_a_row(first, all_ids()).earlier_games == ()
    assert evening.in_a_row(first, all_ids()).before == ""


def test_a_game_is_of_the_same_evening_up_to_twelve_hours_later() -> None:
    first = game()
    second = put_later(play_again(first), timedelta(hours=12))
    assert keys(evening.in_a_row(second, all_ids())) == [first.pad.pk, second.pad.pk]
    assert keys(evening.in_a_row(first, all_ids())) == [first.pad.pk, second.pad.pk]
    second = put_later(second.pad, timedelta(hours=12, seconds=1))
    assert keys(evening.in_a_row(second, all_ids())) == [second.pad.pk]
    assert keys(evening.in_a_row(first, all_ids())) == [first.pad.pk]


def test_games_that_follow_the_same_game_are_of_one_evening() -> None:
    first = game()
    second, third = game(play_again(first)), game(play_again(first), winner=1)
    row = [first.pad.pk, second.pad.pk, third.pad.pk]
    for each in (first, second, third):
        assert keys(evening.in_a_row(each, all_ids())) == row
        assert keys(evening.whole_evening(each, all_ids())) == row


def test_games_on_the_phone_count_where_the_same_people_played_within_twelve_hours() -> None:
    first, near, far = (game(names=("Ann", "Bo"), winner=n % 2) for n in range(3))
    begun = first.pad.opened_at
    for other, hours in ((near, 11), (far, 13)):
        when = begun + timedelta(hours=hours)
        Pad.objects.filter(pk=other.pad.pk).update(opened_at=when, changed_at=when)
    held = [str(each.pad.public_id) for each in (first, near, far)]
    assert keys(evening.whole_evening(reread(first.pad), held)) == [first.pad.pk, near.pad.pk]
    before = begun - timedelta(hours=13)
    Pad.objects.filter(pk=near.pad.pk).update(opened_at=before, changed_at=before)
    assert keys(evening.whole_evening(reread(first.pad), held)) == [first.pad.pk]


def test_whoever_sits_with_whom_the_same_players_are_the_same_people() -> None:
    first = game(players=PARTNERS)
    second = game(names=("Red", "Blue"), players=(("Di", "ann"), ("Cy", "Bo")), winner=1)
    other = reread(make_pad(names=("Ann", "Bo")))
    held = [str(each.pad.public_id) for each in (first, second, other)]
    assert keys(evening.whole_evening(first, held)) == [first.pad.pk, second.pad.pk]


def test_two_games_that_have_not_begun_are_two_games() -> None:
    first, second = (reread(make_pad(names=("Ann", "Bo"))) for _ in range(2))
    held = [str(each.pad.public_id) for each in (first, second)]
    assert len(evening.whole_evening(first, held).games) == 2


def test_games_that_part_within_their_first_three_hands_are_two_games() -> None:
    pads = [make_pad(names=("Ann", "Bo"), target=40) for _ in range(3)]
    for pad, third in zip(pads, (2, 3, 3), strict=True):
        record(hold(pad), hand(0, 4), hand(1, 3), hand(0, third))
    record(hold(pads[2]), hand(1, 2))
    held = [str(pad.public_id) for pad in pads]
    found = evening.whole_evening(reread(pads[1]), held)
    assert len(found.games) == 2 and pads[1].pk in keys(found)


# --- Numbers ------------------------------------------------------------------------------


def test_the_numbers_of_a_table_count_every_game_and_its_hands() -> None:
    seats: dict[str, Any] = {"names": ("Ann", "Bo"), "target": 5}
    pads = [make_pad(**seats) for _ in range(2)]
    record(hold(pads[0]), hand(0, 4), hand(0, 2))
    record(hold(pads[1]), hand(1, 4), hand(1, 2))
    one = game(names=("Cy", "Di"))
    counted = statistics.count_statistics([one, *(reread(pad) for pad in pads)])
    assert [(table.names, table.games, table.hands) for table in counted.tables] == [
        (("Ann", "Bo"), 2, 4), (("Cy", "Di"), 1, 1),
    ]  # fmt: skip
    assert [(each.name, each.won, each.played, each.hands) for each in counted.people] == [
        ("Cy", 1, 1, 1), ("Ann", 1, 2, 4), ("Bo", 1, 2, 4), ("Di", 0, 1, 1),
    ]  # fmt: skip


def test_points_to_nobody_are_counted_one_by_one() -> None:
    pad = make_pad()
    record(hold(pad), *[hand(0, 2, owners={"jack": None})] * 3)
    kinds = {kind.label: kind for kind in statistics.points_by_kind([reread(pad)])}
    assert (kinds["Jack"].nobody, kinds["Jack"].named_owners, kinds["Jack"].other_count) == (
        3,
        [],
        0,
    )
    assert (kinds["High"].nobody, kinds["High"].named_owners) == (0, [("Us", 3)])


def test_a_point_names_nine_owners_and_counts_the_others() -> None:
    won = [make_pad(names=(f"Side {n}", "Other")) for n in range(11)]
    for pad in won:
        record(hold(pad), hand(0, 2))
    high = statistics.points_by_kind([reread(pad) for pad in won])[0]
    assert (len(high.named_owners), high.other_count, high.hands) == (9, 2, 11)


def test_a_side_called_as_nobody_named_it_is_no_player_whichever_it_is() -> None:
    pad = make_pad(names=("Us", "Bo"))
    record(hold(pad), hand(0, 2), hand(1, 3))
    assert [each.name for each in tallies.tally_people([reread(pad)])] == ["Bo"]


def test_the_latest_of_equal_distances_is_the_comeback() -> None:
    """Behind by three at the start, and by three again after the first hand."""
    pad = make_pad(start=(0, 3), target=8)
    record(hold(pad), hand(0, 2, owners={"low": 1, "game": 1}), hand(0, 4), hand(0, 2))
    back = statistics.biggest_comeback([reread(pad)])
    assert back is not None
    assert (back.behind, back.hand, back.winner_total, back.leader_total) == (3, 1, 2, 5)


def test_the_farthest_comeback_of_several_games_is_told() -> None:
    near, far = (make_pad(start=(0, n), target=4) for n in (2, 3))
    for pad in (far, near):
        record(hold(pad), hand(0, 4))
    for order in ((near, far), (far, near)):
        back = statistics.biggest_comeback([reread(pad) for pad in order])
        assert back is not None and (back.behind, back.game.pad.pk) == (3, far.pk)


def test_sets_cost_the_side_that_was_set_back_and_pay_all_the_others() -> None:
    pad = make_pad(names=("Ann", "Bo", "Cy"), target=40)
    record(hold(pad), hand(2, 4, owner=0), hand(2, 4, owner=1), hand(1, 2))
    settled = settling.settle_up(reread(pad), 0, 5)
    assert [(each.sets, each.balance) for each in settled] == [(0, 10), (0, 10), (2, -20)]
    paid = settling.list_payments(settled)
    assert [(each.payer, each.payee, each.units) for each in paid] == [
        ("Cy", "Ann", 10), ("Cy", "Bo", 10),
    ]  # fmt: skip


def test_settling_begins_with_one_a_point_and_nothing_a_set() -> None:
    form = SettleForm()
    assert (form["point"].value(), form["set"].value()) == (1, 0)
