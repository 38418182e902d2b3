"""`manage.py publish_preset`: a preset's file goes in beside the published ones, for good.

A published version never changes, so this only ever adds: a first version of a new key,
or the version after the newest one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorepads.rules import catalog
from scorepads.rules.catalog import Catalog
from scorepads.rules.house_rules.apply import apply_house_rules
from scorepads.rules.preset import CITES, Preset, parse_preset
from scorepads.rules.terms import Refused, is_whole

KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class Command(BaseCommand):
    help = "Publish a preset: check its file, copy it to the presets, and pin its fingerprint."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the TOML file of the preset")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        data = _read(Path(file))
        preset = _parse(file, data)
        shelf = Catalog(catalog.current.folder)
        if problems := [*_problems(preset), *_version_problems(preset, shelf)]:
            raise CommandError("\n".join([f"{file} cannot be published:", *problems]))
        _publish(preset, data, shelf)
        self.stdout.write(f"Published {preset.pin}, {preset.fingerprint}.")


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror or error}") from error


def _parse(file: str, data: bytes) -> Preset:
    try:
        return parse_preset(data.decode())
    except KeyError as error:
        raise CommandError(f"{file} is no preset: there is no {error}") from error
    except (ValueError, TypeError, AttributeError) as error:
        raise CommandError(f"{file} is no preset: {error}") from error


def _problems(preset: Preset) -> Iterator[str]:
    """What keeps these rules from being played by, or explained."""
    if not KEY.fullmatch(str(preset.key)):
        yield f"key: “{preset.key}” is not in small letters, digits and single dashes"
    for cite in CITES:
        if cite not in preset.cites:
            yield f"cites.{cite}: is missing"
    if len({point.key for point in preset.points}) < len(preset.points):
        yield "points: each has a key of its own"
    sizes = (preset.least_sides, preset.usual_sides, preset.most_sides)
    if not all(map(is_whole, sizes)) or list(sizes) != sorted(sizes) or sizes[0] < 2:
        yield "sides: 2 or more, least and usual and most in this order"
        return
    own = {
        "target": preset.target,
        "lowest_bid": preset.lowest_bid,
        "values": {point.key: point.worth for point in preset.points},
    }
    yield from dict.fromkeys(
        problem for sides in sizes for problem in _unplayable(preset, own, sides)
    )


def _unplayable(preset: Preset, own: dict[str, Any], sides: int) -> list[str]:
    """Where the preset's own numbers break the limits that house rules are held to."""
    try:
        apply_house_rules(preset, own, sides)
    except Refused as refusal:
        return [f"{p.at.removeprefix('house_rules.')}: {p.message}" for p in refusal.problems]
    return []


def _version_problems(preset: Preset, shelf: Catalog) -> Iterator[str]:
    pins = (pin.rpartition("@") for pin in shelf.published)
    due = 1 + max((int(version) for key, _, version in pins if key == preset.key), default=0)
    if not is_whole(preset.version) or preset.version != due:
        yield f"version: {preset.version!r}, but the next version of {preset.key} is {due}"
    elif _place(preset, shelf).exists():
        yield f"version: {_place(preset, shelf).name} is there already, though never published"


def _place(preset: Preset, shelf: Catalog) -> Path:
    return shelf.folder / f"{preset.key}-{preset.version}.toml"


def _publish(preset: Preset, data: bytes, shelf: Catalog) -> None:
    pins = shelf.published | {preset.pin: preset.fingerprint}
    with _place(preset, shelf).open("xb") as place:
        place.write(data)
    (shelf.folder / "published.json").write_text(json.dumps(pins, indent=2) + "\n", "utf-8")
