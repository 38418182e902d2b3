"""What a process keeps of pads is what it would read now, or it is not used."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorepads.core import scorepad as scorepad_module
from scorepads.core.fold_cache import FoldCache
from scorepads.core.scorepad import PadUnreadable, fold_rows, read_pad
from scorepads.entry import services as entry_services
from scorepads.models import HandEntry, Pad
from tests.factories import bid, correct_facts, fill, hand, hold, make_pad, record, sent

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch) -> FoldCache:
    cache = FoldCache()
    monkeypatch.setattr(scorepad_module, "folded_pads", cache)
    monkeypatch.setattr(entry_services, "folded_pads", cache)
    return cache


def read_anew(pad: Pad) -> object:
    return fold_rows(pad, list(pad.sides.all()), list(pad.entries.all()))


def test_what_other_processes_saved_is_added_to_what_is_kept() -> None:
    pad = make_pad()
    by = hold(pad)
    record(by, hand())
    known = read_pad(pad)
    record(by, bid(1, 3), hand(1, 3), hand())
    correct_facts(sent(by), 1, hand(1))
    entry_services.undo(sent(by))
    scorepad_module.folded_pads.put(known)  # as in a process that saw none of these changes
    assert read_pad(pad) == read_anew(pad)


def test_only_what_is_new_is_read() -> None:
    pad = make_pad(target=500)
    fill(pad, [hand()] * 100)
    read_pad(pad)
    with CaptureQueriesContext(connection) as queries:
        read_pad(pad)
    assert len(queries) == 1
    assert '"revision" >= 100' in queries.captured_queries[0]["sql"]


def test_a_saved_hand_is_folded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pad = make_pad()
    record(hold(pad), hand())
    monkeypatch.setattr(scorepad_module.Scorepad, "with_change", None)
    assert read_pad(pad) == read_anew(pad)


def test_of_a_pad_whose_house_rules_were_altered_nothing_that_was_kept_is_shown() -> None:
    pad = make_pad()
    record(hold(pad), hand())
    pad.house_rules = {"target": 3}
    assert read_pad(pad).rules.target == 3


def test_of_a_database_that_was_restored_nothing_that_was_kept_is_shown() -> None:
    pad = make_pad()
    record(hold(pad), hand(), hand())
    read_pad(pad)
    HandEntry.objects.filter(pad=pad, revision=2).delete()
    Pad.objects.filter(pk=pad.pk).update(revision=1)
    assert len(read_pad(pad).rows) == 1
    HandEntry.objects.filter(pad=pad).update(entry_key=uuid4(), facts=hand(1))
    assert read_pad(pad) == read_anew(pad)
    assert read_pad(pad).ledger.totals == (0, 4)


def test_a_pad_whose_preset_was_altered_is_unreadable_though_it_was_kept() -> None:
    pad = make_pad()
    record(hold(pad), hand())
    read_pad(pad)
    pad.fingerprint = "another"
    with pytest.raises(PadUnreadable):
        read_pad(pad)


def test_the_pad_itself_is_the_one_that_was_just_read() -> None:
    pad = make_pad()
    record(hold(pad), hand())
    read_pad(pad)
    Pad.objects.filter(pk=pad.pk).update(note="friday")
    assert read_pad(Pad.objects.get(pk=pad.pk)).pad.note == "friday"


def test_what_was_read_longest_ago_is_let_go() -> None:
    cache = FoldCache(max_changes=25)
    pads = [make_pad(target=500) for _ in range(3)]
    for pad in pads:
        fill(pad, [hand()] * 10)
    first, second, third = (read_anew(pad) for pad in pads)
    cache.put(first)
    cache.put(second)
    cache.get(pads[0].public_id)
    cache.put(third)
    cache.put(third)
    kept = [cache.get(pad.public_id) for pad in pads]
    assert kept == [first, None, third]
    assert cache.changes == 20
