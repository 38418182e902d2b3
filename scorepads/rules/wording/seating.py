"""What a change of the people says: who is called otherwise, and who plays from which hand on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from scorepads.rules.hand import Side
from scorepads.rules.seatings import (
    Seat,
    Seating,
    Seatings,
    people_of_seatings,
    people_of_sides,
    rename_people,
    rename_sides,
)
from scorepads.rules.wording.sides import join_names

NumberAfter = Callable[[int], int]
"""The number of the first hand after a place."""


def who_sits_down(before: Sequence[Side], after: Sequence[Side]) -> list[str]:
    """What is different around the table: “Eve plays for Bo”, “Ann and Cy change seats”."""
    was, now = people_of_sides(before), people_of_sides(after)
    replaced = substitutes(was, now)
    told = [f"{new} plays for {old}" for new, old in replaced.items()]
    stand_in = {old: new for new, old in replaced.items()}
    seated = {seat: stand_in.get(name, name) for seat, name in was.items()}
    moved = [name for seat, name in seated.items() if now.get(seat) != name]
    if moved:
        told.append(f"{listed(moved)} change seats")
    return told


def substitutes(was: dict[Seat, str], now: dict[Seat, str]) -> dict[str, str]:
    """Each person who sat down, and the one whom they play for: who left that seat, else any
    seat."""
    came = {seat: name for seat, name in now.items() if name not in was.values()}
    left = [name for name in was.values() if name not in now.values()]
    found = {}
    for seat, name in came.items():
        if was.get(seat) in left:
            found[name] = was[seat]
            left.remove(was[seat])
    others = (name for name in came.values() if name not in found)
    return found | dict(zip(others, left, strict=False))


def listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def what_changed_in_seatings(
    before: Seatings, after: Seatings, number_after: NumberAfter
) -> list[str]:
    """What a change of the people did, a sentence without its full stop for each thing."""
    before, told = tell_new_names(before, after)
    was, now = dict(tell_seatings(before)), dict(tell_seatings(after))
    if seats := who_sits_down(before[0].sides, after[0].sides):
        told.append(f"{join(seats)} from the first hand on")
    gone = {place: seats for place, seats in was.items() if now.get(place) != seats}
    for place, seats in now.items():
        if was.get(place) == seats:
            continue
        said = f"{join(seats)} from hand {number_after(place)} on"
        moved_from = next((old for old, each in gone.items() if each == seats), None)
        if moved_from is not None:
            del gone[moved_from]
            said += f", not {number_after(moved_from)}"
        told.append(said)
    taken_out = [(place, seats) for place, seats in gone.items() if place not in now]
    told += [
        f"Taken out: {join(seats)} from hand {number_after(place)} on" for place, seats in taken_out
    ]
    return told


def join(sentences: Sequence[str]) -> str:
    return ", ".join(sentences)


def tell_seatings(seatings: Seatings) -> Iterator[tuple[int, list[str]]]:
    """Each later seating by its place, and what it changes."""
    for earlier, later in pairwise(seatings):
        yield later.after, who_sits_down(earlier.sides, later.sides)


def tell_new_names(before: Seatings, after: Seatings) -> tuple[Seatings, list[str]]:
    """The seatings before with the names of after, and what is called otherwise."""
    sides = {
        number: new.name
        for number, (old, new) in enumerate(zip(before[0].sides, after[0].sides, strict=True))
        if is_side_renamed(old, new)
    }
    told = [f"{before[0].sides[n].name} is now called {name}" for n, name in sides.items()]
    before = rename_sides(before, sides)
    named = [
        join_names(new.players)
        for old, new in zip(before[0].sides, after[0].sides, strict=True)
        if new.players and not old.players
    ]
    if named:
        told.append(f"Players named: {'; '.join(named)}")
        before = tuple(
            replace(each, sides=tuple(with_players_of(each, after[0]))) for each in before
        )
    people = dict(new_names(before, after))
    told += [f"{old} is now called {new}" for old, new in people.items()]
    return rename_people(before, people), told


def is_side_renamed(old: Side, new: Side) -> bool:
    """Whether a team is called otherwise; a person, and a name made of players, count as theirs."""
    made = old.players and old.name == join_names(old.players)
    is_person = (0, None) in people_of_sides([old]) and not new.players
    return old.name != new.name and not is_person and not made


def with_players_of(seating: Seating, named: Seating) -> Iterator[Side]:
    for side, other in zip(seating.sides, named.sides, strict=True):
        yield side if side.players else Side(side.name, other.players)


def new_names(before: Seatings, after: Seatings) -> Iterator[tuple[str, str]]:
    """People who are called otherwise wherever they sat, from their old names to the new."""
    known, still = people_of_seatings(before), people_of_seatings(after)
    now = {each.after: people_of_sides(each.sides) for each in after}
    for each in before:
        there = now.get(each.after, {})
        for seat, old in people_of_sides(each.sides).items():
            new = there.get(seat, old)
            if new != old and old not in still and new not in known:
                yield old, new
