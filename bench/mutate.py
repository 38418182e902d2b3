"""Mutants of the product: mistakes made on purpose, each judged by the tests that run its line.

First every test file runs once, alone, with probes in the product, to tell which lines its tests
run; that is kept in a temporary folder until the product or the test file changes. Then each mutant
is written into a scratch copy of the tree, and the tests that run its line are tried, the likeliest
to fail first, until one fails. A mutant that no test notices has survived. The tests in a browser
take no part.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import math
import os
import platform
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from typing import Any

from bench.mutations import Mutation, find_mutations

MUTATED = (
    "scorepads/rules/**/*.py",
    "scorepads/*/services.py",
    "scorepads/*/*form*.py",
    "scorepads/core/access.py",
    "scorepads/core/fields.py",
    "scorepads/core/history.py",
    "scorepads/core/scorepad.py",
    "scorepads/files/histories.py",
    "scorepads/files/people.py",
    "scorepads/files/reading.py",
    "scorepads/files/values.py",
    "scorepads/opening/own_rulesets.py",
    "scorepads/players/swaps.py",
    "scorepads/statistics/evening.py",
    "scorepads/statistics/statistics.py",
    "scorepads/statistics/tallies.py",
)
"""What is mutated where no files are named: the rules, the services, and other pure code."""

ROOT = Path(__file__).parents[1]
PRODUCT = "scorepads/**/*.py"
TESTS = "tests/**/test_*.py"
TESTS_LEFT_OUT = ("tests/browser/",)
MEASURED = ("keeper", "scorepads", "templates", "static", "tests", "docs", "bench/mutant_tests.py",
            "bench/mutations.py", "pyproject.toml", "requirements")  # fmt: skip
"""Where a change makes it necessary to measure anew which tests run which lines."""

FIRST_FILES = 6
"""So many test files, the likeliest, are tried by a few tests each before all the others."""

EXTRA_SECONDS = 20
TIMES_AS_LONG = 10
"""A test hangs if it takes so many times as long as unmutated, and the extra seconds."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A mutation of one file."""

    path: str
    mutation: Mutation

    def __str__(self) -> str:
        each = self.mutation
        change = f"{shorten(each.before)} → {shorten(each.after) or '(nothing)'}"
        return f"{self.path}:{each.line}:{each.column + 1}  {each.kind}: {change}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a mutant: the test that noticed it, and how; no test if it survived."""

    mutant: Mutant
    test: str
    how: str
    seconds: float

    @property
    def killed(self) -> bool:
        return bool(self.test)

    def __str__(self) -> str:
        told = f"killed by {self.test}{self.how}" if self.killed else f"SURVIVED{self.how}"
        return f"{self.mutant}  {told} ({self.seconds:.1f} s)"

    def as_json(self) -> dict[str, Any]:
        each = self.mutant.mutation
        return {
            "file": self.mutant.path,
            "line": each.line,
            "column": each.column + 1,
            "kind": each.kind,
            "before": each.before,
            "after": each.after,
            "killed": self.killed,
            "test": self.test,
            "how": self.how,
            "seconds": round(self.seconds, 1),
        }


def shorten(text: str, most: int = 60) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"


# --- Which mutants ------------------------------------------------------------------------


def find_files(root: Path, globs: Iterable[str]) -> list[str]:
    """The files that these globs name, each once; a glob that names none is a mistake."""
    found: set[str] = set()
    for pattern in globs:
        files = [str(path.relative_to(root)) for path in root.glob(pattern) if path.is_file()]
        if not files:
            raise SystemExit(f"No file is named by {pattern}.")
        found.update(files)
    return sorted(found)


def read_files(root: Path, paths: Iterable[str]) -> dict[str, bytes]:
    return {path: (root / path).read_bytes() for path in paths}


def choose_mutants(sources: Mapping[str, bytes], count: int, seed: int) -> list[Mutant]:
    """Mutants of these files, by their lines: a file twice as long gets twice as many.

    Where a file has no more to mutate, its share goes to the files after it.
    """
    chance = random.Random(seed)
    files = sorted(sources)
    drawn = {path: draw_mutants(path, sources[path], chance) for path in files}
    lengths = [sources[path].count(b"\n") for path in files]
    chosen: list[Mutant] = []
    for number in spread(lengths, count, chance):
        candidates = (next(drawn[path], None) for path in files[number:] + files[:number])
        chosen.extend(mutant for mutant in [next(filter(None, candidates), None)] if mutant)
    return sorted(chosen, key=lambda each: (each.path, each.mutation.start))


def draw_mutants(path: str, source: bytes, chance: random.Random) -> Iterator[Mutant]:
    """The mutants of one file at random: first one for each line, then the others."""
    found = find_mutations(source)
    chance.shuffle(found)
    seen: Counter[int] = Counter()
    rounds: dict[int, list[Mutation]] = defaultdict(list)
    for mutation in found:
        rounds[seen[mutation.line]].append(mutation)
        seen[mutation.line] += 1
    for _, mutations in sorted(rounds.items()):
        yield from (Mutant(path, each) for each in mutations if each.can_be_compiled(source))


def spread(weights: Sequence[int], count: int, chance: random.Random) -> Iterator[int]:
    """Numbers of things, each as often as its weight asks, in their order."""
    step = sum(weights) / count
    at, until = chance.random() * step, 0
    for number, weight in enumerate(weights):
        until += weight
        while at < until:
            yield number
            at += step


def choose_survivors(sources: Mapping[str, bytes], results: Path) -> list[Mutant]:
    """The mutants that survived in saved results, as far as their lines are still the same."""
    saved = json.loads(results.read_text("utf-8"))["mutants"]
    survived = {same_mutant(told) for told in saved if not told["killed"]}
    mutants = [Mutant(path, each) for path in sources for each in find_mutations(sources[path])]
    return [each for each in mutants if same_mutant(Verdict(each, "", "", 0).as_json()) in survived]


def same_mutant(told: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(told[key] for key in ("file", "line", "column", "kind", "before", "after"))


# --- Scratch copies -----------------------------------------------------------------------


@dataclass
class Copy:
    """A scratch copy of the tree, and the process that works in it."""

    folder: Path
    process: subprocess.Popen[bytes] | None = None
    prepared: bool = False

    @property
    def root(self) -> Path:
        return self.folder / "tree"

    @property
    def output(self) -> Path:
        return self.folder / "output"

    def run(self, *arguments: str, timeout: float) -> int | None:
        """The exit status of `bench.mutant_tests` with these arguments; None if it hung."""
        passing = self.folder / "tmp"
        passing.mkdir()
        # Sets of strings come in the same order for every mutant.
        env = {**os.environ, "TMPDIR": str(passing), "PYTHONHASHSEED": "0"}
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "bench.mutant_tests", *arguments],
                cwd=self.root, env=env, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            return None
        finally:
            self.stop()
            shutil.rmtree(passing, ignore_errors=True)

    def stop(self) -> None:
        """End what runs here, with all that it started."""
        if self.process:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    @contextmanager
    def mutated(self, mutant: Mutant) -> Iterator[None]:
        if not self.prepared:
            # A mutant may be as long and as old, to the second, as the file that it replaces, so
            # compiled files are told apart by what the source says.
            compiled = [sys.executable, "-m", "compileall", "-q", "-f"]
            mode = ["--invalidation-mode", "checked-hash"]
            subprocess.run([*compiled, *mode, "keeper", "scorepads"], cwd=self.root, check=True)
            self.prepared = True
        file = self.root / mutant.path
        source = file.read_bytes()
        file.write_bytes(mutant.mutation.apply_to(source))
        try:
            yield
        finally:
            file.write_bytes(source)


def list_tree(root: Path) -> list[str]:
    """The files of the tree, as they are now, without what a machine makes for itself."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root, check=True, capture_output=True,
    ).stdout.decode()  # fmt: skip
    return sorted(path for path in set(listed.split("\0")) if path and (root / path).is_file())


def copy_tree(root: Path, files: Iterable[str], folder: Path) -> Copy:
    for path in files:
        target = folder / "tree" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / path, target, follow_symlinks=False)
    return Copy(folder)


@contextmanager
def copies_of(root: Path, files: Sequence[str], many: int) -> Iterator[list[Copy]]:
    """Scratch copies in a temporary folder; nothing of them, and nothing in them, stays."""
    with tempfile.TemporaryDirectory(
        prefix="pitch-keeper-scratch-", ignore_cleanup_errors=True
    ) as folder:
        copies = [copy_tree(root, files, Path(folder) / str(number)) for number in range(many)]
        try:
            yield copies
        finally:
            for each in copies:
                each.stop()


def in_copies(
    work: Callable[[Copy, Any], Any], given: Iterable[Any], copies: Sequence[Copy]
) -> Iterator[Any]:
    """The answers to the given things, in their order, each worked out in a copy that is free."""
    free: Queue[Copy] = Queue()
    for each in copies:
        free.put(each)

    def work_in_free_copy(thing: Any) -> Any:
        here = free.get()
        try:
            return work(here, thing)
        finally:
            free.put(here)

    pool = ThreadPoolExecutor(len(copies))
    try:
        yield from pool.map(work_in_free_copy, given)
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for each in copies:
            each.stop()
        raise
    finally:
        pool.shutdown()


# --- Which tests run which lines ----------------------------------------------------------


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


# --- Judging ------------------------------------------------------------------------------


@dataclass
class Judge:
    """Tries the tests that run a mutant's line, the likeliest to fail first."""

    measured: Sequence[TestFile]
    importers: Mapping[str, Sequence[str]]
    failed: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.failed = [test for each in self.measured for test in each.failed]

    def judge(self, here: Copy, mutant: Mutant) -> Verdict:
        begun = time.monotonic()
        files = self.likeliest_first(mutant)
        scouts = [test for each in files for test in each.scouts(mutant)]
        test, how = "", "" if files else ", and no test runs the line"
        with here.mutated(mutant):
            if scouts:
                test, how = self.try_tests(here, files[:FIRST_FILES], scouts, only_first=True)
            if files and not test:
                test, how = self.try_tests(here, files, scouts)
        return Verdict(mutant, test, how, time.monotonic() - begun)

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


# --- What came out ------------------------------------------------------------------------


def killed_percent(verdicts: Sequence[Verdict]) -> float:
    return 100 * sum(each.killed for each in verdicts) / len(verdicts) if verdicts else 100.0


def report(verdicts: Sequence[Verdict]) -> str:
    """A line for every file, then the survivors, then the share of mutants that were killed."""
    of_file: dict[str, list[Verdict]] = defaultdict(list)
    for each in verdicts:
        of_file[each.mutant.path].append(each)
    lines = ["", "By file:"]
    for path, its in sorted(of_file.items()):
        lines.append(f"  {path}: {sum(each.killed for each in its)} of {len(its)} killed")
    if survivors := [each for each in verdicts if not each.killed]:
        lines += ["", "Survivors:", *(f"  {each}" for each in survivors)]
    killed = sum(each.killed for each in verdicts)
    lines += ["", f"{killed} of {len(verdicts)} killed: {killed_percent(verdicts):.1f} %"]
    return "\n".join(lines)


def save_results(file: Path, seed: int, verdicts: Sequence[Verdict]) -> None:
    saved = {
        "seed": seed,
        "killed_percent": round(killed_percent(verdicts), 1),
        "mutants": [each.as_json() for each in verdicts],
    }
    file.write_text(json.dumps(saved, indent=1, ensure_ascii=False) + "\n", "utf-8")


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def read_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench/mutants", description=__doc__)
    parser.add_argument("globs", nargs="*", help="files to mutate, if not the usual ones")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--jobs", type=int, default=2, choices=(1, 2), help="copies at work at once"
    )
    parser.add_argument("--least", type=float, default=95, help="percent that must be killed")
    parser.add_argument("--save", type=Path, help="write the results here, as JSON")
    parser.add_argument("--again", type=Path, help="only what survived in these saved results")
    kept_in = Path(tempfile.gettempdir()) / f"pitch-keeper-mutants-{os.getuid()}"
    parser.add_argument("--measured", type=Path, default=kept_in, help="keeps what tests run")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    options = read_options(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    begun = time.monotonic()
    sources = read_files(ROOT, find_files(ROOT, options.globs or MUTATED))
    if options.again:
        mutants = choose_survivors(sources, options.again)
    else:
        mutants = choose_mutants(sources, options.count, options.seed)
    tree, product = list_tree(ROOT), read_files(ROOT, find_files(ROOT, [PRODUCT]))
    with copies_of(ROOT, tree, options.jobs) as copies:
        judge = Judge(measure_tests(copies, tree, options.measured), find_importers(product))
        tell(f"{len(judge.measured)} test files are measured; {time.monotonic() - begun:.0f} s")
        verdicts: list[Verdict] = []
        for verdict in in_copies(judge.judge, mutants, copies):
            print(verdict, flush=True)
            verdicts.append(verdict)
        void = judge.find_false_killer(copies[0], verdicts)
    print(report(verdicts))
    print(f"seed {options.seed}; {time.monotonic() - begun:.0f} s")
    if options.save:
        save_results(options.save, options.seed, verdicts)
    if void:
        print(f"Void, as it fails without a mutant as well: {void}")
    return int(bool(void) or killed_percent(verdicts) < options.least)


if __name__ == "__main__":
    sys.exit(main())
