"""Rulesets side by side, one hand under several, a game under other rules."""

from django.urls import path

from scorepads.comparing import replay_views, views, what_if_views

of_a_game = [path("replay/", replay_views.show_or_play_on, name="replay")]

urlpatterns = [
    path("compare/", views.compare_rulesets, name="compare"),
    path("compare/hand/", views.try_hand, name="try-hand"),
    path("what-if/", what_if_views.what_if, name="what-if"),
]
