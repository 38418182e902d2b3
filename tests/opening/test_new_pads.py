"""What a pad that is opened from another begins with, and what it leaves behind."""

from __future__ import annotations

from uuid import uuid4

import pytest

from scorepads.models import OwnVersion, Pad, PadLink
from scorepads.opening import services as opening_services
from scorepads.opening.services import AlreadyOpened
from scorepads.players import swaps
from tests.factories import (
    adjustment,
    bid,
    facts_now,
    hand,
    hold,
    make_pad,
    make_rules,
    make_sides,
    record,
    reread,
    sit_down,
)

pytestmark = pytest.mark.django_db

PARTNERS = (("Ann", "Cy"), ("Bo", "Di"))


@pytest.fixture
def own() -> OwnVersion:
    return OwnVersion.objects.create(
        version=1, name="Thursdays", preset_key="wikipedia", preset_version=1,
        house_rules={"target": 15},
    )  # fmt: skip


@pytest.fixture
def played(own: OwnVersion) -> Pad:
    """A pad of a table's own rules, begun from scores on paper, with a hand played."""
    pad, _ = opening_services.open_pad(
        rules=make_rules(target=15), sides=make_sides(("Us", "Them"), PARTNERS), start=[3, -2],
        first_dealer=1, note="At the lake", own_version=own,
    )  # fmt: skip
    record(hold(pad), hand(0, 2, player=1))
    return Pad.objects.get(pk=pad.pk)


def test_a_new_pad_begins_with_its_first_dealer_without_a_note_and_follows_none() -> None:
    pad, link = opening_services.open_pad(
        rules=make_rules(), sides=make_sides(("Us", "Them")), start=[0, 0]
    )
    assert (pad.first_dealer, pad.note, pad.follows, pad.own_version) == (0, "", None, None)
    assert (pad.revision, pad.phones, link.access, link.made_by_phone) == (
        0, 0, PadLink.Access.PENCIL, 0,
    )  # fmt: skip


def test_the_pad_that_a_form_opened_is_told_to_whoever_sends_it_again() -> None:
    key = uuid4()
    before = make_pad()
    pad, _ = opening_services.play_again(reread(before), open_key=key)
    for again in (
        lambda: opening_services.play_again(reread(before), open_key=key),
        lambda: opening_services.swap_and_play_again(
            reread(before), reread(before).sides, 0, open_key=key
        ),
        lambda: opening_services.play_on(
            reread(before), rules=make_rules(target=15), entries=[], open_key=key
        ),
    ):
        with pytest.raises(AlreadyOpened) as told:
            again()
        assert told.value.pad == pad
    assert Pad.objects.count() == 2


def test_playing_again_begins_at_nothing_by_the_same_rules(played: Pad, own: OwnVersion) -> None:
    again, link = opening_services.play_again(reread(played), open_key=uuid4())
    scorepad = reread(again)
    assert scorepad.start == (0, 0)
    assert (scorepad.rules.target, scorepad.pad.own_version, scorepad.pad.follows) == (
        15, own, played,
    )  # fmt: skip
    assert (scorepad.pad.note, scorepad.lines, link.access) == ("", (), PadLink.Access.PENCIL)


def test_playing_again_with_other_partners_begins_at_nothing_too(
    played: Pad, own: OwnVersion
) -> None:
    swap = swaps.possible_swaps(reread(played))[0]
    pad, _ = opening_services.swap_and_play_again(
        reread(played), swap.sides, swap.first_dealer, open_key=uuid4()
    )
    scorepad = reread(pad)
    assert scorepad.start == (0, 0)
    assert scorepad.sides == swap.sides
    assert (scorepad.pad.first_dealer, scorepad.pad.follows) == (swap.first_dealer, played)
    assert (scorepad.rules.target, scorepad.pad.own_version) == (15, own)


def test_after_a_changed_target_the_next_game_is_not_by_the_tables_own_rules(
    played: Pad, own: OwnVersion
) -> None:
    record(hold(played), {"target": 21})
    before = reread(played)
    again, _ = opening_services.play_again(before, open_key=uuid4())
    swapped, _ = opening_services.swap_and_play_again(before, before.sides, 0, open_key=uuid4())
    for pad in (again, swapped):
        assert (reread(pad).rules.target, reread(pad).pad.own_version) == (21, None)


def test_playing_on_keeps_scores_dealer_note_and_every_line(played: Pad) -> None:
    record(hold(played), adjustment(1, -2), bid(1, 3))
    before = reread(played)
    pad, _ = opening_services.play_on(
        before, rules=make_rules(target=21), entries=before.entries, open_key=uuid4()
    )
    scorepad = reread(pad)
    assert (scorepad.start, scorepad.pad.first_dealer) == ((3, -2), 1)
    assert (scorepad.pad.note, scorepad.pad.follows, scorepad.pad.own_version) == (
        "At the lake", None, None,
    )  # fmt: skip
    assert facts_now(scorepad) == facts_now(before)
    assert [(row.line, row.version, row.revision, row.phone) for row in scorepad.rows] == [
        (1, 1, 1, 1), (2, 1, 2, 1), (3, 1, 3, 1),
    ]  # fmt: skip
    assert scorepad.pad.revision == 3


def test_playing_on_keeps_who_sat_down_and_more_can_sit_down_after_it() -> None:
    before = make_pad(players=(("Ann", "Bo"), ("Cy", "Di")))
    record(hold(before), hand(), hand(1))
    sit_down(hold(before), 2, {(0, 1): "Eve"})
    scorepad = reread(before)
    pad, _ = opening_services.play_on(
        scorepad, rules=make_rules(target=21), entries=scorepad.entries, open_key=uuid4()
    )
    sit_down(hold(pad), 3, {(1, 1): "Flo"})
    now = reread(pad)
    assert [now.as_seated(number).sides[1].players[1] for number in (1, 2, 3)] == [
        "Di",
        "Di",
        "Flo",
    ]
    assert [now.as_seated(number).sides[0].players[1] for number in (1, 2, 3)] == [
        "Bo",
        "Eve",
        "Eve",
    ]


def test_playing_on_under_a_tables_own_rules_names_them(played: Pad, own: OwnVersion) -> None:
    pad, _ = opening_services.play_on(
        reread(played), rules=make_rules(target=15), entries=[], own_version=own, open_key=uuid4()
    )
    assert pad.own_version == own
    assert reread(pad).revision == reread(pad).pad.revision == 0
