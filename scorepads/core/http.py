"""Helpers of views: htmx requests, notices, redirects, QR codes."""

from __future__ import annotations

from dataclasses import dataclass

import segno
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django_htmx.http import HttpResponseClientRedirect

from scorepads.models import Pad


def see_other(to: str, **kwargs: object) -> HttpResponse:
    """A 303 to a named address, after a post: a reload then posts nothing."""
    return HttpResponseRedirect(resolve_url(to, **kwargs), status=303)


def go_to(request: HttpRequest, to: str, **kwargs: object) -> HttpResponse:
    """Like `see_other`; htmx is told the address by a header, to load the whole page."""
    if is_htmx(request):
        return HttpResponseClientRedirect(resolve_url(to, **kwargs))
    return see_other(to, **kwargs)


def see_pad(pad: Pad) -> HttpResponse:
    """A 303 to a game's own page."""
    return see_other("scorepads:pad", public_id=pad.public_id)


def see_home() -> HttpResponse:
    """A 303 to the list of games."""
    return see_other("scorepads:home")


def qr_svg(address: str) -> str:
    """The address as a QR code: an `<svg class="qr">` for the page, as wide as its style says."""
    code = segno.make(address, error="m")
    return code.svg_inline(svgclass="qr", lineclass=None, omitsize=True, border=2)


def is_htmx(request: HttpRequest) -> bool:
    """Whether htmx sent the request, so that parts of a page are enough."""
    return bool(getattr(request, "htmx", False))


@dataclass(frozen=True, slots=True)
class Notice:
    """A message above the entry form: a title, and what to do about it."""

    title: str
    text: str
