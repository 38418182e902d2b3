"""Names put right and people who sat down later go out and in with every format."""

from __future__ import annotations

import csv
import io
import json
from typing import Any
from uuid import uuid4

import pytest

from scorepads.core.scorepad import Scorepad, read_pad
from scorepads.entry import services as entry_services
from scorepads.files import formats, people, reading
from scorepads.files.picture import ledger_picture
from scorepads.files.services import import_pads
from scorepads.models import Pad
from scorepads.rules.seatings import name_players
from scorepads.rules.terms import Refused
from tests.factories import hand, hold, make_pad, record, rename, reread, sent, sit_down
from tests.schemas import schema_errors

PLAYERS = (("Ann", "Bo"), ("Cy", "Di"))
pytestmark = pytest.mark.django_db


def played() -> Scorepad:
    """A game with a name put right, a substitute, partners swapped, and one change undone."""
    pad = make_pad(players=PLAYERS)
    holder = hold(pad)
    record(holder, hand(player=1), hand(1, player=0))
    rename(holder, Bo="Bob")
    sit_down(holder, 3, {(0, 1): "Eve"})
    record(holder, hand(0, 3, player=1))
    entry_services.strike_hand(sent(holder), 1)
    sit_down(holder, 3, {(1, 0): "Di", (1, 1): "Cy"})
    record(holder, hand(1, player=0))
    rename(holder, Ann="Anne")
    entry_services.undo(sent(holder))
    return reread(pad)


def brought_in(document: Any) -> Scorepad:
    [link] = import_pads(reading.read_pads(json.dumps(document)), open_key=uuid4())
    return read_pad(Pad.objects.get(pk=link.pad.pk))


@pytest.mark.parametrize("history", [False, True])
def test_a_pad_comes_back_with_who_played_which_hand(history: bool) -> None:
    one = played()
    document = formats.pad_document(one, history=history)
    assert schema_errors(document, "pitch-pad/1") == []
    again = brought_in(document)
    assert formats.pad_document(again, history=history) | {"changed_at": ""} == document | {
        "changed_at": ""
    }
    assert again.seatings_by_line == one.seatings_by_line
    who = [scorepad.bidder_name(entry) for scorepad, entry in hands(again)]
    assert who == ["Cy", "Eve", "Di"]
    assert again.ledger.totals == one.ledger.totals


def hands(scorepad: Scorepad) -> list[tuple[Scorepad, Any]]:
    return [
        (scorepad.as_seated(number), entry)
        for number, entry in enumerate(scorepad.entries, start=1)
    ]


def test_a_history_can_be_undone_to_the_names_of_the_opening() -> None:
    again = brought_in(formats.pad_document(played(), history=True))
    assert again.opened_as[0].players == ("Ann", "Bo")
    holder = hold(again.pad)
    while reread(again.pad).can_undo:
        entry_services.undo(sent(holder))
    assert reread(again.pad).seatings[0].sides[0].players == ("Ann", "Bo")
    while reread(again.pad).can_redo:
        entry_services.redo(sent(holder))
    entry_services.undo(sent(holder))  # which was undone in the file too
    assert reread(again.pad).seatings == again.seatings


def test_a_ledger_and_several_pads_come_back_too() -> None:
    one = played()
    document = formats.ledger_document(one)
    assert schema_errors(document, "pitch-ledger/1") == []
    assert formats.ledger_document(brought_in(document)) == document
    pads = formats.pads_document([one], history=True)
    assert formats.pads_document([brought_in(pads)], history=True)["pads"][0]["ledger"] == document


def test_a_game_that_is_here_already_is_known_again() -> None:
    one = played()
    for history in (False, True):
        [imported] = reading.read_pads(json.dumps(formats.pad_document(one, history=history)))
        assert reading.imported_identity(imported) == reading.pad_identity(one)


def test_players_who_were_named_and_taken_back_leave_a_readable_history() -> None:
    pad = make_pad()
    holder = hold(pad)
    record(holder, hand())
    form = sent(holder)
    named = name_players(form.scorepad.seatings, [["Ann", "Bo"], ["Cy", "Di"]])
    entry_services.save_people(form, named)
    record(holder, hand(1, player=1))
    for _ in range(2):
        entry_services.undo(sent(holder))
    document = formats.pad_document(reread(pad), history=True)
    assert formats.pad_document(brought_in(document), history=True)["ledger"] == document["ledger"]


def test_a_game_without_such_changes_is_written_as_before() -> None:
    pad = make_pad(players=PLAYERS)
    record(hold(pad), hand(player=1))
    document = formats.pad_document(reread(pad), history=True)
    assert "opened_as" not in document
    assert set(document["ledger"]) == {"format", "preset", "sides", "hands"}


def test_equal_names_of_who_sat_down_are_told_apart() -> None:
    document = formats.ledger_document(played())
    document["seatings"][0]["sides"][0]["players"] = ["Cy", "Cy"]
    now = brought_in(document)
    assert now.seatings[1].sides[0].players == ("Cy", "Cy 2")


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"kind": "people"}, "facts"),
        ({"kind": "people", "facts": {"sides": [{"name": "Us"}]}}, "facts.sides"),
        ({"kind": "people", "facts": {"sides": [{"name": "Us"}, {"name": "\u2800"}]}},
         "facts.sides[1].name"),
        ({"kind": "people", "line": 0, "facts": {}}, "line"),
        ({"kind": "people", "facts": {"sides": [{"name": "A"}, {"name": "B"}],
          "seatings": [{"after": 2, "sides": [{"name": "A"}, {"name": "C"}]}]}},
         "facts.seatings[0].after"),
        ({"kind": "strike", "line": 0}, "line"),
        ({"kind": "amend", "line": 0, "facts": hand()}, "line"),
    ],
)  # fmt: skip
def test_a_wrong_change_of_players_is_refused_with_its_path(change: Any, at: str) -> None:
    pad = make_pad()
    record(hold(pad), hand())
    document = formats.pad_document(reread(pad), history=True)
    document["history"].append(change)
    with pytest.raises(Refused) as refused:
        reading.read_pads(json.dumps(document))
    assert f"history[1].{at}" in [problem.at for problem in refused.value.problems]


def test_a_history_has_to_come_to_the_seatings_of_the_ledger() -> None:
    document = formats.pad_document(played(), history=True)
    del document["ledger"]["seatings"]
    with pytest.raises(Refused, match="do not add up"):
        reading.read_pads(json.dumps(document))


def test_sides_named_otherwise_at_the_opening_belong_to_a_history_of_the_same_table() -> None:
    document = formats.pad_document(played(), history=True)
    for wrong in ([{"name": "Us"}], [{"name": "Us", "players": ["Ann"]}, {"name": "Them"}]):
        with pytest.raises(Refused):
            reading.read_pads(json.dumps(document | {"opened_as": wrong}))
    without = {key: value for key, value in document.items() if key != "history"}
    with pytest.raises(Refused, match="only a history"):
        reading.read_pads(json.dumps(without))


def test_the_spreadsheet_has_who_played_each_hand() -> None:
    one = played()
    rows = list(csv.DictReader(io.StringIO(people.as_csv(one).removeprefix("\ufeff"))))
    assert [row["Player"] for row in rows] == ["Cy", "Eve", "Di"]
    assert [row["Ann & Eve: players"] for row in rows] == ["Ann, Bob", "Ann, Eve", "Ann, Eve"]
    assert [row["Di & Cy: players"] for row in rows] == ["Cy, Di", "Cy, Di", "Di, Cy"]


def test_the_spreadsheet_names_the_players_of_a_side_with_a_name_of_its_own() -> None:
    pad = make_pad(names=("Reeds", "Them"), players=PLAYERS)
    record(hold(pad), hand())
    [row] = csv.DictReader(io.StringIO(people.as_csv(reread(pad)).removeprefix("\ufeff")))
    assert row["Reeds: players"] == "Ann, Bo"


def test_the_text_says_who_played_for_whom() -> None:
    assert "Eve plays for Bob from hand 2 on; Cy and Di change seats from hand 3 on" in (
        people.as_text(played())
    )


def test_the_picture_says_who_played_for_whom() -> None:
    drawn = ledger_picture(played())
    assert [text for _, text in drawn.notes] == [
        "Eve plays for Bob from hand 2 on", "Cy and Di change seats from hand 3 on",
    ]  # fmt: skip
    assert [line.says.split()[0] for line in drawn.lines] == ["Cy", "Eve", "Di"]
