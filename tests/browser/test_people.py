"""People in the browser: a typo mended, a substitute, partners swapped, one phone offline."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from scorepads.models import Pad
from tests.browser.kept import all_sent, go_online, settled
from tests.browser.thumb import OpenPhone, Thumb, carry
from tests.factories import facts_now, hand, hold, make_pad, record, rename, reread, sit_down

pytestmark = pytest.mark.on_both_databases

BO_BIDS = {"pitcher": 0, "bid": 2, "player": 1,
           "points": {"high": 0, "low": 1, "jack": None, "game": 0}}  # fmt: skip


@pytest.fixture
def pad(transactional_db: None) -> Pad:
    pad = make_pad(players=(("Ann", "Boo"), ("Cy", "Di")))
    record(hold(pad), hand(player=1))
    return pad


def open_players(page: Page) -> None:
    page.get_by_role("link", name="Menu").tap()
    page.locator("#menu").get_by_role("link", name="Players").tap()
    expect(page.locator("h1")).to_have_text("Players")


def save(page: Page) -> None:
    page.locator("main .do:visible").tap()
    page.wait_for_url("**/games/*/")


def names(page: Page) -> list[str]:
    return page.locator("#score h2").all_text_contents()


def lines(page: Page) -> list[str]:
    """Who bid, or who sat down, line by line."""
    told = page.locator("#ledger tbody").all_inner_texts()
    return [" ".join(text.split()) for text in told]


def test_a_typo_a_substitute_and_a_swap_are_seen_by_who_follows(
    open_phone: OpenPhone, pad: Pad
) -> None:
    phone, friend = open_phone(), open_phone()
    carry(phone, pad)
    carry(friend, pad, "watch")

    open_players(phone)
    phone.get_by_label("Partner").first.fill("Bo")
    phone.get_by_text("A name was wrong").tap()
    save(phone)
    expect(phone.locator("#score h2").first).to_have_text("Ann & Bo")
    expect(friend.locator("#score h2").first).to_have_text("Ann & Bo")
    assert lines(phone)[0].startswith("1 Bo 2")

    open_players(phone)
    phone.get_by_label("Partner").first.fill("Eve")
    phone.get_by_text("Somebody else plays").tap()
    save(phone)
    thumb = Thumb(phone)
    thumb.hand(BO_BIDS)
    thumb.save()
    expect(phone.locator("#ledger tbody.line")).to_have_count(2)
    assert lines(phone)[1] == "Eve plays for Bo"
    assert lines(phone)[2].startswith("2 Eve 2")

    open_players(phone)
    phone.get_by_role("button", name="Ann and Eve change seats").tap()
    expect(phone.get_by_label("Player", exact=True).first).to_have_value("Eve")
    save(phone)
    expect(friend.locator("#score h2").first).to_have_text("Eve & Ann")
    expect(friend.locator("#ledger tbody.seated")).to_have_count(2)
    assert [seating.sides[0].players for seating in reread(pad).seatings] == [
        ("Ann", "Bo"), ("Ann", "Eve"), ("Eve", "Ann"),
    ]  # fmt: skip


def test_a_phone_that_was_offline_shows_the_new_names_and_its_hands_are_saved(
    phone: Page, pad: Pad
) -> None:
    carry(phone, pad)
    settled(phone)
    phone.context.set_offline(True)
    thumb = Thumb(phone)
    thumb.hand(BO_BIDS)
    thumb.save()
    expect(phone.locator(".line.kept")).to_contain_text("Boo")
    rename(hold(pad, phone=7), Boo="Bo", Cy="Cyd")
    go_online(phone)
    all_sent(phone)
    assert names(phone) == ["Ann & Bo", "Cyd & Di"]
    assert lines(phone)[1].startswith("2 Bo 2")
    assert facts_now(reread(pad))[1] == BO_BIDS


def test_who_sat_down_meanwhile_is_told_before_an_offline_hand_is_sent(
    phone: Page, pad: Pad
) -> None:
    carry(phone, pad)
    settled(phone)
    phone.context.set_offline(True)
    thumb = Thumb(phone)
    thumb.hand(BO_BIDS)
    thumb.save()
    sit_down(hold(pad, phone=7), 2, {(0, 1): "Eve"})
    go_online(phone)
    banner = phone.locator("#kept")
    expect(banner).to_contain_text("Eve plays for Boo from hand 2 on")
    banner.get_by_role("button", name="Send after that").tap()
    all_sent(phone)
    assert lines(phone)[1:][0] == "Eve plays for Boo"
    assert lines(phone)[2].startswith("2 Eve 2")


def test_what_follows_a_new_name_previews_by_it(phone: Page, pad: Pad) -> None:
    carry(phone, pad)
    settled(phone)
    rename(hold(pad, phone=7), Boo="Bo")
    expect(phone.locator("#score h2").first).to_have_text("Ann & Bo")
    Thumb(phone).hand(BO_BIDS)
    expect(phone.locator("#says")).to_contain_text("Ann & Bo bid 2")
