"""The figures of `bench/phone`: pages on a slow phone, cold and warm.

The phone is Chromium with a small screen, its processor and its network slowed by Chromium itself.
Its network is slowed for each request; what a page and its worker fetch at one time does not share
one line, as it would outside.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    Page,
    expect,
    sync_playwright,
)

from bench.fill import phone_that_holds
from bench.servers import Server, database, manage

MAX_SECONDS = 200
"""Seconds after which no further page is begun; the report has the pages measured by then."""
HANDS = 12
PREVIEW_BUDGET = 50
NEUTRAL = "/health/"
"""Bare text on the same host, on which a worker can be met before it is asked for a page."""
FREE = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
KINDS = {"text/html": "html", "text/css": "css", "text/javascript": "js",
         "application/javascript": "js"}  # fmt: skip


@dataclass(frozen=True)
class Line:
    """A processor so many times slower, and a network: milliseconds, kilobits a second."""

    name: str
    cpu: int = 1
    latency: int = 0
    down: int = 0
    up: int = 0

    @property
    def network(self) -> dict[str, Any]:
        if not self.down:
            return FREE
        return {
            "offline": False,
            "latency": self.latency,
            "downloadThroughput": self.down * 125,
            "uploadThroughput": self.up * 125,
        }


LINES = [
    Line("slow 3G, CPU 6×", 6, latency=400, down=400, up=400),
    Line("slow 4G, CPU 6×", 6, latency=150, down=1600, up=750),
    Line("not slowed"),
]
FREELY = LINES[-1]


@dataclass(frozen=True)
class Shown:
    """A page that is looked at; `pad` says which of the phone's pads `{id}` is, and `choice` where
    the first thing to tap is."""

    name: str
    path: str
    pad: str = "wikipedia"
    choice: str = ""
    is_pad: bool = False


ON_PAD = "#hand-form .seg label"
FIELDS = "#f-who, #f-bid, fieldset.point"
EVERY_PRESET = "&".join(
    f"v={key}" for key in ("bicycle", "wikipedia", "pagat-partnership", "five-point",
                           "oklahoma", "pedro")
)  # fmt: skip
PAGES = [
    Shown("home, six pads", "/"),
    Shown(
        "opening form", "/open/wikipedia/", choice=".opening .seg label:has(input:not(:checked))"
    ),
    Shown(f"pad of {HANDS}, Bicycle", "/games/{id}/", "bicycle", ON_PAD, True),
    Shown(f"pad of {HANDS}, Oklahoma", "/games/{id}/", "oklahoma", ON_PAD, True),
    Shown("board", "/games/{id}/board/"),
    Shown("comparison of six", f"/compare/?{EVERY_PRESET}"),
    Shown("sheet", "/games/{id}/sheet/"),
]
"""What is measured; add a line for a new page."""

WATCH = """{
  const told = window.told = { shifts: [], tap: null, said: [], saved: null };
  const painted = (then) => requestAnimationFrame(() => requestAnimationFrame(() =>
    then(performance.now())));
  const place = ({ node, previousRect: a, currentRect: b }) =>
    `${node?.nodeName}#${node?.id ?? ""}.${node?.className ?? ""} ${a.y}+${a.height} > ${b.y}+${b.height}`;
  new PerformanceObserver((list) => told.shifts.push(...list.getEntries().map(
    // Half a second after a tap a page may move. The browser's own mark for that is of no use
    // here: it also stands on what moves while a small screen is set up.
    (entry) => [entry.startTime < tapped + 500 ? 0 : entry.value, entry.sources.map(place).join("; ")],
  ).filter(([value]) => value))).observe({ type: "layout-shift", buffered: true });
  let tapped = -Infinity, change = null, save = null;
  document.addEventListener("pointerdown", () => { tapped = performance.now(); }, true);
  document.addEventListener("change", (event) => {
    if (!event.isTrusted) return;
    tapped = change = performance.now();
    painted((scorepad) => { told.tap ??= now; });
  }, true);
  document.addEventListener("click", (event) => {
    if (event.target.closest(".save .do")) save = event.timeStamp;
  }, true);
  new MutationObserver(() => {
    if (save !== null && !told.saved && document.getElementById("line-%d")) {
      told.saved = true;
      painted((scorepad) => { told.saved = now - save; });
    }
    if (change === null) return;
    const [then, now] = [change, performance.now()];
    change = null;
    painted((at) => told.said.push([now - then, at - then]));
  }).observe(document, { childList: true, subtree: true, characterData: true });
}""" % (HANDS + 1)  # noqa: E501, UP031  # braces of script
"""In every page from its first moment: what shifts, and what a tap leads to, in milliseconds."""

CHOICE = """(() => {
  if (!performance.getEntriesByName("first-contentful-paint").length) return null;
  const choice = %s;
  if (!choice) return null;
  choice.scrollIntoView({ block: "nearest" });
  const box = choice.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})()"""
"""Where a choice is, once something is painted."""

TIMES = """(() => {
  const [page] = performance.getEntriesByType("navigation");
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  return paint && { paint: paint.startTime, script: page.domContentLoadedEventEnd };
})()"""


# --- What is taken -----------------------------------------------------------------------------


@dataclass
class Fetched:
    """Requests that reached the network, and the bytes of their answers with headers, by kind."""

    requests: int = 0
    bytes: Counter[str] = field(default_factory=Counter)
    kinds: dict[str, str | None] = field(default_factory=dict)

    def hear(self, method: str, told: dict[str, Any]) -> None:
        if method == "Network.responseReceived":
            response = told["response"]
            kind = KINDS.get(response["mimeType"], "other")
            # Bare text names no icon, so that the browser looks for one itself.
            is_neutral = response["url"].endswith((NEUTRAL, "/favicon.ico"))
            if "/print." in response["url"]:  # for paper, and fetched after the page is shown
                kind = "paper"
            self.kinds[told["requestId"]] = None if is_neutral else kind
        elif method == "Network.loadingFinished" and told["encodedDataLength"]:
            known = self.kinds.get(told["requestId"], "other")
            if known is not None:
                self.requests += 1
                self.bytes[known] += int(told["encodedDataLength"])

    def take(self) -> dict[str, int]:
        """What came in since the last time."""
        taken = {"requests": self.requests, "all": self.bytes.total(), **self.bytes}
        self.requests = 0
        self.bytes.clear()
        return taken


class Worker:
    """The service worker behind a page, slowed and counted as soon as it is met."""

    def __init__(self, wire: CDPSession, line: Line) -> None:
        self.wire, self.line = wire, line
        self.fetched = Fetched()
        self.session, self.number = "", 0
        wire.on("Target.attachedToTarget", self._met)
        wire.on("Target.receivedMessageFromTarget", self._heard)
        only = [{"type": "service_worker", "exclude": False}, {"exclude": True}]
        wire.send("Target.setAutoAttach", {"autoAttach": True, "flatten": False,
                  "waitForDebuggerOnStart": True, "filter": only})  # fmt: skip

    def _met(self, told: dict[str, Any]) -> None:
        self.session = told["sessionId"]
        self.send("Network.enable")
        self.slow(self.line)
        self.send("Runtime.runIfWaitingForDebugger")

    def _heard(self, told: dict[str, Any]) -> None:
        message = json.loads(told["message"])
        if "method" in message:
            self.fetched.hear(message["method"], message["params"])

    def slow(self, line: Line) -> None:
        self.line = line
        if self.session:
            self.send("Network.emulateNetworkConditions", **line.network)

    def send(self, method: str, **parameters: Any) -> None:
        self.number += 1
        message = json.dumps({"id": self.number, "method": method, "params": parameters})
        self.wire.send("Target.sendMessageToTarget",
                       {"sessionId": self.session, "message": message})  # fmt: skip


class Phone:
    """One phone with nothing kept on it, and what it takes to look at a page twice."""

    def __init__(self, browser: Browser, address: str, phone: str) -> None:
        self.context: BrowserContext = browser.new_context(
            base_url=address, viewport={"width": 360, "height": 640}, device_scale_factor=3,
            has_touch=True, is_mobile=True,
        )  # fmt: skip
        self.context.set_default_timeout(20_000)
        self.context.add_cookies([{"name": "keeper_phone", "value": phone, "url": address}])
        self.context.add_init_script(WATCH)
        self.page: Page
        self.fetched: Fetched
        self.wire: CDPSession
        self.worker: Worker

    def open(self, path: str, line: Line, choice: str, *, again: bool = False) -> dict[str, Any]:
        """A page from the tap on its link to its load, and a tap as soon as there is a choice.

        What the worker fetches meanwhile counts where it answers for the page: `again`.
        """
        self.page = self.context.new_page()
        self.wire = self.context.new_cdp_session(self.page)
        self.fetched = Fetched()
        for event in ("Network.responseReceived", "Network.loadingFinished"):
            self.wire.on(event, lambda told, event=event: self.fetched.hear(event, told))
        self.wire.send("Network.enable")
        self.worker = Worker(self.wire, line)
        self.page.goto(NEUTRAL)
        if again:
            self.until(lambda: self.worker.session)
        self.slow(line)
        self.take(again)
        self.page.goto(path, wait_until="commit")
        if choice:
            self.tap(f"document.querySelector('{choice}')")
        self.page.wait_for_load_state("load")
        taken: dict[str, Any] = {**self.take(again), **self.until(lambda: self.ask(TIMES))}
        if choice:
            taken["tap"] = self.until(lambda: self.ask("told.tap"))
        return taken

    def take(self, with_worker: bool) -> dict[str, int]:
        """What came in since the last time."""
        counted = self.fetched.take()
        if with_worker:
            for what, many in self.worker.fetched.take().items():
                counted[what] = counted.get(what, 0) + many
        return counted

    def slow(self, line: Line) -> None:
        self.wire.send("Network.emulateNetworkConditions", line.network)
        self.wire.send("Emulation.setCPUThrottlingRate", {"rate": line.cpu})
        self.worker.slow(line)

    def tap(self, choice: str) -> None:
        """Tap the element that the script in `choice` finds, once it is painted."""
        where = CHOICE % choice
        x, y = self.until(lambda: self.ask(where), 0.005)
        self.page.touchscreen.tap(x, y)

    def ask(self, script: str) -> Any:
        answer = self.wire.send("Runtime.evaluate", {"expression": script, "returnByValue": True})
        return answer["result"].get("value")

    def until(self, asked: Callable[[], Any], every: float = 0.02, seconds: float = 20) -> Any:
        """Wait for the value of an expression; raises `TimeoutError`."""
        end = time.monotonic() + seconds
        while not (found := asked()):
            if time.monotonic() > end:
                raise TimeoutError(f"nothing came on {self.page.url}")
            self.page.wait_for_timeout(1000 * every)
        return found

    def rest(self, shown: Shown) -> dict[str, Any]:
        """Load at once what a page fetches after it has loaded, the worker's part too."""
        self.slow(FREELY)
        self.until(lambda: self.ask("navigator.serviceWorker.controller !== null"))
        if shown.is_pad:
            self.page.locator("main[data-kept]").wait_for()
        return self.take(True)

    def enter_hand(self, line: Line) -> dict[str, Any]:
        """A hand tapped and saved: how long each tap's sentence and the new line take."""
        self.page.locator("main[data-kept]").wait_for()
        self.slow(line)
        self.ask("told.said.length = 0")
        for number in range(self.ask(f"document.querySelectorAll('{FIELDS}').length")):
            self.tap(
                f"document.querySelectorAll('{FIELDS}')[{number}].querySelector('label:has(input)')"
            )
            self.page.wait_for_timeout(100)
        said = self.ask("told.said")
        self.tap("document.querySelector('.save .do')")
        saved = self.until(lambda: self.ask("typeof told.saved === 'number' && told.saved"))
        expect(self.page.locator(f"#line-{HANDS + 1}")).to_be_attached()
        return {
            "said": statistics.median(work for work, _ in said),
            "said-most": max(work for work, _ in said),
            "seen": statistics.median(at for _, at in said),
            "saved": saved,
        }

    def shifts(self) -> dict[str, Any]:
        moved = self.ask("told.shifts")
        return {"shift": sum(value for value, _ in moved), "moved": moved}

    def look(self, shown: Shown, path: str, line: Line) -> dict[str, dict[str, Any]]:
        """Cold: nothing is kept here. Warm: the second visit, with a cache and a worker."""
        cold = self.open(path, line, shown.choice)
        later = self.rest(shown)
        cold |= {f"later-{what}": later[what] for what in ("requests", "all")} | self.shifts()
        self.ask("localStorage.clear()")  # what was tapped is a draft by now, and would be back
        self.page.close()
        warm = self.open(path, line, shown.choice, again=True)
        if shown.is_pad:
            warm |= self.enter_hand(line)
        return {"cold": cold, "warm": warm | self.shifts()}

    def close(self) -> None:
        self.context.close()


# --- Pads, and a server that holds them --------------------------------------------------------


def tell_phones(how_many: int) -> None:
    """Print, as JSON, so many phones: the secret of each, and its pads by preset."""
    print(json.dumps([_make_phone() for _ in range(how_many)]))


def _make_phone() -> dict[str, str]:
    from tests.factories import PRESETS, fill, hand_under, make_pad, reread

    pads = {}
    for preset in PRESETS:
        pad = make_pad(preset, names=("Ann and Cy", "Bo and Di"), target=400)
        rules = reread(pad).rules
        won = {rules.points[0].key: 1}, {rules.points[0].key: 0}
        fill(pad, [hand_under(rules, n % 2, owners=won[n % 2], trump="spades")
                   for n in range(HANDS)])  # fmt: skip
        pads[preset] = pad
    told = {preset: str(pad.public_id) for preset, pad in pads.items()}
    return {**told, "phone": phone_that_holds(*pads.values())}


@contextmanager
def served(phones: int) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """The server as it runs for real: its address, and so many phones that hold a pad of
    twelve hands of each preset."""
    with database("sqlite") as (env, _):
        folder = Path(env["DATA_DIR"])
        env |= {"DJANGO_SETTINGS_MODULE": "bench.settings", "BENCH_STATIC": str(folder / "static")}
        manage(env, "migrate", "--run-syncdb", "--verbosity", "0")
        manage(env, "collectstatic", "--no-input", "--verbosity", "0")
        filling = f"from bench.phone_side import tell_phones; tell_phones({phones})"
        told = json.loads(manage(env, "shell", "--no-imports", "-c", filling))
        server = Server(env, folder / "server.log")
        server.start()
        try:
            yield f"http://127.0.0.1:{server.port}", told
        finally:
            server.stop()


# --- The rounds, and their results ---------------------------------------------------------

Taken = dict[tuple[str, str, str], list[dict[str, Any]]]
"""By line, page and visit, what each round took."""


def measure(browser: Browser, address: str, phones: list[dict[str, str]], pages: list[Shown],
            rounds: int) -> Taken:  # fmt: skip
    """Round after round, so that a busy minute hits all alike; ends early rather than late."""
    taken: Taken = defaultdict(list)
    end = time.monotonic() + MAX_SECONDS
    turn = iter(phones)
    for number in range(rounds):
        for line in LINES:
            held = next(turn)
            for shown in pages:
                if time.monotonic() > end:
                    print(f"\nStopped in round {number + 1} of {rounds}: time is up.")
                    return taken
                phone = Phone(browser, address, held["phone"])
                try:
                    path = shown.path.format(id=held[shown.pad])
                    for visit, figures in phone.look(shown, path, line).items():
                        taken[line.name, shown.name, visit].append(figures)
                finally:
                    phone.close()
    return taken


def middle(runs: list[dict[str, Any]], what: str) -> float | None:
    found = [run[what] for run in runs if what in run]
    return statistics.median(found) if found else None


def cell(value: float | None, form: str = "{:.0f}") -> str:
    return "" if value is None else form.format(value)


def report(taken: Taken, pages: list[Shown]) -> None:
    """A table for each line, as Markdown: medians, but the most of what came later, since a worker
    that was met late is counted short, and of what shifted."""
    later: dict[str, tuple[float, float]] = {}
    for (_, page, visit), runs in taken.items():
        if visit == "cold":
            came = [(run["later-requests"], run["later-all"]) for run in runs]
            later[page] = max([later.get(page, (0, 0)), *came])
    for line in LINES:
        print(f"\n| {line.name} | | requests | html kB | css kB | js kB | other kB | later "
              "| shift | first paint ms | script ms | first tap ms |")  # fmt: skip
        print("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
        for shown in pages:
            for visit in ("cold", "warm"):
                if runs := taken.get((line.name, shown.name, visit)):
                    more = later[shown.name] if visit == "cold" else None
                    print(_row(f"{shown.name} | {visit}", runs, more))
    print("\n| a hand on a pad | | sentence ms | at most ms | seen ms | saved ms |")
    print("|---|---|--:|--:|--:|--:|")
    for line in LINES:
        for shown in pages:
            if shown.is_pad and (runs := taken.get((line.name, shown.name, "warm"))):
                worst = max(run["said-most"] for run in runs)
                cells = [cell(middle(runs, "said"), "{:.1f}"), cell(worst, "{:.1f}"),
                         cell(middle(runs, "seen")), cell(middle(runs, "saved"))]  # fmt: skip
                print(f"| {shown.name} | {line.name} | {' | '.join(cells)} |")


def _row(name: str, runs: list[dict[str, Any]], later: tuple[float, float] | None) -> str:
    sizes = [cell(statistics.median(run.get(kind, 0) for run in runs) / 1000, "{:.1f}")
             for kind in ("html", "css", "js", "other")]  # fmt: skip
    more = f"{later[0]}: {later[1] / 1000:.1f} kB" if later else ""
    shift = max(run["shift"] for run in runs)
    cells = [cell(middle(runs, "requests")), *sizes, more, f"{shift:.4f}",
             *(cell(middle(runs, what)) for what in ("paint", "script", "tap"))]  # fmt: skip
    return f"| {name} | {' | '.join(cells)} |"


def missed(taken: Taken) -> Iterator[str]:
    """Every budget that is not met."""
    jumps: dict[str, tuple[float, str]] = {}
    for (line, page, visit), runs in taken.items():
        if (worst := max(run.get("said-most", 0) for run in runs)) > PREVIEW_BUDGET:
            yield f"{page}, {line}: a sentence took {worst:.0f} ms, not {PREVIEW_BUDGET}"
        for run in runs:
            for value, what in run["moved"]:
                where = f"{line}, {visit}: {value:.4f}, {what}"
                jumps[page] = max(jumps.get(page, (0, "")), (value, where))
    yield from (f"{page}: something jumps; {where}" for page, (_, where) in jumps.items())


def main() -> None:
    from tests.chromium import find_chromium

    parser = argparse.ArgumentParser(prog="bench/phone", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="pages whose name holds this")
    options = parser.parse_args()
    pages = [shown for shown in PAGES if options.only in shown.name]
    chromium = find_chromium()
    if not chromium:
        raise SystemExit("There is no Chromium here; on Debian: apt install chromium")
    with served(options.rounds * len(LINES)) as (address, phones), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking",
                  "--disable-component-update"],
        )  # fmt: skip
        try:
            taken = measure(browser, address, phones, pages, options.rounds)
        finally:
            browser.close()
    report(taken, pages)
    told = list(missed(taken))
    print("\nBudgets missed:\n- " + "\n- ".join(told) if told else "\nAll budgets are met.")


if __name__ == "__main__":
    main()
