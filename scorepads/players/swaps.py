"""Swaps of partners and seats that a table can choose from for its next game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorepads.core.scorepad import Scorepad
from scorepads.rules.hand import MAX_NAME_LENGTH, Side
from scorepads.rules.wording.sides import call_side, is_called_by_players

PARTNERS = 2


@dataclass(frozen=True, slots=True)
class Swap:
    """A seating for the next game; `deal_order` names the dealers in turn."""

    title: str
    sides: tuple[Side, ...]
    first_dealer: int
    deal_order: tuple[str, ...]

    @property
    def named_sides(self) -> list[tuple[str, tuple[str, ...]]]:
        """What each side is called, with its players where that does not name them already."""
        return [
            (call_side(side), () if is_called_by_players(side) else side.players)
            for side in self.sides
        ]


def current_seating(scorepad: Scorepad) -> Swap:
    """The next game without any swap, to compare with."""
    return make_swap(scorepad, "As now", scorepad.sides)


def possible_swaps(scorepad: Scorepad) -> list[Swap]:
    """Every single swap: partners, seats of partners, and places of whole sides."""
    counts = {len(side.players) for side in scorepad.sides}
    if len(counts) == 1 and counts.pop() >= PARTNERS:
        found = [*partner_swaps(scorepad.sides), *seat_swaps(scorepad.sides)]
        if len(scorepad.sides) > PARTNERS:
            found += place_swaps(scorepad.sides)
    else:
        found = list(place_swaps(scorepad.sides))
    return unique_swaps(scorepad, [make_swap(scorepad, title, sides) for title, sides in found])


def unique_swaps(scorepad: Scorepad, found: Sequence[Swap]) -> list[Swap]:
    """The swaps that change something, without duplicates: many come to the same seating."""
    if len(found) == 1:
        return list(found)
    seen = {seating_key(current_seating(scorepad))}
    unique = []
    for swap in found:
        if seating_key(swap) not in seen:
            seen.add(seating_key(swap))
            unique.append(swap)
    return unique


def seating_key(swap: Swap) -> tuple[object, ...]:
    """What makes two seatings the same: the deal order, and who plays with whom."""
    return swap.deal_order, frozenset(frozenset(side.players) for side in swap.sides)


Seating = tuple[str, tuple[Side, ...]]


def partner_swaps(sides: Sequence[Side]) -> Iterator[Seating]:
    """One player of a side for one of another; the first player keeps the side together."""
    for i, one in enumerate(sides):
        for j in range(i + 1, len(sides)):
            other = sides[j]
            for seat, player in enumerate(other.players):
                mine = (*one.players[:-1], player)
                theirs = (*other.players[:seat], one.players[-1], *other.players[seat + 1 :])
                changed = {i: reseat_side(one, mine), j: reseat_side(other, theirs)}
                title = f"{one.players[-1]} and {player} change sides"
                yield title, tuple(changed.get(n, side) for n, side in enumerate(sides))


def seat_swaps(sides: Sequence[Side]) -> Iterator[Seating]:
    """Partners of one side change seats; at a round table the last side need not."""
    for i, side in enumerate(sides[:-1]):
        turned = reseat_side(side, (*side.players[1:], side.players[0]))
        title = f"{' and '.join(side.players)} change seats"
        yield title, tuple(turned if n == i else each for n, each in enumerate(sides))


def place_swaps(sides: Sequence[Side]) -> Iterator[Seating]:
    """Two sides that sit next to each other change places."""
    for i in range(len(sides) if len(sides) > PARTNERS else 1):
        j = (i + 1) % len(sides)
        seated = list(sides)
        seated[i], seated[j] = seated[j], seated[i]
        yield f"{call_side(sides[i])} and {call_side(sides[j])} change places", tuple(seated)


def reseat_side(side: Side, players: tuple[str, ...]) -> Side:
    """The side with other players; a name made of its players' names is made anew."""
    named = any(player.casefold() in side.name.casefold() for player in side.players)
    fresh = " & ".join(players)
    usable = named and set(players) != set(side.players) and len(fresh) <= MAX_NAME_LENGTH
    return Side(fresh if usable else side.name, players)


def make_swap(scorepad: Scorepad, title: str, sides: tuple[Side, ...]) -> Swap:
    """The swap with this seating; the next dealer deals first."""
    seated = seat_names(scorepad, sides)
    turn = scorepad.seat_name(scorepad.dealer)
    first = seated.index(turn) if turn in seated else scorepad.dealer % len(seated)
    return Swap(title, sides, first, tuple(seated[first:] + seated[:first]))


def seat_names(scorepad: Scorepad, sides: Sequence[Side]) -> list[str]:
    """Who sits where, once round the table."""
    rows = scorepad.seats // len(scorepad.sides)
    return [
        side.players[row] if row < len(side.players) else unnamed_player(side.name, row)
        for row in range(rows)
        for side in sides
    ]


def unnamed_player(name: str, row: int) -> str:
    return f"{name}, player {row + 1}" if row else name
