"""The comparison as a table: a column a version, each cell marked by whether its rule is the same.

The first column is what the others are held against. A mark is always in words, so it is read
aloud and printed like the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorepads.rules.comparing.aspects import AspectCell, AspectRow
from scorepads.rules.terms import Basis


@dataclass(frozen=True, slots=True)
class TableCell:
    """The rule of one version; `mark` says how it stands to the first column's, if it does."""

    text: str
    mark: str = ""
    is_different: bool = False
    basis: str = ""
    """What the rule rests on where that is no source: our reading, a house rule."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """One aspect with a cell for every version."""

    key: str
    label: str
    cells: tuple[TableCell, ...]


@dataclass(frozen=True, slots=True)
class ComparisonTable:
    """The rows in which versions differ, in which only their words do, and the equal ones."""

    names: tuple[str, ...]
    different: tuple[TableRow, ...]
    in_words: tuple[TableRow, ...]
    equal: tuple[TableRow, ...]

    @property
    def row_count(self) -> int:
        return len(self.different) + len(self.in_words) + len(self.equal)

    @property
    def first_difference(self) -> TableRow | None:
        """The first rule that differs: what house rules do, rather than that there are some."""
        named = [row for row in self.different if row.key != "house-rules"]
        return next(iter([*named, *self.different]), None)


def make_table(names: Sequence[str], rows: Sequence[AspectRow]) -> ComparisonTable:
    """The table of these rows, whose cells stand in the order of `names`."""
    return ComparisonTable(
        names=tuple(names),
        different=tuple(marked_row(names, row) for row in rows if row.differs),
        in_words=tuple(worded_row(row) for row in rows if row.differs_in_words),
        equal=tuple(equal_row(names, row) for row in rows if row.way_count == 1),
    )


def marked_row(names: Sequence[str], row: AspectRow) -> TableRow:
    """A row with every cell after the first marked: the same as the first, or different."""
    cells = [table_cell(row.cells[0])]
    for column in range(1, len(row.cells)):
        earlier = row.groups.index(row.groups[column])
        mark = f"like {names[earlier]}" if earlier < column else "different"
        cells.append(
            table_cell(row.cells[column], mark if earlier else "the same", is_different=earlier > 0)
        )
    return TableRow(row.aspect.key, row.label, tuple(cells))


def worded_row(row: AspectRow) -> TableRow:
    return TableRow(row.aspect.key, row.label, tuple(table_cell(cell) for cell in row.cells))


def equal_row(names: Sequence[str], row: AspectRow) -> TableRow:
    """A row with one cell for all versions, and what each rests on where that is no source."""
    resting = [
        str(basis)
        if len(columns) == len(names)
        else f"{', '.join(names[n] for n in columns)}: {basis}"
        for basis, columns in row.other_bases
    ]
    return TableRow(
        row.aspect.key, row.label, (TableCell(row.cells[0].text, basis="; ".join(resting)),)
    )


def table_cell(cell: AspectCell, mark: str = "", *, is_different: bool = False) -> TableCell:
    basis = "" if cell.basis is Basis.SOURCE else str(cell.basis)
    return TableCell(cell.text, mark, is_different, basis)
