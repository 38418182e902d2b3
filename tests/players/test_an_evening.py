"""An evening of three games, right to the person: a typo mended, a substitute, partners swapped."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from scorepads.core.scorepad import Scorepad, read_pads
from scorepads.files import formats
from scorepads.models import Pad
from scorepads.statistics.tallies import tally_partnerships, tally_people
from tests.browsing import after_303, look, page_of, submit
from tests.factories import at, hand, make_pad, make_phone, reread, tapped

pytestmark = pytest.mark.django_db


def play(phone: Client, pad: Pad, facts: dict[str, Any]) -> None:
    form = look(phone, at(pad)).form("/hands/")
    after_303(phone, submit(phone, form, **tapped(facts), do="hand"))


def change(phone: Client, pad: Pad, **fields: str) -> None:
    form = look(phone, at(pad, "players/")).form("")
    after_303(phone, submit(phone, form, **fields))


def next_game(phone: Client, pad: Pad) -> Pad:
    submit(phone, look(phone, at(pad)).form("/play-again/"))
    return Pad.objects.get(follows=pad)


def played_evening(phone: Client, first: Pad) -> list[Scorepad]:
    """Three games to 8 of which Ann's side wins all; Bo bids and makes each first hand."""
    play(phone, first, hand(0, 2, player=1))
    change(phone, first, **{"seat-0-1": "Bo"}, when="whole")  # he was typed as Boo
    play(phone, first, hand(0, 3, player=0))
    second = next_game(phone, first)
    play(phone, second, hand(0, 2, player=1))
    change(phone, second, **{"seat-0-1": "Eve"}, when="from")
    play(phone, second, hand(0, 3, player=1))
    third = next_game(phone, second)
    change(phone, third, **{"seat-0-1": "Bo"})  # no hand is played: he is back
    play(phone, third, hand(0, 2, player=1))
    shown = page_of(submit(phone, look(phone, at(third, "players/")).form(""), swap="0.0.1"))
    after_303(phone, submit(phone, shown.form("")))
    play(phone, third, hand(0, 3, player=1))
    return [reread(pad) for pad in (first, second, third)]


def people(games: list[Scorepad]) -> dict[str, tuple[int, int, int]]:
    """Hands, bids and games won of everybody."""
    return {row.name: (row.hands, row.bids, row.won) for row in tally_people(games)}


def test_an_evening_is_right_to_the_person_here_and_where_it_is_brought_in() -> None:
    first = make_pad(players=(("Ann", "Boo"), ("Cy", "Di")), target=8)
    phone = make_phone(first)
    games = played_evening(phone, first)
    assert all(game.ledger.is_over for game in games)
    expected = {
        "Ann": (6, 2, 3),  # her bids: the second hand of the first game, and of the third
        "Bo": (5, 3, 2),
        "Eve": (1, 1, 1),
        "Cy": (6, 0, 0),
        "Di": (6, 0, 0),
    }
    assert people(games) == expected
    pairs = {row.name: row.hands for row in tally_partnerships(games)}
    assert pairs["Cy & Di"] == 6
    assert pairs["Ann & Eve"] == 1

    text = look(phone, at(games[1].pad, "sheet/")).text
    assert "Eve plays for Bo" in text
    assert "Ann and Bo change seats" in look(phone, at(games[2].pad, "sheet/")).text
    assert "Boo" not in look(phone, at(first, "sheet/")).text
    assert "Boo is now called Bo" in look(phone, at(first, "history/")).text

    document = formats.pads_document(games, history=True)
    Pad.objects.all().delete()
    other = make_phone()
    form = look(other, "/import/").form("/import/")
    assert submit(other, form, text=json.dumps(document)).status_code in (200, 303)
    brought = read_pads(Pad.objects.order_by("opened_at"))
    assert people(brought) == expected
    again = formats.pads_document(brought, history=True)
    assert json.loads(json.dumps(again)) == json.loads(json.dumps(document))
