"""The form that imports pads."""

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
    """Pads pasted as text, or in a file. `imported_pads` holds them once the form is valid."""

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

    imported_pads: list[ImportedPad]
    raw: str = ""
    problem_texts: list[str]
    """One line for each problem, with the path of the value."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.problem_texts, self.imported_pads = [], []
        try:
            self.raw = self.read_text(cleaned)
            self.imported_pads = read_pads(self.raw)
        except Refused as refusal:
            self.problem_texts = problem_lines(refusal)
        except UnicodeDecodeError:
            self.problem_texts = ["the file is not text in UTF-8"]
        except FileTooLong:
            self.problem_texts = [f"the file is longer than {MAX_BYTES // 1024 // 1024} megabytes"]
        if self.problem_texts:
            self.add_error(None, "Nothing was imported.")
        return cleaned

    def read_text(self, cleaned: dict[str, Any]) -> str:
        """The text of the file, or the pasted text where there is no file."""
        file = cleaned.get("file")
        if file is None:
            return str(cleaned.get("text") or "").removeprefix("\ufeff")
        if file.size > MAX_BYTES:
            raise FileTooLong
        return str(file.read().decode("utf-8-sig"))


class FileTooLong(Exception):
    pass
