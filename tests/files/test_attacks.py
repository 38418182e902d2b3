"""Files made to hold up the server: their work is bounded, and nobody else waits for them."""

from __future__ import annotations

import json
import threading
import tracemalloc
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from pytest_django import Settings

from keeper.locks import take_slot
from scorepads.files import reading
from scorepads.files import services as files_services
from scorepads.files import views as files_views
from scorepads.models import HandEntry, Pad
from scorepads.rules.interchange import MAX_PROBLEMS
from scorepads.rules.terms import Refused
from tests.browsing import look, page_of
from tests.factories import facts_now, hand, make_pad, make_phone, posted, reread, tapped

Json = dict[str, Any]

LEDGER: Json = {
    "format": "pitch-ledger/1",
    "preset": "wikipedia@1",
    "sides": [{"name": "Red"}, {"name": "Blue"}],
    "hands": [hand()],
}
LINE = json.dumps(LEDGER)
PAD: Json = {"format": "pitch-pad/1", "ledger": LEDGER, "opened_at": "2026-01-31T20:15:00Z"}
MEGABYTE = 1024 * 1024


def many_changes(changes: int) -> Json:
    """A pad whose one hand was corrected and put back, again and again."""
    at = "2026-01-31T20:15:00Z"
    amended = {"kind": "amend", "line": 1, "facts": hand(1), "at": at, "phone": 1}
    history = [{"kind": "record", "line": 1, "facts": hand(), "at": at, "phone": 1}]
    history += [amended, {"kind": "undo", "at": at, "phone": 1}] * ((changes - 1) // 2)
    return {**PAD, "history": history}


def refusal_of(text: str) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as refused:
        reading.read_pads(text)
    return [(problem.at, problem.message) for problem in refused.value.problems]


def bring(phone: Client, text: str, key: str = "") -> Any:
    file = SimpleUploadedFile("pads.json", text.encode(), "application/json")
    return phone.post("/import/", {"file": file, "key": key or str(uuid4())})


# --- The work is bounded ------------------------------------------------------------------------


def test_a_file_has_only_so_many_changes_however_few_its_pads() -> None:
    pads = {"format": "pitch-pads/1", "pads": [many_changes(4999)] * 5}
    told = f"a file brings up to {reading.MAX_CHANGES_A_FILE} hands and changes; this has more"
    assert refusal_of(json.dumps(pads)) == [("", told)]
    pads["pads"].pop()
    assert len(reading.read_pads(json.dumps(pads))) == 4


@pytest.mark.parametrize(
    "wrong",
    [
        "not json",
        json.dumps({**LEDGER, "start": [1]}),
        json.dumps({**LEDGER, "hands": [{}] * 500}),
        json.dumps({**LEDGER, "sides": [1] * 1000}),
    ],
)
def test_reading_stops_at_fifty_problems(wrong: str) -> None:
    assert len(refusal_of(f"{LINE}\n" + f"{wrong}\n" * 600)) == MAX_PROBLEMS
    if wrong.startswith("{"):
        pad = {"format": "pitch-pad/1", "ledger": json.loads(wrong)}
        several = {"format": "pitch-pads/1", "pads": [pad] * 600}
        assert len(refusal_of(json.dumps(several))) == MAX_PROBLEMS


def repeated(text: str, megabytes: float) -> str:
    return text * int(megabytes * MEGABYTE / len(text))


BAD_LINE = json.dumps({**LEDGER, "hands": [{"no": 1, "none": 2, "nor": 3}] * 100}) + "\n"


@pytest.mark.parametrize(
    "text",
    [
        LINE + "\n" + repeated(BAD_LINE, 3),
        LINE + "\n" + repeated("x\n", 3),
        LINE + "\n" + "[" + repeated("{},", 3) + "{}]",
        "[" + repeated("{},", 3) + "{}]",
        '{"format": "pitch-ledger/1", ' + ", ".join(f'"k{n}": 1' for n in range(200_000)) + "}",
        '{"format": "pitch-ledger/1", "sides": [' + repeated("1,", 1.5) + "1]}",
    ],
    ids=["lines", "short lines", "a long line", "a list", "keys", "sides"],
)
def test_a_file_of_nonsense_takes_a_few_times_its_own_memory(text: str) -> None:
    tracemalloc.start()
    try:
        problems = refusal_of(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert 1 <= len(problems) <= 2 * MAX_PROBLEMS
    assert peak < 40 * len(text)


# --- Nobody waits -------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_who_saves_a_hand_beside_a_large_import_is_answered() -> None:
    """Of a dozen pads with a thousand changes each: a transaction a pad, and saves between them.

    Where the machine is so busy that a pad takes longer than a save waits, that is asked to come
    again.
    """
    pad = make_pad()
    phone, importer = make_phone(pad), Client()
    text = json.dumps({"format": "pitch-pads/1", "pads": [many_changes(999)] * 12})
    answers: list[int] = []

    def bring_all() -> None:
        answers.append(bring(importer, text).status_code)
        connection.close()

    beside = threading.Thread(target=bring_all)
    beside.start()
    saved = []
    while beside.is_alive() and len(saved) < 40:
        fields = {**posted(pad, **tapped(hand())), "do": "hand"}
        saved.append(phone.post(f"/games/{pad.public_id}/hands/", fields).status_code)
        if saved[-1] == 409:  # the game is over
            pad = make_pad()
            phone = make_phone(pad)
    beside.join()
    assert answers == [303]
    assert set(saved) <= {303, 409, 503}
    assert saved.count(303) > saved.count(503)
    assert Pad.objects.filter(revision=999).count() == 12


@pytest.mark.django_db
def test_one_import_at_a_time_and_the_next_is_asked_to_come_again() -> None:
    phone = Client()
    with take_slot("import") as is_free:
        assert is_free
        refused = bring(phone, LINE)
    assert refused.status_code == 503
    assert int(refused["Retry-After"]) > 0
    assert "Another file is being imported" in page_of(refused).text
    again = page_of(refused).form("/import/").fields
    assert bring(phone, LINE, key=again["key"]).status_code == 303
    assert Pad.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_an_import_that_was_cut_off_goes_on_where_it_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And what had come by then is not there twice."""
    phone, key = Client(), str(uuid4())
    phone.get("/import/")  # gives the phone the id that its form is bound to
    ledgers = [{**LEDGER, "hands": [hand()] * many} for many in (1, 2, 3)]
    text = "\n".join(json.dumps(ledger) for ledger in ledgers)
    store = files_services.store_changes

    def cut_off(pad: Pad, imported: files_services.ImportedPad) -> None:
        if len(imported.changes) == 3:
            raise ConnectionError
        store(pad, imported)

    with monkeypatch.context() as patched:
        patched.setattr(files_services, "store_changes", cut_off)
        with pytest.raises(ConnectionError):
            bring(phone, text, key)
    assert bring(phone, text, key).status_code == 303
    assert sorted(pad.revision for pad in Pad.objects.all()) == [1, 2, 3]
    assert len(phone.get("/export/pads.json").json()["pads"]) == 3  # this phone holds them all


# --- Nonsense ----------------------------------------------------------------------------------


HALF = '"\\ud83c"'


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text",
    [
        LINE.replace('"Red"', HALF),
        LINE.replace('"format"', f"{HALF}: 1, " + '"format"'),
        LINE.replace('"wikipedia@1"', HALF),
        LINE.replace('"high"', HALF),
        json.dumps({**PAD, "note": "\ud83c"}),
        f"{LINE}\n" + LINE.replace('"wikipedia@1"', HALF),
        json.dumps({**PAD, "opened_at": "0001-01-01T00:00:00Z"}),
        json.dumps({**PAD, "changed_at": "0001-01-01T00:00:00+14:00"}),
        json.dumps({**PAD, "opened_at": "9999-12-31T23:59:59-14:00"}),
    ],
)
def test_half_characters_and_the_first_year_are_refused_in_words(text: str) -> None:
    phone = Client()
    answer = bring(phone, text)
    assert answer.status_code == 422
    assert "Nothing was imported" in page_of(answer).text
    assert phone.post("/import/", {"text": text}).status_code == 422
    assert not Pad.objects.exists()


@pytest.mark.django_db
def test_half_a_character_in_a_hand_that_a_phone_sends_is_refused() -> None:
    pad = make_pad()
    facts = json.dumps({**hand(), "note": "x"}).replace('"x"', HALF)
    fields = {**posted(pad), "facts": facts}
    answer = make_phone(pad).post(f"/games/{pad.public_id}/send/", fields)
    assert 400 <= answer.status_code < 500
    assert facts_now(reread(pad)) == [] and not HandEntry.objects.exists()


@pytest.mark.django_db
def test_a_whole_character_in_two_escapes_is_none_of_that() -> None:
    phone = Client()
    assert bring(phone, json.dumps({**PAD, "note": "♠ 🃏"})).status_code == 303
    assert Pad.objects.get().note == "♠ 🃏"


# --- All games of a phone ------------------------------------------------------------------------


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games are as many as are read at once."""
    monkeypatch.setattr(files_views, "MAX_READ_GAMES", 2)


@pytest.mark.django_db
@pytest.mark.usefixtures("few")
def test_an_export_of_more_than_one_file_lists_its_files_and_leaves_no_game_out() -> None:
    phone = Client()
    ledgers = [{**LEDGER, "hands": [hand()] * many} for many in (1, 2, 3)]
    assert bring(phone, "\n".join(map(json.dumps, ledgers))).status_code == 303
    parts = [link for link in look(phone, "/export/pads.json?history=1").links() if "part=" in link]
    files = [phone.get(part).json() for part in parts]
    assert sorted(len(file["pads"]) for file in files) == [1, 2]
    hands = [len(pad["ledger"]["hands"]) for file in files for pad in file["pads"]]
    assert sorted(hands) == [1, 2, 3]
    assert all("history" in pad for file in files for pad in file["pads"])
    other = Client()
    assert [bring(other, json.dumps(file)).status_code for file in files] == [303, 303]
    assert Pad.objects.count() == 6


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/statistics/", "/export/pads.json"])
def test_statistics_and_exports_over_all_games_are_counted(
    address: str, settings: Settings
) -> None:
    settings.REQUEST_LIMITS = {**settings.REQUEST_LIMITS, "overviews": 1}
    assert [Client().get(address).status_code for _ in range(2)] == [200, 429]
