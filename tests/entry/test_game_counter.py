"""The counter of pips: who gets Game by the cards that each side took."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse

from scorepads.models import Pad
from scorepads.rules.pips import FULL_DECK, PIPS, count_pips, who_gets_game
from scorepads.rules.terms import Refused
from tests.browsing import look, page_of
from tests.factories import facts_now, make_pad, make_phone, make_rules, posted, reread

DECK = dict.fromkeys(PIPS, 4)


def test_a_full_deck_holds_eighty_pips() -> None:
    assert count_pips([DECK, {}]) == [FULL_DECK, 0] == [80, 0]


def test_each_card_counts_as_much_as_the_rules_of_the_game_say() -> None:
    assert [count_pips([{card: 1}])[0] for card in ("10", "A", "K", "Q", "J")] == [10, 4, 3, 2, 1]
    assert count_pips([{"10": 2, "A": 1}, {"K": 4, "J": 3}, {}]) == [24, 15, 0]


def test_four_of_a_kind_are_all_and_a_fifth_is_refused() -> None:
    assert count_pips([{"A": 3}, {"A": 1}]) == [12, 4]
    with pytest.raises(Refused, match="there are only four aces; 5 are counted"):
        count_pips([{"A": 3}, {"A": 2}])


@pytest.mark.parametrize(
    ("pips", "house_rules", "pitcher", "owner"),
    [
        ((41, 39), {}, 1, 0),
        ((20, 21), {}, 0, 1),
        ((40, 40), {}, 1, None),
        ((40, 40), {"game_tie": "pitcher"}, 1, 1),
        ((40, 40), {"game_tie": "pitcher"}, None, None),
        ((39, 41), {"game_tie": "pitcher"}, 0, 1),
    ],
)
def test_the_most_pips_get_game_and_a_tie_goes_where_the_table_agreed(
    pips: tuple[int, int], house_rules: dict[str, str], pitcher: int | None, owner: int | None
) -> None:
    assert who_gets_game(make_rules(**house_rules), pips, pitcher) == owner


def sent_hand(pad: Pad, **fields: str) -> HttpResponse:
    """The answer to a hand that leaves Game to the counted cards."""
    hand = {"who": "0", "bid": "2", "high": "0", "low": "0", "jack": "1", "do": "hand"}
    address = f"/games/{pad.public_id}/hands/"
    return make_phone(pad).post(address, posted(pad, **hand | fields))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("cards", "owner"),
    [
        ({"count-0-10": "1", "count-1-A": "2"}, 0),
        ({"count-0-A": "2", "count-1-10": "1"}, 1),
        ({"count-0-A": "1", "count-1-A": "1"}, None),
        ({"count-1-J": "1"}, 1),
        ({"count-0-J": "4"}, 0),
        ({"count-0-10": "4", "game": "1"}, 1),
    ],
)
def test_the_counted_cards_say_who_gets_game_where_nobody_was_tapped(
    cards: dict[str, str], owner: int | None
) -> None:
    pad = make_pad()
    assert sent_hand(pad, **cards).status_code == 303
    (facts,) = facts_now(reread(pad))
    assert facts["points"]["game"] == owner


@pytest.mark.django_db
def test_more_cards_than_there_are_are_refused_beside_game() -> None:
    pad = make_pad()
    response = sent_hand(pad, **{"count-0-K": "3", "count-1-K": "2"})
    assert response.status_code == 422
    assert "There are only four kings; 5 are counted." in page_of(response).text
    assert reread(pad).lines == ()


@pytest.mark.django_db
def test_the_counter_shows_the_pips_of_every_side_where_something_else_is_missing() -> None:
    pad = make_pad()
    cards = {"count-0-10": "2", "count-0-Q": "1", "count-1-A": "3", "bid": ""}
    response = sent_hand(pad, **cards)
    assert response.status_code == 422
    assert page_of(response).words("output") == ["22", "12"]


@pytest.mark.django_db
@pytest.mark.parametrize("house_rules", [{"game_by": "ten"}, {"values": {"game": 0}}])
def test_where_pips_do_not_give_game_nothing_is_counted(house_rules: dict[str, Any]) -> None:
    pad = make_pad(**house_rules)
    page = look(make_phone(pad), f"/games/{pad.public_id}/")
    assert not page.find("select", name="count-0-10")
    plain = make_pad()
    assert look(make_phone(plain), f"/games/{plain.public_id}/").find("select", name="count-0-10")
