"""The vocabulary of the rules: every named choice, and how a game can end.

The values are the words of the interchange format, of the preset files and of the
addresses; `docs/terms.md` defines each of them, and a test keeps the two together.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, Self, TypeGuard

PITCH_LEDGER = "pitch-ledger/1"
PITCH_SCORE = "pitch-score/1"

SMUDGE_BID: Literal["smudge"] = "smudge"
"""Pagat's bid above all numbers; Bicycle's smudge is simply a bid of all the points."""

MOON_BID: Literal["moon"] = "moon"
"""A house rule's bid above every number: all the points of the hand."""

SMUDGE_WORTH = 5
"""What Pagat's smudge adds when made and costs when failed."""

WITHIN_REACH = 7
"""How near the target both sides must begin for a bidder-goes-out hand (Pagat, Pedro)."""

MAX_SCORE = 500
"""The largest target, starting score or other limit, and the least with a minus sign."""

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_UNDRAWN = frozenset(("Cc", "Cf", "Cs", "Zs", "Zl", "Zp", "Mn", "Me"))
"""Categories of characters that show nothing by themselves."""
_BLANK = re.compile(
    "[\u115f\u1160\u2065\u2800\u3164\uffa0\ufff0-\ufff8\U0001d159\U000e0000-\U000e0fff]"
)
"""Characters of other categories that are drawn as nothing: fillers of Hangul, the empty pattern of
Braille, the null note, and what Unicode reserves to be ignored."""

MAX_SHOWN_LENGTH = 40
"""A longer value is cut short in a message."""

Bid = int | Literal["smudge", "moon"]


class WordedChoice(StrEnum):
    """A named choice with its words.

    `label` is its name in titles and forms. `summary` says what it means: as a sentence where it
    takes one, else as the phrase that answers the question.
    """

    label: str
    summary: str

    def __new__(cls, value: str, label: str = "", summary: str = "") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        member.summary = summary
        return member


class GoingOut(WordedChoice):
    """Who may win, and who is looked at first."""

    PITCHER_FIRST = (
        "pitcher-first",
        "pitcher goes out first",
        "The pitcher is counted first; then the others' points in their order.",
    )
    BIDDING_SIDE_ONLY = (
        "bidding-side-only",
        "only on a made bid",
        "Only a pitcher that made its bid goes out.",
    )
    BIDDER_GOES_OUT = (
        "bidder-goes-out",
        "bidder goes out near the end",
        "The first side there wins; if both began within seven of it, the bidder goes out by "
        "making its bid. If both get there together, one more hand is played.",
    )
    POINT_ORDER = (
        "point-order",
        "points in order",
        "The points are counted one by one, the pitcher's like the others'; the first side "
        "there wins, and what is left counts for nothing.",
    )
    HIGHEST_AT_TARGET = (
        "highest-at-target",
        "highest total wins",
        "When a side is there after a hand, the highest total of all wins, whoever bid; of several "
        "highest the pitcher, else play goes on.",
    )


class Smudge(WordedChoice):
    """What a bid of everything does."""

    NONE = ("none", "no smudge", "There is no smudge.")
    FOUR_WINS = (
        "four-wins",
        "a made bid of everything wins",
        "A made bid of all the points wins the game.",
    )
    FOUR_WINS_UNLESS_IN_THE_HOLE = (
        "four-wins-unless-in-the-hole",
        "a made bid of everything wins, unless in the hole",
        "A made bid of all the points wins the game, unless the pitcher began in the hole.",
    )
    ALL_TRICKS_FIVE = (
        "all-tricks-five",
        "smudge for five",
        "A bid of its own for all the points and all six tricks: five when made, five lost when "
        "not. It does not win the game by itself.",
    )

    @property
    def wins_by_itself(self) -> bool:
        return self in (Smudge.FOUR_WINS, Smudge.FOUR_WINS_UNLESS_IN_THE_HOLE)


class EndingKind(StrEnum):
    """How a game ended."""

    REACHED_TARGET = "reached-target"
    SMUDGE = "smudge"
    BIDDER_GOES_OUT = "bidder-goes-out"
    OUTRIGHT = "outright"
    SUNK = "sunk"
    FAILED_SMUDGE = "failed-smudge"
    MOON = "moon"
    FAILED_MOON = "failed-moon"
    HANDS_PLAYED = "hands-played"
    DRAWN = "drawn"


class DecidingStep(StrEnum):
    """The step of the judgment that decided who won, for the sentence about the ending."""

    MADE_EVERYTHING = "made-everything"
    FAILED_EVERYTHING = "failed-everything"
    PITCHER_AT_TARGET = "pitcher-at-target"
    MADE_ITS_BID = "made-its-bid"
    MADE_WITHIN_REACH = "made-within-reach"
    DEFENDER_AT_TARGET = "defender-at-target"
    ALONE_AT_TARGET = "alone-at-target"
    STOOD_THERE_BEFORE = "stood-there-before"
    COUNTED_THERE_FIRST = "counted-there-first"
    HIGHEST_AT_TARGET = "highest-at-target"
    AT_OUTRIGHT = "at-outright"
    OTHER_SUNK = "other-sunk"
    MADE_MOON = "made-moon"
    FAILED_MOON = "failed-moon"
    PITCHER_OF_HIGHEST = "pitcher-of-highest"
    PARTNER_OF_HIGHEST = "partner-of-highest"
    HANDS_PLAYED = "hands-played"
    DRAWN = "drawn"


class Basis(StrEnum):
    """What a rule rests on."""

    SOURCE = "source"
    OUR_READING = "our reading"
    HOUSE_RULE = "house rule"


class Suit(StrEnum):
    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"

    @property
    def glyph(self) -> str:
        """The sign as text: U+FE0E keeps phones from drawing it as an emoji."""
        signs = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
        return f"{signs[self.value]}\ufe0e"

    @property
    def is_red(self) -> bool:
        return self in (Suit.HEARTS, Suit.DIAMONDS)


class LowTo(WordedChoice):
    """Who scores Low: the side that held it, or the side that won it in a trick."""

    HOLDER = ("holder", "Low to the holder", "the side that was dealt it")
    TRICK = ("trick", "Low to the trick", "the side that wins the trick it falls in")


class Redeal(WordedChoice):
    """Who deals after a passed-out hand."""

    SAME_DEALER = ("same-dealer", "same dealer deals again", "the same dealer")
    NEXT_DEALER = ("next-dealer", "next dealer deals", "the next dealer")


class GameTie(WordedChoice):
    """Who gets Game when the pips are level."""

    NOBODY = ("nobody", "tied Game to nobody", "nobody")
    PITCHER = ("pitcher", "tied Game to the pitcher", "the pitcher")


class GameBy(WordedChoice):
    """What Game is given for: most pips in tricks, or the ten of trump."""

    PIPS = ("pips", "Game by pips", "most pips in tricks")
    TEN = ("ten", "Game by the ten", "the ten of trump")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that cannot be accepted: the path of the offending value, and why."""

    at: str
    message: str

    def with_prefix(self, prefix: str) -> Problem:
        """The same problem with a path that begins with `prefix`."""
        if not self.at:
            return Problem(prefix, self.message)
        joint = "" if self.at.startswith("[") else "."
        return Problem(f"{prefix}{joint}{self.at}", self.message)


class Refused(ValueError):
    """Facts that the rules do not accept; `problems` is never empty."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(f"{p.at}: {p.message}" for p in problems))
        self.problems = problems


def is_whole(value: object) -> TypeGuard[int]:
    """Whether `value` is a whole number. `True` is an `int` in Python, but not one here."""
    return type(value) is int


def text_problem(value: Any, longest: int, what: str, *, blank: bool = False) -> str | None:
    """The problem with a name or a note, in words; None if it is valid."""
    if not isinstance(value, str):
        return f"{what} is text"
    if not blank and not is_visible(value):
        return f"{what} may not be empty"
    if len(value) > longest:
        return f"{what} may have up to {longest} characters; this has {len(value)}"
    if _LONE_SURROGATE.search(value):
        return f"{what} holds half a character"
    return None


def is_visible(text: str) -> bool:
    """Whether any of its characters is drawn.

    One that Python does not know yet, such as a new emoji, is taken as drawn.
    """
    return any(
        unicodedata.category(character) not in _UNDRAWN and not _BLANK.match(character)
        for character in text
    )


def value_text(value: object) -> str:
    """A value from outside for a message: as JSON, cut short where it is long."""
    if isinstance(value, list):
        return "a list"
    if isinstance(value, Mapping):
        return "an object"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_SHOWN_LENGTH else f"{text[:MAX_SHOWN_LENGTH]}…"


def upper_first(text: str) -> str:
    """The text with a capital first letter; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def signed(number: int) -> str:
    """A number as it is written on a sheet: with a true minus sign below zero."""
    return f"−{-number}" if number < 0 else str(number)


def change_of(number: int) -> str:
    """A change as it is written on a sheet: `+3`, `−2`, `0`."""
    return f"+{number}" if number > 0 else signed(number)
