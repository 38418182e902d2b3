"""The PDF library behind its one function, and what happens where it is missing."""

import io
import json
import subprocess
import sys

import pypdf
import pytest

from scorepads.printing import kept_pdfs, pdf

pytestmark = pytest.mark.paper

PAGE = "<html lang=en><title>A sheet</title><h1>Ann − Bo</h1><p>♠ ♥</p><img src='{}' alt=''></html>"


@pytest.fixture
def _forgetful():
    pdf.probe_weasyprint.cache_clear()
    yield
    pdf.probe_weasyprint.cache_clear()


def test_a_pdf_has_its_title_its_text_and_its_tags() -> None:
    made = pypdf.PdfReader(io.BytesIO(pdf.run_weasyprint(PAGE.format(""), "@page{size:A5}")))

    assert made.metadata is not None
    assert made.metadata.title == "A sheet"
    assert made.trailer["/Root"]["/MarkInfo"]["/Marked"]
    assert made.trailer["/Root"]["/Lang"] == "en"
    assert "Ann − Bo" in made.pages[0].extract_text()


@pytest.mark.parametrize("address", ["file:///etc/passwd", "http://127.0.0.1:9/", "data:,x"])
def test_it_fetches_nothing(address: str, tmp_path) -> None:
    made = pypdf.PdfReader(io.BytesIO(pdf.run_weasyprint(PAGE.format(address), "")))

    assert list(made.pages[0].images) == []


def test_it_imports_nothing_of_the_product() -> None:
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
        kept_pdfs.make_pdf("", "")


def test_what_takes_too_long_is_stopped(monkeypatch, tmp_path) -> None:
    assert pdf.is_available()
    slow = tmp_path / "pdf.py"
    slow.write_text("import time; time.sleep(60)")
    monkeypatch.setattr(pdf, "__file__", str(slow))
    monkeypatch.setattr(pdf, "MAX_SECONDS", 0.2)

    with pytest.raises(pdf.PdfTooLong):
        pdf.run_weasyprint("", "")


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
        pdf.run_weasyprint("", "")
    assert "no ink" in caplog.text


def test_its_process_may_take_only_so_much_memory_and_write_no_large_file(tmp_path) -> None:
    """And is the first to go where the system runs out of memory."""
    greedy = tmp_path / "greedy.py"
    greedy.write_text(
        "import runpy, sys\n"
        "limit = runpy.run_path(sys.argv[1])['limit_process']; limit()\n"
        "print(open('/proc/self/oom_score_adj').read().strip(), flush=True)\n"
        "try: bytearray(2 ** 31)\n"
        "except MemoryError: print('memory', flush=True)\n"
        "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "try: open(sys.argv[2], 'wb').write(bytes(2 ** 25))\n"
        "except OSError: print('file', flush=True)\n"
    )
    command = [sys.executable, str(greedy), "scorepads/printing/pdf.py", str(tmp_path / "large")]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["1000", "memory", "file"]


def test_the_longest_pdf_fits_into_that_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "MAX_SECONDS", 600)  # a loaded machine is slow, and that is not asked
    table = "<table>" + ("<tr>" + "<td>3 1</td>" * 12 + "</tr>") * 25 + "</table>"
    page = f"<section style='break-before: page'><h1>Ann</h1>{table}</section>"
    made = pdf.run_weasyprint(f"<html lang=en><title>A</title>{page * pdf.MAX_PAGES}", "")
    assert len(pypdf.PdfReader(io.BytesIO(made)).pages) == pdf.MAX_PAGES
