"""Best of three, five or seven: who leads the match, and when it is decided."""

from __future__ import annotations

import pytest
from django.test import Client

from scorepads.models import Pad
from scorepads.statistics.matches import Match
from tests.browsing import FROM_HERE, after_303, look, page_of, submit
from tests.factories import (
    WATCH,
    at,
    hand,
    hold,
    let_in,
    make_guest,
    make_pad,
    make_phone,
    posted,
    record,
    reread,
    sit_down,
    tapped,
)

pytestmark = pytest.mark.django_db


def game(*names: str, winner: int | None = 0, best_of: int = 3) -> Pad:
    """A finished game of these sides, won by that one; with None it still goes on."""
    pad = make_pad("bicycle", names or ("Ann", "Bob"), target=3)
    Pad.objects.filter(pk=pad.pk).update(best_of=best_of)
    pad.best_of = best_of
    if winner is not None:
        record(hold(pad), hand(winner, 2))
    return pad


def match(best_of: int, *winners: int | None, names: tuple[str, ...] = ("Ann", "Bob")) -> Match:
    return Match(best_of, tuple(reread(game(*names, winner=winner)) for winner in winners))


@pytest.mark.parametrize(
    ("best_of", "winners", "says"),
    [
        (3, (None,), "Best of 3: 2 games win the match."),
        (3, (0,), "Best of 3: Ann leads, 1 to 0."),
        (3, (0, 1), "Best of 3: tied, 1 to 1."),
        (3, (0, 1, None), "Best of 3: tied, 1 to 1."),
        (3, (1, 1), "Bob won the match, best of 3: 2 to 0."),
        (3, (0, 1, 1), "Bob won the match, best of 3: 2 to 1."),
        (5, (0, 0), "Best of 5: Ann leads, 2 to 0."),
        (5, (0, 0, 0), "Ann won the match, best of 5: 3 to 0."),
        (7, (0, 1, 0, 1, 0), "Best of 7: Ann leads, 3 to 2."),
        (7, (0, 1, 0, 1, 0, 0), "Ann won the match, best of 7: 4 to 2."),
    ],
)
def test_who_leads_and_when_it_is_decided(
    best_of: int, winners: tuple[int | None, ...], says: str
) -> None:
    assert match(best_of, *winners).sentence == says


def test_us_and_them_are_we_and_they_in_its_sentence() -> None:
    assert match(3, 0, names=("Us", "Them")).sentence == "Best of 3: We lead, 1 to 0."
    assert match(3, 1, 1, names=("Us", "Them")).sentence.startswith("They won the match")


def test_of_three_sides_the_most_games_win_after_all_are_played() -> None:
    names = ("Ann", "Bob", "Cy")
    assert match(3, 0, 1, names=names).sentence == "Best of 3: tied, 1 game each."
    assert not match(3, 0, 1, 2, names=names).is_decided
    assert match(5, 0, 0, 1, 2, 2, names=names).is_decided is False
    decided = match(5, 0, 0, 1, 2, 1, names=names)
    assert decided.is_decided is False
    assert match(5, 0, 0, 1, 2, 0, names=names).sentence == (
        "Ann won the match, best of 5: 3 games of 5."
    )


# --- On the pages -------------------------------------------------------------------------------


def again(phone: Client, pad: Pad, **more: str) -> Pad:
    phone.post(at(pad, "play-again/"), posted(pad, **more), headers=FROM_HERE)
    return Pad.objects.filter(follows=pad).latest("pk")


def play(pad: Pad, winner: int) -> None:
    record(hold(pad), hand(winner, 2))


def test_a_match_is_chosen_when_a_game_starts_and_goes_on_by_play_again(stranger: Client) -> None:
    form = look(stranger, "/open/bicycle/").form("/open/bicycle/")
    typed = {"name-0": "Ann", "name-1": "Bob", "target": "3", "best_of": "3"}
    page = after_303(stranger, submit(stranger, form, **typed))
    assert "Best of 3: 2 games win the match." in page.text
    first = Pad.objects.get()
    play(first, 0)
    assert "Best of 3: Ann leads, 1 to 0." in look(stranger, at(first)).words(class_="match")
    second = again(stranger, first)
    assert "Best of 3: Ann leads, 1 to 0." in look(stranger, at(second)).text
    play(second, 0)
    ended = look(stranger, at(second))
    assert "Ann won the match, best of 3: 2 to 0." in ended.words(class_="match")
    tonight = look(stranger, at(second, "evening/"))
    assert "Ann won the match, best of 3: 2 to 0." in tonight.words(class_="tallied")


def test_who_sits_down_for_a_while_wins_for_the_side_that_is_there() -> None:
    first, second, third = (
        make_pad("bicycle", players=(("Ann", "Bo"), ("Cy", "Di")), target=6) for _ in range(3)
    )
    record(hold(first), hand(0, 2), hand(0, 2))
    record(hold(second), hand(0, 2), hand(1, 2))
    sit_down(hold(second), 2, {(0, 1): "Eve"})
    record(hold(second), hand(0, 2))
    record(hold(third), hand(1, 2), hand(1, 2))
    games = tuple(reread(pad) for pad in (first, second, third))
    assert Match(5, games[:2]).sentence == "Best of 5: Ann & Eve lead, 2 to 0."
    assert Match(5, games).sentence == "Best of 5: Ann & Bo lead, 2 to 1."


def test_partners_who_change_sides_are_other_sides() -> None:
    first = make_pad("bicycle", players=(("Ann", "Bo"), ("Cy", "Di")), target=3)
    second = make_pad("bicycle", players=(("Ann", "Cy"), ("Bo", "Di")), target=3)
    for pad in (first, second):
        record(hold(pad), hand(0, 2))
    assert not Match(3, (reread(first), reread(second))).is_decided


def test_after_a_decided_match_another_begins(stranger: Client) -> None:
    first = game(best_of=3)
    phone = make_phone(first)
    second = again(phone, first)
    play(second, 0)
    third = again(phone, second)
    assert third.best_of == 3
    assert "Best of 3: 2 games win the match." in look(phone, at(third)).text
    play(third, 1)
    assert "Best of 3: Bob leads, 1 to 0." in look(phone, at(third)).text


def test_a_game_that_has_ended_becomes_the_first_of_a_match() -> None:
    first = game(best_of=0)
    phone = make_phone(first)
    assert ("best_of", "5") in [
        (node.attributes.get("name"), node.attributes.get("value"))
        for node in look(phone, at(first)).find("button")
    ]
    second = again(phone, first, best_of="5")
    assert second.best_of == 5
    assert "Best of 5: Ann leads, 1 to 0." in look(phone, at(second)).text


@pytest.mark.parametrize("asked", ["4", "-3", "x", "9" * 50, ""])
def test_no_other_number_makes_a_match(asked: str) -> None:
    first = game(best_of=0)
    assert again(make_phone(first), first, best_of=asked).best_of == 0


def test_a_swap_carries_the_match_on() -> None:
    first = game(best_of=3)
    phone = make_phone(first)
    form = look(phone, at(first, "swap/")).forms[0]
    after_303(phone, submit(phone, form, swap="0"))
    assert Pad.objects.get(follows=first).best_of == 3


def test_a_guests_invented_games_decide_nothing_for_the_owner() -> None:
    first = game(best_of=3)
    owner, guest = make_phone(first), make_guest(first)
    invented = again(guest, first)
    play(invented, 1)
    assert "Best of 3: Ann leads, 1 to 0." in look(owner, at(first, "evening/")).text
    own = again(owner, first)
    play(own, 0)
    assert "Ann won the match" in look(owner, at(own)).text


def test_phones_that_follow_are_told_of_the_match_when_the_game_ends() -> None:
    first = game(winner=None)
    watcher = make_phone(first, WATCH)
    play(first, 0)
    told = watcher.get(at(first, "live/"), {"seen": "0"}).content.decode()
    assert "Best of 3: Ann leads, 1 to 0." in told


def test_the_line_under_the_games_name_tells_the_match_as_it_is_after_each_change() -> None:
    first = game(winner=None)
    pencil, watcher = make_phone(first), make_phone(first, WATCH)
    (before,) = look(pencil, at(first)).words(id="house")
    assert before.startswith("Best of 3: 2 games win the match.")
    saved = pencil.post(
        at(first, "hands/"), posted(first, **tapped(hand(0, 2)), do="hand"),
        headers=FROM_HERE | {"HX-Request": "true"},
    )  # fmt: skip
    told = page_of(watcher.get(at(first, "live/"), {"seen": "0"}))
    for page in (page_of(saved), told):
        assert page.words(id="house")[0].startswith("Best of 3: Ann leads, 1 to 0.")
    undone = pencil.post(
        at(first, "undo/"), posted(first), headers=FROM_HERE | {"HX-Request": "true"}
    )
    told = page_of(watcher.get(at(first, "live/"), {"seen": "1"}))
    for page in (page_of(undone), told):
        assert page.words(id="house") == [before]


# --- Tonight ------------------------------------------------------------------------------------


def test_us_and_them_of_two_games_are_not_one_evening() -> None:
    one, other = game("Us", "Them", best_of=0), game("Us", "Them", best_of=0)
    phone = make_phone(one)
    let_in(phone, other)
    assert "1 finished game" in look(phone, at(one, "evening/")).text


def test_the_same_people_are_one_evening_and_finished_games_come_first() -> None:
    running, finished = game(winner=None, best_of=0), game(best_of=0)
    phone = make_phone(running)
    let_in(phone, finished)
    page = look(phone, at(running, "evening/"))
    assert "Ann leads 1 to 0" in page.text
    games = [link for link in page.links() if link in (at(running), at(finished))]
    # The head of the page, the list, and the way back to the game.
    assert games == [at(running), at(finished), at(running), at(running)]


# --- Under other rules --------------------------------------------------------------------------


def play_on(phone: Client, pad: Pad) -> tuple[str, Pad]:
    """What the page says that playing on does, and the game that was begun by it."""
    page = look(phone, at(pad, "replay/?under=wikipedia@1"))
    after_303(phone, submit(phone, page.form("/replay/")))
    return page.text, Pad.objects.latest("pk")


def test_a_game_played_on_under_other_rules_takes_its_place_in_the_match() -> None:
    first = game(winner=0)
    phone = make_phone(first)
    second = again(phone, first)
    record(hold(second), hand(1, 2, owners={"low": 0, "jack": 0}))
    says, instead = play_on(phone, second)
    assert "the best of 3 goes on in it" in says
    assert "Best of 3: Ann leads, 1 to 0." in look(phone, at(instead)).text
    record(hold(instead), *[hand(1, 4)] * 3)
    assert "Best of 3: tied, 1 to 1." in look(phone, at(instead)).text
    third = again(phone, instead)
    assert "Best of 3: tied, 1 to 1." in look(phone, at(third)).text
    evening = look(phone, at(third, "evening/"))
    assert at(instead) in evening.links() and at(second) not in evening.links()


def test_a_finished_game_counts_in_the_match_and_is_not_counted_again_under_other_rules() -> None:
    first = game(winner=0)
    phone = make_phone(first)
    says, other = play_on(phone, first)
    assert "counts in the match" in says
    assert (other.best_of, other.follows) == (0, None)
    assert "Best of 3: Ann leads, 1 to 0." in look(phone, at(again(phone, first))).text
