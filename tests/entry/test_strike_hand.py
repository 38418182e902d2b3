"""Taking a line out of the ledger; its facts stay."""

import pytest

from scorepads.core.scorepad import NoSuchHand
from scorepads.entry import services as entry_services
from scorepads.entry.services import StalePad
from scorepads.models import HandEntry
from tests.factories import (
    bid,
    correct_facts,
    facts_now,
    hand,
    hold,
    make_pad,
    record,
    reread,
    sent,
)

pytestmark = pytest.mark.django_db


def test_a_struck_hand_no_longer_counts_and_stays_in_the_history() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, hand(0), hand(1), hand(0, 3))
    entry_services.strike_hand(sent(holder), 2)
    assert facts_now(reread(pad)) == [hand(0), hand(0, 3)]
    assert reread(pad).ledger.totals == (8, 0)
    assert HandEntry.objects.get(pad=pad, line=2, version=1).facts == hand(1)


def test_undo_brings_a_struck_hand_back_to_its_place() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, hand(0), hand(1), hand(0, 3))
    entry_services.strike_hand(sent(holder), 1)
    entry_services.undo(sent(holder))
    assert facts_now(reread(pad)) == [hand(0), hand(1), hand(0, 3)]


def test_striking_the_last_hand_opens_the_game_again() -> None:
    pad = make_pad(start=(10, 0))
    holder = hold(pad)
    record(holder, hand())
    entry_services.strike_hand(sent(holder), 1)
    assert not reread(pad).ledger.is_over


def test_striking_brings_hands_after_the_end_back_into_the_score() -> None:
    pad = make_pad(start=(8, 0))
    holder = hold(pad)
    record(holder, hand(0, 2, owner=1), hand(1))
    correct_facts(sent(holder), 1, hand(0))
    assert reread(pad).ledger.after_the_end
    entry_services.strike_hand(sent(holder), 1)
    assert reread(pad).ledger.totals == (8, 4)


def test_a_hand_in_play_can_be_struck() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, bid())
    entry_services.strike_hand(sent(holder), 1)
    assert reread(pad).in_play is None


def test_a_hand_is_struck_once() -> None:
    holder = hold(make_pad())
    record(holder, hand())
    form = sent(holder)
    assert not entry_services.strike_hand(form, 1).is_duplicate
    assert entry_services.strike_hand(form, 1).is_duplicate
    with pytest.raises(NoSuchHand):
        entry_services.strike_hand(sent(holder), 1)


def test_striking_on_an_old_page_is_refused() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, hand(), hand(1))
    with pytest.raises(StalePad):
        entry_services.strike_hand(sent(holder, seen=1), 1)
    assert len(facts_now(reread(pad))) == 2
