"""What another site's page may make a phone's browser do here: nothing.

Browsers say where a post comes from, in `Sec-Fetch-Site` (over https) and in `Origin` (always since
2020). A page cannot change either, so forms need no token, and a page that lay open for a week is
as good as a fresh one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

log = logging.getLogger("django.security.csrf")

READING = ("GET", "HEAD", "OPTIONS", "TRACE")


def refuse_other_sites(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that lets only posts from our own pages through, before anything reads them."""

    def respond(request: HttpRequest) -> HttpResponse:
        if request.method in READING or is_unchecked(request) or comes_from_here(request):
            return get_response(request)
        log.warning("Refused a post from another site: %s", request.path)
        return render(request, "core/elsewhere.html", status=403)

    return respond


def comes_from_here(request: HttpRequest) -> bool:
    """Whether the browser says that one of our own pages sent this; if it says nothing, no."""
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    if site is not None:
        return site in ("same-origin", "none")
    here = f"{request.scheme}://{request.get_host()}".lower()
    if origin is not None:
        return origin.lower() == here
    # Browsers of before 2020.
    return request.headers.get("Referer", "").lower().startswith(f"{here}/")


def is_unchecked(request: HttpRequest) -> bool:
    """Whether Django's test client asks, which checks nothing unless it is told to."""
    return getattr(request, "_dont_enforce_csrf_checks", False)
