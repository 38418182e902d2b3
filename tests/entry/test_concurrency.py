"""Two phones, one pad: real threads on a real database, each with a connection of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar
from uuid import uuid4

import pytest
from django.db import connection
from django.test import RequestFactory

from scorepads.core import access
from scorepads.entry.services import StalePad
from scorepads.models import HandEntry, Pad, PadLink
from scorepads.opening import services as opening_services
from scorepads.opening.services import AlreadyOpened
from tests.browsing import Page
from tests.factories import (
    PASSED,
    PENCIL,
    correct_facts,
    facts_now,
    hand,
    hold,
    make_pad,
    make_phone,
    make_rules,
    make_sides,
    posted,
    record,
    reread,
    save_facts,
    sent,
    tapped,
)

pytestmark = pytest.mark.django_db(transaction=True)

T = TypeVar("T")


def at_once(*work: Callable[[], T]) -> list[T | Exception]:
    """What each returned or raised, all started together."""
    barrier = Barrier(len(work))

    def run(task: Callable[[], T]) -> T | Exception:
        barrier.wait(timeout=20)
        try:
            return task()
        except Exception as error:  # told apart by the test
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(work)) as threads:
        return list(threads.map(run, work))


def revisions(pad: Pad) -> Sequence[int]:
    rows = HandEntry.objects.filter(pad=pad).order_by("revision")
    return list(rows.values_list("revision", flat=True))


@pytest.mark.parametrize("_", range(5))
def test_the_same_form_twice_at_once_is_one_hand_and_both_answers_show_it(_: int) -> None:
    pad = make_pad()
    form = sent(hold(pad))
    answers = at_once(*[lambda: save_facts(form, hand())] * 2)
    assert sorted(answer.is_duplicate for answer in answers) == [False, True]
    assert answers[0].change == answers[1].change
    assert all(facts_now(answer.scorepad) == [hand()] for answer in answers)
    assert revisions(pad) == [1]


@pytest.mark.parametrize("_", range(5))
def test_of_two_hands_at_the_same_revision_one_is_saved_and_the_other_is_told(_: int) -> None:
    pad = make_pad()
    ours, theirs = (sent(hold(pad, phone=phone)) for phone in (1, 2))
    answers = at_once(
        lambda: save_facts(ours, hand(0)),
        lambda: save_facts(theirs, hand(1)),
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["Saved", "StalePad"]
    (saved,) = [answer for answer in answers if not isinstance(answer, StalePad)]
    assert facts_now(reread(pad)) == facts_now(saved.scorepad)
    assert revisions(pad) == [1]


def test_a_correction_and_a_new_hand_at_once_never_mix() -> None:
    pad = make_pad()
    record(hold(pad), hand(0))
    one, other = sent(hold(pad)), sent(hold(pad))
    answers = at_once(
        lambda: correct_facts(one, 1, hand(1)),
        lambda: save_facts(other, hand(0)),
    )
    assert [isinstance(answer, StalePad) for answer in answers].count(True) == 1
    assert facts_now(reread(pad)) in ([hand(1)], [hand(0), hand(0)])


def test_eight_phones_save_every_hand_once_and_leave_no_gap() -> None:
    phones, hands = 8, 3
    pad = make_pad(target=500)
    notes = [[f"{phone}.{number}" for number in range(hands)] for phone in range(phones)]

    def keep(phone: int) -> Callable[[], int]:
        holder = hold(pad, phone=phone)

        def save_all() -> int:
            return sum(_until_saved(holder, note) for note in notes[phone])

        return save_all

    tries = at_once(*[keep(phone) for phone in range(phones)])
    assert all(isinstance(count, int) for count in tries), tries
    saved = [facts["note"] for facts in facts_now(reread(pad))]
    assert sorted(saved) == sorted(note for row in notes for note in row)
    assert revisions(pad) == list(range(1, phones * hands + 1))
    assert Pad.objects.get(pk=pad.pk).revision == phones * hands
    for row in notes:  # each phone's own hands stand in the order in which it entered them
        assert [note for note in saved if note in row] == row


def _until_saved(holder: access.Holder, note: str) -> int:
    """How many taps it took; every one is sent twice, as by an impatient thumb."""
    for tries in range(1, 500):
        form = sent(holder)
        try:
            save_facts(form, hand(note=note))
            assert save_facts(form, hand(note=note)).is_duplicate
        except StalePad:
            continue
        return tries
    raise AssertionError("never saved")


def test_save_tapped_twice_on_the_page_at_once_is_one_hand_and_no_error() -> None:
    pad = make_pad()
    phone = make_phone(pad)
    cookies = phone.cookies
    form = posted(pad, **tapped(hand()), do="hand")

    def tap() -> tuple[int, str]:
        thumb = make_phone()
        thumb.cookies = cookies
        response = thumb.post(
            f"/games/{pad.public_id}/hands/", form, headers={"HX-Request": "true"}
        )
        return response.status_code, response.content.decode()

    answers = at_once(tap, tap)
    assert [status for status, _ in answers] == [200, 200]
    pages = [Page(f"<html>{html}</html>") for _, html in answers]
    assert all(len(page.find("tbody", class_="line")) == 1 for page in pages)
    assert revisions(pad) == [1]


@pytest.mark.parametrize("_", range(3))
def test_start_tapped_twice_at_once_opens_one_pad(_: int) -> None:
    key = uuid4()

    def start() -> Pad:
        try:
            return opening_services.open_pad(
                rules=make_rules(), sides=make_sides(("Us", "Them")), start=[0, 0], open_key=key
            )[0]
        except AlreadyOpened as opened:
            return opened.pad

    pads = at_once(start, start, start)
    assert len(set(pads)) == 1
    assert isinstance(pads[0], Pad)
    assert PadLink.objects.filter(pad=pads[0]).count() == 1


def test_phones_that_come_at_once_get_numbers_of_their_own() -> None:
    pad = make_pad()
    link, _ = access.make_link(pad, PENCIL)

    def arrive() -> int:
        request = RequestFactory().get("/")
        return access.grant_access(request, link).phone

    assert sorted(at_once(*[arrive] * 6)) == [1, 2, 3, 4, 5, 6]


def test_what_one_phone_is_told_is_saved_is_there_for_the_others() -> None:
    pad = make_pad()
    record(hold(pad), PASSED)
    (seen,) = at_once(lambda: facts_now(reread(pad)))
    assert seen == [PASSED]
