"""Points given to or taken from a side, with a note."""

import pytest
from django.test import Client

from scorepads.models import HandEntry, Pad
from tests.browsing import Form, after_303, look, page_of, submit
from tests.factories import adjustment, facts_now, hand, hold, make_pad, make_phone, posted, record
from tests.factories import reread as read

BOTH = pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])


def at(pad: Pad) -> str:
    return f"/games/{pad.public_id}/"


def the_form(phone: Client, pad: Pad) -> Form:
    return look(phone, at(pad)).form("/adjustments/")


@BOTH
@pytest.mark.parametrize(("way", "by", "total"), [("add", 3, 3), ("take", -3, -3)])
def test_points_are_given_or_taken_without_a_minus_key(
    pad: Pad, pencil: Client, way: str, by: int, total: int, htmx: bool
) -> None:
    form = the_form(pencil, pad)
    response = submit(pencil, form, htmx=htmx, side="1", way=way, by="3", note=" a  revoke ")
    page = page_of(response) if htmx else after_303(pencil, response)
    assert facts_now(read(pad)) == [adjustment(1, by, note="a revoke")]
    assert read(pad).ledger.totals == (0, total)
    (line,) = page.words("tbody", class_="line")
    assert "Adjustment: Them" in line
    assert "a revoke" in line
    assert page.find("tbody", class_="note")  # no hand, so its column of bids is a text


@BOTH
def test_what_is_missing_is_said_beside_it_and_the_rest_is_kept(
    pad: Pad, pencil: Client, htmx: bool
) -> None:
    response = submit(pencil, the_form(pencil, pad), htmx=htmx, side="0", note="late")
    assert response.status_code == 422
    page = page_of(response)
    assert page.words(id="way-error") == ["Add or take away?"]
    assert page.words(id="by-error") == ["Give a whole number from 1 to 100."]
    kept = page.form("/adjustments/").fields
    assert (kept["side"], kept["note"]) == ("0", "late")
    assert HandEntry.objects.count() == 0


@pytest.mark.parametrize("by", ["0", "101", "-3", "1.5", "many", "9" * 5000, "", "1e3", "\x00"])
def test_only_one_to_a_hundred_points_can_be_moved(pad: Pad, pencil: Client, by: str) -> None:
    response = submit(pencil, the_form(pencil, pad), side="0", way="add", by=by)
    assert response.status_code == 422
    assert page_of(response).words(id="by-error") == ["Give a whole number from 1 to 100."]


def test_the_same_adjustment_sent_twice_counts_once(pad: Pad, pencil: Client) -> None:
    form = the_form(pencil, pad)
    for _ in range(2):
        after_303(pencil, submit(pencil, form, side="0", way="add", by="3"))
    assert read(pad).ledger.totals == (3, 0)


@BOTH
def test_when_the_pad_went_on_it_stands_open_with_what_was_entered(
    pad: Pad, pencil: Client, htmx: bool
) -> None:
    form = the_form(pencil, pad)
    record(hold(pad, phone=9), hand())
    response = submit(pencil, form, htmx=htmx, side="1", way="take", by="7", note="revoke")
    assert response.status_code == 409
    page = page_of(response)
    again = page.form("/adjustments/")
    assert {"side": "1", "way": "take", "by": "7", "note": "revoke"}.items() <= again.fields.items()
    assert ["open" in sheet.attributes for sheet in page.find("dialog", id="adjust")] == [True]
    after_303(pencil, submit(pencil, again))
    assert facts_now(read(pad)) == [hand(), adjustment(1, -7, note="revoke")]


def test_an_adjustment_ends_no_game_by_itself(db: None) -> None:
    pad = make_pad(start=(10, 0))
    phone = make_phone(pad)
    page = after_303(phone, submit(phone, the_form(phone, pad), side="0", way="add", by="9"))
    assert page.words("h2", id="entry-head") == ["Hand 2"]


def test_a_finished_pad_takes_none(db: None) -> None:
    pad = make_pad(start=(10, 0))
    record(hold(pad), hand())
    fields = posted(pad, side="0", way="take", by="9")
    response = make_phone(pad).post(f"{at(pad)}adjustments/", fields)
    assert response.status_code == 409
    assert "this game is over" in page_of(response).text
    assert read(pad).ledger.totals == (14, 0)
