"""What a phone needs of a pad to judge hands by itself: the facts, never a score."""

from __future__ import annotations

import json
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from scorepads.core.presenters import Figure
from scorepads.core.scorepad import Scorepad
from scorepads.rules.house_rules.apply import Rules
from scorepads.rules.house_rules.records import HOUSE_RULES
from scorepads.rules.wording.explain import Reason

# Inside an attribute in single quotes; whatever could end it, or be read as more than text.
_IN_ATTRIBUTE = {ord(sign): f"\\u{ord(sign):04x}" for sign in "&<>'"}


def game(scorepad: Scorepad) -> dict[str, Any]:
    """What stays as it is: the rules that the pad was opened under, and who plays."""
    rules = scorepad.opened_under
    return {
        "rules": judging(rules),
        "labels": {point.key: point.label for point in rules.points},
        "names": scorepad.names_in_words,
        "players": [list(side.players) for side in scorepad.sides],
        "start": list(scorepad.start),
        "dealer": scorepad.pad.first_dealer,
        "stays": _dealer_stays(rules),
    }


def lines(scorepad: Scorepad) -> list[dict[str, Any]]:
    """The facts of every line, a hand that is still being played last."""
    return [line.facts for line in scorepad.lines]


def blank_parts(scorepad: Scorepad) -> dict[str, Any]:
    """What `_line.html` and `_stake.html` show of a hand, with a blank such as `{who}` for each.

    The phone fills the blanks where it goes on without a network.
    """
    line = {
        "number": "{number}",
        "number_here": "{n}",
        "who": "{who}",
        "what": "{what}",
        "suit": {"glyph": "{suit}"},
        "verdict": "{verdict}",
        "changes": [
            (f"{{name{side}}}", f"{{change{side}}}", Figure(f"{{total{side}}}"))
            for side in range(len(scorepad.sides))
        ],
        "reasons": [Reason("{says}")],
        "note": "{note}",
    }
    stake = {"who": "{who}", "bid": "{bid}", "stake": "{stake}", "suit": None}
    return {"line": line, "stake": stake}


def in_attribute(value: Any) -> SafeString:
    """A value as JSON inside an attribute in single quotes."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return mark_safe(text.translate(_IN_ATTRIBUTE))  # noqa: S308 - escaped just here


def judging(rules: Rules) -> dict[str, Any]:
    """Rules as `static/rules/scoring.js` takes them: what decides a hand, house rules applied."""
    scored = (key for key, rule in HOUSE_RULES.items() if not rule.is_agreement)
    return {
        "points": [{"key": point.key, "worth": point.worth} for point in rules.points],
        "total": rules.total,
        "canBePassedOut": rules.can_be_passed_out,
        **{_camel_case(key): getattr(rules, key) for key in scored if hasattr(rules, key)},
    }


def _camel_case(key: str) -> str:
    first, *rest = key.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _dealer_stays(rules: Rules) -> bool:
    """Whether whoever dealt a hand that was passed out deals again."""
    return rules.redeal == "same-dealer"
