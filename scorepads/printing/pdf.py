"""A PDF from HTML and CSS, made by WeasyPrint in a process of its own.

A process of its own can be stopped: a sheet never blocks the server for longer than
`MAX_SECONDS`, and the library's memory and its system libraries (Pango, HarfBuzz, fontconfig)
stay out of the server. The process runs at a low priority, with limits on its memory and its files,
and fetches nothing: it gets the style sheet together with the HTML. Where the library
or a system library is missing, `is_available` is False, and sheets can still be printed from
the browser. `kept_pdfs.py` sees to it that one is made at a time.

Imports no Django: this very file is what the process runs.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO, Never

log = logging.getLogger(__name__)

MAX_SECONDS = 45
"""Time limit of one PDF; it is shorter than the server's own limit for a request."""
MAX_PAGES = 30
"""Page limit of one PDF: each page takes half a second and twenty megabytes."""
MAX_MEMORY = 1024 * 1024 * 1024
"""Address space of the process; thirty full pages take a quarter of it."""
MAX_FILE_BYTES = 16 * 1024 * 1024
"""Size of a file that the process writes; it needs none but fontconfig's cache."""
FORMAT = "pdf/ua-1"
"""Tagged, with a title and a language, so that it can be read aloud in order."""


class PdfUnavailable(Exception):
    """No PDF can be made on this machine: the library or a part of the system is missing."""


class PdfTooLong(Exception):
    """This PDF took longer than `MAX_SECONDS`."""


_probing = threading.Lock()


def is_available() -> bool:
    """Whether PDFs can be made here; tested once, with a very small one, and cached.

    While one request tests it, others take it that they can, rather than wait.
    """
    if _probing.acquire(blocking=False):
        try:
            return probe_weasyprint()
        finally:
            _probing.release()
    return True


@cache
def probe_weasyprint() -> bool:
    try:
        return run_weasyprint("<html lang=en><title>Probe</title><p>A ♠", "").startswith(b"%PDF")
    except (PdfUnavailable, PdfTooLong):
        return False


def run_weasyprint(html: str, css: str) -> bytes:
    try:
        # -I: neither this folder nor the environment changes what the process imports.
        done = subprocess.run(  # noqa: S603 - this Python and this file, nothing from outside
            [sys.executable, "-I", __file__],
            input=json.dumps({"html": html, "css": css}).encode(),
            capture_output=True,
            timeout=MAX_SECONDS,
            check=True,
        )
    except subprocess.TimeoutExpired as late:
        raise PdfTooLong from late
    except subprocess.CalledProcessError as failed:
        told = failed.stderr.decode(errors="replace").strip()[-500:]
        log.warning("No PDF: the process ended with %s. %s", failed.returncode, told)
        raise PdfUnavailable from failed
    except OSError as failed:
        raise PdfUnavailable from failed
    return done.stdout


# --- In the process -----------------------------------------------------------------------


def limit_process() -> None:
    """Lower the priority, and limit the time, the memory and the files of this process.

    Where the system runs out of memory all the same, it is this process that goes.
    """
    if sys.platform != "win32":
        import resource

        os.nice(5)
        resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
        resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_FILE_BYTES, MAX_FILE_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def write_pdf(order: dict[str, Any], out: BinaryIO) -> None:
    import weasyprint
    from weasyprint.urls import URLFetcher, URLFetchingError

    class FetchNothing(URLFetcher):  # type: ignore[misc]  # the library has no types
        def fetch(self, url: str, headers: object = None) -> Never:
            raise URLFetchingError(f"a sheet needs nothing from {url}")

    fetcher = FetchNothing()
    page = weasyprint.HTML(string=order["html"], url_fetcher=fetcher)
    style = weasyprint.CSS(string=order["css"], url_fetcher=fetcher)
    page.write_pdf(out, stylesheets=[style], pdf_variant=FORMAT)


def main() -> None:
    answer, sys.stdout = sys.stdout.buffer, sys.stderr  # no library output in the PDF
    limit_process()
    write_pdf(json.load(sys.stdin.buffer), answer)
    answer.flush()
    # Exit without cleanup: Pango looks for fonts in a thread of its own, and the process crashes
    # if its library is unloaded while that thread still runs.
    os._exit(0)


if __name__ == "__main__":
    main()
