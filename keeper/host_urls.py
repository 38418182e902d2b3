"""The URL map while there is a host (see `keeper.host.door`): the host's pages and all others."""

from django.conf import settings
from django.urls import include, path

from keeper.host import ROOM, site

urlpatterns = [
    path(ROOM.lstrip("/"), site.urls),
    path("", include(settings.ROOT_URLCONF)),
]
