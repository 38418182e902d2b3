"""The form of one hand, built from its pad's rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms

from scorepads.core.fields import Choices, OneOf, TidyField, as_sentence
from scorepads.core.scorepad import Scorepad
from scorepads.entry.forms import EntryForm
from scorepads.rules.hand import MAX_NOTE_LENGTH, Entry, Hand, PassedOut
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.pips import PIPS, SUITS, count_pips, is_counted, who_gets_game
from scorepads.rules.preset import Point
from scorepads.rules.terms import SMUDGE_BID, Basis, Problem, Refused, Suit
from scorepads.rules.wording.hints import Hint, auction_hint, point_hint

NOBODY = "none"
PASSED_OUT = "passed"
PLAYED = "played"


@dataclass(frozen=True, slots=True)
class PointField:
    """One point of the hand form: what is asked, who may have it, and what was tapped."""

    point: Point
    hint: Hint
    choices: Choices
    value: str
    errors: list[str]

    @property
    def tag(self) -> str:
        """What the hint rests on, where that is not the source."""
        return "" if self.hint.basis is Basis.SOURCE else str(self.hint.basis)


@dataclass(frozen=True, slots=True)
class CardField:
    """How many of one counting card a side took."""

    name: str
    card: str
    pips: int
    value: str
    choices: Choices


@dataclass(frozen=True, slots=True)
class SideCounter:
    """One side of the Game counter, with its pips so far."""

    name: str
    pips: int
    cards: list[CardField]


def hand_fields(scorepad: Scorepad) -> dict[str, forms.Field]:
    """The fields of a hand under this pad's rules."""
    rules, fields = scorepad.rules, dict[str, forms.Field]()
    if rules.auction:
        fields["who"] = OneOf(who_choices(scorepad))
        fields["bid"] = OneOf((bid, str(bid).capitalize()) for bid in rules.bids)
    fields["trump"] = OneOf((suit.value, suit.glyph) for suit in Suit)
    for point in rules.points:
        nobody = [(NOBODY, "Nobody")] if point.nobody else []
        fields[point.key] = OneOf([*enumerate(scorepad.names), *nobody])
    if rules.has_smudge_bid:
        fields["all_tricks"] = OneOf([("yes", "Yes"), ("no", "No")])
    fields["dealer"] = OneOf((seat, scorepad.seat_name(seat)) for seat in range(scorepad.seats))
    fields["note"] = TidyField(MAX_NOTE_LENGTH)
    for name in counter_names(rules):
        fields[name] = OneOf((many, str(many)) for many in range(SUITS + 1))
    return fields


def counter_names(rules: Rules) -> list[str]:
    if not is_counted(rules):
        return []
    return [counter(side, card) for side in range(rules.sides) for card in PIPS]


class HandForm(EntryForm):
    """A hand as it is tapped: who bid, how much, and an owner for each point.

    `entry` fills the fields from a stored line or a saved bid. With `can_change_kind`, a played
    hand and a passed-out hand can be made of one another. With `bid_only`, only the auction's
    outcome is read.
    """

    def __init__(
        self,
        scorepad: Scorepad,
        data: Any = None,
        *,
        entry: Entry | None = None,
        dealer: int | None = None,
        can_change_kind: bool = False,
        bid_only: bool = False,
    ) -> None:
        self.rules, self.bid_only = scorepad.rules, bid_only
        self.labels = {point.key: point.label for point in self.rules.points} | _LABELS
        self.usual_dealer = scorepad.dealer if dealer is None else dealer
        self.asks_kind = can_change_kind and scorepad.rules.can_be_passed_out
        super().__init__(scorepad, data, entry, self._initial(entry))
        if self.asks_kind:
            self.fields["kind"] = OneOf([(PLAYED, "Played"), (PASSED_OUT, "Passed out")])
        self.fields |= hand_fields(scorepad)

    def _initial(self, entry: Entry | None) -> dict[str, str]:
        initial = {"dealer": str(self.usual_dealer), "kind": PLAYED}
        if isinstance(entry, PassedOut):
            initial["kind"] = PASSED_OUT
        if isinstance(entry, Hand):
            initial |= initial_of_hand(entry, self.rules)
        return initial | {"note": entry.note if entry else ""}

    @property
    def is_passed_out(self) -> bool:
        return self.asks_kind and self.cleaned_data.get("kind") == PASSED_OUT

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.bid_only:
            for name in [*(point.key for point in self.rules.points), "all_tricks"]:
                self.errors.pop(name, None)
        else:
            self._count_game(cleaned)
        self.validate_facts(self._facts(cleaned))
        return cleaned

    def validate_facts(self, facts: dict[str, Any]) -> None:
        super().validate_facts(facts)
        is_played_smudge = facts.get("bid") == SMUDGE_BID and "points" in facts
        if is_played_smudge and not self.cleaned_data.get("all_tricks"):
            told = Problem("all_tricks", "say whether the pitcher won all six tricks")
            self.show_problem(told)

    def _facts(self, chosen: dict[str, Any]) -> dict[str, Any]:
        """What was tapped, as plain facts."""
        facts: dict[str, Any] = {"passed_out": True} if self.is_passed_out else {}
        if not facts and self.rules.auction:
            facts |= auction_facts(chosen)
        if not self.is_passed_out:
            facts |= {"trump": chosen["trump"]} if chosen.get("trump") else {}
            facts |= {} if self.bid_only else self._play_facts(chosen)
        return (
            facts
            | self._dealer_facts(chosen)
            | ({"note": chosen["note"]} if chosen.get("note") else {})
        )

    def _dealer_facts(self, chosen: dict[str, Any]) -> dict[str, Any]:
        """The dealer, only where it differs from whose turn it is, or was noted before."""
        dealer = chosen.get("dealer")
        noted = self.entry is not None and self.entry.dealer is not None
        if not dealer or (dealer == str(self.usual_dealer) and not noted):
            return {}
        return {"dealer": int(dealer)}

    def _play_facts(self, chosen: dict[str, Any]) -> dict[str, Any]:
        points = {
            point.key: None if chosen[point.key] == NOBODY else int(chosen[point.key])
            for point in self.rules.points
            if chosen.get(point.key)
        }
        facts: dict[str, Any] = {"points": points}
        if chosen.get("bid") == SMUDGE_BID and chosen.get("all_tricks") == "yes":
            facts["all_tricks"] = True
        return facts

    def unblamed(self) -> HandForm:
        """The same form without its problems: somebody looked, nobody tried to save."""
        self.errors.clear()
        return self

    def field_of(self, path: str) -> str:
        if path.startswith("points."):
            return path.removeprefix("points.")
        return "who" if path in ("pitcher", "player") else path

    @property
    def has_players(self) -> bool:
        return any(side.players for side in self.scorepad.sides)

    @property
    def who_by_side(self) -> list[Choices]:
        """The choices of who bid, a row a side: the side, then its players."""
        choices = who_choices(self.scorepad)
        return [
            [choice for choice in choices if choice[0].split(".")[0] == str(side)]
            for side in range(len(self.scorepad.sides))
        ]

    @property
    def points(self) -> list[PointField]:
        return [
            PointField(
                point=point,
                hint=point_hint(self.rules, point),
                choices=self.fields[point.key].choices,  # type: ignore[attr-defined]
                value=str(self[point.key].value() or ""),
                errors=[str(error) for error in self.errors.get(point.key, [])],
            )
            for point in self.rules.points
        ]

    @property
    def auction(self) -> Hint:
        """How the auction goes at this table."""
        return auction_hint(self.rules)

    @property
    def some_nobody(self) -> bool:
        """Whether nobody may own at least one of the points."""
        return any(point.nobody for point in self.rules.points)

    @property
    def counters(self) -> list[SideCounter]:
        return [
            SideCounter(name, self._pips(side), [self._card(side, card) for card in PIPS])
            for side, name in enumerate(self.scorepad.names)
        ]

    @property
    def has_counted(self) -> bool:
        return any(self._pips(side) for side in range(len(self.scorepad.sides)))

    @property
    def dealer_differs(self) -> bool:
        return self["dealer"].value() not in (None, "", str(self.usual_dealer))

    def _pips(self, side: int) -> int:
        pips: list[int] = getattr(self, "pips", [])
        return pips[side] if pips else 0

    def _card(self, side: int, card: str) -> CardField:
        name = counter(side, card)
        choices = self.fields[name].choices  # type: ignore[attr-defined]
        return CardField(name, card, PIPS[card], str(self[name].value() or "0"), choices)

    @property
    def pitcher(self) -> int | None:
        """The pitcher's side as tapped so far."""
        who = self.cleaned_data.get("who", "")
        return int(who.split(".")[0]) if who else None

    def _count_game(self, cleaned: dict[str, Any]) -> None:
        """Fill in the owner of Game from the counted cards, where it was left open."""
        counted = [
            {card: int(cleaned.get(counter(side, card)) or 0) for card in PIPS}
            for side in range(self.rules.sides)
        ] if counter_names(self.rules) else []  # fmt: skip
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
            self._fill("game", NOBODY if owner is None else str(owner))

    def fill_rest(self, owner: str) -> None:
        """Give every point that has no owner yet to `owner`, where that is legal."""
        for point in self.rules.points:
            legal = dict(self.fields[point.key].choices)  # type: ignore[attr-defined]
            if not self[point.key].value() and owner in legal:
                self._fill(point.key, owner)
        self.full_clean()

    def _fill(self, name: str, value: str) -> None:
        self.data = {**{key: self.data.get(key) for key in self.data}, name: value}
        self.cleaned_data[name] = value


_LABELS = {
    "who": "Who bid", "bid": "How much", "all_tricks": "All six tricks", "note": "Note",
    "dealer": "Dealer",
}  # fmt: skip


def initial_of_hand(hand: Hand, rules: Rules) -> dict[str, str]:
    initial = {"bid": str(hand.bid or ""), "trump": hand.trump.value if hand.trump else ""}
    if hand.pitcher is not None:
        player = "" if hand.player is None else f".{hand.player}"
        initial["who"] = f"{hand.pitcher}{player}"
    if hand.is_played and hand.bid == SMUDGE_BID:
        initial["all_tricks"] = "yes" if hand.all_tricks else "no"
    for key, owner in (hand.points or {}).items():
        initial[key] = NOBODY if owner is None else str(owner)
    return initial


def auction_facts(chosen: dict[str, Any]) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    if who := chosen.get("who"):
        side, _, player = who.partition(".")
        facts["pitcher"] = int(side)
        facts |= {"player": int(player)} if player else {}
    if bid := chosen.get("bid"):
        facts["bid"] = bid if bid == SMUDGE_BID else int(bid)
    return facts


def who_choices(scorepad: Scorepad) -> Choices:
    """Every side, each followed by its players where they are named: `0`, `0.0`, `0.1`, …"""
    choices = []
    for number, (side, name) in enumerate(zip(scorepad.sides, scorepad.names, strict=True)):
        choices.append((str(number), name))
        choices += [(f"{number}.{seat}", player) for seat, player in enumerate(side.players)]
    return choices


def counter(side: int, card: str) -> str:
    """The field that holds how many of a counting card a side took."""
    return f"count-{side}-{card}"
