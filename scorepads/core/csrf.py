"""What a phone is told when a request cannot be trusted or is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse

from scorepads.comparing import replay_views
from scorepads.entry import correcting, target
from scorepads.entry import views as entry_views
from scorepads.files import views as files_views
from scorepads.opening import own_views
from scorepads.opening import views as opening_views
from scorepads.players import views as players_views
from scorepads.sharing import views as sharing_views

ONCE_MORE: dict[str, Callable[..., HttpResponse]] = {
    "scorepads:record": entry_views.record_once_more,
    "scorepads:preview": entry_views.preview,  # changes nothing, so it needs no trust
    "scorepads:passed-out": entry_views.once_more,
    "scorepads:adjust": entry_views.adjust_once_more,
    "scorepads:undo": entry_views.once_more,
    "scorepads:redo": entry_views.once_more,
    "scorepads:correct": correcting.correct_once_more,
    "scorepads:strike": correcting.strike_once_more,
    "scorepads:revoke": sharing_views.share_once_more,
    "scorepads:link": sharing_views.share_once_more,
    "scorepads:open": opening_views.open_once_more,
    "scorepads:target": target.retarget_once_more,
    "scorepads:open-own": opening_views.open_own_once_more,
    "scorepads:own": own_views.own_once_more,
    "scorepads:play-again": entry_views.once_more,
    "scorepads:replay": replay_views.once_more,
    "scorepads:swap": players_views.swap_once_more,
    "scorepads:import": files_views.import_once_more,
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
    return render(request, "core/stale.html", {"back": reverse("scorepads:home")}, status=403)


def _arguments(match: Any) -> dict[str, Any]:
    return dict(match.kwargs)
