"""Undo and redo: changes like any other, so nothing is ever lost."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from scorepads.core.access import Holder
from scorepads.core.history import is_complete
from scorepads.core.scorepad import read_pad
from scorepads.entry import services as entry_services
from scorepads.entry.services import NothingToUndo, PadClosed, Saved, StalePad
from scorepads.models import HandEntry, Pad
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


def test_undo_takes_back_exactly_one_whole_hand() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, hand(0), hand(1))
    entry_services.undo(sent(holder))
    assert facts_now(reread(pad)) == [hand(0)]
    entry_services.redo(sent(holder))
    assert facts_now(reread(pad)) == [hand(0), hand(1)]


def test_undo_opens_a_finished_game_with_the_same_dealer_and_redo_ends_it_again() -> None:
    pad = make_pad(start=(10, 0))
    holder = hold(pad)
    dealer = reread(pad).dealer
    record(holder, hand())
    entry_services.undo(sent(holder))
    assert not reread(pad).ledger.is_over
    assert reread(pad).dealer == dealer
    entry_services.redo(sent(holder))
    assert reread(pad).ledger.is_over


def test_undoing_a_hand_whose_bid_was_saved_before_leaves_the_bid() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, bid(1, 3), hand(1, 3))
    entry_services.undo(sent(holder))
    assert facts_now(reread(pad)) == [bid(1, 3)]
    entry_services.undo(sent(holder))
    assert facts_now(reread(pad)) == []
    entry_services.redo(sent(holder))
    entry_services.redo(sent(holder))
    assert facts_now(reread(pad)) == [hand(1, 3)]


def test_a_new_change_leaves_nothing_to_redo() -> None:
    holder = hold(make_pad())
    record(holder, hand(0), hand(1))
    entry_services.undo(sent(holder))
    record(holder, hand(0, 3))
    with pytest.raises(NothingToUndo):
        entry_services.redo(sent(holder))


def test_a_correction_that_changes_nothing_keeps_what_can_be_redone() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, hand(0), hand(1))
    entry_services.undo(sent(holder))
    correct_facts(sent(holder), 1, hand(0))
    entry_services.redo(sent(holder))
    assert facts_now(reread(pad)) == [hand(0), hand(1)]


def test_there_is_nothing_to_undo_or_redo_on_a_new_pad() -> None:
    pad = make_pad()
    for change in (entry_services.undo, entry_services.redo):
        with pytest.raises(NothingToUndo):
            change(sent(hold(pad)))
    assert Pad.objects.get(pk=pad.pk).revision == 0


def test_undo_on_an_old_page_is_refused() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, hand(0), hand(1))
    with pytest.raises(StalePad):
        entry_services.undo(sent(holder, seen=1))
    assert len(facts_now(reread(pad))) == 2


def test_undo_sent_twice_takes_back_one_change() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, hand(0), hand(1))
    form = sent(holder)
    entry_services.undo(form)
    assert entry_services.undo(form).is_duplicate
    assert facts_now(reread(pad)) == [hand(0)]


def test_a_bid_played_out_anew_comes_after_what_was_entered_meanwhile() -> None:
    """Its first completing was undone, so it does not keep that place."""
    pad = make_pad()
    holder = hold(pad)
    record(holder, bid(0, 2), hand(0, 2))
    entry_services.undo(sent(holder))
    record(holder, adjustment(1, 5), hand(0, 2))
    assert facts_now(reread(pad)) == [adjustment(1, 5), hand(0, 2)]


def test_a_correction_that_was_undone_leaves_no_mark() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, hand(0))
    correct_facts(sent(holder), 1, hand(1))
    assert [line.corrected for line in reread(pad).lines] == [True]
    entry_services.undo(sent(holder))
    assert [line.corrected for line in reread(pad).lines] == [False]
    entry_services.redo(sent(holder))
    assert [line.corrected for line in reread(pad).lines] == [True]


# --- Against a model that keeps a copy of the whole ledger after every change --------------------

Ledger = list[tuple[int, Facts]]


class Copies:
    """A ledger as plain lists: every state that ever stood, and which of them stands now."""

    def __init__(self) -> None:
        self.states: list[Ledger] = [[]]
        self.at = 0
        self.lines = 0

    @property
    def scorepad(self) -> Ledger:
        return self.states[self.at]

    @property
    def in_play(self) -> bool:
        return bool(self.scorepad) and not is_complete(self.scorepad[-1][1])

    def goes_to(self, state: Ledger) -> None:
        self.states[self.at + 1 :] = [state]
        self.at += 1

    def record(self, facts: Facts) -> None:
        if self.in_play and "pitcher" in facts:
            self.goes_to([*self.scorepad[:-1], (self.scorepad[-1][0], facts)])
            return
        self.lines += 1
        last = len(self.scorepad) - self.in_play
        self.goes_to([*self.scorepad[:last], (self.lines, facts), *self.scorepad[last:]])

    def put(self, place: int, facts: Facts | None) -> None:
        line = self.scorepad[place][0]
        middle = [] if facts is None else [(line, facts)]
        self.goes_to([*self.scorepad[:place], *middle, *self.scorepad[place + 1 :]])


class Table:
    """A holder who does at random what a table may do, and a model that does the same."""

    def __init__(self, pad: Pad, random: Random) -> None:
        self.pad, self.random = pad, random
        self.holder: Holder = hold(pad)
        self.copies = Copies()
        self.saved = Saved(reread(pad), None)

    def line(self) -> Facts:
        side, other = self.random.choice([(0, 1), (1, 0)])
        return self.random.choice(
            [hand(side, 2), hand(side, 4, owners={"low": other}), bid(side, 3), PASSED,
             adjustment(side, self.random.choice([-3, 1, 2]))]
        )  # fmt: skip

    def record(self) -> None:
        facts = self.line()
        try:
            self.saved = save_facts(sent(self.holder), facts)
        except PadClosed:
            assert reread(self.pad).ledger.is_over
        else:
            self.copies.record(facts)

    def amend(self) -> None:
        whole = len(self.copies.scorepad) - self.copies.in_play
        if whole:
            place = self.random.randrange(whole)
            facts, (line, before) = self.line(), self.copies.scorepad[place]
            if is_complete(facts) and facts != before:
                self.saved = correct_facts(sent(self.holder), line, facts)
                self.copies.put(place, facts)

    def strike(self) -> None:
        if self.copies.scorepad:
            place = self.random.randrange(len(self.copies.scorepad))
            line = self.copies.scorepad[place][0]
            self.saved = entry_services.strike_hand(sent(self.holder), line)
            self.copies.put(place, None)

    def undo(self) -> None:
        if self.moves(entry_services.undo, possible=self.copies.at > 0):
            self.copies.at -= 1

    def redo(self) -> None:
        if self.moves(entry_services.redo, possible=self.copies.at < len(self.copies.states) - 1):
            self.copies.at += 1

    def moves(self, change: Callable[..., Saved], *, possible: bool) -> bool:
        if not possible:
            with pytest.raises(NothingToUndo):
                change(sent(self.holder))
            return False
        self.saved = change(sent(self.holder))
        return True

    def agree(self) -> bool:
        stored = read_pad(Pad.objects.get(pk=self.pad.pk))
        assert stored == self.saved.scorepad, "the answer to a change is what is read afterwards"
        return [(line.line, line.facts) for line in stored.lines] == self.copies.scorepad


@pytest.mark.parametrize("seed", range(16))
def test_whatever_a_table_does_the_ledger_is_that_of_the_copies(seed: int) -> None:
    random = Random(seed)
    table = Table(make_pad(start=(5, 5)), random)
    does = [table.record] * 4 + [table.undo] * 3 + [table.redo] * 2 + [table.amend, table.strike]
    for _ in range(30):
        random.choice(does)()
        assert table.agree(), seed
    steps = table.copies.at
    ended = facts_now(reread(table.pad))
    for change in (table.undo, table.redo):
        for _ in range(steps):
            change()
            assert table.agree(), seed
    assert facts_now(reread(table.pad)) == ended
    revisions = HandEntry.objects.filter(pad=table.pad).values_list("revision", flat=True)
    assert list(revisions) == list(range(1, len(revisions) + 1))
