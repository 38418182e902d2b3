"""The forms of the record: bringing pads in from a file, and settling up."""

from __future__ import annotations

from typing import Any

from django import forms

from scorepads.core.fields import Form
from scorepads.files.formats import MAX_BYTES
from scorepads.files.reading import problem_lines, read_pads
from scorepads.files.services import ImportedPad
from scorepads.rules.terms import Refused

MAX_PASTED = 100_000


class ImportForm(Form):
    """Pads pasted as text, or in a file. `brought` holds them once the form is valid."""

    file = forms.FileField(
        label="A file",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,.jsonl,.txt,application/json"}),
    )
    text = forms.CharField(
        label="Or paste it here",
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 6,
                "cols": False,
                "maxlength": MAX_PASTED,
                "spellcheck": "false",
                "autocomplete": "off",
                "autocapitalize": "off",
            }
        ),
    )

    brought: list[ImportedPad]
    raw: str = ""
    wrong: list[str]
    """What is wrong, a line each, with the path of the value."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.wrong, self.brought = [], []
        try:
            self.raw = self._text(cleaned)
            self.brought = read_pads(self.raw)
        except Refused as refusal:
            self.wrong = problem_lines(refusal)
        except UnicodeDecodeError:
            self.wrong = ["the file is not text in UTF-8"]
        except _TooLong:
            self.wrong = [f"the file is longer than {MAX_BYTES // 1024 // 1024} megabytes"]
        if self.wrong:
            self.add_error(None, "Nothing was brought in.")
        return cleaned

    def _text(self, cleaned: dict[str, Any]) -> str:
        """What was given; the file, where both were."""
        file = cleaned.get("file")
        if file is None:
            return str(cleaned.get("text") or "").removeprefix("\ufeff")
        if file.size > MAX_BYTES:
            raise _TooLong
        return str(file.read().decode("utf-8-sig"))


class _TooLong(Exception):
    pass
