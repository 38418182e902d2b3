"""Who sits where, and from which hand on: what a table can change about its people.

A game has one seating after another. The first holds from the first hand; each later one says from
where on somebody else sits somewhere. A name that is mended is mended in all of them. No seating
changes a score.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorepads.rules.hand import MAX_NAME_LENGTH, MAX_PLAYERS, Side
from scorepads.rules.terms import Problem, Refused, is_whole, text_problem, value_text
from scorepads.rules.wording.sides import is_made_up, join_names

MAX_SEATINGS = 50
MAX_SIDES_READ = 50
"""So many sides are too many already: a list of more is not read to its end."""

Seat = tuple[int, int | None]
"""A side's number and the place among its players; None where the side itself is the person."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where after so many changes or lines, until the next seating."""

    after: int
    sides: tuple[Side, ...]


Seatings = tuple[Seating, ...]


def seating_at(seatings: Seatings, place: int | None) -> Seating:
    """The seating in force for what comes at `place`; without one, for what comes next."""
    if place is None:
        return seatings[-1]
    return next(each for each in reversed(seatings) if each.after < place or not each.after)


def people_of_sides(sides: Sequence[Side]) -> dict[Seat, str]:
    """The people by their seats: named players, and sides without any that have their own name."""
    people: dict[Seat, str] = {}
    for number, side in enumerate(sides):
        people |= {(number, row): player for row, player in enumerate(side.players)}
        if not side.players and not is_made_up(side.name):
            people[number, None] = side.name
    return people


def people_of_seatings(seatings: Seatings) -> list[str]:
    """Everybody who sits or sat there, each once, in the order in which they came."""
    found = [name for each in seatings for name in people_of_sides(each.sides).values()]
    return list(dict.fromkeys(found))


def reading_key(name: str) -> str:
    """What two names have in common that read alike."""
    return unicodedata.normalize("NFKC", name).casefold()


# ---- What a table can change


def rename_people(seatings: Seatings, names: Mapping[str, str]) -> Seatings:
    """The seatings with people called otherwise, wherever they sat; `names` from old to new."""

    def renamed(side: Side) -> Side:
        if not side.players:
            return side if is_made_up(side.name) else Side(names.get(side.name, side.name))
        return with_players(side, tuple(names.get(player, player) for player in side.players))

    return tuple(replace(each, sides=tuple(map(renamed, each.sides))) for each in seatings)


def rename_sides(seatings: Seatings, names: Mapping[int, str]) -> Seatings:
    """The seatings with sides of these numbers called otherwise, from the first hand on."""
    return tuple(
        replace(
            each,
            sides=tuple(
                replace(side, name=names.get(number, side.name))
                for number, side in enumerate(each.sides)
            ),
        )
        for each in seatings
    )


def name_players(seatings: Seatings, players: Sequence[Sequence[str]]) -> Seatings:
    """The seatings with players for sides that had named none."""
    return tuple(
        replace(
            each,
            sides=tuple(
                side if side.players else Side(side.name, tuple(named))
                for side, named in zip(each.sides, players, strict=True)
            ),
        )
        for each in seatings
    )


def seat_people(seatings: Seatings, after: int, changed: Mapping[Seat, str]) -> Seatings:
    """The seatings with other people in these seats, in place of those who sit there now.

    It holds from the place `after` on, for as long as the people who sit there now had sat there.
    """
    now = people_of_sides(seatings[-1].sides)
    earlier = [each for each in seatings if each.after <= after]
    later = seatings[len(earlier) :]
    if earlier[-1].after < after:
        earlier.append(Seating(after, earlier[-1].sides))
    reseated = [
        replace(each, sides=with_people(each.sides, still_there(each.sides, now, changed)))
        for each in (earlier[-1], *later)
    ]
    return without_idle((*earlier[:-1], *reseated))


def still_there(
    sides: Sequence[Side], now: Mapping[Seat, str], changed: Mapping[Seat, str]
) -> dict[Seat, str]:
    """Those of the changes whose seat has the same person as now."""
    people = people_of_sides(sides)
    return {seat: name for seat, name in changed.items() if people.get(seat) == now.get(seat)}


def move_seating(seatings: Seatings, number: int, after: int) -> Seatings:
    """The seatings with one that begins at another place; raises `Refused` past its neighbors."""
    follows = seatings[number + 1].after if number + 1 < len(seatings) else None
    if after <= seatings[number - 1].after or (follows is not None and after >= follows):
        raise Refused([Problem("from", "another change of seats lies between")])
    moved = replace(seatings[number], after=after)
    return (*seatings[:number], moved, *seatings[number + 1 :])


def drop_seating(seatings: Seatings, number: int) -> Seatings:
    """The seatings as if that one had never been.

    Raises `Refused` where a later one changes the same seats, since it builds on this one.
    """
    before, gone = (people_of_sides(seatings[n].sides) for n in (number - 1, number))
    back = {seat: before[seat] for seat in gone if gone[seat] != before[seat]}
    later = seatings[number + 1 :]
    if any(people_of_sides(each.sides)[seat] != gone[seat] for each in later for seat in back):
        raise Refused([Problem("drop", "first take out the later change of the same seat")])
    undone = (replace(each, sides=with_people(each.sides, back)) for each in later)
    return without_idle((*seatings[:number], *undone))


def without_idle(seatings: Seatings) -> Seatings:
    """The seatings without those that change nothing."""
    kept = [seatings[0]]
    kept += [each for k, each in enumerate(seatings[1:]) if each.sides != seatings[k].sides]
    return tuple(kept)


def with_people(sides: Sequence[Side], people: Mapping[Seat, str]) -> tuple[Side, ...]:
    """The sides with these people in their seats."""
    seated = []
    for number, side in enumerate(sides):
        if side.players:
            rows = enumerate(side.players)
            seated.append(with_players(side, tuple(people.get((number, r), p) for r, p in rows)))
        else:
            seated.append(Side(people.get((number, None), side.name)))
    return tuple(seated)


def with_players(side: Side, players: tuple[str, ...]) -> Side:
    """The side with other players; a name that was made of its players' is made anew."""
    if side.name == join_names(side.players) and set(players) != set(side.players):
        return Side(join_names(players), players)
    return Side(side.name, players)


def is_renaming(before: Seatings, after: Seatings) -> bool:
    """Whether people only changed their names: everybody sits where they sat, when they did.

    Two people who took each other's name are not told from two who took each other's seat.
    """
    if [each.after for each in before] != [each.after for each in after]:
        return False
    names: set[tuple[str, str]] = set()
    for old, new in zip(before, after, strict=True):
        was, now = people_of_sides(old.sides), people_of_sides(new.sides)
        if was.keys() - now.keys():
            return False
        names |= {(name, now[seat]) for seat, name in was.items()}
    known = {old for old, _ in names}
    if any(new in known for old, new in names if old != new):
        return False
    return len(known) == len(names) == len({new for _, new in names})


def find_double(sides: Sequence[Side]) -> str | None:
    """A name that two sides, or two players, have in common; None where there is none."""
    for names in ([side.name for side in sides], [p for side in sides for p in side.players]):
        seen: set[str] = set()
        for name in names:
            if reading_key(name) in seen:
                return name
            seen.add(reading_key(name))
    return None


def is_same_table(sides: Sequence[Side], opened_as: Sequence[Side]) -> bool:
    """Whether there are the sides of the opening, each with as many players, or named since."""
    return len(sides) == len(opened_as) and all(
        not before.players or len(side.players) == len(before.players)
        for side, before in zip(sides, opened_as, strict=True)
    )


# ---- As facts


def side_facts(side: Side) -> dict[str, Any]:
    return {"name": side.name} | ({"players": list(side.players)} if side.players else {})


def sides_facts(sides: Sequence[Side]) -> list[dict[str, Any]]:
    return [side_facts(side) for side in sides]


def seatings_facts(seatings: Seatings) -> dict[str, Any]:
    """The seatings as plain JSON values: the sides at first, and who sat down later."""
    facts: dict[str, Any] = {"sides": sides_facts(seatings[0].sides)}
    if len(seatings) > 1:
        facts["seatings"] = later_facts(seatings)
    return facts


def later_facts(seatings: Seatings) -> list[dict[str, Any]]:
    return [{"after": each.after, "sides": sides_facts(each.sides)} for each in seatings[1:]]


def stored_seatings(facts: Mapping[str, Any]) -> Seatings:
    """The seatings of facts that were checked when they were stored."""
    later = (
        Seating(each["after"], stored_sides(each["sides"])) for each in facts.get("seatings", ())
    )
    return (Seating(0, stored_sides(facts["sides"])), *later)


def stored_sides(facts: Sequence[Mapping[str, Any]]) -> tuple[Side, ...]:
    return tuple(Side(side["name"], tuple(side.get("players", ()))) for side in facts)


def read_sides(raw: Any, at: str, problems: list[Problem]) -> list[Side]:
    """The sides that a list of objects names, with problems added under their paths."""
    if not isinstance(raw, list):
        problems.append(Problem(at, "sides are a list"))
        return []
    sides = raw[:MAX_SIDES_READ]
    return [read_side(side, f"{at}[{number}]", problems) for number, side in enumerate(sides)]


def read_side(raw: Any, at: str, problems: list[Problem]) -> Side:
    if not isinstance(raw, Mapping):
        problems.append(Problem(at, "a side is an object with a name"))
        return Side("")
    problems += [
        Problem(f"{at}.{key}", f"“{key}” does not belong here")
        for key in raw
        if key not in ("name", "players")
    ]
    if "name" not in raw:
        problems.append(Problem(f"{at}.name", "a side has a name"))
    elif wrong := text_problem(raw["name"], MAX_NAME_LENGTH, "a name"):
        problems.append(Problem(f"{at}.name", wrong))
    players = raw.get("players", [])
    if not isinstance(players, list) or len(players) > MAX_PLAYERS:
        problems.append(Problem(f"{at}.players", f"players are a list of up to {MAX_PLAYERS}"))
        players = []
    for number, player in enumerate(players):
        if wrong := text_problem(player, MAX_NAME_LENGTH, "a name"):
            problems.append(Problem(f"{at}.players[{number}]", wrong))
    return Side(raw.get("name", ""), tuple(players))


def read_later_seatings(
    raw: Any, first: Sequence[Side], most: int, problems: list[Problem]
) -> Seatings:
    """All seatings of a game whose `first` sides are known; problems are added by their paths.

    `raw` lists the later ones. Each comes after the one before, and none after place `most`; they
    have as many sides and players as the first.
    """
    seatings = [Seating(0, tuple(first))]
    if not isinstance(raw, list) or len(raw) >= MAX_SEATINGS:
        problems.append(Problem("seatings", f"seatings are a list of up to {MAX_SEATINGS - 1}"))
        return tuple(seatings)
    for number, each in enumerate(raw):
        at, found = f"seatings[{number}]", list[Problem]()
        seating = read_seating(each, at, found)
        if not found:
            found += seating_problems(seating, seatings[-1], most, at)
        problems += found
        if found:
            break
        seatings.append(seating)
    return tuple(seatings)


def read_seating(raw: Any, at: str, problems: list[Problem]) -> Seating:
    if not isinstance(raw, Mapping):
        problems.append(Problem(at, "a seating is an object"))
        return Seating(0, ())
    keys = ("after", "sides")
    problems += [
        Problem(f"{at}.{key}", f"“{key}” does not belong here") for key in raw if key not in keys
    ]
    problems += [Problem(f"{at}.{key}", f"“{key}” is missing") for key in keys if key not in raw]
    if problems:
        return Seating(0, ())
    if not is_whole(raw["after"]):
        problems.append(Problem(f"{at}.after", "after is a whole number"))
    return Seating(raw["after"], tuple(read_sides(raw["sides"], f"{at}.sides", problems)))


def seating_problems(seating: Seating, before: Seating, most: int, at: str) -> Iterator[Problem]:
    if not before.after < seating.after <= most:
        shown = value_text(seating.after)
        yield Problem(f"{at}.after", f"nobody sits down after {shown} here: it is out of order")
    counts = ([len(side.players) for side in each.sides] for each in (seating, before))
    if len({tuple(count) for count in counts}) > 1:
        yield Problem(f"{at}.sides", "there are as many sides and players as before")
