"""A draft is built by the house rules of a campaign, or by the book."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.services import house_rules as verbs
from campaigns.views.http import page


@login_required
@require_POST
@page
def by_rules(request: HttpRequest, campaign_id: str) -> HttpResponse:
    warband = request.POST.get("warband", "")
    verbs.house_rules_adopt(user=request.user, campaign_id=campaign_id, warband_id=warband)
    messages.success(request, _("Its prices, limits and gold are now those of the campaign."))
    return _builder(warband)


@login_required
@require_POST
@page
def by_the_book(request: HttpRequest, warband_id: UUID) -> HttpResponse:
    verbs.house_rules_drop(user=request.user, warband_id=warband_id)
    messages.success(request, _("It is built by the book again."))
    return _builder(str(warband_id))


def _builder(warband: str) -> HttpResponse:
    return redirect(reverse("warbands:detail", args=[warband]) + "?build=1")
