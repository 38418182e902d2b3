"""The host's own pages, at /host/: looking in on the pads, for whoever runs the keeper.

Django's admin, cut down to looking. It is not there at all until somebody has run
`manage.py createsuperuser`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib.admin import AdminSite
from django.contrib.auth import get_user_model, logout
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_http_methods

Respond = Callable[[HttpRequest], HttpResponse]
View = TypeVar("View", bound=Callable[..., Any])

ROOM = "/host/"
SINCE = "host_since"
LONGEST = 12 * 60 * 60
"""So many seconds after the password nobody is the host any more, whatever the session says."""

LEFT_OUT = {"password_change", "password_change_done", "autocomplete", "view_on_site"}


def door(get_response: Respond) -> Respond:
    """Adds the host's pages to the URL map while there is a host; else they are not found.

    Not refused, not found: the answer is that of any address that leads nowhere.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        path = request.path_info
        if not (path == ROOM[:-1] or path.startswith(ROOM)) or not _there_is_a_host():
            return get_response(request)
        request.urlconf = "keeper.host_urls"
        # The session lasts as long as pads should; the host's part in it only for the evening.
        if time.time() - request.session.get(SINCE, time.time()) > LONGEST:
            request.session.flush()
        response = get_response(request)
        response["X-Robots-Tag"] = "noindex"
        add_never_cache_headers(response)
        return response

    return respond


def _there_is_a_host() -> bool:
    hosts = get_user_model().objects.filter(is_superuser=True, is_active=True)
    return hosts.exists()


@receiver(user_logged_in)
def remember_when(request: HttpRequest, **_: Any) -> None:
    request.session[SINCE] = time.time()


class HostSite(AdminSite):
    """Superusers look, at what is registered here; nobody is given anything to send."""

    site_title = site_header = "Pitch Keeper, for its host"
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)

    def get_urls(self) -> list[Any]:
        """Without the pages that would write, or that the pads' two pages do not need."""
        return [url for url in super().get_urls() if getattr(url, "name", None) not in LEFT_OUT]

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """The pages can only be looked at, and logging out only be sent."""
        taken = ["POST"] if view == self.logout else ["GET"]
        return super().admin_view(require_http_methods(taken)(view), cacheable)

    def index(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """The list of pads: there is nothing else to choose from."""
        return redirect("admin:scorepads_pad_changelist")

    def app_index(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        return self.index(request)

    def logout(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Back to this browser's own pads, which it keeps (see `keeper.sessions`)."""
        logout(request)
        return redirect("scorepads:home")


site = HostSite()
