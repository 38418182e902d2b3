"""All about one hand: what was entered, what it did, why, and its versions."""

from django.test import Client

from scorepads.entry import services as entry_services
from scorepads.models import Pad
from tests.browsing import look
from tests.factories import (
    PASSED,
    adjustment,
    bid,
    correct_facts,
    hand,
    hold,
    make_pad,
    make_phone,
    record,
    sent,
)


def at(pad: Pad, line: int = 1) -> str:
    return f"/games/{pad.public_id}/hands/{line}/"


def test_it_shows_what_was_entered_and_why_it_scores_so(
    pad: Pad, pencil: Client, watch: Client
) -> None:
    facts = hand(0, 3, owners={"low": 1, "jack": None}, trump="hearts", note="Ann's deck", dealer=1)
    record(hold(pad), facts)
    for phone in (pencil, watch):
        page = look(phone, at(pad))
        assert page.words("h1") == ["Hand 1"]
        entered = dict(zip(page.words("dt"), page.words("dd"), strict=True))
        assert entered == {
            "Dealer": "Them", "High": "Us", "Low": "Them", "Jack": "nobody", "Game": "Us",
            "Note": "Ann's deck",
        }  # fmt: skip
        assert "set back 3" in page.text
        assert page.find(class_="why")


def test_its_versions_are_listed_newest_first(pad: Pad, pencil: Client) -> None:
    holder = hold(pad)
    record(holder, hand(0), hand(1))
    correct_facts(sent(holder), 1, hand(0, 3))
    entry_services.undo(sent(holder))
    titles = [item.split(" From ")[0] for item in look(pencil, at(pad)).words("li")]
    assert len(titles) == 3
    assert [title.split(" undone")[0] for title in titles[:2]] == [
        "Undo: Hand 1 corrected",
        "Hand 1 corrected",
    ]
    assert titles[2].startswith("Hand 1 entered")


def test_a_hand_in_play_is_still_being_played_and_not_after_the_end(
    pad: Pad, pencil: Client
) -> None:
    record(hold(pad), bid(0, 2))
    page = look(pencil, at(pad))
    assert "Still being played" in page.text
    assert "After the end" not in page.text


def test_a_hand_after_the_end_says_so(db: None) -> None:
    pad = make_pad(start=(8, 0))
    holder = hold(pad)
    record(holder, hand(0, 2, owner=1), hand(1))
    correct_facts(sent(holder), 1, hand(0))
    page = look(make_phone(pad), at(pad, 2))
    assert "After the end: kept, not scored." in page.text


def test_passed_out_hands_and_adjustments_have_their_page_too(pad: Pad, pencil: Client) -> None:
    record(hold(pad), PASSED, adjustment(1, -2, note="revoke"))
    assert "Everyone passed" in look(pencil, at(pad, 1)).text
    page = look(pencil, at(pad, 2))
    assert "Adjustment: Them −2" in page.text
    assert "revoke" in page.text


def test_a_struck_hand_leads_back_to_the_pad_with_a_word(pad: Pad, pencil: Client) -> None:
    holder = hold(pad)
    record(holder, hand(0))
    entry_services.strike_hand(sent(holder), 1)
    page = look(pencil, at(pad), 410)
    assert "That hand is not in the ledger any more" in page.text
