"""Addresses. Pages of an application live in its `urls`, REST resources in its `api.urls`."""

from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from campaigns.views.desk import home
from mordheim_site import views
from mordheim_site.accounts.limits import limited

admin.site.login = limited("log_in")(admin.site.login)

api_v1 = [
    path("", include("mordheim_site.accounts.api_urls")),
    path("", include("warbands.api.urls")),
    path("", include("campaigns.api.urls")),
]

urlpatterns = [
    path("", home, name="home"),
    path("healthz", views.healthz, name="healthz"),
    path("preferences", views.preferences, name="preferences"),
    path("accounts/", include("mordheim_site.accounts.urls")),
    path("", include("warbands.urls")),
    path("", include("campaigns.urls")),
    path("api/v1/", include((api_v1, "api"))),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="docs"),
    path("admin/", admin.site.urls),
]

handler400 = "mordheim_site.views.bad_request"
handler403 = "mordheim_site.views.permission_denied"
handler404 = "mordheim_site.views.not_found"
handler500 = "mordheim_site.views.server_error"
