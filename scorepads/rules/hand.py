"""The entries of a ledger (hand, pass-out, adjustment, target change) and their validation.

Facts are plain JSON values in the interchange format, the forms and the database; only
`read_entry` turns them into an `Entry`, or raises `Refused` with every problem.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from scorepads.rules.house_rules.apply import Rules, with_target
from scorepads.rules.preset import Point
from scorepads.rules.terms import (
    MOON_BID,
    SMUDGE_BID,
    Bid,
    Problem,
    Refused,
    Suit,
    is_whole,
    text_problem,
    value_text,
)

MAX_NAME_LENGTH = 40
MAX_NOTE_LENGTH = 200
MAX_PLAYERS = 4
"""Players of one side."""
MAX_ADJUSTMENT = 100

_PLAYED_KEYS = frozenset(
    ("pitcher", "bid", "points", "all_tricks", "player", "dealer", "trump", "note")
)
_CALLED_KEYS = _PLAYED_KEYS | {"with"}
_UNBID_KEYS = frozenset(("points", "dealer", "trump", "note"))
_PASSED_KEYS = frozenset(("passed_out", "dealer", "note"))
_ADJUSTED_KEYS = frozenset(("adjust", "by", "dealer", "note"))
_RETARGETED_KEYS = frozenset(("target", "dealer", "note"))


@dataclass(frozen=True, slots=True)
class Side:
    """Who plays together: a name for the table, and its players in seat order, if named."""

    name: str
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hand:
    """A dealt hand: who pitched and at what bid, and the owner of each point.

    `points` maps each point's key to a side's number, or None for nobody; it is None as
    a whole while the hand is being played. Without an auction there is no pitcher.
    `partners` are the sides that the pitcher called for this hand, `with` in the format.
    """

    pitcher: int | None = None
    bid: Bid | None = None
    points: Mapping[str, int | None] | None = None
    all_tricks: bool = False
    player: int | None = None
    dealer: int | None = None
    trump: Suit | None = None
    note: str = ""
    partners: tuple[int, ...] = ()

    @property
    def is_played(self) -> bool:
        return self.points is not None

    @property
    def team(self) -> tuple[int, ...]:
        """The pitcher and whom it called; nobody without an auction."""
        return () if self.pitcher is None else (self.pitcher, *self.partners)


@dataclass(frozen=True, slots=True)
class PassedOut:
    """A hand that nobody bid on."""

    dealer: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points given to or taken from one side: a revoke, a penalty, a handicap."""

    side: int
    by: int
    dealer: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class TargetChange:
    """Another target, from here on: the one rule that a table may change while it plays."""

    target: int
    dealer: int | None = None
    note: str = ""


Entry = Hand | PassedOut | Adjustment | TargetChange
"""One line of a ledger."""


def count_seats(sides: Sequence[Side]) -> int:
    """How many sit at the table: every side's players, or one seat a side."""
    return len(sides) * max(1, *(len(side.players) for side in sides))


def read_entry(raw: Any, rules: Rules, sides: Sequence[Side], *, last: bool = True) -> Entry:
    """The entry that plain JSON facts describe; raises `Refused` with paths inside the entry.

    Only the `last` line of a ledger may be a hand that is still being played.
    """
    if not isinstance(raw, Mapping):
        raise Refused([Problem("", "a hand is an object")])
    reader = EntryReader(raw, rules, sides)
    if "passed_out" in raw:
        entry: Entry = reader.read_passed_out()
    elif "adjust" in raw or "by" in raw:
        entry = reader.read_adjustment()
    elif "target" in raw:
        entry = reader.read_target_change()
    else:
        entry = reader.read_hand(last=last)
    if reader.problems:
        raise Refused(reader.problems)
    return entry


def as_facts(entry: Entry) -> dict[str, Any]:
    """The entry as plain JSON values, without keys for values that it does not have."""
    if isinstance(entry, Hand):
        facts: dict[str, Any] = {"pitcher": entry.pitcher, "bid": entry.bid}
        facts |= {"all_tricks": True} if entry.all_tricks else {}
        facts |= {"player": entry.player, "trump": entry.trump and entry.trump.value}
        facts["with"] = list(entry.partners) or None
        facts = {key: value for key, value in facts.items() if value is not None}
        if entry.points is not None:
            facts["points"] = dict(entry.points)
    elif isinstance(entry, PassedOut):
        facts = {"passed_out": True}
    elif isinstance(entry, Adjustment):
        facts = {"adjust": entry.side, "by": entry.by}
    else:
        facts = {"target": entry.target}
    if entry.dealer is not None:
        facts["dealer"] = entry.dealer
    return facts | ({"note": entry.note} if entry.note else {})


class EntryReader:
    """Reads one entry, collecting every problem rather than stopping at the first."""

    def __init__(self, raw: Mapping[str, Any], rules: Rules, sides: Sequence[Side]) -> None:
        self.raw = raw
        self.rules = rules
        self.sides = sides
        self.problems: list[Problem] = []

    def read_passed_out(self) -> PassedOut:
        self.refuse_unknown_keys(_PASSED_KEYS)
        if self.raw["passed_out"] is not True:
            self.add_problem("passed_out", "passed_out is true, or left out")
        elif not self.rules.auction:
            self.add_problem("passed_out", "without an auction no hand can be passed out")
        elif not self.rules.can_be_passed_out:
            self.add_problem(
                "passed_out",
                f"a hand cannot be passed out here: the dealer must bid {self.rules.dealer_forced}",
            )
        return PassedOut(dealer=self.read_dealer(), note=self.read_note())

    def read_adjustment(self) -> Adjustment:
        self.refuse_unknown_keys(_ADJUSTED_KEYS)
        side = self.read_side("adjust", "an adjustment names a side")
        by = self.raw.get("by")
        if not is_whole(by) or by == 0 or abs(by) > MAX_ADJUSTMENT:
            self.add_problem(
                "by", f"an adjustment is a whole number from −{MAX_ADJUSTMENT} to "
                f"{MAX_ADJUSTMENT}, not 0"
            )  # fmt: skip
            by = 0
        return Adjustment(side=side or 0, by=by, dealer=self.read_dealer(), note=self.read_note())

    def read_target_change(self) -> TargetChange:
        self.refuse_unknown_keys(_RETARGETED_KEYS)
        target = self.raw["target"]
        if target is None:
            self.add_problem("target", "a target is changed to a whole number")
            return TargetChange(target=0)
        try:
            with_target(self.rules, target)
        except Refused as refusal:
            wrong = refusal.problems[0]
            below = f"a target lies below {self.rules.outright_at}, which wins outright"
            self.add_problem("target", wrong.message if wrong.at.endswith("target") else below)
        return TargetChange(target=target, dealer=self.read_dealer(), note=self.read_note())

    def read_hand(self, *, last: bool) -> Hand:
        auction = self.rules.auction
        keys = _CALLED_KEYS if self.rules.calls_partners else _PLAYED_KEYS
        self.refuse_unknown_keys(keys if auction else _UNBID_KEYS)
        pitcher = self.read_side("pitcher", "who bid?") if auction else None
        bid = self.read_bid() if auction else None
        partners = self.read_partners(pitcher) if self.rules.calls_partners else ()
        points = self.read_points(last=last)
        team = [] if pitcher is None else [pitcher, *partners]
        return Hand(
            pitcher=pitcher,
            bid=bid,
            points=points,
            all_tricks=self.read_all_tricks(team, points) if auction else False,
            player=self.read_player(pitcher) if auction else None,
            dealer=self.read_dealer(),
            trump=self.read_trump(),
            note=self.read_note(),
            partners=partners,
        )

    def add_problem(self, at: str, message: str) -> None:
        self.problems.append(Problem(at, message))

    def refuse_unknown_keys(self, keys: frozenset[str]) -> None:
        for key in self.raw:
            if key not in keys:
                self.add_problem(str(key), f"“{key}” does not belong here")

    def is_side(self, value: Any) -> TypeGuard[int]:
        return is_whole(value) and 0 <= value < len(self.sides)

    def read_side(self, key: str, missing: str) -> int | None:
        value = self.raw.get(key)
        if self.is_side(value):
            return value
        self.add_problem(
            key, missing if key not in self.raw else f"there is no side {value_text(value)}"
        )
        return None

    def read_bid(self) -> Bid | None:
        bid = self.raw.get("bid")
        rules = self.rules
        if "bid" not in self.raw:
            self.add_problem("bid", "choose a bid")
        elif is_whole(bid) and rules.lowest_bid <= bid <= rules.total:
            return bid
        elif bid == SMUDGE_BID and rules.has_smudge_bid:
            return SMUDGE_BID
        elif bid == MOON_BID and rules.moon:
            return MOON_BID
        else:
            above = ", or a smudge" if rules.has_smudge_bid else ", or a moon" if rules.moon else ""
            span = f"from {rules.lowest_bid} to {rules.total}"
            self.add_problem("bid", f"a bid here is a whole number {span}{above}")
        return None

    def read_partners(self, pitcher: int | None) -> tuple[int, ...]:
        called = self.raw.get("with", [])
        if not isinstance(called, list):
            self.add_problem("with", "with is a list of the sides that the pitcher called")
            return ()
        for number, side in enumerate(called):
            if wrong := self.partner_problem(side, pitcher, called[:number]):
                self.add_problem(f"with[{number}]", wrong)
        if len(called) > self.rules.most_partners:
            self.add_problem(
                "with",
                f"of {len(self.sides)}, the pitcher calls at most {self.rules.most_partners}",
            )
        return tuple(called)

    def partner_problem(self, side: Any, pitcher: int | None, before: Sequence[Any]) -> str:
        if not self.is_side(side):
            return f"there is no side {value_text(side)}"
        if side == pitcher:
            return "the pitcher does not call itself"
        return "this side was called already" if side in before else ""

    def read_points(self, *, last: bool) -> dict[str, int | None] | None:
        if "points" not in self.raw:
            if not self.rules.auction:
                self.add_problem("points", "who won each point?")
            elif not last:
                self.add_problem("points", "only the last hand may still be in play")
            return None
        given = self.raw["points"]
        if not isinstance(given, Mapping):
            self.add_problem("points", "points are an object: each point with its owner")
            return None
        owners = {point.key: self.read_owner(given, point) for point in self.rules.points}
        for key in given:
            if key not in owners:
                self.add_problem(f"points.{key}", f"there is no point “{key}” in this game")
        return owners

    def read_owner(self, given: Mapping[str, Any], point: Point) -> int | None:
        owner = given.get(point.key)
        if self.is_side(owner):
            return owner
        at = f"points.{point.key}"
        if point.key not in given:
            self.add_problem(at, f"who won {point.label}?")
        elif owner is not None:
            self.add_problem(at, f"there is no side {value_text(owner)}")
        elif not point.nobody:
            self.add_problem(at, f"{point.label} always belongs to a side")
        return None

    def read_all_tricks(self, team: Sequence[int], points: Mapping[str, int | None] | None) -> bool:
        ticked = self.raw.get("all_tricks", False)
        if not isinstance(ticked, bool):
            self.add_problem("all_tricks", "all_tricks is true or false")
            return False
        owners = [owner for owner in (points or {}).values() if owner is not None]
        if ticked and team and any(owner not in team for owner in owners):
            self.add_problem(
                "all_tricks", "a side that won all the tricks leaves no point to another"
            )
        return ticked is True

    def read_player(self, pitcher: int | None) -> int | None:
        if "player" not in self.raw:
            return None
        player = self.raw["player"]
        players = self.sides[pitcher].players if pitcher is not None else ()
        if is_whole(player) and 0 <= player < len(players):
            return player
        if pitcher is not None or not is_whole(player):
            self.add_problem(
                "player", f"there is no player {value_text(player)} on the pitcher's side"
            )
        return None

    def read_dealer(self) -> int | None:
        if "dealer" not in self.raw:
            return None
        seat = self.raw["dealer"]
        if is_whole(seat) and seat >= 0:
            row, side = divmod(seat, len(self.sides))
            if row < (len(self.sides[side].players) or MAX_PLAYERS):
                return seat
        self.add_problem("dealer", f"there is no seat {value_text(seat)} at this table")
        return None

    def read_trump(self) -> Suit | None:
        if "trump" not in self.raw:
            return None
        trump = self.raw["trump"]
        if isinstance(trump, str) and trump in [suit.value for suit in Suit]:
            return Suit(trump)
        self.add_problem("trump", f"trump is one of {', '.join(Suit)}")
        return None

    def read_note(self) -> str:
        note = self.raw.get("note", "")
        if wrong := text_problem(note, MAX_NOTE_LENGTH, "a note", blank=True):
            self.add_problem("note", wrong)
            return ""
        return str(note)
