"""The rules pages."""

from django.urls import path

from scorepads.reading import views

of_a_game = [path("rules/", views.pad_rules, name="pad-rules")]

urlpatterns = [
    path("rules/", views.rules_index, name="rules"),
    path("rules/how-to-play/", views.how_to_play, name="how-to-play"),
    path("rules/questions/", views.show_questions, name="questions"),
    path("rules/words/", views.show_glossary, name="glossary"),
    path("rules/variations/<slug:key>/", views.variation_rules, name="variation"),
    path("rules/differences/", views.where_sources_differ, name="differences"),
    path("rules/<slug:key>/", views.preset_rules, name="preset-rules"),
    path("rules/<slug:key>/card/", views.rule_card, name="rule-card"),
    path("rules/<slug:key>/<int:version>/", views.preset_rules, name="preset-rules"),
    path("rules/<slug:key>/<int:version>/card/", views.rule_card, name="rule-card"),
]
