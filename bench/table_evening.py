"""What one table's evening costs the server, as `bench/evening` measures it, in fast motion.

Two hours: fourteen hands and a correction on the phone that keeps score, four phones and a board
that follow as `static/entry/live.js` does. Each holds a stream, hears of every change by it,
fetches what has changed, and must then show the new totals, which are those that the rules give by
hand. A server that answers wrongly fails the run. The streams also get the keep-alives of two
hours, which in fast motion come every tenth of a second.

With `--asks` the screens ask every 2.5 seconds instead, as they do where no stream comes through.

In real time each of these costs more, since the processor's caches have gone cold when the next one
comes; compare figures of fast motion with one another only.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bench.browsing import FETCHING, Phone, Stream
from bench.client import Client
from bench.fill import facts, start_of
from bench.measure import CASES, Case, Figures, hand_request, measure, served, showing
from bench.servers import ROOT, Postgres, Server, manage
from keeper.settings import STREAM_BEAT

EVENING_SECONDS = 2 * 60 * 60
PHONES = 4
FAST_BEAT = 0.1
"""Seconds between two signs of life in fast motion."""
MAX_SEEDED_HANDS = 480
"""A pad takes 500 hands, and the evening has fourteen."""
EARLY, LATE = 6, 300
"""After so many hands saves are held against each other."""
TURNS, SAVES_EACH = 2, 3
"""So often in turn, and so many on each pad of that length: sixty of each."""
AIM_EVENING, AIM_LATE, AIM_SAVE, AIM_PAGE = 1.5, 1.3, 5, 6
"""CPU seconds of an evening; a late save in early ones, a save in bare inserts, a page in bare
views."""
POINTS = ("high", "low", "jack", "game")


@dataclass(frozen=True)
class Dealt:
    """A hand as it is tapped, and by how much it has changed both totals since the evening began.

    `points` are the owners of High, Low, Jack and Game in this order: 0, 1, or - for nobody.
    """

    who: int
    bid: int
    points: str
    totals: tuple[int, int]

    @property
    def taps(self) -> dict[str, str]:
        owners = ["none" if owner == "-" else owner for owner in self.points]
        points = dict(zip(POINTS, owners, strict=True))
        return {"who": str(self.who), "bid": str(self.bid), **points}


# Worked by hand: a pitcher that makes the bid scores its points, else loses the bid; the others
# score theirs.
HANDS = [
    Dealt(0, 2, "01-0", (2, 1)),
    Dealt(1, 3, "1110", (3, 4)),
    Dealt(0, 3, "00-1", (0, 5)),  # took 2 of 3: set back
    Dealt(1, 2, "10-1", (1, 7)),
    Dealt(0, 2, "0000", (5, 7)),
    Dealt(1, 4, "1101", (6, 3)),  # took 3 of 4: set back
    Dealt(0, 2, "01--", (4, 4)),  # took 1 of 2: set back
    Dealt(1, 2, "01-1", (5, 6)),
    Dealt(0, 3, "00-0", (8, 6)),
    Dealt(1, 2, "101-", (9, 8)),
    Dealt(0, 1, "10-1", (9, 18)),
    Dealt(1, 3, "1100", (11, 15)),  # took 2 of 3: set back
    Dealt(0, 2, "00-1", (13, 16)),
    Dealt(1, 2, "11-0", (14, 18)),
]
CORRECTED, CORRECTED_AFTER = 6, 10
"""After the tenth hand somebody remembers that the jack of the sixth was theirs: the bid of four
was made. That is 4 for side 1 instead of 4 off, and 1 less for side 0."""
CORRECTION, CORRECTION_TOTALS = {"jack": "1"}, (8, 16)
CHANGES = len(HANDS) + 1


def asks_every() -> float:
    """Seconds between two asks of a page that follows, as its script says."""
    script = next((ROOT / "static").rglob("live.js")).read_text()
    found = re.search(r"const EVERY = (\d+);", script)
    assert found, "live.js no longer says how often it asks; this bench has to follow it"
    return int(found[1]) / 1000


@dataclass
class Spent:
    """What an evening came to: seconds of processor by what they went into, and requests."""

    cpu: dict[str, float] = field(
        default_factory=lambda: dict.fromkeys(("saving", "following", "holding"), 0)
    )
    database: float = 0.0
    seconds: float = 0.0
    requests: Counter[str] = field(default_factory=Counter)

    @property
    def total(self) -> float:
        return sum(self.cpu.values()) + self.database


class Table:
    """One phone that keeps score on a pad, and five screens that follow it."""

    def __init__(
        self, server: Server, pad: dict[str, Any], *, keeps: bool, asks: bool = False
    ) -> None:
        self.server, self.keeps, self.asks = server, keeps, asks
        self.streams: list[Stream] = []
        self.address = f"/games/{pad['id']}/"
        self.before = pad["seen"]
        self.scorer = Phone(server.port, keeps=keeps, phone=pad["phone"])
        self.screens: list[Phone] = []
        self.spent = Spent()

    @property
    def phones(self) -> list[Phone]:
        return [self.scorer, *self.screens]

    def sit_down(self) -> None:
        """Give the others a link to follow by, and let all of them open their page."""
        link = watch_link(self.scorer, self.address)
        for _ in range(PHONES + 1):
            screen = Phone(self.server.port, keeps=self.keeps)
            screen.visit(link)
            screen.submit(screen.page.forms[""], {})
            self.screens.append(screen)
        self.screens[-1].visit(self.address + "board/")
        self.scorer.visit(self.address)
        if not self.asks and self.screens[0].page.events:
            self.streams = [screen.follow() for screen in self.screens]

    def leave(self) -> None:
        for line in (*self.streams, *self.phones):
            line.close()

    def play(self, rounds: int) -> Spent:
        """The evening, in which every screen hears of each change, or asks so often."""
        start = _totals(self.scorer)
        assert start == _seeded(self.before), f"the pad begins with {start}"
        for change, (act, totals) in enumerate(self._changes()):
            self._spend("saving", act)
            wanted = (start[0] + totals[0], start[1] + totals[1])
            self._check(self.scorer, wanted)
            share = rounds * (change + 1) // CHANGES - rounds * change // CHANGES
            self._spend("following", partial(self._follow, wanted, share))
        return self.spent

    def hold(self, seconds: float) -> None:
        """Hold the streams, which hear signs of life."""
        self._spend("holding", partial(time.sleep, seconds))

    def _changes(self) -> Iterator[tuple[Callable[[], None], tuple[int, int]]]:
        for number, hand in enumerate(HANDS, 1):
            yield partial(self._save, hand), hand.totals
            if number == CORRECTED_AFTER:
                yield self._correct, CORRECTION_TOTALS

    def _spend(self, what: str, act: Callable[[], None]) -> None:
        before = self.server.cpu()
        act()
        self.spent.cpu[what] += self.server.cpu() - before

    def _save(self, hand: Dealt) -> None:
        form = self.scorer.page.forms["hand-form"]
        self.scorer.submit_by_htmx(
            form, {**hand.taps, "do": "hand"}, HX_Trigger="hand-form", HX_Target="entry"
        )
        self.spent.requests["hand saved"] += 1

    def _correct(self) -> None:
        """Open the hand, tap once, which asks what that would change, and save it."""
        asked = self.scorer.asked
        self.scorer.visit(f"{self.address}hands/{self.before + CORRECTED}/correct/")
        form = self.scorer.page.forms["hand-form"]
        self.scorer.submit_by_htmx(form, CORRECTION, HX_Target="effects")
        self.scorer.submit(form, {**CORRECTION, "do": "save"})
        assert self.scorer.address == self.address, f"corrected, and at {self.scorer.address}"
        self.spent.requests["for the correction"] += self.scorer.asked - asked

    def _follow(self, wanted: tuple[int, int], rounds: int) -> None:
        """All screens ask in turn, as `live.js` does; the first answers show the new totals.

        Those that hold a stream ask once, when it tells of the change.
        """
        for stream in self.streams:
            stream.wait_for(self.scorer.page.seen)
        for turn in range(1 if self.streams else rounds):
            for screen in self.screens:
                page = screen.page
                screen.send("GET", f"{page.live}?seen={page.seen}", FETCHING)
            for screen in self.screens:
                answer = screen.receive()
                assert answer.status in (200, 204), f"{screen.page.live} answered {answer.status}"
                if answer.status == 200:
                    screen.put(answer)
                self.spent.requests["asked, news" if answer.text else "asked, no news"] += 1
            if turn == 0:
                self._check_screens(wanted)
        self._check_screens(wanted)

    def _check_screens(self, wanted: tuple[int, int]) -> None:
        for screen in self.screens:
            self._check(screen, wanted)

    def _check(self, phone: Phone, wanted: tuple[int, int]) -> None:
        assert _totals(phone) == wanted, f"{phone.address} shows {_totals(phone)}, not {wanted}"
        assert phone.page.seen == self.scorer.page.seen, f"{phone.address} is behind"


def watch_link(phone: Phone, address: str) -> str:
    """A link to look at the game at this address, given out by a phone with its pencil."""
    phone.visit(address + "link/")
    phone.submit(phone.page.forms[address + "link/"], {"access": "watch"})
    link = re.search(r"/join/[\w-]+/?", phone.page.html)
    assert link, "the page of links shows no new link"
    return link[0]


def _totals(phone: Phone) -> tuple[int, ...]:
    return tuple(int(text.replace("\N{MINUS SIGN}", "-")) for text in phone.page.totals)


def _seeded(hands: int) -> tuple[int, int]:
    """The totals of a pad that `bench.fill` made, by the same rules."""
    totals = [start_of(hands)] * 2
    for hand in map(facts, range(1, hands + 1)):
        for owner in hand["points"].values():
            if owner is not None:
                totals[owner] += 1
    return totals[0], totals[1]


def spend_evening(
    server: Server,
    cluster: Postgres | None,
    pad: dict[str, Any],
    rounds: int,
    *,
    keeps: bool,
    asks: bool = False,
) -> Spent:
    """One evening on this pad, over connections that are kept or over fresh ones."""
    table = Table(server, pad, keeps=keeps, asks=asks)
    table.sit_down()
    before, begun = cluster.cpu() if cluster else 0.0, time.monotonic()
    try:
        spent = table.play(rounds)
    finally:
        table.leave()
    spent.seconds = time.monotonic() - begun
    spent.database = cluster.cpu() - before if cluster else 0.0
    return spent


def hold_evening(server: Server, pad: dict[str, Any]) -> float:
    """CPU seconds for the signs of life that the streams of one table hear in an evening."""
    hurried = Server({**server.env, "BENCH_BEAT": str(FAST_BEAT)}, server.log)
    hurried.start()
    table = Table(hurried, pad, keeps=True)
    try:
        table.sit_down()
        table.hold(EVENING_SECONDS / STREAM_BEAT * FAST_BEAT)
    finally:
        table.leave()
        hurried.stop()
    return table.spent.cpu["holding"]


# ---- Saves early and late, and what is held against bare views

ANEW = [Case(f"pad of {hands} hands, made anew", showing(hands, "/anew/{id}/"))
        for hands in (6, 60, 500)]  # fmt: skip
QUERY, INSERT = "bare view, one query", "the same under our middleware "
BARE = [case for case in CASES if case.name in (QUERY, INSERT)]
BY_HTMX = {"HX_Request": "true", "HX_Target": "entry", "Accept_Encoding": "gzip, deflate"}


def save_some(server: Server, pads: list[dict[str, Any]], each: int) -> float:
    """So many saves by htmx on each of these pads; the CPU seconds that they took."""
    requests: list[bytes] = []
    client = Client(server.port, 0, lambda number: requests[-1])
    before = server.cpu()
    for pad in pads:
        for _ in range(each):
            requests.append(hand_request(pad, **BY_HTMX))
            client.send()
            while not client.receive():
                pass
            assert client.got[9:12] == b"200", client.got[:300]
            pad["seen"] += 1
    spent = server.cpu() - before
    client.socket.close()
    return spent


def saves_by_length(server: Server, pads: dict[str, Any]) -> dict[int, float]:
    """CPU milliseconds of a save early and late in a pad's life, in turn, so that a busy minute
    hits both; each pad has been written on by its server before, as in real life."""
    spent = dict.fromkeys((EARLY, LATE), 0.0)
    kinds = {EARLY: pads["short"], LATE: pads["long"]}
    for chosen in kinds.values():
        save_some(server, chosen, 1)
    for _ in range(TURNS):
        for hands, chosen in kinds.items():
            spent[hands] += save_some(server, chosen, SAVES_EACH)
    return {
        hands: 1000 * spent[hands] / (TURNS * SAVES_EACH * len(chosen))
        for hands, chosen in kinds.items()
    }


@contextmanager
def as_started(server: Server) -> Iterator[Server]:
    """The same database served under the product's own settings, as `script/run` does."""
    env = {**server.env, "DJANGO_SETTINGS_MODULE": "keeper.settings"}
    manage(env, "collectstatic", "--no-input", "--verbosity", "0")
    product = Server(env, server.log)
    product.start()
    try:
        yield product
    finally:
        product.stop()


# ---- What is told


def tell_evening(kind: str, spent: Spent, over: str, bare: float) -> None:
    """`bare` are the milliseconds of a bare view in the same run; 0 where none was asked."""
    asks = sum(many for what, many in spent.requests.items() if what.startswith("asked"))
    each = spent.cpu["following"] / asks
    others = {name: spent.cpu[name] for name in ("saving", "holding")}
    told = ", ".join(f"{name} {seconds:.2f}" for name, seconds in others.items())
    beside = f", PostgreSQL beside it {spent.database:.2f}" if kind == "postgresql" else ""
    requests = ", ".join(f"{many} {what}" for what, many in spent.requests.items())
    views = f", {1000 * each / bare:.2f} bare views" if bare else ""
    print(f"\n{kind}, {over} connections: {spent.total:.2f} CPU seconds of server for one evening "
          f"(aim: {AIM_EVENING})")  # fmt: skip
    print(f"- following {spent.cpu['following']:.2f} ({1000 * each:.2f} ms an ask{views}), "
          f"{told}{beside}; took {spent.seconds:.0f} s")  # fmt: skip
    print(f"- {sum(spent.requests.values())} requests: {requests}")


def tell_ratios(saves: dict[int, float], figures: dict[str, Figures]) -> None:
    early, late = saves[EARLY], saves[LATE]
    print(f"\nA save by htmx: {early:.1f} CPU ms at hand {EARLY}, {late:.1f} at hand {LATE}: "
          f"{late / early:.2f} times (aim: {AIM_LATE})")  # fmt: skip
    insert = figures[INSERT].cpu
    print(f"A save by htmx at hand {EARLY}: {early / insert:.1f} times a bare insert under the "
          f"same middleware, of {insert:.2f} ms (aim: {AIM_SAVE})")  # fmt: skip
    query = figures[QUERY].cpu
    told = [f"{case.name} {figures[case.name].cpu / query:.1f}" for case in ANEW]
    print(f"In bare views of {query:.2f} ms: {', '.join(told)} (aim: {AIM_PAGE})")


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/evening", description=__doc__)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--hands", type=int, default=0, help="that the pad has already")
    parser.add_argument("--connections", choices=["kept", "fresh", "both"], default="both")
    parser.add_argument("--no-ratios", action="store_true", help="the evening alone")
    parser.add_argument("--asks", action="store_true", help="no stream comes through")
    options = parser.parse_args()
    if not 0 <= options.hands <= MAX_SEEDED_HANDS:
        parser.error(f"--hands is 0 to {MAX_SEEDED_HANDS}: a pad takes 500, and fourteen are added")
    rounds = round(EVENING_SECONDS / asks_every())
    bare = 0.0
    with served(options.database, tables=options.hands) as (server, pads, cluster):
        if not options.no_ratios:
            saves = saves_by_length(server, pads)
            taken = measure(server, pads, [*BARE, *ANEW], clients=1, rounds=2, seconds=0.7)
            figures = {name: Figures.of(runs) for name, runs in taken.items()}
            tell_ratios(saves, figures)
            bare = figures[QUERY].cpu
        server.stop()
        held = 0.0 if options.asks else hold_evening(server, pads["table"][2])
        with as_started(server) as product:
            for pad, over in zip(pads["table"], ("kept", "fresh"), strict=False):
                if options.connections in (over, "both"):
                    spent = spend_evening(
                        product, cluster, pad, rounds, keeps=over == "kept", asks=options.asks
                    )
                    spent.cpu["holding"] = held
                    tell_evening(options.database, spent, over, bare)


if __name__ == "__main__":
    main()
