"""`manage.py presets_table`: the table of `docs/presets.md`, out of the rules files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand

from scorepads.opening import preset_cards
from scorepads.rules import catalog
from scorepads.rules.preset import Preset

FOLDER = "../scorepads/rules/presets"


class Command(BaseCommand):
    help = "Print the table of docs/presets.md: what the rules of every preset decide."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("\n".join(table(catalog.current.latest())))


def table(presets: list[Preset]) -> Iterator[str]:
    """The table, without any prose of the presets, which may be mended at any time."""
    yield "| Preset | Sides | Points | Bids | Game to | Smudge | Who can go out | In words |"
    yield "|---|---|---|---|---|---|---|---|"
    yield from map(_row, presets)


def _row(preset: Preset) -> str:
    card = preset_cards.card(preset)
    points = ", ".join(p.key + (f" ({p.worth})" if p.worth > 1 else "") for p in preset.points)
    cells = (
        f"[`{preset.pin}`]({FOLDER}/{preset.key}/{preset.version}.toml)", card.sides,
        f"{preset.total}: {points}", card.bids, preset.target, f"`{preset.smudge}`", card.goes_out,
        f"[words]({FOLDER}/{preset.key}/words.toml)",
    )  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"
