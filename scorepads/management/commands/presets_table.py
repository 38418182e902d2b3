"""`manage.py presets_table`: the tables of `docs/presets.md`, out of the preset files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand

from scorepads.opening import preset_cards
from scorepads.rules import catalog
from scorepads.rules.preset import CITES, Cite, Preset
from scorepads.rules.terms import Basis


class Command(BaseCommand):
    help = "Print the tables of docs/presets.md: every preset, and what each rule rests on."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("\n".join(table(catalog.current.latest())))


def table(presets: list[Preset]) -> Iterator[str]:
    yield "| Preset | Sides | Points | Bids | Game to | Smudge | Who can go out |"
    yield "|---|---|---|---|---|---|---|"
    yield from map(_row, presets)
    for preset in presets:
        yield f"\n## {preset.name}\n"
        yield f"`{preset.pin}`, {preset.players}. {preset.tagline} {preset.changes}\n"
        yield from (f"- [{s.title}]({s.url}); read: {s.read}" for s in preset.sources.values())
        yield "\n| Rule | In our words | Rests on |"
        yield "|---|---|---|"
        yield from (_rule(key, preset.cites[key]) for key in CITES)
        yield from (f"| {p.label} | {p.hint} | {p.basis} |" for p in preset.points)


def _row(preset: Preset) -> str:
    card = preset_cards.card(preset)
    points = ", ".join(p.key + (f" ({p.worth})" if p.worth > 1 else "") for p in preset.points)
    cells = (
        f"{preset.name}<br>`{preset.pin}`", card.sides, f"{preset.total}: {points}", card.bids,
        preset.target, f"`{preset.smudge}`", card.goes_out,
    )  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


def _rule(key: str, cite: Cite) -> str:
    words = f"{cite.says} {cite.note}".strip()
    basis = cite.source.title if cite.source and cite.basis is Basis.SOURCE else cite.basis
    return f"| {key.replace('_', ' ').capitalize()} | {words} | {basis} |"
