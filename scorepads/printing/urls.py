"""Sheets to print, on a page and as PDF."""

from django.urls import path

from scorepads.printing import views

of_a_game = [
    path("sheet/", views.pad_sheet, name="sheet"),
    path("sheet.pdf", views.pad_sheet_pdf, name="sheet-pdf"),
]

OWN = "sheets/own/<uuid:family>/<int:version>/"

urlpatterns = [
    path("sheets/", views.sheet_index, name="sheets"),
    path("sheets/tally/", views.tally_cards, name="tally-cards"),
    path("sheets/tally/sheet.pdf", views.tally_cards_pdf, name="tally-cards-pdf"),
    path(OWN, views.own_sheet, name="own-sheet"),
    path(f"{OWN}sheet.pdf", views.own_sheet_pdf, name="own-sheet-pdf"),
    path("sheets/<slug:key>/", views.blank_sheets, name="blank-sheet"),
    path("sheets/<slug:key>/sheet.pdf", views.blank_sheets_pdf, name="blank-sheet-pdf"),
]
