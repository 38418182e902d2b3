"""An evening through the pages: best of three, a typo, a substitute, partners who change seats."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorepads.models import Pad
from tests.browser.thumb import OpenPhone, Thumb, carry
from tests.factories import Facts, hand

pytestmark = pytest.mark.on_both_databases

RIGHT = {
    "Bo 2 2 100%", "Ann 2 3 67%", "Cy 1 3 33%", "Di 1 3 33%", "Eve 0 1 0%",
    "Bo 3.2 16 5", "Ann 2.7 16 6", "Cy 1.3 8 6", "Di 1.3 8 6", "Eve 0.0 0 1",
}  # fmt: skip
"""Games won of those played, and points a hand, points and hands, of everybody."""
SAID = "Bo & Ann won the match, best of 3: 2 to 1."


def start_match(phone: Page) -> None:
    """Two partnerships with a name typed wrong, to 8: two hands of four points win a game."""
    phone.goto("/open/wikipedia/")
    phone.locator('label:has(input[name="players"][value="2"])').tap()
    for seat, name in {"0-0": "Ann", "1-0": "Cy", "0-1": "Boo", "1-1": "Di"}.items():
        phone.locator(f'[name="player-{seat}"]').fill(name)
    phone.get_by_label("Game to").fill("8")
    phone.locator("summary", has_text="Best of three, five or seven").tap()
    phone.locator("label", has_text="Best of 3").tap()
    phone.get_by_role("button", name="Start", exact=True).tap()
    expect(phone.locator("#entry-head")).to_have_text("Hand 1")


def play(phone: Page, facts: Facts) -> None:
    thumb = Thumb(phone)
    thumb.hand(facts, rest=True)
    thumb.save()


def change_player(phone: Page, old: str, new: str, why: str = "") -> None:
    """Give Ann's partner another name, as a mended one or as that of somebody else."""
    open_players(phone)
    seat = phone.get_by_label("Partner").first
    expect(seat).to_have_value(old)
    seat.fill(new)
    if why:
        phone.get_by_text(why).tap()
    save_players(phone)


def open_players(phone: Page) -> None:
    phone.get_by_role("link", name="Menu").tap()
    phone.locator("#menu").get_by_role("link", name="Players").tap()
    expect(phone.locator("h1")).to_have_text("Players")


def save_players(phone: Page) -> None:
    phone.locator("main .do:visible").tap()
    expect(phone.locator("#entry-head")).to_contain_text("Hand")


def play_again(phone: Page) -> None:
    phone.get_by_role("button", name="Play again", exact=True).tap()
    expect(phone.locator("#entry-head")).to_have_text("Hand 1")


def go_along(friend: Page, number: int) -> None:
    """The one tap of a phone that watches, and that it still only watches there."""
    expect(friend.locator("#next")).to_contain_text(f"Game {number} has begun.")
    friend.get_by_role("button", name=f"Go to game {number}").tap()
    expect(friend.locator("#now")).to_contain_text("Hand 1")
    expect(friend.locator("#hand-form")).to_have_count(0)


def said_of_tonight(phone: Page, game: Pad) -> str:
    phone.goto(f"/games/{game.public_id}/")
    phone.get_by_role("link", name="Menu").tap()
    phone.locator("#menu").get_by_role("link", name="Tonight").tap()
    expect(phone.locator("h1")).to_have_text("This evening")
    return phone.locator(".tallied").inner_text()


def read_sheet(phone: Page, game: Pad) -> str:
    phone.goto(f"/games/{game.public_id}/sheet/")
    return phone.locator("main").inner_text()


def read_statistics(phone: Page) -> list[str]:
    """The tables by person and by partners, line by line."""
    phone.goto("/statistics/")
    rows = phone.locator("main table tbody tr").all_inner_texts()
    return [" ".join(row.split()) for row in rows]


def export_all(phone: Page, folder: Path) -> Path:
    phone.goto("/")
    with phone.expect_download() as loading:
        phone.get_by_role("link", name="Export all games").tap()
    file = folder / "games.json"
    loading.value.save_as(file)
    return file


def bring_in(phone: Page, file: Path) -> None:
    phone.goto("/import/")
    phone.locator('input[type="file"]').set_input_files(file)
    with phone.expect_navigation():
        phone.get_by_role("button", name="Import").tap()


def play_evening(phone: Page, friend: Page) -> None:
    start_match(phone)
    carry(friend, Pad.objects.get(), "watch")
    play(phone, hand(0, 2, player=1))
    change_player(phone, "Boo", "Bo", "A name was wrong")
    expect(friend.locator("#score h2").first).to_have_text("Ann & Bo")
    play(phone, hand(0, 3, player=0))
    expect(phone.locator(".match b")).to_have_text("Best of 3: Ann & Bo lead, 1 to 0.")

    play_again(phone)
    go_along(friend, 2)
    play(phone, hand(1, 2, player=0))
    change_player(phone, "Bo", "Eve", "Somebody else plays")
    expect(friend.locator("#score h2").first).to_have_text("Ann & Eve")
    play(phone, hand(1, 3, player=1))
    expect(phone.locator(".match b")).to_have_text("Best of 3: tied, 1 to 1.")

    play_again(phone)
    go_along(friend, 3)
    change_player(phone, "Eve", "Bo")
    play(phone, hand(0, 2, player=1))
    open_players(phone)
    phone.get_by_role("button", name="Ann and Bo change seats").tap()
    expect(phone.get_by_label("Player", exact=True).first).to_have_value("Bo")
    save_players(phone)
    play(phone, hand(0, 3, player=1))


@pytest.mark.usefixtures("transactional_db")
def test_an_evening_of_three_games_is_right_to_the_person_on_every_phone(
    open_phone: OpenPhone, tmp_path: Path
) -> None:
    phone, friend = open_phone(), open_phone()
    play_evening(phone, friend)
    for each in (phone, friend):
        expect(each.locator(".match b")).to_have_text(SAID)
    games = list(Pad.objects.order_by("pk"))
    assert said_of_tonight(phone, games[-1]) == SAID
    assert "Boo" not in read_sheet(phone, games[0])
    assert "Eve plays for Bo" in read_sheet(phone, games[1])
    assert "Ann and Bo change seats" in read_sheet(phone, games[2])
    told = read_statistics(phone)
    assert set(told) >= RIGHT

    other = open_phone()
    bring_in(other, export_all(phone, tmp_path))
    brought = list(Pad.objects.order_by("pk"))[len(games) :]
    assert len(brought) == len(games)
    assert read_statistics(other) == told
    assert said_of_tonight(other, brought[-1]) == SAID
    for game, copy in zip(games, brought, strict=True):
        assert read_sheet(other, copy) == read_sheet(phone, game)
