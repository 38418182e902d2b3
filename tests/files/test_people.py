"""Games as people read them: the spreadsheet, the text for a chat, the name of a file."""

from __future__ import annotations

import csv
import io

import pytest

from scorepads.files import people
from scorepads.models import Pad
from tests.browsing import page_of
from tests.factories import (
    PASSED,
    adjustment,
    bid,
    correct_facts,
    hand,
    hold,
    make_pad,
    make_phone,
    record,
    reread,
    sent,
)

pytestmark = pytest.mark.django_db


def rows_of(pad: Pad) -> list[dict[str, str]]:
    text = people.as_csv(reread(pad)).removeprefix("\ufeff")
    return list(csv.DictReader(io.StringIO(text)))


def test_the_name_of_a_file_keeps_forty_characters_of_the_names() -> None:
    pad = make_pad(names=("a" * 20, "b" * 30))
    Pad.objects.filter(pk=pad.pk).update(opened_at="2026-01-31T20:15:00Z")
    named = people.file_name(reread(pad), ".csv")
    assert named == f"pitch-2026-01-31-{'a' * 20}-{'b' * 19}.csv"


def test_a_player_is_named_in_the_spreadsheet_only_where_one_bid() -> None:
    pad = make_pad(players=(("Ann", "Cy"), ("Bo", "Di")))
    record(hold(pad), hand(0, 2, player=1), hand(1, 2), PASSED, bid(0, 2, player=0))
    rows = rows_of(pad)
    assert [(row["Who bid"], row["Player"]) for row in rows] == [
        ("Ann & Cy", "Cy"), ("Bo & Di", ""), ("", ""), ("Ann & Cy", "Ann"),
    ]  # fmt: skip


def test_without_an_auction_the_spreadsheet_has_no_bidder_and_nobody_made_it() -> None:
    pad = make_pad(auction=False)
    points = dict.fromkeys(("high", "low", "jack", "game"), 0)
    record(hold(pad), {"points": points})
    (row,) = rows_of(pad)
    assert (row["Who bid"], row["Player"], row["Bid"], row["Made or set"]) == ("", "", "", "")
    assert (row["What"], row["High"], row["Us: total"]) == ("hand", "Us", "4")


def test_a_line_after_the_end_is_told_as_such_and_changes_nothing() -> None:
    pad = make_pad(target=4)
    record(hold(pad), hand(0, 3))
    assert rows_of(pad)[0]["Made or set"] == "made"
    open_pad = make_pad(target=6)
    by = hold(open_pad)
    record(by, hand(0, 3, owners={"low": 1}), hand(0, 2, owners={"low": 1, "game": 1}), hand(1, 2))
    correct_facts(sent(by), 1, hand(0, 4))
    rows = rows_of(open_pad)
    assert [row["What"] for row in rows] == ["hand", "hand", "after the end"]
    assert (rows[2]["Us: change"], rows[2]["Us: total"], rows[2]["Made or set"]) == ("", "", "")


def test_a_hand_bid_in_play_is_told_as_in_play() -> None:
    pad = make_pad()
    record(hold(pad), bid(1, 3), adjustment(0, 2))
    assert [row["What"] for row in rows_of(pad)] == ["adjustment: Us", "in play"]


def test_the_text_lists_thirty_hands_at_most_the_last_ones() -> None:
    pad = make_pad(target=400)
    record(hold(pad), *[hand(0, 2, owners={"low": 1})] * 30)
    listed = people.game_summary(reread(pad)).lines[2]
    assert listed.startswith("Hand by hand: 3:1, 6:2, ")
    record(hold(pad), hand(0, 2, owners={"low": 1}))
    cut = people.game_summary(reread(pad)).lines[2]
    assert cut.startswith("Hand by hand: … 6:2, 9:3, ")
    assert cut.count(":") == 1 + 30


def test_the_text_lists_no_hands_of_many_sides_nor_of_none() -> None:
    empty = people.game_summary(reread(make_pad()))
    assert not any("Hand by hand" in line for line in empty.lines)
    many = make_pad(names=("Ann", "Bo", "Cy", "Di"))
    record(hold(many), hand())
    assert not any("Hand by hand" in line for line in people.game_summary(reread(many)).lines)
    three = make_pad(names=("Ann", "Bo", "Cy"))
    record(hold(three), hand(0, 2, owners={"low": 2}))
    assert "Hand by hand: 3:0:1" in people.game_summary(reread(three)).lines


def test_the_text_says_nothing_of_sets_where_nobody_was_set_back() -> None:
    pad = make_pad()
    record(hold(pad), hand())
    summary = people.game_summary(reread(pad))
    assert not any(line.startswith("Set back") for line in summary.lines)
    assert summary.lines[0] == reread(pad).title


@pytest.mark.parametrize(
    ("languages", "separator"),
    [
        ("", ","),
        ("en-US,en;q=0.9", ","),
        ("de-AT,de;q=0.9,en;q=0.8", ";"),
        ("fr", ";"),
        ("es-MX,es;q=0.9", ","),
        ("en;q=0.5,nl;q=0.9", ";"),
        ("*", ","),
        ("x" * 3000, ","),
    ],
)
def test_the_separator_of_the_readers_spreadsheet_comes_first(
    languages: str, separator: str
) -> None:
    pad = make_pad()
    phone = make_phone(pad)
    at = f"/games/{pad.public_id}/export/"
    page = page_of(phone.get(at, headers={"Accept-Language": languages}))
    links = [link for link in page.links() if link.endswith(".csv")]
    assert len(links) == 2
    first, other = (phone.get(link).content.decode().splitlines()[0] for link in links)
    assert {first[7], other[7]} == {",", ";"}
    assert first.startswith(f'\ufeff"Hand"{separator}"What"')


def test_a_semicolon_in_a_name_stays_in_its_cell() -> None:
    pad = make_pad(names=("Us; me", "Them"))
    record(hold(pad), hand())
    text = people.as_csv(reread(pad), people.SEMICOLON).removeprefix("\ufeff")
    (row,) = csv.DictReader(io.StringIO(text), delimiter=";")
    assert row["Who bid"] == "Us; me"
