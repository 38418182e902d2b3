"""Columns, rows and pages: what fits on the paper, and what goes on the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scorepads.printing.measures import CORRECTED, HIGH, MAX_LINES, WIDE, line_count
from scorepads.printing.shapes import Columns, Head, Page, Ruled, Sheet, SideHead
from scorepads.rules.house_rules.apply import Rules

_DENSITIES = (
    # name, No., Deal, Bidder, Bid, Trump, a point, Result, the least that a pair takes
    ("roomy", 10.0, 16.0, 16.0, 9.0, 12.0, 7.0, 14.0, 22.0),
    ("snug", 9.0, 12.0, 12.0, 8.0, 11.0, 6.0, 12.0, 17.5),
    ("tight", 8.0, 7.0, 7.0, 6.0, 7.0, 4.7, 8.0, 0.0),
)
"""The widths of the columns in millimetres, as in `sheet.css`; the pairs share what is left."""

ROOM = {"roomy": (15.0, 9.0), "snug": (11.0, 8.5), "tight": (6.0, 7.5)}
NEEDS_WIDTH = 12.0
_SMUDGE = 6.0

_TYPE = {"roomy": (9.0, 3.9), "snug": (8.0, 3.5), "tight": (7.0, 3.1)}
"""The size of a side's name above its columns, and the height of its lines."""

_ROWS = {"r90": 9.0, "r80": 8.0, "r72": 7.2, "r63": 6.3}
"""How high a line may be; the highest is taken with which a page is filled."""
FULL_TYPE, FULL_LINE = 9.5, 4.5
NOTE_TYPE, NOTE_LINE = 8.0, 3.8


def columns_for(rules: Rules, sides: Sequence[SideHead], spare: float = 0.0) -> Columns:
    density = next(
        name for name, *widths, least in _DENSITIES if _pair(rules, widths, spare) >= least
    )
    return Columns(density, rules.auction, rules.has_smudge_bid, rules.points, tuple(sides))


def _pair(rules: Rules, widths: Sequence[float], spare: float) -> float:
    """What is left for each side's pair of columns."""
    number, deal, bidder, bid, trump, point, result = widths
    taken = number + deal + trump + point * len(rules.points) + spare
    if rules.auction:
        taken += bidder + bid + result + (_SMUDGE if rules.has_smudge_bid else 0.0)
    return (WIDE - taken) / rules.sides


def _name_lines(sheet: Sheet) -> int:
    """How many lines the longest name takes above its pair of columns."""
    columns = sheet.columns
    size, _ = _TYPE[columns.density]
    widths = next(widths for name, *widths, _ in _DENSITIES if name == columns.density)
    pair = _pair(sheet.rules, widths, NEEDS_WIDTH if columns.needs else 0.0) - 1.6
    return max(line_count(f"{s.mark} {s.name}", pair, size) for s in columns.sides)


def _around(sheet: Sheet, *, first: bool) -> float:
    """What the head, the columns' heads, the closing and the foot of a page take."""
    return (
        head_height(sheet.head, sheet.is_blank, first=first)
        + _heads_height(sheet)
        + sum(
            (
                sum(
                    FULL_LINE * line_count(text, WIDE, FULL_TYPE + 1)
                    for text in _closing_texts(sheet)
                ),
                NOTE_LINE * line_count(sheet.key, WIDE, NOTE_TYPE),
                NOTE_LINE + 4.0,
            )
        )
    )


def _closing_texts(sheet: Sheet) -> Iterator[str]:
    yield from sheet.closing
    if sheet.sets:
        yield f"Set back: {', '.join(f'{name} {count}' for name, count in sheet.sets)}."


def _heads_height(sheet: Sheet) -> float:
    _, line = _TYPE[sheet.columns.density]
    least = 9.0 if sheet.is_blank else 0.0
    return max(least, _name_lines(sheet) * line) + 6.0


def head_height(head: Head, is_blank: bool, *, first: bool) -> float:
    name = 7.5 * line_count(head.name, WIDE * 0.65, 17.0) if first else 6.0
    if not first:
        return name + 2.0
    note = FULL_LINE * line_count(head.note, WIDE, FULL_TYPE) if head.note else 0.0
    return (
        name
        + note
        + (7.0 if is_blank else 0.0)
        + 3.0
        + sum(FULL_LINE * line_count(text, WIDE, FULL_TYPE) for text in _head_texts(head))
    )


def _head_texts(head: Head) -> Iterator[str]:
    """The paragraphs of a whole head, roughly as they are set."""
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
    sheet: Sheet, lines: Sequence[Ruled], notes: Sequence[str], *, fill: bool
) -> list[Page]:
    """The lines on pages; notes follow the last line, on pages of their own if need be."""
    chunks = list(_chunks(sheet, lines))
    left = HIGH - _around(sheet, first=len(chunks) == 1) - _ROWS[sheet.row] * len(chunks[-1])
    if fill:
        spare = int((left - sum(map(_note_height, notes))) / _ROWS[sheet.row])
        spare = max(0, min(spare, MAX_LINES - len(chunks[-1])))
        chunks[-1] += [Ruled(is_blank=True)] * spare
        left -= _ROWS[sheet.row] * spare
    groups = list(_note_groups(notes, left, HIGH - 30.0))
    bodies: list[tuple[list[Ruled], list[str]]] = [(chunk, []) for chunk in chunks]
    bodies[-1] = (chunks[-1], groups[0])
    bodies += [([], group) for group in groups[1:]]
    return [
        Page(number, len(bodies), tuple(body), tuple(noted), closes=number == len(chunks))
        for number, (body, noted) in enumerate(bodies, start=1)
    ]


def row_height(sheet: Sheet, lines: int) -> str:
    """The highest rows of which so many fit on the first page, else the lowest."""
    height = (HIGH - _around(sheet, first=True)) / max(1, lines)
    return next((row for row, high in _ROWS.items() if high <= height), "r63")


def _capacity(sheet: Sheet, *, first: bool) -> int:
    room = int((HIGH - _around(sheet, first=first)) / _ROWS[sheet.row])
    return max(0 if first else 1, min(MAX_LINES, room))


def _chunks(sheet: Sheet, lines: Sequence[Ruled]) -> Iterator[list[Ruled]]:
    at = _capacity(sheet, first=True)
    yield list(lines[:at])
    step = _capacity(sheet, first=False)
    for start in range(at, len(lines), step):
        yield list(lines[start : start + step])


def _note_height(note: str) -> float:
    return NOTE_LINE * line_count(note, WIDE, NOTE_TYPE) + 0.6


def _note_groups(notes: Iterable[str], left: float, page: float) -> Iterator[list[str]]:
    """The notes that fit on the last page of lines, then those of each page of notes."""
    group: list[str] = []
    for note in notes:
        height = _note_height(note)
        if height > left:
            yield group
            group, left = [], page
        group.append(note)
        left -= height
    yield group


def legend(rules: Rules, *, corrected: bool, blank: bool) -> str:
    """What the signs in the columns mean."""
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
