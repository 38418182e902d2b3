"""Middleware: request numbers, health probes, response headers, and what is refused unread."""

import re
import secrets
from collections.abc import Callable, Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render
from django.utils.module_loading import import_string

from keeper.logging import request_number

Respond = Callable[[HttpRequest], HttpResponse]

# The screen may be kept awake at the table; nothing else of the phone is needed.
PERMISSIONS = "screen-wake-lock=(self), camera=(), geolocation=(), microphone=(), payment=()"

MAX_HOST_LENGTH = 260
"""A name in the DNS has up to 253 characters; a colon and a port follow."""

SAFE_NUMBER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{3,63}")


def number_requests(get_response: Respond) -> Respond:
    """Give each request a number, which stands in its log lines and in its X-Request-Id.

    A trusted proxy's number is kept, so that its log and ours can be compared.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        number = choose_request_number(request.headers.get("X-Request-Id", ""))
        # Not reset after the answer, because the server logs its own line later.
        request_number.set(number)
        response = get_response(request)
        response.headers["X-Request-Id"] = number
        return response

    return respond


def choose_request_number(given: str) -> str:
    """The number that a trusted proxy gave, or a new one."""
    trusted = settings.TRUSTED_PROXIES > 0 and SAFE_NUMBER.fullmatch(given)
    return given if trusted else secrets.token_hex(4)


def answer_probes(get_response: Respond) -> Respond:
    """Answer health and readiness probes before any other middleware sees the request.

    A load balancer calls by IP address, not by a name in ALLOWED_HOSTS, and without https; it
    must not be refused or redirected.
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
    """Refuse forms in any character set but UTF-8, which is all that browsers send here.

    Python has codecs that are no character sets, and decoding a form with one of them fails.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset", "utf-8")
        if charset.lower() not in ("utf-8", "utf8"):
            return HttpResponseBadRequest("Forms are read as UTF-8.")
        return get_response(request)

    return respond


def refuse_long_requests(get_response: Respond) -> Respond:
    """Refuse a body by its length, before anything reads it, and a `Host` that is no name.

    A body that is sent in chunks has no length to go by; browsers always say one. The server
    closes the connection of a refused request (`keeper.gunicorn`), so the rest is never read.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        if len(request.META.get("HTTP_HOST", "")) > MAX_HOST_LENGTH:
            return HttpResponseBadRequest("No host has so long a name.")
        if is_chunked(request.META):
            return HttpResponse("Say how long the body is.", status=411)
        if body_length(request.META) > longest_body(request.path_info):
            return render(request, "413.html", status=413)
        return get_response(request)

    return respond


def is_chunked(environ: Mapping[str, str]) -> bool:
    return bool(environ.get("HTTP_TRANSFER_ENCODING")) and not environ.get("CONTENT_LENGTH")


def body_length(environ: Mapping[str, str]) -> int:
    """The length of the body as the client says it; 0 where it says none."""
    said = environ.get("CONTENT_LENGTH", "")
    return int(said) if said.isascii() and said.isdigit() else 0


def longest_body(path: str) -> int:
    """The longest body that the address takes, in bytes."""
    return settings.LONG_BODIES.get(path, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
