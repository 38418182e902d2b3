"""What views share: htmx or not, notices, submission keys, redirects after a post, QR codes."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID, uuid4

import segno
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url

from scorepads.models import Pad


def submission_key(request: HttpRequest) -> UUID:
    """The form's key; a form that lost it opens one pad more rather than none."""
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError:
        return uuid4()


def see_other(to: str, **kwargs: object) -> HttpResponse:
    """A 303 to a named address: after a post the browser gets it, and a reload posts nothing."""
    return HttpResponseRedirect(resolve_url(to, **kwargs), status=303)


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
    """Whether htmx asked, so that parts of a page will do."""
    return bool(getattr(request, "htmx", False))


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that stands above the entry: a title, and what to do about it."""

    title: str
    text: str


ONCE_MORE = Notice(
    "One more tap",
    "This page had been open for so long that it was no longer trusted. Nothing was saved "
    "yet and nothing is lost: look it over and save again.",
)
