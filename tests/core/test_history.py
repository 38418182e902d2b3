"""The order of the lines, and what stood before a change."""

import pytest

from scorepads.core.history import facts_before, numbers_then
from scorepads.entry import services as entry_services
from scorepads.models import HandEntry
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
    save_facts,
    sent,
)

pytestmark = pytest.mark.django_db


def test_what_is_entered_while_a_hand_is_played_comes_before_it() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, bid(0, 2), adjustment(1, -1))
    assert facts_now(reread(pad)) == [adjustment(1, -1), bid(0, 2)]
    record(holder, hand(0, 2))
    assert facts_now(reread(pad)) == [adjustment(1, -1), hand(0, 2)]
    assert [line.line for line in reread(pad).lines] == [2, 1]


def test_a_corrected_line_keeps_its_place() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, hand(0), hand(1), PASSED)
    correct_facts(sent(holder), 1, hand(0, 3))
    correct_facts(sent(holder), 1, hand(0, 4))
    assert facts_now(reread(pad)) == [hand(0, 4), hand(1), PASSED]


def test_a_hand_in_play_completed_by_a_correction_comes_last() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, bid(0, 2), adjustment(1, 1))
    correct_facts(sent(holder), 1, hand(0, 2))
    assert facts_now(reread(pad)) == [adjustment(1, 1), hand(0, 2)]


def test_the_hand_saved_after_a_preview_does_what_the_preview_said() -> None:
    """Also where its bid had been played out once already and taken back."""
    pad = make_pad(start=(0, 8))
    holder = hold(pad)
    record(holder, bid(0, 2), hand(0, 2))
    entry_services.undo(sent(holder))
    record(holder, adjustment(1, 2))
    saved = record(holder, hand(0, 2, owners={"low": 1}))
    assert saved.scorepad.ledger.lines[-1].entry.points is not None
    assert saved.scorepad.ledger.totals == (3, 11)


def test_what_stood_before_each_change() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, bid(0, 2), hand(0, 2), hand(1))
    correct_facts(sent(holder), 1, hand(0, 3))
    entry_services.strike_hand(sent(holder), 1)
    entry_services.undo(sent(holder))
    rows = list(HandEntry.objects.filter(pad=pad).order_by("revision"))
    assert [facts_before(rows, row) for row in rows] == [
        None, bid(0, 2), None, hand(0, 2), hand(0, 3), None,
    ]  # fmt: skip


def test_the_number_of_a_line_just_after_each_change() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, hand(0), hand(1), hand(0))
    for line, number in ((1, 3), (1, 4), (2, 3), (3, 4)):
        correct_facts(sent(holder), line, hand(1, number))
    entry_services.strike_hand(sent(holder), 1)
    record(holder, PASSED)
    rows = HandEntry.objects.filter(pad=pad).order_by("revision")
    assert list(numbers_then(rows).values()) == [1, 2, 3, 1, 1, 2, 3, 1, 3]


def test_rows_are_added_and_never_altered() -> None:
    pad = make_pad()
    holder = hold(pad)
    seen: list[dict] = []
    for change in (
        lambda form: save_facts(form, hand()),
        lambda form: correct_facts(form, 1, hand(1)),
        entry_services.undo,
        entry_services.redo,
        lambda form: entry_services.strike_hand(form, 1),
        entry_services.undo,
    ):
        change(sent(holder))
        rows = list(HandEntry.objects.filter(pad=pad).values())
        assert rows[:-1] == seen
        seen = rows
    assert [row["kind"] for row in seen] == ["record", "amend", "undo", "redo", "strike", "undo"]
