"""What a phone is told when a request cannot be trusted or is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse

from scorepads.views import hands, own, pads, record, replays, share, target

ONCE_MORE: dict[str, Callable[..., HttpResponse]] = {
    "scorepads:record": hands.record_once_more,
    "scorepads:preview": hands.preview,  # changes nothing, so it needs no trust
    "scorepads:passed-out": hands.once_more,
    "scorepads:adjust": hands.adjust_once_more,
    "scorepads:undo": hands.once_more,
    "scorepads:redo": hands.once_more,
    "scorepads:correct": hands.correct_once_more,
    "scorepads:strike": hands.strike_once_more,
    "scorepads:revoke": share.share_once_more,
    "scorepads:link": share.share_once_more,
    "scorepads:open": pads.open_once_more,
    "scorepads:target": target.retarget_once_more,
    "scorepads:open-own": pads.open_own_once_more,
    "scorepads:own": own.own_once_more,
    "scorepads:play-again": hands.once_more,
    "scorepads:replay": replays.once_more,
    "scorepads:swap": record.swap_once_more,
    "scorepads:import": record.import_once_more,
}
"""By the address posted to: how to show the form again with all that was entered."""


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form whose CSRF cookie had gone: shown again with its entries, saved by nothing.

    The fresh page carries a fresh token, so that the next tap goes through.
    """
    try:
        match = resolve(request.path_info)
    except Resolver404:
        match = None
    again = match and ONCE_MORE.get(match.view_name)
    if again:
        return again(request, **_arguments(match))
    return render(request, "stale.html", {"back": reverse("scorepads:home")}, status=403)


def _arguments(match: Any) -> dict[str, Any]:
    return dict(match.kwargs)
