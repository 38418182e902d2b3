"""How much a pad holds, and that a full one still shows what it has."""

import pytest

from scorepads.entry import services as entry_services
from scorepads.entry.services import PadFull
from scorepads.models import HandEntry, Pad
from tests.factories import (
    PASSED,
    adjustment,
    bid,
    correct_facts,
    facts_now,
    fill,
    hand,
    hold,
    make_pad,
    record,
    reread,
    save_facts,
    sent,
)

pytestmark = pytest.mark.django_db


def test_a_pad_holds_five_hundred_lines_and_says_when_it_is_full() -> None:
    assert entry_services.MAX_HANDS == 500
    pad = make_pad()
    holder = hold(pad)
    fill(pad, [PASSED] * 499)
    record(holder, hand())
    for facts in (hand(1), bid(), PASSED, adjustment()):
        with pytest.raises(PadFull):
            record(holder, facts)
    scorepad = reread(pad)
    assert (len(scorepad.lines), scorepad.ledger.totals, scorepad.revision) == (500, (4, 0), 500)


def test_a_full_pad_can_still_be_corrected_and_gains_room_by_striking() -> None:
    pad = make_pad()
    holder = hold(pad)
    fill(pad, [PASSED] * 500)
    correct_facts(sent(holder), 1, hand())
    entry_services.strike_hand(sent(holder), 2)
    record(holder, hand(1))
    assert len(facts_now(reread(pad))) == 500


def test_the_last_hand_of_a_full_pad_can_be_played_out() -> None:
    pad = make_pad()
    holder = hold(pad)
    fill(pad, [PASSED] * 499)
    record(holder, bid(), hand())
    assert reread(pad).ledger.totals == (4, 0)


def test_a_pad_holds_five_thousand_changes_of_every_kind() -> None:
    assert entry_services.MAX_CHANGES == 5000
    pad = make_pad()
    holder = hold(pad)
    fill(pad, [PASSED] * 3, versions=1667)
    HandEntry.objects.filter(pad=pad, revision__gt=4999).delete()
    Pad.objects.filter(pk=pad.pk).update(revision=4999)
    entry_services.strike_hand(sent(holder), 3)
    for change in (
        entry_services.undo,
        lambda form: save_facts(form, hand()),
        lambda form: correct_facts(form, 1, hand()),
        lambda form: entry_services.strike_hand(form, 1),
    ):
        with pytest.raises(PadFull):
            change(sent(holder))
    assert reread(pad).revision == 5000
    assert Pad.objects.get(pk=pad.pk).revision == 5000
