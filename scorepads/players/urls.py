"""Who plays; and playing again with other partners or in another order."""

from django.urls import path

from scorepads.players import people_views, views

of_a_game = [
    path("players/", people_views.change_people, name="people"),
    path("swap/", views.swap_seats, name="swap"),
    path("next/", views.follow_table, name="next"),
]
