"""Pages of this application."""

from django.urls import URLPattern

app_name = "campaigns"
urlpatterns: list[URLPattern] = []
