"""How much of the hand form is to be seen without scrolling, measured alike in every engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

STATES = ("", "bid", "trump")
"""As the form comes, once bidder and bid are chosen, and the trump as well."""
SIZES = ((320, 568), (360, 640), (390, 844), (640, 360), (820, 1180))
SEATS = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida")

# From the first row of the form to the last that is shown, and the bar with the button over it.
FIT = """() => {
  window.scrollTo(0, 0);
  const shown = (part) => part.checkVisibility();
  const rows = [...document.querySelectorAll("#hand-form .ask, #hand-form .bidline")].filter(shown);
  if (!rows.length) throw Error("no row of a hand is shown");
  const boxes = rows.map(row => row.getBoundingClientRect());
  const bar = document.querySelector("#hand-form .save").getBoundingClientRect();
  const groups = rows.map(row => row.querySelector("input[type=radio]")?.name).filter(Boolean);
  return {
    top: Math.min(...boxes.map(box => box.top)),
    bottom: Math.max(...boxes.map(box => box.bottom)),
    save: bar.top,
    groups: [...new Set(groups)].filter(name => name !== "trump").length,
  };
}"""


@dataclass(frozen=True)
class Fit:
    top: float
    bottom: float
    save: float
    """The upper edge of the bar, in pixels from the top of the screen."""
    groups: int
    """Rows in which one cell is tapped; the trump is not asked for."""

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def is_whole(self) -> bool:
        return self.top >= 0 and self.bottom <= self.save + 0.5

    @property
    def swipes(self) -> int:
        """How often a thumb moves the page on, each time by what the bar leaves free of it."""
        hidden = max(0.0, self.bottom - self.save - 0.5)
        return -int(-hidden // max(self.save, 1))

    @property
    def taps(self) -> int:
        """Those still to make for a hand, Save with them."""
        return self.groups + 1


def fit_of(measured: dict[str, Any]) -> Fit:
    return Fit(**measured)
