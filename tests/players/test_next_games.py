"""Phones that hold a game go along to the next one, by the link that they have."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from scorepads.models import Grant, Pad, PadLink
from tests.browsing import FROM_HERE, Page, after_303, look, submit
from tests.factories import (
    PENCIL,
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
)

pytestmark = pytest.mark.django_db
GOING = "Game 2 has begun."


@pytest.fixture
def first() -> Pad:
    pad = make_pad("bicycle", ["Ann", "Bob"], target=3)
    record(hold(pad), hand(0, 2))
    return pad


@pytest.fixture
def opener(first: Pad) -> Client:
    return make_phone(first)


def play_again(phone: Client, pad: Pad) -> Pad:
    phone.post(at(pad, "play-again/"), posted(pad), headers=FROM_HERE)
    return Pad.objects.filter(follows=pad).latest("pk")


def go(phone: Client, pad: Pad) -> Page:
    """The game that the phone comes to by the button on the page of `pad`."""
    return after_303(phone, submit(phone, look(phone, at(pad)).form("/next/")))


def is_offered(phone: Client, pad: Pad) -> bool:
    return any(form.action.endswith("/next/") for form in look(phone, at(pad)).forms)


def holds(phone: Client, pad: Pad) -> bool:
    return phone.get(at(pad)).status_code == 200


def revoke(by: Client, link: PadLink) -> None:
    by.post(at(link.pad, f"link/{link.pk}/revoke/"), headers=FROM_HERE)
    link.refresh_from_db()
    assert link.revoked_at


def test_nothing_is_offered_until_the_table_plays_again(first: Pad, opener: Client) -> None:
    assert not is_offered(opener, first)


def test_a_watcher_goes_along_and_still_only_watches(first: Pad, opener: Client) -> None:
    watcher = make_phone(first, WATCH)
    second = play_again(opener, first)
    assert not holds(watcher, second)
    assert GOING in look(watcher, at(first)).text
    page = go(watcher, first)
    assert page.path == at(second)
    assert "You’re watching" in page.text
    assert watcher.post(at(second, "hands/"), posted(second)).status_code == 403


def test_a_guest_goes_along_with_the_pencil_but_does_not_become_the_opener(
    first: Pad, opener: Client
) -> None:
    guest = make_guest(first)
    second = play_again(opener, first)
    assert go(guest, first).form("/hands/")
    assert guest.get(at(second, "delete/")).status_code == 403
    assert opener.get(at(second, "delete/")).status_code == 200


def test_the_phone_that_began_again_is_led_to_its_own_game(first: Pad, opener: Client) -> None:
    second = play_again(opener, first)
    page = look(opener, at(first))
    assert GOING in page.text
    assert not [form for form in page.forms if form.action.endswith("/play-again/")]
    assert go(opener, first).path == at(second)
    assert PadLink.objects.filter(pad=second).count() == 1


def test_going_along_twice_makes_one_link_and_one_grant(first: Pad, opener: Client) -> None:
    one = make_phone(first, WATCH)
    second = play_again(opener, first)
    for _ in range(2):
        go(one, first)
    assert PadLink.objects.filter(pad=second, access=WATCH).count() == 1
    assert Grant.objects.filter(pad=second, link__access=WATCH).count() == 1


def test_two_phones_of_one_link_go_along_by_one_link(first: Pad, opener: Client) -> None:
    one, other = make_phone(first, WATCH), Client()
    link = PadLink.objects.get(pad=first, access=WATCH)
    let_in(other, first, WATCH)
    Grant.objects.filter(pad=first, link__access=WATCH).update(link=link)
    second = play_again(opener, first)
    go(one, first)
    go(other, first)
    [carried] = PadLink.objects.filter(pad=second, access=WATCH)
    assert (carried.carried_from, carried.used) == (link, 2)


def test_the_link_given_for_the_first_game_leads_to_the_next(first: Pad, opener: Client) -> None:
    second = play_again(opener, first)
    late = make_phone(first, WATCH)
    assert go(late, first).path == at(second)


def test_a_phone_that_missed_a_game_goes_straight_to_the_newest(first: Pad, opener: Client) -> None:
    watcher = make_phone(first, WATCH)
    second = play_again(opener, first)
    third = play_again(opener, second)
    assert "Game 3 has begun." in look(watcher, at(first)).text
    assert go(watcher, first).path == at(third)
    assert not holds(watcher, second)


def test_after_a_long_pause_it_is_a_new_game_of_no_number(first: Pad, opener: Client) -> None:
    Pad.objects.filter(pk=first.pk).update(changed_at=timezone.now() - timezone.timedelta(days=2))
    play_again(opener, first)
    assert "The new game has begun." in look(opener, at(first)).text


# --- What stays shut ----------------------------------------------------------------------------


def test_a_stranger_and_a_phone_that_left_cannot_go_along(first: Pad, opener: Client) -> None:
    leaver = make_phone(first, WATCH)
    form = "next/"
    second = play_again(opener, first)
    after_303(leaver, submit(leaver, look(leaver, at(first, "leave/")).forms[0]))
    for phone in (leaver, Client()):
        assert phone.post(at(first, form), headers=FROM_HERE).status_code == 404
        assert not holds(phone, second)


def test_a_revoked_link_opens_nothing_of_the_new_game(first: Pad, opener: Client) -> None:
    watcher = make_phone(first, WATCH)
    revoke(opener, PadLink.objects.get(pad=first, access=WATCH))
    second = play_again(opener, first)
    assert watcher.post(at(first, "next/"), headers=FROM_HERE).status_code == 404
    assert not holds(watcher, second)


def test_revoking_a_link_shuts_the_later_games_that_its_phones_went_along_to(
    first: Pad, opener: Client
) -> None:
    guest, bystander = make_guest(first), make_phone(first, WATCH)
    link = Grant.objects.get(pad=first, link__made_by_phone=1).link
    second = play_again(opener, first)
    go(guest, first)
    go(bystander, first)
    third = play_again(opener, second)
    go(guest, second)
    number = Grant.objects.get(pad=third, link__carried_from__carried_from=link).phone
    friend = make_guest(third, WATCH, by=number)
    assert holds(guest, third) and holds(friend, third)
    revoke(opener, link)
    for phone in (guest, friend):
        assert not holds(phone, second)
        assert not holds(phone, third)
    assert holds(bystander, second)
    assert holds(opener, second) and holds(opener, third)


def test_one_that_was_revoked_in_the_new_game_does_not_come_back_by_the_old_one(
    first: Pad, opener: Client
) -> None:
    watcher = make_phone(first, WATCH)
    second = play_again(opener, first)
    go(watcher, first)
    revoke(opener, PadLink.objects.get(pad=second, access=WATCH))
    assert not is_offered(watcher, first)
    watcher.post(at(first, "next/"), headers=FROM_HERE)
    assert not holds(watcher, second)
    third = play_again(opener, second)
    watcher.post(at(first, "next/"), headers=FROM_HERE)
    assert not holds(watcher, third)


def test_what_a_guest_opened_is_not_offered_once_the_guest_is_revoked(
    first: Pad, opener: Client
) -> None:
    guest = make_guest(first)
    invented = play_again(guest, first)
    assert is_offered(opener, first)
    revoke(opener, Grant.objects.get(pad=first, link__made_by_phone=1).link)
    assert not is_offered(opener, first)
    opener.post(at(first, "next/"), headers=FROM_HERE)
    assert not holds(opener, invented)


def test_what_a_guest_invents_counts_in_no_evening_but_of_those_who_go_along(
    first: Pad, opener: Client
) -> None:
    guest = make_guest(first)
    invented = play_again(guest, first)
    record(hold(invented), hand(1, 3))
    assert "Ann leads 1 to 0" in look(opener, at(first, "evening/")).text
    go(opener, first)
    assert "1 game each" in look(opener, at(first, "evening/")).text


def test_the_opener_of_the_first_game_who_goes_along_with_a_guest_has_the_pencil(
    first: Pad, opener: Client
) -> None:
    second = play_again(make_guest(first), first)
    assert go(opener, first).form("/hands/")
    assert opener.get(at(second, "delete/")).status_code == 403


def test_a_deleted_game_is_not_offered(first: Pad, opener: Client) -> None:
    second = play_again(opener, first)
    Pad.objects.filter(pk=second.pk).update(deleted_at=timezone.now())
    assert not is_offered(opener, first)


# --- While it is followed -----------------------------------------------------------------------


@pytest.mark.parametrize("page", ["", "board/"])
@pytest.mark.parametrize("access", [PENCIL, WATCH])
def test_phones_that_follow_are_told_once(
    first: Pad, opener: Client, access: str, page: str
) -> None:
    phone = make_phone(first, access)
    live = at(first, "live/" if not page else "board/live/")
    assert phone.get(live, {"seen": "1"}).status_code == 204
    play_again(opener, first)
    told = phone.get(live, {"seen": "1"})
    assert GOING in told.content.decode()
    assert 'data-next=".1"' in told.content.decode()
    assert phone.get(live, {"seen": "1.1"}).status_code == 204


def test_a_board_goes_along_to_the_next_board(first: Pad, opener: Client) -> None:
    second = play_again(opener, first)
    form = look(opener, at(first, "board/")).form("/next/")
    assert after_303(opener, submit(opener, form)).path == at(second, "board/")
