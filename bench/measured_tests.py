"""Which lines of the product each test file runs, and how long its tests take."""

from __future__ import annotations

import ast
import hashlib
import json
import platform
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.mutant_choice import Mutant, find_files
from bench.scratch_copies import Copy, in_copies

TESTS = "tests/**/test_*.py"
TESTS_LEFT_OUT = ("tests/browser/",)
MEASURED = ("keeper", "scorepads", "templates", "static", "tests", "docs", "bench/mutant_tests.py",
            "bench/mutations.py", "pyproject.toml", "requirements")  # fmt: skip
"""Where a change makes it necessary to measure anew which tests run which lines."""


@dataclass(frozen=True, slots=True)
class TestFile:
    """One test file measured: seconds of its tests, and its quickest tests on each line."""

    path: str
    tests: dict[str, float]
    failed: list[str]
    lines: dict[str, dict[str, list[int]]]

    @property
    def seconds(self) -> float:
        return sum(self.tests.values())

    def runs(self, mutant: Mutant, importers: Iterable[str]) -> bool:
        """Whether a test runs the mutant's line; one that runs on import, code that may use it."""
        if mutant.mutation.runs_at is None:
            return any(path in self.lines for path in (mutant.path, *importers))
        return str(mutant.mutation.runs_at) in self.lines.get(mutant.path, {})

    def scouts(self, mutant: Mutant) -> list[str]:
        """A few quick tests that run the mutant's line itself, or else anything of its file."""
        lines, tests = self.lines.get(mutant.path, {}), list(self.tests)
        if (runs_at := mutant.mutation.runs_at) is None:
            numbers = sorted({number for each in lines.values() for number in each})
        else:
            numbers = lines.get(str(runs_at), [])
        return [tests[number] for number in numbers[:5]]


def measure_tests(copies: Sequence[Copy], files: Sequence[str], kept_in: Path) -> list[TestFile]:
    """Every test file measured, in a copy, or as it was measured before."""
    kept_in.mkdir(mode=0o700, parents=True, exist_ok=True)
    test_files = find_files(copies[0].root, [TESTS])
    test_files = [path for path in test_files if not path.startswith(TESTS_LEFT_OUT)]
    rest = [path for path in files if path.startswith(MEASURED) and path not in test_files]
    common = digest(copies[0].root, rest, platform.python_version())
    keys = {path: kept_in / f"{digest(copies[0].root, [path], common)}.json" for path in test_files}

    def measure(here: Copy, path: str) -> TestFile:
        kept = keys[path]
        if not kept.exists():
            tell(f"measuring {path}")
            result = here.folder / "measured.json"
            if here.run("measure", path, str(result), timeout=1800) != 0:
                raise SystemExit(f"{path} cannot be measured:\n{here.output.read_text('utf-8')}")
            shutil.move(result, kept)
        return TestFile(path, **json.loads(kept.read_text("utf-8")))

    measured = list(in_copies(measure, test_files, copies))
    for test in sorted(test for each in measured for test in each.failed):
        tell(f"left out, as it fails without a mutant in a scratch copy: {test}")
    return measured


def digest(root: Path, files: Iterable[str], first: str) -> str:
    told = hashlib.sha256(first.encode())
    for path in files:
        told.update(path.encode() + b"\0" + (root / path).read_bytes() + b"\0")
    return told.hexdigest()[:32]


def find_importers(sources: Mapping[str, bytes]) -> dict[str, list[str]]:
    """For every file of the product, the files that import from it."""
    names = {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path
             for path in sources}  # fmt: skip
    importers: dict[str, list[str]] = defaultdict(list)
    for path, source in sources.items():
        for name in imported_names(path, ast.parse(source)):
            if name in names:
                importers[names[name]].append(path)
    return importers


def imported_names(path: str, tree: ast.AST) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            around = path.split("/")[: -node.level] if node.level else []
            base = ".".join([*around, *filter(None, [node.module])])
            found.update([base, *(f"{base}.{alias.name}" for alias in node.names)])
    return found


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
