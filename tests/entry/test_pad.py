"""The pad itself: what it shows to whom, whole and in parts."""

import pytest
from django.test import Client

from scorepads.models import Pad
from tests.browsing import ids, look, page_of
from tests.factories import (
    PRESETS,
    bid,
    correct_facts,
    hand,
    hand_under,
    hold,
    make_pad,
    make_phone,
    record,
    reread,
    sent,
)

HTMX = {"HX-Request": "true"}


def at(pad: Pad) -> str:
    return f"/games/{pad.public_id}/"


@pytest.mark.parametrize("preset", PRESETS)
def test_a_pad_of_every_preset_shows_its_score_and_its_hands(db: None, preset: str) -> None:
    pad = make_pad(preset)
    record(hold(pad), hand_under(reread(pad).rules))
    page = look(make_phone(pad), at(pad))
    us, them = page.words("div", class_="side")
    worth = reread(pad).ledger.totals[0]
    assert us.split()[0] == "Us" and f" {worth} " in us
    assert them.split()[0] == "Them" and " 0 " in them
    assert len(page.find("tbody", class_="line")) == 1
    assert page.words("h2", id="entry-head") == ["Hand 2"]


def test_nothing_that_changes_a_score_is_chosen_beforehand(pad: Pad, pencil: Client) -> None:
    form = look(pencil, at(pad)).form("/hands/")
    for name in ("who", "bid", "high", "low", "jack", "game", "trump", "all_tricks"):
        assert name not in form.fields


def test_nobody_is_offered_only_where_it_is_legal(pad: Pad, pencil: Client) -> None:
    form = look(pencil, at(pad)).form("/hands/")
    assert form.offers("high") == form.offers("low") == ["0", "1"]
    assert form.offers("jack") == form.offers("game") == ["0", "1", "none"]


def test_the_bids_are_those_of_the_preset(db: None) -> None:
    pad = make_pad("pagat-partnership")
    form = look(make_phone(pad), at(pad)).form("/hands/")
    assert form.offers("bid") == ["2", "3", "4", "smudge"]
    assert form.offers("all_tricks") == ["yes", "no"]


def test_all_six_tricks_are_asked_for_in_pagats_game_only(pad: Pad, pencil: Client) -> None:
    assert not look(pencil, at(pad)).form("/hands/").offers("all_tricks")


@pytest.mark.parametrize(("preset", "offered"), [("wikipedia", True), ("pedro", False)])
def test_passed_out_is_offered_only_where_all_may_pass(
    db: None, preset: str, offered: bool
) -> None:
    pad = make_pad(preset)
    page = look(make_phone(pad), at(pad))
    assert ("pass" in page.form("/hands/").offers("bid")) is offered


def test_a_saved_bid_stays_on_screen_for_everybody(pad: Pad, pencil: Client, watch: Client) -> None:
    record(hold(pad), bid(1, 3, trump="spades"))
    for phone in (pencil, watch):
        assert "Them bid 3 ♠" in look(phone, at(pad)).text
    form = look(pencil, at(pad)).form("/hands/")
    assert (form.fields["who"], form.fields["bid"], form.fields["trump"]) == ("1", "3", "spades")


def test_players_may_be_named_as_the_bidder(db: None) -> None:
    pad = make_pad(names=("Red", "Blue"), players=(("Ann", "Cy"), ("Bo", "Di")))
    phone = make_phone(pad)
    form = look(phone, at(pad)).form("/hands/")
    assert form.offers("who") == ["0.0", "1.0", "0.1", "1.1", "0", "1"]
    record(hold(pad), bid(1, 3, player=1))
    assert look(phone, at(pad)).form("/hands/").fields["who"] == "1.1"


def test_who_deals_and_who_bids_first_is_said(pad: Pad, pencil: Client) -> None:
    (said,) = look(pencil, at(pad)).words(id="now")
    assert said == "Hand 1 · Dealer: Us · First bid: Them"
    record(hold(pad), hand())
    (said,) = look(pencil, at(pad)).words(id="now")
    assert said == "Hand 2 · Dealer: Them · First bid: Us"


def test_a_game_of_so_many_hands_says_how_many_are_left(db: None) -> None:
    pad = make_pad(target=None, ends_after={"hands": 2, "tie": "play-on"})
    phone = make_phone(pad)
    assert look(phone, at(pad)).words(id="now") == [
        "Hand 1 · 2 left · Dealer: Us · First bid: Them"
    ]
    record(hold(pad), hand(0, 2, owner=1))
    page = look(phone, at(pad))
    assert page.words(id="now") == ["Hand 2 · last hand · Dealer: Them · First bid: Us"]
    assert "Last hand: the highest total wins, and a tie is played off." in page.text
    assert "We are 6 points behind." in page.text


def test_a_score_below_zero_has_a_minus_sign_and_a_ring(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand(0, 2, owner=1))
    figures = look(pencil, at(pad)).find("b", class_="fig")
    assert [(figure.text, "neg" in figure.attributes["class"]) for figure in figures] == [
        ("−2", True),
        ("4", False),
    ]


def test_the_end_says_who_won_and_offers_play_again_and_undo(db: None) -> None:
    pad = make_pad(start=(10, 0))
    record(hold(pad), hand())
    page = look(make_phone(pad), at(pad))
    assert page.words("h2", id="entry-head") == ["We won!"]
    actions = [form.action.removeprefix(at(pad)) for form in page.forms]
    assert actions == ["play-again/", "undo/"]


def test_the_end_is_shown_to_the_watch_without_anything_to_press(db: None) -> None:
    pad = make_pad(start=(10, 0))
    record(hold(pad), hand())
    page = look(make_phone(pad, "watch"), at(pad))
    assert page.words("h2", id="entry-head") == ["We won!"]
    assert not page.forms


def test_hands_after_the_end_are_shown_as_such(db: None) -> None:
    pad = make_pad(start=(8, 0))
    holder = hold(pad)
    record(holder, hand(0, 2, owner=1), hand(1))
    correct_facts(sent(holder), 1, hand(0))
    page = look(make_phone(pad), at(pad))
    first, second = page.words("tbody", class_="line")
    assert page.words("tbody", class_="after") == [second]
    assert "after the end, not scored" in second
    assert "after the end" not in first
    assert "corrected" in first


def test_htmx_gets_the_parts_that_change_and_a_browser_the_page(pad: Pad, pencil: Client) -> None:
    parts = pencil.get(at(pad), headers=HTMX)
    whole = pencil.get(at(pad))
    assert b"<html" not in parts.content
    assert b"<html" in whole.content
    wanted = {"entry", "now", "board", "ledger"}
    assert wanted <= set(ids(page_of(parts)))
    assert wanted <= set(ids(page_of(whole)))


@pytest.mark.parametrize("preset", PRESETS)
def test_no_id_is_given_twice(db: None, preset: str) -> None:
    pad = make_pad(preset)
    record(hold(pad), hand_under(reread(pad).rules))
    for path in ("", "hands/1/correct/", "hands/1/", "hands/1/strike/"):
        given = list(ids(look(make_phone(pad), at(pad) + path)))
        assert len(given) == len(set(given)), path


def test_enter_saves_the_hand_and_not_its_bid_alone(pad: Pad, pencil: Client) -> None:
    """A browser takes the first button of a form for the Enter key."""
    assert look(pencil, at(pad)).form("/hands/").buttons[0] == ("do", "hand")


def test_every_form_has_a_key_of_its_own(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand())
    keys = [form.fields["key"] for form in look(pencil, at(pad)).forms]
    assert len(keys) == len(set(keys)) >= 3


def test_players_whose_names_begin_alike_are_told_apart_where_there_is_little_room(
    db: None,
) -> None:
    """Both have the whole name for the ear and as a title, and so has a name that is cut."""
    long = "Bartholomew" + "w" * 29
    players = (("Christine", long), ("Christopher", "Di"), ("Marianne", "Eve"))
    page = look(make_phone(make_pad(names=("A", "B", "C"), players=players)), at(Pad.objects.get()))
    faces = ["".join(each.text.split()) for each in page.find("label", class_="cell")][:6]
    assert faces == ["Ch’ne", "Ch’er", "Marianne", long, "Di", "Eve"]
    titles = {each.attributes.get("title") for each in page.find("bdi", class_="nm")}
    assert {"Christine", "Christopher", long} <= titles
    spoken = {each.attributes.get("aria-label") for each in page.find("input", name="who")}
    assert {"Christine", "Christopher"} <= spoken
