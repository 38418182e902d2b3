"""We/They pads: several games on a page, a column a side, to be written on by hand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scorepads.printing.measures import (
    MIN_CELL,
    MIN_LARGE_ROW,
    PAPER_SIZES,
    UPRIGHT_WIDTH,
    PaperSize,
    printed_width,
    row_class,
    shorten_names,
    words_fit,
)
from scorepads.printing.record_sheets import short_title
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.terms import Redeal

FILL_IN = "Fill in the dealer's dot; ring a score below zero."

TWO_SIDES = 2
WE_AND_THEY = ("We", "They")
GAMES_OF_TWO_SIDES = {4: (2, "two-by-two"), 6: (3, "three-by-two")}
"""How many games of two sides stand side by side, and the layout's class in `sheet.css`."""
USUAL_GAMES = 4
GAMES_OF_MORE_SIDES = 2

MAX_ROWS, MAX_LARGE_ROWS = 12, 9
"""Rows of a game; fewer where a long foot leaves too little room."""
GAP = 6.0
"""Millimetres between two games side by side."""
NAME_TYPE, LARGE_NAME_TYPE = 12.0, 15.0
AROUND_ROWS, AROUND_LARGE_ROWS = 47.0, 55.0
"""Millimetres of a page for its title on one line, and the names and gaps of two rows of games."""
TITLE_LINE, LARGE_TITLE_LINE = 7.2, 8.5
FOOT_LINE, LARGE_FOOT_LINE = 3.9, 6.2
LETTERS_OF_TITLE, LETTERS_OF_FOOT, LETTERS_OF_LARGE_FOOT = 34, 115, 66
"""So many letters stand on a line of a title beside a club's name, and of the foot."""


@dataclass(frozen=True, slots=True)
class ScorePad:
    """One page of a We/They pad. An empty name is written by hand."""

    title: str
    ruleset: str
    names: tuple[str, ...]
    games: int
    layout: str
    row: str
    row_count: int
    pocket_rules: tuple[str, ...]
    fill_in: str
    is_large: bool = False

    @property
    def rows(self) -> range:
        return range(self.row_count)

    @property
    def game_numbers(self) -> range:
        return range(self.games)


def score_pad(
    name: str,
    rules: Rules,
    names: Sequence[str] = (),
    *,
    games: int = USUAL_GAMES,
    paper: PaperSize = PAPER_SIZES[""],
    is_large: bool = False,
) -> ScorePad:
    """A page of a We/They pad for these rules; `games` counts only for two sides."""
    side_by_side, layout = 1, "halves"
    if rules.sides == TWO_SIDES:
        side_by_side, layout = GAMES_OF_TWO_SIDES[games]
    else:
        games = GAMES_OF_MORE_SIDES
    column = ((UPRIGHT_WIDTH - GAP * (side_by_side - 1)) / side_by_side) / rules.sides
    title, said = short_title(name, rules), pocket_rules(rules)
    letters_of_foot = sum(len(rule) + 3 for rule in (name, *said, FILL_IN))
    room = paper.upright_height - height_around(len(title), letters_of_foot, is_large=is_large)
    most, least = (MAX_LARGE_ROWS, MIN_LARGE_ROW) if is_large else (MAX_ROWS, MIN_CELL)
    row_count = min(most, int(room / 2 / least))
    return ScorePad(
        title=title,
        ruleset=name,
        names=column_names(rules, names, column, LARGE_NAME_TYPE if is_large else NAME_TYPE),
        games=games,
        layout=layout,
        row=row_class(room / 2 / row_count, is_large=is_large),
        row_count=row_count,
        pocket_rules=said,
        fill_in=FILL_IN,
        is_large=is_large,
    )


def height_around(title: int, foot: int, *, is_large: bool) -> float:
    """The millimetres of a page that its rows do not have, by the letters of its title and foot.

    The foot has a further line, which a club may fill.
    """
    if is_large:
        lines = 1 + math.ceil(foot / LETTERS_OF_LARGE_FOOT)
        height = AROUND_LARGE_ROWS + LARGE_FOOT_LINE * lines
        return height + LARGE_TITLE_LINE * (title > LETTERS_OF_TITLE)
    lines = 1 + math.ceil(foot / LETTERS_OF_FOOT)
    return AROUND_ROWS + FOOT_LINE * lines + TITLE_LINE * (title > LETTERS_OF_TITLE)


def column_names(
    rules: Rules, names: Sequence[str], column: float, points: float
) -> tuple[str, ...]:
    """The names above the columns, shortened where one does not fit; empty where none is given."""
    given = [*names, *[""] * rules.sides][: rules.sides]
    if not any(given):
        return WE_AND_THEY if rules.sides == TWO_SIDES else tuple(given)
    room = column - 4.0
    on_two_lines = all(
        words_fit(name, room, points) and printed_width(name, points) < 1.7 * room for name in given
    )
    if on_two_lines or not all(given):
        return tuple(given)
    return tuple(shorten_names(given, room, points))


def pocket_rules(rules: Rules) -> tuple[str, ...]:
    """The six rules that a table asks for most, each in a few words."""
    return (
        points_in_short(rules),
        bids_in_short(rules),
        dealer_in_short(rules),
        set_in_short(rules),
        rules.smudge.label,
        rules.going_out.label,
    )


def points_in_short(rules: Rules) -> str:
    """The points by their names, with what each is worth where that is not one."""
    return ", ".join(
        point.label if point.worth == 1 else f"{point.label} {point.worth}"
        for point in rules.points
    )


def bids_in_short(rules: Rules) -> str:
    if not rules.auction:
        return "no bids"
    words = " or ".join(str(bid) for bid in rules.bids if not isinstance(bid, int))
    numbers = f"bid {rules.lowest_bid} to {rules.total}"
    return f"{numbers} or {words}" if words else numbers


def dealer_in_short(rules: Rules) -> str:
    if rules.auction and rules.dealer_forced:
        return f"if all pass the dealer bids {rules.dealer_forced}"
    if rules.auction and rules.dealer_steal:
        return "the dealer may take the bid at the same number"
    if rules.auction and rules.redeal is Redeal.NEXT_DEALER:
        return "if all pass the next player deals"
    return "the deal passes to the left"


def set_in_short(rules: Rules) -> str:
    if not rules.auction:
        return "each scores what it took"
    others = "the others score nothing" if rules.no_junk else "the others score what they took"
    return f"set: lose the bid; {others}"
