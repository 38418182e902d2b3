"""A phone that lies on the table for half an hour, sleeps, or loses all that it stored."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from scorepads.core import access
from scorepads.models import Pad
from tests.browser.thumb import carry, heading, save_button, segment
from tests.factories import PENCIL, hand, hold, make_pad, record, reread


@pytest.fixture
def pad(transactional_db: None) -> Pad:
    return make_pad("wikipedia")


def games(page: Page) -> Locator:
    """The games on the first page: the one that goes on, and the list."""
    return page.locator("a.running, .pads a")


def tap_a_hand(page: Page) -> None:
    for name, value in (("who", 0), ("bid", 2), ("high", 0), ("low", 0), ("jack", 0), ("game", 1)):
        segment(page, name, value).tap()


def test_after_half_an_hour_untouched_a_hand_is_still_saved(phone: Page, pad: Pad) -> None:
    phone.clock.install()
    carry(phone, pad)
    tap_a_hand(phone)
    phone.clock.fast_forward("30:00")
    save_button(phone).tap()
    expect(heading(phone)).to_have_text("Hand 2")
    assert reread(pad).ledger.totals == (3, 1)


def test_waking_shows_the_same_game_and_no_second_one(phone: Page, pad: Pad) -> None:
    record(hold(pad), hand(), hand(1), {"passed_out": True})
    phone.clock.install()
    carry(phone, pad)
    before = phone.locator("#score").inner_text()
    phone.evaluate(
        "Object.defineProperty(document, 'visibilityState', {value: 'hidden', writable: true})"
    )
    phone.clock.fast_forward("10:00")
    phone.evaluate(
        "document.visibilityState = 'visible';document.dispatchEvent(new Event('visibilitychange'))"
    )
    assert phone.locator("#score").inner_text() == before
    expect(phone.locator("#ledger .line")).to_have_count(3)
    phone.goto("/")
    expect(games(phone)).to_have_count(1)


def test_a_phone_whose_storage_was_cleared_gets_its_game_back_by_a_link(
    phone: Page, pad: Pad
) -> None:
    record(hold(pad), hand())
    carry(phone, pad)
    phone.evaluate("localStorage.clear(); sessionStorage.clear()")
    phone.context.clear_cookies()
    phone.goto("/")
    expect(games(phone)).to_have_count(0)
    _, secret = access.make_link(pad, PENCIL)
    phone.get_by_label("Paste its link").fill(f"Here: /join/{secret}/")
    phone.get_by_role("button", name="Open it").tap()
    expect(phone.locator("#ledger .line")).to_have_count(1)
    expect(heading(phone)).to_have_text("Hand 2")
