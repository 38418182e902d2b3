"""Templates are written to be read, and sent without what is only for reading."""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders.filesystem import Loader

INDENTATION = re.compile(r"\n\s+")
# The line break before such a line stays, so no two words are joined. After the end of a block it
# stays too: what is inside may be left out, and its line breaks with it.
OPENING_LINE = re.compile(
    r"(?<=\n)(\{% (?:if|for|with|block|load|comment)\b[^\n]*?%\}|\{#[^\n]*?#\})\n(?!\Z)"
)
KEEPS_SPACE = ("<pre", "<textarea")


def tidy(text: str) -> str:
    """A template of HTML without indentation, empty lines and most lines of tags alone.

    That is a twentieth of a page even when it is compressed. What a template puts in is never
    touched: only its own text is, before it is compiled. One with text whose spaces are shown is
    left as it is.
    """
    if any(mark in text for mark in KEEPS_SPACE):
        return text
    return OPENING_LINE.sub(r"\1", INDENTATION.sub("\n", text))


class TidyLoader(Loader):
    """Templates from folders; pages of HTML are tidied."""

    def get_contents(self, origin: Origin) -> str:
        text = str(super().get_contents(origin))
        return tidy(text) if origin.name.endswith(".html") else text
