"""The files of the presets, and copies of them that a test may change."""

from __future__ import annotations

import shutil
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from scorepads.rules import catalog
from scorepads.rules.catalog import PRESETS, Catalog
from scorepads.rules.preset import Preset

RULES_FILES = sorted(PRESETS.glob("*/[0-9]*.toml"))
WORDS_FILES = sorted(PRESETS.glob("*/words.toml"))
GOLDEN = sorted(PRESETS.glob("*/golden/*.json"), key=lambda path: path.name)
"""Whole games, each worked by hand from its source."""


SIX = ("bicycle", "wikipedia", "pagat-partnership", "five-point", "oklahoma", "pedro")


def the_six() -> list[Preset]:
    """The presets of the first release; what tests say of them holds whatever else is added."""
    return [catalog.current.get(f"{key}@1") for key in SIX]


def golden(name: str) -> Path:
    """The file of the golden game of that name."""
    return next(path for path in GOLDEN if path.stem == name)


def name_of(key: str) -> str:
    """What the newest version of a preset is called; its words may be mended at any time."""
    return catalog.current.newest(key).name


def edit(path: Path, was: str, now: str) -> None:
    """Put `now` in the place of the first `was` in a file, which must be there."""
    text = path.read_text("utf-8")
    assert was in text, (path, was)
    path.write_text(text.replace(was, now, 1), "utf-8")


class Shelf:
    """A copy of the published presets, in use in place of the real ones."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._monkeypatch = monkeypatch
        shutil.copytree(PRESETS, folder)
        self.reread()

    def reread(self) -> Catalog:
        """The catalog as after a restart."""
        read = Catalog(self.folder)
        self._monkeypatch.setattr(catalog, "current", read)
        return read

    def rules(self, pin: str) -> Path:
        key, _, version = pin.partition("@")
        return self.folder / key / f"{version}.toml"

    def words(self, key: str) -> Path:
        return self.folder / key / "words.toml"

    @property
    def pins(self) -> Path:
        return self.folder / "published.json"

    def write_next(self, key: str, *edits: tuple[str, str], changes: str = "Another way.") -> str:
        """Write the files of the next version of a preset, unpublished; returns its pin."""
        newest = self.reread().newest(key)
        number = newest.version + 1
        pin = f"{key}@{number}"
        shutil.copy(self.rules(newest.pin), self.rules(pin))
        edit(self.rules(pin), f"version = {newest.version}", f"version = {number}")
        for was, now in edits:
            edit(self.rules(pin), was, now)
        own = f'\n[versions.{number}]\nchanges = "{changes}"\n\n[versions.'
        edit(self.words(key), "\n[versions.", own)
        return pin

    def publish(self, key: str) -> str:
        """Run `manage.py publish_preset`; returns what it prints."""
        printed = StringIO()
        call_command("publish_preset", key, stdout=printed)
        self.reread()
        return printed.getvalue()

    def publish_next(
        self, key: str, *edits: tuple[str, str], changes: str = "Another way."
    ) -> Preset:
        """The next version of a preset, with these edits, written and published."""
        pin = self.write_next(key, *edits, changes=changes)
        self.publish(key)
        return catalog.current.get(pin)
