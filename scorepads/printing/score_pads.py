"""We/They pads: several games on a page, a column a side, to be written on by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorepads.printing.measures import (
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

TWO_SIDES = 2
WE_AND_THEY = ("We", "They")
GAMES_OF_TWO_SIDES = {4: (2, "two-by-two"), 6: (3, "three-by-two")}
"""How many games of two sides stand side by side, and the layout's class in `sheet.css`."""
USUAL_GAMES = 4
GAMES_OF_MORE_SIDES = 2

ROWS, LARGE_ROWS = 12, 9
GAP = 6.0
"""Millimetres between two games side by side."""
NAME_TYPE, LARGE_NAME_TYPE = 12.0, 15.0
AROUND_ROWS, AROUND_LARGE_ROWS = 61.0, 85.0
"""Millimetres of a page for its title, its foot, and the names and gaps of two rows of games."""


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
    row_count, around = (LARGE_ROWS, AROUND_LARGE_ROWS) if is_large else (ROWS, AROUND_ROWS)
    return ScorePad(
        title=short_title(name, rules),
        ruleset=name,
        names=column_names(rules, names, column, LARGE_NAME_TYPE if is_large else NAME_TYPE),
        games=games,
        layout=layout,
        row=row_class((paper.upright_height - around) / 2 / row_count, is_large=is_large),
        row_count=row_count,
        pocket_rules=pocket_rules(rules),
        is_large=is_large,
    )


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
