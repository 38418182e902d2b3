"""Secret links: giving them out, revoking them, coming in by one."""

from django.urls import path

from scorepads.sharing import views

of_a_game = [
    path("link/", views.share, name="link"),
    path("link/<int:link>/revoke/", views.revoke, name="revoke"),
]

urlpatterns = [
    path("join/<str:secret>/", views.trade, name="trade"),
    path("k/<str:secret>/", views.trade, name="trade-kept"),  # links given out before
    path("paste/", views.paste, name="paste"),
]
