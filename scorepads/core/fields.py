"""What the forms share: tidy text, segments to choose from, and problems put into words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms

Choices = list[tuple[str, str]]

_UNSEEN = re.compile(r"[\s\x00-\x1f\x7f\u0085\u200b\u2028\u2029\ufeff]+")
# They turn round whatever stands after them, so a name would spoil the sentence it stands in.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")


def tidy(text: str) -> str:
    """A name or note as it is kept: composed, on one line, without unseen characters."""
    composed = _TURNING.sub("", unicodedata.normalize("NFC", text))
    kept = _UNSEEN.sub(" ", composed).strip()
    return kept if any(map(_can_be_seen, kept)) else ""


def _can_be_seen(character: str) -> bool:
    return unicodedata.category(character) not in ("Cf", "Zs")


def sentence(message: str) -> str:
    """A problem's message as it stands beside a field."""
    return f"{message[:1].upper()}{message[1:]}."


@dataclass(frozen=True, slots=True)
class FieldError:
    """A problem as the list above a form tells it, with the field that it links to."""

    name: str
    label: str
    text: str


class TidyField(forms.CharField):
    """Optional text on one line, told apart from empty only by what can be seen."""

    def __init__(self, longest: int) -> None:
        super().__init__(required=False, max_length=longest)

    def to_python(self, value: Any) -> str:
        return tidy(super().to_python(value) or "")


class OneOf(forms.ChoiceField):
    """One of some segments, or nothing chosen yet."""

    def __init__(self, choices: Iterable[tuple[Any, str]]) -> None:
        listed = [(str(value), label) for value, label in choices]
        message = {"invalid_choice": "Choose one of these."}
        super().__init__(choices=listed, required=False, error_messages=message)


def whole_number(least: int, most: int, *, required: bool = True) -> forms.IntegerField:
    message = f"Give a whole number from {least} to {most}.".replace("-", "−")
    codes = ("required", "invalid", "min_value", "max_value")
    return forms.IntegerField(
        min_value=least,
        max_value=most,
        required=required,
        error_messages=dict.fromkeys(codes, message),
    )
