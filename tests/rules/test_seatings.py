"""Who sits where, and from which hand on: what a table can change, and what is said of it."""

from __future__ import annotations

from typing import Any

import pytest

from scorepads.rules.hand import Side
from scorepads.rules.interchange import read_ledger, score_document, write_ledger
from scorepads.rules.seatings import (
    MAX_SEATINGS,
    Seat,
    Seating,
    Seatings,
    drop_seating,
    find_double,
    is_renaming,
    move_seating,
    name_players,
    people_of_seatings,
    people_of_sides,
    rename_people,
    rename_sides,
    seat_people,
    seating_at,
    seatings_facts,
    stored_seatings,
)
from scorepads.rules.terms import Refused
from scorepads.rules.wording.seating import what_changed_in_seatings, who_sits_down

US, THEM = Side("Us", ("Ann", "Bo")), Side("Them", ("Cy", "Di"))
FOUR: Seatings = (Seating(0, (US, THEM)),)
ALONE: Seatings = (Seating(0, (Side("Ann"), Side("Bo"), Side("Cy"))),)
UNNAMED: Seatings = (Seating(0, (Side("Us"), Side("Them"))),)
BO: Seat = (0, 1)


def people(seatings: Seatings, place: int | None = None) -> list[str]:
    return list(people_of_sides(seating_at(seatings, place).sides).values())


def told(before: Seatings, after: Seatings) -> list[str]:
    """What is said of a change where the hand after each place is the next number."""
    return what_changed_in_seatings(before, after, lambda place: place + 1)


# --- A name that is put right


def test_a_name_is_put_right_wherever_its_person_sat() -> None:
    once = seat_people(FOUR, 4, {BO: "Eve"})
    twice = seat_people(once, 8, {BO: "Bo"})
    renamed = rename_people(twice, {"Bo": "Bob"})
    assert [people(renamed, place)[1] for place in (1, 6, 9)] == ["Bob", "Eve", "Bob"]
    assert told(twice, renamed) == ["Bo is now called Bob"]
    assert told(renamed, twice) == ["Bob is now called Bo"]


def test_two_names_can_be_exchanged_in_one_go() -> None:
    renamed = rename_people(FOUR, {"Ann": "Bo", "Bo": "Ann"})
    assert people(renamed) == ["Bo", "Ann", "Cy", "Di"]
    assert told(FOUR, renamed) == ["Ann and Bo change seats from the first hand on"]


def test_a_side_of_one_is_renamed_like_a_person() -> None:
    renamed = rename_people(ALONE, {"Bo": "Bob"})
    assert [side.name for side in renamed[0].sides] == ["Ann", "Bob", "Cy"]
    assert told(ALONE, renamed) == ["Bo is now called Bob"]


def test_a_side_called_by_its_players_follows_them_and_one_with_a_name_keeps_it() -> None:
    sides = (Side("Ann & Bo", ("Ann", "Bo")), Side("The Reeds", ("Cy", "Di")))
    renamed = rename_people((Seating(0, sides),), {"Bo": "Bob", "Di": "Dee"})
    assert [side.name for side in renamed[0].sides] == ["Ann & Bob", "The Reeds"]
    again = rename_sides(renamed, {1: "Reeds"})
    assert told(renamed, again) == ["The Reeds is now called Reeds"]


def test_players_can_be_named_later() -> None:
    named = name_players(UNNAMED, [["Ann", "Bo"], ["Cy", "Di"]])
    assert people(named, 1) == ["Ann", "Bo", "Cy", "Di"]
    assert told(UNNAMED, named) == ["Players named: Ann & Bo; Cy & Di"]


# --- Somebody else sits down


def test_a_substitute_plays_from_a_hand_on() -> None:
    seatings = seat_people(FOUR, 4, {BO: "Eve"})
    assert [people(seatings, place)[1] for place in (1, 4, 5, None)] == ["Bo", "Bo", "Eve", "Eve"]
    assert told(FOUR, seatings) == ["Eve plays for Bo from hand 5 on"]
    assert people_of_seatings(seatings) == ["Ann", "Bo", "Cy", "Di", "Eve"]


def test_a_substitute_noticed_late_does_not_undo_what_came_after() -> None:
    """Flo plays for Cy from hand 9; that Eve plays for Bo since hand 5 is said only then."""
    later = seat_people(FOUR, 8, {(1, 0): "Flo"})
    both = seat_people(later, 4, {BO: "Eve"})
    assert people(both, 4) == ["Ann", "Bo", "Cy", "Di"]
    assert people(both, 5) == ["Ann", "Eve", "Cy", "Di"]
    assert people(both, 9) == ["Ann", "Eve", "Flo", "Di"]
    assert told(later, both) == ["Eve plays for Bo from hand 5 on"]


def test_who_sits_there_now_had_to_sit_there_then_to_be_replaced() -> None:
    eve = seat_people(FOUR, 4, {BO: "Eve"})
    flo = seat_people(eve, 2, {BO: "Flo"})
    assert [people(flo, place)[1] for place in (1, 3, 5)] == ["Bo", "Bo", "Flo"]


def test_two_sit_down_at_the_same_hand() -> None:
    both = seat_people(seat_people(FOUR, 4, {BO: "Eve"}), 4, {(1, 1): "Flo"})
    assert [each.after for each in both] == [0, 4]
    assert who_sits_down(both[0].sides, both[1].sides) == [
        "Eve plays for Bo", "Flo plays for Di",
    ]  # fmt: skip


def test_partners_change_seats() -> None:
    swapped = seat_people(FOUR, 4, {(0, 0): "Bo", BO: "Ann"})
    assert swapped[1].sides[0] == Side("Us", ("Bo", "Ann"))
    assert told(FOUR, swapped) == ["Ann and Bo change seats from hand 5 on"]


def test_a_substitute_takes_the_other_seat_of_a_side() -> None:
    seatings = seat_people(FOUR, 4, {(0, 0): "Bo", BO: "Eve"})
    assert told(FOUR, seatings) == ["Eve plays for Ann, Eve and Bo change seats from hand 5 on"]


def test_a_side_of_one_is_played_by_somebody_else() -> None:
    seatings = seat_people(ALONE, 2, {(1, None): "Eve"})
    assert [[s.name for s in each.sides] for each in seatings] == [
        ["Ann", "Bo", "Cy"], ["Ann", "Eve", "Cy"],
    ]  # fmt: skip
    assert told(ALONE, seatings) == ["Eve plays for Bo from hand 3 on"]


# --- A change of seats that is put right


def test_a_change_of_seats_is_moved_and_taken_out() -> None:
    seatings = seat_people(FOUR, 4, {BO: "Eve"})
    moved = move_seating(seatings, 1, 2)
    assert told(seatings, moved) == ["Eve plays for Bo from hand 3 on, not 5"]
    assert drop_seating(seatings, 1) == FOUR
    assert told(seatings, FOUR) == ["Taken out: Eve plays for Bo from hand 5 on"]


def test_it_does_not_pass_another_one() -> None:
    seatings = seat_people(seat_people(FOUR, 4, {BO: "Eve"}), 8, {(1, 1): "Flo"})
    for number, after in ((1, 8), (1, 0), (2, 4), (2, 3)):
        with pytest.raises(Refused):
            move_seating(seatings, number, after)


def test_a_change_is_taken_out_from_under_another_seat_s_but_not_from_under_its_own() -> None:
    seatings = seat_people(seat_people(FOUR, 4, {BO: "Eve"}), 8, {(1, 1): "Flo"})
    assert people(drop_seating(seatings, 1)) == ["Ann", "Bo", "Cy", "Flo"]
    again = seat_people(seatings, 9, {BO: "Gil"})
    with pytest.raises(Refused, match="later change"):
        drop_seating(again, 1)


# --- What reads alike, and what is the same table


@pytest.mark.parametrize("name", ["ann", "ANN", "Ａｎｎ"])
def test_two_names_that_read_alike_are_found(name: str) -> None:
    assert find_double((US, Side("Them", (name, "Di")))) == name
    assert find_double((Side("Ann"), Side(name))) == name
    assert find_double((US, THEM)) is None


def test_only_new_names_are_told_from_new_people() -> None:
    sub = seat_people(FOUR, 4, {BO: "Eve"})
    assert is_renaming(FOUR, rename_people(FOUR, {"Bo": "Bob"}))
    assert is_renaming(sub, rename_people(sub, {"Eve": "Eva", "Bo": "Bob"}))
    assert is_renaming(UNNAMED, name_players(UNNAMED, [["Ann"], ["Bo"]]))
    assert not is_renaming(FOUR, sub)
    assert not is_renaming(sub, move_seating(sub, 1, 2))
    # as well who took whose name as who took whose seat
    assert not is_renaming(FOUR, rename_people(FOUR, {"Ann": "Bo", "Bo": "Ann"}))


# --- In a ledger


LEDGER: dict[str, Any] = {
    "format": "pitch-ledger/1",
    "preset": "wikipedia@1",
    "sides": [{"name": "Us", "players": ["Ann", "Bo"]}, {"name": "Them", "players": ["Cy", "Di"]}],
    "hands": [{"pitcher": 0, "bid": 2, "points": {"high": 0, "low": 0, "jack": 0, "game": 0}}] * 2,
}
EVE = [{"name": "Us", "players": ["Ann", "Eve"]}, {"name": "Them", "players": ["Cy", "Di"]}]


def us_with(*players: str) -> dict[str, Any]:
    return {"name": "Us", "players": list(players)}


def seated(*seatings: Any) -> dict[str, Any]:
    return LEDGER | {"seatings": list(seatings)}


def test_a_ledger_says_who_sat_down_and_its_reasons_name_who_played() -> None:
    ledger = seated({"after": 1, "sides": EVE})
    given = read_ledger(ledger)
    assert write_ledger(given.rules, given.seatings, given.start, given.entries) == ledger
    first, second = score_document(ledger)["hands"]
    assert first["why"][0].startswith("Ann & Bo bid 2")
    assert second["why"][0].startswith("Ann & Eve bid 2")
    plain = score_document(LEDGER)
    assert [row["totals"] for row in plain["hands"]] == [first["totals"], second["totals"]]


def test_a_ledger_without_seatings_is_written_as_before() -> None:
    given = read_ledger(LEDGER)
    assert write_ledger(given.rules, given.seatings, given.start, given.entries) == LEDGER


def test_facts_of_seatings_come_back_as_they_were() -> None:
    seatings = seat_people(FOUR, 4, {BO: "Eve"})
    assert stored_seatings(seatings_facts(seatings)) == seatings
    assert "seatings" not in seatings_facts(FOUR)


@pytest.mark.parametrize(
    ("seatings", "at"),
    [
        ({}, "seatings"),
        ([7], "seatings[0]"),
        ([{"after": 1}], "seatings[0].sides"),
        ([{"sides": EVE}], "seatings[0].after"),
        ([{"after": 1, "sides": EVE, "by": 1}], "seatings[0].by"),
        ([{"after": "1", "sides": EVE}], "seatings[0].after"),
        ([{"after": True, "sides": EVE}], "seatings[0].after"),
        ([{"after": 0, "sides": EVE}], "seatings[0].after"),
        ([{"after": 3, "sides": EVE}], "seatings[0].after"),
        ([{"after": 1, "sides": EVE}, {"after": 1, "sides": EVE}], "seatings[1].after"),
        ([{"after": 1, "sides": EVE[:1]}], "seatings[0].sides"),
        ([{"after": 1, "sides": [us_with("Eve"), EVE[1]]}], "seatings[0].sides"),
        ([{"after": 1, "sides": [us_with("Ann", ""), EVE[1]]}], "seatings[0].sides[0].players[1]"),
        ([{"after": 1, "sides": EVE}] * MAX_SEATINGS, "seatings"),
    ],
)  # fmt: skip
def test_a_wrong_seating_is_refused_with_its_path(seatings: Any, at: str) -> None:
    with pytest.raises(Refused) as refused:
        read_ledger(LEDGER | {"seatings": seatings})
    assert at in [problem.at for problem in refused.value.problems]
