"""The rules pages."""

from django.urls import path

from scorepads.reading import views

of_a_game = [path("rules/", views.of_pad, name="pad-rules")]

urlpatterns = [
    path("rules/", views.index, name="rules"),
    path("rules/differences/", views.where_sources_differ, name="differences"),
    path("rules/<slug:key>/", views.preset, name="preset-rules"),
    path("rules/<slug:key>/card/", views.card, name="rule-card"),
    path("rules/<slug:key>/<int:version>/", views.preset, name="preset-rules"),
    path("rules/<slug:key>/<int:version>/card/", views.card, name="rule-card"),
]
