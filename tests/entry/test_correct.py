"""Putting a hand right: opens as saved, shows what a change would do, and saves it."""

from __future__ import annotations

import pytest
from django.test import Client

from scorepads.entry import services as entry_services
from scorepads.models import HandEntry, Pad
from tests.browsing import Form, Page, after_303, look, page_of, submit
from tests.factories import (
    PASSED,
    Facts,
    adjustment,
    bid,
    correct_facts,
    facts_now,
    hand,
    hand_under,
    hold,
    make_pad,
    make_phone,
    record,
    reread,
    sent,
    tapped,
)

HTMX = {"HX-Request": "true"}


def at(pad: Pad, line: int = 1) -> str:
    return f"/games/{pad.public_id}/hands/{line}/correct/"


def the_form(phone: Client, pad: Pad, line: int = 1) -> Form:
    return look(phone, at(pad, line)).form("/correct/")


def changes(page: Page) -> list[list[str]]:
    """The rows of “What this changes”."""
    (effects,) = page.words(id="effects")
    assert "What this changes" in effects
    return [row.split() for row in page.words("tr")[1:]]


WHOLE = [
    ("wikipedia", hand(0, 3, owners={"low": 1, "jack": None}, trump="hearts", note="Ann's deck")),
    ("wikipedia", hand(1, 1, dealer=1)),
    ("pagat-partnership", hand(0, "smudge", all_tricks=True)),
    ("pagat-partnership", hand(1, "smudge")),
    ("pagat-partnership", hand(1, "smudge", owners={"high": 0, "game": None})),
    ("wikipedia", PASSED | {"note": "four bad hands", "dealer": 1}),
    ("wikipedia", adjustment(1, -7, note="revoke")),
    ("wikipedia", adjustment(0, 100)),
]


@pytest.mark.parametrize(("preset", "facts"), WHOLE)
def test_every_field_opens_as_it_was_saved_and_saving_it_so_changes_nothing(
    db: None, preset: str, facts: Facts
) -> None:
    pad = make_pad(preset)
    record(hold(pad), facts)
    phone = make_phone(pad)
    form = the_form(phone, pad)
    if "points" in facts:
        assert tapped(facts).items() <= form.fields.items()
    response = submit(phone, form, do="save")
    assert "Nothing was changed." in after_303(phone, response).text
    assert facts_now(reread(pad)) == [facts]
    assert HandEntry.objects.count() == 1


@pytest.mark.parametrize("preset", ["bicycle", "five-point", "oklahoma", "pedro"])
def test_every_preset_opens_as_saved_too(db: None, preset: str) -> None:
    pad = make_pad(preset)
    facts = hand_under(reread(pad).rules)
    facts["points"]["low"] = 1
    record(hold(pad), facts)
    phone = make_phone(pad)
    form = the_form(phone, pad)
    assert tapped(facts).items() <= form.fields.items()
    submit(phone, form, do="save")
    assert HandEntry.objects.count() == 1


def test_the_player_who_bid_opens_as_saved(db: None) -> None:
    pad = make_pad(names=("Red", "Blue"), players=(("Ann", "Cy"), ("Bo", "Di")))
    record(hold(pad), hand(1, 2, player=1))
    phone = make_phone(pad)
    form = the_form(phone, pad)
    assert form.fields["who"] == "1.1"
    submit(phone, form, do="save")
    assert HandEntry.objects.count() == 1


def test_the_dealer_of_an_earlier_hand_is_the_one_who_dealt_it(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand(), hand(), hand())
    assert [the_form(pencil, pad, line).fields["dealer"] for line in (1, 2, 3)] == ["0", "1", "0"]
    submit(pencil, the_form(pencil, pad, 2), do="save")
    assert HandEntry.objects.count() == 3


def test_a_noted_dealer_can_be_taken_back_to_whose_turn_it_was(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand(), hand(dealer=0))
    submit(pencil, the_form(pencil, pad, 2), dealer="1", do="save")
    assert reread(pad).dealers == [0, 1, 0]


def test_what_a_change_would_do_is_shown_before_it_is_saved(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand(0, 2), hand(1, 2), hand(0, 2, owners={"low": 1}))
    response = submit(pencil, the_form(pencil, pad), bid="2", high="1", low="1", jack="1")
    assert response.status_code == 200
    rows = changes(page_of(response))
    assert rows == [
        ["Us,", "after", "hand", "1", "4", "−2"],
        ["Them,", "after", "hand", "1", "0", "3"],
        ["Us,", "after", "hand", "2", "4", "−2"],
        ["Them,", "after", "hand", "2", "4", "7"],
        ["Us,", "after", "hand", "3", "7", "1"],
        ["Them,", "after", "hand", "3", "5", "8"],
    ]
    assert HandEntry.objects.count() == 3
    form = page_of(response).form("/correct/")
    page = after_303(pencil, submit(pencil, form, do="save"))
    assert reread(pad).ledger.totals == (1, 8)
    assert "corrected" in page.words("tbody", class_="line")[0]


def test_a_change_of_the_ending_is_shown_before_it_is_saved(db: None) -> None:
    pad = make_pad(start=(8, 0))
    record(hold(pad), hand(0, 2, owner=1), hand(1, 2))
    phone = make_phone(pad)
    page = page_of(submit(phone, the_form(phone, pad), high="0", low="0", jack="0", game="0"))
    (_, ending) = [row for row in page.words("tr") if "game" in row.lower() or "won" in row] * 2
    assert "goes on" in ending
    assert "We won on hand 1" in ending
    submit(phone, page.form("/correct/"), do="save")
    out = reread(pad).ledger.out
    assert out is not None and out.winner == 0


def test_a_change_that_moves_no_total_says_so(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand())
    page = page_of(submit(pencil, the_form(pencil, pad), trump="clubs"))
    assert "No total changes" in page.words(id="effects")[0]
    submit(pencil, page.form("/correct/"), do="save")
    assert facts_now(reread(pad)) == [hand(trump="clubs")]


def test_htmx_gets_the_effects_alone_also_while_something_is_missing(
    pad: Pad, pencil: Client
) -> None:
    record(hold(pad), hand())
    form = the_form(pencil, pad)
    response = submit(pencil, form, htmx=True, low="1")
    assert response.status_code == 200
    assert b"<html" not in response.content
    assert ("do", "save") in Page(
        f"<form>{response.content.decode()}</form>").forms[0].buttons  # fmt: skip
    response = submit(pencil, form, htmx=True, bid="smudge")
    assert response.status_code == 422
    assert b"<html" not in response.content
    assert "Fix the marked fields first" in page_of(response).text


def test_the_page_lets_htmx_show_what_was_refused(pad: Pad, pencil: Client) -> None:
    """By itself htmx shows no answer of 400 and above."""
    record(hold(pad), hand())
    page = look(pencil, at(pad))
    (config,) = page.find("meta", name="htmx-config")
    assert "422" in config.attributes["content"]
    assert page.find(id="said")


def test_a_played_hand_can_be_made_a_passed_out_one_and_back(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand(note="oops"))
    submit(pencil, the_form(pencil, pad), bid="pass", do="save")
    assert facts_now(reread(pad)) == [PASSED | {"note": "oops"}]
    form = the_form(pencil, pad)
    assert form.fields["bid"] == "pass"
    submit(pencil, form, **tapped(hand(1)), do="save")
    assert facts_now(reread(pad)) == [hand(1, note="oops")]


def test_a_passed_out_hand_without_its_points_is_not_a_played_one(pad: Pad, pencil: Client) -> None:
    record(hold(pad), PASSED)
    response = submit(pencil, the_form(pencil, pad), bid="2", do="save")
    assert response.status_code == 422
    assert "Who bid?" in page_of(response).text
    assert facts_now(reread(pad)) == [PASSED]


def test_no_hand_can_be_made_passed_out_where_the_dealer_must_bid(db: None) -> None:
    pad = make_pad("pedro")
    record(hold(pad), hand_under(reread(pad).rules))
    phone = make_phone(pad)
    form = the_form(phone, pad)
    assert "pass" not in form.offers("bid")
    submit(phone, form, bid="pass", do="save")
    assert HandEntry.objects.count() == 1


def test_an_adjustment_is_corrected_in_its_own_fields(pad: Pad, pencil: Client) -> None:
    record(hold(pad), adjustment(1, -7, note="revoke"), hand())
    form = the_form(pencil, pad)
    wanted = {"side": "1", "way": "take", "by": "7", "note": "revoke"}
    assert wanted.items() <= form.fields.items()
    page = page_of(submit(pencil, form, by="5"))
    assert changes(page)[0] == ["Them,", "after", "hand", "1", "−7", "−5"]
    submit(pencil, page.form("/correct/"), do="save")
    assert facts_now(reread(pad))[0] == adjustment(1, -5, note="revoke")
    response = submit(pencil, the_form(pencil, pad), by="0", do="save")
    assert response.status_code == 422
    assert page_of(response).words(id="by-error") == ["Give a whole number from 1 to 100."]


def test_all_the_rest_fills_what_is_open_without_script(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand())
    form = the_form(pencil, pad)
    del form.fields["low"]
    page = page_of(submit(pencil, form, rest="1"))
    assert page.form("/correct/").fields["low"] == "1"
    assert HandEntry.objects.count() == 1


def test_a_refused_correction_keeps_every_choice(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand())
    form = the_form(pencil, pad)
    response = submit(pencil, form, who="1", low="none", note="new", do="save")
    assert response.status_code == 422
    page = page_of(response)
    assert page.words(id="low-error") == ["Choose one of these."]
    kept = page.form("/correct/").fields
    assert (kept["who"], kept["note"], kept["key"]) == ("1", "new", form.fields["key"])
    assert facts_now(reread(pad)) == [hand()]


def test_a_correction_sent_twice_is_one_change(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand())
    form = the_form(pencil, pad)
    for _ in range(2):
        page = after_303(pencil, submit(pencil, form, trump="clubs", do="save"))
        assert "Hand 1 corrected" in page.text
    assert HandEntry.objects.count() == 2


def test_when_the_hand_was_changed_meanwhile_both_are_shown_and_one_more_tap_saves(
    pad: Pad, pencil: Client
) -> None:
    record(hold(pad), hand())
    form = the_form(pencil, pad)
    correct_facts(sent(hold(pad, phone=9)), 1, hand(1))
    late = submit(pencil, form, trump="clubs", do="save")
    assert late.status_code == 409
    page = page_of(late)
    alert = page.words("div", class_="warn", role="alert")[-1]
    assert alert.startswith("Not saved yet: the game went on")
    assert "It is now: Them bid 2" in alert
    assert "Yours: Us bid 2 ♣" in alert
    again = page.form("/correct/")
    assert (again.fields["who"], again.fields["trump"]) == ("0", "clubs")
    after_303(pencil, submit(pencil, again, do="save"))
    assert facts_now(reread(pad)) == [hand(trump="clubs")]


def test_when_the_hand_was_struck_meanwhile_that_is_said_on_the_pad(
    pad: Pad, pencil: Client
) -> None:
    record(hold(pad), hand(), hand(1))
    form = the_form(pencil, pad)
    entry_services.strike_hand(sent(hold(pad, phone=9)), 1)
    for more in ({"do": "save"}, {}):
        response = submit(pencil, form, trump="clubs", **more)
        assert response.status_code == 409
        page = page_of(response)
        assert "That hand is not in the ledger any more" in page.text
        assert "deleted on phone 9" in page.text
        assert len(page.find("tbody", class_="line")) == 1
    page = look(pencil, at(pad), 410)
    assert "That hand is not in the ledger any more" in page.text


def test_a_hand_in_play_can_be_completed_here_too(pad: Pad, pencil: Client) -> None:
    record(hold(pad), bid(0, 2))
    form = the_form(pencil, pad)
    assert (form.fields["who"], form.fields["bid"]) == ("0", "2")
    submit(pencil, form, **tapped(hand()), do="save")
    assert facts_now(reread(pad)) == [hand()]


def test_a_full_history_takes_no_correction_and_says_so(
    pad: Pad, pencil: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(hold(pad), hand())
    monkeypatch.setattr("scorepads.entry.services.MAX_CHANGES", 1)
    response = submit(pencil, the_form(pencil, pad), trump="clubs", do="save")
    assert response.status_code == 409
    assert "this game is full" in page_of(response).text


def test_enter_looks_before_it_fills_anything_in(pad: Pad, pencil: Client) -> None:
    record(hold(pad), hand())
    assert the_form(pencil, pad).buttons[0] == ("do", "look")
