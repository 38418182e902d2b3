"""Faults for real: killed in the middle of saves, answers lost, locked, full, stopped.

Afterwards every hand that a phone was told is saved must be there once, no hand twice, the
database must pass its own check, and every ledger must fold.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.phones import Table
from bench.servers import Postgres, Server, database, manage

PADS = 6
PHONES = 2
"""So many phones on each pad, so that some get in one another's way."""


@dataclass
class Scene:
    """A server over a fresh database with pads that phones hold."""

    env: dict[str, str]
    server: Server
    pads: list[dict[str, Any]]

    @property
    def file(self) -> Path:
        return Path(self.env["DATA_DIR"]) / "keeper.sqlite3"

    def table(self, hang_up: float = 0.0) -> Table:
        return Table.around(self.server.port, self.pads, PHONES, hang_up)

    def more_pads(self) -> None:
        """Fresh pads, before the ones in use are full."""
        self.pads = _held(self.env, PADS)


@contextmanager
def scene(kind: str) -> Iterator[tuple[Scene, Postgres | None]]:
    """The server with a database of this kind; for PostgreSQL also its cluster, to be stopped."""
    with database(kind, "fsync=on") as (env, cluster):
        env |= {"DJANGO_SETTINGS_MODULE": "bench.settings", "WEB_CONCURRENCY": "2"}
        manage(env, "migrate", "--run-syncdb", "--verbosity", "0")
        manage(env, "collectstatic", "--no-input", "--verbosity", "0")
        server = Server(env, Path(env["DATA_DIR"]) / "server.log")
        server.start()
        try:
            yield Scene(env, server, _held(env, PADS)), cluster
        finally:
            server.stop()


def _held(env: dict[str, str], pads: int) -> list[dict[str, Any]]:
    return json.loads(_ask(env, "held", str(pads)))


def _ask(env: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "-m", "bench.inspect", *arguments]
    done = subprocess.run(
        command, env={**os.environ, **env}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def verify(at: Scene, kept: list[tuple[str, str]]) -> dict[str, Any]:
    """Hold what the phones were told against the database; raises `AssertionError`."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as told:
        json.dump(kept, told)
        told.flush()
        found = json.loads(_ask(at.env, "verify", told.name))
    assert not found["missing"], f"told saved, but not there: {found['missing'][:3]}"
    assert not found["unreadable"], found["unreadable"][:3]
    assert found["twice"] == 0, f"{found['twice']} hands are there twice"
    assert found["integrity"] == "ok", found["integrity"]
    assert len(set(kept)) == len(kept), "a phone was told twice of one hand that it sent once"
    return dict(found)


# --- The faults ---------------------------------------------------------------------------


def killed(at: Scene, kills: int) -> str:
    """SIGKILL to all of the server's processes, at any moment, again and again."""
    kept, done, unanswered, again = [], 0, 0, 0
    while done < kills:
        at.more_pads()
        with at.table(hang_up=0.02) as table:
            for _ in range(min(20, kills - done)):
                table.wait_for(3)
                time.sleep(random.uniform(0, 0.15))
                at.server.kill()
                at.server.start()
                done += 1
            table.wait_for(len(table.phones))
        kept += table.kept
        unanswered, again = unanswered + table.count("unanswered"), again + table.count("again")
        _no_trouble(table)
    found = verify(at, kept)
    return (
        f"{done} kills; {len(kept)} hands told saved, {found['entries']} there; {unanswered} "
        f"sendings unanswered, {again} sent again and found saved"
    )


def answers_lost(at: Scene, hands: int) -> str:
    """Half the phones hang up before the answer comes, and send the same again."""
    at.more_pads()
    with at.table(hang_up=0.5) as table:
        table.wait_for(hands)
    verify(at, table.kept)
    _no_trouble(table)
    return f"{len(table.kept)} hands told saved; {table.count('again')} had been saved before"


def locked(at: Scene, seconds: float) -> str:
    """Another program holds SQLite's write lock for a while: everybody waits, nobody loses."""
    at.more_pads()
    with at.table() as table:
        table.wait_for(5)
        holder = sqlite3.connect(at.file, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        time.sleep(0.3)
        before = table.count("saved")
        time.sleep(seconds)
        during = table.count("saved") - before
        holder.execute("ROLLBACK")
        holder.close()
        table.wait_for(len(table.phones))
    verify(at, table.kept)
    _no_trouble(table)
    assert during == 0, "a hand was said to be saved while the database was locked"
    return f"locked {seconds} s; {len(table.kept)} hands told saved, none of them meanwhile"


def full(at: Scene, seconds: float = 1.0) -> str:
    """SQLite's file may not grow (its folder is at its limit); then there is room again."""
    at.more_pads()
    at.server.stop()
    limited = Server({**at.env, "BENCH_FULL": "1"}, at.server.log)
    limited.port, limited.env["PORT"] = at.server.port, str(at.server.port)
    limited.start()
    with at.table() as table:
        _until(lambda: table.count("refused") >= len(table.phones), 60)
        time.sleep(seconds)
        refused = table.count("refused")
        limited.kill()
        at.server.start()
        table.wait_for(len(table.phones))
    verify(at, table.kept)
    return f"{refused} saves refused while full; {len(table.kept)} hands told saved in all"


def stopped(at: Scene, cluster: Postgres, times: int) -> str:
    """PostgreSQL stopped as in a crash, and started again, under the phones."""
    kept = []
    for _ in range(times):
        at.more_pads()
        with at.table() as table:
            table.wait_for(5)
            cluster.stop("immediate")
            time.sleep(0.3)
            cluster.start()
            table.wait_for(len(table.phones))
        kept += table.kept
    verify(at, kept)
    return f"{times} stops; {len(kept)} hands told saved"


def _no_trouble(table: Table) -> None:
    trouble = [told for phone in table.phones for told in phone.trouble]
    assert not trouble, trouble[0]


def _until(is_so: Any, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError("it did not come to that")
        time.sleep(0.02)


def run(kind: str, kills: int, hands: int) -> Iterator[tuple[str, str]]:
    """Every fault of one database in turn: its name and its figures."""
    with scene(kind) as (at, cluster):
        yield "killed", killed(at, kills)
        yield "answer lost", answers_lost(at, hands)
        if cluster:
            yield "stopped", stopped(at, cluster, max(1, kills // 20))
        else:
            yield "locked", locked(at, 2.0)
            yield "full", full(at)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/faults", description=__doc__)
    parser.add_argument("--database", choices=["sqlite", "postgresql", "both"], default="both")
    parser.add_argument("--kills", type=int, default=200, help="for each database")
    parser.add_argument("--hands", type=int, default=300, help="to lose the answers of")
    options = parser.parse_args()
    for kind in ["sqlite", "postgresql"] if options.database == "both" else [options.database]:
        for name, figures in run(kind, options.kills, options.hands):
            print(f"{kind}, {name}: {figures}", flush=True)
    print("Every hand that was said to be saved is there once, and every ledger folds.")


if __name__ == "__main__":
    main()
