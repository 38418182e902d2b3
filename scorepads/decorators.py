"""The one guard before every view of a pad."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.defaults import page_not_found

from scorepads import links
from scorepads.links import Holder
from scorepads.models import PadLink
from scorepads.selectors import PadUnreadable

P = ParamSpec("P")
Guarded = Callable[Concatenate[HttpRequest, Holder, P], HttpResponse]
View = Callable[..., HttpResponse]

PENCIL = PadLink.Access.PENCIL
WATCH = PadLink.Access.WATCH


def with_pad(access: str) -> Callable[[Guarded[P]], View]:
    """Let the view see a pad that this phone holds with at least `access`.

    A stranger gets 404, just as for a pad that does not exist; a watcher where a pencil is
    needed gets 403 and is told why. Answers are never kept by a cache or found by a search.
    """

    def guard(view: Guarded[P]) -> View:
        @never_cache
        @wraps(view)
        def guarded(
            request: HttpRequest, public_id: UUID, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            try:
                holder = _holder(request, public_id)
                if access == PENCIL and not holder.has_pencil:
                    response = _only_looking(request, holder)
                else:
                    response = _answer(view, request, holder, *args, **kwargs)
            except Http404 as missing:
                response = page_not_found(request, missing)
            response["X-Robots-Tag"] = "noindex"
            patch_vary_headers(response, ["HX-Request"])
            return response

        return guarded

    return guard


def _holder(request: HttpRequest, public_id: UUID) -> Holder:
    holder = links.holder(request, public_id)
    if holder is None and request.method == "POST":
        holder = links.restore(request, public_id)
    if holder is None:
        raise Http404
    return holder


def _only_looking(request: HttpRequest, holder: Holder) -> HttpResponse:
    return render(request, "pads/watching.html", {"holder": holder}, status=403)


def _answer(
    view: Guarded[P], request: HttpRequest, holder: Holder, *args: P.args, **kwargs: P.kwargs
) -> HttpResponse:
    try:
        return view(request, holder, *args, **kwargs)
    except PadUnreadable as trouble:
        context = {"holder": holder, "trouble": trouble}
        return render(request, "pads/unreadable.html", context, status=500)


def posted(view: View) -> View:
    """Let the view be posted to; a plain look leads to the pad.

    Without script the answer to a refused form stands at the form's address, and a phone
    that lost the tab comes back to that address by a GET.
    """

    @wraps(view)
    def guarded(
        request: HttpRequest, public_id: UUID, *args: object, **kwargs: object
    ) -> HttpResponse:
        if request.method == "GET":
            return redirect("scorepads:pad", public_id=public_id)
        if request.method != "POST":
            return HttpResponseNotAllowed(["GET", "POST"])
        return view(request, public_id, *args, **kwargs)

    return guarded
