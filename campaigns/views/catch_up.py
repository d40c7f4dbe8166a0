"""A draft is built for a campaign that is under way, and gets what late joiners get."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.services import catch_up as verbs
from campaigns.views.http import page


@login_required
@require_POST
@page
def pledge(request: HttpRequest, campaign_id: str) -> HttpResponse:
    warband = request.POST.get("warband", "")
    verbs.catch_up_pledge(user=request.user, campaign_id=campaign_id, warband_id=warband)
    messages.success(request, _("It is in your treasury."))
    return _builder(warband)


@login_required
@require_POST
@page
def give_back(request: HttpRequest, warband_id: UUID) -> HttpResponse:
    verbs.catch_up_return(user=request.user, warband_id=warband_id)
    messages.success(request, _("Given back."))
    return _builder(str(warband_id))


def _builder(warband: str) -> HttpResponse:
    return redirect(reverse("warbands:detail", args=[warband]) + "?build=1")
