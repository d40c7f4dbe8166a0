"""Pages of this application."""

from django.urls import URLPattern

app_name = "warbands"
urlpatterns: list[URLPattern] = []
