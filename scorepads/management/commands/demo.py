"""`manage.py demo`: a pad of every preset with a game on it, to look at and to tap around in.

Each run opens six pads more, and touches no pad that is there already.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.core.management.base import CommandParser
from django.urls import reverse

from scorepads.core import presenters
from scorepads.core.access import Holder, make_link
from scorepads.core.scorepad import Scorepad, read_pad
from scorepads.entry.services import Submission, correct_hand, save_hand
from scorepads.management.data_command import DataCommand
from scorepads.models import PadLink
from scorepads.opening.services import open_pad
from scorepads.rules import catalog
from scorepads.rules.hand import Side, read_entry
from scorepads.rules.house_rules.apply import Rules, apply_house_rules
from scorepads.rules.terms import Bid

Facts = dict[str, Any]

PASSED_OUT: Facts = {"passed_out": True}


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand of the demo: `owners` has a side's number for each point in the preset's
    order, or `-` for nobody; it is empty while the hand is being played.

    `slip` is the bid that was entered first and then corrected; `bid_first` saves the bid
    by itself before the hand.
    """

    pitcher: int
    bid: Bid
    owners: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)
    slip: Bid | None = None
    bid_first: bool = False

    def facts(self, rules: Rules) -> Facts:
        owned = zip(rules.points, self.owners, strict=bool(self.owners))
        points = {point.key: None if owner == "-" else int(owner) for point, owner in owned}
        return self.auction() | dict(self.more) | ({"points": points} if points else {})

    def auction(self) -> Facts:
        return {"pitcher": self.pitcher, "bid": self.bid}


@dataclass(frozen=True, slots=True)
class DemoGame:
    """One pad of the demo: how it is opened, and what is entered."""

    preset: str
    sides: tuple[Side, ...]
    hands: tuple[PlayedHand | Facts, ...]
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    start: tuple[int, ...] = ()
    note: str = ""


ALONE = (Side("Ann"), Side("Bo"), Side("Cy"))
PARTNERS = (Side("Us", ("Ann", "Cy")), Side("Them", ("Bo", "Di")))
TWO = (Side("Us"), Side("Them"))

GAMES = (
    DemoGame(
        "bicycle",
        ALONE,
        note="A smudge wins, but not from in the hole",
        hands=(
            PlayedHand(0, 2, "01-0"),
            PlayedHand(1, 3, "12-1"),
            PASSED_OUT,
            PlayedHand(2, 2, "2202"),
            PlayedHand(1, 4, "1111"),
            PlayedHand(0, 4, "0000", {"trump": "spades"}, bid_first=True),
        ),
    ),
    DemoGame(
        "wikipedia",
        TWO,
        note="Half-way, with one side in the hole",
        hands=(
            PlayedHand(0, 3, "01-0"),
            PASSED_OUT,
            PlayedHand(1, 2, "1101", slip=3),
            PlayedHand(0, 2, "0111"),
            PlayedHand(1, 1, "0110"),
        ),
    ),
    DemoGame(
        "pagat-partnership",
        PARTNERS,
        note="One side is past 21, but goes out on its own bid only",
        hands=(
            PlayedHand(0, 2, "0100", {"player": 0}),
            PlayedHand(1, "smudge", "1111", {"player": 0, "all_tricks": True}),
            PlayedHand(0, 3, "0010", {"player": 1, "trump": "hearts"}),
            PlayedHand(0, 3, "01-1", {"player": 0}),
            PlayedHand(1, 3, "1111", {"player": 1, "trump": "clubs"}),
            PlayedHand(0, 4, "0000", {"player": 1, "trump": "diamonds"}, bid_first=True),
            {"adjust": 0, "by": -1, "note": "revoke"},
            PlayedHand(1, 4, "1111", {"player": 0}),
            PlayedHand(0, 3, "0010", {"player": 0}, slip=2),
            PlayedHand(1, 3, "0101", {"player": 0}),
            PlayedHand(0, 2, "0101", {"player": 1}),
            PlayedHand(0, 2, "0110", {"player": 0}),
            PlayedHand(0, 2, "0101", {"player": 1}),
            PlayedHand(0, 2, "01-0", {"player": 1, "trump": "hearts"}),
            PlayedHand(0, 3, more={"player": 0, "trump": "spades"}),
        ),
    ),
    DemoGame(
        "five-point",
        TWO,
        note="Both at twelve: the pitcher goes out first",
        hands=(
            PlayedHand(1, 3, "11-01"),
            PlayedHand(0, 4, "00-11"),
            PlayedHand(0, 3, "00100", slip=2),
            PlayedHand(1, 2, "10110"),
            PlayedHand(0, 5, "00000"),
            PlayedHand(1, 2, "11000"),
            PlayedHand(0, 3, "0100-", {"trump": "hearts"}),
        ),
    ),
    DemoGame(
        "oklahoma",
        PARTNERS,
        house_rules={"trey": False},
        note="Without the trey, a house rule",
        hands=(
            PlayedHand(0, 4, "01001-0"),
            PlayedHand(1, 5, "110-011"),
            PlayedHand(0, 3, "0100-10"),
            {"adjust": 1, "by": -1, "note": "exposed card"},
            PlayedHand(0, 6, "00000-0", {"trump": "spades"}),
            PlayedHand(1, 5, "1011-10"),
        ),
    ),
    DemoGame(
        "pedro",
        TWO,
        start=(24, 31),
        note="Begun on paper; an extra hand, and its bidder goes out",
        hands=(
            PlayedHand(0, 9, "000001"),
            PlayedHand(1, 8, "110110"),
            PlayedHand(0, 7, "010101"),
            PlayedHand(0, 7, "001101"),
            PlayedHand(0, 7, "000010"),
            PlayedHand(1, 8, "101101"),
        ),
    ),
)


class Command(DataCommand):
    help = "Make a game of every preset with hands in it, and print a link to score each."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--base",
            default="http://127.0.0.1:8000",
            help="the address of the server (%(default)s)",
        )

    def handle(self, *args: Any, base: str, **options: Any) -> None:
        for game in GAMES:
            scorepad, secret = fill_pad(game)
            link = base.rstrip("/") + reverse("scorepads:trade", args=[secret])
            self.stdout.write(f"{scorepad.game_name}: {presenters.game_state(scorepad)}\n  {link}")


def fill_pad(game: DemoGame) -> tuple[Scorepad, str]:
    """Open the game's pad and enter its hands; the pad, and the secret of a pencil link."""
    rules = apply_house_rules(
        catalog.current.newest(game.preset), game.house_rules, len(game.sides)
    )
    start = game.start or (0,) * len(game.sides)
    pad, _ = open_pad(rules=rules, sides=game.sides, start=start, note=game.note)
    link, secret = make_link(pad, PadLink.Access.PENCIL)
    keeper = Holder(pad, link, phone=0)  # no phone entered these hands
    for hand in game.hands:
        for facts in facts_to_enter(hand, rules):
            save_facts(keeper, facts)
        if isinstance(hand, PlayedHand) and hand.slip is not None:
            correct_last_hand(keeper, hand.facts(rules))
    return read_pad(pad), secret


def facts_to_enter(hand: PlayedHand | Facts, rules: Rules) -> Iterable[Facts]:
    """What is recorded for a hand, in order, before anything is put right."""
    if not isinstance(hand, PlayedHand):
        return [hand]
    facts = hand.facts(rules)
    whole = facts | ({} if hand.slip is None else {"bid": hand.slip})
    return [hand.auction(), whole] if hand.bid_first else [whole]


def save_facts(keeper: Holder, facts: Facts) -> None:
    scorepad = read_pad(keeper.pad)
    save_hand(make_submission(keeper, scorepad), read_entry(facts, scorepad.rules, scorepad.sides))


def correct_last_hand(keeper: Holder, facts: Facts) -> None:
    scorepad = read_pad(keeper.pad)
    entry = read_entry(facts, scorepad.rules, scorepad.sides)
    correct_hand(make_submission(keeper, scorepad), scorepad.lines[-1].line, entry)


def make_submission(keeper: Holder, scorepad: Scorepad) -> Submission:
    return Submission(keeper, scorepad, entry_key=uuid4(), seen=scorepad.revision)
