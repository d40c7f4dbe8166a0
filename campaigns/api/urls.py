"""REST resources of this application, mounted under /api/v1/."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
