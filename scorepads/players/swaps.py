"""Other partners, or other seats, for the next game: what a table can choose from. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorepads.core.scorepad import Scorepad
from scorepads.rules.hand import MAX_NAME_LENGTH, Side

PARTNERS = 2


@dataclass(frozen=True, slots=True)
class Swap:
    """One way to sit for the next game; `deals` names who deals in turn, the first one first."""

    title: str
    sides: tuple[Side, ...]
    first_dealer: int
    deals: tuple[str, ...]


def as_they_sit(scorepad: Scorepad) -> Swap:
    """The next game without any swap, to compare with."""
    return _swap(scorepad, "As now", scorepad.sides)


def swaps(scorepad: Scorepad) -> list[Swap]:
    """Every single swap: partners, seats of partners, and places of whole sides."""
    counts = {len(side.players) for side in scorepad.sides}
    if len(counts) == 1 and counts.pop() >= PARTNERS:
        found = [*_other_partners(scorepad.sides), *_other_seats(scorepad.sides)]
        if len(scorepad.sides) > PARTNERS:
            found += _other_places(scorepad.sides)
    else:
        found = list(_other_places(scorepad.sides))
    return _each_once(scorepad, [_swap(scorepad, title, sides) for title, sides in found])


def _each_once(scorepad: Scorepad, found: Sequence[Swap]) -> list[Swap]:
    """Those that change something, each once: round a table, many swaps come to the same."""
    if len(found) == 1:
        return list(found)
    seen = {_company(as_they_sit(scorepad))}
    kept = []
    for swap in found:
        if _company(swap) not in seen:
            seen.add(_company(swap))
            kept.append(swap)
    return kept


def _company(swap: Swap) -> tuple[object, ...]:
    """Who deals in turn, and who plays with whom."""
    return swap.deals, frozenset(frozenset(side.players) for side in swap.sides)


Seating = tuple[str, tuple[Side, ...]]


def _other_partners(sides: Sequence[Side]) -> Iterator[Seating]:
    """One player of a side for one of another; the first player keeps the side together."""
    for i, one in enumerate(sides):
        for j in range(i + 1, len(sides)):
            other = sides[j]
            for seat, player in enumerate(other.players):
                mine = (*one.players[:-1], player)
                theirs = (*other.players[:seat], one.players[-1], *other.players[seat + 1 :])
                changed = {i: _reseated(one, mine), j: _reseated(other, theirs)}
                title = f"{one.players[-1]} and {player} change sides"
                yield title, tuple(changed.get(n, side) for n, side in enumerate(sides))


def _other_seats(sides: Sequence[Side]) -> Iterator[Seating]:
    """Partners of one side change seats; at a round table the last side need not."""
    for i, side in enumerate(sides[:-1]):
        turned = _reseated(side, (*side.players[1:], side.players[0]))
        title = f"{' and '.join(side.players)} change seats"
        yield title, tuple(turned if n == i else each for n, each in enumerate(sides))


def _other_places(sides: Sequence[Side]) -> Iterator[Seating]:
    """Two sides that sit next to each other change places."""
    for i in range(len(sides) if len(sides) > PARTNERS else 1):
        j = (i + 1) % len(sides)
        seated = list(sides)
        seated[i], seated[j] = seated[j], seated[i]
        yield f"{sides[i].name} and {sides[j].name} change places", tuple(seated)


def _reseated(side: Side, players: tuple[str, ...]) -> Side:
    """The side with other players; a name made of its players' names is made anew."""
    named = any(player.casefold() in side.name.casefold() for player in side.players)
    fresh = " & ".join(players)
    usable = named and set(players) != set(side.players) and len(fresh) <= MAX_NAME_LENGTH
    return Side(fresh if usable else side.name, players)


def _swap(scorepad: Scorepad, title: str, sides: tuple[Side, ...]) -> Swap:
    """The seating, with the deal still passing on to whoever's turn it is."""
    seated = _seats(scorepad, sides)
    turn = scorepad.seat_name(scorepad.dealer)
    first = seated.index(turn) if turn in seated else scorepad.dealer % len(seated)
    return Swap(title, sides, first, tuple(seated[first:] + seated[:first]))


def _seats(scorepad: Scorepad, sides: Sequence[Side]) -> list[str]:
    """Who sits where, once round the table."""
    rows = scorepad.seats // len(scorepad.sides)
    return [
        side.players[row] if row < len(side.players) else _unnamed(side.name, row)
        for row in range(rows)
        for side in sides
    ]


def _unnamed(name: str, row: int) -> str:
    return f"{name}, player {row + 1}" if row else name
