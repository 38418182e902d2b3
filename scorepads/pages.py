"""What the pages show of a pad, put into words and rows. Reads no database, changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scorepads.changes import LineNow, is_complete
from scorepads.models import HandEntry
from scorepads.rules.explain import Reason, at_stake, bid_text, ending, result, why
from scorepads.rules.hand import (
    Adjustment,
    Entry,
    Hand,
    PassedOut,
    TargetChange,
    read_entry,
)
from scorepads.rules.ledger import Ledger, Line
from scorepads.rules.preset import Cite, Preset
from scorepads.rules.standing import sentence as standing_sentence
from scorepads.rules.terms import (
    SMUDGE_BID,
    GoingOut,
    Refused,
    Smudge,
    Suit,
    change_of,
    signed,
)
from scorepads.selectors import Scorepad

SHORT_FIGURE = 2
"""Longer figures are set a little smaller on the score board."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number on a page: as it is written, and whether it is in the hole."""

    text: str
    in_the_hole: bool = False

    @property
    def css(self) -> str:
        """The classes of a large figure: its ring, and a smaller face where it is long."""
        ring = " neg" if self.in_the_hole else ""
        return f"fig{ring}" + (f" w{len(self.text)}" if len(self.text) > SHORT_FIGURE else "")


@dataclass(frozen=True, slots=True)
class SideNow:
    """One side on the score board."""

    name: str
    total: Figure
    needs: str
    won: bool = False


@dataclass(frozen=True, slots=True)
class PointCell:
    """One point of a hand in the ledger: its short name and the initial of its owner."""

    short: str
    label: str
    owner: str
    initial: str


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the ledger as it is shown; `line` is its lasting number, for links."""

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
    reasons: tuple[Reason, ...]
    after_the_end: bool = False
    is_hand: bool = True


def figure(number: int) -> Figure:
    return Figure(signed(number), in_the_hole=number < 0)


def initials(names: Sequence[str]) -> list[str]:
    """A mark for every side: its first letter, or its number where letters are shared."""
    letters = [name[:1].upper() for name in names]
    if len(set(letters)) == len(letters):
        return letters
    return [str(number) for number in range(1, len(names) + 1)]


def board(now: Scorepad) -> list[SideNow]:
    """The score board: every side with its total and what it needs."""
    needs = {standing.side: standing.needs for standing in now.standings}
    out = now.ledger.out
    return [
        SideNow(
            name=name,
            total=figure(total),
            needs=_needs(needs.get(side)),
            won=out is not None and out.winner == side,
        )
        for side, (name, total) in enumerate(zip(now.names, now.ledger.totals, strict=True))
    ]


def _needs(points: int | None) -> str:
    if points is None:
        return ""
    return f"needs {points}" if points else "target reached"


def standing_lines(now: Scorepad) -> list[tuple[bool, str]]:
    """The standing in words, each with whether the side can go out on the next hand."""
    return [
        (
            standing.least_bid is not None or standing.without_bid is not None,
            standing_sentence(now.rules, now.names_in_words[standing.side], standing),
        )
        for standing in now.standings
    ]


def rows(now: Scorepad) -> list[Row]:
    """The ledger's rows, oldest first, those after the end included."""
    marks = initials(now.names)
    scored = [
        _row(now, marks, stored, line.entry, line)
        for stored, line in zip(now.lines, now.ledger.lines, strict=False)
    ]
    later = now.lines[len(scored) :]
    kept = [
        _row(now, marks, stored, entry, None, number)
        for number, (stored, entry) in enumerate(
            zip(later, now.ledger.after_the_end, strict=False), start=len(scored) + 1
        )
    ]
    return scored + kept


def rows_with_play(now: Scorepad) -> list[Row]:
    """The rows, and last the hand that is still being played."""
    if now.in_play is None:
        return rows(now)
    stored, number = now.lines[-1], len(now.lines)
    return [*rows(now), _row(now, initials(now.names), stored, now.in_play, None, number)]


def _row(
    now: Scorepad,
    marks: Sequence[str],
    stored: LineNow,
    entry: Entry,
    line: Line | None,
    number: int = 0,
) -> Row:
    hand = entry if isinstance(entry, Hand) else None
    return Row(
        number=line.number if line else number,
        line=stored.line,
        who=now.bidder_name(hand) if hand else "",
        what=_what(now, entry),
        suit=hand.trump if hand else None,
        made=line.made if line else None,
        corrected=stored.corrected,
        note=entry.note,
        cells=_cells(now, marks, hand),
        changes=_changes(now, line) if line else (),
        reasons=tuple(why(line.rules, now.names_in_words, line)) if line else (),
        after_the_end=line is None and (hand is None or hand.is_played),
        is_hand=hand is not None,
    )


def _what(now: Scorepad, entry: Entry) -> str:
    if isinstance(entry, PassedOut):
        return "Passed out"
    if isinstance(entry, Adjustment):
        return f"Adjustment: {now.names_in_words[entry.side]} {change_of(entry.by)}"
    if isinstance(entry, TargetChange):
        return f"Game to {entry.target} from here on"
    return bid_text(entry.bid) if entry.bid is not None else ""


def _cells(now: Scorepad, marks: Sequence[str], hand: Hand | None) -> tuple[PointCell, ...]:
    if hand is None or hand.points is None:
        return ()
    cells = []
    for point in now.rules.points:
        owner = hand.points[point.key]
        name, mark = ("nobody", "–") if owner is None else (now.names[owner], marks[owner])
        cells.append(PointCell(point.short, point.label, name, mark))
    return tuple(cells)


def _changes(now: Scorepad, line: Line) -> tuple[tuple[str, str, Figure], ...]:
    moves = zip(now.names, line.change, line.totals, strict=True)
    return tuple((name, change_of(change), figure(total)) for name, change, total in moves)


def stake(now: Scorepad) -> dict[str, Any] | None:
    """The bid of the hand in play and what is at stake; None where there is none."""
    hand = now.in_play
    if hand is None:
        return None
    return {
        "who": now.bidder_name(hand),
        "bid": hand.bid,
        "suit": hand.trump,
        "stake": at_stake(now.rules, hand),
    }


def describe(now: Scorepad, facts: dict[str, Any] | None) -> str:
    """Stored facts in words, such as “Ann bid 3 ♠; High Us, Low Them, Jack nobody, Game Us”."""
    if facts is None:
        return "not there"
    try:
        entry = read_entry(facts, now.rules, now.sides)
    except Refused:
        return "facts that these rules do not know"
    said = _described(now, entry)
    dealer = f"; dealt by {now.seat_name(entry.dealer)}" if entry.dealer is not None else ""
    return said + dealer + (f"; “{entry.note}”" if entry.note else "")


def _described(now: Scorepad, entry: Entry) -> str:
    if not isinstance(entry, Hand):
        return _what(now, entry)
    suit = f" {entry.trump.glyph}" if entry.trump else ""
    bid = f"{now.bidder_name(entry)} bid {_what(now, entry)}{suit}" if entry.bid else ""
    tricks = ", all six tricks" if entry.all_tricks else ""
    owners = ", ".join(
        f"{point.label} {'nobody' if owner is None else now.names_in_words[owner]}"
        for point in now.rules.points
        if entry.points is not None
        for owner in [entry.points[point.key]]
    )
    return "; ".join(filter(None, [bid + tricks, owners]))


@dataclass(frozen=True, slots=True)
class Told:
    """One change as the history tells it."""

    when: datetime
    phone: int
    title: str
    before: str
    after: str
    undone: bool


def history(now: Scorepad, rows: Iterable[HandEntry] | None = None) -> list[Told]:
    """Every change of the pad, or those in `rows`, newest first."""
    told = now.rows if rows is None else tuple(rows)
    undone = _undone(now)
    return [_told(now, row, row.pk in undone) for row in reversed(told)]


def _undone(now: Scorepad) -> set[int]:
    undone: set[int] = set()
    for row in now.rows:
        if row.kind == HandEntry.Kind.UNDO and row.reverses_id:
            undone.add(row.reverses_id)
        elif row.kind == HandEntry.Kind.REDO and row.reverses_id:
            undone.discard(row.reverses_id)
    return undone


def _told(now: Scorepad, row: HandEntry, undone: bool) -> Told:
    before = now.before[row.revision]
    return Told(
        when=row.made_at,
        phone=row.phone,
        title=change_title(now, row),
        before=describe(now, before) if before is not None else "",
        after=describe(now, row.facts) if row.facts is not None else "",
        undone=undone,
    )


def change_title(now: Scorepad, row: HandEntry) -> str:
    """What a change was, for the history and the Undo button: “Hand 5 corrected”."""
    number = now.number_of(row.line)
    kind = HandEntry.Kind(row.kind)
    if kind in (HandEntry.Kind.UNDO, HandEntry.Kind.REDO):
        reversed_row = now.changes.get(row.reverses_id) if row.reverses_id else None
        inner = change_title(now, reversed_row) if reversed_row else "a change"
        return f"{'Undo' if kind == HandEntry.Kind.UNDO else 'Redo'}: {inner}"
    hand = f"Hand {number}" if number else "A hand"
    if kind == HandEntry.Kind.RECORD and not is_complete(row.facts):
        return f"{hand}: bid"
    return f"{hand} {kind.label}"


@dataclass(frozen=True, slots=True)
class Difference:
    """A total that a correction would change: where, and from what to what."""

    where: str
    was: Figure
    will_be: Figure


@dataclass(frozen=True, slots=True)
class Effects:
    """What a correction or a striking would change, worked out before it is confirmed."""

    totals: list[Difference]
    ending_was: str
    ending_will_be: str

    @property
    def any(self) -> bool:
        return bool(self.totals) or self.ending_was != self.ending_will_be


def effects(now: Scorepad, line: int, entry: Entry | None) -> Effects:
    """What putting `entry` in place of a line (or, with None, striking it) would change."""
    ids = [stored.line for stored in now.lines]
    place = ids.index(line)
    entries = list(now.entries)
    entries[place : place + 1] = [entry] if entry else []
    ids_after = ids if entry else ids[:place] + ids[place + 1 :]
    then = now.replay(entries)
    return Effects(
        totals=_total_differences(now, ids, ids_after, then),
        ending_was=_ending(now, now.ledger),
        ending_will_be=_ending(now, then),
    )


def _total_differences(
    now: Scorepad, ids: Sequence[int], ids_after: Sequence[int], then: Ledger
) -> list[Difference]:
    was = {ids[old.number - 1]: old for old in now.ledger.lines}
    found = []
    for new in then.lines:
        old = was.get(ids_after[new.number - 1])
        if old is None:
            continue
        for side, name in enumerate(now.names):
            if old.totals[side] != new.totals[side]:
                where = f"{name}, after hand {old.number}"
                found.append(Difference(where, figure(old.totals[side]), figure(new.totals[side])))
    if _last(now.ledger, ids) == _last(then, ids_after):
        return found
    return found + _final_differences(now, then)


def _last(ledger: Ledger, ids: Sequence[int]) -> int | None:
    return ids[ledger.lines[-1].number - 1] if ledger.lines else None


def _final_differences(now: Scorepad, then: Ledger) -> list[Difference]:
    """The final scores, where the two ledgers do not end on the same line."""
    where = "at the end" if now.ledger.is_over or then.is_over else "in all"
    return [
        Difference(f"{name}, {where}", figure(old), figure(new))
        for name, old, new in zip(now.names, now.ledger.totals, then.totals, strict=True)
        if old != new
    ]


def _ending(now: Scorepad, ledger: Ledger) -> str:
    if ledger.out is None:
        return "goes on"
    return f"{now.names_in_words[ledger.out.winner]} won on hand {ledger.lines[-1].number}"


def state(now: Scorepad) -> str:
    """How a pad stands, in a few words, for the list of pads."""
    totals, out = now.ledger.totals, now.ledger.out
    if out is not None:
        return f"Won by {now.names_in_words[out.winner]}"
    if hand := now.in_play:
        suit = f" {hand.trump.glyph}" if hand.trump else ""
        return f"{now.bidder_name(hand)} bid {bid_text(hand.bid or 0)}{suit}: being played"
    if not now.lines:
        return "Not begun yet"
    best = max(totals)
    leaders = [side for side, total in enumerate(totals) if total == best]
    if len(leaders) > 1:
        return f"Level at {signed(best)}"
    second = max(total for side, total in enumerate(totals) if side != leaders[0])
    return f"{now.names_in_words[leaders[0]]} ahead, {signed(best)} to {signed(second)}"


def preview(now: Scorepad, entry: Entry) -> str:
    """What saving `entry` as the next line would do, in one sentence."""
    entries = [*(now.entries[:-1] if now.in_play else now.entries), entry]
    last = now.replay(entries).lines[-1]
    return result(last.rules, now.names_in_words, last)


def still_to_tap(now: Scorepad, chosen: Mapping[str, Any], pitcher: int | None) -> str:
    """What a half-tapped hand comes to so far, and what is missing."""
    missing = ["who bid"] if now.rules.auction and pitcher is None else []
    bid = chosen.get("bid")
    if now.rules.auction and not bid:
        missing.append("the bid")
    open_points = [point for point in now.rules.points if not chosen.get(point.key)]
    if len(open_points) == len(now.rules.points):
        missing.append("who won each point")
    else:
        missing += [point.label for point in open_points]
    if bid == SMUDGE_BID and not chosen.get("all_tricks"):
        missing.append("all six tricks or not")
    so_far = ""
    if pitcher is not None and bid and len(open_points) < len(now.rules.points):
        took = sum(p.worth for p in now.rules.points if chosen.get(p.key) == str(pitcher))
        of = "a smudge" if bid == SMUDGE_BID else bid
        so_far = f"{now.names_in_words[pitcher]} took {took} of {of} so far. "
    return f"{so_far}Still to tap: {', '.join(missing)}." if missing else so_far.strip()


def meanwhile(now: Scorepad, phone: int) -> str:
    """The change that came first, in words: what it was, by which phone, and what it did."""
    if not now.rows:
        return "Nothing stands on it yet."
    newest = now.rows[-1]
    by = "on this phone" if newest.phone == phone else f"on phone {newest.phone}"
    told = describe(now, newest.facts) if newest.facts is not None else ""
    return f"{change_title(now, newest)} {by}{': ' + told if told else ''}."


@dataclass(frozen=True, slots=True)
class Card:
    """A preset at a glance."""

    sides: str
    points: int
    bids: str
    goes_out: str


def card(preset: Preset) -> Card:
    """What a preset's card says in a scan."""
    least, most = preset.least_sides, preset.most_sides
    smudge = " and smudge" if preset.smudge is Smudge.ALL_TRICKS_FIVE else ""
    return Card(
        sides=str(least) if least == most else f"{least} to {most}",
        points=preset.total,
        bids=f"{preset.lowest_bid} to {preset.total}{smudge}",
        goes_out=_GOES_OUT[preset.going_out],
    )


_GOES_OUT = {
    GoingOut.PITCHER_FIRST: "Any side; the pitcher first",
    GoingOut.BIDDING_SIDE_ONLY: "Only a side that made its bid",
    GoingOut.BIDDER_GOES_OUT: "Any side; near the end, the bidder",
    GoingOut.POINT_ORDER: "Any side, in the order of the points",
}


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended: who won, in a sentence why, and the rule behind it."""

    winner: str
    sentence: str
    cite: Cite | None


def end(now: Scorepad) -> End | None:
    """The end of the game; None while it goes on."""
    out, last = now.ledger.out, now.last_line
    if out is None or last is None:
        return None
    told = result(now.rules, now.names_in_words, last)
    return End(now.names[out.winner], told, ending(now.rules, now.names_in_words, last).cite)


def prompt(now: Scorepad) -> str:
    """What to tap, before anything is tapped."""
    if now.in_play or not now.rules.auction:
        return "Tap who won each point."
    return "Tap who bid, how much, and who won each point."


def line_result(now: Scorepad, number: int) -> str:
    """What a scored line did, in a sentence; empty for a line that is not scored."""
    if number > len(now.ledger.lines):
        return ""
    return result(now.rules, now.names_in_words, now.ledger.lines[number - 1])
