"""A game on a screen of any engine: what its scorer taps, and what the table sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorepads.core import access as core_access
from scorepads.models import Pad
from tests.browser.cable import Cable
from tests.browser.engines import Screen
from tests.browser.thumb import as_tapped
from tests.factories import PENCIL

# What has to be tapped before a cell can be: nothing, or what folds it out. A side whose players
# are named stands in the sheet of the dealer. Before that the page is read, and its modules run.
WAY = """(field) => {
  const seen = (selector) => document.querySelector(selector)?.checkVisibility();
  if (document.readyState !== "complete") return null;
  if (seen(`#hand-form label:has(${field})`)) return "seen";
  const folded = document.querySelector(`#deal ${field}`) ? "#score .chip" : "summary.bidline";
  return seen(folded) ? folded : null;
}"""
TOTALS = """(totals) => {
  const shown = [...document.querySelectorAll("#score .fig")].map(figure => figure.textContent);
  return shown.map(text => Number(text.replace("−", "-"))).join() === totals.join();
}"""


class Table:
    def __init__(self, screen: Screen, cable: Cable) -> None:
        self.screen, self.cable = screen, cable

    def go(self, path: str) -> None:
        self.screen.open(self.cable.address + path)

    def bring(self, pad: Pad) -> None:
        _, secret = core_access.make_link(pad, PENCIL)
        self.go(f"/join/{secret}")
        self.screen.tap("main form .do")
        self.screen.expect("#hand-form")

    def choose(self, fields: Mapping[str, str]) -> None:
        for name, value in fields.items():
            field = f'input[name="{name}"][value="{value}"]'
            label = f"#hand-form label:has({field})"
            way = self.screen.until(WAY, field)
            if way != "seen":
                self.screen.tap(way)
            self.screen.tap(label)
            self.screen.until("s => document.querySelector(s).checked", f"#hand-form {field}")
            if way == "#score .chip":
                self.screen.tap("#deal [data-closes]")

    def save(self) -> None:
        self.screen.tap(".save .do")

    def send_kept(self) -> None:
        """Send what waits on the phone, unless the page has sent it by itself meanwhile."""
        self.screen.run("() => document.querySelector('[data-kept=send]')?.click()")
        self.screen.expect_gone("#kept")

    def look_at_history(self) -> None:
        self.screen.tap("a[href='#menu']")
        self.screen.tap("#menu a[href$='/history/']")
        self.screen.expect_text("h1", "History")

    def enter(self, facts: Mapping[str, Any]) -> None:
        self.choose(as_tapped(facts))
        self.save()

    def expect_hand(self, number: int, *totals: int) -> None:
        self.screen.expect_text("#entry-head", f"Hand {number}")
        self.expect_totals(*totals)

    def expect_totals(self, *totals: int) -> None:
        self.screen.until(TOTALS, totals)

    def expect_at_rest(self) -> None:
        """Until the page has read what the phone keeps, and put back what is half entered."""
        self.screen.expect("main[data-kept]")
