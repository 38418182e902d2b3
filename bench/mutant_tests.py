"""The tests' side of `bench/mutants`, in a process of its own in a scratch copy of the tree.

It either measures one test file, to tell which lines of the product each of its tests runs, or
judges a mutant: runs chosen tests until one fails.
"""

from __future__ import annotations

import ast
import builtins
import faulthandler
import json
import os
import resource
import sys
import time
from collections.abc import Iterator
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from typing import Any

import pytest

from bench.mutations import is_docstring, statements_in_functions

PACKAGE = "scorepads"
ROOT = Path(__file__).parents[1]
MAX_MEMORY = 4 << 30
"""A mutant that fills a list without end fails at this many bytes, before the machine does."""

SCOUTS = 3
"""So many of the quickest tests are kept of those that run a line."""

PYTEST_OPTIONS = ["-x", "-q", "--no-header", "--tb=short", "-p", "no:cacheprovider",
                  "-p", "no:faulthandler"]  # fmt: skip


# --- Which lines run ----------------------------------------------------------------------

PROBE = "__line_runs__"
places: list[tuple[str, int]] = []
"""File and line of each probe, by its number."""

hits: set[int] = set()
"""The probes that were passed since it was last cleared."""


class ProbingLoader(SourceFileLoader):
    """Loads a module with a probe before every statement that stands in a function."""

    def path_stats(self, path: str) -> Any:
        raise OSError("compiled files know no probes, and shall not learn of them")

    def source_to_code(self, data: Any, path: Any, **options: Any) -> Any:
        tree = ast.parse(data)
        add_probes(tree, str(Path(path).relative_to(ROOT)))
        return compile(tree, path, "exec", dont_inherit=True)


class ProbingFinder(MetaPathFinder):
    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if name.partition(".")[0] != PACKAGE:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec and isinstance(spec.loader, SourceFileLoader):
            spec.loader = ProbingLoader(spec.loader.name, spec.loader.path)
        return spec


def add_probes(tree: ast.Module, path: str) -> None:
    for block in list(statements_in_functions(tree)):
        probed: list[ast.stmt] = []
        for statement in block:
            if not is_docstring(statement):
                probe = ast.parse(f"{PROBE}({len(places)})").body[0]
                places.append((path, statement.lineno))
                for node in ast.walk(probe):
                    ast.copy_location(node, statement)
                probed.append(probe)
            probed.append(statement)
        block[:] = probed


class SameExamples:
    """A plugin of pytest that gives every mutant the same examples, whatever the time they take."""

    def pytest_configure(self) -> None:
        from hypothesis import settings  # pytest warns where it was imported before

        settings.register_profile("mutants", derandomize=True, database=None, deadline=None)
        settings.load_profile("mutants")


class Measuring:
    """A plugin of pytest that notes how long each test takes and which probes it passes."""

    def __init__(self) -> None:
        self.before_tests: set[int] = set()
        self.of_test: dict[str, tuple[float, set[int]]] = {}
        self.failed: list[str] = []

    def pytest_collection_finish(self) -> None:
        self.before_tests = set(hits)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        hits.clear()
        begun = time.perf_counter()
        try:
            return (yield)
        finally:
            self.of_test[item.nodeid] = time.perf_counter() - begun, set(hits)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and report.nodeid not in self.failed:
            self.failed.append(report.nodeid)

    def result(self) -> dict[str, Any]:
        """The tests with their seconds; for each line that runs, its quickest tests by number."""
        quickest_first = sorted(self.of_test, key=lambda test: self.of_test[test][0])
        lines: dict[str, dict[int, list[int]]] = {}
        for place in self.before_tests:
            path, line = places[place]
            lines.setdefault(path, {}).setdefault(line, [])
        for number, test in enumerate(quickest_first):
            for place in self.of_test[test][1]:
                path, line = places[place]
                scouts = lines.setdefault(path, {}).setdefault(line, [])
                if len(scouts) < SCOUTS and test not in self.failed:
                    scouts.append(number)
        return {
            "tests": {test: round(self.of_test[test][0], 4) for test in quickest_first},
            "failed": self.failed,
            "lines": lines,
        }


def measure(test_file: str, result: Path) -> int:
    setattr(builtins, PROBE, hits.add)
    sys.meta_path.insert(0, ProbingFinder())
    measuring = Measuring()
    options = [option for option in PYTEST_OPTIONS if option != "-x"]
    status = pytest.main([test_file, *options], plugins=[SameExamples(), measuring])
    if status in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED,
                  pytest.ExitCode.NO_TESTS_COLLECTED):  # fmt: skip
        result.write_text(json.dumps(measuring.result()), "utf-8")
        return 0
    return 1


# --- Judging ------------------------------------------------------------------------------


class Judging:
    """A plugin of pytest that puts likely killers first, and notes which test runs or fails.

    The plan has the test `files` in their order, the tests of them that come `first` in their
    file, whether `only_first` run, the tests that are `left_out`, and the seconds that each test
    has (`limits`, and `limit` for tests that were not measured).
    """

    def __init__(self, plan: dict[str, Any]) -> None:
        self.plan = plan
        self.note_file = Path(plan["note"])
        self.over = False

    def note(self, told: str, test: str) -> None:
        """What the caller reads if this process ends; the first failure stays."""
        if not self.over:
            self.note_file.write_text(json.dumps({"told": told, "test": test}), "utf-8")
        self.over = self.over or told == "failed"

    # As a wrapper it comes before the others, which move tests to the end that must be there.
    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> Iterator[None]:
        files = {file: number for number, file in enumerate(self.plan["files"])}
        first, left_out = set(self.plan["first"]), set(self.plan["left_out"])
        chosen = [item for item in items if item.nodeid not in left_out]
        if self.plan["only_first"]:
            chosen = [item for item in chosen if item.nodeid in first]
        chosen.sort(
            key=lambda item: (files[item.nodeid.partition("::")[0]], item.nodeid not in first)
        )
        items[:] = chosen
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.note("running", item.nodeid)
        seconds = self.plan["limits"].get(item.nodeid, self.plan["limit"])
        faulthandler.dump_traceback_later(seconds, exit=True, file=2)
        try:
            return (yield)
        finally:
            faulthandler.cancel_dump_traceback_later()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.note("failed", report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.note("failed", report.nodeid)


def judge(plan: dict[str, Any]) -> int:
    return pytest.main([*plan["files"], *PYTEST_OPTIONS], plugins=[SameExamples(), Judging(plan)])


def main() -> None:
    task, *arguments = sys.argv[1:]
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY, most))
    if task == "measure":
        status = measure(arguments[0], Path(arguments[1]))
    else:
        status = judge(json.loads(Path(arguments[0]).read_text("utf-8")))
    # Threads that a mutant left behind must not keep the process.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    main()
