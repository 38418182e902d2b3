"""Hands with called partners, moons and own points are tapped, kept, corrected and told."""

from __future__ import annotations

from typing import Any

import pytest

from scorepads.core.presenters import describe
from scorepads.entry.hand_form import HandForm
from scorepads.models import Pad
from scorepads.printing.played_sheets import pad_sheet
from scorepads.rules.hand import as_facts
from tests.browsing import look
from tests.factories import hold, make_pad, make_phone, record, reread

pytestmark = pytest.mark.django_db

FIVE = ("Ann", "Bo", "Cy", "Di", "Ed")
TEN = ("high", "low", "jack", "off_jack", "high_joker", "low_joker", "trey", "game")
CALLED = {"who": "0", "bid": "6", "with-1": "2", **dict.fromkeys(TEN, "team"), "game": "others"}


@pytest.fixture
def calling() -> Pad:
    return make_pad("oklahoma", FIVE, partners="called", target=42)


def entered(pad: Pad, tapped: dict[str, Any]) -> dict[str, Any]:
    form = HandForm(reread(pad), tapped)
    assert form.is_valid(), form.errors
    return as_facts(form.entered)


def test_a_called_partner_is_one_tap_and_points_go_to_bidders_or_others(calling: Pad) -> None:
    facts = entered(calling, CALLED)
    assert (facts["pitcher"], facts["with"]) == (0, [2])
    assert set(facts["points"].values()) == {0, 1}
    record(hold(calling), facts)
    assert reread(calling).ledger.totals == (9, 1, 9, 1, 1)


def test_alone_is_a_choice_and_must_be_made(calling: Pad) -> None:
    assert "with" not in entered(calling, {**CALLED, "with-1": "alone"})
    form = HandForm(reread(calling), {**CALLED, "with-1": ""})
    assert form.errors["with-1"] == ["Choose a partner, or Alone."]


def test_the_pitcher_is_no_partner_of_its_own(calling: Pad) -> None:
    form = HandForm(reread(calling), {**CALLED, "with-1": "0"})
    assert form.errors["with-1"] == ["The pitcher does not call itself."]


def test_six_may_call_two() -> None:
    pad = make_pad("oklahoma", (*FIVE, "Fay"), partners="called")
    assert entered(pad, {**CALLED, "with-2": "5"})["with"] == [2, 5]
    assert entered(pad, {**CALLED, "with-2": "alone"})["with"] == [2]


def test_a_correction_begins_with_what_was_tapped(calling: Pad) -> None:
    form = HandForm(reread(calling), CALLED)
    assert form.is_valid()
    again = HandForm(reread(calling), entry=form.entered, is_corrected=True)
    shown = {name: again.chosen(name) for name in CALLED}
    assert shown == CALLED


def test_the_page_asks_for_the_partner_and_tells_the_team(calling: Pad) -> None:
    phone = make_phone(calling)
    page = look(phone, f"/games/{calling.public_id}/")
    form = page.form("/hands/")
    assert form.offers("with-1") == ["0", "1", "2", "3", "4", "alone"]
    assert form.offers("game") == ["team", "others", "none"]
    record(hold(calling), entered(calling, CALLED))
    page = look(phone, f"/games/{calling.public_id}/hands/1/")
    assert "Ann with Cy bid 6" in page.text
    assert "Game Others" in describe(reread(calling), entered(calling, CALLED))
    (line,) = [row for row in pad_sheet(reread(calling)).rows if row.number]
    assert line.bidder == "Ann + Cy"
    assert set(line.owners) <= {"B", "O"} or line.all_points


def test_a_moon_is_a_bid_and_asks_for_the_tricks_where_the_rule_does() -> None:
    pad = make_pad("oklahoma", moon={"made": "wins", "all_tricks": True})
    tapped = {"who": "0", "bid": "moon", **dict.fromkeys(TEN, "0")}
    assert HandForm(reread(pad), tapped).errors["all_tricks"]
    assert entered(pad, {**tapped, "all_tricks": "yes"})["all_tricks"] is True
    assert "moon" in look(make_phone(pad), f"/games/{pad.public_id}/").form("/hands/").offers("bid")
    plain = make_pad("oklahoma", moon={"made": "wins"})
    assert entered(plain, tapped)["bid"] == "moon"


@pytest.mark.parametrize("key", ["off_three", "bid", "who", "key", "note"])
def test_an_own_point_is_a_row_whatever_its_key(key: str) -> None:
    own = [{"key": key, "label": "Off-three", "worth": 3, "before": "game"}]
    pad = make_pad("oklahoma", extra_points=own)
    page = look(make_phone(pad), f"/games/{pad.public_id}/")
    assert "Off-three" in page.text
    assert {point.key: point.short for point in reread(pad).rules.points}[key] == "Off"
    field = key if key == "off_three" else f"point-{key}"
    facts = entered(pad, {"who": "0", "bid": "13", **dict.fromkeys((*TEN, field), "0")})
    assert facts["points"][key] == 0
    assert facts["bid"] == 13


def test_a_draw_says_so() -> None:
    pad = make_pad("bicycle", start=(0, 1), target=None, ends_after={"hands": 1})
    points = {"high": 0, "low": 0, "jack": None, "game": 1}
    record(hold(pad), {"pitcher": 0, "bid": 2, "points": points})
    page = look(make_phone(pad), f"/games/{pad.public_id}/")
    assert "Drawn" in page.text
    assert "the highest total, 2, is shared" in page.text
