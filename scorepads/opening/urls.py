"""The list of games, opening one, and a table's own house rules."""

from django.urls import path

from scorepads.opening import home, own_views, views, which

of_a_game = [path("play-again/", views.play_again, name="play-again")]

urlpatterns = [
    path("", home.home, name="home"),
    path("about/", home.about, name="about"),
    path("open/", views.choose_preset, name="presets"),
    path("open/which/", which.which_game, name="which"),
    path("open/own/<uuid:family>/", views.open_own, name="open-own"),
    path("open/<slug:key>/", views.open_pad, name="open"),
    path("open/own/<uuid:family>/summary/", views.summarize_own, name="summary-own"),
    path("open/<slug:key>/summary/", views.summarize, name="summary"),
    path("names/forget/", views.forget_remembered, name="forget-names"),
    path("own/<uuid:family>/<int:version>/", own_views.own_ruleset, name="own"),
]
