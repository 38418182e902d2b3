"""Mutants of the product: mistakes made on purpose, each judged by the tests that run its line.

First every test file runs once, alone, with probes in the product, to tell which lines its tests
run; that is kept in a temporary folder until the product or the test file changes. Then each mutant
is written into a scratch copy of the tree, and the tests that run its line are tried, the likeliest
to fail first, until one fails. A mutant that no test notices has survived. The tests in a browser
take no part.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from bench.measured_tests import find_importers, measure_tests, tell
from bench.mutant_choice import (
    Verdict,
    choose_mutants,
    choose_survivors,
    find_files,
    read_files,
)
from bench.mutant_judge import Judge
from bench.scratch_copies import copies_of, in_copies, list_tree

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
    "scorepads/sharing/revoking.py",
    "scorepads/statistics/evening.py",
    "scorepads/statistics/statistics.py",
    "scorepads/statistics/tallies.py",
)
"""What is mutated where no files are named: the rules, the services, and other pure code."""

ROOT = Path(__file__).parents[1]
PRODUCT = "scorepads/**/*.py"


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
    parser.add_argument(
        "--patience", type=float, default=90,
        help="seconds of tests for one mutant; of the test files beyond only a few tests each",
    )  # fmt: skip
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
        measured = measure_tests(copies, tree, options.measured)
        judge = Judge(measured, find_importers(product), options.patience)
        tell(f"{len(judge.measured)} test files are measured; {time.monotonic() - begun:.0f} s")
        verdicts: list[Verdict] = []
        for verdict in in_copies(judge.judge, mutants, copies):
            print(verdict, flush=True)
            verdicts.append(verdict)
            if options.save:  # also of a run that is stopped
                save_results(options.save, options.seed, verdicts)
        void = judge.find_false_killer(copies[0], verdicts)
    print(report(verdicts))
    print(f"seed {options.seed}; {time.monotonic() - begun:.0f} s")
    if void:
        print(f"Void, as it fails without a mutant as well: {void}")
    return int(bool(void) or killed_percent(verdicts) < options.least)


if __name__ == "__main__":
    sys.exit(main())
