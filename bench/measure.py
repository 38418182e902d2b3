"""The figures of `bench/run`: each case against a bare Django view, on one server, in one run."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import count, cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from bench.client import Ask, Taken, load
from bench.fill import facts
from bench.servers import Postgres, Server, database, manage

CROWD = 100_000
MAX_CLIENTS = 32


@dataclass(frozen=True)
class Case:
    """One line of the table: what is asked, and the bare view that it is held against.

    `budget` is the least share of the bare view's rate that it is held to; docs/decisions.md says
    what was aimed at, and why that costs too much.
    """

    name: str
    asks: Callable[[dict[str, Any]], Ask]
    against: str = ""
    budget: float | None = None
    good: tuple[bytes, ...] = (b"200",)


def get(path: str, phone: str = "", **headers: str) -> bytes:
    # As a phone that has been here before: it sends its cookie.
    cookie = f"Cookie: keeper_phone={phone}\r\n" if phone else ""
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{cookie}{more}\r\n".encode()


def post(path: str, fields: dict[str, str], phone: str = "", **headers: str) -> bytes:
    body = urlencode(fields)
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Cookie: keeper_phone={phone}\r\nSec-Fetch-Site: same-origin\r\n{more}"
        "Content-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


def always(request: bytes) -> Callable[[dict[str, Any]], Ask]:
    return lambda pads: lambda client: request


def showing(
    hands: int, at: str = "/games/{id}/", **headers: str
) -> Callable[[dict[str, Any]], Ask]:
    def asks(pads: dict[str, Any]) -> Ask:
        pad = pads[str(hands)][0]
        request = get(at.format(id=pad["id"]), pad["phone"], **headers)
        return lambda client: request

    return asks


def home(pads: dict[str, Any]) -> Ask:
    request = get("/", pads["6"][0]["phone"])
    return lambda client: request


def saving(**headers: str) -> Callable[[dict[str, Any]], Ask]:
    """Each client saves on pads of its own in turn, so that no save conflicts with another."""

    def asks(pads: dict[str, Any]) -> Ask:
        turns = [cycle(pads["save"][client::MAX_CLIENTS]) for client in range(MAX_CLIENTS)]

        def ask(client: int) -> bytes:
            pad = next(turns[client])
            request = hand_request(pad, **headers)
            pad["seen"] += 1
            return request

        return ask

    return asks


def polling(hands: int) -> Callable[[dict[str, Any]], Ask]:
    """A phone that follows a pad on which nothing happens."""

    def asks(pads: dict[str, Any]) -> Ask:
        pad = pads[str(hands)][0]
        request = get(f"/games/{pad['id']}/live/?seen={hands}", pad["phone"])
        return lambda client: request

    return asks


def watched(watchers: int) -> Callable[[dict[str, Any]], Ask]:
    """So many phones follow one pad, each asking once for every hand that is saved on it."""

    def asks(pads: dict[str, Any]) -> Ask:
        pad = pads["save"][0]
        seen, turn = [pad["seen"]] * watchers, count()

        def ask(client: int) -> bytes:
            watcher = next(turn) % (watchers + 1)
            if watcher == watchers:
                request = hand_request(pad, HX_Request="true")
                pad["seen"] += 1
                return request
            request = get(f"/games/{pad['id']}/live/?seen={seen[watcher]}", pad["phone"])
            seen[watcher] = pad["seen"]
            return request

        return ask

    return asks


def hand_request(pad: dict[str, Any], **headers: str) -> bytes:
    """The next hand of this pad as a phone posts it."""
    hand = facts(pad["seen"] + 1)
    fields = {"who": hand["pitcher"], "bid": hand["bid"], **hand["points"], "do": "hand",
              "key": uuid4(), "seen": pad["seen"]}  # fmt: skip
    sent = {name: "none" if value is None else str(value) for name, value in fields.items()}
    return post(f"/games/{pad['id']}/hands/", sent, pad["phone"], **headers)


CASES = [
    Case("bare view, one query", always(get("/bare/query/"))),
    Case("the same under our middleware", always(get("/stack/query/")), "bare view, one query"),
    Case("bare view, one insert", always(post("/bare/insert/", {}))),
    Case("the same under our middleware ", always(post("/stack/insert/", {})),
         "bare view, one insert"),
    Case("home page, one pad", home, "bare view, one query"),
    Case("pad of 6 hands", showing(6), "bare view, one query"),
    Case("pad of 60 hands", showing(60), "bare view, one query"),
    Case("pad of 500 hands", showing(500), "bare view, one query"),
    Case("pad of 6 hands, gzip", showing(6, Accept_Encoding="gzip"), "bare view, one query"),
    Case("pad of 60 hands, gzip", showing(60, Accept_Encoding="gzip"), "bare view, one query"),
    Case("pad of 6 hands, made anew", showing(6, "/anew/{id}/"), "bare view, one query", 1 / 14),
    Case("pad of 60 hands, made anew", showing(60, "/anew/{id}/"), "bare view, one query"),
    Case("unchanged poll", polling(60), "bare view, one query", good=(b"204",)),
    Case("200 watchers, a hand each round", watched(200), "bare view, one query",
         good=(b"200", b"204")),
    Case("comparison of rules", always(get("/compare/")), "bare view, one query"),
    Case("save a hand, htmx", saving(HX_Request="true"), "the same under our middleware ", 1 / 9),
    Case("save a hand, plain", saving(), "the same under our middleware ", 1 / 5, good=(b"303",)),
]  # fmt: skip
"""What is measured; add a line for a new page."""


@contextmanager
def served(
    kind: str,
    *,
    crowd: int = 0,
    cache: Path | None = None,
    tables: int | None = None,
    savers: int = 512,
) -> Iterator[tuple[Server, dict[str, Any], Postgres | None]]:
    """The server over a filled database, the pads to ask it for, and PostgreSQL's cluster."""
    with database(kind) as (env, cluster):
        folder = Path(env["DATA_DIR"])
        env |= {"DJANGO_SETTINGS_MODULE": "bench.settings", "BENCH_STATIC": str(folder / "static")}
        kept = cache / f"keeper-{crowd}.sqlite3" if cache and kind == "sqlite" else None
        if kept and kept.exists():
            shutil.copyfile(kept, folder / "keeper.sqlite3")
        manage(env, "migrate", "--run-syncdb", "--verbosity", "0")
        manage(env, "collectstatic", "--no-input", "--verbosity", "0")
        pads = _fill(env, 0 if kept and kept.exists() else crowd, tables, savers)
        if kept and not kept.exists():
            _keep(env, kept)
        server = Server(env, folder / "server.log")
        server.start()
        try:
            yield server, pads, cluster
        finally:
            server.stop()


def _fill(env: dict[str, str], crowd: int, tables: int | None, savers: int) -> dict[str, Any]:
    more = ["--savers", str(savers), *([] if tables is None else ["--tables", str(tables)])]
    with tempfile.NamedTemporaryFile(suffix=".json") as told:
        subprocess.run(
            [sys.executable, "-m", "bench.fill", told.name, "--crowd", str(crowd), *more],
            env={**os.environ, **env}, check=True,
        )  # fmt: skip
        pads: dict[str, Any] = json.loads(Path(told.name).read_text())
    return pads


def _keep(env: dict[str, str], kept: Path) -> None:
    kept.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(Path(env["DATA_DIR"]) / "keeper.sqlite3")) as connection:
        connection.execute("VACUUM INTO ?", [str(kept)])


def measure(
    server: Server,
    pads: dict[str, Any],
    cases: list[Case],
    clients: int,
    rounds: int,
    seconds: float,
) -> dict[str, list[Taken]]:
    """Measure every case in turn, round after round, so that a busy minute slows all alike."""
    asks = {case.name: case.asks(pads) for case in cases}
    taken: dict[str, list[Taken]] = {case.name: [] for case in cases}
    for number in range(rounds + 1):
        for case in cases:
            before = server.cpu()
            run = load(server.port, asks[case.name], clients=clients, good=case.good,
                       seconds=seconds if number else 0.3)  # fmt: skip
            run.cpu = server.cpu() - before
            if number:  # the first only warms up
                taken[case.name].append(run)
    return taken


@dataclass(frozen=True)
class Figures:
    """What the rounds of one case come to."""

    rate: float
    cpu: float
    times: tuple[float, ...]
    size: int
    wrong: list[bytes]

    @classmethod
    def of(cls, runs: list[Taken]) -> Figures:
        whole = Taken(took=[took for run in runs for took in run.took])
        answers = max(1, len(whole.took))
        return cls(
            # The best round: others only slow it down, and now and then all kept-alive connections
            # fall to one of the two processes, which halves it.
            rate=max(run.rate for run in runs),
            cpu=1000 * sum(run.cpu for run in runs) / answers,
            times=tuple(whole.percentile(share) for share in (0.5, 0.95, 0.99)),
            size=sum(run.bytes for run in runs) // answers,
            wrong=[answer for run in runs for answer in run.wrong],
        )


def report(cases: list[Case], taken: dict[str, list[Taken]], clients: int) -> list[str]:
    """The table, as Markdown, and every budget that is not met.

    `of bare` is the share of the bare view's rate; `CPU ms` what an answer cost the server, which
    says more than the rate where other programs keep the machine busy.
    """
    figures = {name: Figures.of(runs) for name, runs in taken.items()}
    print(
        f"\n| {clients} clients | a second | of bare | CPU ms | p50 ms | p95 ms | p99 ms | bytes |"
    )
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    missed = []
    for case in cases:
        own = figures[case.name]
        ratio = own.rate / figures[case.against].rate if case.against else None
        print(_line(case.name, own, ratio))
        if case.budget and ratio is not None and ratio < case.budget:
            missed.append(f"{case.name}, {clients} clients: {ratio:.3f}, not {case.budget:.3f}")
    return missed + _growth(figures, clients)


def _line(name: str, own: Figures, ratio: float | None) -> str:
    wrong = f" ({len(own.wrong)} wrong: {own.wrong[0][9:12]!r})" if own.wrong else ""
    share = "" if ratio is None else f"{ratio:.2f}"
    times = [f"{time:.1f}" for time in own.times]
    cells = [name + wrong, f"{own.rate:.0f}", share, f"{own.cpu:.2f}", *times, own.size]
    return f"| {' | '.join(map(str, cells))} |"


def _growth(figures: dict[str, Figures], clients: int) -> list[str]:
    if not {"pad of 6 hands", "pad of 60 hands"} <= figures.keys():
        return []
    growth = figures["pad of 6 hands"].rate / figures["pad of 60 hands"].rate
    print(f"\nA pad of 60 hands costs {growth:.2f} times a pad of 6.")
    return [f"60 hands cost {growth:.2f} times 6, {clients} clients"] if growth > 2 else []


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/run", description=__doc__)
    parser.add_argument("--database", choices=["sqlite", "postgresql", "both"], default="sqlite")
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 8, 32])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.7, help="for a case in a round")
    parser.add_argument("--million", action="store_true", help="a million hands of other people")
    parser.add_argument("--cache", type=Path, help="a folder to keep the filled database in")
    parser.add_argument("--only", default="", help="cases whose name holds this; and bare views")
    options = parser.parse_args()
    cases = [case for case in CASES if options.only in case.name or not case.against]
    missed = []
    for kind in ["sqlite", "postgresql"] if options.database == "both" else [options.database]:
        crowd = CROWD if options.million else 0
        print(f"\n## {kind}, {'a million hands in 100,000 pads' if crowd else 'few pads'}")
        with served(kind, crowd=crowd, cache=options.cache) as (server, pads, _):
            for clients in options.clients:
                taken = measure(server, pads, cases, clients, options.rounds, options.seconds)
                missed += [f"{kind}: {told}" for told in report(cases, taken, clients)]
    print("\nBudgets missed:\n- " + "\n- ".join(missed) if missed else "\nAll budgets are met.")


if __name__ == "__main__":
    main()
