"""Blank score sheets, to be filled in by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorepads.core.presenters import initials
from scorepads.printing.measures import BLANK_LINES
from scorepads.printing.of_pad import played_by, source_lines
from scorepads.printing.paging import NEEDS_WIDTH, columns_for, legend, row_height
from scorepads.printing.shapes import RuledLine, Sheet, SheetHead, SheetPage, SideHead
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.wording.naming import house_rule_names


def blank_sheet(name: str, rules: Rules, names: Sequence[str] = ()) -> Sheet:
    """A blank sheet with twenty lines under the columns of these rules, and names if given."""
    given = [*names, *[""] * rules.sides][: rules.sides]
    marks = initials(given) if all(given) else [""] * rules.sides
    sides = tuple(SideHead(mark, side) for mark, side in zip(marks, given, strict=True))
    columns = replace(columns_for(rules, sides, spare=NEEDS_WIDTH), needs=True)
    head = SheetHead(
        name=name,
        when=None,
        note="",
        played=played_by(rules),
        sources=source_lines(rules.preset),
        house_rules=tuple(house_rule_names(rules.preset, rules.house_rules)),
        sides=sides if all(given) else (),
    )
    sheet = Sheet(
        head=head,
        columns=columns,
        pages=(),
        closing=(),
        sets=(),
        key=legend(rules, corrected=False, blank=True),
        rules=rules,
        is_blank=True,
    )
    row = row_height(sheet, BLANK_LINES)
    lines = tuple(RuledLine(number=str(n), is_blank=True) for n in range(1, BLANK_LINES + 1))
    return replace(sheet, pages=(SheetPage(1, 1, lines, closes=True),), row=row)
