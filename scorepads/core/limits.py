"""Against floods: how much one address, and how much one pad, may do in a while.

Only what writes, what tries secret links, and PDFs (each a second's work) are counted; showing a
pad never is. A library would have been welcome, but the well-known one (django-ratelimit) needs a
cache that can increment, and says that Django's database cache is not one; a Redis for a score
keeper is too much to ask.
"""

from __future__ import annotations

import ipaddress
import logging
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorepads.core.access import GRANTS
from scorepads.core.counts import CountingFailed, count

log = logging.getLogger(__name__)

MINUTE = 60
WINDOWS = {
    "links": MINUTE,
    "openings": 10 * MINUTE,
    "writes": MINUTE,
    "pad": MINUTE,
    "pdfs": MINUTE,
}
"""How long each kind is counted for, in seconds; `settings.FLOOD_LIMITS` has how often."""

LINKS = {"scorepads:trade", "scorepads:paste"}
OPENINGS = {
    "scorepads:open",
    "scorepads:open-own",
    "scorepads:play-again",
    "scorepads:swap",
    "scorepads:replay",
    "scorepads:import",
}
"""Posts that make pads, or keep a table's own rules."""
COST_NOTHING = {"scorepads:preview"}
"""Posts that write nothing: they come with every tap."""

TOO_MANY = "Not saved yet: too much came at once. Wait {wait}, then tap it again; all you tapped \
is still here."


@dataclass(frozen=True, slots=True)
class Hit:
    """Something to count: its kind (a key of `WINDOWS`) and who or what did it."""

    kind: str
    who: str

    @property
    def most(self) -> int:
        """How often in its window; 0 for as often as they like."""
        return int(settings.FLOOD_LIMITS[self.kind])

    @property
    def key(self) -> str:
        """A digest under the secret key: no list of addresses is kept anywhere."""
        secret = settings.SECRET_KEY.encode()[:64]
        return blake2b(f"{self.kind} {self.who}".encode(), key=secret, digest_size=16).hexdigest()


class FloodGuard:
    """Answers 429 to what comes too often, before the view and its form are looked at.

    Where counting fails, everything passes: a full disk must not lock the table out.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        hits = {hit.key: hit for hit in _hits(request, kwargs) if hit.most}
        if not hits:
            return None
        try:
            counted = count({key: WINDOWS[hit.kind] for key, hit in hits.items()})
        except CountingFailed as failure:
            log.warning("Floods are not counted: %s", failure)
            return None
        waits = [left for key, (times, left) in counted.items() if times > hits[key].most]
        return refusal(request, math.ceil(max(waits))) if waits else None


def _hits(request: HttpRequest, kwargs: dict[str, Any]) -> Iterator[Hit]:
    """What this request counts as; nothing for one that only looks."""
    match = request.resolver_match
    name = match.view_name if match else ""
    if name in LINKS:
        yield Hit("links", address(request))
    if name.endswith("-pdf"):
        yield Hit("pdfs", address(request))
    if request.method in ("GET", "HEAD", "OPTIONS") or name in COST_NOTHING:
        return
    yield Hit("openings" if name in OPENINGS else "writes", address(request))
    pad = str(kwargs.get("public_id", ""))
    # Strangers do not count: else whoever saw a pad's address could use up its share.
    if pad and pad in request.session.get(GRANTS, {}):
        yield Hit("pad", pad)


def address(request: HttpRequest) -> str:
    """Where the request comes from: with `TRUSTED_PROXIES` proxies, what the outermost saw.

    A house has many IPv6 addresses, so there it is the network (/64) that counts.
    """
    peer = request.META.get("REMOTE_ADDR", "")
    if proxies := settings.TRUSTED_PROXIES:
        told = request.headers.get("X-Forwarded-For", "").split(",")
        # Each proxy adds on the right whom it heard; what is left of ours anybody may write.
        peer = told[-min(proxies, len(told))].strip() or peer
    return _network(peer)


def _network(text: str) -> str:
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text[:64]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


def refusal(request: HttpRequest, seconds: int) -> HttpResponse:
    """429: a page that says how long to wait; for htmx a sentence that `pad.js` shows."""
    wait = f"{seconds} seconds" if seconds < MINUTE else f"{math.ceil(seconds / MINUTE)} minutes"
    if getattr(request, "htmx", False) or request.headers.get("HX-Request"):
        text = TOO_MANY.format(wait=wait)
        response = HttpResponse(text, content_type="text/plain; charset=utf-8", status=429)
    else:
        response = render(request, "429.html", {"wait": wait}, status=429)
    response["Retry-After"] = str(seconds)
    response["Cache-Control"] = "no-store"
    response["Vary"] = "HX-Request"
    return response
