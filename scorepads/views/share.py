"""Carrying a pad to another phone: making a secret link, and trading one for a grant."""

from __future__ import annotations

import re
from dataclasses import dataclass

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorepads import links
from scorepads.decorators import PENCIL, with_pad
from scorepads.links import Holder
from scorepads.models import PadLink
from scorepads.views.pads import show_home

_SECRET = re.compile(r"/k/([A-Za-z0-9_-]{20,100})/?\s*$")


@require_http_methods(["GET", "POST"])
@with_pad(PENCIL)
def pencil_link(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Says what a pencil link allows; makes one when asked, and shows it this once."""
    context: dict[str, object] = {"holder": holder, "ticket": links.ticket(holder)}
    if request.method == "POST":
        _, secret = links.make_link(holder.pad, PadLink.Access.PENCIL, holder.phone)
        address = request.build_absolute_uri(reverse("scorepads:trade", args=[secret]))
        context |= {"address": address, "qr": _qr(address)}
    return render(request, "pads/link.html", context)


@never_cache
@require_GET
def trade(request: HttpRequest, secret: str) -> HttpResponse:
    """Trade a link's secret for a grant, and go on to an address without the secret."""
    link = links.find_link(secret)
    if link is None:
        raise Http404
    links.grant(request, link)
    response = redirect("scorepads:pad", public_id=link.pad.public_id)
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


@require_POST
def paste(request: HttpRequest) -> HttpResponse:
    """A pasted link, followed as if it had been opened; else the home page says what is wrong."""
    found = _SECRET.search(request.POST.get("link", ""))
    link = links.find_link(found[1]) if found else None
    if link is None:
        return show_home(request, pasted=request.POST.get("link", ""), status=422)
    links.grant(request, link)
    response = redirect("scorepads:pad", public_id=link.pad.public_id)
    response.status_code = 303
    return response


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code as an SVG path of one-unit squares, on a square of `size` units."""

    size: int
    path: str


def _qr(address: str) -> QrCode:
    rows = [list(row) for row in segno.make(address, error="m").matrix_iter(border=2)]
    path = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark
    )
    return QrCode(len(rows), path)
