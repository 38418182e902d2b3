"""Opening a pad: what is pinned, and what is told apart."""

from uuid import uuid4

import pytest
from django.db.models import Model

from scorepads.models import HandEntry, Pad, PadLink, PadSide
from scorepads.opening import services as opening_services
from scorepads.opening.services import AlreadyOpened
from scorepads.rules import catalog
from scorepads.rules.hand import as_facts
from tests.factories import (
    PRESETS,
    hand_under,
    hold,
    make_pad,
    make_rules,
    make_sides,
    record,
    reread,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("preset", PRESETS)
def test_a_pad_pins_the_newest_version_and_its_fingerprint(preset: str) -> None:
    newest = catalog.current.newest(preset)
    pad = make_pad(preset)
    assert (pad.pin, pad.fingerprint) == (newest.pin, newest.fingerprint)
    assert reread(pad).rules.preset is newest


@pytest.mark.parametrize("preset", PRESETS)
def test_a_hand_of_every_preset_can_be_kept_and_is_read_back_the_same(preset: str) -> None:
    pad = make_pad(preset)
    facts = hand_under(reread(pad).rules)
    record(hold(pad), facts)
    assert [as_facts(entry) for entry in reread(pad).entries] == [facts]


def test_a_pad_keeps_its_sides_players_start_dealer_note_and_house_rules() -> None:
    pad = make_pad(
        names=("Red", "Blue"),
        players=(("Ann", "Cy"), ("Bo", "Di")),
        start=(-3, 4),
        first_dealer=3,
        note="Christmas",
        target=15,
    )
    scorepad = reread(pad)
    assert scorepad.names == ["Red", "Blue"]
    assert [side.players for side in scorepad.sides] == [("Ann", "Cy"), ("Bo", "Di")]
    assert scorepad.ledger.totals == (-3, 4)
    assert scorepad.seat_name(scorepad.dealer) == "Di"
    assert (scorepad.pad.note, scorepad.rules.target) == ("Christmas", 15)


def test_equal_names_are_told_apart_by_a_number() -> None:
    pad = make_pad(names=("Al", "al", "Al"), players=(("Bo",), ("bo",), ("Cy",)))
    scorepad = reread(pad)
    assert scorepad.names == ["Al", "al 2", "Al 3"]
    assert [side.players[0] for side in scorepad.sides] == ["Bo", "bo 2", "Cy"]


def test_equal_names_of_forty_characters_stay_within_forty() -> None:
    names = reread(make_pad(names=("x" * 40, "x" * 40))).names
    assert names == ["x" * 40, "x" * 38 + " 2"]


def test_the_same_form_opens_one_pad() -> None:
    key = uuid4()
    wanted = {
        "rules": make_rules(),
        "sides": make_sides(("Us", "Them")),
        "start": [0, 0],
        "open_key": key,
    }
    pad, _ = opening_services.open_pad(**wanted)
    with pytest.raises(AlreadyOpened) as again:
        opening_services.open_pad(**wanted)
    assert again.value.pad == pad
    assert (Pad.objects.count(), PadSide.objects.count(), PadLink.objects.count()) == (1, 2, 1)


def test_play_again_keeps_sides_and_rules_and_the_deal_passes_on() -> None:
    before = make_pad(
        names=("Red", "Blue"), players=(("Ann", "Cy"), ("Bo", "Di")), start=(5, 0), target=15
    )
    record(hold(before), hand_under(reread(before).rules))
    again, _ = opening_services.play_again(reread(before), open_key=uuid4())
    scorepad = reread(again)
    assert scorepad.sides == reread(before).sides
    assert (scorepad.pad.pin, scorepad.rules.target) == (before.pin, 15)
    assert scorepad.ledger.totals == (0, 0)
    assert scorepad.seat_name(scorepad.dealer) == "Bo"
    assert scorepad.pad.follows == before
    assert len(reread(before).lines) == 1


COLUMNS = {
    Pad: "id public_id open_key preset_key preset_version fingerprint house_rules first_dealer "
    "note revision phones follows_id followups best_of opened_at changed_at deleted_at "
    "own_version_id",
    PadSide: "id pad_id number name players start",
    HandEntry: "id pad_id line version revision kind facts reverses_id entry_key phone made_at",
    PadLink: "id pad_id access digest made_by_phone carried_from_id used made_at revoked_at",
}


@pytest.mark.parametrize("model", COLUMNS)
def test_nothing_that_is_stored_is_a_score(model: type[Model]) -> None:
    """Totals, endings and reasons are folded from the facts; a new column must not be one."""
    assert {field.column for field in model._meta.concrete_fields} == set(COLUMNS[model].split())
