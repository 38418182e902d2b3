"""Rate limits at the views, and their counters.

Rate-limit counters are shared by all server processes, one per key and time window; they are rows
of `RequestCount` in the database of the games. A view names the limits it is under:

    @limited("writes", "pad")

Only what writes, what trades secret links, and PDFs (each a second's work) are counted; showing a
game never is. The library django-ratelimit needs a cache that can increment, such as
Redis; Django's database cache cannot, so the counters are here.
"""

from __future__ import annotations

import ipaddress
import logging
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from hashlib import blake2b
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import F, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from scorepads.core.access import View, find_holder
from scorepads.core.http import is_htmx
from scorepads.models import RequestCount

log = logging.getLogger(__name__)

MINUTE = 60
READING = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True, slots=True)
class Limit:
    """A kind of request that is counted in windows of `seconds`.

    `settings.REQUEST_LIMITS` says how many of it pass in one window; 0 for any number.
    """

    seconds: int
    counts_reading: bool = False
    by_game: bool = False


LIMITS = {
    "links": Limit(MINUTE),
    "openings": Limit(10 * MINUTE),
    "writes": Limit(MINUTE),
    "pad": Limit(MINUTE, by_game=True),
    "pdfs": Limit(MINUTE, counts_reading=True),
    "pages": Limit(10 * MINUTE, counts_reading=True),
    "overviews": Limit(MINUTE, counts_reading=True),
}
"""Secret links tried, games opened, other changes sent, PDFs asked for, pages of them made, and
pages and files over all games of a phone, by one client address; and changes to one game by one of
its phones, so that none takes the pencil from the others."""

TOO_MANY = "Not saved yet: too much came at once. Wait {wait}, then tap it again; all you tapped \
is still here."


class TooMany(Exception):
    """So much would be beyond a limit; it may be tried again in `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"in {seconds} seconds")
        self.seconds = seconds


def limited(*kinds: str) -> Callable[[View], View]:
    """Answer 429 in place of the view where there were too many requests of one of these kinds.

    They are counted before the view, in a transaction of their own. Where counting fails,
    everything passes: a full disk must not lock the table out.
    """
    limits = {kind: LIMITS[kind] for kind in kinds}

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            counted = request_counters(request, limits, kwargs.get("public_id"))
            wait = seconds_to_wait(counted)
            return too_many_requests(request, wait) if wait else view(request, *args, **kwargs)

        return guarded

    return decorate


def count_amount(request: HttpRequest, kind: str, amount: int) -> None:
    """Count what a view does so many times at once, such as pages; raises `TooMany`."""
    counted = request_counters(request, {kind: LIMITS[kind]}, None)
    if wait := seconds_to_wait(counted, amount):
        raise TooMany(wait)


def request_counters(
    request: HttpRequest, limits: Mapping[str, Limit], game: object
) -> dict[str, str]:
    """The kind of each counter that this request raises, by the counter's key."""
    counted = {}
    for kind, limit in limits.items():
        if not settings.REQUEST_LIMITS[kind]:
            continue
        if request.method in READING and not limit.counts_reading:
            continue
        if who := pencil_of(request, game) if limit.by_game else client_address(request):
            counted[counter_key(kind, who)] = kind
    return counted


def pencil_of(request: HttpRequest, game: object) -> str:
    """Which of the game's phones asks; empty for one that may not write, which uses up nothing."""
    holder = find_holder(request, game) if isinstance(game, UUID) else None
    return f"{game} {holder.phone}" if holder and holder.has_pencil else ""


def counter_key(kind: str, who: str) -> str:
    """A digest under the secret key, so that no addresses are stored."""
    secret = settings.SECRET_KEY.encode()[:64]
    return blake2b(f"{kind} {who}".encode(), key=secret, digest_size=16).hexdigest()


def seconds_to_wait(counted: Mapping[str, str], amount: int = 1) -> int:
    """Raise these counters by `amount`; the seconds to wait, or 0 where all are within limits."""
    now = timezone.now()
    try:
        windows = {key: LIMITS[kind].seconds for key, kind in counted.items()}
        rows = count_requests(windows, now, amount)
    except DatabaseError as failure:
        log.warning("Requests are not counted: %s", failure)
        return 0
    limits = {key: settings.REQUEST_LIMITS[kind] for key, kind in counted.items()}
    waits = [row.window_ends - now for row in rows if row.count > limits[row.key]]
    return math.ceil(max(waits).total_seconds()) if waits else 0


def count_requests(
    windows: Mapping[str, int], now: datetime, amount: int = 1
) -> list[RequestCount]:
    """Add to each counter; `windows` says how many seconds a new window lasts.

    A window that ends much later than a new one would was begun by a clock that has been put back
    since: it is over, or it would lock somebody out until the clock is there again.
    """
    if not windows:
        return []
    with transaction.atomic(durable=True):
        begun = RequestCount.objects.filter(key__in=windows, window_ends__gt=now)
        # Locked in the order of their keys, so that two requests cannot deadlock.
        rows = {
            row.key: row
            for row in begun.select_for_update().order_by("key")
            if row.window_ends <= latest_end(now, windows[row.key])
        }
        if rows:
            RequestCount.objects.filter(key__in=rows).update(count=F("count") + amount)
        for row in rows.values():
            row.count += amount
        fresh = {key: windows[key] for key in windows.keys() - rows.keys()}
        return [*rows.values(), *begin_windows(fresh, now, amount)]


def latest_end(now: datetime, seconds: int) -> datetime:
    """When a window of so many seconds ends at the latest; clocks of several machines differ."""
    return now + timedelta(seconds=2 * seconds)


def begin_windows(windows: Mapping[str, int], now: datetime, amount: int) -> list[RequestCount]:
    """Counters that begin a window; windows that are over are deleted first."""
    if windows:
        over = Q(window_ends__lte=now)
        for key, seconds in windows.items():
            over |= Q(key=key, window_ends__gt=latest_end(now, seconds))
        RequestCount.objects.filter(over).delete()
    return [
        begin_window(key, now + timedelta(seconds=seconds), amount)
        for key, seconds in sorted(windows.items())
    ]


def begin_window(key: str, ends: datetime, amount: int) -> RequestCount:
    try:
        with transaction.atomic():
            return RequestCount.objects.create(key=key, window_ends=ends, count=amount)
    except IntegrityError:  # another process has just begun it
        RequestCount.objects.filter(key=key).update(count=F("count") + amount)
        return RequestCount.objects.get(key=key)


def client_address(request: HttpRequest) -> str:
    """The client's address: with `TRUSTED_PROXIES` proxies, the one that the outermost saw.

    A home has many IPv6 addresses, so IPv6 clients are counted by their network (/64).
    """
    peer = request.META.get("REMOTE_ADDR", "")
    if proxies := settings.TRUSTED_PROXIES:
        forwarded = request.headers.get("X-Forwarded-For", "").split(",")
        # Each proxy adds its client on the right; anybody can write what is left of ours.
        peer = forwarded[-min(proxies, len(forwarded))].strip() or peer
    return client_network(peer)


def client_network(text: str) -> str:
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text[:64]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


def too_many_requests(request: HttpRequest, seconds: int) -> HttpResponse:
    """429: a page that says how long to wait; for htmx a sentence that `pad.js` shows."""
    wait = f"{seconds} seconds" if seconds < MINUTE else f"{math.ceil(seconds / MINUTE)} minutes"
    if is_htmx(request):
        text = TOO_MANY.format(wait=wait)
        response = HttpResponse(text, content_type="text/plain; charset=utf-8", status=429)
    else:
        response = render(request, "429.html", {"wait": wait}, status=429)
    response["Retry-After"] = str(seconds)
    response["Cache-Control"] = "no-store"
    response["Vary"] = "HX-Request"
    return response
