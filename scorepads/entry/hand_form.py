"""The form of one hand, built from its pad's rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.utils.safestring import SafeString

from scorepads.core.fields import OneOf, TidyField, as_sentence
from scorepads.core.scorepad import Scorepad
from scorepads.core.side_marks import short_names
from scorepads.entry.forms import EntryForm
from scorepads.entry.rows import (
    EVERYONE_PASSED,
    NOBODY,
    OTHERS,
    TEAM,
    Cell,
    Row,
    point_field,
    rest_buttons,
    side_cells,
    suit_cells,
)
from scorepads.rules.hand import MAX_NOTE_LENGTH, Entry, Hand, PassedOut, Side
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.pips import PIPS, count_pips, is_counted, who_gets_game
from scorepads.rules.scoring import needs_all_tricks
from scorepads.rules.terms import Problem, Refused, Suit
from scorepads.rules.wording.sentences import say

NOBODY_CELL = Cell(NOBODY, "–", "Nobody", "none")
TEAM_CELLS = [Cell(TEAM, "Bidders"), Cell(OTHERS, "Others")]
"""The owners of points where partners are called: the pitcher's team, or all the others."""
ALONE = "alone"
MAX_OF_A_CARD = 4
FEW_PLAYERS = 4
"""So many players have a wide cell each in the row of who bid."""


@dataclass(frozen=True, slots=True)
class CardField:
    """How many of one counting card a side took."""

    name: str
    card: str
    pips: int
    many: int


@dataclass(frozen=True, slots=True)
class SideCounter:
    """One side of the Game counter, with its pips so far."""

    name: str
    pips: int
    cards: list[CardField]


def hand_fields(scorepad: Scorepad) -> dict[str, forms.Field]:
    """The fields of a hand under this pad's rules; the cards of the counter are none of them."""
    rules, fields = scorepad.rules, dict[str, forms.Field]()
    if rules.auction:
        fields["who"] = OneOf((cell.value, cell.text) for cell in who_cells(scorepad))
        passing = [(EVERYONE_PASSED, "Pass")] if rules.can_be_passed_out else []
        fields["bid"] = OneOf([*((bid, str(bid)) for bid in rules.bids), *passing])
    fields["trump"] = OneOf((suit.value, suit.glyph) for suit in Suit)
    for point in rules.points:
        nobody = [(NOBODY, "Nobody")] if point.nobody else []
        fields[point_field(point.key)] = OneOf([*owner_choices(scorepad), *nobody])
    for number in range(1, rules.most_partners + 1):
        sides = enumerate(scorepad.names)
        fields[partner_field(number)] = OneOf([(ALONE, "Alone"), *sides])
    if asks_for_tricks(rules):
        fields["all_tricks"] = OneOf([("yes", "Yes"), ("no", "No")])
    fields["dealer"] = OneOf((seat, scorepad.seat_name(seat)) for seat in range(scorepad.seats))
    fields["note"] = TidyField(MAX_NOTE_LENGTH, "Note")
    return fields


def asks_for_tricks(rules: Rules) -> bool:
    """Whether there is a bid that hangs on all the tricks."""
    return any(needs_all_tricks(rules, bid) for bid in rules.bids)


def owner_choices(scorepad: Scorepad) -> list[tuple[Any, str]]:
    """Who may own a point: a side, or where partners are called, the bidders or the others."""
    if scorepad.rules.calls_partners:
        return [(cell.value, cell.text) for cell in TEAM_CELLS]
    return list(enumerate(scorepad.names))


def partner_field(number: int) -> str:
    """The field of the partner called first, second, third."""
    return f"with-{number}"


class HandForm(EntryForm):
    """A hand as it is tapped: who bid, how much, and an owner for each point.

    `entry` fills the fields from a stored line or a saved bid. When a line `is_corrected`, a
    played hand and a passed-out hand can be made of one another. With `bid_only`, only the
    auction's outcome is read.
    """

    def __init__(
        self,
        scorepad: Scorepad,
        data: Any = None,
        *,
        entry: Entry | None = None,
        dealer: int | None = None,
        is_corrected: bool = False,
        bid_only: bool = False,
    ) -> None:
        self.rules, self.bid_only = scorepad.rules, bid_only
        self.labels = {point_field(p.key): p.label for p in self.rules.points} | FIELD_LABELS
        self.usual_dealer = scorepad.dealer if dealer is None else dealer
        self.is_corrected = is_corrected
        super().__init__(scorepad, data, entry, self.initial_values(entry))
        if self.is_bound:  # what is not sent needs no fields: its rows draw it
            self.fields |= hand_fields(scorepad)

    def initial_values(self, entry: Entry | None) -> dict[str, str]:
        initial = {"dealer": str(self.usual_dealer)}
        if isinstance(entry, PassedOut):
            initial["bid"] = EVERYONE_PASSED
        if isinstance(entry, Hand):
            initial |= initial_of_hand(entry, self.rules)
        return initial | {"note": entry.note if entry else ""}

    # ---- What was tapped, and what it comes to

    def chosen(self, name: str) -> str:
        """What is tapped or typed for a field so far."""
        values = self.data if self.is_bound else self.initial
        return str(values.get(name) or "")

    @property
    def is_begun(self) -> bool:
        """Whether anything of the hand is tapped that is not stored yet."""
        names = ["who", "bid", "trump", "all_tricks", *self.partner_fields, *self.point_fields]
        return self.is_bound and any(
            self.chosen(name) != str(self.initial.get(name) or "") for name in names
        )

    @property
    def is_passed_out(self) -> bool:
        return self.cleaned_data.get("bid") == EVERYONE_PASSED

    @property
    def pitcher(self) -> int | None:
        """The pitcher's side as tapped so far."""
        who = self.cleaned_data.get("who", "")
        return int(who.split(".")[0]) if who else None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.bid_only:
            for name in [*self.point_fields, "all_tricks"]:
                self.errors.pop(name, None)
        else:
            self.count_game(cleaned)
        self.validate_facts(self.tapped_facts(cleaned))
        return cleaned

    def validate_facts(self, facts: dict[str, Any]) -> None:
        super().validate_facts(facts)
        if "points" not in facts:
            return self.refuse_more_than_pass()
        if needs_all_tricks(self.rules, facts.get("bid")) and not self.cleaned_data.get(
            "all_tricks"
        ):
            told = Problem("all_tricks", "did the pitcher win all the tricks?")
            self.show_problem(told)
        if self.partner_fields and not self.cleaned_data.get(self.partner_fields[0]):
            self.show_problem(Problem("with", "choose a partner, or Alone"))
        return None

    def refuse_more_than_pass(self) -> None:
        if self.is_passed_out and not self.is_corrected and self.has_more_than_pass():
            self.add_error("bid", say("entry.not_passed"))

    def has_more_than_pass(self) -> bool:
        names = ["who", *self.point_fields]
        return any(self.cleaned_data.get(name) for name in names)

    def tapped_facts(self, chosen: dict[str, Any]) -> dict[str, Any]:
        """What was tapped, as plain facts."""
        facts: dict[str, Any] = {"passed_out": True} if self.is_passed_out else {}
        if not facts and self.rules.auction:
            facts |= auction_facts(chosen) | self.partner_facts(chosen)
        if not self.is_passed_out:
            facts |= {"trump": chosen["trump"]} if chosen.get("trump") else {}
            facts |= {} if self.bid_only else self.play_facts(chosen)
        return (
            facts
            | self.dealer_facts(chosen)
            | ({"note": chosen["note"]} if chosen.get("note") else {})
        )

    def dealer_facts(self, chosen: dict[str, Any]) -> dict[str, Any]:
        """The dealer, only where it differs from whose turn it is, or was noted before."""
        dealer = chosen.get("dealer")
        noted = self.entry is not None and self.entry.dealer is not None
        if not dealer or (dealer == str(self.usual_dealer) and not noted):
            return {}
        return {"dealer": int(dealer)}

    def play_facts(self, chosen: dict[str, Any]) -> dict[str, Any]:
        tapped = {point.key: chosen.get(point_field(point.key)) for point in self.rules.points}
        points = {key: self.owner_tapped(owner, chosen) for key, owner in tapped.items() if owner}
        facts: dict[str, Any] = {"points": points}
        asked = needs_all_tricks(self.rules, chosen.get("bid"))
        if asked and chosen.get("all_tricks") == "yes":
            facts["all_tricks"] = True
        return facts

    def owner_tapped(self, tapped: str, chosen: dict[str, Any]) -> int | None:
        """The side that owns a point: of the bidders the pitcher, of the others the first."""
        if tapped == NOBODY:
            return None
        if tapped not in (TEAM, OTHERS):
            return int(tapped)
        team = [self.pitcher or 0, *self.partner_facts(chosen).get("with", [])]
        others = [side for side in range(self.rules.sides) if side not in team]
        return team[0] if tapped == TEAM else others[0]

    def partner_facts(self, chosen: dict[str, Any]) -> dict[str, Any]:
        tapped = [chosen.get(name) for name in self.partner_fields]
        called = [int(side) for side in tapped if side and side != ALONE]
        return {"with": called} if called else {}

    @property
    def partner_fields(self) -> list[str]:
        """The fields of whom the pitcher calls; none where sides stay together."""
        return [partner_field(number) for number in range(1, self.rules.most_partners + 1)]

    @property
    def point_fields(self) -> list[str]:
        return [point_field(point.key) for point in self.rules.points]

    def unblamed(self) -> HandForm:
        """The same form without its problems: somebody looked, nobody tried to save."""
        self.errors.clear()
        return self

    def field_of(self, path: str) -> str:
        if path.startswith("points."):
            return point_field(path.removeprefix("points."))
        if path.startswith("with"):
            return partner_field(1)
        return "who" if path in ("pitcher", "player") else path

    def fill_rest(self, owner: str) -> None:
        """Give every point that has no owner yet to `owner`, where that is legal."""
        for point in self.rules.points:
            name = point_field(point.key)
            is_legal = point.nobody if owner == NOBODY else owner in self.owner_values
            if not self.chosen(name) and is_legal:
                self.fill_in(name, owner)
        self.full_clean()

    @property
    def owner_values(self) -> list[str]:
        return [str(owner) for owner, _ in owner_choices(self.scorepad)]

    def fill_in(self, name: str, value: str) -> None:
        self.data = {**{key: self.data.get(key) for key in self.data}, name: value}
        self.cleaned_data[name] = value

    # ---- Its rows

    @property
    def auction_rows(self) -> list[Row]:
        """Who bid, and how much; none without an auction."""
        if not self.rules.auction:
            return []
        cells = bid_cells(self.rules)
        return [
            self.make_row(
                "who", "Bid by", [cell for cell in who_cells(self.scorepad) if cell.text]
            ),
            self.make_row("bid", "Bid", cells, css=f"bids of{len(cells)}"),
            *self.partner_rows,
        ]

    @property
    def partner_rows(self) -> list[Row]:
        """Whom the pitcher calls, a row a partner."""
        names = self.scorepad.names
        sides = side_cells(names, short_names(names))
        rows = []
        for number, name in enumerate(self.partner_fields, start=1):
            label, none = (
                ("With", Cell(ALONE, "Alone", css="alone"))
                if number == 1
                else (f"and with, {number}", Cell(ALONE, "–", "Nobody else"))
            )
            rows.append(self.make_row(name, label, [*sides, none]))
        return rows

    @property
    def trump_row(self) -> Row:
        return self.make_row("trump", "Trump", suit_cells(), css="trump")

    @property
    def point_rows(self) -> list[Row]:
        """A row a point: who won it."""
        owners = self.owner_cells
        return [
            self.make_row(
                point_field(point.key),
                point.label,
                owners if point.nobody else [cell for cell in owners if cell is not NOBODY_CELL],
                css="point",
                sheet="count" if point.key == "game" and is_counted(self.rules) else "how",
                worth=point.worth,
            )
            for point in self.rules.points
        ]

    @cached_property
    def owner_cells(self) -> list[Cell]:
        """The columns of the points: every side, and nobody where that may be."""
        nobody = [NOBODY_CELL] if any(point.nobody for point in self.rules.points) else []
        if self.rules.calls_partners:
            return [*TEAM_CELLS, *nobody]
        names = self.scorepad.names
        shorts = names if len(names) == 2 else short_names(names)
        return [*side_cells(names, shorts), *nobody]

    @property
    def rest_buttons(self) -> SafeString:
        return rest_buttons(self.owner_cells)

    @property
    def tricks_row(self) -> Row | None:
        """Whether all the tricks were won, where a smudge or a moon asks for it."""
        if not asks_for_tricks(self.rules):
            return None
        cells = [Cell("yes", "Yes"), Cell("no", "No")]
        label = "All six tricks?" if self.rules.has_smudge_bid else "All the tricks?"
        return self.make_row("all_tricks", label, cells, css="tricks")

    @property
    def dealer_row(self) -> Row:
        cells = [
            Cell(str(seat), self.scorepad.seat_name(seat)) for seat in range(self.scorepad.seats)
        ]
        return self.make_row("dealer", "Who dealt this hand?", cells, css="wide")

    @property
    def note_row(self) -> Row:
        return self.make_row("note", "Note", [])

    @property
    def side_row(self) -> Row | None:
        """Which side bid, where its players are named but nobody knows which of them it was."""
        cells = [cell for cell in who_cells(self.scorepad) if not cell.text]
        if not self.rules.auction or not cells:
            return None
        named = [Cell(cell.value, cell.name, css=cell.css) for cell in cells]
        return self.make_row("who", "Bid by the side", named, css="wide side-only")

    def make_row(self, name: str, label: str, cells: list[Cell], **more: Any) -> Row:
        errors = [str(error) for error in self.errors.get(name, [])] if self.is_bound else []
        return Row(name, label, cells, self.chosen(name), errors=errors, **more)

    # ---- The Game counter

    @property
    def counters(self) -> list[SideCounter]:
        return [
            SideCounter(name, self.pips_of(side), [self.card_field(side, card) for card in PIPS])
            for side, name in enumerate(self.scorepad.names)
        ]

    def pips_of(self, side: int) -> int:
        pips: list[int] = getattr(self, "pips", [])
        return pips[side] if pips else 0

    def card_field(self, side: int, card: str) -> CardField:
        return CardField(counter(side, card), card, PIPS[card], self.card_count(side, card))

    def card_count(self, side: int, card: str) -> int:
        many = self.chosen(counter(side, card))
        return int(many) if many in CARD_COUNTS else 0

    def count_game(self, cleaned: dict[str, Any]) -> None:
        """Fill in the owner of Game from the counted cards, where it was left open."""
        counted = [
            {card: self.card_count(side, card) for card in PIPS} for side in range(self.rules.sides)
        ] if is_counted(self.rules) else []  # fmt: skip
        self.pips: list[int] = [0] * len(counted)
        if not any(any(cards.values()) for cards in counted):
            return
        try:
            self.pips = count_pips(counted)
        except Refused as refusal:
            self.add_error("game", as_sentence(refusal.problems[0].message))
            return
        if not cleaned.get("game"):
            owner = who_gets_game(self.rules, self.pips, self.pitcher)
            self.fill_in("game", NOBODY if owner is None else str(owner))


CARD_COUNTS = tuple(str(many) for many in range(MAX_OF_A_CARD + 1))
FIELD_LABELS = {
    "who": "Bid by", "bid": "Bid", "all_tricks": "All tricks", "note": "Note",
    "dealer": "Dealer", "with-1": "With",
}  # fmt: skip


def initial_of_hand(hand: Hand, rules: Rules) -> dict[str, str]:
    initial = {"bid": str(hand.bid or ""), "trump": hand.trump.value if hand.trump else ""}
    if hand.pitcher is not None:
        player = "" if hand.player is None else f".{hand.player}"
        initial["who"] = f"{hand.pitcher}{player}"
    if hand.is_played and needs_all_tricks(rules, hand.bid):
        initial["all_tricks"] = "yes" if hand.all_tricks else "no"
    called = [str(side) for side in hand.partners]
    if hand.is_played and rules.calls_partners:
        called += [ALONE] * (rules.most_partners - len(called))
    initial |= {partner_field(number): side for number, side in enumerate(called, start=1)}
    for key, owner in (hand.points or {}).items():
        initial[point_field(key)] = owner_value(hand, rules, owner)
    return initial


def owner_value(hand: Hand, rules: Rules, owner: int | None) -> str:
    """How the owner of a point stands in the form."""
    if owner is None:
        return NOBODY
    if not rules.calls_partners:
        return str(owner)
    return TEAM if owner in hand.team else OTHERS


def auction_facts(chosen: dict[str, Any]) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    if who := chosen.get("who"):
        side, _, player = who.partition(".")
        facts["pitcher"] = int(side)
        facts |= {"player": int(player)} if player else {}
    if bid := chosen.get("bid"):
        facts["bid"] = int(bid) if bid.isdigit() else bid
    return facts


def who_cells(scorepad: Scorepad) -> list[Cell]:
    """Who may bid: the players in seat order, and every side that names none.

    A side whose players are named can still be the bidder, where nobody knows which of them it
    was: `0`, with no text, beside `0.0`, `0.1`.
    """
    names, sides = scorepad.names, scorepad.sides
    shorts = short_names(names) if len(names) > 2 else names
    people = short_people(sides)
    cells = []
    for row in range(max(1, *(len(side.players) for side in sides))):
        for number, side in enumerate(sides):
            css = f"team s{number}"
            if row < len(side.players):
                name = side.players[row]
                cells.append(Cell(f"{number}.{row}", people.get(name, name), name, css))
            elif row == 0:
                cells.append(Cell(str(number), shorts[number], names[number], css))
    alone = [number for number, side in enumerate(sides) if side.players]
    return cells + [Cell(str(n), "", names[n], f"team s{n}") for n in alone]


def short_people(sides: Sequence[Side]) -> dict[str, str]:
    """What is written for players whose names their cells would cut to the same letters."""
    players = [player for side in sides for player in side.players]
    # A cell has two lines, the second with an ellipsis where the name is longer.
    room = 12 if len(players) <= FEW_PLAYERS else 8
    seen = Counter(name[: room - 2].casefold() for name in players)
    return {
        name: short
        for name, short in zip(players, short_names(players), strict=True)
        if len(name) > room and seen[name[: room - 2].casefold()] > 1
    }


def bid_cells(rules: Rules) -> list[Cell]:
    """Every bid, and last that everyone passed, where they may."""
    passing = (
        [Cell(EVERYONE_PASSED, "Pass", "Everyone passed", "word pass")]
        if rules.can_be_passed_out
        else []
    )
    numbers = [
        Cell(str(bid), str(bid).capitalize(), css="word" if isinstance(bid, str) else "")
        for bid in rules.bids
    ]
    return numbers + passing


def counter(side: int, card: str) -> str:
    """The field that holds how many of a counting card a side took."""
    return f"count-{side}-{card}"
