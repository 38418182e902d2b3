"""The URL map while there is a host (see `keeper.host.door`): the host's pages and all others."""

from django.conf import settings
from django.urls import include, path

from keeper.host import ROOM, site
from scorepads import admin  # noqa: F401  # registers what the host may look at

urlpatterns = [
    path(ROOM.lstrip("/"), site.urls),
    path("", include(settings.ROOT_URLCONF)),
]
