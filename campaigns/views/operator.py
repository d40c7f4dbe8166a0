"""For whoever runs the site: a page, figures for a monitor, and whether it is ready."""

import secrets

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from campaigns.models import Delivery, DeliveryStatus, Outbox, TurnClock
from campaigns.services.operations import figures, metrics

SHOWN = 20


@never_cache
@require_GET
def operator(request: HttpRequest) -> HttpResponse:
    """Staff only; for all others there is no such page."""
    if not (request.user.is_authenticated and request.user.is_staff):
        raise Http404
    context = {
        "figures": figures(),
        "failing": Outbox.objects.filter(done_at=None).exclude(last_error="")[:SHOWN],
        "undelivered": Delivery.objects.filter(status=DeliveryStatus.FAILED)
        .select_related("channel")
        .order_by("-pk")[:SHOWN],
        "clocks": TurnClock.objects.filter(running=True, due_at__isnull=False)
        .select_related("side__battle__scene__campaign")
        .defer("side__battle__setup", "side__battle__state")
        .order_by("due_at")[:SHOWN],
        "now": timezone.now(),
    }
    return render(request, "campaigns/operator.html", context)


@never_cache
@require_GET
def metrics_page(request: HttpRequest) -> HttpResponse:
    """For a monitor that knows METRICS_TOKEN (`Authorization: Bearer TOKEN`), and for staff."""
    sent = request.headers.get("Authorization", "").removeprefix("Bearer ")
    known = settings.METRICS_TOKEN
    by_token = bool(known) and secrets.compare_digest(sent.encode(), known.encode())
    if not by_token and not (request.user.is_authenticated and request.user.is_staff):
        raise Http404
    return HttpResponse(metrics(figures()), content_type="text/plain; version=0.0.4; charset=utf-8")


@never_cache
@require_GET
def readyz(request: HttpRequest) -> JsonResponse:
    """200 while work is done in time, 503 while turns end late: no worker runs."""
    late = figures()["late"]
    return JsonResponse({"late": late}, status=503 if late else 200)
