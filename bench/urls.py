from django.urls import include, path

from bench import views

urlpatterns = [
    path("stack/query/", views.query),
    path("stack/insert/", views.insert),
    path("anew/<uuid:public_id>/", views.anew),
    path("", include("keeper.urls")),
]
