"""Playing again with other partners or in another order."""

from django.urls import path

from scorepads.players import views

of_a_game = [
    path("swap/", views.swap_seats, name="swap"),
    path("next/", views.follow_table, name="next"),
]
