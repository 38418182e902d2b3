"""Playing again with other partners or in another order."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from scorepads.models import Pad
from scorepads.opening import services as opening_services
from scorepads.players import swaps
from scorepads.rules.hand import Side
from tests.browsing import after_303, look
from tests.factories import (
    at,
    hand,
    hold,
    make_pad,
    make_phone,
    posted,
    record,
    reread,
)

pytestmark = pytest.mark.django_db


def test_partners_are_swapped_in_two_taps(pencil: Client) -> None:
    pad = make_pad(players=(("Ann", "Cy"), ("Bo", "Di")), target=4)
    phone = make_phone(pad)
    record(hold(pad), hand(0, 4))
    assert at(pad, "swap/") in look(phone, at(pad)).links()
    page = look(phone, at(pad, "swap/"))
    (form,) = page.forms
    assert [name for name, _ in form.buttons] == ["swap"] * 3
    fields = {**form.fields, "swap": "1"}
    first, again = (phone.post(at(pad, "swap/"), fields) for _ in range(2))
    assert first["Location"] == again["Location"] != at(pad)
    assert Pad.objects.count() == 3  # the fixture's, this one, and the next
    opened = reread(Pad.objects.latest("pk"))
    assert [side.players for side in opened.sides] == [("Ann", "Di"), ("Bo", "Cy")]
    assert "Cy and Di change sides. Bo deals." in after_303(phone, first).text
    assert reread(pad).sides[0].players == ("Ann", "Cy")


@pytest.mark.parametrize("swap", ["", "9", "-1", "x", "٢"])
def test_a_swap_that_is_none_opens_nothing(played: Pad, pencil: Client, swap: str) -> None:
    response = pencil.post(at(played, "swap/"), posted(played, swap=swap))
    assert response.status_code == 422
    assert Pad.objects.count() == 1


def test_partners_can_be_swapped_and_the_deal_stays_with_whoever_has_it() -> None:
    scorepad = reread(make_pad(players=(("Ann", "Cy"), ("Bo", "Di")), first_dealer=1))
    found = {swap.title: swap for swap in swaps.possible_swaps(scorepad)}
    assert list(found) == [
        "Cy and Bo change sides", "Cy and Di change sides", "Ann and Cy change seats",
    ]  # fmt: skip
    partners = found["Cy and Di change sides"]
    assert [side.players for side in partners.sides] == [("Ann", "Di"), ("Bo", "Cy")]
    assert partners.deal_order == ("Bo", "Di", "Cy", "Ann")
    assert swaps.current_seating(scorepad).deal_order == ("Bo", "Cy", "Di", "Ann")
    pad, _ = opening_services.swap_and_play_again(
        scorepad, partners.sides, partners.first_dealer, open_key=uuid4()
    )
    after = reread(pad)
    assert [after.seat_name(after.dealer), after.pad.follows_id] == ["Bo", scorepad.pad.pk]


@pytest.mark.parametrize("sides", range(2, 8))
def test_every_swap_is_seen_in_who_deals_or_who_plays_together(sides: int) -> None:
    names = [f"Side {number}" for number in range(sides)]
    for players in ((), [(f"a{number}", f"b{number}") for number in range(sides)]):
        scorepad = reread(make_pad(names=names, players=players))
        found = swaps.possible_swaps(scorepad)
        assert found
        seen = {(each.deal_order, each.sides) for each in [swaps.current_seating(scorepad), *found]}
        assert len(seen) == len(found) + 1
        for each in found:
            people = [who for side in each.sides for who in side.players or (side.name,)]
            assert sorted(people) == sorted(
                who for side in scorepad.sides for who in side.players or (side.name,)
            )


def test_a_side_named_after_its_players_is_named_anew() -> None:
    names = ("Ann & Cy", "Bo & Di")
    scorepad = reread(make_pad(names=names, players=(("Ann", "Cy"), ("Bo", "Di"))))
    assert [side.name for side in swaps.possible_swaps(scorepad)[0].sides] == [
        "Ann & Bo",
        "Cy & Di",
    ]


def test_a_side_with_a_name_of_its_own_keeps_it() -> None:
    names = ("Champions", "Bo & Di")
    scorepad = reread(make_pad(names=names, players=(("Ann", "Cy"), ("Bo", "Di"))))
    assert swaps.possible_swaps(scorepad)[0].sides[0] == Side("Champions", ("Ann", "Bo"))
