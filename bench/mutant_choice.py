"""Which mutants are tried: drawn at random from files of the product, by a seed."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.mutations import Mutation, find_mutations


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
