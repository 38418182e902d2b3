"""What reads pads: from rows to a scored pad, and the lists that pages show."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.db.models import Count, Prefetch, QuerySet, prefetch_related_objects

from scorepads.core.fold_cache import folded_pads
from scorepads.core.history import (
    PEOPLE_LINE,
    Facts,
    StoredLine,
    current_line,
    current_lines,
    facts_before_each,
    number_after,
    numbers_then,
    people_facts,
    undo_stack,
)
from scorepads.models import HandEntry, Pad, PadSide
from scorepads.rules import catalog
from scorepads.rules.catalog import UnknownPreset
from scorepads.rules.hand import Entry, Hand, Side, count_seats, read_entry
from scorepads.rules.house_rules.apply import Rules, apply_house_rules, with_seats
from scorepads.rules.ledger import Ledger, Line, dealer_seats, fold
from scorepads.rules.preset import Preset
from scorepads.rules.rulesets import game_name, title
from scorepads.rules.seatings import Seating, Seatings, seating_at, stored_seatings, without_idle
from scorepads.rules.standing import Standing, side_standings
from scorepads.rules.terms import Refused, signed
from scorepads.rules.wording.explain import tell_apart
from scorepads.rules.wording.naming import house_rule_names
from scorepads.rules.wording.sentences import say
from scorepads.rules.wording.sides import call_side


class PadUnreadable(Exception):
    """The pad's preset is missing or altered, or its facts do not fit it; says which."""


class NoSuchHand(Exception):
    """There is no such line in the ledger (any more)."""


@dataclass(frozen=True)
class Scorepad:
    """A pad as it stands: its rules, its sides, its lines and what they come to.

    Everything is worked out from the rows it was made of; nothing is read from or written
    to the database again. The places of its seatings are revisions.
    """

    pad: Pad
    opened_under: Rules
    opened_as: tuple[Side, ...]
    seatings: Seatings
    start: tuple[int, ...]
    rows: tuple[HandEntry, ...]
    lines: tuple[StoredLine, ...]
    entries: tuple[Entry, ...]
    ledger: Ledger

    def with_rows(self, rows: Iterable[HandEntry]) -> Scorepad:
        """The same pad with these changes instead; raises `PadUnreadable`."""
        return fold_scorepad(self.pad, self.opened_under, self.opened_as, self.start, list(rows))

    def with_change(self, row: HandEntry) -> Scorepad:
        """The same pad with one change more; raises `PadUnreadable`.

        What was entered last is scored on top of what stands. Any other change may alter what
        comes after it, so the ledger is folded anew.
        """
        if row.line == PEOPLE_LINE:
            rows = (*self.rows, row)
            return replace(self, rows=rows, seatings=find_seatings(self.opened_as, rows))
        place = len(self.lines) - (self.in_play is not None)
        in_play = [line for line in self.lines[place:] if line.line != row.line]
        if row.kind != HandEntry.Kind.RECORD or (in_play and "pitcher" in (row.facts or {})):
            return self.with_rows([*self.rows, row])
        entered = current_line([row])
        [entry] = read_lines(self.opened_under, self.sides, [entered])
        return replace(
            self,
            rows=(*self.rows, row),
            lines=(*self.lines[:place], entered, *in_play),
            entries=(*self.entries[:place], entry, *self.entries[place:][: len(in_play)]),
            ledger=self.ledger.append(entry),
        )

    def replay(self, entries: Iterable[Entry]) -> Ledger:
        """What other entries would come to on this pad."""
        return fold(self.opened_under, self.start, entries)

    @property
    def rules(self) -> Rules:
        """The rules in force for the hand to come, with the target as last changed."""
        return self.ledger.rules

    @property
    def house_rules(self) -> list[str]:
        """The short names of the house rules in force: “to 15”, “no junk”."""
        return house_rule_names(self.rules.preset, self.rules.house_rules)

    @cached_property
    def game_name(self) -> str:
        """What is played: the table's own rules by their name, the variation, or the preset."""
        own = self.pad.own_version
        return str(own) if own else game_name(self.rules)

    @property
    def title(self) -> str:
        """The game by name, with its house rules, and under whose own version it was opened."""
        own, named = self.pad.own_version, title(self.rules)
        return f"{own}: {named}" if own else named

    @property
    def sides(self) -> tuple[Side, ...]:
        """Who plays together as they sit now."""
        return self.seatings[-1].sides

    def as_seated(self, number: int) -> Scorepad:
        """The same pad with the people who played the hand with this ledger number."""
        place = self.lines[number - 1].completed if number <= len(self.lines) else None
        return self.as_seated_after(place)

    def as_seated_after(self, place: int | None) -> Scorepad:
        """The same pad with the people who played what was completed at this revision."""
        seating = seating_at(self.seatings, place)
        if seating is self.seatings[-1]:
            return self
        return self.seated_otherwise[self.seatings.index(seating)]

    @cached_property
    def seatings_by_line(self) -> Seatings:
        """The seatings by the number of lines before them, where a line came between."""
        return place_by_lines(self.seatings, self.lines)

    @cached_property
    def seated_otherwise(self) -> list[Scorepad]:
        """The pad as it was seated before, one for each seating but the last."""
        return [replace(self, seatings=(each,)) for each in self.seatings[:-1]]

    @cached_property
    def names(self) -> list[str]:
        """What the sides are called: by their players, where they are named."""
        return tell_apart([call_side(side) for side in self.sides])

    @cached_property
    def names_in_words(self) -> list[str]:
        """The names as they stand in a sentence, beside words and numbers."""
        return [isolated(name) for name in self.names]

    @cached_property
    def standings(self) -> list[Standing]:
        return side_standings(self.rules, self.ledger)

    @cached_property
    def seats(self) -> int:
        return count_seats(self.sides)

    @cached_property
    def dealers(self) -> list[int]:
        """The dealer's seat for every entry, and last for the hand to come or in play."""
        return list(dealer_seats(self.rules, self.seats, self.pad.first_dealer, self.entries))

    @property
    def dealer(self) -> int:
        """The seat that deals, or dealt, the hand that is entered next."""
        return self.dealers[-1]

    @property
    def first_bidder(self) -> int:
        """The seat on the dealer's left, which bids (or, without an auction, leads) first."""
        return (self.dealer + 1) % self.seats

    @property
    def in_play(self) -> Hand | None:
        return self.ledger.in_play

    @property
    def revision(self) -> int:
        """The revision that these rows add up to."""
        return self.rows[-1].revision if self.rows else 0

    @cached_property
    def last_line(self) -> Line | None:
        return self.ledger.lines[-1] if self.ledger.lines else None

    @property
    def can_undo(self) -> HandEntry | None:
        return next(reversed(self._undo_stack[0]), None)

    @property
    def can_redo(self) -> HandEntry | None:
        return next(reversed(self._undo_stack[1]), None)

    @cached_property
    def _undo_stack(self) -> tuple[list[HandEntry], list[HandEntry]]:
        return undo_stack(self.rows)

    def number_of(self, line: int) -> int | None:
        """The ledger number that the lasting `line` has now; None when it is struck."""
        return self._numbers.get(line)

    def find_number(self, line: int) -> int:
        """The ledger number of the lasting `line`; raises `NoSuchHand` when it is struck."""
        number = self.number_of(line)
        if number is None:
            raise NoSuchHand
        return number

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {stored.line: number for number, stored in enumerate(self.lines, start=1)}

    @cached_property
    def before(self) -> dict[int, Facts | None]:
        """What each change's line held just before it, by the change's revision."""
        return facts_before_each(self.rows)

    def number_then(self, change: HandEntry) -> int | None:
        """The ledger number that a change's line had just after it."""
        if change is self.rows[-1] and change.facts is not None:
            return self.number_of(change.line)  # nothing has moved it since
        return self._numbers_then[change.revision]

    @cached_property
    def _numbers_then(self) -> dict[int, int | None]:
        return numbers_then(self.rows)

    @cached_property
    def tally(self) -> str:
        """The score in a few words, for titles: “Us 5, Them −1”."""
        told = zip(self.names_in_words, self.ledger.totals, strict=True)
        return ", ".join(f"{name} {signed(total)}" for name, total in told)

    @cached_property
    def changes(self) -> dict[int, HandEntry]:
        """The changes by their keys."""
        return {row.pk: row for row in self.rows}

    def seat_name(self, seat: int) -> str:
        """Who sits there: a player by name, or the side (with a number where several sit)."""
        row, side = divmod(seat, len(self.sides))
        players = self.sides[side].players
        if row < len(players):
            return players[row]
        return self.names[side] if row == 0 else f"{self.names[side]}, player {row + 1}"

    def bidder_name(self, hand: Hand) -> str:
        """Who bid, with whom they called for the hand; empty without an auction."""
        name = self.pitcher_name(hand)
        if not hand.partners:
            return name
        partners = ", ".join(self.names[side] for side in hand.partners)
        return say("line.team", name=name, partners=partners)

    def pitcher_name(self, hand: Hand) -> str:
        """Who bid: the player where it is known, else the side; empty without an auction."""
        if hand.pitcher is None:
            return ""
        if hand.player is not None:
            return self.sides[hand.pitcher].players[hand.player]
        return self.names[hand.pitcher]


def isolated(name: str) -> str:
    """A name that is written from right to left, kept apart from the text around it.

    Without that, a browser would turn the numbers beside it around too: “+1, 10 to 11”
    would be read as “11 to 10, 1+”.
    """
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if turns else name


def read_pad(pad: Pad) -> Scorepad:
    """The pad as it stands, in two queries at most; raises `PadUnreadable`.

    Of a pad that this process has folded before, only what came since is read and folded.
    """
    scorepad = folded_before(pad) or fold_rows(pad, list(pad.sides.all()), list(pad.entries.all()))
    folded_pads.put(scorepad)
    return scorepad


def folded_before(pad: Pad) -> Scorepad | None:
    """The pad as this process knows it, and on it all that is new.

    The last row that is known is read once more. Where it is another one, or none, the database
    is not the one it was (a backup was restored), and nothing of what is known holds.
    """
    known = folded_pads.get(pad.public_id)
    if known is None or not known.rows:
        return None
    rows = list(pad.entries.filter(revision__gte=known.revision))
    if not rows or rows[0].entry_key != known.rows[-1].entry_key:
        return None
    if pad.house_rules != known.pad.house_rules or pinned_preset(pad) != known.rules.preset:
        return None
    scorepad = replace(known, pad=pad)
    for row in rows[1:]:
        scorepad = scorepad.with_change(row)
    return scorepad


def find_seatings(opened_as: tuple[Side, ...], rows: Sequence[HandEntry]) -> Seatings:
    """Who sits where after these changes, and since when."""
    facts = people_facts(rows)
    return stored_seatings(facts) if facts else (Seating(0, opened_as),)


def place_by_lines(seatings: Seatings, lines: Sequence[StoredLine]) -> Seatings:
    """Seatings by the number of lines before them, without those that nobody played under."""
    found: list[Seating] = []
    for each in seatings:
        place = number_after(lines, each.after) - 1 if found else 0
        if found and found[-1].after == place:
            found.pop()
        found.append(replace(each, after=place))
    return without_idle(tuple(found))


def fold_rows(pad: Pad, side_rows: Sequence[PadSide], rows: Sequence[HandEntry]) -> Scorepad:
    """The pad that rows already at hand add up to; raises `PadUnreadable`."""
    sides = tuple(Side(row.name, tuple(row.players)) for row in side_rows)
    start = tuple(row.start for row in side_rows)
    return fold_scorepad(pad, seated_rules(pad, sides), sides, start, rows)


def fold_scorepad(
    pad: Pad,
    rules: Rules,
    sides: tuple[Side, ...],
    start: tuple[int, ...],
    rows: Sequence[HandEntry],
) -> Scorepad:
    lines, seatings = current_lines(rows), find_seatings(sides, rows)
    entries = read_lines(rules, seatings[-1].sides, lines)
    ledger = fold(rules, start, entries)
    return Scorepad(
        pad, rules, sides, seatings, start, tuple(rows), tuple(lines), tuple(entries), ledger
    )


def seated_rules(pad: Pad, sides: Sequence[Side]) -> Rules:
    """The rules that the pad was opened with, for the number of seats at the table."""
    return with_seats(pinned_rules(pad, len(sides)), count_seats(sides))


def pinned_rules(pad: Pad, sides: int) -> Rules:
    """The rules that the pad was opened with; raises `PadUnreadable` if they are gone."""
    try:
        return apply_house_rules(pinned_preset(pad), pad.house_rules, sides)
    except Refused as refusal:
        raise PadUnreadable(f"its house rules do not fit {pad.pin}: {refusal}") from refusal


def pinned_preset(pad: Pad) -> Preset:
    """The preset that the pad was opened with; raises `PadUnreadable` if it is gone."""
    try:
        preset = catalog.find_preset(pad.pin)
    except UnknownPreset:
        raise PadUnreadable(f"its preset {pad.pin} is missing") from None
    if preset.fingerprint != pad.fingerprint:
        raise PadUnreadable(f"its preset {pad.pin} was altered since it was opened")
    return preset


def read_lines(rules: Rules, sides: Sequence[Side], lines: Sequence[StoredLine]) -> list[Entry]:
    """The entries of stored lines; raises `PadUnreadable` at facts that the rules refuse."""
    entries = []
    for number, line in enumerate(lines, start=1):
        try:
            entries.append(read_entry(line.facts, rules, sides, last=number == len(lines)))
        except Refused as refusal:
            raise PadUnreadable(f"hand {number} cannot be judged: {refusal}") from refusal
    return entries


def newest_first(public_ids: Iterable[str]) -> QuerySet[Pad]:
    """These pads, the last changed first."""
    pads = Pad.objects.filter(public_id__in=list(public_ids)).select_related("own_version")
    return pads.order_by("-changed_at", "-pk")


def read_pads(pads: Iterable[Pad]) -> list[Scorepad]:
    """These pads as they stand, in two queries; what cannot be read is left out."""
    listed = list(pads)
    entries = Prefetch("entries", HandEntry.objects.order_by("revision"))
    prefetch_related_objects(listed, "sides", entries)
    return [read for pad in listed if (read := read_pad_or_none(pad))]


def read_pad_or_none(pad: Pad) -> Scorepad | None:
    try:
        return fold_rows(pad, list(pad.sides.all()), list(pad.entries.all()))
    except PadUnreadable:
        return None


MAX_NAMED_PADS = 5
"""How many pads of one lost preset are named; the rest are counted."""


def pads_in_trouble() -> list[tuple[str, str, int, list[str]]]:
    """Lost presets that pads are pinned to: pin, what is wrong, how many pads, some of them."""
    pins = Pad.objects.values_list("preset_key", "preset_version", "fingerprint")
    counted = pins.annotate(many=Count("pk")).order_by()
    troubled = []
    for key, version, fingerprint, many in counted:
        if wrong := find_preset_problem(f"{key}@{version}", fingerprint):
            pinned = Pad.objects.filter(
                preset_key=key, preset_version=version, fingerprint=fingerprint
            )
            named = pinned.values_list("public_id", flat=True)[:MAX_NAMED_PADS]
            troubled.append((f"{key}@{version}", wrong, many, [str(pk) for pk in named]))
    return sorted(troubled)


def find_preset_problem(pin: str, fingerprint: str) -> str | None:
    try:
        preset = catalog.find_preset(pin)
    except UnknownPreset:
        return "is missing"
    return None if preset.fingerprint == fingerprint else "was altered"
