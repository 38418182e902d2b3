"""The sentence that says what Save would do, while a hand is tapped."""

import pytest
from django.test import Client

from scorepads.models import HandEntry, Pad
from scorepads.rules.wording.explain import line_in_words
from tests.browsing import Page
from tests.factories import bid, hand, hold, make_pad, make_phone, record, tapped


def said(phone: Client, pad: Pad, **fields: str) -> str:
    response = phone.post(f"/games/{pad.public_id}/preview/", fields)
    assert response.status_code == 200
    return Page(f"<html>{response.content.decode()}</html>").text


def test_a_whole_hand_is_told_as_saving_it_would_tell(pad: Pad, pencil: Client) -> None:
    facts = hand(0, 4, owners={"low": 1})
    told = said(pencil, pad, **tapped(facts))
    scorepad = record(hold(pad), facts).scorepad
    assert told == line_in_words(scorepad.rules, scorepad.names, scorepad.ledger.lines[-1])
    assert "−4" in told


def test_it_saves_nothing(pad: Pad, pencil: Client) -> None:
    said(pencil, pad, **tapped(hand()))
    assert HandEntry.objects.count() == 0


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({}, "Still to tap: who bid, the bid, who won each point."),
        ({"who": "1"}, "Still to tap: the bid, who won each point."),
        ({"who": "1", "bid": "3", "high": "1", "low": "0"},
         "They took 1 of 3 so far. Still to tap: Jack, Game."),
    ],
)  # fmt: skip
def test_a_half_tapped_hand_is_told_what_is_missing(
    pad: Pad, pencil: Client, fields: dict[str, str], wanted: str
) -> None:
    assert said(pencil, pad, **fields) == wanted


def test_a_hand_in_play_is_completed_not_added(pad: Pad, pencil: Client) -> None:
    facts = hand(0, 2, owners={"low": 1})
    before = said(pencil, pad, **tapped(facts))
    record(hold(pad), bid(0, 2))
    assert said(pencil, pad, **tapped(facts)) == before


def test_the_winning_hand_says_so_beforehand(db: None) -> None:
    pad = make_pad(start=(9, 0))
    assert "We won" in said(make_phone(pad), pad, **tapped(hand()))


def test_a_finished_game_says_that_it_is_over(db: None) -> None:
    pad = make_pad(start=(10, 0))
    record(hold(pad), hand())
    assert said(make_phone(pad), pad, **tapped(hand())) == "This game is over."


def test_a_name_is_escaped_once_in_the_sentence(db: None) -> None:
    pad = make_pad(names=("O'Brien & <b>Al</b>", "Them"))
    told = said(make_phone(pad), pad, **tapped(hand()))
    assert "O'Brien & <b>Al</b>" in told
