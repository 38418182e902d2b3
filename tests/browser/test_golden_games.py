"""Whole games of every preset, entered through the page on a small phone by taps alone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorepads.models import Pad
from scorepads.rules import catalog
from scorepads.rules.wording.sides import as_subject
from tests.browser.thumb import (
    GAMES,
    Thumb,
    as_tapped,
    carry,
    chosen,
    expect_totals,
    heading,
    pad_for,
    save_button,
    says,
    shown_ledger,
    stored_score,
)
from tests.factories import make_pad, reread
from tests.preset_files import name_of

WIKIPEDIA = name_of("wikipedia")

Game = dict[str, Any]

KEYBOARD = """document.addEventListener("focusin", event => {
  if (event.target.matches("textarea, input:not([type=radio])")) window.keyboard = true;
})"""
MOST_TAPS = 7


@pytest.fixture
def phone(phone: Page) -> Page:
    """A phone that remembers whether its keyboard came up."""
    phone.add_init_script(KEYBOARD)
    return phone


@pytest.mark.parametrize("game", GAMES, ids=[game["id"] for game in GAMES])
def test_a_golden_game_ends_as_on_paper(phone: Page, game: Game) -> None:
    pad, thumb = pad_for(game), Thumb(phone)
    carry(phone, pad)

    play(phone, thumb, pad, game)

    expect_ledger(phone, pad, game["expect"])
    winner = as_subject(reread(pad).names[game["expect"]["ending"]["winner"]])
    expect(heading(phone)).to_have_text(f"{winner} won!")


def play(phone: Page, thumb: Thumb, pad: Pad, game: Game) -> None:
    """Enter the lines that were scored; the wrong one is corrected when it has done harm."""
    hands = game["ledger"]["hands"][: len(game["expect"]["totals"])]
    wrong = game.get("corrected")
    for number, facts in enumerate(hands, start=1):
        typed = "adjust" in facts
        at_fault = wrong and wrong["line"] == number
        thumb.line(wrong["was"] if at_fault else facts, rest=number % 2 == 0)
        assert typed or not phone.evaluate("window.keyboard === true")
        phone.evaluate("window.keyboard = false")
        if wrong and heading(phone).inner_text().endswith(" won!"):
            expect_ending(pad, wrong["showed"])
            correct(phone, thumb, wrong, hands[wrong["line"] - 1])
            wrong = None
    assert wrong is None, "the wrong line did no harm"


def correct(phone: Page, thumb: Thumb, wrong: Game, right: Game) -> None:
    """Find the line, open it, tap what was meant, look at what changes, and save."""
    line = phone.locator(".line").nth(wrong["line"] - 1)
    thumb.tap(line.locator(".bid a"))
    thumb.tap(phone.get_by_role("link", name="Change this hand"))
    expect(phone.get_by_role("heading", name=f"Change hand {wrong['line']}")).to_be_visible()
    assert chosen(phone).items() >= as_tapped(wrong["was"]).items()
    thumb.choose(
        {
            name: value
            for name, value in as_tapped(right).items()
            if as_tapped(wrong["was"]).get(name) != value
        }
    )
    expect(says(phone)).to_contain_text("would change")
    thumb.tap(save_button(phone))
    expect(phone.locator("#said")).to_contain_text("corrected")


def expect_ending(pad: Pad, expected: Game) -> None:
    stored = stored_score(pad)
    assert {key: stored[key] for key in ("totals", "ending")} == expected


def expect_ledger(phone: Page, pad: Pad, expected: Game) -> None:
    stored, shown = stored_score(pad), shown_ledger(phone)
    assert shown == [
        {key: line[key] for key in ("number", "change", "totals", "made")}
        for line in stored["hands"]
    ]
    assert [line["totals"] for line in shown] == expected["totals"]
    expect_totals(phone, stored["totals"])
    assert stored["ending"] == expected["ending"]


def test_every_preset_is_played() -> None:
    played = {game["ledger"]["preset"] for game in GAMES}
    assert {preset.pin for preset in catalog.current.latest()} <= played


def test_three_taps_from_home_to_the_first_hand(phone: Page) -> None:
    phone.goto("/")
    thumb = Thumb(phone)
    thumb.tap(phone.get_by_role("link", name="Start a game"))
    thumb.tap(phone.get_by_role("link", name=WIKIPEDIA, exact=True))
    thumb.tap(phone.get_by_role("button", name="Start", exact=True))

    expect(heading(phone)).to_have_text("Hand 1")
    assert thumb.taps == 3
    assert not phone.evaluate("window.keyboard === true")


@pytest.mark.parametrize(
    ("preset", "taps", "with_rest"),
    [("wikipedia", 7, 5), ("five-point", 8, 5), ("oklahoma", 11, 5), ("pedro", 9, 5)],
)
def test_few_taps_enter_a_hand(phone: Page, preset: str, taps: int, with_rest: int) -> None:
    """Who, how much, trump and every owner; fewer where most points go to one side."""
    pad = make_pad(preset)
    carry(phone, pad)
    points = [point.key for point in catalog.current.newest(preset).points]
    facts = {"pitcher": 0, "bid": 7 if preset == "pedro" else 2, "trump": "spades"}
    facts["points"] = dict.fromkeys(points, 0) | {"jack": 1}
    thumb = Thumb(phone)

    assert thumb.hand(facts) == taps
    thumb.save()
    assert thumb.hand(facts, rest=True) == with_rest
    thumb.save()

    assert [line["made"] for line in shown_ledger(phone)] == [True, True]
    if len(points) == 4:
        assert taps <= MOST_TAPS
