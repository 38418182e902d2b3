"""Taps at random, as `bench/taps` makes them: what no test thought of.

A phone has one pad open in two tabs. What it taps, types and turns back to is drawn by a seed,
weighted towards entering hands. Whatever it does, no script fails, nothing breaks the policy, the
keeper answers no 500, and at the end both tabs show what the keeper holds.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Response,
    sync_playwright,
)

from bench.servers import Keeper, database, manage
from scorepads.rules.catalog import ORDER
from tests.conftest import find_chromium

REMEMBERED = 12
"""So many of the last steps are told with a complaint."""
MOST_CHOICES = 20
"""So often what the banner offers is taken before somebody is told that it stays."""
BANNER = "() => document.querySelector('#kept')?.textContent"
SETTLES = 8_000
"""Milliseconds in which a tab that is left alone looks twice, and sends and loads what it has."""
TEXTS = ("", "7", "-3", "Zoë 👩‍👩‍👧", "O'Brien & <b>Al</b>", "أمينة", "x" * 60)
NUMBERS = ("", "0", "1", "7", "-3", "500", "99999")
NO_LIMITS = {
    f"LIMIT_{name}": "0" for name in ("LINKS", "OPENINGS", "WRITES", "PAD", "PDFS", "LOGINS")
}
NO_NETWORK = re.compile("Failed to load resource|htmx:(afterRequest|sendError)")
"""What a console says where there is no network, and rightly."""

# Everything that can be tapped or typed in now: its number, its tag, what it says, its type.
CONTROLS = """() => [...document.querySelectorAll(
    "a[href], button, summary, label:has(input), select, textarea, input:not([type=hidden])")]
  .filter((one) => !one.matches("[type=radio], [type=checkbox], [type=file], :disabled"))
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 4)
  .filter((one) => one.tagName !== "A" || (one.origin === location.origin
    && !/pdf|csv|json|text|export/.test(one.pathname)))
  .map((one, number) => {
    one.dataset.random = number;
    return [one.tagName, one.textContent.trim().replace(/\\s+/g, " ").slice(0, 40), one.type ?? ""];
  })"""
SHOWN = """() => [...document.querySelectorAll("#score .fig, #score .needs")]
  .map((one) => one.textContent).join(" ")
  + `, ${document.querySelectorAll(".line").length} lines`"""


@dataclass
class Phone:
    """One phone, what it did last, and what went wrong meanwhile."""

    context: BrowserContext
    random: Random
    tabs: list[Page] = field(default_factory=list)
    steps: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    complaints: list[str] = field(default_factory=list)
    places: set[str] = field(default_factory=set)
    pad: str = ""
    offline: bool = False
    done: int = 0

    def __post_init__(self) -> None:
        self.context.set_default_timeout(5_000)
        self.context.on("weberror", lambda error: self.complain(f"script: {error.error}"))
        self.context.on("console", self._hear)
        self.context.on("response", self._look_at)
        self.tabs = [self.context.new_page(), self.context.new_page()]

    def _hear(self, told: ConsoleMessage) -> None:
        if told.type == "error" and not NO_NETWORK.search(told.text):
            self.complain(f"console: {told.text}")

    def _look_at(self, answer: Response) -> None:
        if answer.status >= 500:
            self.complain(f"{answer.status}: {answer.url}")

    def complain(self, what: str) -> None:
        self.complaints.append(f"{what}\n    after {' | '.join(self.steps)}")

    def open_pad(self) -> None:
        first, second = self.tabs
        self.go_online()
        first.goto(f"/open/{self.random.choice(ORDER)}/")
        first.locator(".save .do").tap()
        first.wait_for_url("**/pads/*/")
        self.pad = first.url
        second.goto(self.pad)

    def go_online(self) -> None:
        self.offline = False
        self.context.set_offline(False)

    def step(self) -> None:
        tab = self.random.choice(self.tabs)
        self.done += 1
        self.places.add(re.sub(r"[0-9a-f-]{36}|\d+", "N", tab.url.partition("?")[0]))
        try:
            if not tab.url.startswith(self.pad) and self.random.random() < 0.35:
                self.steps.append("to the pad")
                tab.goto(self.pad)
            elif self.random.random() < 0.1:
                self._go(tab)
            else:
                self._touch(tab)
        except Error as error:  # covered, gone or away: as for a thumb, nothing happens
            self.steps.append(f"({error.message.splitlines()[0][:60]})")

    def _go(self, tab: Page) -> None:
        way = self.random.choice(("back", "forward", "reload", "pad", "network", "network"))
        self.steps.append(way)
        if way == "back":
            tab.go_back()
        elif way == "forward":
            tab.go_forward()
        elif way == "reload":
            tab.reload()
        elif way == "pad":
            tab.goto(self.pad)
        else:
            self.offline = not self.offline
            self.context.set_offline(self.offline)

    def _touch(self, tab: Page) -> None:
        controls = tab.evaluate(CONTROLS)
        if not controls:  # the browser's own page, where there is no network and no worker yet
            self.go_online()
            self._visit(tab)
            return
        weights = [_weight(tag, says) for tag, says, _ in controls]
        (number,) = self.random.choices(range(len(controls)), weights)
        tag, says, kind = controls[number]
        self.steps.append(f"{tag} {says}")
        target = tab.locator(f'[data-random="{number}"]').first
        if tag == "SELECT":
            many = target.locator("option").count()
            target.select_option(index=self.random.randrange(max(1, many)))  # it may be gone
        elif tag in ("INPUT", "TEXTAREA"):
            target.fill(self.random.choice(NUMBERS if kind == "number" else TEXTS))
        elif self.random.random() < 0.1:
            target.dblclick(timeout=600)
        else:
            target.tap(timeout=600)

    def settle(self) -> None:
        """Send what waits; then both tabs, left alone, come to show what the keeper holds."""
        self.go_online()
        for tab in self.tabs:
            if tab.url != self.pad:
                self._visit(tab)
        self._send_all(self.tabs[0])
        fresh = self.context.new_page()
        fresh.goto(self.pad)
        held = fresh.evaluate(SHOWN)
        fresh.close()
        for tab in self.tabs:
            try:
                tab.wait_for_function(f"(held) => ({SHOWN})() === held", arg=held, timeout=SETTLES)
            except Error:
                self.complain(f"a tab shows {tab.evaluate(SHOWN)}; the keeper holds {held}")

    def _visit(self, tab: Page) -> None:
        """The pad, also where the page is about to load itself again, which takes precedence."""
        try:
            tab.goto(self.pad)
        except Error:
            tab.wait_for_load_state()
            tab.goto(self.pad)

    def _send_all(self, tab: Page) -> None:
        """Tap what the banner offers until it is gone: send after that, else drop."""
        banner = tab.locator("#kept")
        for _ in range(MOST_CHOICES):
            with suppress(Error):  # it went meanwhile, or the page loads itself again
                said = tab.evaluate(BANNER)
                if not said:
                    return
                after = banner.get_by_role("button", name="after")
                (after.first if after.count() else banner.get_by_role("button").last).press("Enter")
                tab.wait_for_function(f"(said) => ({BANNER})() !== said", arg=said)
        self.complain("hands are still waiting")


def _weight(tag: str, says: str) -> float:
    if tag == "LABEL":
        return 5
    if tag == "BUTTON":
        return 12 if says.startswith("Save") else 4
    return 0.15 if tag == "A" else 1


@contextmanager
def phone(address: str, random: Random) -> Iterator[Phone]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        context = browser.new_context(
            base_url=address,
            viewport={"width": 360, "height": 640},
            has_touch=True,
            is_mobile=True,
        )
        yield Phone(context, random)
        browser.close()


def tap_at_random(address: str, seed: int, seconds: float) -> list[str]:
    """Until the time is over, a new pad now and then; what went wrong."""
    with phone(address, Random(seed)) as held:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            held.open_pad()
            until = min(end, time.monotonic() + 40)
            while time.monotonic() < until:
                held.step()
            held.settle()
        print(f"seed {seed}: {held.done} steps, {len(held.places)} kinds of places")
        return held.complaints


@contextmanager
def served() -> Iterator[str]:
    """A keeper of its own without limits; its address."""
    with database("sqlite") as (env, _):
        folder = Path(env["DATA_DIR"])
        settings = {
            "DJANGO_SETTINGS_MODULE": "bench.settings",
            "BENCH_STATIC": str(folder / "static"),
        }
        env |= NO_LIMITS | settings
        manage(env, "migrate", "--run-syncdb", "--verbosity", "0")
        manage(env, "collectstatic", "--no-input", "--verbosity", "0")
        keeper = Keeper(env, folder / "server.log")
        keeper.start()
        try:
            yield f"http://127.0.0.1:{keeper.port}"
        finally:
            keeper.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    with served() as address:
        complaints = tap_at_random(address, options.seed, options.seconds)
    for complaint in complaints:
        print(f"- {complaint}")
    raise SystemExit(1 if complaints else 0)


if __name__ == "__main__":
    main()
