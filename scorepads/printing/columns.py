"""The columns of a record sheet: which there are, and whether the paper lies across."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorepads.printing.measures import ACROSS_WIDTH, UPRIGHT_WIDTH
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.preset import Point

MAX_UPRIGHT_SIDES = 4
"""With more sides the paper lies across, so that names and numbers keep their room."""


@dataclass(frozen=True, slots=True)
class ColumnWidths:
    """Widths in millimetres, as in `sheet.css`; those of `change` and `total` are the least."""

    number: float
    name: float
    bid: float
    bid_in_words: float
    trump: float
    point: float
    all_points: float
    result: float
    change: float
    total: float
    long_total: float


NORMAL = ColumnWidths(
    number=9, name=15, bid=9, bid_in_words=16, trump=10, point=7, all_points=30, result=12,
    change=7, total=9, long_total=13,
)  # fmt: skip
LARGE = ColumnWidths(
    number=10, name=17, bid=10, bid_in_words=22, trump=17, point=9, all_points=33, result=17,
    change=13, total=15, long_total=15,
)  # fmt: skip

SHAPES = (
    (False, True, True), (True, True, True), (True, False, True), (True, True, False),
)  # fmt: skip
"""Tried in this order: whether across, with what a hand changed, with a column a point."""

TYPE_SIZE, LARGE_TYPE_SIZE = 9.5, 14.0
"""The type of a name above its columns and of a bidder, in points."""


@dataclass(frozen=True, slots=True)
class SideHead:
    """The head of a side's columns: its mark in the points' columns, and its name."""

    mark: str
    name: str

    @property
    def shown_mark(self) -> str:
        """The mark, where it differs from the name."""
        return "" if self.mark == self.name else self.mark


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a record sheet.

    Where the paper is too narrow for all, `has_changes` is false first (what each side scored in
    a hand), then `has_points`: one wide column says who won which points.
    """

    auction: bool
    bids_in_words: bool
    points: tuple[Point, ...]
    sides: tuple[SideHead, ...]
    has_long_totals: bool
    is_large: bool
    is_across: bool
    has_changes: bool
    has_points: bool

    @property
    def widths(self) -> ColumnWidths:
        return LARGE if self.is_large else NORMAL

    @property
    def type_size(self) -> float:
        return LARGE_TYPE_SIZE if self.is_large else TYPE_SIZE

    @property
    def side_width(self) -> float:
        """The width that the columns of one side have, in millimetres."""
        return (self.paper_width - self.width_before_sides) / len(self.sides)

    @property
    def paper_width(self) -> float:
        return ACROSS_WIDTH if self.is_across else UPRIGHT_WIDTH

    @property
    def width_before_sides(self) -> float:
        widths = self.widths
        taken = widths.number + widths.name + widths.trump
        taken += widths.point * len(self.points) if self.has_points else widths.all_points
        if self.auction:
            bid = widths.bid_in_words if self.bids_in_words else widths.bid
            taken += widths.name + bid + widths.result
        return taken

    @property
    def fit_on_paper(self) -> bool:
        widths = self.widths
        least = widths.long_total if self.has_long_totals else widths.total
        if self.has_changes:
            least += widths.change
        return self.side_width >= least

    @property
    def columns_before_scores(self) -> int:
        """The number of columns between No. and the scores."""
        points = len(self.points) if self.has_points else 1
        return points + (5 if self.auction else 2)

    @property
    def columns_of_a_side(self) -> int:
        return 2 if self.has_changes else 1

    @property
    def score_columns(self) -> int:
        return self.columns_of_a_side * len(self.sides)


def choose_columns(
    rules: Rules, sides: Sequence[SideHead], *, has_long_totals: bool, is_large: bool
) -> Columns:
    """The columns of these rules that fit: upright if they can, across if not.

    `has_long_totals` tells whether some total has three digits and a minus sign.
    """
    narrowest = Columns(
        auction=rules.auction,
        bids_in_words=any(not isinstance(bid, int) for bid in rules.bids),
        points=rules.points,
        sides=tuple(sides),
        has_long_totals=has_long_totals,
        is_large=is_large,
        is_across=True,
        has_changes=False,
        has_points=False,
    )
    wider = [
        replace(narrowest, is_across=is_across, has_changes=has_changes, has_points=has_points)
        for is_across, has_changes, has_points in SHAPES
        if is_across or rules.sides <= MAX_UPRIGHT_SIDES
    ]
    return next((columns for columns in wider if columns.fit_on_paper), narrowest)
