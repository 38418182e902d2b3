"""The PDF library behind its one function, and what happens where it is missing."""

import io
import json
import subprocess
import sys

import pypdf
import pytest

from scorepads.printing import pdf

pytestmark = pytest.mark.paper

PAGE = "<html lang=en><title>A sheet</title><h1>Ann − Bo</h1><p>♠ ♥</p><img src='{}' alt=''></html>"


@pytest.fixture
def _forgetful():
    pdf.is_available.cache_clear()
    yield
    pdf.is_available.cache_clear()


def test_a_pdf_has_its_title_its_text_and_its_tags() -> None:
    made = pypdf.PdfReader(io.BytesIO(pdf.make_pdf(PAGE.format(""), "@page{size:A5}")))

    assert made.metadata is not None
    assert made.metadata.title == "A sheet"
    assert made.trailer["/Root"]["/MarkInfo"]["/Marked"]
    assert made.trailer["/Root"]["/Lang"] == "en"
    assert "Ann − Bo" in made.pages[0].extract_text()


@pytest.mark.parametrize("address", ["file:///etc/passwd", "http://127.0.0.1:9/", "data:,x"])
def test_it_fetches_nothing(address: str, tmp_path) -> None:
    made = pypdf.PdfReader(io.BytesIO(pdf.make_pdf(PAGE.format(address), "")))

    assert list(made.pages[0].images) == []


def test_it_imports_nothing_of_the_keeper() -> None:
    program = "scorepads/printing/pdf.py"
    code = f"import runpy, sys; runpy.run_path({program!r}); print('django' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"


@pytest.mark.usefixtures("_forgetful")
def test_without_the_library_it_says_so(monkeypatch, tmp_path) -> None:
    broken = tmp_path / "pdf.py"
    broken.write_text("import no_such_library")
    monkeypatch.setattr(pdf, "__file__", str(broken))

    assert not pdf.is_available()
    with pytest.raises(pdf.PdfUnavailable):
        pdf.make_pdf("", "")


def test_what_takes_too_long_is_stopped(monkeypatch, tmp_path) -> None:
    assert pdf.is_available()
    slow = tmp_path / "pdf.py"
    slow.write_text("import time; time.sleep(60)")
    monkeypatch.setattr(pdf, "__file__", str(slow))
    monkeypatch.setattr(pdf, "MAX_SECONDS", 0.2)

    with pytest.raises(pdf.PdfTooLong):
        pdf.make_pdf("", "")


def test_one_at_a_time(monkeypatch) -> None:
    assert pdf.is_available()
    monkeypatch.setattr(pdf, "MAX_WAITING_SECONDS", 0.05)
    with pdf.pdf_slot, pytest.raises(pdf.PdfBusy):
        pdf.make_pdf("", "")


def test_its_process_ends_at_once_when_the_pdf_is_written() -> None:
    """Without tidying up: a system library unloaded under a thread of its own would crash it."""
    code = (
        "import atexit, os, runpy; atexit.register(os._exit, 9); "
        "runpy.run_path('scorepads/printing/pdf.py', run_name='__main__')"
    )
    order = json.dumps({"html": PAGE.format(""), "css": ""}).encode()
    ran = subprocess.run([sys.executable, "-c", code], input=order, capture_output=True)
    assert ran.returncode == 0 and ran.stdout.startswith(b"%PDF")


def test_why_a_process_failed_is_in_the_log(monkeypatch, tmp_path, caplog) -> None:
    assert pdf.is_available()
    broken = tmp_path / "pdf.py"
    broken.write_text("raise SystemExit('no ink')")
    monkeypatch.setattr(pdf, "__file__", str(broken))
    with pytest.raises(pdf.PdfUnavailable):
        pdf.make_pdf("", "")
    assert "no ink" in caplog.text
