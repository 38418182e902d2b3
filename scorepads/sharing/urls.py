"""Addresses for making, revoking and opening secret links."""

from django.urls import path

from scorepads.sharing import views

of_a_game = [
    path("link/", views.share_game, name="link"),
    path("link/<int:link>/revoke/", views.revoke_link, name="revoke"),
]

urlpatterns = [
    path("join/<str:secret>/", views.trade_link, name="trade"),
    path("k/<str:secret>/", views.trade_link, name="trade-kept"),  # links given out before
    path("paste/", views.paste_link, name="paste"),
]
