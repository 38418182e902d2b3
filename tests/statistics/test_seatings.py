"""Statistics, sheets and the next game go by the people who sat there."""

from __future__ import annotations

from uuid import uuid4

import pytest

from scorepads.core.scorepad import Scorepad, newest_first
from scorepads.opening.services import play_again, play_on
from scorepads.printing.played_sheets import pad_sheet
from scorepads.statistics import evening, settling, statistics
from scorepads.statistics.filters import read_held_games
from scorepads.statistics.tallies import tally_partnerships, tally_people
from tests.browsing import look
from tests.factories import (
    all_ids,
    at,
    hand,
    hold,
    make_pad,
    make_phone,
    record,
    rename,
    reread,
    sit_down,
)

pytestmark = pytest.mark.django_db
PLAYERS = (("Ann", "Bo"), ("Cy", "Di"))


def substituted() -> Scorepad:
    """Three hands to 8: Bo bids on the first, Eve plays for him from the second on and wins."""
    pad = make_pad(players=PLAYERS, target=8)
    holder = hold(pad)
    record(holder, hand(0, 2, player=1))
    sit_down(holder, 2, {(0, 1): "Eve"})
    record(holder, hand(1, 2, player=0, owners={"low": 0}), hand(0, 3, player=1))
    return reread(pad)


def test_each_hand_counts_for_who_sat_there() -> None:
    told = {
        row.name: (row.hands, row.points, row.bids, row.played, row.won)
        for row in tally_people([substituted()])
    }
    assert told == {
        "Ann": (3, 9, 0, 1, 1),
        "Bo": (1, 4, 1, 0, 0),
        "Eve": (2, 5, 1, 1, 1),
        "Cy": (3, 3, 1, 1, 0),
        "Di": (3, 3, 0, 1, 0),
    }


def test_so_it_does_for_partnerships() -> None:
    told = {
        row.name: (row.hands, row.points, row.bids, row.made, row.played)
        for row in tally_partnerships([substituted()])
    }
    assert told == {
        "Ann & Bo": (1, 4, 1, 1, 0),
        "Ann & Eve": (2, 5, 1, 1, 1),
        "Cy & Di": (3, 3, 1, 1, 1),
    }


def test_partners_who_have_changed_seats_are_the_same_partnership() -> None:
    games = []
    for first in (("Ann", "Bo"), ("Bo", "ann")):
        pad = make_pad(players=(first, ("Cy", "Di")), target=4)
        record(hold(pad), hand(0, 2))
        games.append(reread(pad))
    counted = statistics.count_statistics(games)
    assert {row.name: row.won for row in counted.partnerships} == {"Ann & Bo": 2, "Cy & Di": 0}
    assert [(table.names, table.games) for table in counted.tables] == [
        (("Ann & Bo", "Cy & Di"), 2)
    ]
    assert {name for kind in counted.kinds for name in kind.by} == {"Ann & Bo"}


def test_points_by_kind_and_games_at_a_table_go_by_who_sat_there() -> None:
    counted = statistics.count_statistics([substituted()])
    low = next(kind for kind in counted.kinds if kind.label == "Low")
    assert dict(low.by) == {"Ann & Bo": 1, "Ann & Eve": 2}
    [table] = counted.tables
    assert table.names == ("Ann & Eve", "Cy & Di")


def test_partners_who_change_seats_are_the_same_people() -> None:
    pad = make_pad(players=PLAYERS)
    record(hold(pad), hand(0, 2, player=0))
    sit_down(hold(pad), 2, {(0, 0): "Bo", (0, 1): "Ann"})
    record(hold(pad), hand(0, 3, player=0))
    told = {row.name: (row.hands, row.bids) for row in tally_people([reread(pad)])}
    assert told == {"Ann": (2, 1), "Bo": (2, 1), "Cy": (2, 0), "Di": (2, 0)}


def test_a_side_of_one_counts_for_who_played_it() -> None:
    pad = make_pad(names=("Ann", "Bo", "Cy"))
    record(hold(pad), hand(1), hand(1))
    sit_down(hold(pad), 2, {(1, None): "Eve"})
    told = {row.name: (row.hands, row.bids) for row in tally_people([reread(pad)])}
    assert told == {"Ann": (2, 0), "Bo": (1, 1), "Eve": (1, 1), "Cy": (2, 0)}


def test_a_name_put_right_holds_for_games_before_it_too() -> None:
    now = substituted()
    rename(hold(now.pad), Bo="Bob")
    assert {row.name for row in tally_people([reread(now.pad)])} == {
        "Ann", "Bob", "Eve", "Cy", "Di",
    }  # fmt: skip


def test_games_are_found_by_everybody_who_played_in_them() -> None:
    now = substituted()
    rename(hold(now.pad), Bo="Bob")
    held = read_held_games(newest_first(all_ids()))
    assert held.people[now.pad.pk] == {"ann", "bob", "eve", "cy", "di"}
    page = look(make_phone(now.pad), "/statistics/?who=Bob")
    assert "Ann & Bob" in page.text


def test_settling_up_stays_with_the_side() -> None:
    balances = settling.settle_up(substituted(), 1, 0)
    assert [(each.name, each.balance) for each in balances] == [("Ann & Eve", 6), ("Cy & Di", -6)]


def test_the_next_game_begins_as_the_table_sits() -> None:
    now = substituted()
    pad, _ = play_again(now, open_key=uuid4())
    assert reread(pad).names == ["Ann & Eve", "Cy & Di"]
    both = evening.whole_evening(reread(pad), all_ids())
    assert both.before == "Ann & Eve lead 1 to 0"


def test_a_game_played_on_under_other_rules_knows_who_played_what() -> None:
    now = substituted()
    pad, _ = play_on(now, rules=now.rules, entries=now.entries, open_key=uuid4())
    again = reread(pad)
    assert again.seatings_by_line == now.seatings_by_line
    assert tally_people([again])[0].name == "Ann"
    early, _ = play_on(now, rules=now.rules, entries=now.entries[:1], open_key=uuid4())
    assert reread(early).seatings[-1].after <= 1


def test_the_sheet_says_who_played_which_hands() -> None:
    now = substituted()
    sheet = pad_sheet(now)
    said = [row.said or (row.number, row.bidder) for row in sheet.rows]
    assert said == [("1", "Bo"), "Eve plays for Bo", ("2", "Cy"), ("3", "Eve")]
    assert sheet.foot.notes[0] == "Eve plays for Bo from hand 2 on."
    text = look(make_phone(now.pad), at(now.pad, "sheet/")).text
    assert "Eve plays for Bo" in text
