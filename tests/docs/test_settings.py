"""The lists of variables, and what is read, agree."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KEEPER = ROOT / "keeper"
SERVING = ["gunicorn.py", "address.py", "asgi.py"]
READ = ["settings.py", *SERVING]


def read_by(module: str) -> set[str]:
    """The names given to `env_…("NAME")` in a module."""
    return {
        call.args[0].value
        for call in ast.walk(ast.parse((KEEPER / module).read_text()))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id.startswith("env_")
        and isinstance(call.args[0], ast.Constant)
    }


def listed_in(module: str) -> set[str]:
    """The names at the start of a line of its docstring."""
    lines = (ast.get_docstring(ast.parse((KEEPER / module).read_text())) or "").splitlines()
    return {
        word.strip(",")
        for line in lines
        for word in line.split("  ")[0].split()
        if line[:1].isupper() and word.strip(",").isupper()
    }


@pytest.mark.parametrize(
    ("lists", "reads"),
    [("settings.py", ["settings.py"]), ("gunicorn.py", SERVING)],
)
def test_every_variable_that_is_read_is_listed(lists: str, reads: list[str]) -> None:
    assert listed_in(lists) == set().union(*map(read_by, reads))


def test_every_variable_stands_once_in_the_table_for_whoever_deploys() -> None:
    """A secret may also be given by the name of a file."""
    table = (ROOT / "docs" / "deploying.md").read_text("utf-8").partition("## Every variable")[2]
    listed = re.findall(r"^\| `([A-Z_]+)` \|", table, re.MULTILINE)
    secrets = re.findall(r'env_secret\("(\w+)"', (KEEPER / "settings.py").read_text("utf-8"))
    read = set().union(*map(read_by, READ)) | {f"{name}_FILE" for name in secrets}
    assert sorted(listed) == sorted(read)
