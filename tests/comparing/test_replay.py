"""A pad under other rules: who may look, what is told, and playing on from it."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from scorepads.models import HandEntry, Pad
from tests.browsing import Page, after_303, look, page_of, submit
from tests.factories import (
    PASSED,
    adjustment,
    bid,
    facts_now,
    fill,
    hand,
    hold,
    make_pad,
    make_phone,
    posted,
    record,
    reread,
)
from tests.preset_files import name_of

BICYCLE = name_of("bicycle")
WIKIPEDIA = name_of("wikipedia")


@pytest.fixture
def bicycle(db: None) -> Pad:
    """From 4 to 5, Us make a smudge and have won; elsewhere that is just a four."""
    pad = make_pad("bicycle", start=(4, 5), players=(("Ann", "Cy"), ("Bo", "Di")), note="porch")
    record(hold(pad), hand(0, 4))
    return pad


def at(pad: Pad, query: str = "") -> str:
    return f"/games/{pad.public_id}/replay/{query}"


def results(page: Page) -> dict[str, str]:
    found = {}
    for link in page.find("a"):
        if "?under=" in link.attributes["href"]:
            name, _, says = " ".join(link.text.split()).partition(") ")
            found[name + ")"] = says
    return found


# --- looking ------------------------------------------------------------------------------


def test_every_preset_is_told_at_once(bicycle: Pad) -> None:
    page = look(make_phone(bicycle), at(bicycle))
    told = results(page)
    assert told[WIKIPEDIA] == "Still going: Ann & Cy 8, Bo & Di 5. Different from hand 1 on"
    assert told["Partnership Pitch to 21 (Pagat)"].startswith("Still going: Ann & Cy 8, Bo & Di 5.")
    assert told["Five Point Set Back to 12 (Pagat)"].startswith(
        "Can't go on: Left wasn't recorded (hand 1)."
    )
    assert BICYCLE not in told
    assert "Winner: Ann & Cy, on hand 1." in page.text


def test_line_by_line_the_parting_is_marked_and_explained(bicycle: Pad) -> None:
    page = look(make_phone(bicycle), at(bicycle, "?under=wikipedia@1"))
    (parting,) = page.find(class_="parts")
    words = " ".join(parting.text.split())
    assert words.startswith("≠ Different from hand 1 on 1 Ann & Cy bid 4 made")
    assert "Here Ann & Cy +4 8 Bo & Di 0 5 Ann & Cy won" in words
    assert "a made smudge wins the game on the spot" in words
    assert f"Why, under {WIKIPEDIA} Ann & Cy bid 4 and took 4: made." in words
    (line,) = page.find("li", id="hand-1")
    assert "≠ different from here on" in " ".join(line.text.split())


def test_what_differs_is_told_before_any_picture_or_ledger(bicycle: Pad) -> None:
    html = look(make_phone(bicycle), at(bicycle, "?under=wikipedia@1")).html
    assert html.index("Different from hand 1 on") < html.index("<h2>Totals<")
    assert html.index("Different from hand 1 on") < html.index('class="cautions"')


def test_every_side_has_a_picture_and_a_table(bicycle: Pad) -> None:
    page = look(make_phone(bicycle), at(bicycle, "?under=wikipedia@1"))
    assert len(page.find("svg", role="img")) == len(page.find("table")) == 2
    assert all(node.attributes["aria-label"] for node in page.find("svg", role="img"))
    assert page.words("tr")[1:3] == ["0 4 4", "1 8 8"]
    assert not [node for node in page.nodes if "style" in node.attributes]


def test_a_replay_that_stops_says_where_and_why(bicycle: Pad) -> None:
    page = look(make_phone(bicycle), at(bicycle, "?under=pedro@1"))
    assert "Can't go on: bids there are 7 to 14, not 4" in page.text
    assert not [form for form in page.forms if form.action.endswith("/replay/")]


def test_what_was_played_after_the_other_version_had_ended(db: None) -> None:
    pad = make_pad()
    record(hold(pad), hand(0, 4), hand(1, 2), adjustment())
    page = look(make_phone(pad), at(pad, "?under=bicycle@1"))
    assert "Winner: Us, on hand 1." in page.text
    assert "2 lines after that would not have been played" in page.text
    assert "game already over" in page.text


def test_a_name_from_right_to_left_turns_no_score_around(db: None) -> None:
    pad = make_pad(names=("محمد", "Bo"))
    record(hold(pad), hand(0, 2))
    told = results(look(make_phone(pad), at(pad)))
    assert "Still going: \u2068محمد\u2069 4, Bo 0." in told[BICYCLE]


def test_an_empty_pad_and_one_with_a_bid_only_can_be_replayed(db: None) -> None:
    pad = make_pad()
    assert "Still going: Us 0, Them 0." in look(make_phone(pad), at(pad)).text
    record(hold(pad), bid(0, 1))
    page = look(make_phone(pad), at(pad, "?under=bicycle@1"))
    assert "Can't go on: bids there are 2 to 4, not 1 (hand 1)." in page.text


@pytest.mark.parametrize(
    "under", ["", "nonsense", "bicycle@9", "recipe:", "own:1@1", "%00", "x" * 2000]
)
def test_nonsense_is_refused_and_the_rest_shown(bicycle: Pad, under: str) -> None:
    page = look(make_phone(bicycle), at(bicycle, f"?under={under}"))
    assert bool(page.find(role="alert")) is bool(under)
    assert WIKIPEDIA in results(page)


def test_its_own_version_is_no_other(bicycle: Pad) -> None:
    page = look(make_phone(bicycle), at(bicycle, "?under=bicycle@1"))
    assert "This game is played by these rules" in page.words(role="alert")[0]


def test_a_pad_by_house_rules_can_be_seen_under_its_plain_preset(db: None) -> None:
    pad = make_pad(target=3)
    record(hold(pad), hand(0, 3, owners={"game": 1}))
    told = results(look(make_phone(pad), at(pad)))
    assert told[WIKIPEDIA].startswith("Still going: Us 3, Them 1.")


def test_it_asks_the_database_little_however_long_the_pad(
    bicycle: Pad, django_assert_max_num_queries
) -> None:
    phone, long = make_phone(bicycle), make_pad("bicycle")
    fill(long, [hand(number % 2, 2, owner=1 - number % 2) for number in range(60)])
    for pad in (bicycle, long):
        phone = make_phone(pad)
        with django_assert_max_num_queries(5):
            look(phone, at(pad, "?under=wikipedia@1"))


# --- who may ------------------------------------------------------------------------------


def test_the_watch_may_look_and_not_play_on(bicycle: Pad) -> None:
    watch = make_phone(bicycle, "watch")
    page = look(watch, at(bicycle, "?under=wikipedia@1"))
    assert not page.forms
    assert watch.post(at(bicycle), posted(bicycle, under="wikipedia@1")).status_code == 403
    assert Pad.objects.count() == 1


def test_a_stranger_sees_nothing(bicycle: Pad) -> None:
    stranger = make_phone()
    assert stranger.get(at(bicycle)).status_code == 404
    assert stranger.post(at(bicycle), posted(bicycle, under="wikipedia@1")).status_code == 404
    assert stranger.get(f"/games/{uuid4()}/replay/").status_code == 404


def test_no_cache_keeps_it(bicycle: Pad) -> None:
    response = make_phone(bicycle).get(at(bicycle))
    assert "no-store" in response["Cache-Control"]
    assert response["X-Robots-Tag"] == "noindex"


def test_the_menu_of_a_game_leads_here(bicycle: Pad) -> None:
    for access in ("pencil", "watch"):
        links = look(make_phone(bicycle, access), f"/games/{bicycle.public_id}/").links()
        assert at(bicycle) in links


# --- playing on ---------------------------------------------------------------------------


def play_on(phone: Client, pad: Pad, under: str = "wikipedia@1") -> Page:
    form = look(phone, at(pad, f"?under={under}")).form("/replay/")
    return after_303(phone, submit(phone, form))


def test_playing_on_opens_a_pad_with_the_same_facts(bicycle: Pad) -> None:
    play_on(make_phone(bicycle), bicycle)
    old, new = reread(bicycle), reread(Pad.objects.exclude(pk=bicycle.pk).get())
    assert new.pad.pin == "wikipedia@1"
    assert facts_now(new) == facts_now(old)
    assert (new.sides, new.start, new.pad.note) == (old.sides, old.start, old.pad.note)
    assert new.ledger.totals == (8, 5) and not new.ledger.is_over
    assert new.revision == new.pad.revision == 1


def test_the_old_pad_stays_as_it_was(bicycle: Pad) -> None:
    before, rows = reread(bicycle).ledger, HandEntry.objects.filter(pad=bicycle).count()
    play_on(make_phone(bicycle), bicycle)
    assert reread(bicycle).ledger == before
    assert HandEntry.objects.filter(pad=bicycle).count() == rows


def test_the_new_pad_takes_the_next_hand_and_undo(bicycle: Pad) -> None:
    phone = make_phone(bicycle)
    play_on(phone, bicycle)
    new = Pad.objects.exclude(pk=bicycle.pk).get()
    record(hold(new), hand(1, 2))
    assert reread(new).ledger.totals == (8, 9)
    assert phone.post(f"/games/{new.public_id}/undo/", posted(new)).status_code == 303
    assert reread(new).ledger.totals == (8, 5)


def test_a_double_tap_opens_one_pad(bicycle: Pad) -> None:
    phone = make_phone(bicycle)
    form = look(phone, at(bicycle, "?under=wikipedia@1")).form("/replay/")
    first, second = submit(phone, form), submit(phone, form)
    assert first.status_code == second.status_code == 303
    assert first["Location"] == second["Location"]
    assert Pad.objects.count() == 2


def test_who_deals_goes_on_from_where_it_was(db: None) -> None:
    """Wikipedia would have the same dealer again after the passed-out hand."""
    pad = make_pad("bicycle", ("Ann", "Bo", "Cy"), first_dealer=1)
    record(hold(pad), PASSED, hand(0, 2), hand(1, 2, dealer=0))
    play_on(make_phone(pad), pad)
    new = reread(Pad.objects.exclude(pk=pad.pk).get())
    assert new.dealers == reread(pad).dealers == [1, 2, 0, 1]


def test_a_bid_still_being_played_is_carried_over(db: None) -> None:
    pad = make_pad("bicycle")
    record(hold(pad), hand(0, 2), bid(1, 3))
    play_on(make_phone(pad), pad)
    new = reread(Pad.objects.exclude(pk=pad.pk).get())
    assert new.in_play is not None and new.in_play.bid == 3


def test_under_an_ended_version_the_pad_opens_over_and_keeps_the_rest(db: None) -> None:
    pad = make_pad()
    record(hold(pad), hand(0, 4), hand(1, 2))
    play_on(make_phone(pad), pad, "bicycle@1")
    new = reread(Pad.objects.exclude(pk=pad.pk).get())
    assert new.ledger.is_over and len(new.ledger.after_the_end) == 1


def test_bids_are_left_behind_where_nobody_bids(bicycle: Pad) -> None:
    play_on(make_phone(bicycle), bicycle, "recipe:standard-pitch")
    new = reread(Pad.objects.exclude(pk=bicycle.pk).get())
    assert new.rules.house_rules == {"auction": False}
    assert facts_now(new) == [{"points": dict.fromkeys(("high", "low", "jack", "game"), 0)}]


@pytest.mark.parametrize(
    ("under", "status"), [("pedro@1", 409), ("nonsense", 422), ("", 422), ("bicycle@1", 409)]
)
def test_what_cannot_be_judged_is_not_played_on(bicycle: Pad, under: str, status: int) -> None:
    response = make_phone(bicycle).post(at(bicycle), posted(bicycle, under=under))
    assert response.status_code == status
    assert Pad.objects.count() == 1


def test_a_passed_out_hand_that_cannot_be_is_not_played_on(db: None) -> None:
    pad = make_pad("bicycle")
    record(hold(pad), PASSED)
    page = look(make_phone(pad), at(pad, "?under=pagat-partnership@1"))
    assert "You can't play on under these rules: hand 1 cannot be passed out there" in page.text
    assert not [form for form in page.forms if form.action.endswith("/replay/")]


def test_a_pad_that_went_on_is_shown_again_first(bicycle: Pad) -> None:
    pad = make_pad("bicycle")
    record(hold(pad), hand(0, 2))
    phone = make_phone(pad)
    form = look(phone, at(pad, "?under=wikipedia@1")).form("/replay/")
    record(hold(pad), hand(1, 2))
    response = submit(phone, form)
    assert response.status_code == 409
    assert "the game went on" in page_of(response).words(role="alert")[0]
    assert Pad.objects.count() == 2


def test_a_form_without_its_key_is_no_form(bicycle: Pad) -> None:
    assert make_phone(bicycle).post(at(bicycle), {"under": "wikipedia@1"}).status_code == 400
