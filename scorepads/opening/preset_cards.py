"""What the list of presets shows of each."""

from __future__ import annotations

from dataclasses import dataclass

from scorepads.rules.preset import Preset
from scorepads.rules.terms import Smudge, upper_first


@dataclass(frozen=True, slots=True)
class Card:
    """A preset at a glance."""

    sides: str
    points: int
    bids: str
    goes_out: str


def card(preset: Preset) -> Card:
    """What a preset's card says in a scan."""
    least, most = preset.least_sides, preset.most_sides
    smudge = " and smudge" if preset.smudge is Smudge.ALL_TRICKS_FIVE else ""
    return Card(
        sides=str(least) if least == most else f"{least} to {most}",
        points=preset.total,
        bids=f"{preset.lowest_bid} to {preset.total}{smudge}",
        goes_out=upper_first(preset.going_out.label),
    )
