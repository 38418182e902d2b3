"""What a phone is shown when its form was refused for its CSRF token."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache

from scorepads.core.http import is_htmx
from scorepads.entry import views as entry_views

FROM_ELSEWHERE = ("Origin checking failed", "Referer checking failed")
"""How Django's reasons begin where the form was not sent from a page of ours."""

TOKEN = "csrfmiddlewaretoken"  # noqa: S105  # the name of a field
UNSEEN = {TOKEN, "key", "seen", "ticket", "do"}
"""Fields that say nothing to whoever sends the form again."""


@never_cache
def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Show a form whose CSRF cookie or token had gone, with what was posted, to send it again.

    A hand is shown on its own form; the preview changes nothing and just answers. A form from
    another site gets none of this: nobody is to be led to send what others filled in.
    """
    if reason.startswith(FROM_ELSEWHERE):
        return render(request, "core/elsewhere.html", status=403)
    match = request.resolver_match
    assert match is not None  # Django looks at the token once it knows the view
    if match.view_name == "scorepads:record":
        return entry_views.record_once_more(request, **match.kwargs)
    if match.view_name == "scorepads:preview":
        return entry_views.preview(request, **match.kwargs)
    return send_again(request, match.kwargs.get("public_id"))


def send_again(request: HttpRequest, public_id: object = None) -> HttpResponse:
    """The posted fields under a fresh token, with a button; files have to be chosen again."""
    posted = [(name, value) for name, values in request.POST.lists() for value in values]
    game = resolve_url("scorepads:pad", public_id) if public_id else None
    context = {
        "action": request.get_full_path(),
        "back": game or resolve_url("scorepads:home"),
        "fields": [(name, value) for name, value in posted if name != TOKEN],
        "shown": [(in_words(name), value) for name, value in posted if name not in UNSEEN],
        "files": list(request.FILES),
    }
    template = "core/stale.html#again" if is_htmx(request) else "core/stale.html"
    response = render(request, template, context, status=403)
    patch_vary_headers(response, ["HX-Request"])
    # By htmx it takes the place of the page, not of the part that was asked for.
    response["HX-Retarget"], response["HX-Reswap"] = "#main", "innerHTML show:window:top"
    return response


def in_words(name: str) -> str:
    """A field's name to be read: "own-name" is "own name"."""
    return name.replace("-", " ").replace("_", " ")
