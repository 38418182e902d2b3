"""The form of the page “Players”: names put right, somebody else in a seat, seats changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import cached_property

from scorepads.core.fields import Form, OneOf, Segments, TidyField, as_sentence, whole_number
from scorepads.core.history import number_after
from scorepads.core.scorepad import Scorepad
from scorepads.opening.forms import MAX_SEATS, PLAYER_LABELS, default_name
from scorepads.rules.hand import MAX_NAME_LENGTH
from scorepads.rules.seatings import (
    MAX_SEATINGS,
    Seat,
    Seatings,
    drop_seating,
    find_double,
    move_seating,
    name_players,
    people_of_seatings,
    people_of_sides,
    reading_key,
    rename_people,
    rename_sides,
    seat_people,
)
from scorepads.rules.terms import Refused
from scorepads.rules.wording.seating import join, who_sits_down
from scorepads.rules.wording.sides import call_side, is_made_up

WHOLE, FROM = "whole", "from"
TAKEN = "Somebody in this game is called that already."


@dataclass(frozen=True, slots=True)
class SwapButton:
    """A button by which two partners change seats: its value and their names."""

    value: str
    names: tuple[str, str]


@dataclass(frozen=True, slots=True)
class SideOfPeople:
    """One side on the page: its name, who sits there now, and fields to name players by."""

    name: str
    fields: list[forms.BoundField]
    unnamed: list[forms.BoundField]
    swaps: list[SwapButton]


@dataclass(frozen=True, slots=True)
class LaterSeating:
    """Somebody who sat down later: what changed, from which hand on, and whether to take it out."""

    told: str
    at: forms.BoundField
    out: forms.BoundField


class PeopleForm(Form):
    """Who plays: each name as it is now, and for how long a change holds.

    A valid form has the `seatings` that it asks for.
    """

    seatings: Seatings

    def __init__(self, scorepad: Scorepad, data: Any = None) -> None:
        self.scorepad = scorepad
        self.people = people_of_sides(scorepad.sides)
        self.gone = [
            name
            for name in people_of_seatings(scorepad.seatings)
            if name not in self.people.values()
        ]
        super().__init__(data)
        for number, side in enumerate(scorepad.sides):
            if (number, None) not in self.people:
                own = "" if is_made_up(side.name) else side.name
                self.add_name(f"side-{number}", "Name of the side", own, call_side(side))
        for seat, name in self.people.items():
            label = "Player" if seat[1] is None else PLAYER_LABELS[min(seat[1], 2)]
            self.add_name(seat_field(seat), label, name)
        for number in range(len(scorepad.sides)):
            for row in range(self.rows_to_name):
                self.add_name(f"new-{number}-{row}", PLAYER_LABELS[row], "")
        for place, name in enumerate(self.gone):
            self.add_name(f"was-{place}", name, name)
        self.add_when()
        self.add_later_seatings()

    def add_name(self, field: str, label: str, name: str, placeholder: str = "") -> None:
        keyboard = {"autocapitalize": "words", "enterkeyhint": "next"}
        hint = {"placeholder": placeholder} if placeholder else {}
        self.fields[field] = TidyField(MAX_NAME_LENGTH, label, **keyboard, **hint)
        self.initial[field] = name

    def add_when(self) -> None:
        """For how long a change of names holds: asked once a hand was played."""
        if not self.last_number:
            return
        choices = [(WHOLE, "A name was wrong"), (FROM, "Somebody else plays")]
        self.fields["when"] = OneOf(choices, "What changes?", widget=Segments())
        self.fields["from"] = whole_number(1, self.last_number, "From hand", required=False)
        self.initial["from"] = self.last_number

    def add_later_seatings(self) -> None:
        for number, seating in enumerate(self.scorepad.seatings[1:], start=1):
            at = number_after(self.scorepad.lines, seating.after)
            self.fields[f"at-{number}"] = whole_number(2, max(2, at, self.last_number), "From hand")
            self.fields[f"out-{number}"] = forms.BooleanField(required=False, label="Take it out")
            self.initial[f"at-{number}"] = at

    @property
    def last_number(self) -> int:
        """The last hand from which somebody else can play: the one to come, 0 where that is all."""
        scorepad = self.scorepad
        if scorepad.ledger.is_over:
            return len(scorepad.lines)
        played = len(scorepad.lines) - (scorepad.in_play is not None)
        return played + 1 if played else 0

    @cached_property
    def rows_to_name(self) -> int:
        """How many players of a side can still be named, where none is.

        In a game that lasts so many deals, more seats would make it longer.
        """
        scorepad, length = self.scorepad, self.scorepad.rules.ends_after
        is_named = any(side.players for side in scorepad.sides)
        if is_named or len(scorepad.seatings) > 1 or (length and not length.hands):
            return 0
        return min(len(PLAYER_LABELS), MAX_SEATS // len(scorepad.sides))

    # ---- What the page shows

    @property
    def sides(self) -> list[SideOfPeople]:
        return [self.side_of_people(number) for number in range(len(self.scorepad.sides))]

    def side_of_people(self, number: int) -> SideOfPeople:
        seats = [seat_field(seat) for seat in self.people if seat[0] == number]
        named = [name for name in (*seats, f"side-{number}") if name in self.fields]
        players = self.scorepad.sides[number].players
        return SideOfPeople(
            self.scorepad.names[number],
            [self[name] for name in named],
            [self[f"new-{number}-{row}"] for row in range(self.rows_to_name)],
            [
                SwapButton(f"{number}.{a}.{b}", (players[a], players[b]))
                for a in range(len(players))
                for b in range(a + 1, len(players))
                if self.last_number
            ],
        )

    @property
    def played_before(self) -> list[forms.BoundField]:
        return [self[f"was-{place}"] for place in range(len(self.gone))]

    @property
    def later_seatings(self) -> list[LaterSeating]:
        seatings = self.scorepad.seatings
        return [
            LaterSeating(
                join(who_sits_down(seatings[number - 1].sides, seatings[number].sides)),
                self[f"at-{number}"],
                self[f"out-{number}"],
            )
            for number in range(1, len(seatings))
        ]

    @property
    def first_error(self) -> str:
        """Where the first field to be mended stands on the page; empty where none is."""
        return next((self[name].anchor for name in self.errors if name in self.fields), "")

    @property
    def names_players(self) -> bool:
        """Whether a player is being named for the first time, so that the fold stands open."""
        return any(self[name].value() for name in self.fields if name.startswith("new-"))

    # ---- What it asks for

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        changed = dict(self.changed_people())
        if changed and not self.errors and "when" in self.fields and not cleaned.get("when"):
            self.add_error("when", "Was a name wrong, or does somebody else play?")
        players = self.players_to_name()
        if self.errors:
            return cleaned
        try:
            self.seatings = self.asked_seatings(changed, players)
        except Refused as refusal:
            self.add_error(None, as_sentence(refusal.problems[0].message))
        return cleaned

    def changed_people(self) -> Iterator[tuple[Seat, str]]:
        """The seats that have another name now; nobody can be left without one."""
        for seat, name in self.people.items():
            field = seat_field(seat)
            given = self.cleaned_data.get(field, name)
            if not given:
                self.add_error(field, "Give a name.")
            elif given != name:
                yield seat, given

    def players_to_name(self) -> list[list[str]]:
        """The players of each side that had named none: as many of every side, or nobody."""
        named = [
            [self.cleaned_data.get(f"new-{number}-{row}", "") for row in range(self.rows_to_name)]
            for number in range(len(self.scorepad.sides))
        ]
        most = max(
            (row + 1 for players in named for row, player in enumerate(players) if player),
            default=0,
        )
        for number, players in enumerate(named):
            for row, player in enumerate(players[:most]):
                if not player:
                    message = "Name this player too: the sides take turns dealing."
                    self.add_error(f"new-{number}-{row}", message)
        return [players[:most] for players in named]

    def asked_seatings(
        self, changed: Mapping[Seat, str], players: Sequence[Sequence[str]]
    ) -> Seatings:
        """The seatings with all that is asked for; raises `Refused`, or adds errors to fields."""
        seatings = self.moved_and_dropped(self.scorepad.seatings)
        from_now = self.cleaned_data.get("when") == FROM
        renamed = {} if from_now else {self.people[seat]: name for seat, name in changed.items()}
        for place, name in enumerate(self.gone):
            given = self.cleaned_data.get(f"was-{place}") or name
            renamed |= {name: given} if given != name else {}
        self.refuse_taken_names(renamed)
        seatings = rename_sides(rename_people(seatings, renamed), self.names_of_sides())
        if any(players):
            seatings = name_players(seatings, players)
        if from_now and changed:
            after = self.place_before(self.cleaned_data.get("from") or self.last_number)
            seatings = seat_people(seatings, after, self.as_known(changed, seatings))
        for seating in seatings:
            if double := find_double(seating.sides):
                self.add_error(None, f"Two are called {double}: give each a name of its own.")
                break
        if len(seatings) > MAX_SEATINGS:
            self.add_error(None, f"Seats can change up to {MAX_SEATINGS} times in a game.")
        return seatings

    def moved_and_dropped(self, seatings: Seatings) -> Seatings:
        later = range(1, len(seatings))
        for number in later:
            name = f"at-{number}"
            if self.cleaned_data[name] != self.initial[name]:
                try:
                    after = self.place_before(self.cleaned_data[name])
                    seatings = move_seating(seatings, number, after)
                except Refused as refusal:
                    self.add_error(name, as_sentence(refusal.problems[0].message))
        for number in reversed(later):
            if self.cleaned_data.get(f"out-{number}"):
                try:
                    seatings = drop_seating(seatings, number)
                except Refused as refusal:
                    self.add_error(f"out-{number}", as_sentence(refusal.problems[0].message))
        return seatings

    def names_of_sides(self) -> dict[int, str]:
        """The sides that are called otherwise now; one without a name gets that of its number."""
        sides = self.scorepad.sides
        given = {
            number: self.cleaned_data[f"side-{number}"]
            or (side.name if is_made_up(side.name) else default_name(number, len(sides)))
            for number, side in enumerate(sides)
            if f"side-{number}" in self.fields
        }
        return {number: name for number, name in given.items() if name != sides[number].name}

    def refuse_taken_names(self, renamed: Mapping[str, str]) -> None:
        """Refuse a new name that somebody else in the game has, whenever they sat there."""
        people = people_of_seatings(self.scorepad.seatings)
        taken = {reading_key(renamed.get(name, name)): name for name in people}
        for name, given in renamed.items():
            if taken[reading_key(given)] != name:
                field = next(field for field, was in self.initial.items() if was == name)
                self.add_error(field, TAKEN)

    def as_known(self, changed: Mapping[Seat, str], seatings: Seatings) -> dict[Seat, str]:
        """The names of people who played before as they were written then."""
        known = {reading_key(name): name for name in people_of_seatings(seatings)}
        return {seat: known.get(reading_key(name), name) for seat, name in changed.items()}

    def place_before(self, number: int) -> int:
        """The place after which the hand with this number comes."""
        if number == 1:
            return 0
        completed = self.scorepad.lines[number - 2].completed
        assert completed is not None  # only the last line is still being played
        return completed


def seat_field(seat: Seat) -> str:
    """The field for the name of the person in that seat."""
    side, row = seat
    return f"seat-{side}" if row is None else f"seat-{side}-{row}"


def exchanged(form: PeopleForm, data: Mapping[str, str], asked: str) -> dict[str, str]:
    """What was typed, with two partners in each other's seats from the hand to come on."""
    side, one, other = [*asked.split("."), "", ""][:3]
    first, second = f"seat-{side}-{one}", f"seat-{side}-{other}"
    if first not in form.fields or second not in form.fields:
        return dict(data.items())
    typed = dict(data.items())
    typed[first], typed[second] = (
        data.get(name, str(form.initial[name])) for name in (second, first)
    )
    return typed | {"when": FROM}


def merged(before: PeopleForm, now: PeopleForm, data: Mapping[str, str]) -> dict[str, str]:
    """What was typed on a form of before, on the form of now.

    Only what somebody changed is kept: every other field says what it says now.
    """
    is_same_list = len(before.initial) == len(now.initial)
    kept: dict[str, str] = {}
    for name in now.fields:
        fresh = now.initial.get(name, "")
        typed = data.get(name, "")
        was = str(before.initial.get(name, ""))
        is_known = name in before.fields and (
            is_same_list or not name.startswith(("was", "at", "out"))
        )
        kept[name] = typed if is_known and typed != was else str(fresh)
    return {name: value for name, value in kept.items() if value}
