"""Taps at random, as `bench/taps` makes them, to find faults that no test looks for.

Two phones hold the pencil of one pad; the first has it open in two tabs. Their taps, texts and
steps back are drawn by a seed, weighted toward entering hands. Whatever they do, no script fails,
nothing breaks the policy, the server answers no 500, and at the end every tab shows what the server
holds and, unless something is half entered there, asks for the next hand.
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
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Response,
    sync_playwright,
)

from bench.servers import Server, database, manage
from scorepads.rules import catalog
from tests.chromium import find_chromium

REMEMBERED = 12
"""So many of the last steps are told with a complaint."""
MAX_CHOICES = 20
"""So often what the banner offers is taken before somebody is told that it stays."""
BANNER = "() => document.querySelector('#kept')?.textContent"
SETTLES = 8_000
"""Milliseconds in which a tab that is left alone looks twice, and sends and loads what it has."""
RESTS, BETWEEN_RESTS = 4, 10
"""So often a pad comes to rest before the next is opened, and after how many seconds each."""
TEXTS = ("", "7", "-3", "Zoë 👩‍👩‍👧", "O'Brien & <b>Al</b>", "أمينة", "x" * 60)
NUMBERS = ("", "0", "1", "7", "-3", "500", "99999")
NO_LIMITS = {
    f"LIMIT_{name}": "0" for name in ("LINKS", "OPENINGS", "WRITES", "PAD", "PDFS", "LOGINS")
}
RIGHTLY = re.compile("Failed to load resource|htmx:(afterRequest|sendError)|Error Code 404")
"""What a console says where there is no network, or the pencil was taken back."""

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
# The hand that is asked for; empty where something is half entered, which nothing may replace.
ASKED = """() => {
  const isTouched = (one) => one.type === "radio" ? one.checked !== one.defaultChecked
    : one.type !== "hidden" && one.tagName !== "SELECT" && one.value !== one.defaultValue;
  const entry = document.querySelector("#entry");
  const isHalf = document.querySelector("#entry [role=alert]")
    || entry?.contains(document.activeElement) && document.activeElement.id !== "entry-head"
    || [...document.querySelectorAll("#entry :is(input, select)")].some(isTouched);
  return isHalf ? "" : document.querySelector("#entry-head")?.textContent ?? "";
}"""


class Phone:
    """A phone and its tabs."""

    def __init__(self, context: BrowserContext, tabs: int) -> None:
        context.set_default_timeout(5_000)
        self.context, self.offline = context, False
        self.tabs = [context.new_page() for _ in range(tabs)]

    def set_offline(self, offline: bool) -> None:
        self.offline = offline
        self.context.set_offline(offline)


@dataclass
class Table:
    """Two phones with the pencil, what was done last, and what went wrong meanwhile."""

    phones: tuple[Phone, Phone]
    random: Random
    steps: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    complaints: list[str] = field(default_factory=list)
    places: set[str] = field(default_factory=set)
    pad: str = ""
    done: int = 0

    def __post_init__(self) -> None:
        for phone in self.phones:
            phone.context.on("weberror", lambda error: self.complain(f"script: {error.error}"))
            phone.context.on("console", self._hear)
            phone.context.on("response", self._look_at)

    def _hear(self, told: ConsoleMessage) -> None:
        if told.type == "error" and not RIGHTLY.search(told.text):
            self.complain(f"console: {told.text}")

    def _look_at(self, answer: Response) -> None:
        if answer.status >= 500:
            self.complain(f"{answer.status}: {answer.url}")

    def complain(self, what: str) -> None:
        self.complaints.append(f"{what}\n    after {' | '.join(self.steps)}")

    def open_pad(self) -> None:
        """Open a new pad on the first phone's tabs, and by a pencil link on the other phone."""
        for phone in self.phones:
            phone.set_offline(False)
        (first, second), (other,) = (phone.tabs for phone in self.phones)
        first.goto(f"/open/{self.random.choice(catalog.current.latest()).key}/")
        first.locator(".save .do").tap()
        first.wait_for_url("**/games/*/")
        self.pad = first.url
        second.goto(f"{self.pad}link/")
        second.get_by_role("button", name="Make a pencil link").tap()
        other.goto(second.get_by_role("textbox", name="Pencil link").input_value())
        other.wait_for_url(self.pad)
        second.goto(self.pad)

    def step(self) -> None:
        phone = self.random.choice(self.phones)
        tab = self.random.choice(phone.tabs)
        self.done += 1
        self.places.add(re.sub(r"[0-9a-f-]{36}|\d+", "N", tab.url.partition("?")[0]))
        try:
            if not tab.url.startswith(self.pad) and self.random.random() < 0.35:
                self._tell(phone, "to the pad")
                tab.goto(self.pad)
            elif self.random.random() < 0.1:
                self._go(phone, tab)
            else:
                self._touch(phone, tab)
        except Error as error:  # covered, gone or away: as for a thumb, nothing happens
            self._tell(phone, f"({error.message.splitlines()[0][:60]})")

    def _tell(self, phone: Phone, step: str) -> None:
        self.steps.append(f"{self.phones.index(phone) + 1}: {step}")

    def _go(self, phone: Phone, tab: Page) -> None:
        way = self.random.choice(("back", "forward", "reload", "pad", "network", "network"))
        self._tell(phone, way)
        if way == "back":
            tab.go_back()
        elif way == "forward":
            tab.go_forward()
        elif way == "reload":
            tab.reload()
        elif way == "pad":
            tab.goto(self.pad)
        else:
            phone.set_offline(not phone.offline)

    def _touch(self, phone: Phone, tab: Page) -> None:
        controls = tab.evaluate(CONTROLS)
        if not controls:  # the browser's own page, where there is no network and no worker yet
            phone.set_offline(False)
            self._visit(tab)
            return
        weights = [_weight(tag, says) for tag, says, _ in controls]
        (number,) = self.random.choices(range(len(controls)), weights)
        tag, says, kind = controls[number]
        self._tell(phone, f"{tag} {says}")
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
        """Send what waits; then every tab, left alone, comes to show what the server holds."""
        for phone in self.phones:
            phone.set_offline(False)
        for phone in self._holders():
            self._send_all(phone.tabs[0])
        fresh = self.phones[0].context.new_page()
        fresh.goto(self.pad)
        held = [fresh.evaluate(SHOWN), fresh.locator("#entry-head").inner_text()]
        fresh.close()
        agrees = f"([shown, asked]) => ({SHOWN})() === shown && ['', asked].includes(({ASKED})())"
        for phone in self._holders():
            for tab in phone.tabs:
                try:
                    tab.wait_for_function(agrees, arg=held, timeout=SETTLES)
                except Error:
                    shown = [tab.evaluate(SHOWN), tab.evaluate(ASKED)]
                    self.complain(f"a tab shows {shown}; the server holds {held}")

    def _holders(self) -> list[Phone]:
        """The phones, on the pad, that no link was taken back from."""
        for phone in self.phones:
            for tab in phone.tabs:
                if tab.url != self.pad or tab.locator("#lost").count():
                    self._visit(tab)
        return [phone for phone in self.phones if phone.tabs[0].locator("#score").count()]

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
        for _ in range(MAX_CHOICES):
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


def _phone(browser: Browser, address: str, tabs: int) -> Phone:
    context = browser.new_context(
        base_url=address,
        viewport={"width": 360, "height": 640},
        has_touch=True,
        is_mobile=True,
    )
    return Phone(context, tabs)


@contextmanager
def table(address: str, random: Random) -> Iterator[Table]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        yield Table((_phone(browser, address, 2), _phone(browser, address, 1)), random)
        browser.close()


def tap_at_random(address: str, seed: int, seconds: float) -> list[str]:
    """Until the time is over, a new pad now and then; what went wrong."""
    with table(address, Random(seed)) as held:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            held.open_pad()
            for _ in range(RESTS):
                until = min(end, time.monotonic() + BETWEEN_RESTS)
                while time.monotonic() < until:
                    held.step()
                held.settle()
        print(f"seed {seed}: {held.done} steps, {len(held.places)} kinds of places")
        return held.complaints


@contextmanager
def served() -> Iterator[str]:
    """A server of its own without limits; its address."""
    with database("sqlite") as (env, _):
        folder = Path(env["DATA_DIR"])
        settings = {
            "DJANGO_SETTINGS_MODULE": "bench.settings",
            "BENCH_STATIC": str(folder / "static"),
        }
        env |= NO_LIMITS | settings
        manage(env, "migrate", "--run-syncdb", "--verbosity", "0")
        manage(env, "collectstatic", "--no-input", "--verbosity", "0")
        server = Server(env, folder / "server.log")
        server.start()
        try:
            yield f"http://127.0.0.1:{server.port}"
        finally:
            server.stop()


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
