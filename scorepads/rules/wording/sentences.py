"""The sentences that the server and the phone both say, with named blanks, read once."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

SENTENCES: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("sentences.toml").read_text("utf-8")
)
"""By group and key; `say` names a sentence by both: `line.made`."""


def say(key: str, **blanks: object) -> str:
    """The sentence of that key with its blanks filled; raises `KeyError` where one is missing."""
    group, _, name = key.partition(".")
    return SENTENCES[group][name].format_map(blanks)


def sentences_module() -> str:
    """The sentences as the module that phones get, `static/rules/sentences.js`."""
    data = json.dumps(SENTENCES, ensure_ascii=False, indent=2)
    return (
        "// Made of scorepads/rules/wording/sentences.toml by manage.py write_sentences.\n\n"
        f"export const SENTENCES = {data};\n"
    )
