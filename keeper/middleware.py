"""Headers that neither Django nor django-csp sets."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# The screen may be kept awake at the table; nothing else of the phone is the keeper's business.
PERMISSIONS = "screen-wake-lock=(self), camera=(), geolocation=(), microphone=(), payment=()"


def permissions_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return respond
