"""Fields of house rules whose value has several parts: own points, the length, the moon.

Each says which fields it asks by, what they begin with, and which value was chosen with them.
"""

from __future__ import annotations

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from scorepads.core.fields import OneOf, TidyField, whole_number
from scorepads.rules.house_rules.apply import points_to_choose_from
from scorepads.rules.house_rules.kinds import MAX_WORTH, ValueKind
from scorepads.rules.house_rules.structured import (
    AS_MADE,
    DRAW,
    FAILED_BID,
    LOSES,
    MAX_HANDS,
    MAX_LABEL_LENGTH,
    MAX_OWN_POINTS,
    PLAY_ON,
    TO_ZERO,
    WINS,
    GameLength,
    MoonTerms,
    OwnPoints,
)
from scorepads.rules.preset import Preset
from scorepads.rules.terms import MAX_SCORE, is_whole

NUMBER = "number"
MAX_KEY_LENGTH = 20


def choice(label: str, *choices: tuple[str, str]) -> OneOf:
    """A list to choose from; the first choice is the usual one."""
    return OneOf(choices, label, widget=forms.Select())


class PartFields(ABC):
    """The fields of one house rule; `prefix` begins their names."""

    prefix: str

    @abstractmethod
    def fields(self, preset: Preset) -> dict[str, forms.Field]:
        """The fields by their names, in order."""

    @abstractmethod
    def initial_values(self, value: Any) -> dict[str, Any]:
        """What the fields begin with for a value that was chosen before."""

    @abstractmethod
    def chosen_value(self, preset: Preset, cleaned: Mapping[str, Any]) -> Any:
        """The value chosen; None where the rule was not."""

    @abstractmethod
    def field_of(self, path: str, cleaned: Mapping[str, Any]) -> str:
        """The field to which a problem's path inside the value belongs."""


class MoonFields(PartFields):
    """What a moon does when made, and when failed."""

    prefix = "moon"

    def fields(self, preset: Preset) -> dict[str, forms.Field]:
        return {
            "moon-made": choice(
                "A made moon", ("", "there is no moon"), (WINS, "wins the game"),
                (NUMBER, "scores this number"),
            ),
            "moon-scores": whole_number(1, MAX_SCORE, "It scores", required=False),
            "moon-from_hole": choice(
                "Made from below zero", ("", "the same"), (TO_ZERO, "only goes back to zero")
            ),
            "moon-failed": choice(
                "A failed moon", ("", "loses all the points of the hand"),
                (LOSES, "loses the game"), (NUMBER, "loses this number"),
            ),
            "moon-costs": whole_number(1, MAX_SCORE, "It loses", required=False),
            "moon-all_tricks": forms.BooleanField(
                label="It takes all the tricks too", required=False
            ),
        }  # fmt: skip

    def initial_values(self, value: Any) -> dict[str, Any]:
        made, failed = value["made"], value.get("failed", FAILED_BID)
        return {
            "moon-made": NUMBER if is_whole(made) else made,
            "moon-scores": made if is_whole(made) else None,
            "moon-from_hole": value.get("from_hole", AS_MADE).replace(AS_MADE, ""),
            "moon-failed": NUMBER if is_whole(failed) else failed.replace(FAILED_BID, ""),
            "moon-costs": failed if is_whole(failed) else None,
            "moon-all_tricks": value.get("all_tricks", False),
        }

    def chosen_value(self, preset: Preset, cleaned: Mapping[str, Any]) -> Any:
        made, failed = cleaned.get("moon-made"), cleaned.get("moon-failed")
        others = ("moon-scores", "moon-from_hole", "moon-failed", "moon-costs", "moon-all_tricks")
        if not made and not any(cleaned.get(name) for name in others):
            return None
        value: dict[str, Any] = {"made": cleaned.get("moon-scores") if made == NUMBER else made}
        if cleaned.get("moon-from_hole"):
            value["from_hole"] = cleaned["moon-from_hole"]
        if failed:
            value["failed"] = cleaned.get("moon-costs") if failed == NUMBER else failed
        if cleaned.get("moon-all_tricks"):
            value["all_tricks"] = True
        return value

    def field_of(self, path: str, cleaned: Mapping[str, Any]) -> str:
        return f"moon-{path}" if path else "moon-made"


class LengthFields(PartFields):
    """How many hands or deals a game lasts, and what a tie does then."""

    prefix = "length"

    def fields(self, preset: Preset) -> dict[str, forms.Field]:
        return {
            "length-unit": choice(
                "The game is over", ("", "when somebody wins"), ("hands", "after so many hands"),
                ("deals", "after so many deals each"),
            ),
            "length-count": whole_number(1, MAX_HANDS, "How many", required=False),
            "length-tie": choice(
                "A tie at the top", ("", "is a draw"), (PLAY_ON, "plays on until one is ahead")
            ),
            "length-no_target": forms.BooleanField(
                label="No target: only the hands decide", required=False
            ),
        }  # fmt: skip

    def initial_values(self, value: Any) -> dict[str, Any]:
        unit = "hands" if "hands" in value else "deals"
        tie = value.get("tie", DRAW).replace(DRAW, "")
        return {"length-unit": unit, "length-count": value[unit], "length-tie": tie}

    def chosen_value(self, preset: Preset, cleaned: Mapping[str, Any]) -> Any:
        unit, count = cleaned.get("length-unit"), cleaned.get("length-count")
        if not unit and not count and not cleaned.get("length-tie"):
            return None
        value: dict[str, Any] = {unit: count} if unit else {}
        return value | ({"tie": cleaned["length-tie"]} if cleaned.get("length-tie") else {})

    def field_of(self, path: str, cleaned: Mapping[str, Any]) -> str:
        return "length-count" if path in ("hands", "deals") else "length-unit"


class OwnPointFields(PartFields):
    """Up to eight own points: a label, a worth, a place in the order, and whether it is always won.

    A point's key is made of its label.
    """

    prefix = "own"

    def fields(self, preset: Preset) -> dict[str, forms.Field]:
        places = [(point.key, f"before {point.label}") for point in points_to_choose_from(preset)]
        found: dict[str, forms.Field] = {}
        for number in range(1, MAX_OWN_POINTS + 1):
            found |= {
                f"own-label-{number}": TidyField(MAX_LABEL_LENGTH, f"Point {number}"),
                f"own-worth-{number}": whole_number(1, MAX_WORTH, "Worth", required=False),
                f"own-before-{number}": choice("Counted", ("", "last"), *places),
                f"own-always-{number}": forms.BooleanField(
                    label="Somebody always has it", required=False
                ),
            }
        return found

    def initial_values(self, value: Any) -> dict[str, Any]:
        initial: dict[str, Any] = {}
        for number, point in enumerate(value, start=1):
            initial |= {
                f"own-label-{number}": point["label"],
                f"own-worth-{number}": point["worth"],
                f"own-before-{number}": point.get("before", ""),
                f"own-always-{number}": not point.get("nobody", True),
            }
        return initial

    def chosen_value(self, preset: Preset, cleaned: Mapping[str, Any]) -> Any:
        taken = {point.key for point in points_to_choose_from(preset)}
        points = []
        for number in self.filled_rows(cleaned):
            label = cleaned.get(f"own-label-{number}") or ""
            point = {"key": key_for(label, taken), "label": label}
            point["worth"] = cleaned.get(f"own-worth-{number}")
            if before := cleaned.get(f"own-before-{number}"):
                point["before"] = before
            if cleaned.get(f"own-always-{number}"):
                point["nobody"] = False
            taken.add(point["key"])
            points.append(point)
        return points or None

    def filled_rows(self, cleaned: Mapping[str, Any]) -> Sequence[int]:
        """The numbers of the rows in which something was typed."""
        return [
            number
            for number in range(1, MAX_OWN_POINTS + 1)
            if cleaned.get(f"own-label-{number}") or cleaned.get(f"own-worth-{number}")
        ]

    def field_of(self, path: str, cleaned: Mapping[str, Any]) -> str:
        found = re.fullmatch(r"\[(\d+)\]\.(\w+)", path)
        filled = self.filled_rows(cleaned) or [1]
        number, part = (filled[int(found[1])], found[2]) if found else (filled[0], "label")
        name = part if part in ("label", "worth", "before") else "label"
        return f"own-{name}-{number}"


def key_for(label: str, taken: set[str]) -> str:
    """A key that is new, made of a label: `off_three` for “Off-three”."""
    plain = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    stem = words if words[:1].isalpha() else f"point_{words}".rstrip("_")
    key, count = stem[:MAX_KEY_LENGTH], 1
    while key in taken:
        count += 1
        key = f"{stem[: MAX_KEY_LENGTH - len(str(count)) - 1]}_{count}"
    return key


PART_FIELDS: dict[type[ValueKind], PartFields] = {
    MoonTerms: MoonFields(),
    GameLength: LengthFields(),
    OwnPoints: OwnPointFields(),
}
"""By the kind of the house rule."""
