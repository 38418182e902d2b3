"""A long ledger on a phone: its last dozen hands, the rest on demand, and no network."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from scorepads.models import Pad
from tests.browser.kept import HAND, all_sent, go_online, ready
from tests.browser.thumb import Thumb, carry, expect_totals, heading, says
from tests.factories import adjustment, fill, hand, hold, make_pad, record, reread

HANDS = 40


@pytest.fixture
def pad(transactional_db: None) -> Pad:
    """A pad of two sides that stand at 40 and 0."""
    pad = make_pad(target=500)
    fill(pad, [hand(dealer=1), adjustment(0, -2)] * (HANDS // 2))
    return pad


def test_earlier_hands_come_in_place_and_stay_while_hands_are_saved(phone: Page, pad: Pad) -> None:
    carry(phone, pad)
    lines = phone.locator("#ledger .line")
    expect(lines).to_have_count(12)
    phone.get_by_role("link", name="Earlier hands").tap()
    expect(lines).to_have_count(HANDS)
    expect(lines.first.locator(".no")).to_have_text("1")
    expect(phone.locator(".earlier")).to_have_count(0)
    thumb = Thumb(phone)
    thumb.line(HAND)
    expect(lines).to_have_count(HANDS + 1)
    expect(lines.last.locator(".no")).to_have_text(f"{HANDS + 1}")
    expect_totals(phone, [43, 0])
    expect(heading(phone)).to_have_text(f"Hand {HANDS + 2}")
    phone.get_by_role("button", name=f"Undo: Hand {HANDS + 1}").tap()
    expect(heading(phone)).to_have_text(f"Hand {HANDS + 1}")
    expect_totals(phone, [40, 0])


def test_who_follows_keeps_the_earlier_hands_that_were_brought_in(phone: Page, pad: Pad) -> None:
    phone.clock.install()
    carry(phone, pad)
    phone.get_by_role("link", name="Earlier hands").tap()
    expect(phone.locator("#ledger .line")).to_have_count(HANDS)
    record(hold(pad, phone=9), hand(1))
    phone.clock.run_for(2600)
    expect(phone.locator("#ledger .line")).to_have_count(HANDS + 1)


def test_without_a_network_the_phone_goes_on_from_the_score_that_stands(
    phone: Page, pad: Pad
) -> None:
    ready(phone, pad)
    thumb = Thumb(phone)
    thumb.hand(HAND)
    expect(says(phone)).to_have_text("We bid 3, took 3: made, +3, 40 to 43.")
    phone.context.set_offline(True)
    thumb.save()
    expect(phone.locator(".line.kept .no")).to_have_text(f"{HANDS + 1}")
    expect_totals(phone, [43, 0])
    go_online(phone)
    all_sent(phone)
    expect(phone.locator("#ledger .line")).to_have_count(12)
    assert reread(pad).ledger.totals == (43, 0)
