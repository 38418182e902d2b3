"""What whoever runs the server can see of the games: that they are kept, and no secret or name."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from scorepads.core import access
from scorepads.entry import services as entry_services
from scorepads.models import OwnVersion, Pad, PadLink
from tests.factories import WATCH, adjustment, hand, hold, make_pad, record, sent

pytestmark = pytest.mark.django_db


def printed(*command: str) -> str:
    output = StringIO()
    call_command(*command, stdout=output)
    return output.getvalue()


@pytest.fixture
def full_pad() -> tuple[Pad, list[str]]:
    """A game with something of everything, and what nobody but its table is to see."""
    own = OwnVersion.objects.create(
        version=2, name="Thursdays", preset_key="wikipedia", preset_version=1, house_rules={}
    )
    pad = make_pad(names=("Xanthippe", "Socrates"), note="a hemlock evening")
    Pad.objects.filter(pk=pad.pk).update(own_version=own)
    record(hold(pad), hand(note="she called it"), hand(1), adjustment(note="revoke"))
    entry_services.undo(sent(hold(pad)))
    link, secret = access.make_link(pad, WATCH)
    PadLink.objects.filter(pk=link.pk).update(revoked_at=pad.opened_at, used=2)
    digests = PadLink.objects.values_list("digest", flat=True)
    typed = ["Xanthippe", "Socrates", "hemlock", "called it", "revoke\n", "Thursdays"]
    return pad, [*typed, secret, str(pad.open_key), *digests]


def test_all_games_are_listed_the_last_changed_first(full_pad: tuple[Pad, list[str]]) -> None:
    pad, hidden = full_pad
    older = make_pad("pedro")
    Pad.objects.filter(pk=older.pk).update(changed_at=timezone.now() - timedelta(days=9))
    said = printed("pads")
    heads, first, second, database = said.splitlines()
    assert database.endswith(" holds 2 games.")
    assert heads.split() == ["id", "preset", "opened", "changed", "hands", "phones"]
    assert first.split()[:2] == [str(pad.public_id), "wikipedia@1"]
    assert first.split()[-2:] == ["2", str(Pad.objects.get(pk=pad.pk).phones)]
    assert second.split()[:2] == [str(older.public_id), "pedro@1"]
    assert [text for text in hidden if text in said] == []


def test_the_list_is_cut_by_days_and_by_a_part_of_the_id() -> None:
    young, old = make_pad(), make_pad()
    Pad.objects.filter(pk=old.pk).update(changed_at=timezone.now() - timedelta(days=9))
    by_days = printed("pads", "--days=8")
    assert str(young.public_id) in by_days and str(old.public_id) not in by_days
    by_id = printed("pads", "--search", str(old.public_id)[:13].upper())
    assert str(old.public_id) in by_id and str(young.public_id) not in by_id


def test_one_game_is_described_by_its_id_or_its_address(full_pad: tuple[Pad, list[str]]) -> None:
    pad, hidden = full_pad
    said = printed("pad", str(pad.public_id))
    assert said == printed("pad", f" https://a.example/games/{pad.public_id}/history/?x=1")
    for told in (
        str(pad.public_id), "wikipedia@1", pad.fingerprint, "version 2", "being played, 2 lines",
        f"changes       {Pad.objects.get(pk=pad.pk).revision}", "entered     3, from ",
        "undone      1, from ", "watch       made ", "used 2 times, revoked ",
    ):  # fmt: skip
        assert told in said
    assert [text for text in hidden if text in said] == []


def test_a_game_that_cannot_be_read_is_listed_and_says_why() -> None:
    pad = make_pad()
    Pad.objects.filter(pk=pad.pk).update(preset_key="lost")
    assert printed("pads").splitlines()[-2].split()[-2] == "?"
    said = printed("pad", str(pad.public_id))
    assert "state         cannot be read: its preset lost@1 is missing" in said


@pytest.mark.parametrize(
    ("asked", "said"), [("Xanthippe", "no id of a game"), ("0" * 32, "There is no game")]
)
def test_what_is_no_game_is_refused(asked: str, said: str) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("pad", asked)
