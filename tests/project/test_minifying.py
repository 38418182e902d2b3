"""What is sent of our style says the same as what is written."""

import re
from pathlib import Path

import pytest

from keeper.storage import OUR_FOLDERS, STATIC, minify

STYLES = sorted(file for folder in OUR_FOLDERS for file in (STATIC / folder).glob("*.css"))
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
WITHIN = re.compile(r"[^\s,{}(>+~;:]\s+:(?:is|where|not|has)\(")
"""A selector of what lies within another: without the blank it would be the other itself."""


@pytest.mark.parametrize("style", STYLES, ids=lambda file: file.stem)
def test_no_selector_loses_a_blank(style: Path) -> None:
    """In a block such as `@container`, rcssmin takes the one before `:is()` out."""
    written = COMMENT.sub("", style.read_text("utf-8"))
    assert len(WITHIN.findall(minify(style.name, written))) == len(WITHIN.findall(written))
