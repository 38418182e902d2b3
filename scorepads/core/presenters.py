"""Presenters: score board, ledger rows, history and state of a pad, as pages show them.

They read no database and change nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import pairwise
from typing import Any

from scorepads.core.history import PEOPLE_LINE, current_lines, is_complete, number_after
from scorepads.core.scorepad import Scorepad
from scorepads.core.side_marks import head_names, side_letters
from scorepads.models import HandEntry
from scorepads.rules.hand import Adjustment, Entry, Hand, PassedOut, TargetChange, read_entry
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.ledger import Line
from scorepads.rules.preset import Citation
from scorepads.rules.seatings import Seating, stored_seatings
from scorepads.rules.terms import Refused, Suit, change_of, signed
from scorepads.rules.wording import standing
from scorepads.rules.wording.explain import (
    Reason,
    at_stake,
    bid_text,
    ending_reason,
    line_in_words,
    line_reasons,
    spoken_number,
)
from scorepads.rules.wording.seating import join, what_changed_in_seatings, who_sits_down
from scorepads.rules.wording.sentences import say
from scorepads.rules.wording.sides import as_subject, is_plural

MAX_SHORT_FIGURE = 2
"""Longer figures are set a little smaller on the score board."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A score on a page: its text, and whether it is in the hole."""

    text: str
    in_the_hole: bool = False

    @property
    def css(self) -> str:
        """The CSS classes of a large figure: a ring in the hole, smaller type where it is long."""
        ring = " neg" if self.in_the_hole else ""
        return f"fig{ring}" + (f" w{len(self.text)}" if len(self.text) > MAX_SHORT_FIGURE else "")


@dataclass(frozen=True, slots=True)
class SideScore:
    """One side on the score board.

    `head` is its name as it fits over its column. `needs` is what it needs, or with a star how it
    can go out on the next hand: “needs 3”, “★ out with 2”; nothing once the game is over.
    """

    name: str
    head: str
    total: Figure
    needs: str
    won: bool = False
    deals: bool = False


@dataclass(frozen=True, slots=True)
class PointCell:
    """One point of a hand in the ledger: its short name and the mark of its owner."""

    short: str
    label: str
    owner: str
    mark: str


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One line of the ledger as it is shown; `line` is its lasting number, for links.

    `said` is the whole row for the ear: “Hand 4: Us bid 3, set back, now minus 3; Them plus 1,
    now 1”. `seated` says who sat down before it: “Eve plays for Bo”.
    """

    number: int
    line: int
    who: str
    what: str
    suit: Suit | None
    made: bool | None
    corrected: bool
    note: str
    cells: tuple[PointCell, ...]
    changes: tuple[tuple[str, str, Figure], ...]
    said: str
    seated: str = ""
    after_the_end: bool = False
    is_hand: bool = True

    @property
    def sums(self) -> list[tuple[str, str, Figure]]:
        """The `changes`, with each side's name as it stands over its column."""
        heads = head_names([name for name, _, _ in self.changes])
        moves = zip(heads, self.changes, strict=True)
        return [(head, change, total) for head, (_, change, total) in moves]

    @property
    def verdict(self) -> str:
        """Whether the bid was made: “made”, “set”, or nothing where there was none."""
        return "" if self.made is None else "made" if self.made else "set"

    @property
    def css(self) -> str:
        """The CSS classes of the line: whether it came after the end, or is no hand."""
        if self.after_the_end:
            return "line after"
        return "line" if self.is_hand else "line note"


def score_figure(number: int) -> Figure:
    return Figure(signed(number), in_the_hole=number < 0)


def score_board(scorepad: Scorepad) -> list[SideScore]:
    """The score board: every side with its total and what it needs."""
    notes = {
        each.side: standing.score_cell_note(scorepad.rules, each) for each in scorepad.standings
    }
    out, heads = scorepad.ledger.out, head_names(scorepad.names)
    return [
        SideScore(
            name=name,
            head=heads[side],
            total=score_figure(total),
            needs=notes.get(side, ""),
            won=out is not None and out.winner == side,
            deals=out is None and scorepad.dealer % len(scorepad.names) == side,
        )
        for side, (name, total) in enumerate(
            zip(scorepad.names, scorepad.ledger.totals, strict=True)
        )
    ]


def standing_lines(scorepad: Scorepad) -> list[tuple[bool, str]]:
    """The standing in words, each line with whether it tells that a side can win."""
    return standing.standing_lines(
        scorepad.rules, scorepad.names_in_words, scorepad.standings, scorepad.ledger.lines_left
    )


def rows(scorepad: Scorepad, *, first: int = 1) -> list[LedgerRow]:
    """The ledger's rows from hand `first`, oldest first, those after the end included.

    A hand that is still being played is none of them.
    """
    last = len(scorepad.lines) - (scorepad.in_play is not None)
    return [row_of(scorepad, number) for number in range(first, last + 1)]


def rows_with_play(scorepad: Scorepad) -> list[LedgerRow]:
    """The rows, and last the hand that is still being played."""
    return [row_of(scorepad, number) for number in range(1, len(scorepad.lines) + 1)]


def row_of(scorepad: Scorepad, number: int) -> LedgerRow:
    """The row of the line with this ledger number, with the people who played it."""
    seated, scorepad = seated_before(scorepad, number), scorepad.as_seated(number)
    stored, entry = scorepad.lines[number - 1], scorepad.entries[number - 1]
    scored, marks = scorepad.ledger.lines, side_letters(scorepad.names)
    line = scored[number - 1] if number <= len(scored) else None
    hand = entry if isinstance(entry, Hand) else None
    return LedgerRow(
        number=number,
        line=stored.line,
        who=scorepad.bidder_name(hand) if hand else "",
        what=entry_text(scorepad, entry),
        suit=hand.trump if hand else None,
        made=line.made if line else None,
        corrected=stored.corrected,
        note=entry.note,
        cells=point_cells(scorepad, marks, hand),
        changes=score_changes(scorepad, line) if line else (),
        said=spoken_row(scorepad, number, entry, line),
        seated=seated,
        after_the_end=line is None and (hand is None or hand.is_played),
        is_hand=hand is not None,
    )


def seated_before(scorepad: Scorepad, number: int) -> str:
    """Who sat down just before the line with this ledger number; empty where nobody did."""
    seatings = scorepad.seatings_by_line
    for earlier, later in pairwise(seatings):
        if later.after == number - 1:
            return join(who_sits_down(earlier.sides, later.sides))
    return ""


def seat_changes(scorepad: Scorepad) -> list[str]:
    """Who sat down in the course of the game, such as “Eve plays for Bo from hand 5 on”."""
    return [
        f"{join(who_sits_down(earlier.sides, later.sides))} from hand {later.after + 1} on"
        for earlier, later in pairwise(scorepad.seatings_by_line)
    ]


def row_reasons(scorepad: Scorepad, number: int) -> list[Reason]:
    """Why the line with this ledger number scores as it does; nothing for one after the end."""
    scorepad = scorepad.as_seated(number)
    lines = scorepad.ledger.lines[number - 1 : number]
    return [
        why for line in lines for why in line_reasons(line.rules, scorepad.names_in_words, line)
    ]


def spoken_row(scorepad: Scorepad, number: int, entry: Entry, line: Line | None) -> str:
    """A row of the ledger in words, its bid first and then what every side scored."""
    pitcher = entry.pitcher if isinstance(entry, Hand) else None
    told = [] if pitcher is not None else [entry_text(scorepad, entry)]
    for side, name in enumerate(scorepad.names_in_words):
        moves = [] if line is None or side == pitcher else spoken_change(line.change[side])
        if side == pitcher and isinstance(entry, Hand):
            verdict = {True: "made", False: "set back", None: ""}[line.made if line else None]
            moves = [f"bid {entry_text(scorepad, entry)}", verdict]
        if line is not None:
            moves.append(f"now {spoken_number(line.totals[side])}")
        told.append(f"{name} {', '.join(filter(None, moves))}" if moves else "")
    return f"Hand {number}: {'; '.join(filter(None, told))}"


def spoken_change(change: int) -> list[str]:
    if not change:
        return []
    return [f"plus {change}" if change > 0 else f"minus {-change}"]


def entry_text(scorepad: Scorepad, entry: Entry) -> str:
    if isinstance(entry, PassedOut):
        return say("row.passed_out")
    if isinstance(entry, Adjustment):
        name = scorepad.names_in_words[entry.side]
        return say("row.adjustment", name=name, change=change_of(entry.by))
    if isinstance(entry, TargetChange):
        return f"Game to {entry.target} from here on"
    return bid_text(entry.bid) if entry.bid is not None else ""


def point_cells(
    scorepad: Scorepad, marks: Sequence[str], hand: Hand | None
) -> tuple[PointCell, ...]:
    if hand is None or hand.points is None:
        return ()
    cells = []
    for point in scorepad.rules.points:
        owner = hand.points[point.key]
        name, mark = owner_name(scorepad.names, scorepad.rules, hand, owner), "–"
        if owner is not None:
            mark = name[:1] if scorepad.rules.calls_partners else marks[owner]
        cells.append(PointCell(point.short, point.label, name, mark))
    return tuple(cells)


def owner_name(names: Sequence[str], rules: Rules, hand: Hand, owner: int | None) -> str:
    """Who has a point: a side, or where partners are called, the bidders or the others."""
    if owner is None:
        return "nobody"
    if rules.calls_partners:
        return "Bidders" if owner in hand.team else "Others"
    return names[owner]


def score_changes(scorepad: Scorepad, line: Line) -> tuple[tuple[str, str, Figure], ...]:
    moves = zip(scorepad.names, line.change, line.totals, strict=True)
    return tuple((name, change_of(change), score_figure(total)) for name, change, total in moves)


def stake_in_play(scorepad: Scorepad) -> dict[str, Any] | None:
    """The bid of the hand in play and what is at stake; None where there is none."""
    hand = scorepad.in_play
    return stake_of(scorepad, hand, scorepad.ledger.totals) if hand else None


def stake_of(scorepad: Scorepad, hand: Hand, totals: Sequence[int]) -> dict[str, Any]:
    """Who bid what in a hand that was bid, and what was at stake at these totals before it."""
    return {
        "pitcher": hand.pitcher,
        "who": scorepad.bidder_name(hand),
        "bid": hand.bid,
        "suit": hand.trump,
        "stake": at_stake(scorepad.rules, hand, totals),
    }


def describe(scorepad: Scorepad, facts: dict[str, Any] | None) -> str:
    """Stored facts in words, such as “Ann bid 3 ♠; High Us, Low Them, Jack nobody, Game Us”."""
    if facts is None:
        return "deleted"
    # Who of a side bid is not known where its players are not named any more.
    for known in (facts, {key: value for key, value in facts.items() if key != "player"}):
        try:
            return describe_entry(scorepad, read_entry(known, scorepad.rules, scorepad.sides))
        except Refused:
            continue
    return "facts that these rules do not know"


def describe_entry(scorepad: Scorepad, entry: Entry) -> str:
    """An entry in words, with its dealer and its note."""
    said = _described(scorepad, entry)
    dealer = f"; dealt by {scorepad.seat_name(entry.dealer)}" if entry.dealer is not None else ""
    return said + dealer + (f"; “{entry.note}”" if entry.note else "")


def _described(scorepad: Scorepad, entry: Entry) -> str:
    if not isinstance(entry, Hand):
        return entry_text(scorepad, entry)
    suit = f" {entry.trump.glyph}" if entry.trump else ""
    bid = (
        f"{scorepad.bidder_name(entry)} bid {entry_text(scorepad, entry)}{suit}"
        if entry.bid
        else ""
    )
    six = " six" if scorepad.rules.has_smudge_bid else " the"
    tricks = f", all{six} tricks" if entry.all_tricks else ""
    owners = ", ".join(
        f"{point.label} {owner_name(scorepad.names_in_words, scorepad.rules, entry, owner)}"
        for point in scorepad.rules.points
        if entry.points is not None
        for owner in [entry.points[point.key]]
    )
    return "; ".join(filter(None, [bid + tricks, owners]))


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One change in the history."""

    when: datetime
    phone: int
    title: str
    before: str
    after: str
    undone: bool


def history_entries(
    scorepad: Scorepad, rows: Iterable[HandEntry] | None = None
) -> list[HistoryEntry]:
    """Every change of the pad, or those in `rows`, newest first."""
    told = scorepad.rows if rows is None else tuple(rows)
    undone = undone_changes(scorepad)
    return [history_entry(scorepad, row, row.pk in undone) for row in reversed(told)]


def undone_changes(scorepad: Scorepad) -> set[int]:
    undone: set[int] = set()
    for row in scorepad.rows:
        if row.kind == HandEntry.Kind.UNDO and row.reverses_id:
            undone.add(row.reverses_id)
        elif row.kind == HandEntry.Kind.REDO and row.reverses_id:
            undone.discard(row.reverses_id)
    return undone


def history_entry(scorepad: Scorepad, row: HandEntry, undone: bool) -> HistoryEntry:
    if row.line == PEOPLE_LINE:
        title = change_title(scorepad, row)
        return HistoryEntry(row.made_at, row.phone, title, before="", after="", undone=undone)
    before, scorepad = scorepad.before[row.revision], as_played(scorepad, row)
    return HistoryEntry(
        when=row.made_at,
        phone=row.phone,
        title=change_title(scorepad, row),
        before=describe(scorepad, before) if before is not None else "",
        after=describe(scorepad, row.facts) if row.facts is not None else "",
        undone=undone,
    )


def as_played(scorepad: Scorepad, row: HandEntry) -> Scorepad:
    """The pad with the people who played the hand of this change."""
    number = scorepad.number_of(row.line)
    return scorepad.as_seated(number) if number else scorepad.as_seated_after(row.revision)


def people_changes(scorepad: Scorepad, row: HandEntry) -> list[str]:
    """What this change of the people did, by the numbers that hands had then."""
    before = scorepad.before[row.revision]
    was = stored_seatings(before) if before else (Seating(0, scorepad.opened_as),)
    now = stored_seatings(row.facts) if row.facts else (Seating(0, scorepad.opened_as),)
    lines = current_lines(each for each in scorepad.rows if each.revision < row.revision)
    return what_changed_in_seatings(was, now, partial(number_after, lines))


def change_title(scorepad: Scorepad, row: HandEntry) -> str:
    """What a change was, for the history and the Undo button: “Hand 5 corrected”."""
    number = scorepad.number_then(row)
    kind = HandEntry.Kind(row.kind)
    if kind in (HandEntry.Kind.UNDO, HandEntry.Kind.REDO):
        reversed_row = scorepad.changes.get(row.reverses_id) if row.reverses_id else None
        inner = change_title(scorepad, reversed_row) if reversed_row else "a change"
        return f"{'Undo' if kind == HandEntry.Kind.UNDO else 'Redo'}: {inner}"
    if kind == HandEntry.Kind.PEOPLE:
        return "; ".join(people_changes(scorepad, row)) or "Players changed"
    hand = f"Hand {number}" if number else "A hand"
    if kind == HandEntry.Kind.RECORD and not is_complete(row.facts):
        return f"{hand}: bid"
    done = "deleted" if kind == HandEntry.Kind.STRIKE else kind.label
    return f"{hand} {done}"


def game_state(scorepad: Scorepad) -> str:
    """The state of a game in a few words, for the list of games."""
    totals, out = scorepad.ledger.totals, scorepad.ledger.out
    if out is not None:
        return "Drawn" if out.winner is None else f"{side_as_subject(scorepad, out.winner)} won"
    if hand := scorepad.in_play:
        suit = f" {hand.trump.glyph}" if hand.trump else ""
        who = as_subject(scorepad.bidder_name(hand))
        return f"{who} bid {bid_text(hand.bid or 0)}{suit}: being played"
    if not scorepad.lines:
        return "Not started yet"
    best = max(totals)
    leaders = [side for side, total in enumerate(totals) if total == best]
    if len(leaders) > 1:
        return f"Tied at {signed(best)}"
    second = max(total for side, total in enumerate(totals) if side != leaders[0])
    leads = "lead" if is_plural(scorepad.names[leaders[0]]) else "leads"
    leader = side_as_subject(scorepad, leaders[0])
    return f"{leader} {leads}, {signed(best)} to {signed(second)}"


def side_as_subject(scorepad: Scorepad, side: int) -> str:
    """The side as a sentence begins with it: We, They, or its name."""
    name = scorepad.names[side]
    said = as_subject(name)
    return scorepad.names_in_words[side] if said == name else said


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How a game ended: who won (nobody in a draw), in a sentence why, and the rule behind it."""

    winner: str
    sentence: str
    cite: Citation | None


def game_end(scorepad: Scorepad) -> GameEnd | None:
    """The end of the game; None while it goes on."""
    out, last = scorepad.ledger.out, scorepad.last_line
    if out is None or last is None:
        return None
    scorepad = scorepad.as_seated(last.number)
    told = line_in_words(scorepad.rules, scorepad.names_in_words, last)
    return GameEnd(
        "" if out.winner is None else as_subject(scorepad.names[out.winner]),
        told,
        ending_reason(scorepad.rules, scorepad.names_in_words, last).cite,
    )


def line_result(scorepad: Scorepad, number: int) -> str:
    """What a scored line did, in a sentence; empty for a line that is not scored."""
    scorepad = scorepad.as_seated(number)
    if number > len(scorepad.ledger.lines):
        return ""
    return line_in_words(scorepad.rules, scorepad.names_in_words, scorepad.ledger.lines[number - 1])
