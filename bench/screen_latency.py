"""How long a saved hand needs to another phone's screen, as `bench/latency` measures it.

The page notes when it shows a new revision, by the same clock as the phone that saved it. Beside
it other
tables play: so many saves a second, followed by five streams each. On a busy machine the browser
takes most of the time, so the time until the stream tells of a hand is measured as well.
"""

from __future__ import annotations

import argparse
import os
import random
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from bench.browsing import Phone, Stream
from bench.client import Client
from bench.measure import get, hand_request, served
from bench.proxies import COMMANDS, proxied
from bench.servers import Server
from bench.table_evening import watch_link
from tests.browser.engines import ENGINES, Screen, screen_in
from tests.chromium import find_chromium

OTHERS = 20
"""Tables that play beside it, each followed by `SCREENS` streams."""
SCREENS = 5
SAVES_A_SECOND = 2
WATCH = """() => {
  const seen = () => document.querySelector("[data-seen]").dataset.seen;
  window.shownAt = {};
  new MutationObserver(() => { window.shownAt[seen()] ??= Date.now(); })
    .observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
SHOWN = "(revision) => window.shownAt[revision]"


class Table:
    """A pad on which hands are saved, each by a fresh connection."""

    def __init__(self, server: Server, pad: dict[str, Any]) -> None:
        self.server, self.pad = server, pad

    def save(self) -> float:
        """Save a hand; the moment when it was answered."""
        headers = {"HX_Request": "true", "HX_Target": "entry", "Accept_Encoding": "gzip"}
        request = hand_request(self.pad, **headers)
        client = Client(self.server.port, 0, lambda number: request)
        try:
            client.send()
            while not client.receive():
                pass
        finally:
            client.socket.close()
        answered = time.time()
        assert client.got[9:12] == b"200", client.got[:300]
        self.pad["seen"] += 1
        return answered


@contextmanager
def others_play(server: Server, pads: list[dict[str, Any]]) -> Iterator[list[float]]:
    """Other tables, whose hands are saved at random; how long each took to be saved, and whether
    all its streams told of it."""
    tables = [Table(server, pad) for pad in pads]
    streams = [follow(server.port, pad) for pad in pads for _ in range(SCREENS)]
    stop, took = threading.Event(), []

    def play() -> None:
        while not stop.wait(random.expovariate(SAVES_A_SECOND)):
            begun = time.time()
            with suppress(OSError):
                took.append(random.choice(tables).save() - begun)

    player = threading.Thread(target=play)
    player.start()
    try:
        yield took
    finally:
        stop.set()
        player.join()
        for stream in streams:
            stream.close()


def follow(port: int, pad: dict[str, Any]) -> Stream:
    return Stream(port, get(f"/games/{pad['id']}/events/", pad["phone"]))


def measure_screen(screen: Screen, table: Table, port: int, hands: int) -> list[float]:
    """Milliseconds from each hand's answer until the screen shows it."""
    scorer = Phone(table.server.port, keeps=False, phone=table.pad["phone"])
    link = watch_link(scorer, f"/games/{table.pad['id']}/")
    screen.open(f"http://127.0.0.1:{port}{link}")
    screen.tap("main form .do")
    screen.expect_text("[data-reach]", "Live")
    screen.run(WATCH)
    took = []
    for _ in range(hands):
        time.sleep(random.uniform(0.1, 0.3))  # else the page would still be at the last one
        answered = table.save()
        shown = screen.until(SHOWN, str(table.pad["seen"]))
        took.append(shown - 1000 * answered)
    return took


def measure_kills(screen: Screen, table: Table, kills: int) -> list[float]:
    """Seconds after a start, with a hand saved at once, until the screen shows it."""
    took = []
    for _ in range(kills):
        table.server.kill()
        time.sleep(2)  # as systemd waits
        table.server.start()
        begun = time.time()
        table.save()
        shown = screen.until(SHOWN, str(table.pad["seen"]))
        took.append(shown / 1000 - begun)
    return took


def hold_tables(server: Server, pads: list[dict[str, Any]], tables: int, minutes: float) -> None:
    """So many tables with five streams each, and saves beside none and beside all of them."""
    chosen = pads[:tables]
    crowd = [Table(server, pad) for pad in chosen[:50]]
    alone = [timed(table) for table in crowd * 2]
    before, memory = server.cpu(), server.memory()
    streams = [follow(server.port, pad) for pad in chosen for _ in range(SCREENS)]
    for stream in streams:
        stream.wait_for_text(b"data: ")
    opened = (server.cpu() - before) / len(streams)
    print(f"{len(streams)} streams: {1000 * opened:.2f} CPU ms to open each, "
          f"{(server.memory() - memory) / len(streams):.1f} KB each, {server.memory() >> 10} MB "
          "in all", flush=True)  # fmt: skip
    before, end, beside, late = server.cpu(), time.time() + 60 * minutes, [], []
    every = 8 * 60 / tables  # a hand at each table every eight minutes
    while time.time() < end:
        number = random.randrange(len(crowd))
        begun = time.time()
        beside.append(timed(crowd[number]))
        for stream in streams[SCREENS * number : SCREENS * (number + 1)]:
            stream.wait_for(str(chosen[number]["seen"]))
        late.append(1000 * (time.time() - begun) - beside[-1])
        time.sleep(max(0, every - (time.time() - begun)))
    spent = server.cpu() - before
    lost = sum(is_over(stream.socket) for stream in streams)
    print(f"held for {minutes:.0f} minutes: {spent:.1f} CPU seconds of server, "
          f"{server.memory() >> 10} MB, {lost} streams lost")  # fmt: skip
    print(f"- {len(beside)} hands saved: {tell(beside)}; beside none following: {tell(alone)}")
    print(f"- from the answer until all five streams of the table had told of it: {tell(late)}")


def timed(table: Table) -> float:
    begun = time.time()
    return 1000 * (table.save() - begun)


def is_over(line: socket.socket) -> bool:
    line.setblocking(False)
    try:
        while part := line.recv(65536):
            pass
        return not part
    except BlockingIOError:
        return False


def tell(milliseconds: list[float]) -> str:
    ordered = sorted(milliseconds)
    middle, late = ordered[len(ordered) // 2], ordered[int(0.99 * (len(ordered) - 1))]
    return f"median {middle:.0f} ms, 99 of 100 within {late:.0f}, worst {ordered[-1]:.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/latency", description=__doc__)
    parser.add_argument("--engine", choices=ENGINES, default="chromium")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--proxy", choices=["none", *COMMANDS], default="none")
    parser.add_argument("--servers", type=int, choices=[1, 2], default=1)
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--tables", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=10)
    options = parser.parse_args()
    if options.servers == 2 and options.database == "sqlite":
        parser.error("two servers need one PostgreSQL")
    with served(options.database, savers=max(64, options.tables)) as (server, pads, _):
        if options.tables:
            return hold_tables(server, pads["save"], options.tables, options.minutes)
        with ExitStack() as stack:
            follows = server
            if options.servers == 2:
                follows = Server(server.env, server.log)
                follows.start()
                stack.callback(follows.stop)
            port = follows.port
            if options.proxy != "none":
                port = stack.enter_context(proxied(options.proxy, port))
            screen = stack.enter_context(screen_in(options.engine, find_chromium()))
            own, *others = pads["save"][: OTHERS + 1]
            table = Table(server, own)
            print(f"{options.engine}, {options.database}, proxy {options.proxy}, "
                  f"{options.servers} servers, load {os.getloadavg()[0]:.1f}")  # fmt: skip
            with others_play(server, others) as saved:
                took = measure_screen(screen, table, port, options.hands)
                print(f"- {len(took)} hands, from the answer to the screen: {tell(took)}")
                print(f"- {len(saved)} hands saved at other tables: "
                      f"{tell([1000 * each for each in saved])}")  # fmt: skip
            if options.kills:
                again = measure_kills(screen, table, options.kills)
                print(f"- killed {options.kills} times, from the start until it shows the next "
                      f"hand: {', '.join(f'{each:.1f} s' for each in again)}")  # fmt: skip


if __name__ == "__main__":
    main()
