"""Templates and style sheets are written to be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.material import some

MAX_LENGTH = 120
FILES = [
    *sorted((settings.BASE_DIR / "templates").rglob("*.*")),
    *sorted((settings.BASE_DIR / "static").rglob("*.css")),
]


def long_lines(file: Path) -> Iterator[str]:
    for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
        if len(line) > MAX_LENGTH:
            yield f"line {number} has {len(line)} characters"


@pytest.mark.parametrize("file", FILES, ids=[file.name for file in FILES])
def test_no_line_is_too_long_to_be_read(file: Path) -> None:
    assert list(long_lines(file)) == []


def test_htmx_is_configured_in_one_place() -> None:
    templates = [file for file in FILES if file.suffix == ".html"]
    assert [file.name for file in templates if "htmx-config" in file.read_text("utf-8")] == [
        "_htmx.html"
    ]


def test_no_browser_fills_a_form_in_again() -> None:
    """Firefox after a reload, Chromium after Back: a hand that is saved would be ticked again."""
    forms = [
        form
        for file in FILES
        for form in re.findall(r"<form\b.*?>\n", file.read_text("utf-8"), re.DOTALL)
        if 'method="post"' in form
    ]
    assert forms
    assert [form for form in forms if 'autocomplete="off"' not in form] == []


NEWER_UNIT = re.compile(r"\d(?:cq|dv|sv|lv)[a-z]+\b")


STYLES = [file for file in FILES if file.suffix == ".css"]


@pytest.mark.parametrize(
    "file", some(file for file in STYLES if NEWER_UNIT.search(file.read_text("utf-8"))), ids=str
)
def test_a_newer_unit_has_one_for_older_browsers_before_it(file: Path) -> None:
    """They leave out a declaration that they cannot read, so the one before it holds."""
    for block in re.findall(r"\{([^{}]*)\}", file.read_text("utf-8")):
        known = set()
        for declaration in filter(str.strip, block.split(";")):
            name, _, value = declaration.partition(":")
            if NEWER_UNIT.search(value):
                assert name.strip() in known, declaration
            known.add(name.strip())
