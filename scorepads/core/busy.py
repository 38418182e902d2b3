"""The answer while the database is locked, full or away: try again, and nothing is lost."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import Error, InterfaceError, OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, UnreadablePostError
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers, patch_vary_headers

from scorepads.core.http import is_htmx

log = logging.getLogger(__name__)

RETRY_SECONDS = 5
READ_ONLY = "25006"
"""PostgreSQL's code for a server that takes nothing for now, such as one that stands by."""
LOCK_TIMEOUT = "5s"


class AnswerBusy:
    """Middleware that answers 503 where a view could not reach or write the database.

    Every 503 of ours is marked by `X-Keeper: busy`, which a proxy's own is not: the phone knows by
    it that there is a network and a server.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 503:
            response["X-Keeper"] = "busy"
        return response

    def process_exception(self, request: HttpRequest, failure: Exception) -> HttpResponse | None:
        if isinstance(failure, UnreadablePostError):  # hung up in the middle of sending
            return HttpResponseBadRequest("The form did not come whole.")
        if not is_passing(failure):
            return None
        log.warning("Busy, %s: %s", request.path, str(failure).partition("\n")[0])
        answer = busy_answer(request)
        setattr(answer, "_has_been_logged", True)  # noqa: B010  # Django's own mark: one line will do
        return answer


def is_passing(failure: Exception) -> bool:
    """Whether a failure is temporary: a database that is locked, full or away, not one without a
    table."""
    if isinstance(failure, OperationalError | InterfaceError):
        return not str(failure).startswith("no such ")
    return isinstance(failure, Error) and getattr(failure.__cause__, "sqlstate", "") == READ_ONLY


def busy_answer(request: HttpRequest, what: str = "The server is busy") -> HttpResponse:
    """503 with a page that sends the same again by one tap; for htmx a sentence for the form."""
    if is_htmx(request):
        text = "Not saved yet: the server is busy. All you tapped is still here; try again."
        response = HttpResponse(text, content_type="text/plain; charset=utf-8", status=503)
    else:
        posted = [(name, value) for name, values in request.POST.lists() for value in values]
        context = {
            "what": what,
            "address": request.get_full_path(),
            "is_form": request.method == "POST",
            "fields": posted,
            "files": list(request.FILES),
        }
        response = render(request, "core/busy.html", context, status=503)
    response["Retry-After"] = str(RETRY_SECONDS)
    add_never_cache_headers(response)
    patch_vary_headers(response, ["HX-Request"])
    return response


@receiver(connection_created)
def wait_briefly(connection: BaseDatabaseWrapper, **_: object) -> None:
    """Let PostgreSQL wait for a lock as long as SQLite does, not for ever."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, false)", [LOCK_TIMEOUT])
