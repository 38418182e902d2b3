"""Around every request: its number, the probes of a balancer, and headers of our own."""

import re
import secrets
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.utils.module_loading import import_string

from keeper.logging import request_number

Respond = Callable[[HttpRequest], HttpResponse]

# The screen may be kept awake at the table; nothing else of the phone is the keeper's business.
PERMISSIONS = "screen-wake-lock=(self), camera=(), geolocation=(), microphone=(), payment=()"

SANE_NUMBER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{3,63}")


def numbered(get_response: Respond) -> Respond:
    """Each request gets a number, found again in its log lines and in its X-Request-Id.

    A trusted proxy's number is kept, so that its log and ours can be laid side by side.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        number = _proxys_number(request) or secrets.token_hex(4)
        # Left standing when the answer is made: the server's own line comes after it.
        request_number.set(number)
        response = get_response(request)
        response.headers["X-Request-Id"] = number
        return response

    return respond


def _proxys_number(request: HttpRequest) -> str | None:
    given = request.headers.get("X-Request-Id", "")
    trusted = settings.TRUSTED_PROXIES > 0 and SANE_NUMBER.fullmatch(given)
    return given if trusted else None


def probed(get_response: Respond) -> Respond:
    """Answers health and readiness before anything else is asked of the request.

    A balancer calls by number, not by a name in ALLOWED_HOSTS, and without https; it must get
    neither a refusal nor a redirect, and it leaves no session.
    """
    probes: dict[str, Respond] = {
        path: import_string(view) for path, view in settings.PROBES.items()
    }

    def respond(request: HttpRequest) -> HttpResponse:
        return probes.get(request.path_info, get_response)(request)

    return respond


def permissions_policy(get_response: Respond) -> Respond:
    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return respond


def utf8_only(get_response: Respond) -> Respond:
    """Refuses forms in any character set but UTF-8, which is all that browsers send here.

    Python knows codecs that are no character sets, and reading a form by one of them fails.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset", "utf-8")
        if charset.lower() not in ("utf-8", "utf8"):
            return HttpResponseBadRequest("Forms are read as UTF-8.")
        return get_response(request)

    return respond
