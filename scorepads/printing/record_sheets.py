"""Record sheets: what blank and played ones share, and the blank ones."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from scorepads.core.side_marks import short_names, side_initials
from scorepads.printing.columns import Columns, SideHead, choose_columns
from scorepads.printing.measures import (
    MIN_CELL,
    MIN_LARGE_ROW,
    PAPER_SIZES,
    POINTS_A_MILLIMETRE,
    PaperSize,
    printed_width,
    row_class,
    words_fit,
)
from scorepads.printing.shapes import (
    RecordFoot,
    RecordHead,
    RecordPage,
    RecordRow,
    RecordSheet,
    SideAndPlayers,
)
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.preset import Preset
from scorepads.rules.terms import Basis
from scorepads.rules.wording.naming import house_rule_names

BLANK_ROWS = 20
MIN_ROWS = 12
"""A sheet with less room than for this many rows puts its foot on the next page."""

CORRECTED, NOTED = "*", "†"
NOBODY = "–"

HEAD_HEIGHT, COLUMN_HEADS_HEIGHT = 14.0, 14.0
LARGE_HEAD_HEIGHT, LARGE_COLUMN_HEADS_HEIGHT = 18.0, 18.0
FOOT_TYPE, LARGE_FOOT_TYPE = 8.0, 14.0


def blank_sheet(
    name: str,
    rules: Rules,
    names: Sequence[str] = (),
    *,
    paper: PaperSize = PAPER_SIZES[""],
    is_large: bool = False,
) -> RecordSheet:
    """A blank sheet under the columns of these rules, with names if given; it fills its page."""
    given = [*names, *[""] * rules.sides][: rules.sides]
    marks = side_initials(given) if all(given) else [""] * rules.sides
    columns, in_words = columns_for_names(rules, marks, given, is_large=is_large)
    sheet = RecordSheet(
        head=RecordHead(short_title(name, rules), when=None, note="", sides=in_words, seats=()),
        columns=columns,
        pages=(),
        foot=record_foot(name, rules, key=legend(rules, corrected=False, blank=True)),
        row="",
        is_blank=True,
    )
    count, height = rows_that_fill(sheet, paper)
    rows = tuple(RecordRow(number=str(n), is_blank=True) for n in range(1, count + 1))
    return replace(sheet, pages=(RecordPage(rows),), row=row_class(height, is_large=is_large))


def record_foot(
    name: str,
    rules: Rules,
    *,
    key: str,
    closing: str = "",
    sets: tuple[tuple[str, str], ...] = (),
    notes: tuple[str, ...] = (),
) -> RecordFoot:
    """What stands below the rows: with the ruleset in full, and of a played game how it ended."""
    return RecordFoot(
        closing=closing,
        sets=sets,
        notes=notes,
        key=key,
        ruleset=f"{name} ({played_by(rules)})",
        sources=source_lines(rules.preset),
        house_rules=tuple(house_rule_names(rules.preset, rules.house_rules)),
    )


def columns_for_names(
    rules: Rules,
    marks: Sequence[str],
    names: Sequence[str],
    *,
    is_large: bool,
    has_long_totals: bool = False,
) -> tuple[Columns, tuple[SideAndPlayers, ...]]:
    """The columns, headed by names where all of them fit unbroken, else by short names or marks.

    The second value lists the sides by name where their columns do not have the whole names.
    """
    sides = [SideHead(mark, name) for mark, name in zip(marks, names, strict=True)]
    columns = choose_columns(rules, sides, has_long_totals=has_long_totals, is_large=is_large)
    room = columns.side_width - 2.0
    if all(words_fit(name, room, columns.type_size) for name in names):
        return columns, ()
    shorts = short_names(names) if all(names) else marks
    is_room = all(words_fit(short, room, columns.type_size) for short in shorts)
    texts = shorts if is_room else marks
    heads = tuple(SideHead(mark, text) for mark, text in zip(marks, texts, strict=True))
    listed = tuple(SideAndPlayers(m, n) for m, n in zip(marks, names, strict=True))
    return replace(columns, sides=heads), listed


def rows_that_fill(sheet: RecordSheet, paper: PaperSize) -> tuple[int, float]:
    """How many blank rows fill one page, and their height in millimetres; twenty if they fit."""
    columns = sheet.columns
    room = paper.across_height if columns.is_across else paper.upright_height
    room -= fixed_height(columns) + foot_height(sheet)
    least = MIN_LARGE_ROW if columns.is_large else MIN_CELL
    count = max(MIN_ROWS, min(BLANK_ROWS, int(room / least)))
    return count, room / count


def fixed_height(columns: Columns) -> float:
    if columns.is_large:
        return LARGE_HEAD_HEIGHT + LARGE_COLUMN_HEADS_HEIGHT
    return HEAD_HEIGHT + COLUMN_HEADS_HEIGHT


def foot_height(sheet: RecordSheet) -> float:
    """The height of the lists and the small print around a blank table, rather too much."""
    head, columns = sheet.head, sheet.columns
    points = LARGE_FOOT_TYPE if columns.is_large else FOOT_TYPE
    texts = [sheet.foot.key, sheet.foot.small_print.removeprefix(sheet.foot.key)]
    if head.sides:
        texts.append("  ".join(f"{side.mark} {side.name}" for side in head.sides))
    line = points * 1.35 / POINTS_A_MILLIMETRE
    return sum(
        line * math.ceil(printed_width(text, points) / (columns.paper_width * 0.94))
        for text in texts
    )


def short_title(name: str, rules: Rules) -> str:
    """The name without its source, to the target in force: “Setback to 15”."""
    title = name.split(" (")[0]
    usual = f" to {rules.preset.target}"
    return title.removesuffix(usual) + f" to {rules.target}" if title.endswith(usual) else title


def played_by(rules: Rules) -> str:
    """The preset and its version, the target and the bids."""
    preset = rules.preset
    bids = ""
    if rules.auction:
        most = f" to {rules.total}" if rules.total != rules.lowest_bid else ""
        smudge = " and smudge" if rules.has_smudge_bid else ""
        bids = f", bids {rules.lowest_bid}{most}{smudge}"
    return f"{preset.key}, version {preset.version}: game to {rules.target}{bids}"


def source_lines(preset: Preset) -> tuple[str, ...]:
    """The sources of the scoring, without those of our readings and of dealing and play."""
    cited = [cite.source for cite in preset.cites.values() if cite.basis is Basis.SOURCE]
    return tuple(
        f"{source.title} ({source.url.removeprefix('https://').removeprefix('www.')})"
        for source in preset.sources.values()
        if source in cited
    )


def legend(rules: Rules, *, corrected: bool, blank: bool) -> str:
    """The legend: what the signs in the columns mean."""
    points = [
        f"{point.short} {point.label}{f' ({point.worth})' if point.worth != 1 else ''}"
        for point in rules.points
    ]
    signs = ["under each point: who won it"]
    if any(point.nobody for point in rules.points):
        signs[0] += f", {NOBODY} nobody"
    if not blank:
        signs.append("ringed: below zero")
    if corrected:
        signs.append(f"{CORRECTED} corrected")
    return "; ".join([", ".join(points), *signs]) + "."
