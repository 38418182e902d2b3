"""Files of several games: which line or pad is wrong, how many fit, and which is here already."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from scorepads.core.scorepad import Scorepad, read_pad
from scorepads.files import formats, reading
from scorepads.files import services as files_services
from scorepads.models import Pad
from scorepads.rules.terms import Refused
from tests.browsing import look, page_of
from tests.factories import hand, hold, make_pad, make_phone, record, reread

Json = dict[str, Any]

LEDGER: Json = {
    "format": "pitch-ledger/1",
    "preset": "wikipedia@1",
    "sides": [{"name": "Red"}, {"name": "Blue"}],
    "hands": [hand()],
}
LINE = json.dumps(LEDGER)
PAD: Json = {"format": "pitch-pad/1", "ledger": LEDGER}


def problems_of(document: Any) -> list[tuple[str, str]]:
    text = document if isinstance(document, str) else json.dumps(document)
    with pytest.raises(Refused) as refusal:
        reading.read_pads(text)
    return [(problem.at, problem.message) for problem in refusal.value.problems]


def brought(document: Any) -> list[Scorepad]:
    links = files_services.import_pads(reading.read_pads(json.dumps(document)), open_key=uuid4())
    return [read_pad(Pad.objects.get(pk=link.pad.pk)) for link in links]


# --- Several lines ------------------------------------------------------------------------


def test_lines_are_counted_as_an_editor_counts_them_the_empty_ones_too() -> None:
    wrong = json.dumps({**LEDGER, "start": [1]})
    assert problems_of(f"\n{LINE}\n\n{wrong}\nnot json\n") == [
        ("line 4: start", "start is a list with a score for every side"),
        ("line 5", "This isn't a Pitch Keeper file. Choose one that you exported here."),
    ]


def test_where_the_first_line_is_no_json_it_was_not_meant_as_lines() -> None:
    ((at, message),) = problems_of(f"dear diary\n{LINE}")
    assert (at, message) == (
        "",
        "This isn't a Pitch Keeper file. Choose one that you exported here.",
    )


def test_a_thousand_lines_fit_and_one_more_is_too_many() -> None:
    line = json.dumps({**LEDGER, "hands": []})
    assert len(reading.read_pads(f"{line}\n" * 1000)) == 1000
    assert problems_of(f"{line}\n" * 1001) == [
        ("", "a file brings up to 1000 games; this has 1001")
    ]


def test_every_pad_that_is_wrong_is_named_with_what_is_wrong_of_the_file() -> None:
    several = {"format": "pitch-pads/1", "pads": [{"format": "pitch-pad/1"}, PAD, 3], "more": 1}
    assert problems_of(several) == [
        ("more", "“more” does not belong here"),
        ("pads[0].ledger", "“ledger” is missing"),
        ("pads[2]", "a game is an object"),
    ]


def test_what_is_wrong_of_a_pad_is_told_together_with_its_ledger() -> None:
    pad = {"format": "pitch-pad/2", "ledger": {**LEDGER, "start": [1]}, "more": 1}
    told = problems_of({"format": "pitch-pads/1", "pads": [pad]})
    assert [at for at, _ in told] == ["pads[0].more", "pads[0].format", "pads[0].ledger.start"]


def test_changes_that_do_not_add_up_are_not_told_beside_other_trouble() -> None:
    history = [{"kind": "record", "line": 1, "facts": hand(1)}]
    assert problems_of({**PAD, "history": history}) == [
        ("history", "these changes do not add up to the ledger")
    ]
    told = problems_of({**PAD, "history": history, "first_dealer": 9})
    assert told == [("first_dealer", "there is no seat 9 at this table")]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"kind": "strike", "line": "1"}, [("line", "a line is a whole number")]),
        (
            {"kind": "strike", "line": 7},
            [("line", "line 7 cannot be the one: it does not fit")],
        ),
        ({"kind": "redo", "line": 1}, [("line", "“line” does not belong here")]),
        (
            {"kind": "undo", "phone": 5001, "at": "x", "more": 1},
            [
                ("more", "“more” does not belong here"),
                ("phone", "a phone is a whole number"),
                ("at", "a time is written as 2026-01-31T20:15:00Z, and is of 1900 or later"),
            ],
        ),
    ],
)
def test_what_is_wrong_of_a_change_is_told_once_and_by_name(
    change: Json, told: list[tuple[str, str]]
) -> None:
    history = [{"kind": "record", "line": 1, "facts": hand()}, change]
    assert problems_of({**PAD, "history": history}) == [
        (f"history[1].{at}", message) for at, message in told
    ]


def test_a_history_that_is_too_long_is_not_read() -> None:
    change = {"kind": "record", "line": 1, "facts": hand()}
    assert problems_of({**PAD, "history": [change] * 5001}) == [
        ("history", "a game holds up to 5000 changes; this has 5001")
    ]


@pytest.mark.django_db
def test_a_seat_of_any_table_may_deal_first_and_no_other() -> None:
    """Of the side that does not name its players, up to as many as can sit there."""
    sides = [{"name": "Red", "players": ["Ann", "Cy"]}, {"name": "Blue"}]
    pad = {**PAD, "ledger": {**LEDGER, "sides": sides, "hands": []}}
    for seat in (0, 1, 2, 3):
        (scorepad,) = brought({**pad, "first_dealer": seat})
        assert scorepad.pad.first_dealer == seat
    for seat in (-1, 4):
        assert problems_of({**pad, "first_dealer": seat}) == [
            ("first_dealer", f"there is no seat {seat} at this table")
        ]


@pytest.mark.django_db
def test_players_are_tidied_and_a_side_without_them_has_none() -> None:
    sides = [{"name": "Red", "players": [" Ann\u200b", "C\ny"]}, {"name": "Blue"}]
    (scorepad,) = brought({**LEDGER, "sides": sides, "hands": []})
    assert [side.players for side in scorepad.sides] == [("Ann", "C y"), ()]


@pytest.mark.django_db
def test_a_pad_may_follow_the_first_of_the_file() -> None:
    first, second = brought(
        {"format": "pitch-pads/1", "pads": [PAD, {**PAD, "follows": 0}]},
    )
    assert second.pad.follows_id == first.pad.pk


@pytest.mark.django_db
def test_only_dates_to_come_are_put_back_to_now() -> None:
    before = datetime.now(UTC)
    past = datetime(2024, 2, 29, 20, tzinfo=UTC)
    (dated,) = brought({**PAD, "opened_at": past.isoformat()})
    assert (dated.pad.opened_at, dated.pad.changed_at) == (past, past)
    (undated,) = brought(PAD)
    assert undated.pad.opened_at >= before
    (late,) = brought({**PAD, "opened_at": (before + timedelta(days=900)).isoformat()})
    assert before <= late.pad.opened_at <= datetime.now(UTC)


# --- Here already -------------------------------------------------------------------------


@pytest.fixture
def held(db: None) -> tuple[Client, Json]:
    """A phone with a pad, and the pad as a file."""
    pad = make_pad(names=("Red", "Blue"), players=(("Ann", "Cy"), ("Bo", "Di")), start=(2, 0))
    record(hold(pad), hand())
    return make_phone(pad), formats.pad_document(reread(pad))


def bring(phone: Client, document: Json) -> int:
    """How many pads there are once this phone has brought the document in."""
    sent = {"key": str(uuid4()), "text": json.dumps(document)}
    assert phone.post("/import/", sent).status_code == 303
    return Pad.objects.count()


def test_the_same_pad_is_opened_and_not_brought_in_again(held: tuple[Client, Json]) -> None:
    phone, document = held
    assert bring(phone, document) == 1
    assert "0 games imported" not in look(phone, "/").text


@pytest.mark.parametrize(
    "other",
    [
        {"preset": "five-point@1", "hands": []},
        {"preset": "bicycle@1"},
        {"house_rules": {"target": 15}},
        {"start": [3, 0]},
        {"hands": []},
        {"hands": [hand(0, 3)]},
        {"sides": [{"name": "Red"}, {"name": "Blue"}]},
        {"sides": [{"name": "Rot", "players": ["Ann", "Cy"]},
                   {"name": "Blue", "players": ["Bo", "Di"]}]},
    ],
)  # fmt: skip
def test_a_pad_opened_at_the_same_moment_with_another_ledger_is_another(
    held: tuple[Client, Json], other: Json
) -> None:
    phone, document = held
    assert bring(phone, {**document, "ledger": {**document["ledger"], **other}}) == 2


def test_a_pad_with_the_same_ledger_opened_at_another_moment_is_another(
    held: tuple[Client, Json],
) -> None:
    """With one of that moment beside it on the phone, so that the two are compared."""
    phone, document = held
    moved = {**document, "opened_at": "2024-02-29T20:15:00Z"}
    assert bring(phone, moved) == 2
    ledger = {**document["ledger"], "hands": []}
    both = {"format": "pitch-pads/1", "pads": [moved, {**document, "ledger": ledger}]}
    assert bring(phone, both) == 3


def test_what_is_wrong_is_listed_up_to_twelve_lines_and_the_rest_counted(db: None) -> None:
    phone = Client()
    for many, last in ((12, "hands[11]: "), (14, "and 2 more")):
        text = json.dumps({**LEDGER, "hands": [3] * many})
        response = phone.post("/import/", {"key": str(uuid4()), "text": text})
        assert response.status_code == 422
        (told,) = page_of(response).words("ul", class_="trouble")
        assert (told.count("hands["), last in told) == (12, True)
        assert ("more" in told) is (many > 12)
