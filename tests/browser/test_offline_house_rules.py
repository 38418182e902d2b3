"""Called partners, a moon and a game of so many hands, entered where there is no network."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from scorepads.models import Pad
from tests.browser.kept import all_sent, banner, go_online, ready, stored, with_worker
from tests.browser.thumb import OpenPhone, Thumb, expect_totals, heading, save_button, stored_score
from tests.factories import make_pad

FOUR = ("high", "low", "jack", "game")


def brought_by_the_phone(open_phone: OpenPhone, pad: Pad) -> Page:
    """The page of a game as the phone itself brings it, with the network gone."""
    phone = open_phone(service_workers="allow")
    ready(phone, pad)
    with_worker(phone)
    phone.context.set_offline(True)
    phone.reload()
    expect(banner(phone)).to_contain_text("Offline: the game as this phone knows it")
    return phone


def owned(**owners: int | None) -> dict[str, int | None]:
    return dict.fromkeys(FOUR) | owners


def enter(phone: Page, *hands: dict[str, Any]) -> None:
    thumb = Thumb(phone)
    for facts in hands:
        thumb.line(facts)


def test_partners_are_called_without_a_network_and_sent_later(open_phone: OpenPhone) -> None:
    pad = make_pad("wikipedia", ("Ann", "Bo", "Cy", "Di", "Ed"), partners="called", target=42)
    phone = brought_by_the_phone(open_phone, pad)
    made = {"pitcher": 0, "bid": 3, "with": [2], "points": owned(high=0, low=0, jack=0, game=1)}
    alone = {"pitcher": 3, "bid": 2, "points": owned(high=0, low=3)}
    enter(phone, made, {"passed_out": True}, alone)
    expect_totals(phone, [4, 2, 4, -1, 2])
    assert stored(pad) == []
    phone.reload()
    expect_totals(phone, [4, 2, 4, -1, 2])
    go_online(phone)
    all_sent(phone)
    assert stored(pad) == [made, {"passed_out": True}, alone]
    assert stored_score(pad)["totals"] == [4, 2, 4, -1, 2]


def test_a_moon_and_a_draw_without_a_network_are_sent_later(open_phone: OpenPhone) -> None:
    pad = make_pad(
        target=None, ends_after={"hands": 2}, moon={"made": 7, "failed": 5, "all_tricks": True}
    )
    phone = brought_by_the_phone(open_phone, pad)
    expect(phone.locator("#now")).to_contain_text("2 left")
    moons: list[dict[str, Any]] = [
        {"pitcher": side, "bid": "moon", "all_tricks": True, "points": dict.fromkeys(FOUR, side)}
        for side in (0, 1)
    ]
    enter(phone, moons[0])
    expect(phone.locator("#now")).to_contain_text("last hand")
    said = phone.locator("#standing li")
    expect(said).to_have_text(
        [
            "Last hand: the highest total wins, and a tie is a draw.",
            "We lead by 7 points.",
            "They are 7 points behind.",
        ]
    )
    thumb = Thumb(phone)
    thumb.hand(moons[1])
    thumb.tap(save_button(phone))
    expect(phone.locator("#kept-end h2")).to_have_text("Drawn")
    expect_totals(phone, [7, 7])
    go_online(phone)
    expect(heading(phone)).to_have_text("Drawn")
    expect(banner(phone)).to_have_count(0)
    assert stored(pad) == moons
    assert stored_score(pad)["ending"] == {"hand": 2, "winner": None, "how": "drawn"}
