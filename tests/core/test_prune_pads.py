"""Old pads go only when they are really told to, and with all that hangs on them."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from scorepads.entry import services as entry_services
from scorepads.management.commands import prune_pads
from scorepads.models import Grant, HandEntry, Pad, PadLink, PadSide
from tests.factories import hand, hold, make_pad, make_phone, record, sent

pytestmark = pytest.mark.django_db


def prune(*arguments: Any) -> str:
    printed = StringIO()
    call_command("prune_pads", *map(str, arguments), stdout=printed)
    return printed.getvalue()


@pytest.fixture
def pads() -> tuple[Pad, Pad]:
    """A pad of two years ago with an undone hand and a pad that followed it, and one of today."""
    old, young = make_pad(), make_pad()
    record(hold(old), hand())
    entry_services.undo(sent(hold(old)))
    record(hold(young), hand())
    Pad.objects.filter(pk=young.pk).update(follows=old)
    long_ago = timezone.now() - timedelta(days=730)
    Pad.objects.filter(pk=old.pk).update(changed_at=long_ago)
    PadLink.objects.filter(pad=old).update(made_at=long_ago)
    return old, young


def test_a_pad_that_came_today_is_kept_whatever_its_file_says(pads: tuple[Pad, Pad]) -> None:
    """It was played two years ago, and brought here a minute ago."""
    old, _ = pads
    PadLink.objects.filter(pad=old).update(made_at=timezone.now())
    assert prune("--days", 365, "--really").startswith("Deleted: 0 games")


def test_a_pad_that_somebody_still_looks_at_is_kept(pads: tuple[Pad, Pad]) -> None:
    old, _ = pads
    make_phone(old)
    PadLink.objects.filter(pad=old).update(made_at=timezone.now() - timedelta(days=730))
    assert prune("--days", 365, "--really").startswith("Deleted: 0 games")
    Grant.objects.filter(pad=old).update(last_used_at=timezone.now() - timedelta(days=366))
    assert prune("--days", 365, "--really").startswith("Deleted: 1 game")


def test_counted_and_left_alone_unless_it_is_meant(pads: tuple[Pad, Pad]) -> None:
    said = prune("--days", 365)
    assert said.startswith("Would delete (--really does): 1 game untouched for 365 days.\n")
    assert Pad.objects.count() == 2


def test_really_deleted_with_everything_on_it(pads: tuple[Pad, Pad]) -> None:
    _, young = pads
    assert prune("--days", 365, "--really").startswith("Deleted: 1 game untouched for 365 days.\n")
    assert Pad.objects.get().pk == young.pk
    assert Pad.objects.get().follows is None
    for left in (HandEntry, PadSide, PadLink):
        assert set(left.objects.values_list("pad", flat=True)) == {young.pk}


def test_a_younger_pad_is_kept(pads: tuple[Pad, Pad]) -> None:
    assert prune("--days", 731, "--really").startswith("Deleted: 0 games untouched for 731 days.\n")


def test_more_than_go_at_once(pads: tuple[Pad, Pad], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prune_pads, "CHUNK_SIZE", 1)
    Pad.objects.update(changed_at=timezone.now() - timedelta(days=730))
    PadLink.objects.update(made_at=timezone.now() - timedelta(days=730))
    assert prune("--days", 1, "--really").startswith("Deleted: 2 games untouched for 1 days.\n")


@pytest.mark.parametrize("days", ["0", "-1", "ten", "1.5", "36501"])
def test_days_that_are_none_are_refused(days: str) -> None:
    with pytest.raises(CommandError, match="argument --days: invalid"):
        prune(f"--days={days}")
