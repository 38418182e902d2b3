"""Putting a line right: a new version of it, never another line."""

import pytest

from scorepads.core.scorepad import NoSuchHand
from scorepads.entry import services as entry_services
from scorepads.entry.services import StalePad
from scorepads.models import HandEntry, Pad
from scorepads.rules.terms import Refused
from tests.factories import (
    PASSED,
    adjustment,
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


def test_a_correction_changes_the_later_totals_and_keeps_the_old_version() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, hand(0, 2), hand(1, 2), hand(0, 2))
    correct_facts(sent(holder), 2, hand(1, 3, owner=0))
    scorepad = reread(pad)
    assert [line.totals for line in scorepad.ledger.lines] == [(4, 0), (8, -3), (12, -3)]
    versions = HandEntry.objects.filter(pad=pad, line=2)
    assert [row.version for row in versions] == [1, 2]
    assert versions[0].facts == hand(1, 2)


def test_entering_wrong_and_correcting_equals_entering_right() -> None:
    wrong, right = make_pad(), make_pad()
    record(hold(wrong), hand(0, 3, owner=1), hand(1))
    record(hold(right), hand(0, 2), hand(1))
    correct_facts(sent(hold(wrong)), 1, hand(0, 2))
    assert reread(wrong).ledger == reread(right).ledger


def test_the_same_facts_change_nothing() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, hand(note="late", dealer=1))
    saved = correct_facts(sent(holder), 1, hand(note="late", dealer=1))
    assert saved.change is None
    assert HandEntry.objects.filter(pad=pad).count() == 1
    assert Pad.objects.get(pk=pad.pk).revision == 1


def test_facts_that_differ_only_in_their_order_are_the_same() -> None:
    holder = hold(make_pad())
    record(holder, hand())
    facts = dict(reversed(hand().items()))
    facts["points"] = dict(reversed(facts["points"].items()))
    assert correct_facts(sent(holder), 1, facts).change is None


def test_played_and_passed_out_can_be_made_of_one_another() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, hand())
    correct_facts(sent(holder), 1, PASSED)
    assert reread(pad).ledger.totals == (0, 0)
    correct_facts(sent(holder), 1, hand(1))
    assert reread(pad).ledger.totals == (0, 4)


def test_an_adjustment_can_be_corrected() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, adjustment(0, 3))
    correct_facts(sent(holder), 1, adjustment(1, -3, note="revoke"))
    assert reread(pad).ledger.totals == (0, -3)


def test_a_correction_can_end_the_game_and_later_hands_are_kept_unscored() -> None:
    pad = make_pad(start=(8, 0))
    holder = hold(pad)
    record(holder, hand(0, 2, owner=1), hand(1))
    correct_facts(sent(holder), 1, hand(0, 2))
    scorepad = reread(pad)
    assert scorepad.ledger.out is not None and scorepad.ledger.out.winner == 0
    assert (len(scorepad.ledger.lines), len(scorepad.ledger.after_the_end)) == (1, 1)


def test_a_correction_can_open_a_finished_game_again() -> None:
    pad = make_pad(start=(8, 0))
    holder = hold(pad)
    record(holder, hand(0, 2))
    correct_facts(sent(holder), 1, hand(0, 2, owner=1))
    assert not reread(pad).ledger.is_over
    record(holder, hand(1))


def test_only_the_last_hand_may_be_left_in_play() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, hand(), hand(1), bid(0, 2))
    with pytest.raises(Refused):
        correct_facts(sent(holder), 1, bid(0, 2))
    correct_facts(sent(holder), 3, bid(1, 4))
    assert facts_now(reread(pad)) == [hand(), hand(1), bid(1, 4)]


def test_a_line_that_never_was_or_is_struck_cannot_be_corrected() -> None:
    holder = hold(make_pad())
    record(holder, hand())
    with pytest.raises(NoSuchHand):
        correct_facts(sent(holder), 2, hand(1))
    entry_services.strike_hand(sent(holder), 1)
    with pytest.raises(NoSuchHand):
        correct_facts(sent(holder), 1, hand(1))


def test_a_correction_of_an_old_revision_is_refused() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, hand(), hand(1))
    with pytest.raises(StalePad):
        correct_facts(sent(holder, seen=1), 1, hand(1))
    assert facts_now(reread(pad)) == [hand(), hand(1)]


def test_a_refused_correction_leaves_everything_as_it_was() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, hand())
    with pytest.raises(Refused):
        correct_facts(sent(holder), 1, hand(0, 5))
    assert facts_now(reread(pad)) == [hand()]
    assert Pad.objects.get(pk=pad.pk).revision == 1
