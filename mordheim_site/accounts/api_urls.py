"""REST resources of accounts, under /api/v1/."""

from django.urls import path

from mordheim_site.accounts import api

urlpatterns = [
    path("token", api.TokenView.as_view(), name="token"),
    path("tokens", api.TokensView.as_view(), name="tokens"),
    path("tokens/<uuid:public_id>", api.TokenDetailView.as_view(), name="token_detail"),
    path("me", api.MeView.as_view(), name="me"),
    path("me/address", api.AddressView.as_view(), name="me-address"),
]
