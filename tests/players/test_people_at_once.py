"""Two phones change who plays at the same moment: real threads on a real database."""

from __future__ import annotations

import pytest

from scorepads.entry import services as entry_services
from scorepads.entry.services import Saved, StalePad, Submission
from scorepads.models import HandEntry
from scorepads.rules.seatings import rename_people
from tests.entry.test_concurrency import at_once, revisions
from tests.factories import hand, hold, make_pad, record, reread, save_facts, sent

pytestmark = pytest.mark.django_db(transaction=True)
PLAYERS = (("Ann", "Bo"), ("Cy", "Di"))


def renamed(form: Submission, **names: str) -> Saved:
    return entry_services.save_people(form, rename_people(form.scorepad.seatings, names))


@pytest.mark.parametrize("_", range(3))
def test_of_two_names_put_right_at_once_one_is_saved_and_the_other_is_told(_: int) -> None:
    pad = make_pad(players=PLAYERS)
    record(hold(pad), hand())
    one, other = sent(hold(pad)), sent(hold(pad, phone=2))
    answers = at_once(lambda: renamed(one, Bo="Bob"), lambda: renamed(other, Cy="Cyd"))
    assert sorted(type(answer).__name__ for answer in answers) == ["Saved", "StalePad"]
    assert revisions(pad) == [1, 2]
    again = renamed(sent(hold(pad)), Bo="Bob", Cy="Cyd")
    assert [side.players for side in again.scorepad.sides] == [("Ann", "Bob"), ("Cyd", "Di")]


@pytest.mark.parametrize("_", range(3))
def test_the_same_form_twice_at_once_is_one_change(_: int) -> None:
    pad = make_pad(players=PLAYERS)
    form = sent(hold(pad))
    answers = at_once(*[lambda: renamed(form, Bo="Bob")] * 2)
    assert sorted(answer.is_duplicate for answer in answers) == [False, True]
    assert HandEntry.objects.count() == 1
    assert reread(pad).sides[0].players == ("Ann", "Bob")


@pytest.mark.parametrize("_", range(3))
def test_a_hand_and_a_name_at_once_are_both_there_in_the_end(_: int) -> None:
    """Whoever comes second is told, and sends again; a hand does not even need to be."""
    pad = make_pad(players=PLAYERS)
    form, other = sent(hold(pad)), sent(hold(pad, phone=2))
    at_once(lambda: save_facts(form, hand()), lambda: renamed(other, Bo="Bob"))
    now = reread(pad)
    if not now.lines:
        save_facts(sent(hold(pad), seen=0, key=form.entry_key), hand())
    if now.sides[0].players == ("Ann", "Bo"):
        renamed(sent(hold(pad)), Bo="Bob")
    now = reread(pad)
    assert (len(now.lines), now.sides[0].players) == (1, ("Ann", "Bob"))
    assert revisions(pad) == [1, 2]


def test_a_change_seen_too_early_is_stale_and_changes_nothing() -> None:
    pad = make_pad(players=PLAYERS)
    early = sent(hold(pad))
    record(hold(pad), hand())
    with pytest.raises(StalePad):
        renamed(sent(hold(pad), seen=early.seen), Bo="Bob")
    assert reread(pad).sides[0].players == ("Ann", "Bo")
