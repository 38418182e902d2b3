"""Pads as files: what is exported imports to the same pad, and what is wrong is named."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings

from scorepads.core.scorepad import Scorepad, read_pad
from scorepads.entry import services as entry_services
from scorepads.files import formats, people, reading
from scorepads.files import services as files_services
from scorepads.files.people import escape_formula
from scorepads.models import HandEntry, Pad
from scorepads.opening import services as opening_services
from scorepads.rules import catalog
from scorepads.rules.interchange import read_ledger, score_document
from scorepads.rules.terms import Refused
from tests.factories import (
    PASSED,
    adjustment,
    bid,
    correct_facts,
    hand,
    hold,
    make_pad,
    make_sides,
    record,
    reread,
    sent,
)
from tests.preset_files import GOLDEN, name_of
from tests.rules import strategies

WIKIPEDIA = name_of("wikipedia")

pytestmark = pytest.mark.django_db

Json = dict[str, Any]

LEDGERS: list[Json] = [json.loads(path.read_text("utf-8"))["ledger"] for path in GOLDEN]
every_golden_pad = pytest.mark.parametrize("ledger", LEDGERS, ids=[path.stem for path in GOLDEN])


def bring(document: Any) -> list[Scorepad]:
    text = document if isinstance(document, str) else json.dumps(document, ensure_ascii=False)
    brought = files_services.import_pads(reading.read_pads(text), open_key=uuid4())
    return [read_pad(Pad.objects.get(pk=link.pad.pk)) for link in brought]


def bring_one(document: Any) -> Scorepad:
    (scorepad,) = bring(document)
    return scorepad


def same(one: Scorepad, other: Scorepad) -> bool:
    """The same pad, as far as anybody at the table could tell."""
    parts: list[Callable[[Scorepad], object]] = [
        lambda it: (it.pad.pin, it.pad.fingerprint, it.pad.house_rules),
        lambda it: (it.sides, it.start, it.pad.first_dealer),
        lambda it: [line.facts for line in it.lines],
        lambda it: it.dealers,
        lambda it: it.ledger,
    ]
    return all(part(one) == part(other) for part in parts)


def problems_of(document: Any) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as refusal:
        bring(document)
    assert not Pad.objects.exists()
    return [(problem.at, problem.message) for problem in refusal.value.problems]


def plain(**changed: Any) -> Json:
    ledger: Json = {
        "format": "pitch-ledger/1",
        "preset": "wikipedia@1",
        "sides": [{"name": "Us"}, {"name": "Them"}],
        "hands": [hand()],
    }
    return ledger | changed


# --- There and back


@every_golden_pad
def test_a_golden_pad_comes_back_as_it_was(ledger: Json) -> None:
    scorepad = bring_one(ledger)
    out = formats.ledger_document(scorepad)
    assert score_document(out) == score_document(ledger)
    assert read_ledger(out) == read_ledger(ledger)
    assert same(bring_one(out), scorepad)


@every_golden_pad
def test_a_golden_pad_comes_back_as_a_whole_pad_too(ledger: Json) -> None:
    scorepad = bring_one(ledger)
    for history in (False, True):
        assert same(bring_one(formats.pad_document(scorepad, history=history)), scorepad)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(strategies.ledgers())
def test_any_ledger_comes_back_as_it_was(ledger: Json) -> None:
    scorepad = bring_one(ledger)
    out = formats.ledger_document(scorepad)
    assert read_ledger(out) == read_ledger(ledger)
    assert same(bring_one(out), scorepad)
    assert same(bring_one(formats.pad_document(scorepad, history=True)), scorepad)


@pytest.mark.parametrize("first", [0, 1, 2, 3])
@pytest.mark.parametrize("hands", [[hand()], [PASSED, hand()], [adjustment()], [bid()]])
def test_who_dealt_first_comes_back(first: int, hands: list[Json]) -> None:
    pad = make_pad(players=(("Ann", "Cy"), ("Bo", "Di")), first_dealer=first)
    record(hold(pad), *hands)
    out = formats.ledger_document(reread(pad))
    assert out["hands"][0].get("dealer", 0) == first
    assert same(bring_one(out), reread(pad))


def test_who_dealt_first_comes_back_of_a_pad_without_hands() -> None:
    pad = make_pad(first_dealer=1)
    assert "dealer" not in json.dumps(formats.ledger_document(reread(pad)))
    assert same(bring_one(formats.pad_document(reread(pad))), reread(pad))


def test_a_dealer_noted_on_the_first_hand_comes_back_as_noted() -> None:
    pad = make_pad(first_dealer=1)
    record(hold(pad), hand(dealer=0), hand(1))
    scorepad = reread(pad)
    assert bring_one(formats.ledger_document(scorepad)).dealers == scorepad.dealers
    assert same(bring_one(formats.pad_document(scorepad)), scorepad)


def test_a_dealer_in_a_seat_that_only_some_tables_have_stays_noted() -> None:
    document = plain(hands=[hand(dealer=5)])
    scorepad = bring_one(document)
    assert scorepad.pad.first_dealer == 0
    assert formats.ledger_document(scorepad) == document


def test_the_hand_in_play_and_the_hands_after_the_end_are_kept() -> None:
    hands = [hand(0, 4), hand(0, 4), hand(0, 4), hand(1, 4), {"target": 15}, hand(1), bid(1, 3)]
    scorepad = bring_one(plain(hands=hands))
    assert (len(scorepad.ledger.after_the_end), scorepad.in_play is not None) == (3, True)
    assert [line.facts for line in scorepad.lines] == hands


def test_an_exported_pad_is_a_ledger_for_any_reader() -> None:
    pad = make_pad(target=15, start=(3, -2), note="not in the ledger")
    record(hold(pad), hand(), {"target": 21}, bid())
    out = formats.ledger_document(reread(pad))
    assert set(out) == {"format", "preset", "house_rules", "sides", "start", "hands"}
    assert "problems" not in score_document(out)
    assert score_document(
        formats.pad_document(reread(pad), history=True)["ledger"]
    ) == score_document(out)


def test_a_pad_that_is_brought_in_is_pinned_to_the_published_preset() -> None:
    scorepad = bring_one(plain())
    assert scorepad.pad.fingerprint == catalog.find_preset("wikipedia@1").fingerprint


def test_a_file_names_its_preset_by_key_and_version_so_one_made_before_comes_in() -> None:
    """Files never held a fingerprint, so those of before these were taken anew are as good."""
    before = {
        "format": "pitch-pad/1",
        "ledger": plain(preset="pedro@1", hands=[]),
        "first_dealer": 1,
        "opened_at": "2026-11-30T19:00:00Z",
        "changed_at": "2026-11-30T21:00:00Z",
        "history": [],
    }
    scorepad = bring_one(before)
    assert scorepad.pad.fingerprint == catalog.find_preset("pedro@1").fingerprint
    exported = json.dumps(formats.pad_document(scorepad, history=True))
    assert "fingerprint" not in exported and scorepad.pad.fingerprint not in exported


def test_note_and_dates_come_back_and_no_date_lies_in_the_future() -> None:
    pad = make_pad(note="At the lake")
    then = datetime(2024, 2, 29, 20, 15, 30, 123456, tzinfo=UTC)
    Pad.objects.filter(pk=pad.pk).update(opened_at=then, changed_at=then + timedelta(hours=1))
    document = formats.pad_document(reread(pad))
    assert document["opened_at"] == "2024-02-29T20:15:30.123456Z"
    back = bring_one(document).pad
    assert (back.note, back.opened_at) == ("At the lake", then)
    assert back.changed_at == then + timedelta(hours=1)
    late = bring_one(document | {"opened_at": "2999-01-01T00:00:00Z"}).pad
    assert late.opened_at < datetime.now(UTC) + timedelta(minutes=1)


# --- Every correction


def corrected_pad() -> Pad:
    pad = make_pad(players=(("Ann", "Cy"), ("Bo", "Di")), first_dealer=2)
    by = hold(pad, phone=1)
    record(by, bid(), hand(), hand(1, 3), PASSED, adjustment(1, -2))
    correct_facts(sent(by), 2, hand(1, 4))
    entry_services.strike_hand(sent(hold(pad, phone=2)), 3)
    entry_services.undo(sent(by))
    entry_services.redo(sent(by))
    entry_services.undo(sent(by))
    entry_services.undo(sent(by))
    record(by, bid(1, 2))
    return pad


def test_every_correction_comes_back_and_can_be_undone_again() -> None:
    scorepad = reread(corrected_pad())
    back = bring_one(formats.pad_document(scorepad, history=True))
    assert same(back, scorepad)
    told = [(row.line, row.version, row.revision, row.kind, row.facts, row.phone, row.made_at)
            for row in scorepad.rows]  # fmt: skip
    assert told == [
        (row.line, row.version, row.revision, row.kind, row.facts, row.phone, row.made_at)
        for row in back.rows
    ]
    reversed_by = {row.revision: row.reverses.revision for row in scorepad.rows if row.reverses}
    assert reversed_by == {row.revision: row.reverses.revision for row in back.rows if row.reverses}
    assert back.pad.phones == 2  # so the next phone is none of those in the history
    while reread(back.pad).can_undo:
        entry_services.undo(sent(hold(back.pad)))
    assert reread(back.pad).lines == ()


@pytest.mark.parametrize("noted", [{}, {"dealer": 1}])
def test_a_history_comes_back_wherever_the_file_says_who_dealt_first(noted: Json) -> None:
    ledger = plain(hands=[hand(**noted)])
    for history in (HISTORY, [{**HISTORY[0], "facts": hand(dealer=1)}]):
        document = {"format": "pitch-pad/1", "ledger": ledger, "first_dealer": 1}
        back = bring_one(document | {"history": history})
        assert (back.pad.first_dealer, back.dealers[0]) == (1, 1)


def test_without_corrections_asked_for_the_file_holds_none() -> None:
    assert "history" not in formats.pad_document(reread(corrected_pad()))


HISTORY = [{"kind": "record", "line": 1, "facts": hand()}]


@pytest.mark.parametrize(
    ("history", "at"),
    [
        ("no list", "history"),
        ([1], "history[0]"),
        ([{"kind": "erase", "line": 1}], "history[0].kind"),
        ([{"kind": "record", "line": 2, "facts": hand()}], "history[0].line"),
        ([{"kind": "record", "line": True, "facts": hand()}], "history[0].line"),
        ([{"kind": "record", "line": 1, "facts": hand(9)}], "history[0].facts.pitcher"),
        ([{"kind": "record", "line": 1}], "history[0].facts"),
        ([{"kind": "undo"}], "history[0].kind"),
        ([{"kind": "redo"}], "history[0].kind"),
        ([*HISTORY, {"kind": "undo", "line": 1}], "history[1].line"),
        ([*HISTORY, {"kind": "amend", "line": 7, "facts": hand()}], "history[1].line"),
        ([*HISTORY, {"kind": "record", "line": 1, "facts": hand()}], "history[1].line"),
        ([*HISTORY, {"kind": "strike", "line": 1, "at": "yesterday"}], "history[1].at"),
        ([*HISTORY, {"kind": "strike", "line": 1, "phone": -1}], "history[1].phone"),
        ([{"kind": "record", "line": n, "facts": bid()} for n in (1, 2)], "history[1].facts"),
        ([*HISTORY, {"kind": "strike", "line": 1}], "history"),
        ([], "history"),
        (HISTORY * 5001, "history"),
    ],
)
def test_a_history_that_cannot_have_been_is_refused(history: Any, at: str) -> None:
    document = {"format": "pitch-pad/1", "ledger": plain(), "history": history}
    assert problems_of(document)[0][0] == at


# --- Several


def test_all_pads_come_back_with_who_follows_whom() -> None:
    first = make_pad(note="first")
    record(hold(first), hand())
    second, _ = opening_services.play_again(reread(first), open_key=uuid4())
    document = formats.pads_document([reread(second), reread(first)], history=True)
    assert [pad.get("follows") for pad in document["pads"]] == [None, 0]
    back = bring(document)
    assert [scorepad.pad.note for scorepad in back] == ["first", ""]
    assert [scorepad.pad.follows_id for scorepad in back] == [None, back[0].pad.pk]
    assert all(
        same(scorepad, was)
        for scorepad, was in zip(back, map(reread, (first, second)), strict=True)
    )


def test_a_match_comes_back_with_its_games() -> None:
    first = make_pad(target=3)
    record(hold(first), hand())
    second, _ = opening_services.play_again(reread(first), open_key=uuid4(), best_of=5)
    third = make_pad()
    document = formats.pads_document([reread(pad) for pad in (first, second, third)])
    assert [pad.get("best_of") for pad in document["pads"]] == [5, 5, None]
    assert [scorepad.pad.best_of for scorepad in bring(document)] == [5, 5, 0]
    [alone] = bring(formats.pad_document(reread(second)))
    assert alone.pad.best_of == 5


def test_ledgers_can_stand_one_a_line() -> None:
    lines = "\n".join(json.dumps(ledger) for ledger in LEDGERS)
    assert len(bring(f"\n{lines}\n\n")) == len(LEDGERS)


def test_all_or_none_are_brought_in() -> None:
    assert problems_of(f"{json.dumps(plain())}\n{json.dumps(plain(start=[1]))}") == [
        ("line 2: start", "start is a list with a score for every side")
    ]
    pads = [{"format": "pitch-pad/1", "ledger": each} for each in (plain(), plain(preset="no@1"))]
    assert problems_of({"format": "pitch-pads/1", "pads": pads}) == [
        ("pads[1].ledger.preset", 'there is no preset "no@1"')
    ]


def test_the_same_form_brings_its_pads_once() -> None:
    key, brought = uuid4(), reading.read_pads(json.dumps(plain()))
    files_services.import_pads(brought * 2, open_key=key)
    again = files_services.import_pads(brought * 2, open_key=key)
    assert Pad.objects.count() == 2
    assert {link.pad for link in again} == set(Pad.objects.all())
    assert len(files_services.imported_before(key, 2)) == 2


# --- What is wrong is named


@pytest.mark.parametrize(
    ("document", "at"),
    [
        ("", ""),
        ("nothing of the kind", ""),
        ("{", ""),
        ("[" * 100_000, ""),
        ("[]", ""),
        ("{}", "format"),
        ({"format": "pitch-pads/1", "pads": []}, "pads"),
        ({"format": "pitch-pads/1", "pads": [3]}, "pads[0]"),
        ({"format": "pitch-pads/1", "pads": [{"format": "pitch-pad/1"}]}, "pads[0].ledger"),
        ({"format": "pitch-pad/1", "ledger": plain(), "secret": 1}, "secret"),
        ({"format": "pitch-pad/1", "ledger": plain(), "follows": 0}, "follows"),
        ({"format": "pitch-pad/1", "ledger": plain(), "note": 7}, "note"),
        ({"format": "pitch-pad/1", "ledger": plain(), "note": "x" * 201}, "note"),
        ({"format": "pitch-pad/1", "ledger": plain(), "opened_at": "2026-01-01"}, "opened_at"),
        ({"format": "pitch-pad/1", "ledger": plain(), "opened_at": 5}, "opened_at"),
        ({"format": "pitch-pad/1", "ledger": plain(), "first_dealer": 2}, "first_dealer"),
        (plain(hands=[hand()] * 501), "hands"),
        (plain(hands=[hand(), hand(owners={"jack": 7})]), "hands[1].points.jack"),
        (plain(extra=1), "extra"),
        (plain(sides=[{"name": "\u200b"}, {"name": "Them"}]), "sides[0].name"),
        (plain(sides=[]), "sides"),
    ],
)
def test_what_cannot_be_brought_in_is_named_by_its_path(document: Any, at: str) -> None:
    assert problems_of(document)[0][0] == at


def test_five_hundred_hands_are_brought_in() -> None:
    assert len(bring_one(plain(hands=[hand()] * 500)).lines) == 500
    assert HandEntry.objects.count() == 500


def test_equal_names_are_told_apart_and_names_are_tidied() -> None:
    scorepad = bring_one(
        plain(
            sides=[{"name": "Al", "players": ["Bo"]}, {"name": " al\u202e\n", "players": ["bo"]}],
            hands=[hand(note="re\x00voke\u2028!")],
        )
    )
    assert scorepad.names == ["Al", "al 2"]
    assert [side.players for side in scorepad.sides] == [("Bo",), ("bo 2",)]
    assert scorepad.entries[0].note == "re voke !"


# --- CSV

HOSTILE = ("=1+1", "@SUM(A1)", "-2+3", "+cmd|' /C calc'!A0", 'a,"b";c', "O'Brien & <b>", "محمد",
           "Zoë 👩‍👩‍👧 🃏", "；＝2")  # fmt: skip


def csv_of(pad: Pad) -> list[dict[str, str]]:
    text = people.as_csv(reread(pad))
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def test_the_spreadsheet_has_one_row_a_hand_and_its_numbers_are_numbers() -> None:
    pad = make_pad(players=(("Ann", "Cy"), ("Bo", "Di")), start=(2, 0), first_dealer=1)
    record(hold(pad), hand(0, 3, owners={"low": 1, "jack": None}, player=1, trump="hearts"),
           PASSED, adjustment(1, -2, note="-revoke"), {"target": 15}, bid(1))  # fmt: skip
    start, first, passed, adjusted, target, in_play = csv_of(pad)
    assert (start["Hand"], start["What"], start["Ann & Cy: total"]) == ("0", "starting scores", "2")
    assert first == {
        "Hand": "1", "What": "hand", "Dealer": "Bo", "Who bid": "Ann & Cy", "Player": "Cy",
        "Bid": "3", "Trump": "hearts", "Made or set": "set", "High": "Ann & Cy", "Low": "Bo & Di",
        "Jack": "nobody", "Game": "Ann & Cy", "Ann & Cy: change": "-3", "Bo & Di: change": "1",
        "Ann & Cy: total": "-1", "Bo & Di: total": "1", "Note": "",
        "Rules": f"{WIKIPEDIA}, house rules: to 15",
    }  # fmt: skip
    assert (passed["What"], passed["Ann & Cy: total"]) == ("passed out", "-1")
    assert (adjusted["What"], adjusted["Bo & Di: change"]) == ("adjustment: Bo & Di", "-2")
    assert adjusted["Note"] == "'-revoke"
    assert target["What"] == "game to 15"
    assert (in_play["What"], in_play["Ann & Cy: total"]) == ("in play", "")


def test_no_cell_of_the_spreadsheet_is_a_formula() -> None:
    pad = make_pad(names=HOSTILE)
    record(hold(pad), *(hand(side, 2, note=HOSTILE[side][:200]) for side in range(3)))
    text = people.as_csv(reread(pad)).removeprefix("\ufeff")
    reader = csv.reader(io.StringIO(text), quoting=csv.QUOTE_NONNUMERIC)
    rows = list(reader)
    assert len({len(row) for row in rows}) == 1
    words = [cell for row in rows for cell in row if isinstance(cell, str)]
    assert not [word for word in words if word[:1] in set("=+-@\t\r＝＋－＠")]
    assert rows[0][-2 - len(HOSTILE) : -2] == [escape_formula(f"{name}: total") for name in HOSTILE]
    assert [row[3] for row in rows[1:]] == ["'=1+1", "'@SUM(A1)", "'-2+3"]
    assert all(isinstance(cell, float) for cell in rows[1][-2 - 2 * len(HOSTILE) : -2])


@every_golden_pad
def test_the_spreadsheet_of_a_golden_pad_has_the_totals_on_paper(ledger: Json) -> None:
    scorepad = bring_one(ledger)
    rows = [row for row in csv_of(scorepad.pad) if row["What"] != "starting scores"]
    assert len(rows) == len(scorepad.lines)
    totals = [[row[f"{name}: total"] for name in scorepad.names] for row in rows]
    told = [list(map(str, line.totals)) for line in scorepad.ledger.lines]
    assert totals == told + [[""] * len(scorepad.names)] * (len(rows) - len(told))


# --- Text and names of files


def test_the_text_reads_well_in_a_chat() -> None:
    pad = make_pad(note="At the lake")
    record(hold(pad), hand(0, 4, owners={"low": 1}), hand(1, 4), hand(1, 4), hand(1, 4))
    text = people.as_text(reread(pad))
    first, second, third, fourth, fifth, note, day = text.splitlines()
    assert first == "♠ Pitch: Us −4, Them 13"
    assert second == WIKIPEDIA
    assert third.startswith("Hand 4: They bid 4, took 4: made")
    assert fourth == "Hand by hand: −4:1, −4:5, −4:9, −4:13"
    assert fifth == "Set back: Us 1"
    assert (note, day.endswith("(UTC)")) == ("At the lake", True)


def test_a_name_written_from_right_to_left_does_not_draw_the_numbers_along() -> None:
    pad = make_pad(names=("محمد", "Bo"))
    assert "\u2068محمد\u2069 0, Bo 0" in people.as_text(reread(pad))


@pytest.mark.parametrize("names", [("../../etc", 'a"b\r\nx:'), ("محمد", "🃏"), ("Zoë", "CON")])
def test_the_name_of_a_file_is_safe_everywhere(names: tuple[str, str]) -> None:
    opening_services.open_pad(
        rules=reread(make_pad()).rules, sides=make_sides(names), start=[0, 0], note=""
    )
    name = people.file_name(reread(Pad.objects.latest("pk")), ".csv")
    assert name.isascii()
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.")
    assert (name.startswith("pitch-2"), name.endswith(".csv"), ".." in name) == (True, True, False)
