"""What a phone does with the games that it holds: archive, leave, delete, and take that back."""

from django.urls import path

from scorepads.holding import views

of_a_game = [
    path("manage/", views.manage_game, name="manage"),
    path("archive/", views.archive_game, name="archive"),
    path("leave/", views.leave_game, name="leave"),
    path("delete/", views.delete_game, name="delete"),
    path("undelete/", views.undelete_game, name="undelete"),
]

urlpatterns = [path("archive/", views.show_archive, name="archived")]
