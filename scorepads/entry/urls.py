"""A game's own page: entering hands, correcting them, following, offline."""

from django.urls import path

from scorepads.entry import correcting, follow, live, offline, target, views

of_a_game = [
    path("", views.pad, name="pad"),
    path("hands/", views.save_hand, name="save-hand"),
    path("preview/", views.preview, name="preview"),
    path("adjustments/", views.adjust, name="adjust"),
    path("target/", target.retarget, name="target"),
    path("undo/", views.undo, name="undo"),
    path("redo/", views.redo, name="redo"),
    path("history/", views.history, name="history"),
    path("hands/earlier/", views.earlier_hands, name="earlier-hands"),
    path("hands/<int:line>/", correcting.hand, name="hand"),
    path("hands/<int:line>/correct/", correcting.correct, name="correct"),
    path("hands/<int:line>/strike/", correcting.strike, name="strike"),
    path("live/", live.live, name="live"),
    path("events/", follow.events, name="events"),
    path("board/", live.board, name="board"),
    path("board/live/", live.live_board, name="live-board"),
    path("send/", offline.send, name="send"),
]

urlpatterns = [
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    path("sw.js", offline.worker, name="worker"),
    path("offline/", offline.offline, name="offline"),
    path("token/", offline.token, name="token"),
]
