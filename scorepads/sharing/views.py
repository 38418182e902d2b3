"""Secret links of a game: making, revoking and opening them."""

from __future__ import annotations

import re

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.defaults import page_not_found

from scorepads.core import access as core_access
from scorepads.core.access import PENCIL, Holder, with_pad
from scorepads.core.http import go_to, qr_svg, see_other, see_pad
from scorepads.core.limits import limited
from scorepads.core.scorepad import read_pad
from scorepads.models import PadLink
from scorepads.opening.home import show_home
from scorepads.sharing import revoking

# Anywhere in the pasted text, since a message may have other words before or after the link.
SECRET_IN_TEXT = re.compile(r"/(?:join|k)/([A-Za-z0-9_-]{20,100})(?![A-Za-z0-9_-])")


KINDS = {access.value: access for access in PadLink.Access}


@limited("writes", "pad")
@require_http_methods(["GET", "POST"])
@with_pad(PENCIL)
def share_game(request: HttpRequest, holder: Holder) -> HttpResponse:
    """The page of a game's links; posting makes a new one, which is shown only once."""
    if request.method == "GET":
        return show_links(request, holder)
    access = KINDS.get(request.POST.get("access", ""), PadLink.Access.PENCIL)
    return show_new_link(request, holder, access)


@limited("writes", "pad")
@require_POST
@with_pad(PENCIL)
def revoke_link(request: HttpRequest, holder: Holder, link: int) -> HttpResponse:
    """Revoke a link, or replace it: the old one stops working and a new one is shown."""
    revoked = revoking.revoke_link(holder, link)
    if revoked and request.POST.get("do") == "renew":
        return show_new_link(request, holder, PadLink.Access(revoked[0].access))
    messages.success(request, told_revoked(len(revoked)))
    return see_other("scorepads:link", public_id=holder.pad.public_id)


def told_revoked(links: int) -> str:
    """What is said after so many links were revoked."""
    if not links:
        return NOT_REVOKED
    others = links - 1
    verb = "does one" if others == 1 else f"do {others}"
    return f"That link no longer works{f', nor {verb} that came from it' if others else ''}."


NOT_REVOKED = "Nothing was revoked: the link is gone already, or another phone gave it out."


def show_new_link(request: HttpRequest, holder: Holder, access: str) -> HttpResponse:
    _, secret = core_access.make_link(holder.pad, access, holder.phone)
    address = request.build_absolute_uri(reverse("scorepads:trade", args=[secret]))
    return show_links(request, holder, address=address, qr=qr_svg(address), made=access)


def show_links(
    request: HttpRequest, holder: Holder, *, status: int = 200, **shown: object
) -> HttpResponse:
    context = {
        "holder": holder,
        "scorepad": read_pad(holder.pad),
        "ticket": core_access.sign_ticket(holder),
        "purpose": "score" if shown.get("made") == PadLink.Access.PENCIL else "watch",
        "active_links": [
            (link, revoking.may_revoke(holder, link)) for link in revoking.active_links(holder.pad)
        ],
        **shown,
    }
    return render(request, "sharing/link.html", context, status=status)


@limited("links")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def trade_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Show what a link invites to; posting trades it for a grant of this phone.

    Chat programs fetch a link before a person does, so a look changes nothing and counts nothing.
    """
    link = core_access.find_link(secret)
    response: HttpResponse
    if link is None:
        response = page_not_found(request, Http404())
    elif request.method == "POST":
        core_access.grant_access(request, link)
        response = go_to(request, "scorepads:pad", public_id=link.pad.public_id)
    elif is_open_already(request, link):
        response = see_pad(link.pad)
    else:
        response = show_invitation(request, link)
    response["X-Robots-Tag"] = "noindex"
    response.headers.setdefault("Referrer-Policy", "no-referrer")
    return response


def is_open_already(request: HttpRequest, link: PadLink) -> bool:
    """Whether this phone holds the link's pad, and could do no more with it by this link."""
    held = core_access.find_holder(request, link.pad.public_id)
    return held is not None and (held.has_pencil or link.access == PadLink.Access.WATCH)


def show_invitation(request: HttpRequest, link: PadLink) -> HttpResponse:
    """The page of a link, which names nobody, with the button that opens the game."""
    context = {"scores": link.access == PadLink.Access.PENCIL}
    response = render(request, "sharing/invitation.html", context)
    # With "no-referrer" browsers would say `Origin: null` of the form, which is refused. This names
    # the server, and nothing of the address.
    response["Referrer-Policy"] = "strict-origin"
    return response


@limited("links", "writes")
@require_POST
def paste_link(request: HttpRequest) -> HttpResponse:
    """Open a pasted link; where it opens nothing, the home page says so."""
    found = SECRET_IN_TEXT.search(request.POST.get("link", ""))
    link = core_access.find_link(found[1]) if found else None
    if link is None:
        return show_home(request, pasted=request.POST.get("link", ""), status=422)
    core_access.grant_access(request, link)
    return see_pad(link.pad)
