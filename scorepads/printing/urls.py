"""Sheets to print, on a page and as PDF."""

from django.urls import path

from scorepads.printing import views

of_a_game = [
    path("sheet/", views.of_pad, name="sheet"),
    path("sheet.pdf", views.of_pad_pdf, name="sheet-pdf"),
]

OWN = "sheets/own/<uuid:family>/<int:version>/"

urlpatterns = [
    path("sheets/", views.index, name="sheets"),
    path("sheets/tally/", views.tally, name="tally-cards"),
    path("sheets/tally/sheet.pdf", views.tally_pdf, name="tally-cards-pdf"),
    path(OWN, views.own, name="own-sheet"),
    path(f"{OWN}sheet.pdf", views.own_pdf, name="own-sheet-pdf"),
    path("sheets/<slug:key>/", views.blank, name="blank-sheet"),
    path("sheets/<slug:key>/sheet.pdf", views.blank_pdf, name="blank-sheet-pdf"),
]
