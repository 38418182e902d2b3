"""Hands were kept here, and the pad went on elsewhere: another phone, or another tab."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from scorepads.models import Pad
from tests.browser.kept import (
    HAND,
    SET,
    all_sent,
    banner,
    correct,
    drop,
    go_online,
    keep,
    ready,
    settled,
    stored,
)
from tests.browser.thumb import (
    OpenPhone,
    Thumb,
    expect_chosen,
    expect_totals,
    heading,
    says,
    segment,
)
from tests.factories import hand, hold, make_pad, record

pytestmark = pytest.mark.on_both_databases


def test_two_phones_without_a_network_meet(open_phone: OpenPhone, pad: Pad) -> None:
    ann, bo = open_phone(), open_phone()
    keep(ann, pad, HAND)
    keep(bo, pad, SET, HAND)
    go_online(ann)
    all_sent(ann)
    go_online(bo)
    expect(banner(bo)).to_contain_text("Not sent: the game went on meanwhile. Hand 1 entered")
    expect(banner(bo)).to_contain_text("Us bid 3")
    expect(banner(bo)).to_contain_text("2 hands saved on this phone")
    assert stored(pad) == [HAND]
    banner(bo).get_by_role("button", name="Send after that").tap()
    all_sent(bo)
    assert stored(pad) == [HAND, SET, HAND]
    expect_totals(bo, [8, -2])


def test_what_was_kept_can_be_dropped_for_what_another_phone_saved(phone: Page, pad: Pad) -> None:
    keep(phone, pad, HAND)
    record(hold(pad, phone=7), hand(1, 2))
    go_online(phone)
    drop(banner(phone), "Delete the hands saved here")
    expect(banner(phone)).to_have_count(0)
    expect(heading(phone)).to_have_text("Hand 2")
    expect_totals(phone, [0, 4])


def test_what_is_kept_in_one_tab_is_shown_in_the_other(phone: Page, pad: Pad) -> None:
    ready(phone, pad)
    other = phone.context.new_page()
    other.goto(phone.url)
    settled(other)
    phone.context.set_offline(True)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    thumb.save()
    expect(other.locator(".line.kept")).to_have_count(1)
    expect_totals(other, [3, 0])
    expect(heading(other)).to_have_text("Hand 2")


def test_half_a_hand_in_one_tab_stays_while_the_other_sends(phone: Page, pad: Pad) -> None:
    ready(phone, pad)
    other = phone.context.new_page()
    other.goto(phone.url)
    settled(other)
    phone.context.set_offline(True)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    thumb.save()
    expect(heading(other)).to_have_text("Hand 2")
    other.route("**/health/", lambda route: route.abort())  # only the first tab sends
    half = {"who": "1", "bid": "2"}
    Thumb(other).choose(half)
    go_online(phone)
    all_sent(phone)
    expect(banner(other)).to_have_count(0)
    expect(other.locator(".line:not(.kept)")).to_have_count(1)
    expect_chosen(other, half)
    assert stored(pad) == [HAND]


def test_what_is_dropped_in_one_tab_is_gone_from_the_other(phone: Page, pad: Pad) -> None:
    keep(phone, pad, HAND)
    record(hold(pad, phone=7), hand(1, 2))
    go_online(phone)
    other = phone.context.new_page()
    other.goto(phone.url)
    expect(other.locator(".line.kept")).to_have_count(1)
    drop(banner(phone), "Delete the hands saved here")
    expect(banner(phone)).to_have_count(0)
    expect(banner(other)).to_have_count(0)
    expect(other.locator(".line.kept")).to_have_count(0)
    expect_totals(other, [0, 4])


def test_what_waits_is_not_dropped_by_a_double_tap(phone: Page, pad: Pad) -> None:
    keep(phone, pad, HAND, SET)
    line = phone.locator(".line.kept").last
    line.get_by_role("button", name="Delete").dblclick()
    expect(line.get_by_role("button", name="Delete for good")).to_be_visible()
    record(hold(pad, phone=7), hand(1, 2))
    go_online(phone)
    banner(phone).get_by_role("button", name="Delete the hands saved here").dblclick()
    expect(
        banner(phone).get_by_role("button", name="Delete the hands saved here for good")
    ).to_be_visible()
    expect(banner(phone)).to_contain_text("2 hands saved on this phone")


def test_send_after_that_tapped_twice_sends_once_for_every_tab(phone: Page, pad: Pad) -> None:
    keep(phone, pad, HAND)
    record(hold(pad, phone=7), SET)
    go_online(phone)
    other = phone.context.new_page()
    other.goto(phone.url)
    for page in (phone, other):
        expect(banner(page).get_by_role("button", name="Send after that")).to_be_visible()
    banner(phone).get_by_role("button", name="Send after that").dblclick()
    all_sent(phone)
    expect(banner(other)).to_have_count(0)
    expect(other.locator("#ledger .line")).to_have_count(2)
    expect(other.locator("#ledger .line.kept")).to_have_count(0)
    assert stored(pad) == [SET, HAND]


def test_a_hand_that_another_tab_has_sent_is_put_right_in_the_ledger(phone: Page, pad: Pad) -> None:
    ready(phone, pad)
    other = phone.context.new_page()
    other.goto(phone.url)
    phone.context.set_offline(True)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    thumb.save()
    correct(phone.locator(".line.kept"))
    segment(phone, "game", 1).tap()
    phone.route("**/health/", lambda route: route.abort())
    phone.context.set_offline(False)
    expect(other.locator("#ledger .line:not(.kept)")).to_have_count(1)
    expect(banner(other)).to_have_count(0)
    expect(says(phone)).to_contain_text("Not changed: that hand has been sent meanwhile.")
    expect(heading(phone)).to_have_text("Hand 2")
    expect_chosen(phone, {})
    assert stored(pad) == [HAND]


def test_a_game_that_ended_meanwhile_says_why_it_takes_no_more(phone: Page, pad: Pad) -> None:
    pad = make_pad("bicycle")
    keep(phone, pad, HAND)
    record(hold(pad, phone=2), hand(0, 4))
    go_online(phone)
    expect(banner(phone)).to_contain_text("Not sent: the game went on meanwhile")
    banner(phone).get_by_role("button", name="Send after that").tap()
    expect(banner(phone)).to_contain_text("Not sent: this game is over")
    assert len(stored(pad)) == 1
