"""The rows of a hand's form: which cells each has, under the rules of its pad."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString

from scorepads.core.scorepad import Scorepad
from scorepads.core.side_marks import short_names
from scorepads.entry.rows import (
    ALONE,
    EVERYONE_PASSED,
    NOBODY,
    OTHERS,
    TEAM,
    Cell,
    Row,
    partner_field,
    point_field,
    rest_buttons,
    side_cells,
    suit_cells,
)
from scorepads.rules.hand import Side
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.pips import is_counted
from scorepads.rules.scoring import asks_for_tricks

NOBODY_CELL = Cell(NOBODY, "–", "Nobody", "none")
TEAM_CELLS = [Cell(TEAM, "Bidders"), Cell(OTHERS, "Others")]
"""The owners of points where partners are called: the pitcher's team, or all the others."""
FEW_PLAYERS = 4
"""So many players have a wide cell each in the row of who bid."""
LONG_WORD = 6
"""A word of more letters is written smaller in that row, so that fewer names are broken in two."""


@dataclass(frozen=True)
class HandRows:
    """Every row of a hand's form, with what is `chosen` for a field and its `errors` so far."""

    scorepad: Scorepad
    chosen: Callable[[str], str]
    errors: Mapping[str, Sequence[object]]

    @property
    def rules(self) -> Rules:
        return self.scorepad.rules

    @property
    def auction(self) -> list[Row]:
        """Who bid, how much, and whom the pitcher called; none without an auction."""
        if not self.rules.auction:
            return []
        bidders = [cell for cell in who_cells(self.scorepad) if cell.text]
        bids = bid_cells(self.rules)
        return [
            self.make_row("who", "Bid by", bidders),
            self.make_row("bid", "Bid", bids, css=f"bids of{len(bids)}"),
            *self.partners,
        ]

    @property
    def partners(self) -> list[Row]:
        """Whom the pitcher calls, a row a partner."""
        names = self.scorepad.names
        sides = side_cells(names, short_names(names))
        rows = []
        for number in range(1, self.rules.most_partners + 1):
            label, none = (
                ("With", Cell(ALONE, "Alone", css="tight"))
                if number == 1
                else (f"and with, {number}", Cell(ALONE, "–", "Nobody else"))
            )
            rows.append(self.make_row(partner_field(number), label, [*sides, none]))
        return rows

    @property
    def trump(self) -> Row:
        return self.make_row("trump", "Trump", suit_cells(), css="trump")

    @property
    def points(self) -> list[Row]:
        """A row a point: who won it."""
        owners = self.owners
        return [
            self.make_row(
                point_field(point.key),
                point.label,
                owners if point.nobody else [cell for cell in owners if cell is not NOBODY_CELL],
                css="point",
                sheet="count" if point.key == "game" and is_counted(self.rules) else "how",
                worth=point.worth,
            )
            for point in self.rules.points
        ]

    @cached_property
    def owners(self) -> list[Cell]:
        """The columns of the points: every side, and nobody where that may be."""
        nobody = [NOBODY_CELL] if any(point.nobody for point in self.rules.points) else []
        if self.rules.calls_partners:
            return [*TEAM_CELLS, *nobody]
        names = self.scorepad.names
        shorts = names if len(names) == 2 else short_names(names)
        return [*side_cells(names, shorts), *nobody]

    @property
    def rest(self) -> SafeString:
        """A button an owner, which gives it all points that are open."""
        return rest_buttons(self.owners)

    @property
    def tricks(self) -> Row | None:
        """Whether all the tricks were won, where a smudge or a moon asks for it."""
        if not asks_for_tricks(self.rules):
            return None
        cells = [Cell("yes", "Yes"), Cell("no", "No")]
        label = "All six tricks?" if self.rules.has_smudge_bid else "All the tricks?"
        return self.make_row("all_tricks", label, cells, css="tricks")

    @property
    def dealer(self) -> Row:
        seats = range(self.scorepad.seats)
        cells = [Cell(str(seat), self.scorepad.seat_name(seat)) for seat in seats]
        return self.make_row("dealer", "Who dealt this hand?", cells, css="wide")

    @property
    def note(self) -> Row:
        return self.make_row("note", "Note", [])

    @property
    def side(self) -> Row | None:
        """Which side bid, where its players are named but nobody knows which of them it was."""
        cells = [cell for cell in who_cells(self.scorepad) if not cell.text]
        if not self.rules.auction or not cells:
            return None
        named = [Cell(cell.value, cell.name, css=cell.css) for cell in cells]
        return self.make_row("who", "Bid by the side", named, css="wide side-only")

    def make_row(self, name: str, label: str, cells: list[Cell], **more: Any) -> Row:
        errors = [str(error) for error in self.errors.get(name, [])]
        return Row(name, label, cells, self.chosen(name), errors=errors, **more)


def who_cells(scorepad: Scorepad) -> list[Cell]:
    """Who may bid: the players in seat order, and every side that names none.

    A side whose players are named can still be the bidder, where nobody knows which of them it
    was: `0`, with no text, beside `0.0`, `0.1`.
    """
    names, sides = scorepad.names, scorepad.sides
    shorts = short_names(names) if len(names) > 2 else names
    people = short_people(sides)
    cells = []
    for row in range(max(1, *(len(side.players) for side in sides))):
        for number, side in enumerate(sides):
            css = f"team s{number}"
            if row < len(side.players):
                name = side.players[row]
                text = people.get(name, name)
                long = " tight" if max(map(len, text.split())) > LONG_WORD else ""
                cells.append(Cell(f"{number}.{row}", text, name, css + long))
            elif row == 0:
                cells.append(Cell(str(number), shorts[number], names[number], css))
    alone = [number for number, side in enumerate(sides) if side.players]
    return cells + [Cell(str(n), "", names[n], f"team s{n}") for n in alone]


def short_people(sides: Sequence[Side]) -> dict[str, str]:
    """What is written for players whose names their cells would cut to the same letters."""
    players = [player for side in sides for player in side.players]
    # A cell has two lines, the second with an ellipsis where the name is longer.
    room = 12 if len(players) <= FEW_PLAYERS else 8
    seen = Counter(name[: room - 2].casefold() for name in players)
    return {
        name: short
        for name, short in zip(players, short_names(players), strict=True)
        if len(name) > room and seen[name[: room - 2].casefold()] > 1
    }


def bid_cells(rules: Rules) -> list[Cell]:
    """Every bid, and last that everyone passed, where they may."""
    passing = (
        [Cell(EVERYONE_PASSED, "Pass", "Everyone passed", "word pass")]
        if rules.can_be_passed_out
        else []
    )
    numbers = [
        Cell(str(bid), str(bid).capitalize(), css="word" if isinstance(bid, str) else "")
        for bid in rules.bids
    ]
    return numbers + passing
