"""The address map, put together from the features' own.

A feature's `of_a_game` stands below the address of each game, its `urlpatterns` at the root.
"""

from django.urls import URLPattern, URLResolver, include, path

from scorepads.comparing import urls as comparing
from scorepads.core.moved import moved_game, moved_statistics
from scorepads.entry import urls as entry
from scorepads.files import urls as files
from scorepads.holding import urls as holding
from scorepads.opening import urls as opening
from scorepads.players import urls as players
from scorepads.printing import urls as printing
from scorepads.reading import urls as reading
from scorepads.sharing import urls as sharing
from scorepads.statistics import urls as statistics

app_name = "scorepads"

FEATURES = (
    entry, opening, players, sharing, holding, reading, comparing, statistics, files, printing,
)  # fmt: skip

of_a_game: list[URLPattern] = [
    pattern for feature in FEATURES for pattern in getattr(feature, "of_a_game", [])
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("games/<uuid:public_id>/", include(of_a_game)),
    *(pattern for feature in FEATURES for pattern in getattr(feature, "urlpatterns", [])),
    path("pads/<uuid:public_id>/", moved_game, name="moved-game"),
    path("pads/<uuid:public_id>/<path:rest>", moved_game, name="moved-game"),
    path("numbers/", moved_statistics, name="moved-statistics"),
]
