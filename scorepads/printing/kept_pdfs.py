"""PDFs made one at a time over all processes, and kept for a while."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256

from keeper.locks import take_slot
from scorepads.printing import pdf

KEPT_SECONDS = 600
MAX_KEPT_BYTES = 8 * 1024 * 1024


class PdfBusy(Exception):
    """Another PDF is being made; the client may try again soon."""


class KeptPdfs:
    """The PDFs that this process made last, by what they were made of: the same sheet is asked for
    again and again, blank ones by everybody."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: OrderedDict[bytes, tuple[float, bytes]] = OrderedDict()

    def find(self, key: bytes) -> bytes | None:
        with self._lock:
            until, made = self._made.get(key, (0.0, b""))
            return made if time.monotonic() < until else None

    def keep(self, key: bytes, made: bytes) -> None:
        """Keep a PDF; the oldest go where there are too many."""
        with self._lock:
            self._made.pop(key, None)
            self._made[key] = time.monotonic() + KEPT_SECONDS, made
            while sum(len(each) for _, each in self._made.values()) > MAX_KEPT_BYTES:
                self._made.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._made.clear()


kept = KeptPdfs()


def make_pdf(html: str, css: str, before_making: Callable[[], None] = lambda: None) -> bytes:
    """The PDF of a page, made now or a while ago.

    Nobody waits for another: where one is being made, by whichever process, this raises `PdfBusy`.
    `before_making` is called where it has to be made, and may raise too. Raises `PdfUnavailable`
    or `PdfTooLong` as well.
    """
    if not pdf.is_available():
        raise pdf.PdfUnavailable
    key = sha256(f"{len(html)} {html}{css}".encode()).digest()
    if made := kept.find(key):
        return made
    with take_slot("pdf") as is_free:
        if not is_free:
            raise PdfBusy
        before_making()
        made = pdf.run_weasyprint(html, css)
    kept.keep(key, made)
    return made
