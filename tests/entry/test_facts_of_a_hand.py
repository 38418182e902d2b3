"""A fact of a hand is entered, kept, corrected, told, exported and printed."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from scorepads.core.presenters import describe
from scorepads.entry.hand_form import HandForm
from scorepads.files.formats import ledger_document
from scorepads.files.people import as_csv
from scorepads.models import Pad
from scorepads.printing.played_sheets import pad_sheet
from scorepads.rules.hand import Hand, as_facts, read_entry
from tests.browsing import look
from tests.factories import hand, hold, make_pad, make_phone, record, reread, tapped
from tests.schemas import SCHEMAS

pytestmark = pytest.mark.django_db

EVERY_FACT = hand(
    0, "smudge", player=1, dealer=2, trump="hearts", note="Ann's deck", all_tricks=True
)  # fmt: skip
TOLD = ("Cy", "smudge", "♥", "all six tricks", "dealt by Cy", "Ann's deck")


@pytest.fixture
def seated() -> Pad:
    return make_pad("pagat-partnership", players=(("Ann", "Cy"), ("Bo", "Di")))


def test_the_example_has_every_fact_that_a_hand_can_have(seated: Pad) -> None:
    scorepad = reread(seated)
    entry = read_entry(EVERY_FACT, scorepad.rules, scorepad.sides)
    assert isinstance(entry, Hand)
    assert {*EVERY_FACT, "partners"} == {field.name for field in fields(Hand)}
    assert as_facts(entry) == EVERY_FACT


def test_the_form_takes_it_and_gives_it_back_for_a_correction(seated: Pad) -> None:
    scorepad = reread(seated)
    form = HandForm(scorepad, tapped(EVERY_FACT))
    assert form.is_valid(), form.errors
    assert as_facts(form.entered) == EVERY_FACT
    again = HandForm(scorepad, entry=form.entered, dealer=2, is_corrected=True)
    sent: dict[str, Any] = {name: value for name, value in again.initial.items() if value}
    resent = HandForm(scorepad, sent, entry=form.entered, dealer=2, is_corrected=True)
    assert resent.is_valid(), resent.errors
    assert as_facts(resent.entered) == EVERY_FACT


def test_it_is_told_in_the_history_and_on_the_page_of_the_hand(seated: Pad) -> None:
    record(hold(seated), EVERY_FACT)
    said = describe(reread(seated), EVERY_FACT)
    page = look(make_phone(seated), f"/games/{seated.public_id}/history/")
    for word in TOLD:
        assert word in said
        assert word in page.text


def test_it_goes_into_the_files_and_onto_paper(seated: Pad) -> None:
    record(hold(seated), EVERY_FACT)
    scorepad = reread(seated)
    assert ledger_document(scorepad)["hands"] == [EVERY_FACT]
    table = as_csv(scorepad)
    sheet = pad_sheet(scorepad)
    (line,) = [row for row in sheet.rows if row.number]
    for kept in ("Cy", "hearts", "Ann's deck"):
        assert kept in table
    assert line.trump is not None and line.bidder
    assert any("Ann's deck" in note for note in sheet.foot.notes)


def test_the_schema_names_it() -> None:
    played = SCHEMAS["pitch-ledger/1"]["$defs"]["bid_hand"]["properties"]
    assert set(EVERY_FACT) <= set(played)
