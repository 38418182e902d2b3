"""Addresses that had other names before the first release and may have been kept."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

RENAMED = {"numbers/": "statistics/"}
"""What stands below a game's address, as it was called and as it is called."""


def moved_game(request: HttpRequest, public_id: UUID, rest: str = "") -> HttpResponse:
    """A 308 from `/pads/…` to the same below `/games/…`: a form that is posted stays posted."""
    game = reverse("scorepads:pad", kwargs={"public_id": public_id})
    return _permanently(request, game + RENAMED.get(rest, rest))


def moved_statistics(request: HttpRequest) -> HttpResponse:
    """A 308 from `/numbers/` to the statistics of all games."""
    return _permanently(request, reverse("scorepads:phone-numbers"))


def _permanently(request: HttpRequest, address: str) -> HttpResponse:
    query = request.META.get("QUERY_STRING", "")
    target = f"{address}?{query}" if query else address
    return redirect(target, permanent=True, preserve_request=True)
