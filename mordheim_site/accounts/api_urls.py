"""REST resources of accounts."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
