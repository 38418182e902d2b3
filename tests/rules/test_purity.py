"""The rules are values in, values out: nothing of Django, no clock, no chance, no system."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import scorepads.rules

FOLDER = Path(scorepads.rules.__file__).parent
FILES = sorted(FOLDER.rglob("*.py"))
MAY_BE_IMPORTED = {
    "__future__", "abc", "collections", "dataclasses", "enum", "functools", "hashlib", "itertools",
    "json", "math", "pathlib", "re", "tomllib", "typing", "unicodedata",
}  # fmt: skip
MAY_READ_FILES = {"catalog.py", "rulesets.py", "sentences.py"}


def imported(file: Path) -> set[str]:
    """The outermost packages that a file imports, without its own."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if not f"{module}.".startswith("scorepads.rules."):
                found.add(module.partition(".")[0])
    return found


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(FOLDER)) for file in FILES])
def test_the_rules_import_nothing_but_what_is_pure(file: Path) -> None:
    assert imported(file) <= MAY_BE_IMPORTED


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(FOLDER)) for file in FILES])
def test_only_what_reads_the_data_files_knows_of_files(file: Path) -> None:
    assert file.name in MAY_READ_FILES or "pathlib" not in imported(file)


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(FOLDER)) for file in FILES])
def test_the_rules_do_not_reach_out_by_other_ways(file: Path) -> None:
    called = {
        node.func.id
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"open", "input", "print", "exec", "eval", "__import__"}


def test_there_are_rules_to_look_at() -> None:
    assert len(FILES) > 8
