"""Who may open what, and by which method: every address of a pad, written out."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client

from scorepads.core import access
from scorepads.models import HandEntry, Pad, PadLink
from tests.browsing import page_of
from tests.core.addresses import METHODS, as_sent, every_route, filled
from tests.core.test_csrf import rows
from tests.factories import hand, hold, make_guest, make_pad, make_phone, posted, record

LOOKING = ["", "hands/1/", "history/", "live/", "board/", "board/live/"]
WRITING = ["hands/1/correct/", "hands/1/strike/", "link/", "target/", "swap/", "players/"]
POSTING = [
    "hands/", "preview/", "adjustments/", "undo/", "redo/", "play-again/",
]  # fmt: skip
OTHER_METHODS = ["HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]
OPEN_TO_ALL = ["/", "/about/", "/open/", "/open/wikipedia/"]


@pytest.fixture(autouse=True)
def one_hand(pad: Pad) -> None:
    record(hold(pad), hand())


def at(pad: Pad, rest: str) -> str:
    return f"/games/{pad.public_id}/{rest}"


@pytest.mark.parametrize("rest", LOOKING + WRITING)
def test_the_pencil_opens_every_page(pad: Pad, pencil: Client, rest: str) -> None:
    assert pencil.get(at(pad, rest)).status_code == 200


@pytest.mark.parametrize("rest", LOOKING)
def test_the_watch_opens_what_is_there_to_look_at(pad: Pad, watch: Client, rest: str) -> None:
    response = watch.get(at(pad, rest))
    assert response.status_code == 200
    page = page_of(response)
    assert not page.forms
    assert not [link for link in page.links() if "correct" in link or "strike" in link]
    assert not [link for link in page.links() if link.endswith("/link/")]


@pytest.mark.parametrize("rest", WRITING)
def test_the_watch_is_told_that_it_cannot_write(pad: Pad, watch: Client, rest: str) -> None:
    for response in (watch.get(at(pad, rest)), watch.post(at(pad, rest), posted(pad))):
        assert response.status_code == 403
        assert "This phone can only watch" in page_of(response).text


@pytest.mark.parametrize("rest", POSTING)
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_nothing_that_the_watch_posts_is_taken(
    pad: Pad, watch: Client, rest: str, headers: dict[str, str]
) -> None:
    response = watch.post(at(pad, rest), posted(pad, do="hand"), headers=headers)
    assert response.status_code == 403
    assert (HandEntry.objects.count(), Pad.objects.count()) == (1, 1)


@pytest.mark.parametrize("checks", [False, True], ids=["from-here", "from-elsewhere"])
@pytest.mark.parametrize("route", sorted(r for r in set(every_route()) if "<uuid:public_id>" in r))
def test_no_address_tells_by_any_method_whether_there_is_such_a_pad(
    pad: Pad, route: str, checks: bool
) -> None:
    """Not to a stranger, to a phone with another pad, to one that was shut out, or to one that has
    left.

    A form that another site may have sent is refused elsewhere, and must not tell either.
    """
    ghost = Pad(public_id=uuid4())
    stranger = Client(enforce_csrf_checks=checks)
    elsewhere = make_phone(make_pad(), enforce_csrf_checks=checks)
    shut_out = make_phone(pad, enforce_csrf_checks=checks)
    gone = make_phone(pad, enforce_csrf_checks=checks)
    gone.post(at(pad, "leave/"), headers={"Origin": "http://testserver"})
    holder = hold(pad)
    PadLink.objects.filter(pad=pad).update(revoked_at=pad.opened_at)
    sent = {**posted(pad, do="hand"), "ticket": access.sign_ticket(holder)}
    for method in METHODS:
        for headers in ({}, {"HX-Request": "true"}):
            answers = [
                as_sent(ask(phone, method, filled(route, asked), sent, headers), asked.public_id)
                for phone in (stranger, elsewhere, shut_out, gone)
                for asked in (pad, ghost)
            ]
            assert answers == answers[:1] * len(answers), method
            assert answers[0][0] in ("(404", "(405", "(302", "(403", "(308")


def ask(
    phone: Client, method: str, address: str, sent: dict[str, str], headers: dict[str, str]
) -> Any:
    if method == "POST":
        return phone.post(address, sent, headers=headers)
    return phone.generic(method, address, headers=headers)


@pytest.mark.parametrize("route", sorted(r for r in set(every_route()) if "<uuid:public_id>" in r))
def test_a_watcher_changes_nothing_but_the_list_of_its_own_phone(
    pad: Pad, watch: Client, route: str
) -> None:
    link = str(PadLink.objects.filter(pad=pad).earliest("pk").pk)
    before = {table: stored for table, stored in rows().items() if table != "scorepads_grant"}
    fields = posted(pad, do="hand", access="pencil", swap="0", under="bicycle@1", who="0")
    watch.post(filled(route, pad).replace("/link/1/", f"/link/{link}/"), fields)
    assert before.items() <= rows().items()


OPENERS_OWN = {"/games/<uuid:public_id>/delete/"}


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("route", sorted(r for r in set(every_route()) if "<uuid:public_id>" in r))
def test_a_guest_may_do_whatever_the_opener_may_but_delete(
    pad: Pad, pencil: Client, route: str, method: str
) -> None:
    fields = posted(pad, do="hand", access="pencil", swap="0", under="bicycle@1", who="0")
    answers = []
    for phone in (pencil, make_guest(pad)):
        before = transaction.savepoint()
        answers.append(ask(phone, method, filled(route, pad), fields, {}).status_code)
        transaction.savepoint_rollback(before)
    if route in OPENERS_OWN:
        assert answers == [200 if method == "GET" else 303, 403]
    else:
        assert answers[0] == answers[1] != 403


@pytest.mark.parametrize("rest", WRITING + POSTING)
def test_nothing_that_a_stranger_posts_is_taken(pad: Pad, stranger: Client, rest: str) -> None:
    assert stranger.post(at(pad, rest), posted(pad, do="hand")).status_code == 404
    assert (HandEntry.objects.count(), Pad.objects.count()) == (1, 1)


@pytest.mark.parametrize("rest", POSTING)
def test_where_forms_are_sent_a_plain_look_changes_nothing_and_leads_to_the_pad(
    pad: Pad, pencil: Client, rest: str
) -> None:
    """A phone that lost a tab without script comes back to a form's address by a GET."""
    response = pencil.get(at(pad, rest))
    if rest == "preview/":
        assert response.status_code == 405
    else:
        assert (response.status_code, response["Location"]) == (302, at(pad, ""))
    assert HandEntry.objects.count() == 1


@pytest.mark.parametrize("rest", LOOKING)
def test_what_is_for_looking_cannot_be_posted_to(pad: Pad, pencil: Client, rest: str) -> None:
    assert pencil.post(at(pad, rest), posted(pad)).status_code == 405


@pytest.mark.parametrize("rest", LOOKING + WRITING + POSTING)
def test_no_other_method_is_known_at_a_pad(pad: Pad, pencil: Client, rest: str) -> None:
    for method in OTHER_METHODS:
        assert pencil.generic(method, at(pad, rest)).status_code == 405, method
    assert HandEntry.objects.count() == 1


@pytest.mark.parametrize("address", [*OPEN_TO_ALL, "/paste/"])
def test_no_other_method_is_known_elsewhere(stranger: Client, address: str) -> None:
    for method in OTHER_METHODS:
        assert stranger.generic(method, address).status_code == 405, method


def test_a_link_is_looked_at_also_by_its_head_alone(stranger: Client) -> None:
    answers = {stranger.generic(method, "/join/no-such-secret/").status_code: method
               for method in OTHER_METHODS}  # fmt: skip
    assert answers.keys() == {404, 405} and answers[404] == "HEAD"


@pytest.mark.parametrize("address", OPEN_TO_ALL)
def test_what_needs_no_pad_is_open_to_strangers(stranger: Client, address: str) -> None:
    assert stranger.get(address).status_code == 200


@pytest.mark.parametrize(
    "address",
    [
        "/no-such-page/", "/games/", "/games/1/", "/games/not-a-uuid/", "/open/no-such-preset/",
        "/open/wikipedia@1/", "/join/", "/join/no-such-secret/", "/%00/", "/join/%ED%A0%80/",
        "/join/%00/",
        "/games/%FF/",
    ],
)  # fmt: skip
def test_an_address_that_is_none_is_not_found(stranger: Client, address: str) -> None:
    assert stranger.get(address).status_code == 404


@pytest.mark.parametrize("line", ["2", "0", "99999999999999999999", "9" * 5000, "-1", "x"])
@pytest.mark.parametrize("rest", ["", "correct/", "strike/"])
def test_a_line_that_never_was_is_not_found(pad: Pad, pencil: Client, line: str, rest: str) -> None:
    address = at(pad, f"hands/{line}/{rest}")
    assert pencil.get(address).status_code == 404
    if rest:
        assert pencil.post(address, posted(pad, do="save")).status_code == 404
