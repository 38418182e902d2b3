"""Every change of a pad: what, when, by which phone, from what to what."""

import re

from django.test import Client

from scorepads.entry import services as entry_services
from scorepads.models import HandEntry, Pad
from tests.browsing import look
from tests.factories import (
    PASSED,
    adjustment,
    bid,
    correct_facts,
    facts_now,
    hand,
    hold,
    posted,
    record,
    reread,
    sent,
    tapped,
)


def at(pad: Pad) -> str:
    return f"/games/{pad.public_id}/history/"


def changes(phone: Client, pad: Pad) -> list[str]:
    page = look(phone, at(pad))
    return [
        re.sub(r"\w+ \d+, \d{4}, \d+:\d\d [AP]M UTC", "WHEN", item) for item in page.words("li")
    ]


def test_it_lists_each_change_with_when_phone_from_and_to(
    pad: Pad, pencil: Client, watch: Client
) -> None:
    mine = {"high": "0", "low": "1", "jack": "none", "game": "0"}
    fields = {**tapped(bid(0, 3)), **mine, "do": "hand"}
    pencil.post(f"/games/{pad.public_id}/hands/", posted(pad, **fields))
    correct_facts(sent(hold(pad, phone=9)), 1, PASSED)
    entry_services.strike_hand(sent(hold(pad, phone=9)), 1)
    struck, corrected, entered = changes(pencil, pad)
    was = "Us bid 3; High Us, Low Them, Jack nobody, Game Us"
    assert entered == f"Hand 1 entered {was} WHEN · this phone"
    assert corrected == f"Hand 1 corrected From {was} to Everyone passed WHEN · phone 9"
    assert struck == "Hand 1 deleted Was: Everyone passed WHEN · phone 9"
    assert len(changes(watch, pad)) == 3


def test_a_hand_keeps_the_number_it_had_when_one_before_it_is_deleted(
    pad: Pad, pencil: Client
) -> None:
    holder = hold(pad)
    record(holder, hand(), hand(1))
    entry_services.strike_hand(sent(holder), 1)
    record(holder, hand(0, 3))
    assert [change.split(" Us")[0].split(" Them")[0].split(" Was")[0]
            for change in changes(pencil, pad)] == [
        "Hand 2 entered", "Hand 1 deleted", "Hand 2 entered", "Hand 1 entered",
    ]  # fmt: skip


def test_what_was_undone_is_marked_and_stays(pad: Pad, pencil: Client) -> None:
    holder = hold(pad)
    record(holder, hand(), hand(1))
    entry_services.undo(sent(holder))
    assert [" undone " in change for change in changes(pencil, pad)] == [False, True, False]
    entry_services.redo(sent(holder))
    assert [" undone " in change for change in changes(pencil, pad)] == [False] * 4


def test_nothing_is_ever_lost_from_it(pad: Pad, pencil: Client) -> None:
    holder = hold(pad)
    record(holder, hand(note="first"), adjustment(0, 2, note="second"))
    for _ in range(2):
        entry_services.undo(sent(holder))
    record(holder, hand(1, note="third"))
    entry_services.strike_hand(sent(holder), 3)
    assert facts_now(reread(pad)) == []
    text = look(pencil, at(pad)).text
    assert all(note in text for note in ("first", "second", "third"))
    assert len(changes(pencil, pad)) == HandEntry.objects.count() == 6


def test_a_new_pad_has_an_empty_one_that_says_under_what_rules_it_was_opened(
    pad: Pad, watch: Client
) -> None:
    assert changes(watch, pad) == []
    assert re.search(r"under .*Wikipedia.*, version 1", look(watch, at(pad)).text)
