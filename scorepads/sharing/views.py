"""Carrying a pad to another phone: making a secret link, and trading one for a grant."""

from __future__ import annotations

import re

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorepads.core import access as core_access
from scorepads.core.access import PENCIL, Holder, with_pad
from scorepads.core.http import qr_svg
from scorepads.core.limits import limited
from scorepads.models import PadLink
from scorepads.opening.home import show_home

# Wherever it stands in what was pasted: messages bring a greeting along, before or after.
_SECRET = re.compile(r"/(?:join|k)/([A-Za-z0-9_-]{20,100})(?![A-Za-z0-9_-])")


KINDS = {access.value: access for access in PadLink.Access}


@limited("writes", "pad")
@require_http_methods(["GET", "POST"])
@with_pad(PENCIL)
def share(request: HttpRequest, holder: Holder) -> HttpResponse:
    """The links given out; makes another when asked, and shows it this once."""
    if request.method == "GET":
        return _show(request, holder)
    access = KINDS.get(request.POST.get("access", ""), PadLink.Access.PENCIL)
    return _show_new(request, holder, access)


@limited("writes", "pad")
@require_POST
@with_pad(PENCIL)
def revoke(request: HttpRequest, holder: Holder, link: int) -> HttpResponse:
    """Take a link back, or renew it: the old one stops working and a new one is shown."""
    revoked = core_access.revoke(holder, link)
    if revoked and request.POST.get("do") == "renew":
        return _show_new(request, holder, PadLink.Access(revoked.access))
    messages.success(request, "That link opens nothing any more." if revoked else NOT_REVOKED)
    response = redirect("scorepads:link", public_id=holder.pad.public_id)
    response.status_code = 303
    return response


NOT_REVOKED = "Nothing was taken back: the link is gone already, or this phone came in by it."


def _show_new(request: HttpRequest, holder: Holder, access: str) -> HttpResponse:
    _, secret = core_access.make_link(holder.pad, access, holder.phone)
    address = request.build_absolute_uri(reverse("scorepads:trade", args=[secret]))
    return _show(request, holder, address=address, qr=qr_svg(address), made=access)


def _show(
    request: HttpRequest, holder: Holder, *, status: int = 200, **shown: object
) -> HttpResponse:
    context = {
        "holder": holder,
        "ticket": core_access.ticket(holder),
        "given_out": core_access.given_out(holder.pad),
        **shown,
    }
    return render(request, "sharing/link.html", context, status=status)


@limited("links")
@never_cache
@require_GET
def trade(request: HttpRequest, secret: str) -> HttpResponse:
    """Trade a link's secret for a grant, and go on to an address without the secret."""
    link = core_access.find_link(secret)
    if link is None:
        raise Http404
    core_access.grant_access(request, link)
    response = redirect("scorepads:pad", public_id=link.pad.public_id)
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


@limited("links", "writes")
@require_POST
def paste(request: HttpRequest) -> HttpResponse:
    """A pasted link, followed as if it had been opened; else the home page says what is wrong."""
    found = _SECRET.search(request.POST.get("link", ""))
    link = core_access.find_link(found[1]) if found else None
    if link is None:
        return show_home(request, pasted=request.POST.get("link", ""), status=422)
    core_access.grant_access(request, link)
    response = redirect("scorepads:pad", public_id=link.pad.public_id)
    response.status_code = 303
    return response
