"""PDFs one at a time over all processes, kept for a while, and counted by their pages."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest
from django.db import connection
from django.test import Client
from pytest_django import Settings

from keeper.locks import lock_path, take_slot
from scorepads.printing import kept_pdfs, pdf
from tests.browsing import page_of
from tests.factories import hand, make_pad, make_phone, posted, tapped

BLANK = "/sheets/pedro/sheet.pdf"


@pytest.fixture(autouse=True)
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What has been made, in place of making it."""
    pages: list[str] = []

    def make(html: str, css: str) -> bytes:
        pages.append(html)
        return b"%PDF" + bytes([len(pages)])

    monkeypatch.setattr(pdf, "is_available", lambda: True)
    monkeypatch.setattr(pdf, "run_weasyprint", make)
    return pages


@pytest.mark.django_db
def test_who_comes_while_another_is_made_is_answered_at_once(made: list[str]) -> None:
    with take_slot("pdf"):
        busy = Client().get(BLANK)
    assert (busy.status_code, made) == (503, [])
    assert int(busy["Retry-After"]) > 0
    assert busy["X-Keeper"] == "busy"  # else the phone would say that there is no network
    assert "Another sheet is being made" in page_of(busy).text
    assert Client().get(BLANK).status_code == 200


def test_another_process_takes_the_slot_too_and_gives_it_back_when_it_is_killed() -> None:
    hold = "import fcntl, sys; f = open(sys.argv[1], 'a'); fcntl.flock(f, fcntl.LOCK_EX); print()"
    command = [sys.executable, "-uc", f"{hold}; sys.stdin.read()", str(lock_path("pdf"))]
    with take_slot("pdf"):
        pass
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with take_slot("pdf") as is_free:
            assert not is_free
        other.kill()
    with take_slot("pdf") as is_free:
        assert is_free


@pytest.mark.django_db
def test_the_same_sheet_is_made_once_for_everybody(
    made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Client().get(BLANK).content
    with take_slot("pdf"):
        assert Client().get(BLANK).content == first
    assert Client().get(f"{BLANK}?pads=2").content != first
    assert len(made) == 2
    monkeypatch.setattr(kept_pdfs.time, "monotonic", lambda: 1e9)
    assert Client().get(BLANK).status_code == 200
    assert len(made) == 3


def test_only_so_much_is_kept(made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_pdfs, "MAX_KEPT_BYTES", 12)
    for html in ("a", "b", "c", "c", "a"):
        kept_pdfs.make_pdf(html, "")
    assert made == ["a", "b", "c", "a"]


@pytest.mark.django_db
def test_the_pages_that_are_made_for_one_address_are_counted(
    made: list[str], settings: Settings
) -> None:
    settings.REQUEST_LIMITS = {**settings.REQUEST_LIMITS, "pages": 5}
    asked = [Client().get(f"{BLANK}?pads={pads}").status_code for pads in (3, 3, 2, 1)]
    assert asked == [200, 200, 200, 429]  # the second was kept, and costs nothing
    assert Client(REMOTE_ADDR="10.0.0.2").get(f"{BLANK}?pads=2").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_who_saves_a_hand_beside_a_dozen_pdfs_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While one is made for as long as the others ask, every one of them and every save has its
    answer."""
    pad = make_pad()
    phone, done = make_phone(pad), threading.Event()
    begun = threading.Event()

    def make(html: str, css: str) -> bytes:
        begun.set()
        done.wait(60)
        return b"%PDF"

    monkeypatch.setattr(pdf, "run_weasyprint", make)
    asked: list[int] = []

    def ask() -> None:
        asked.append(Client().get(BLANK).status_code)
        connection.close()

    first = threading.Thread(target=ask)
    first.start()
    assert begun.wait(60)
    others = [Client().get(f"{BLANK}?copies={2 + n % 4}").status_code for n in range(11)]
    fields = {**posted(pad, **tapped(hand())), "do": "hand"}
    saved = phone.post(f"/games/{pad.public_id}/hands/", fields).status_code
    done.set()
    first.join()
    assert (others, saved, asked) == ([503] * 11, 303, [200])
