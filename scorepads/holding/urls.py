"""What a phone does with the games that it holds: archive, leave, delete, and take that back."""

from django.urls import path

from scorepads.holding import many_views, views

of_a_game = [
    path("manage/", views.manage_game, name="manage"),
    path("archive/", views.archive_game, name="archive"),
    path("leave/", views.leave_game, name="leave"),
    path("delete/", views.delete_game, name="delete"),
    path("discard/", views.discard_game, name="discard"),
    path("undelete/", views.undelete_game, name="undelete"),
]

urlpatterns = [
    path("archive/", views.show_archive, name="archived"),
    path("archive/select/", many_views.select_games, name="select"),
    path("archive/many/", many_views.put_away_many, name="put-away"),
]
