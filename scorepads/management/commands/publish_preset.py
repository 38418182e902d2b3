"""`manage.py publish_preset KEY`: the next version of a preset is checked and pinned, for good.

Its rules stand in `scorepads/rules/presets/KEY/N.toml`, its words in `words.toml` beside them.
Only `published.json` is written, and only added to: published rules never change.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorepads.rules import catalog
from scorepads.rules.catalog import Catalog, read_files
from scorepads.rules.house_rules.apply import apply_house_rules
from scorepads.rules.preset import CITES, Preset
from scorepads.rules.terms import Refused, is_whole

KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class Command(BaseCommand):
    help = "Publish the next version of a preset: check its files, and pin its fingerprint."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("key", help="the name of its folder in scorepads/rules/presets")

    def handle(self, *args: Any, key: str, **options: Any) -> None:
        if not KEY.fullmatch(key):
            raise CommandError(f"key: “{key}” is not in small letters, digits and single dashes")
        shelf = Catalog(catalog.current.folder)
        file = shelf.folder / key / f"{_next_version(shelf, key)}.toml"
        preset = _read(file)
        if problems := [*_problems(preset, file)]:
            raise CommandError("\n".join([f"{_name(file)} cannot be published:", *problems]))
        pins = shelf.published | {preset.pin: preset.fingerprint}
        (shelf.folder / "published.json").write_text(json.dumps(pins, indent=2) + "\n", "utf-8")
        self.stdout.write(f"Published {preset.pin}, {preset.fingerprint}.")


def _next_version(shelf: Catalog, key: str) -> int:
    pins = (pin.rpartition("@") for pin in shelf.published)
    return 1 + max((int(version) for published, _, version in pins if published == key), default=0)


def _name(file: Path) -> str:
    return f"{file.parent.name}/{file.name}"


def _read(file: Path) -> Preset:
    try:
        return read_files(file)
    except OSError as error:
        missing = _name(Path(error.filename))
        raise CommandError(f"{missing} cannot be read: {error.strerror}") from error
    except KeyError as error:
        raise CommandError(f"{_name(file)} with its words is no preset: no {error}") from error
    except (ValueError, TypeError, AttributeError) as error:
        raise CommandError(f"{_name(file)} with its words is no preset: {error}") from error


def _problems(preset: Preset, file: Path) -> Iterator[str]:
    """What keeps these rules from being found, played by, or explained."""
    if preset.key != file.parent.name:
        yield f"key: {preset.key!r}, but its folder is {file.parent.name}"
    if not is_whole(preset.version) or str(preset.version) != file.stem:
        yield f"version: {preset.version!r}, but its file is {file.name}"
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
