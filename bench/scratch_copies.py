"""Scratch copies of the tree, in which mutants are tried; nothing of them stays."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from typing import Any

from bench.mutant_choice import Mutant


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
