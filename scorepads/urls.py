from django.urls import include, path

from scorepads.views import hands, pads, share

app_name = "scorepads"

of_a_pad = [
    path("", pads.pad, name="pad"),
    path("hands/", hands.record, name="record"),
    path("preview/", hands.preview, name="preview"),
    path("passed-out/", hands.passed_out, name="passed-out"),
    path("adjustments/", hands.adjust, name="adjust"),
    path("undo/", hands.undo, name="undo"),
    path("redo/", hands.redo, name="redo"),
    path("history/", hands.history, name="history"),
    path("hands/<int:line>/", hands.hand, name="hand"),
    path("hands/<int:line>/correct/", hands.correct, name="correct"),
    path("hands/<int:line>/strike/", hands.strike, name="strike"),
    path("link/", share.pencil_link, name="link"),
    path("play-again/", pads.play_again, name="play-again"),
]

urlpatterns = [
    path("", pads.home, name="home"),
    path("about/", pads.about, name="about"),
    path("open/", pads.presets, name="presets"),
    path("open/<slug:key>/", pads.open_pad, name="open"),
    path("pads/<uuid:public_id>/", include(of_a_pad)),
    path("k/<str:secret>/", share.trade, name="trade"),
    path("paste/", share.paste, name="paste"),
]
