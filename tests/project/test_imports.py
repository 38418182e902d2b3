"""The project imports nothing of the product; only its settings name the app."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

KEEPER = Path(__file__).parents[2] / "keeper"
MODULES = sorted(KEEPER.rglob("*.py"))
NAMES_THE_APP = {"settings.py", "urls.py"}


def imported(tree: ast.AST) -> Iterator[str]:
    """The dotted names that a module imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def strings(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(KEEPER)))
def test_keeper_imports_no_app(module: Path) -> None:
    tree = ast.parse(module.read_text("utf-8"))
    assert [name for name in imported(tree) if name.split(".")[0] in ("scorepads", "tests")] == []
    if module.name not in NAMES_THE_APP:
        assert [text for text in strings(tree) if "scorepads" in text] == []
