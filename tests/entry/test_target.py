"""Another target while the game goes on: looked at first, then a line like any other."""

from __future__ import annotations

import pytest
from django.test import Client

from scorepads.entry import services as entry_services
from scorepads.models import HandEntry, Pad
from tests.browsing import Form, after_303, look, page_of, submit
from tests.factories import (
    adjustment,
    bid,
    facts_now,
    hand,
    hold,
    make_pad,
    make_phone,
    record,
    reread,
    sent,
)
from tests.preset_files import name_of

WIKIPEDIA = name_of("wikipedia")

pytestmark = pytest.mark.django_db


@pytest.fixture
def pad(db: None) -> Pad:
    """Us 9, Them 5 in a game to 11; Them made the last bid."""
    pad = make_pad("wikipedia", start=(9, 3))
    record(hold(pad), hand(1, 2, owners={"low": 1, "jack": None, "game": None}))
    return pad


def at(pad: Pad, rest: str = "target/") -> str:
    return f"/games/{pad.public_id}/{rest}"


def the_form(phone: Client, pad: Pad) -> Form:
    return look(phone, at(pad)).form("/target/")


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("15", "From here on the game is to 15. Nobody has gone out by that."),
        ("9", "From here on the game is to 9. We won with 9 in a game to 9"),
        ("5", "From here on the game is to 5. They won with 5 in a game to 5"),
    ],
)
def test_first_it_says_whether_this_ends_the_game_and_for_whom(
    pad: Pad, pencil: Client, target: str, says: str
) -> None:
    response = submit(pencil, the_form(pencil, pad), target=target, do="look")
    assert response.status_code == 200
    page = page_of(response)
    assert says in page.text
    assert ("do", "save") in page.form("/target/").buttons
    assert len(facts_now(reread(pad))) == 1


def test_it_is_a_line_of_the_ledger(pad: Pad, pencil: Client) -> None:
    page = page_of(submit(pencil, the_form(pencil, pad), target="15", note="all agreed", do="look"))
    page = after_303(pencil, submit(pencil, page.form("/target/"), do="save"))
    assert facts_now(reread(pad))[1] == {"target": 15, "note": "all agreed"}
    assert "Game to 15 from here on" in page.text and "all agreed" in page.text
    assert "house rules: to 15" in page.words("header", class_="top")[0]
    assert "Us needs 6" in page.text or "needs 6" in page.text
    page = look(pencil, at(pad, "hands/2/"))
    assert "From here on the game is to 15." in page.text
    assert "Game to 15 from here on" in look(pencil, at(pad, "history/")).text


def test_a_change_that_ends_the_game_ends_it(pad: Pad, pencil: Client) -> None:
    page = after_303(pencil, submit(pencil, the_form(pencil, pad), target="5", do="save"))
    assert page.words("h2", id="entry-head") == ["They won!"]


def test_it_is_corrected_struck_and_undone_like_any_line(pad: Pad, pencil: Client) -> None:
    submit(pencil, the_form(pencil, pad), target="15", do="save")
    form = look(pencil, at(pad, "hands/2/correct/")).form("/correct/")
    assert form.fields["target"] == "15"
    page = page_of(submit(pencil, form, target="9", do="look"))
    assert "We won on hand 2" in page.text
    after_303(pencil, submit(pencil, page.form("/correct/"), do="save"))
    assert reread(pad).ledger.out is not None
    after_303(pencil, submit(pencil, look(pencil, at(pad, "")).form("/undo/")))
    assert reread(pad).rules.target == 15
    form = look(pencil, at(pad, "hands/2/strike/")).form("/strike/")
    after_303(pencil, submit(pencil, form))
    assert reread(pad).rules.target == 11
    after_303(pencil, submit(pencil, look(pencil, at(pad, "")).form("/undo/")))
    assert reread(pad).rules.target == 15


def test_hands_before_the_change_keep_their_target(pad: Pad, pencil: Client) -> None:
    submit(pencil, the_form(pencil, pad), target="15", do="save")
    record(hold(pad), hand(0, 2, owners={"game": None}))
    scorepad = reread(pad)
    assert scorepad.ledger.totals == (12, 5) and not scorepad.ledger.is_over
    assert [line.rules.target for line in scorepad.ledger.lines] == [11, 15, 15]


@pytest.mark.parametrize("target", ["", "0", "501", "1.5", "x", "9" * 5000, "\x00", "11"])
def test_what_is_no_other_target_is_refused_and_stays_typed(
    pad: Pad, pencil: Client, target: str
) -> None:
    for do in ("look", "save"):
        response = submit(pencil, the_form(pencil, pad), target=target, note="why", do=do)
        assert response.status_code == 422
        page = page_of(response)
        says = "This is the target already." if target == "11" else "from 1 to 500."
        assert says in page.words(id="target-error")[0]
        assert page.form("/target/").fields["note"] == "why"
    assert len(facts_now(reread(pad))) == 1


def test_a_target_at_what_wins_outright_is_refused() -> None:
    pad = make_pad("wikipedia", going_out="bidding-side-only", outright_at=15)
    phone = make_phone(pad)
    response = submit(phone, the_form(phone, pad), target="15", do="save")
    assert response.status_code == 422
    assert "A target lies below 15, which wins outright." in page_of(response).text


def test_who_only_looks_cannot_change_it(pad: Pad, watch: Client, stranger: Client) -> None:
    assert watch.get(at(pad)).status_code == 403
    assert watch.post(at(pad), {"target": "15", "do": "save"}).status_code == 403
    assert stranger.get(at(pad)).status_code == stranger.post(at(pad)).status_code == 404
    assert "Change the target" not in look(watch, at(pad, "")).text


def test_a_finished_game_keeps_its_target(pad: Pad, pencil: Client) -> None:
    form = the_form(pencil, pad)
    record(hold(pad), hand(0, 4))
    form.fields["seen"] = str(reread(pad).revision)
    assert pencil.get(at(pad)).status_code == 409
    for do in ("look", "save"):
        response = submit(pencil, form, target="21", do=do)
        assert response.status_code == 409
        assert "this game is over" in page_of(response).text
    assert len(facts_now(reread(pad))) == 2


@pytest.mark.parametrize("target", ["15", "5"], ids=["goes on", "ends"])
def test_tapped_twice_it_is_changed_once(pad: Pad, pencil: Client, target: str) -> None:
    form = the_form(pencil, pad)
    first = submit(pencil, form, target=target, do="save")
    second = submit(pencil, form, target=target, do="save")
    assert (first.status_code, second.status_code) == (303, 303)
    assert "Already saved." in after_303(pencil, second).text
    assert len(facts_now(reread(pad))) == 2


def test_where_the_pad_went_on_it_shows_what_the_change_would_do_now(
    pad: Pad, pencil: Client
) -> None:
    form = the_form(pencil, pad)
    record(hold(pad, phone=2), adjustment(1, 4))
    response = submit(pencil, form, target="9", do="save")
    assert response.status_code == 409
    page = page_of(response)
    assert "Not changed yet: the game went on" in page.text
    again = page.form("/target/")
    assert (again.fields["target"], again.fields["key"]) == ("9", form.fields["key"])
    assert "They won with 9" in page.text
    after_303(pencil, submit(pencil, again, do="save"))
    assert len(facts_now(reread(pad))) == 3


def test_a_change_while_a_hand_is_played_leaves_its_bid(pad: Pad, pencil: Client) -> None:
    record(hold(pad), bid(0, 3))
    submit(pencil, the_form(pencil, pad), target="15", do="save")
    scorepad = reread(pad)
    assert scorepad.in_play is not None and scorepad.in_play.bid == 3
    record(hold(pad), hand(0, 3))
    assert reread(pad).ledger.totals == (13, 5)


def test_a_form_that_lost_its_key_is_refused(pad: Pad, pencil: Client) -> None:
    form = the_form(pencil, pad)
    assert submit(pencil, form, target="15", do="save", key="").status_code == 400
    assert HandEntry.objects.count() == 1


def test_undone_and_redone_the_title_says_the_target_in_force(pad: Pad) -> None:
    holder = hold(pad)
    record(holder, {"target": 15})
    entry_services.undo(sent(holder))
    entry_services.redo(sent(holder))
    assert reread(pad).title == f"{WIKIPEDIA}, house rules: to 15"
