"""The chart, the statistics, the evening, and settling up."""

from django.urls import path

from scorepads.statistics import views

of_a_game = [
    path("chart/", views.chart, name="chart"),
    path("statistics/", views.pad_numbers, name="numbers"),
    path("evening/", views.this_evening, name="evening"),
    path("settle/", views.settle, name="settle"),
]

urlpatterns = [path("statistics/", views.phone_numbers, name="phone-numbers")]
