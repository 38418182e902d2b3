"""All games of a phone under other rules: who would have won, and what cannot be told."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scorepads.comparing import game_counts, what_if_views
from scorepads.models import Pad
from tests.browsing import Page, look
from tests.factories import adjustment, bid, fill, hand, hold, let_in, make_pad, record

pytestmark = pytest.mark.django_db

TWO = "?v=bicycle@1&v=pedro@1"


def holding(*pads: Pad) -> Client:
    phone = Client()
    for pad in pads:
        let_in(phone, pad)
    return phone


def counts(page: Page) -> dict[str, list[str]]:
    html = page.html.partition('<tbody class="counts"')[2].partition("</tbody>")[0]
    parts = [Page(f"<html>{row}</html>") for row in html.split("</tr>")[:-1]]
    return {part.words("th")[0]: part.words("td") for part in parts}


def games(page: Page) -> list[list[str]]:
    """For each game its head and the cell of each version."""
    html = page.html.rpartition("<tbody")[2].partition("</tbody>")[0]
    parts = [Page(f"<html>{row}</html>") for row in html.split("</tr>")]
    return [part.words("th") + part.words("td") for part in parts if part.find("td")]


def other_winner() -> Pad:
    """Us go out first for Wikipedia; Bicycle gives it to Them four hands before that."""
    pad = make_pad(target=9, names=("Ann", "Bo"))
    record(hold(pad), hand(1, 4), hand(0, 4), hand(0, 4), hand(0, 2))
    return pad


def test_a_phone_without_games_is_told_what_will_stand_here() -> None:
    page = look(Client(), "/what-if/")
    assert "No games on this phone yet." in page.text
    assert not page.find("table")
    assert "/compare/" in page.links()


def test_a_game_without_a_hand_is_left_out() -> None:
    page = look(holding(make_pad()), "/what-if/")
    assert "No hand has been played yet." in page.text
    assert not page.find("table")


def test_who_would_have_won_and_from_which_hand_on_it_differs() -> None:
    page = look(holding(other_winner()), f"/what-if/{TWO}")
    assert "Different winner in 1 of 1 finished game" in page.text
    ((head, bicycle, pedro),) = games(page)
    assert head.startswith("Ann, Bo") and head.endswith("Winner: Ann, on hand 4.")
    assert bicycle == "≠ Different winner: Bo, on hand 1. Different from hand 1 on"
    assert pedro == "Can't go on: bids there are 7 to 14, not 4 (hand 1)."
    assert counts(page) == {
        "Different winner": ["1", "0"],
        "Can't tell": ["0", "1"],
        "Some hand scored differently": ["1", "0"],
    }


@pytest.mark.parametrize(
    ("hands", "says", "outcome"),
    [
        ([hand(0, 3), hand(0, 4)], "= Same winner: Us, on hand 2.", "Same winner"),
        ([hand(0, 2), bid(1, 3)], "= Still going: Us 4, Them 0.", "Still going there too"),
    ],
)
def test_what_comes_out_alike(hands: list[dict[str, Any]], says: str, outcome: str) -> None:
    pad = make_pad(target=8)
    record(hold(pad), *hands)
    page = look(holding(pad), "/what-if/?v=pagat-partnership@1&v=bicycle@1")
    (row,) = games(page)
    assert row[2] == says
    assert counts(page)[outcome][1] == "1"
    assert "differs" not in page.find("td")[-1].attributes["class"]


def test_a_winner_where_the_game_goes_on_and_none_where_it_ended() -> None:
    going, ended = make_pad(target=21), make_pad("bicycle")
    record(hold(going), hand(0, 4))
    record(hold(ended), hand(0, 4))
    page = look(holding(going, ended), "/what-if/?v=bicycle@1&v=wikipedia@1")
    assert counts(page) == {
        "No winner yet": ["0", "1"],
        "Won already": ["1", "0"],
        "Still going there too": ["0", "1"],
        "As it was played": ["1", "0"],
        "Some hand scored differently": ["1", "1"],
    }
    newest, oldest = games(page)
    assert newest[1] == "As it was played"
    assert newest[2].startswith("≠ Still going: Us 4, Them 0.")
    assert oldest[1].startswith("≠ Winner: Us, on hand 1.")


def test_only_the_first_reason_stands_in_the_table_and_the_game_has_them_all() -> None:
    pad = make_pad()
    record(hold(pad), hand(0, 2))
    phone = holding(pad)
    page = look(phone, f"/what-if/{TWO}")
    assert games(page)[0][2] == "Can't go on: bids there are 7 to 14, not 2 (hand 1)."
    link = f"/games/{pad.public_id}/replay/?under=pedro@1"
    assert link in page.links()
    assert "Pedro and Low pedro weren't recorded" in look(phone, link).text


def test_a_version_for_other_tables_says_so() -> None:
    pad = make_pad(names=("Ann", "Bo", "Cy"))
    record(hold(pad), hand(0, 2), adjustment(0, -1))
    (row,) = games(look(holding(pad), "/what-if/?v=five-point@1"))
    assert row[1] == "Can't be played: it is for 2 sides, and this game has 3."


def test_the_same_versions_are_chosen_as_in_the_comparison() -> None:
    phone = holding(other_winner())
    page = look(phone, f"/what-if/{TWO}")
    assert f"/compare/{TWO}" in page.links()
    assert f"/what-if/{TWO}" in look(phone, f"/compare/{TWO}").links()
    picked = phone.get(f"/what-if/{TWO}&first=oklahoma@1&second=pedro@1")
    assert picked["Location"] == "?v=oklahoma@1&v=pedro@1"


@pytest.mark.parametrize(
    "query", ["?v=nonsense", "?v=", "?with=x", "?first=%00&second=", "?page=x", "?page=99"]
)
def test_nonsense_is_answered(query: str) -> None:
    assert holding(other_winner()).get(f"/what-if/{query}", follow=True).status_code == 200


def many_games(how_many: int) -> list[Pad]:
    pads = [make_pad(names=(f"Ann {n}", "Bo")) for n in range(how_many)]
    for pad in pads:
        record(hold(pad), hand(0, 2))
    return pads


def test_the_list_comes_in_pages_and_the_counts_cover_all_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(what_if_views, "MAX_GAMES", 2)
    phone = holding(*many_games(3))
    first = look(phone, f"/what-if/{TWO}")
    assert [row[0].split(",")[0] for row in games(first)] == ["Ann 2", "Ann 1"]
    assert "All games on this phone: 3 games, 3 hands." in first.text
    assert counts(first)["Can't tell"] == ["0", "3"]
    assert "List of games: page 1 of 2" in first.text
    (older,) = [link for link in first.links() if "page=2" in link]
    second = look(phone, f"/what-if/{older}")
    assert [row[0].split(",")[0] for row in games(second)] == ["Ann 0"]
    assert "Counts of all games" in second.text


def counted_on(page: Page) -> str:
    (onward,) = [link for link in page.links() if "counted=" in link]
    return f"/what-if/{onward}"


def test_more_games_than_one_answer_counts_are_counted_on_from_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(game_counts, "MAX_COUNTED_GAMES", 2)
    phone = holding(other_winner(), *many_games(4))
    first = look(phone, f"/what-if/{TWO}")
    assert "Counted so far: 2 of the 5 games on this phone, 2 hands." in first.text
    assert "Count the other 3 games" in first.text
    assert counts(first)["Can't tell"] == ["0", "2"]
    second = look(phone, counted_on(first))
    assert "Counted so far: 4 of the 5 games on this phone, 4 hands." in second.text
    third = look(phone, counted_on(second))
    assert "All games on this phone: 5 games, 8 hands." in third.text
    assert "Different winner in 1 of 1 finished game" in third.text
    assert counts(third)["Can't tell"] == ["0", "5"]
    assert "Count the other" not in third.text


def test_counts_go_on_only_for_the_phone_and_the_versions_that_they_are_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(game_counts, "MAX_COUNTED_GAMES", 2)
    pads = many_games(3)
    onward = counted_on(look(holding(*pads), f"/what-if/{TWO}"))
    other_phone = holding(*pads)
    assert "Counted so far: 2 of the 3 games" in look(other_phone, onward).text
    other_versions = onward.replace("bicycle", "oklahoma")
    assert "Counted so far: 2 of the 3 games" in look(other_phone, other_versions).text


def test_a_game_whose_rules_are_gone_is_named_beside_the_counts() -> None:
    lost, known = make_pad(), make_pad()
    for pad in (lost, known):
        record(hold(pad), hand(0, 2))
    phone = holding(lost, known)
    Pad.objects.filter(pk=lost.pk).update(preset_key="gone")
    page = look(phone, f"/what-if/{TWO}")
    assert "All games on this phone: 1 game, 1 hand." in page.text
    assert "1 game can't be counted: this server no longer has the rules." in page.text


def test_many_hands_are_few_queries_and_long_games_stand_alone(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    pads = [make_pad("pagat-partnership") for _ in range(4)]
    long = [hand(n % 2, 2, owner=1 - n % 2) for n in range(500)]
    for pad in pads:
        fill(pad, long)
    phone = holding(*pads)
    with django_assert_max_num_queries(12):
        page = look(phone, "/what-if/")
    assert "All games on this phone: 4 games, 2000 hands." in page.text
    assert "List of games: page 1 of 2" in page.text
    assert len(games(page)) == 3


def test_a_game_that_this_phone_does_not_hold_is_not_told() -> None:
    other_winner()
    assert "No games on this phone yet." in look(Client(), "/what-if/").text
