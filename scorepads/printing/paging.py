"""Layout of a sheet: column widths, row heights, and the division into pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scorepads.printing.measures import CORRECTED, MAX_LINES, PAGE_HEIGHT, PAGE_WIDTH, line_count
from scorepads.printing.shapes import Columns, RuledLine, Sheet, SheetHead, SheetPage, SideHead
from scorepads.rules.house_rules.apply import Rules

DENSITIES = (
    # name, No., Deal, Bidder, Bid, Trump, a point, Result, minimum for a side's two columns
    ("roomy", 10.0, 16.0, 16.0, 9.0, 12.0, 7.0, 14.0, 22.0),
    ("snug", 9.0, 12.0, 12.0, 8.0, 11.0, 6.0, 12.0, 17.5),
    ("tight", 8.0, 7.0, 7.0, 6.0, 7.0, 4.7, 8.0, 0.0),
)
"""Column widths in millimetres, as in `sheet.css`; the sides' columns share the rest."""

ROOM = {"roomy": (15.0, 9.0), "snug": (11.0, 8.5), "tight": (6.0, 7.5)}
NEEDS_WIDTH = 12.0
SMUDGE_WIDTH = 6.0

NAME_TYPE = {"roomy": (9.0, 3.9), "snug": (8.0, 3.5), "tight": (7.0, 3.1)}
"""The size of a side's name above its columns, and the height of its lines."""

ROW_HEIGHTS = {"r90": 9.0, "r80": 8.0, "r72": 7.2, "r63": 6.3}
"""Row heights by their class in `sheet.css`; the highest with which all rows fit is used."""
FULL_TYPE, FULL_LINE = 9.5, 4.5
NOTE_TYPE, NOTE_LINE = 8.0, 3.8


def columns_for(rules: Rules, sides: Sequence[SideHead], spare: float = 0.0) -> Columns:
    density = next(
        name for name, *widths, least in DENSITIES if pair_width(rules, widths, spare) >= least
    )
    return Columns(density, rules.auction, rules.has_smudge_bid, rules.points, tuple(sides))


def pair_width(rules: Rules, widths: Sequence[float], spare: float) -> float:
    """The width that is left for each side's two columns."""
    number, deal, bidder, bid, trump, point, result = widths
    taken = number + deal + trump + point * len(rules.points) + spare
    if rules.auction:
        taken += bidder + bid + result + (SMUDGE_WIDTH if rules.has_smudge_bid else 0.0)
    return (PAGE_WIDTH - taken) / rules.sides


def name_line_count(sheet: Sheet) -> int:
    """The number of lines of the longest side name above its two columns."""
    columns = sheet.columns
    size, _ = NAME_TYPE[columns.density]
    widths = next(widths for name, *widths, _ in DENSITIES if name == columns.density)
    pair = pair_width(sheet.rules, widths, NEEDS_WIDTH if columns.needs else 0.0) - 1.6
    return max(line_count(f"{s.mark} {s.name}", pair, size) for s in columns.sides)


def space_around_lines(sheet: Sheet, *, first: bool) -> float:
    """The height of all of a page but its lines: head, column heads, closing and foot."""
    return (
        head_height(sheet.head, sheet.is_blank, first=first)
        + column_heads_height(sheet)
        + sum(
            (
                sum(
                    FULL_LINE * line_count(text, PAGE_WIDTH, FULL_TYPE + 1)
                    for text in closing_texts(sheet)
                ),
                NOTE_LINE * line_count(sheet.key, PAGE_WIDTH, NOTE_TYPE),
                NOTE_LINE + 4.0,
            )
        )
    )


def closing_texts(sheet: Sheet) -> Iterator[str]:
    yield from sheet.closing
    if sheet.sets:
        yield f"Set back: {', '.join(f'{name} {count}' for name, count in sheet.sets)}."


def column_heads_height(sheet: Sheet) -> float:
    _, line = NAME_TYPE[sheet.columns.density]
    least = 9.0 if sheet.is_blank else 0.0
    return max(least, name_line_count(sheet) * line) + 6.0


def head_height(head: SheetHead, is_blank: bool, *, first: bool) -> float:
    name = 7.5 * line_count(head.name, PAGE_WIDTH * 0.65, 17.0) if first else 6.0
    if not first:
        return name + 2.0
    note = FULL_LINE * line_count(head.note, PAGE_WIDTH, FULL_TYPE) if head.note else 0.0
    return (
        name
        + note
        + (7.0 if is_blank else 0.0)
        + 3.0
        + sum(FULL_LINE * line_count(text, PAGE_WIDTH, FULL_TYPE) for text in head_texts(head))
    )


def head_texts(head: SheetHead) -> Iterator[str]:
    """The paragraphs of the first page's head, roughly as the template sets them."""
    yield f"Rules {head.played}. Source: {'; '.join(head.sources)}"
    if head.house_rules:
        yield f"House rules {'; '.join(head.house_rules)}"
    if head.sides:
        yield "Sides " + "   ".join(
            f"{side.mark} {side.name}: {', '.join(f'{p.name} {p.mark}' for p in side.players)}"
            for side in head.sides
        )
    if head.seats:
        yield "Round the table " + ", ".join(seat.name for seat in head.seats)


def paginate(
    sheet: Sheet, lines: Sequence[RuledLine], notes: Sequence[str], *, fill: bool
) -> list[SheetPage]:
    """The pages of these lines; notes follow the last line, on further pages if needed."""
    chunks = list(split_lines(sheet, lines))
    left = (
        PAGE_HEIGHT
        - space_around_lines(sheet, first=len(chunks) == 1)
        - ROW_HEIGHTS[sheet.row] * len(chunks[-1])
    )
    if fill:
        spare = int((left - sum(map(note_height, notes))) / ROW_HEIGHTS[sheet.row])
        spare = max(0, min(spare, MAX_LINES - len(chunks[-1])))
        chunks[-1] += [RuledLine(is_blank=True)] * spare
        left -= ROW_HEIGHTS[sheet.row] * spare
    groups = list(group_notes(notes, left, PAGE_HEIGHT - 30.0))
    bodies: list[tuple[list[RuledLine], list[str]]] = [(chunk, []) for chunk in chunks]
    bodies[-1] = (chunks[-1], groups[0])
    bodies += [([], group) for group in groups[1:]]
    return [
        SheetPage(number, len(bodies), tuple(body), tuple(noted), closes=number == len(chunks))
        for number, (body, noted) in enumerate(bodies, start=1)
    ]


def row_height(sheet: Sheet, lines: int) -> str:
    """The highest row height with which `lines` rows fit on the first page, else the lowest."""
    height = (PAGE_HEIGHT - space_around_lines(sheet, first=True)) / max(1, lines)
    return next((row for row, high in ROW_HEIGHTS.items() if high <= height), "r63")


def line_capacity(sheet: Sheet, *, first: bool) -> int:
    room = int((PAGE_HEIGHT - space_around_lines(sheet, first=first)) / ROW_HEIGHTS[sheet.row])
    return max(0 if first else 1, min(MAX_LINES, room))


def split_lines(sheet: Sheet, lines: Sequence[RuledLine]) -> Iterator[list[RuledLine]]:
    at = line_capacity(sheet, first=True)
    yield list(lines[:at])
    step = line_capacity(sheet, first=False)
    for start in range(at, len(lines), step):
        yield list(lines[start : start + step])


def note_height(note: str) -> float:
    return NOTE_LINE * line_count(note, PAGE_WIDTH, NOTE_TYPE) + 0.6


def group_notes(notes: Iterable[str], left: float, page: float) -> Iterator[list[str]]:
    """The notes that fit on the last page of lines, then those of each page of notes."""
    group: list[str] = []
    for note in notes:
        height = note_height(note)
        if height > left:
            yield group
            group, left = [], page
        group.append(note)
        left -= height
    yield group


def legend(rules: Rules, *, corrected: bool, blank: bool) -> str:
    """The legend: what the signs in the columns mean."""
    points = [
        f"{point.short} {point.label}{f' ({point.worth})' if point.worth != 1 else ''}"
        for point in rules.points
    ]
    signs = ["under each point: whose it is, – nobody's"]
    if not blank:
        signs.append("ringed: below zero")
    if corrected:
        signs.append(f"{CORRECTED} corrected")
    return "; ".join([", ".join(points), *signs]) + "."
