"""Pages of pads, kept in memory while nothing on them can have changed.

What a pad's page shows follows from the pad's row (its revision counts every change, and rows of
hands are never altered), from how this phone holds it, and from the presets. All of that is part
of the name that a page is kept under, and the row is read anew for every request, so that a kept
page cannot show an old score. What differs each time, keys and tokens, is left blank and filled in.
"""

from __future__ import annotations

import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string

from scorepads.core.access import Holder, sign_ticket
from scorepads.core.http import is_htmx
from scorepads.core.scorepad import read_pad
from scorepads.entry.responses import fresh_keys, pad_context
from scorepads.models import Pad
from scorepads.rules import catalog

MAX_CACHE_BYTES = 8 * 1024 * 1024
"""So much each process keeps; the pages looked at longest ago are let go."""

_MARK = f"blank-{secrets.token_hex(8)}-"
_BLANK = re.compile(f"{_MARK}([a-z_]+)-")
_COLUMNS = [column.attname for column in Pad._meta.concrete_fields]

Parts = tuple[tuple[bytes, ...], tuple[str, ...]]
"""A page as what stands between its blanks, one more than there are, and the blanks' names."""


def shelved(request: HttpRequest, holder: Holder) -> HttpResponse | None:
    """The pad's whole page, kept from before or to be kept; None where it says something extra."""
    if settings.DEBUG or is_htmx(request) or len(messages.get_messages(request)):
        return None
    if holder.pad.follows_id:  # it tells how the games before stand, which may be corrected
        return None
    name = (_row(holder.pad), holder.link.pk, holder.link.access, holder.phone, catalog.current)
    parts = shelf.get(name)
    if parts is None:
        parts = _made(request, holder, name)
    return HttpResponse(_filled(parts, request, holder))


def _row(pad: Pad) -> Hashable:
    return tuple(str(getattr(pad, column)) for column in _COLUMNS)


def _made(request: HttpRequest, holder: Holder, name: Hashable) -> Parts:
    scorepad = read_pad(holder.pad)
    context = pad_context(holder, scorepad)
    blanks = {"csrf_token": _blank("csrf_token"), "key": _blank("key"), "ticket": _blank("ticket"),
              "keys": {key: _blank("key") for key in context["keys"]}}  # fmt: skip
    text = render_to_string("entry/pad.html", {**context, **blanks}, request)
    between = _BLANK.split(text)
    parts = tuple(part.encode() for part in between[::2]), tuple(between[1::2])
    if (
        scorepad.revision == holder.pad.revision
    ):  # else a hand came in between: the next look keeps it
        shelf.put(name, parts)
    return parts


def _blank(name: str) -> str:
    return f"{_MARK}{name}-"


def _filled(parts: Parts, request: HttpRequest, holder: Holder) -> bytes:
    between, names = parts
    once = {name: fill(request, holder) for name, fill in FILLINGS.items() if name in names}
    filled, fresh = [between[0]], fresh_keys()
    for name, part in zip(names, between[1:], strict=True):
        filled += (once.get(name) or str(next(fresh)).encode(), part)
    return b"".join(filled)


FILLINGS: dict[str, Callable[[HttpRequest, Holder], bytes]] = {
    "csrf_token": lambda request, holder: get_token(request).encode(),
    "ticket": lambda request, holder: sign_ticket(holder).encode(),
}
"""What one page carries in all its forms alike; every key is another."""


class Shelf:
    """Pages by name, as many as fit; shared by the threads of a process."""

    def __init__(self, most: int = MAX_CACHE_BYTES) -> None:
        self.most, self.size = most, 0
        self._pages: OrderedDict[Hashable, Parts] = OrderedDict()
        self._lock = Lock()

    def get(self, name: Hashable) -> Parts | None:
        with self._lock:
            if name in self._pages:
                self._pages.move_to_end(name)
            return self._pages.get(name)

    def put(self, name: Hashable, parts: Parts) -> None:
        with self._lock:
            if name in self._pages:
                return
            self._pages[name] = parts
            self.size += _size(parts)
            while self.size > self.most:
                self.size -= _size(self._pages.popitem(last=False)[1])


def _size(parts: Parts) -> int:
    return sum(map(len, parts[0]))


shelf = Shelf()
