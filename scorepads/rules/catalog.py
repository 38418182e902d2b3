"""All published presets, by `key@version`.

A preset is a folder: a rules file for each version, such as `1.toml`, and `words.toml`.
`published.json` beside the folders pins each version's fingerprint and is only ever appended to:
published rules do not change, a correction is a new version. Presets are offered in its order.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from scorepads.rules.preset import Preset, parse_preset

PRESETS = Path(__file__).parent / "presets"


class UnknownPreset(LookupError):
    """No preset of that key and version was ever published here."""


class Catalog:
    """The presets of one folder; read once, when first asked for."""

    def __init__(self, folder: Path = PRESETS) -> None:
        self.folder = folder

    @cached_property
    def presets_by_pin(self) -> dict[str, Preset]:
        presets = [read_files(path) for path in self.folder.glob("*/[0-9]*.toml")]
        return {preset.pin: preset for preset in sorted(presets, key=self.sort_key)}

    def sort_key(self, preset: Preset) -> tuple[int, str, int]:
        """The place of a preset in the order of publication, then by version."""
        keys = list(dict.fromkeys(pin.partition("@")[0] for pin in self.published))
        place = keys.index(preset.key) if preset.key in keys else len(keys)
        return place, preset.key, preset.version

    @cached_property
    def published(self) -> dict[str, str]:
        """`key@version` to fingerprint, as pinned at publication."""
        return dict(json.loads((self.folder / "published.json").read_text("utf-8")))

    def __iter__(self) -> Iterator[Preset]:
        return iter(self.presets_by_pin.values())

    def get(self, pin: str) -> Preset:
        """The preset named `key@version`; raises `UnknownPreset`."""
        try:
            return self.presets_by_pin[pin]
        except KeyError:
            raise UnknownPreset(pin) from None

    def latest(self) -> list[Preset]:
        """The newest version of each preset, in the order in which they are offered."""
        return list({preset.key: preset for preset in self}.values())

    def newest(self, key: str) -> Preset:
        """The newest version of the preset `key`; raises `UnknownPreset`."""
        for preset in self.latest():
            if preset.key == key:
                return preset
        raise UnknownPreset(key)

    def versions(self, key: str) -> list[Preset]:
        """Every published version of the preset `key`, oldest first."""
        return [preset for preset in self if preset.key == key]

    def find_problems(self) -> dict[str, str]:
        """The presets that differ from what was published: `key@version` to a sentence."""
        wrong = {}
        for pin, pinned in self.published.items():
            if pin not in self.presets_by_pin:
                wrong[pin] = "is published, but its file is missing"
            elif self.presets_by_pin[pin].fingerprint != pinned:
                wrong[pin] = "was changed after it was published"
        for pin in self.presets_by_pin.keys() - self.published.keys():
            wrong[pin] = "has a file, but was not published"
        return wrong


def read_files(rules: Path) -> Preset:
    """The preset of a rules file and the words beside it."""
    words = rules.with_name("words.toml")
    return parse_preset(rules.read_text("utf-8"), words.read_text("utf-8"))


current = Catalog()
"""The catalog in use; tests replace it."""


def find_preset(pin: str) -> Preset:
    """The preset named `key@version` in the catalog in use; raises `UnknownPreset`."""
    return current.get(pin)
