"""Fingerprints were taken anew once, of the rules without prose; what was kept before goes on."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from scorepads.core.scorepad import PadUnreadable
from scorepads.models import Pad
from scorepads.rules import catalog
from tests.core.test_backups import manage
from tests.factories import PRESETS, make_pad, reread

migration = import_module("scorepads.migrations.0003_rules_fingerprints")
OLD = {key: old for key, (old, _) in migration.RENEWED.items()}
EDITOR: Any = SimpleNamespace(connection=connection)


def fingerprints_in(database: Path) -> set[tuple[str, str]]:
    with closing(sqlite3.connect(database)) as opened:
        return set(opened.execute("SELECT preset_key, fingerprint FROM scorepads_pad"))


def published(keys: Iterable[str]) -> dict[str, str]:
    return {key: catalog.current.published[f"{key}@1"] for key in keys}


def test_the_migration_leads_to_what_is_published() -> None:
    assert {key: new for key, (_, new) in migration.RENEWED.items()} == published(PRESETS)


@pytest.mark.django_db
@pytest.mark.parametrize("key", PRESETS)
def test_a_pad_with_the_old_fingerprint_can_be_read_again(key: str) -> None:
    pad = make_pad(key)
    Pad.objects.update(fingerprint=OLD[key])
    with pytest.raises(PadUnreadable, match="altered"):
        reread(pad)

    migration.renew(apps, EDITOR)

    assert reread(pad).rules.preset == catalog.current.get(f"{key}@1")
    migration.take_back(apps, EDITOR)
    assert Pad.objects.get().fingerprint == OLD[key]


@pytest.mark.django_db
@pytest.mark.parametrize("change", ["renew", "take_back"])
@pytest.mark.parametrize(
    "other",
    [
        {"fingerprint": "0" * 64},
        {"fingerprint": OLD["wikipedia"]},  # another preset's
        {"fingerprint": OLD["pedro"], "preset_version": 2},
    ],
    ids=["altered", "another preset", "another version"],
)
def test_a_pad_that_rests_on_other_rules_stays_as_it_is(
    change: str, other: dict[str, object]
) -> None:
    pad = make_pad("pedro")
    Pad.objects.update(**other)
    getattr(migration, change)(apps, EDITOR)
    assert Pad.objects.get().fingerprint == other["fingerprint"]
    with pytest.raises(PadUnreadable):
        reread(Pad.objects.get(pk=pad.pk))


@pytest.mark.only_on("sqlite")
def test_a_database_kept_before_is_migrated_in_place_and_from_a_backup(tmp_path: Path) -> None:
    home, elsewhere, backup = tmp_path / "home", tmp_path / "elsewhere", tmp_path / "backup"
    for command in (("migrate",), ("demo",), ("migrate", "scorepads", "0002")):
        done = manage(home, *command)
        assert done.returncode == 0, done.stderr
    assert fingerprints_in(home / "keeper.sqlite3") == set(OLD.items())
    shutil.copy(home / "keeper.sqlite3", backup)

    migrated = manage(home, "migrate")
    assert migrated.returncode == 0, migrated.stderr
    elsewhere.mkdir()
    restored = manage(elsewhere, "restore", str(backup))
    assert restored.returncode == 0, restored.stderr

    for place in (home, elsewhere):
        assert fingerprints_in(place / "keeper.sqlite3") == set(published(OLD).items())
        assert manage(place, "check", "--database", "default").returncode == 0
