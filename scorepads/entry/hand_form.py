"""The form of one hand, built from its pad's rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from django import forms

from scorepads.core.fields import OneOf, TidyField, as_sentence
from scorepads.core.scorepad import Scorepad
from scorepads.entry.forms import EntryForm
from scorepads.entry.game_counter import SideCounter, counted_cards, side_counters
from scorepads.entry.hand_rows import HandRows
from scorepads.entry.rows import (
    ALONE,
    EVERYONE_PASSED,
    NOBODY,
    OTHERS,
    TEAM,
    partner_field,
    point_field,
)
from scorepads.rules.hand import MAX_NOTE_LENGTH, Entry, Hand, PassedOut, Side
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.pips import count_pips, is_counted, who_gets_game
from scorepads.rules.scoring import asks_for_tricks, needs_all_tricks
from scorepads.rules.terms import Problem, Refused, Suit
from scorepads.rules.wording.sentences import say


def hand_fields(scorepad: Scorepad) -> dict[str, forms.Field]:
    """The fields of a hand under this pad's rules; the cards of the counter are none of them."""
    rules, fields = scorepad.rules, dict[str, forms.Field]()
    if rules.auction:
        passing = [EVERYONE_PASSED] if rules.can_be_passed_out else []
        fields["who"] = one_of(bidder_values(scorepad.sides))
        fields["bid"] = one_of([*rules.bids, *passing])
    fields["trump"] = one_of(suit.value for suit in Suit)
    for point in rules.points:
        nobody = [NOBODY] if point.nobody else []
        fields[point_field(point.key)] = one_of([*owner_values(rules), *nobody])
    for number in range(1, rules.most_partners + 1):
        fields[partner_field(number)] = one_of([ALONE, *range(rules.sides)])
    if asks_for_tricks(rules):
        fields["all_tricks"] = one_of(["yes", "no"])
    fields["dealer"] = one_of(range(scorepad.seats))
    fields["note"] = TidyField(MAX_NOTE_LENGTH, "Note")
    return fields


def one_of(values: Iterable[object]) -> OneOf:
    """A choice of these values; its row draws it, so they need no labels."""
    return OneOf((value, str(value)) for value in values)


def bidder_values(sides: Sequence[Side]) -> list[str]:
    """Who may bid: `0.1` is the second player of the first side, `0` any of its players."""
    players = [f"{n}.{place}" for n, side in enumerate(sides) for place in range(len(side.players))]
    return [*players, *(str(n) for n in range(len(sides)))]


def owner_values(rules: Rules) -> list[str]:
    """Who may own a point: a side, or where partners are called, the bidders or the others."""
    return [TEAM, OTHERS] if rules.calls_partners else [str(side) for side in range(rules.sides)]


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
        self.pips: list[int] = []
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
            is_legal = point.nobody if owner == NOBODY else owner in owner_values(self.rules)
            if not self.chosen(name) and is_legal:
                self.fill_in(name, owner)
        self.full_clean()

    def fill_in(self, name: str, value: str) -> None:
        self.data = {**{key: self.data.get(key) for key in self.data}, name: value}
        self.cleaned_data[name] = value

    @cached_property
    def rows(self) -> HandRows:
        """What the page draws of it."""
        return HandRows(self.scorepad, self.chosen, self.errors)

    # ---- The Game counter

    @property
    def counters(self) -> list[SideCounter]:
        names = self.scorepad.names
        return side_counters(names, self.counted, self.pips or [0] * len(names))

    @property
    def counted(self) -> list[dict[str, int]]:
        """How many of each counting card every side took."""
        return counted_cards(self.chosen, self.rules.sides)

    def count_game(self, cleaned: dict[str, Any]) -> None:
        """Fill in the owner of Game from the counted cards, where it was left open."""
        counted = self.counted
        if not any(any(cards.values()) for cards in counted) or not is_counted(self.rules):
            return
        try:
            self.pips = count_pips(counted)
        except Refused as refusal:
            self.add_error("game", as_sentence(refusal.problems[0].message))
            return
        if not cleaned.get("game"):
            owner = who_gets_game(self.rules, self.pips, self.pitcher)
            self.fill_in("game", NOBODY if owner is None else str(owner))


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
        initial[point_field(key)] = owner_in_form(hand, rules, owner)
    return initial


def owner_in_form(hand: Hand, rules: Rules, owner: int | None) -> str:
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
