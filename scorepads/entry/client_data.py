"""What a phone needs of a pad to judge hands by itself: the facts, never a score."""

from __future__ import annotations

import json
from dataclasses import asdict, is_dataclass
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from scorepads.core.presenters import Figure
from scorepads.core.scorepad import Scorepad
from scorepads.entry.rows import point_field
from scorepads.rules.hand import Hand, PassedOut
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.house_rules.records import HOUSE_RULES
from scorepads.rules.ledger import Ledger, counts_to_length

# Inside an attribute in single quotes; whatever could end it, or be read as more than text.
_IN_ATTRIBUTE = {ord(sign): f"\\u{ord(sign):04x}" for sign in "&<>'"}


KNOWN_HANDS = 12
"""So many lines a phone knows at least; of those before, what they came to."""


def game(scorepad: Scorepad) -> dict[str, Any]:
    """What stays as it is: the rules that the pad was opened under."""
    rules = scorepad.opened_under
    return {
        "rules": judging(rules),
        "labels": {point.key: point.label for point in rules.points},
        "stays": dealer_stays(rules),
    }


def known(scorepad: Scorepad, hands: int = KNOWN_HANDS) -> dict[str, Any]:
    """Who plays, the facts of at least so many last lines, and what the lines `before` came to.

    That is the totals and the target that they left, and who deals then. A hand that is still
    being played is the last line.
    """
    before = lines_before(scorepad, hands)
    ledger = scorepad.ledger
    rules = ledger.lines[before].rules if before else scorepad.opened_under
    return {
        "before": before,
        "start": list(ledger.lines[before].before if before else ledger.start),
        "target": rules.target,
        "counted": count_length(ledger, before),
        "dealer": scorepad.dealers[before],
        "lines": [line.facts for line in scorepad.lines[before:]],
        "names": scorepad.names_in_words,
        "players": [list(side.players) for side in scorepad.sides],
    }


def lines_before(scorepad: Scorepad, hands: int) -> int:
    """How many lines a phone need not know to judge the last so many, and those that come.

    It knows the line that ended the game; and its first is a played hand, since a change of the
    target judges the hand before it once more.
    """
    before = min(len(scorepad.lines) - hands, len(scorepad.ledger.lines) - 1)
    while before > 0 and not isinstance(scorepad.entries[before], Hand):
        before -= 1
    return max(0, before)


def count_length(ledger: Ledger, lines: int) -> int:
    """How many of the first lines count toward a game that ends after so many."""
    counted = (counts_to_length(line.rules, line.entry) for line in ledger.lines[:lines])
    return sum(counted)


def blank_parts(scorepad: Scorepad) -> dict[str, Any]:
    """What `_line.html` shows of a hand, with a blank such as `{who}` for each.

    The phone fills the blanks where it goes on without a network.
    """
    line = {
        "css": "line kept",
        "line": "",
        "number": "{number}",
        "number_here": "{n}",
        "who": "{who}",
        "what": "{what}",
        "suit": {"glyph": "{suit}", "is_red": False},
        "verdict": "{verdict}",
        "corrected": False,
        "cells": (),
        "sums": [
            (f"{{name{side}}}", f"{{change{side}}}", Figure(f"{{total{side}}}"))
            for side in range(len(scorepad.sides))
        ],
        "note": "{note}",
    }
    return {"line": line}


def in_attribute(value: Any) -> SafeString:
    """A value as JSON inside an attribute in single quotes."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return mark_safe(text.translate(_IN_ATTRIBUTE))  # noqa: S308 - escaped just here


def judging(rules: Rules) -> dict[str, Any]:
    """Rules as `static/rules/scoring.js` takes them: what decides a hand, house rules applied."""
    scored = [
        key for key, rule in HOUSE_RULES.items() if not rule.is_agreement and hasattr(rules, key)
    ]
    return {
        "points": [
            {"key": point.key, "worth": point.worth, "nobody": point.nobody}
            | ({"field": point_field(point.key)} if point_field(point.key) != point.key else {})
            for point in rules.points
        ],
        "total": rules.total,
        "canBePassedOut": rules.can_be_passed_out,
        **{
            camel_case(key): plain_value(getattr(rules, key))
            for key in scored
            if hasattr(rules, key)
        },
        "endsAfter": length_of_game(rules),
    }


def plain_value(value: Any) -> Any:
    """A value of the rules as JSON has it."""
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


def length_of_game(rules: Rules) -> dict[str, Any] | None:
    """How many lines complete the game, which count, and whether a tie is played on."""
    if rules.ends_after is None:
        return None
    return {
        "lines": rules.lines_to_play,
        "inDeals": rules.ends_after.deals is not None,
        "passedOut": counts_to_length(rules, PassedOut()),
        "playsOn": rules.ends_after.plays_on,
    }


def camel_case(key: str) -> str:
    first, *rest = key.split("_")
    return first + "".join(word.capitalize() for word in rest)


def dealer_stays(rules: Rules) -> bool:
    """Whether the same player deals again after a passed-out hand."""
    return rules.redeal == "same-dealer"
