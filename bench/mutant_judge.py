"""Judges mutants: tries the tests that run a mutant's line until one fails."""

from __future__ import annotations

import json
import math
import re
import time
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from bench.measured_tests import TestFile
from bench.mutant_choice import Mutant, Verdict
from bench.scratch_copies import Copy

FIRST_FILES = 6
"""So many test files, the likeliest, are tried by a few tests each before all the others."""

EXTRA_SECONDS = 20
TIMES_AS_LONG = 10
"""A test hangs if it takes so many times as long as unmutated, and the extra seconds."""


@dataclass
class Judge:
    """Tries the tests that run a mutant's line, the likeliest to fail first."""

    measured: Sequence[TestFile]
    importers: Mapping[str, Sequence[str]]
    patience: float = math.inf
    """Seconds of tests, as measured, that one mutant is worth; of files beyond only a few tests."""
    failed: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.failed = [test for each in self.measured for test in each.failed]

    def judge(self, here: Copy, mutant: Mutant) -> Verdict:
        begun = time.monotonic()
        files = self.likeliest_first(mutant)
        near, far = self.divide(files)
        scouts = [test for each in files for test in each.scouts(mutant)]
        test, how = "", "" if files else ", and no test runs the line"
        with here.mutated(mutant):
            if scouts:
                test, how = self.try_tests(here, files[:FIRST_FILES], scouts, only_first=True)
            if near and not test:
                test, how = self.try_tests(here, near, scouts)
            if far and scouts and not test:
                test, how = self.try_tests(here, far, scouts, only_first=True)
        return Verdict(mutant, test, how, time.monotonic() - begun)

    def divide(self, files: Sequence[TestFile]) -> tuple[list[TestFile], list[TestFile]]:
        """The first of these files, which together take no longer than `patience`, and the rest."""
        so_far = list(accumulate(each.seconds for each in files))
        near = bisect_right(so_far, self.patience)
        return list(files[:near]), list(files[near:])

    def find_false_killer(self, here: Copy, verdicts: Iterable[Verdict]) -> str:
        """A test that killed a mutant, but fails without one as well: its verdicts are void."""
        killers = {each.test for each in verdicts}
        files = [each for each in self.measured if not killers.isdisjoint(each.tests)]
        return self.try_tests(here, files, sorted(killers), only_first=True)[0] if files else ""

    def likeliest_first(self, mutant: Mutant) -> list[TestFile]:
        """The test files that run the mutant's line: those named like it, then the quickest."""
        importers = self.importers.get(mutant.path, [])
        words = words_of(mutant.path)
        return sorted(
            (each for each in self.measured if each.runs(mutant, importers)),
            key=lambda each: (-len(words & words_of(each.path)), each.seconds),
        )

    def try_tests(
        self, here: Copy, files: Sequence[TestFile], first: Sequence[str], only_first: bool = False
    ) -> tuple[str, str]:
        """The test of these files that fails, and how; nothing if all of them pass.

        In every file the tests that come `first` are tried before the others, or alone.
        """
        seconds = {test: each.tests[test] for each in files for test in each.tests}
        note, plan = here.folder / "note.json", here.folder / "plan.json"
        note.unlink(missing_ok=True)
        planned = {
            "files": [each.path for each in files],
            "first": list(first),
            "only_first": only_first,
            "left_out": self.failed,
            "limits": {test: time_limit(seconds[test]) for test in seconds},
            "limit": 3 * EXTRA_SECONDS,
            "note": str(note),
        }
        plan.write_text(json.dumps(planned), "utf-8")
        tried = set(first) & set(seconds) if only_first else set(seconds)
        timeout = 100 + 5 * sum(seconds[test] for test in tried)
        # The tests have limits of their own; this one is for what comes before and after them.
        status = here.run("judge", str(plan), timeout=timeout)
        if status in (0, 5):  # 5: no test was left to run
            return "", ""
        noted = json.loads(note.read_text("utf-8")) if note.exists() else {}
        test = noted.get("test", "the start of the tests")
        if noted.get("told") == "running":
            return test, ", which did not end"
        return test, "" if "::" in test else ", which did not load"


def time_limit(seconds: float) -> int:
    return math.ceil(TIMES_AS_LONG * seconds + EXTRA_SECONDS)


def words_of(path: str) -> set[str]:
    """The words in a path, in the singular, without those that all paths have."""
    words = re.findall(r"[a-z]+", path.removesuffix(".py"))
    return {word.removesuffix("s") for word in words} - {"scorepad", "test"}
