"""Adding a line: keyed, revised, checked."""

from collections.abc import Iterator
from uuid import uuid4

import pytest

from scorepads.entry import services as entry_services
from scorepads.entry.services import PadClosed, Saved, StalePad
from scorepads.models import HandEntry, Pad
from scorepads.rules.terms import Refused
from tests.factories import (
    PASSED,
    Facts,
    adjustment,
    bid,
    correct_facts,
    facts_now,
    hand,
    hold,
    make_pad,
    record,
    reread,
    save_facts,
    sent,
)

pytestmark = pytest.mark.django_db


def test_a_saved_hand_counts() -> None:
    pad = make_pad()
    saved = record(hold(pad, phone=4), hand(0, 2, owners={"low": 1}))
    assert saved.scorepad.ledger.totals == (3, 1)
    assert (saved.is_duplicate, saved.change.phone, saved.change.revision) == (False, 4, 1)
    assert reread(pad).ledger == saved.scorepad.ledger


def test_the_same_key_is_saved_once_and_answers_alike() -> None:
    holder = hold(make_pad())
    form = sent(holder)
    first = save_facts(form, hand())
    again = save_facts(form, hand())
    assert (first.is_duplicate, again.is_duplicate) == (False, True)
    assert first.change == again.change
    assert len(facts_now(again.scorepad)) == 1


def test_the_key_is_asked_before_the_revision() -> None:
    """A form sent again carries the old revision by nature."""
    holder = hold(make_pad())
    form = sent(holder)
    save_facts(form, hand())
    record(holder, hand(1))
    again = save_facts(form, hand())
    assert again.is_duplicate
    assert len(facts_now(again.scorepad)) == 2


def test_a_key_belongs_to_its_pad() -> None:
    key = uuid4()
    for pad in (make_pad(), make_pad()):
        assert not save_facts(sent(hold(pad), key=key), hand()).is_duplicate


def test_a_form_sent_again_after_the_game_ended_still_answers_saved() -> None:
    holder = hold(make_pad(start=(10, 0)))
    form = sent(holder)
    assert save_facts(form, hand()).scorepad.ledger.is_over
    assert save_facts(form, hand()).is_duplicate


def test_an_old_revision_is_refused_and_saves_nothing() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, hand())
    with pytest.raises(StalePad):
        save_facts(sent(holder, seen=0), hand(1))
    assert len(facts_now(reread(pad))) == 1
    assert Pad.objects.get(pk=pad.pk).revision == 1


@pytest.mark.parametrize("seen", [-1, 1, 2**31, 2**63, 10**30])
def test_a_revision_that_never_was_is_stale(seen: int) -> None:
    with pytest.raises(StalePad):
        save_facts(sent(hold(make_pad()), seen=seen), hand())


@pytest.mark.parametrize(
    "facts",
    [
        {},
        bid(0, 9),
        bid(2, 2),
        hand(0, 2, owners={"high": None}),
        hand(0, 2, points=("high", "low")),
        {**hand(), "colour": "red"},
        hand(note="x" * 201),
        adjustment(0, 0),
        adjustment(0, 101),
        {"passed_out": False},
    ],
)
def test_facts_that_cannot_be_are_refused_and_cost_no_revision(facts: Facts) -> None:
    pad = make_pad()
    with pytest.raises(Refused) as refused:
        record(hold(pad), facts)
    assert refused.value.problems
    assert Pad.objects.get(pk=pad.pk).revision == 0
    assert not HandEntry.objects.exists()


@pytest.mark.parametrize("facts", [hand(), bid(), PASSED, adjustment()])
def test_a_finished_pad_takes_no_line_of_any_kind(facts: Facts) -> None:
    pad = make_pad(start=(10, 0))
    holder = hold(pad)
    record(holder, hand())
    with pytest.raises(PadClosed):
        record(holder, facts)
    assert len(facts_now(reread(pad))) == 1


def test_a_bid_is_kept_by_itself_and_completed_by_its_hand() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, bid(1, 3, trump="spades"))
    assert reread(pad).in_play is not None
    record(holder, hand(1, 3, trump="spades"))
    scorepad = reread(pad)
    assert (scorepad.in_play, len(scorepad.lines), scorepad.ledger.totals) == (None, 1, (0, 4))


def test_a_bid_can_be_changed_before_the_hand_is_played_out() -> None:
    pad = make_pad()
    record(hold(pad), bid(1, 3), bid(0, 4))
    scorepad = reread(pad)
    assert [(line.line, line.facts) for line in scorepad.lines] == [(1, bid(0, 4))]


@pytest.fixture
def counted() -> Iterator[list[Saved]]:
    saved: list[Saved] = []
    yield saved
    revisions = [one.change.revision for one in saved]
    assert revisions == list(range(1, len(saved) + 1))


def test_every_change_makes_the_next_revision(counted: list[Saved]) -> None:
    holder = hold(make_pad())
    for facts in (bid(), hand(), PASSED, adjustment(1, -2), hand(1)):
        counted.append(record(holder, facts))
    counted.append(correct_facts(sent(holder), 1, hand(1)))
    counted.append(entry_services.strike_hand(sent(holder), 2))
    counted.append(entry_services.undo(sent(holder)))
    counted.append(entry_services.redo(sent(holder)))


def test_a_line_number_is_never_given_twice() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, hand(), hand(1))
    entry_services.undo(sent(holder))
    record(holder, hand(0, 3))
    assert [line.line for line in reread(pad).lines] == [1, 3]


def test_the_deal_passes_on_and_a_noted_dealer_corrects_it() -> None:
    pad = make_pad(names=("A", "B", "C"))
    holder = hold(pad)
    dealers = [reread(pad).dealer]
    for facts in (hand(), PASSED, adjustment(), hand(dealer=0), hand()):
        record(holder, facts)
        dealers.append(reread(pad).dealer)
    # After a passed-out hand the same dealer deals again here; an adjustment moves nothing.
    assert dealers == [0, 1, 1, 1, 1, 2]
