"""The chart, the statistics, the evening, and settling up."""

from django.urls import path

from scorepads.statistics import views

of_a_game = [
    path("chart/", views.chart_page, name="chart"),
    path("statistics/", views.pad_statistics, name="numbers"),
    path("evening/", views.evening_page, name="evening"),
    path("settle/", views.settle_page, name="settle"),
]

urlpatterns = [path("statistics/", views.phone_statistics, name="phone-numbers")]
