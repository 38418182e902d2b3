"""Who deals: seats go round the table side by side, and the deal passes to the left."""

from __future__ import annotations

from typing import Any

from scorepads.rules.catalog import current
from scorepads.rules.hand import Adjustment, Entry, Hand, PassedOut, Side, count_seats
from scorepads.rules.house_rules.apply import Rules, apply_house_rules
from scorepads.rules.ledger import dealer_seats

PLAYED = {"high": 0, "low": 0, "jack": 0, "game": 0}


def rules(preset: str = "bicycle", sides: int = 2, **house_rules: Any) -> Rules:
    return apply_house_rules(current.newest(preset), house_rules, sides)


def played(dealer: int | None = None) -> Hand:
    return Hand(0, 2, PLAYED, dealer=dealer)


def deal(of: Rules, entries: list[Entry], seats: int = 3, first: int = 0) -> list[int]:
    return list(dealer_seats(of, seats, first, entries))


def test_the_deal_passes_on_after_every_hand_and_comes_round() -> None:
    assert deal(rules(sides=3), [played()] * 4) == [0, 1, 2, 0, 1]


def test_before_the_first_hand_the_first_dealer_deals() -> None:
    assert deal(rules(sides=3), [], first=2) == [2]


def test_in_wikipedia_the_same_dealer_deals_again_after_a_passed_out_hand() -> None:
    entries = [played(), PassedOut(), PassedOut(), played()]
    assert deal(rules("wikipedia", 3), entries) == [0, 1, 1, 1, 2]


def test_elsewhere_the_next_dealer_deals_after_a_passed_out_hand() -> None:
    assert deal(rules("bicycle", 3), [played(), PassedOut(), played()]) == [0, 1, 2, 0]


def test_a_table_may_agree_otherwise() -> None:
    same = rules("bicycle", 3, redeal="same-dealer")
    passes = rules("wikipedia", 3, redeal="next-dealer")
    assert deal(same, [PassedOut(), played()]) == [0, 0, 1]
    assert deal(passes, [PassedOut(), played()]) == [0, 1, 2]


def test_a_corrected_dealer_counts_from_that_hand_on() -> None:
    assert deal(rules(sides=3), [played(), played(dealer=0), played()]) == [0, 0, 1, 2]


def test_a_dealer_corrected_with_a_passed_out_hand_deals_again() -> None:
    assert deal(rules("wikipedia", 3), [PassedOut(dealer=2), played()]) == [2, 2, 0]


def test_an_adjustment_does_not_move_the_deal() -> None:
    assert deal(rules(sides=3), [played(), Adjustment(0, -1), played()]) == [0, 1, 1, 2]


def test_a_hand_in_play_keeps_its_dealer() -> None:
    assert deal(rules(sides=3), [played(), Hand(1, 3)]) == [0, 1, 1]


def test_partners_sit_across_so_the_deal_goes_from_side_to_side() -> None:
    table = (Side("Us", ("Ann", "Bo")), Side("Them", ("Cy", "Di")))
    order = deal(rules(), [played()] * 4, seats=count_seats(table))
    assert order == [0, 1, 2, 3, 0]
    assert [table[seat % 2].players[seat // 2] for seat in order[:4]] == ["Ann", "Cy", "Bo", "Di"]


def test_a_table_has_a_seat_a_side_or_one_for_every_player() -> None:
    assert count_seats((Side("A"), Side("B"), Side("C"))) == 3
    assert count_seats((Side("Us", ("Ann", "Bo")), Side("Them"))) == 4
