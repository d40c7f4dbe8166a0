"""The site's addresses, a constant view behind the site's middleware, and a bare DRF detail."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from rest_framework.generics import RetrieveAPIView
from rest_framework.permissions import AllowAny
from rest_framework.serializers import ModelSerializer

from campaigns.models import Campaign

handler400 = "mordheim_site.views.bad_request"
handler403 = "mordheim_site.views.permission_denied"
handler404 = "mordheim_site.views.not_found"
handler500 = "mordheim_site.views.server_error"


def constant(request: HttpRequest) -> HttpResponse:
    return HttpResponse("constant", content_type="text/plain")


class BareSerializer(ModelSerializer):
    class Meta:
        model = Campaign
        fields = ["public_id", "name", "description", "created_at"]


class Bare(RetrieveAPIView):
    """One row, no log-in, nothing of ours: what DRF itself costs."""

    queryset = Campaign.objects.only("public_id", "name", "description", "created_at")
    serializer_class = BareSerializer
    authentication_classes = ()
    permission_classes = (AllowAny,)
    lookup_field = "public_id"


urlpatterns = [
    path("benchmark/constant", constant),
    path("benchmark/bare/<uuid:public_id>", Bare.as_view()),
    path("", include("mordheim_site.urls")),
]
