"""The sentences that the server and the phone both say, with named blanks, read once."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

SENTENCES: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("sentences.toml").read_text("utf-8")
)
"""By group and key; `say` names a sentence by both: `line.made`."""


class Blanks(dict[str, object]):
    """What fills the blanks of a sentence.

    A blank with bars in it, such as `{wins|win|can win}`, is a choice: for a subject in the
    singular, in the plural, and for what is not certain.
    """

    def __missing__(self, key: str) -> object:
        if "|" not in key:
            raise KeyError(key)
        singular, plural, *uncertain = key.split("|")
        if uncertain and not self.get("certain", True):
            return uncertain[0]
        return plural if self["plural"] else singular


def say(key: str, **blanks: object) -> str:
    """The sentence of that key with its blanks filled; raises `KeyError` where one is missing."""
    group, _, name = key.partition(".")
    return SENTENCES[group][name].format_map(Blanks(blanks))


def sentences_module() -> str:
    """The sentences as the module that phones get, `static/rules/sentences.js`."""
    data = json.dumps(SENTENCES, ensure_ascii=False, indent=2)
    return (
        "// Made of scorepads/rules/wording/sentences.toml by manage.py write_sentences.\n\n"
        f"export const SENTENCES = {data};\n"
    )
