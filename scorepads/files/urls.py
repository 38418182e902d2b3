"""Export and import."""

from django.urls import path

from scorepads.files import views

of_a_game = [
    path("export/", views.export_page, name="export"),
    path("export/<str:kind>", views.download_file, name="download"),
]

urlpatterns = [
    path("export/pads.json", views.download_all, name="download-all"),
    path("import/", views.import_pads, name="import"),
]
