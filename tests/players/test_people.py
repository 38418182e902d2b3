"""The page “Players”: names put right, substitutes, partners in each other's seats."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from scorepads.entry import services as entry_services
from scorepads.entry.services import StalePad
from scorepads.models import HandEntry, Pad
from tests.browsing import Form, after_303, look, page_of, submit
from tests.factories import (
    adjustment,
    at,
    bid,
    facts_now,
    hand,
    hold,
    make_pad,
    make_phone,
    posted,
    record,
    rename,
    reread,
    save_facts,
    sent,
    sit_down,
    tapped,
)

PLAYERS = (("Ann", "Bo"), ("Cy", "Di"))


@pytest.fixture
def four(db: None) -> Pad:
    """Two teams of two with three hands played."""
    pad = make_pad(players=PLAYERS)
    record(hold(pad), hand(player=1), hand(1), hand(0, 3, player=1))
    return pad


def people_form(phone: Client, pad: Pad) -> Form:
    return look(phone, at(pad, "players/")).form("")


def change(phone: Client, pad: Pad, **fields: str) -> Any:
    return submit(phone, people_form(phone, pad), **fields)


def saved(phone: Client, pad: Pad, **fields: str) -> str:
    """What the page of the game says after this change."""
    return after_303(phone, change(phone, pad, **fields)).words(id="said")[0]


def seconds(pad: Pad) -> list[str]:
    """Whoever sat in the second seat of the first side, one after the other."""
    return [seating.sides[0].players[1] for seating in reread(pad).seatings]


def history(phone: Client, pad: Pad) -> list[str]:
    titles = look(phone, at(pad, "history/")).words("li")
    return [re.split(r" \w{3} \d+, \d{4},", title)[0] for title in titles]


def ledger(phone: Client, pad: Pad) -> list[str]:
    return [" ".join(body.split()) for body in look(phone, at(pad)).words("tbody")]


# --- A name put right


def test_a_name_is_put_right_in_the_whole_game_backwards_too(four: Pad) -> None:
    phone = make_phone(four)
    said = saved(phone, four, **{"seat-0-1": "Bob"}, when="whole")
    assert said == "Bo is now called Bob."
    assert [line.split()[1] for line in ledger(phone, four)] == ["Bob", "Cy", "Bob"]
    for rest in ("hands/1/", "sheet/", "board/", "statistics/", "export/score.txt"):
        text = phone.get(at(four, rest)).content.decode()
        assert "Bob" in text, rest
        assert not re.search(r"\bBo\b", text), rest
    assert history(phone, four)[0] == "Bo is now called Bob"
    assert reread(four).ledger.totals == (8, 4)


def test_it_is_undone_and_redone_like_any_change(four: Pad) -> None:
    phone = make_phone(four)
    saved(phone, four, **{"seat-0-1": "Bob"}, when="whole")
    page = after_303(phone, submit(phone, look(phone, at(four)).form("/undo/")))
    assert page.words(id="said") == ["Taken back: Bo is now called Bob. Now Ann & Bo 8, Cy & Di 4."]
    page = after_303(phone, submit(phone, page.form("/redo/")))
    assert page.words(id="said") == [
        "Back again: Bo is now called Bob. Now Ann & Bob 8, Cy & Di 4."
    ]
    assert [title.split(":")[0] for title in history(phone, four)[:3]] == [
        "Redo", "Undo", "Bo is now called Bob",
    ]  # fmt: skip


def test_a_form_sent_twice_is_saved_once(four: Pad) -> None:
    phone = make_phone(four)
    form = people_form(phone, four)
    fields = {"seat-0-1": "Bob", "when": "whole"}
    submit(phone, form, **fields)
    page = after_303(phone, submit(phone, form, **fields))
    assert page.words(id="said")[0].endswith("Already saved. Bo is now called Bob.")
    assert HandEntry.objects.filter(kind="people").count() == 1


def test_nothing_typed_changes_nothing(four: Pad) -> None:
    assert saved(make_phone(four), four) == "Nothing was changed."
    assert reread(four).revision == 3


def test_before_the_first_hand_there_is_nothing_to_ask(db: None) -> None:
    pad = make_pad(players=PLAYERS)
    phone = make_phone(pad)
    form = people_form(phone, pad)
    assert "from" not in form.fields
    assert saved(phone, pad, **{"seat-1-1": "Dee"}) == "Di is now called Dee."


def test_a_side_gets_a_name_and_loses_it_again(four: Pad) -> None:
    phone = make_phone(four)
    assert saved(phone, four, **{"side-0": "The Reeds"}) == "Us is now called The Reeds."
    assert reread(four).names == ["The Reeds", "Cy & Di"]
    saved(phone, four, **{"side-0": ""})
    assert reread(four).names == ["Ann & Bo", "Cy & Di"]


def test_players_are_named_later_and_a_side_deals_when_it_would_have(db: None) -> None:
    pad = make_pad()
    record(hold(pad), hand(), hand(1))
    before = reread(pad).dealer % 2
    phone = make_phone(pad)
    names = {"new-0-0": "Ann", "new-0-1": "Bo", "new-1-0": "Cy"}
    refused = change(phone, pad, **names)
    assert refused.status_code == 422
    assert "Name this player too" in page_of(refused).text
    said = saved(phone, pad, **names, **{"new-1-1": "Di"})
    assert said == "Players named: Ann & Bo; Cy & Di."
    now = reread(pad)
    assert (now.dealer % 2, now.seat_name(now.dealer)) == (before, "Bo")
    assert look(phone, at(pad)).words("h2")[:2] == ["Ann & Bo", "Cy & Di"]


def test_more_players_do_not_make_a_game_of_so_many_deals_longer(db: None) -> None:
    pad = make_pad(ends_after={"deals": 2})
    assert [name for name in people_form(make_phone(pad), pad).fields if "new" in name] == []


@pytest.mark.parametrize("name", ["", "\u200b\u2800", "ann", "CY", "Ｄｉ"])
def test_a_name_of_nothing_and_one_that_reads_alike_are_refused(four: Pad, name: str) -> None:
    phone = make_phone(four)
    for when in ("whole", "from"):
        response = change(phone, four, **{"seat-0-1": name}, when=when)
        assert response.status_code == 422
        assert page_of(response).find(role="alert") or page_of(response).find(class_="error")
    assert reread(four).revision == 3


def test_two_sides_may_not_be_called_alike(four: Pad) -> None:
    response = change(make_phone(four), four, **{"side-0": "Reeds", "side-1": "reeds"})
    assert response.status_code == 422
    assert "Two are called reeds" in page_of(response).text


def test_a_name_has_up_to_forty_characters(four: Pad) -> None:
    phone = make_phone(four)
    assert change(phone, four, **{"seat-0-1": "M" * 41}, when="whole").status_code == 422
    saved(phone, four, **{"seat-0-1": "M" * 40}, when="whole")
    assert "M" * 40 in look(phone, at(four, "players/")).form("").fields["seat-0-1"]


# --- Somebody else plays


def test_for_how_long_it_holds_has_to_be_said(four: Pad) -> None:
    response = change(make_phone(four), four, **{"seat-0-1": "Eve"})
    assert response.status_code == 422
    assert "Was a name wrong, or does somebody else play?" in page_of(response).text


def test_a_substitute_is_marked_in_the_ledger_and_hands_stay_with_who_played_them(
    four: Pad,
) -> None:
    phone = make_phone(four)
    said = saved(phone, four, **{"seat-0-1": "Eve", "from": "3"}, when="from")
    assert said == "Eve plays for Bo from hand 3 on."
    lines = ledger(phone, four)
    assert lines[2] == "Eve plays for Bo"
    assert lines[0].startswith("1 Bo 2 made")
    assert lines[3].startswith("3 Eve 3 made")
    assert look(phone, at(four)).words("h2")[:2] == ["Ann & Eve", "Cy & Di"]
    assert "Ann & Bo bid 2" in look(phone, at(four, "hands/1/")).text
    assert "Ann & Eve bid 3" in look(phone, at(four, "hands/3/")).text
    assert reread(four).ledger.totals == (8, 4)


def test_who_sits_down_for_the_hand_to_come_stands_at_the_end_until_it_is_played(
    four: Pad,
) -> None:
    phone = make_phone(four)
    saved(phone, four, **{"seat-0-1": "Eve"}, when="from")
    assert ledger(phone, four)[-1] == "Eve plays for Bo"
    form = look(phone, at(four)).form("/hands/")
    answer = page_of(submit(phone, form, htmx=True, **tapped(hand(1)), do="hand"))
    assert answer.words("tbody", class_="seated") == []  # the page that asked has it already
    assert ledger(phone, four)[3] == "Eve plays for Bo"
    assert ledger(phone, four)[4].startswith("4 Cy & Di 2 made")


def test_a_change_keeps_its_place_when_a_hand_before_it_is_deleted(four: Pad) -> None:
    sit_down(hold(four), 3, {(0, 1): "Eve"})
    entry_services.strike_hand(sent(hold(four)), 1)
    assert [line.split()[1] for line in ledger(make_phone(four), four)] == ["Cy", "plays", "Eve"]


def test_a_side_of_one_has_a_substitute_too(db: None) -> None:
    pad = make_pad(names=("Ann", "Bo", "Cy"))
    record(hold(pad), hand(1), hand(1))
    phone = make_phone(pad)
    saved(phone, pad, **{"seat-1": "Eve", "from": "2"}, when="from")
    assert look(phone, at(pad)).words("h2")[:3] == ["Ann", "Eve", "Cy"]
    assert [line.split()[1] for line in ledger(phone, pad)] == ["Bo", "plays", "Eve"]


def test_called_partners_are_told_by_who_sat_there(db: None) -> None:
    pad = make_pad("pagat-partnership", names=("Ann", "Bo", "Cy", "Di"), partners="called")
    record(hold(pad), hand(1, **{"with": [3]}), hand(1, **{"with": [3]}))
    sit_down(hold(pad), 2, {(3, None): "Eve"})
    lines = ledger(make_phone(pad), pad)
    assert "Bo with Di" in lines[0]
    assert "Bo with Eve" in lines[2]


def test_who_comes_back_is_the_same_person(four: Pad) -> None:
    phone = make_phone(four)
    saved(phone, four, **{"seat-0-1": "Eve", "from": "2"}, when="from")
    saved(phone, four, **{"seat-0-1": "bo", "from": "3"}, when="from")
    assert [seating.sides[0].players[1] for seating in reread(four).seatings] == ["Bo", "Eve", "Bo"]
    saved(phone, four, **{"seat-0-1": "Bob"}, when="whole")
    assert [seating.sides[0].players[1] for seating in reread(four).seatings] == [
        "Bob",
        "Eve",
        "Bob",
    ]


def test_who_has_left_can_still_be_called_otherwise(four: Pad) -> None:
    phone = make_phone(four)
    saved(phone, four, **{"seat-0-1": "Eve", "from": "3"}, when="from")
    assert people_form(phone, four).fields["was-0"] == "Bo"
    assert saved(phone, four, **{"was-0": "Bob"}) == "Bo is now called Bob."
    assert ledger(phone, four)[0].startswith("1 Bob 2 made")


def test_a_correction_of_an_old_hand_offers_who_played_it(four: Pad) -> None:
    sit_down(hold(four), 3, {(0, 1): "Eve"})
    phone = make_phone(four)
    assert "Bo" in look(phone, at(four, "hands/1/correct/")).words("label")
    assert "Eve" in look(phone, at(four, "hands/3/correct/")).words("label")


# --- A change of seats put right


def test_it_is_moved_to_another_hand(four: Pad) -> None:
    phone = make_phone(four)
    saved(phone, four, **{"seat-0-1": "Eve", "from": "3"}, when="from")
    assert saved(phone, four, **{"at-1": "2"}) == "Eve plays for Bo from hand 2 on, not 3."
    assert ledger(phone, four)[1] == "Eve plays for Bo"


def test_it_is_taken_out(four: Pad) -> None:
    phone = make_phone(four)
    saved(phone, four, **{"seat-0-1": "Eve", "from": "3"}, when="from")
    said = saved(phone, four, **{"out-1": "on"})
    assert said == "Taken out: Eve plays for Bo from hand 3 on."
    assert not look(phone, at(four)).words("tbody", class_="seated")
    assert people_form(phone, four).fields["seat-0-1"] == "Bo"


def test_it_is_not_taken_out_before_a_later_change_of_the_same_seat(four: Pad) -> None:
    phone = make_phone(four)
    saved(phone, four, **{"seat-0-1": "Eve", "from": "2"}, when="from")
    saved(phone, four, **{"seat-0-1": "Flo", "from": "3"}, when="from")
    refused = change(phone, four, **{"out-1": "on"})
    assert refused.status_code == 422
    page = page_of(refused)
    assert "First take out the later change of the same seat" in page.text
    (leads_to,) = [link for link in page.links() if "out-1" in link]
    assert page.find(id=leads_to.removeprefix("#"))
    assert seconds(four) == ["Bo", "Eve", "Flo"]


def test_it_begins_with_the_second_hand_at_the_earliest(four: Pad) -> None:
    phone = make_phone(four)
    saved(phone, four, **{"seat-0-1": "Eve", "from": "3"}, when="from")
    (place,) = look(phone, at(four, "players/")).find("input", name="at-1")
    assert (place.attributes["min"], place.attributes["max"]) == ("2", "4")
    assert change(phone, four, **{"at-1": "1"}).status_code == 422
    assert saved(phone, four, **{"at-1": "2"}) == "Eve plays for Bo from hand 2 on, not 3."


def test_partners_change_seats_by_one_button_and_save(four: Pad) -> None:
    phone = make_phone(four)
    before = reread(four)
    shown = page_of(submit(phone, people_form(phone, four), swap="0.0.1"))
    form = shown.form("")
    assert (form.fields["seat-0-0"], form.fields["seat-0-1"]) == ("Bo", "Ann")
    assert form.fields["from"] == "4"
    assert reread(four).revision == 3
    page = after_303(phone, submit(phone, form))
    assert page.words(id="said") == ["Ann and Bo change seats from hand 4 on."]
    now = reread(four)
    assert now.ledger == before.ledger
    assert [now.seat_name(seat) for seat in range(4)] == ["Bo", "Cy", "Ann", "Di"]
    assert ledger(phone, four)[0].startswith("1 Bo 2 made")


# --- Two phones


def test_two_phones_rename_at_once_and_neither_loses_anything(four: Pad) -> None:
    one, other = make_phone(four), make_phone(four)
    mine, theirs = people_form(one, four), people_form(other, four)
    submit(other, theirs, **{"seat-0-1": "Bob", "seat-1-0": "Cyd"}, when="whole")
    answer = submit(one, mine, **{"seat-1-0": "Cyrus", "seat-1-1": "Dee"}, when="whole")
    assert answer.status_code == 409
    page = page_of(answer)
    assert "Bo is now called Bob; Cy is now called Cyd (changed on phone 2)" in page.text
    form = page.form("")
    # theirs where only they changed it; mine where I did, for me to decide
    assert form.fields["seat-0-1"] == "Bob"
    assert (form.fields["seat-1-0"], form.fields["seat-1-1"]) == ("Cyrus", "Dee")
    after_303(one, submit(one, form))
    assert [side.players for side in reread(four).sides] == [("Ann", "Bob"), ("Cyrus", "Dee")]


def test_a_hand_tapped_while_a_name_is_put_right_is_saved(four: Pad) -> None:
    phone = make_phone(four)
    form = look(phone, at(four)).form("/hands/")
    rename(hold(four, phone=9), Bo="Bob")
    answer = submit(phone, form, htmx=True, **tapped(hand(1)), do="hand")
    assert answer.status_code == 200
    page = page_of(answer)
    assert page.words("tbody", class_="line")[0].startswith("1 Bob")  # all of it, by the new name
    assert len(facts_now(reread(four))) == 4


def test_a_hand_tapped_while_somebody_sits_down_is_asked_for_once_more(four: Pad) -> None:
    phone = make_phone(four)
    form = look(phone, at(four)).form("/hands/")
    sit_down(hold(four, phone=9), 4, {(0, 1): "Eve"})
    answer = submit(phone, form, **tapped(hand(0, player=1)), do="hand")
    assert answer.status_code == 409
    assert "Eve plays for Bo from hand 4 on (changed on phone 9)" in page_of(answer).text
    after_303(phone, submit(phone, page_of(answer).form("/hands/"), do="hand"))
    assert ledger(phone, four)[-1].startswith("4 Eve 2 made")


def test_undo_takes_back_what_the_phone_saw_and_never_a_name(four: Pad) -> None:
    form = sent(hold(four))
    rename(hold(four, phone=9), Bo="Bob")
    with pytest.raises(StalePad):
        entry_services.undo(sent(hold(four), seen=form.seen))
    assert reread(four).sides[0].players == ("Ann", "Bob")


def test_a_hand_and_a_bid_in_play_go_on_through_it_all(db: None) -> None:
    pad = make_pad(players=PLAYERS)
    holder = hold(pad)
    record(holder, hand(), bid(0, 3, player=1))
    sit_down(holder, 2, {(0, 1): "Eve"})
    assert reread(pad).in_play is not None
    save_facts(sent(holder), hand(0, 3, player=1))
    phone = make_phone(pad)
    assert ledger(phone, pad)[1:] == ["Eve plays for Bo", ledger(phone, pad)[2]]
    assert ledger(phone, pad)[2].startswith("2 Eve 3 made")


# --- Who may


def test_it_stands_in_the_menu_of_a_pencil_and_a_watch_cannot_open_it(four: Pad) -> None:
    pencil, watch, stranger = make_phone(four), make_phone(four, "watch"), make_phone()
    assert at(four, "players/") in look(pencil, at(four)).links()
    assert at(four, "players/") not in look(watch, at(four)).links()
    for phone, status in ((watch, 403), (stranger, 404)):
        assert phone.get(at(four, "players/")).status_code == status
        fields = posted(four, **{"seat-0-1": "Bob", "when": "whole"})
        assert phone.post(at(four, "players/"), fields).status_code == status
    assert reread(four).revision == 3


def test_a_watch_sees_the_new_name_when_it_asks(four: Pad) -> None:
    watch = make_phone(four, "watch")
    rename(hold(four), Bo="Bob")
    page = look(watch, at(four, "live/?seen=3"))
    assert "Bo is now called Bob." in page.words(id="said")[0]
    assert page.words("h2")[0] == "Ann & Bob"


def test_a_name_is_put_right_after_the_end(db: None) -> None:
    pad = make_pad(players=PLAYERS, target=4)
    record(hold(pad), adjustment(0, 1), hand(0, 2))
    phone = make_phone(pad)
    saved(phone, pad, **{"seat-0-1": "Bob"}, when="whole")
    assert "Ann & Bob won" in look(phone, at(pad)).text


def test_a_line_of_that_number_is_no_hand(four: Pad) -> None:
    rename(hold(four), Bo="Bob")
    assert make_phone(four).get(at(four, "hands/0/")).status_code == 404
