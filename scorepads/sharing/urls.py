"""Addresses for making, revoking and opening secret links."""

from django.urls import path

from scorepads.sharing import views

of_a_game = [
    path("link/", views.share_game, name="link"),
    path("link/<int:link>/revoke/", views.revoke_link, name="revoke"),
]

urlpatterns = [
    path("join/<str:secret>/", views.trade_link, name="trade"),
    # Without the last slash a redirect would be one more answer with the secret in it.
    path("join/<str:secret>", views.trade_link),
    path("k/<str:secret>/", views.trade_link, name="trade-kept"),  # links given out before
    path("k/<str:secret>", views.trade_link),
    path("paste/", views.paste_link, name="paste"),
]
