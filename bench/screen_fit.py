"""The table of `bench/screen`: how much of the hand form is in view, in each engine."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import django

from bench.servers import Server
from tests.browser.engines import ENGINES, Screen, screen_in
from tests.browser.fit import FIT, SEATS, SIZES, STATES, Fit, fit_of
from tests.chromium import find_chromium

MAX_SIDES_SHOWN = 9
HEAD = (
    f"{'preset':18} {'sides':5} {'seats':6} {'chosen':6} {'size':9} {'engine':9}"
    f"{'form':>5} {'save at':>8} {'whole':>6} {'swipes':>7} {'taps':>5}"
)


@dataclass(frozen=True)
class Game:
    preset: str
    sides: int
    named: bool
    link: str
    taps: dict[str, tuple[tuple[str, str], ...]]
    """What is tapped to come from one of the `STATES` to the next: fields and their values."""


def make_games(only: str) -> Iterator[Game]:
    """A pad of every preset, number of sides and way to name them, with a link to it."""
    from scorepads.core.access import make_link
    from scorepads.rules import catalog
    from scorepads.rules.terms import Refused
    from tests.factories import PENCIL, PRESETS, make_pad

    for preset in (preset for preset in PRESETS if only in preset):
        for sides in range(2, MAX_SIDES_SHOWN + 1):
            for named in (False, True):
                try:
                    pad = make_pad(preset, **_people(sides, named))
                except Refused:  # not for so many
                    continue
                _, secret = make_link(pad, PENCIL)
                lowest = catalog.current.newest(preset).lowest_bid
                who = "0.0" if named and sides == 2 else "0"
                bid = (("who", who), ("bid", str(lowest)))
                taps = {"": (), "bid": bid, "trump": (("trump", "hearts"),)}
                yield Game(preset, sides, named, f"/join/{secret}", taps)


def _people(sides: int, named: bool) -> dict[str, Any]:
    if sides == 2:
        return {"players": (("Ann", "Bo"), ("Cy", "Di"))} if named else {}
    return {"names": SEATS[:sides] if named else [f"Side {one + 1}" for one in range(sides)]}


def measure(screen: Screen, address: str, game: Game) -> Iterator[tuple[str, str, Fit]]:
    """Measure how much of the form is in view in each state, at every size."""
    screen.resize(*SIZES[0])
    screen.open(address + game.link)
    screen.tap("main form .do")
    screen.expect("#hand-form")
    for state in STATES:
        screen.resize(*SIZES[1])
        for name, value in game.taps[state]:  # by taps, since only a tap folds the bid
            screen.tap(f'#hand-form label:has(input[name="{name}"][value="{value}"])')
        for size in SIZES:
            screen.resize(*size)
            yield state, "x".join(map(str, size)), fit_of(screen.run(FIT))


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/screen", description=__doc__)
    parser.add_argument("--only", default="", help="presets whose key holds this")
    parser.add_argument("--in", dest="engine", choices=ENGINES, help="in this engine only")
    options = parser.parse_args()
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright leaves a loop in this thread
    django.setup()
    games = list(make_games(options.only))
    server = Server({}, Path(os.environ["DATA_DIR"]) / "log")
    server.start()
    address = f"http://127.0.0.1:{server.port}"
    print(HEAD)
    try:
        for engine in [options.engine] if options.engine else ENGINES:
            with screen_in(engine, find_chromium()) as screen:
                for game in games:
                    for state, size, fit in measure(screen, address, game):
                        print(
                            f"{game.preset:18} {game.sides:5} {'named' if game.named else '':6} "
                            f"{state:6} {size:9} {engine:9}{fit.height:5.0f} {fit.save:8.0f} "
                            f"{'yes' if fit.is_whole else 'no':>6} {fit.swipes:7} {fit.taps:5}"
                        )
    finally:
        server.stop()


if __name__ == "__main__":
    main()
