from django.urls import include, path

from scorepads.comparing import replay_views
from scorepads.comparing import views as comparing_views
from scorepads.entry import correcting, live, offline, target
from scorepads.entry import views as entry_views
from scorepads.files import views as files_views
from scorepads.opening import home, own_views
from scorepads.opening import views as opening_views
from scorepads.players import views as players_views
from scorepads.printing import views as printing_views
from scorepads.reading import views as reading_views
from scorepads.sharing import views as sharing_views
from scorepads.statistics import views as statistics_views

app_name = "scorepads"

of_a_pad = [
    path("", entry_views.pad, name="pad"),
    path("hands/", entry_views.record, name="record"),
    path("preview/", entry_views.preview, name="preview"),
    path("live/", live.live, name="live"),
    path("send/", offline.send, name="send"),
    path("board/", live.board, name="board"),
    path("board/live/", live.live_board, name="live-board"),
    path("passed-out/", entry_views.passed_out, name="passed-out"),
    path("adjustments/", entry_views.adjust, name="adjust"),
    path("target/", target.retarget, name="target"),
    path("undo/", entry_views.undo, name="undo"),
    path("redo/", entry_views.redo, name="redo"),
    path("history/", entry_views.history, name="history"),
    path("rules/", reading_views.of_pad, name="pad-rules"),
    path("hands/<int:line>/", correcting.hand, name="hand"),
    path("hands/<int:line>/correct/", correcting.correct, name="correct"),
    path("hands/<int:line>/strike/", correcting.strike, name="strike"),
    path("link/", sharing_views.share, name="link"),
    path("link/<int:link>/revoke/", sharing_views.revoke, name="revoke"),
    path("play-again/", opening_views.play_again, name="play-again"),
    path("swap/", players_views.swap, name="swap"),
    path("chart/", statistics_views.chart, name="chart"),
    path("numbers/", statistics_views.pad_numbers, name="numbers"),
    path("evening/", statistics_views.this_evening, name="evening"),
    path("settle/", statistics_views.settle, name="settle"),
    path("export/", files_views.export, name="export"),
    path("export/<str:kind>", files_views.download, name="download"),
    path("replay/", replay_views.replay, name="replay"),
    path("sheet/", printing_views.of_pad, name="sheet"),
    path("sheet.pdf", printing_views.of_pad_pdf, name="sheet-pdf"),
]

to_read = [
    path("", reading_views.index, name="rules"),
    path("differences/", reading_views.where_sources_differ, name="differences"),
    path("<slug:key>/", reading_views.preset, name="preset-rules"),
    path("<slug:key>/card/", reading_views.card, name="rule-card"),
    path("<slug:key>/<int:version>/", reading_views.preset, name="preset-rules"),
    path("<slug:key>/<int:version>/card/", reading_views.card, name="rule-card"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("about/", home.about, name="about"),
    path("rules/", include(to_read)),
    path("open/", opening_views.presets, name="presets"),
    path("open/own/<uuid:family>/", opening_views.open_own, name="open-own"),
    path("open/<slug:key>/", opening_views.open_pad, name="open"),
    path("own/<uuid:family>/<int:version>/", own_views.own, name="own"),
    path("compare/", comparing_views.compare, name="compare"),
    path("compare/hand/", comparing_views.try_hand, name="try-hand"),
    path("pads/<uuid:public_id>/", include(of_a_pad)),
    path("sheets/", printing_views.index, name="sheets"),
    path("sheets/tally/", printing_views.tally, name="tally-cards"),
    path("sheets/tally/sheet.pdf", printing_views.tally_pdf, name="tally-cards-pdf"),
    path("sheets/own/<uuid:family>/<int:version>/", printing_views.own, name="own-sheet"),
    path(
        "sheets/own/<uuid:family>/<int:version>/sheet.pdf",
        printing_views.own_pdf,
        name="own-sheet-pdf",
    ),
    path("sheets/<slug:key>/", printing_views.blank, name="blank-sheet"),
    path("sheets/<slug:key>/sheet.pdf", printing_views.blank_pdf, name="blank-sheet-pdf"),
    path("numbers/", statistics_views.phone_numbers, name="phone-numbers"),
    path("export/pads.json", files_views.download_all, name="download-all"),
    path("import/", files_views.import_pads, name="import"),
    path("k/<str:secret>/", sharing_views.trade, name="trade"),
    path("paste/", sharing_views.paste, name="paste"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    path("sw.js", offline.worker, name="worker"),
    path("offline/", offline.offline, name="offline"),
    path("token/", offline.token, name="token"),
]
