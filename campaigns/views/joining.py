"""A warband with a past that asks to join: its record, and the game master's decision."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from campaigns.selectors.access import campaign_for
from campaigns.selectors.joining import record_of, request_for
from campaigns.services import joining as verbs
from campaigns.views.http import number_from, page


@login_required
@require_GET
@page
def join_request(request: HttpRequest, campaign_id: str, request_id: str) -> HttpResponse:
    """What it has done and owns; its player and the game masters read it."""
    access = campaign_for(request.user, campaign_id)
    row = request_for(access, request_id)
    context = {
        "section": "campaigns",
        "campaign": access.campaign,
        "access": access,
        "request_": row,
        "mine": row.warband.owner_id == request.user.pk,
        "record": record_of(access.campaign, row.warband, access.user),
    }
    return render(request, "campaigns/join_request.html", context)


@login_required
@require_POST
@page
def join_decide(request: HttpRequest, campaign_id: str, request_id: str) -> HttpResponse:
    """Accept, decline (the game master) or withdraw (whoever asks)."""
    asked = {"user": request.user, "campaign_id": campaign_id, "request_id": request_id}
    verb = request.POST.get("do", "")
    if verb == "accept":
        verbs.join_accept(version=number_from(request, "version") or 0, **asked)
        messages.success(request, _("The warband has joined the campaign."))
    elif verb == "decline":
        verbs.join_decline(reason=request.POST.get("reason", ""), **asked)
        messages.success(request, _("Declined; its player reads why."))
        return redirect("campaigns:gm_desk", campaign_id)
    elif verb == "withdraw":
        verbs.join_withdraw(**asked)
        messages.success(request, _("You ask no longer."))
        return redirect("campaigns:detail", campaign_id)
    else:
        raise Http404
    return redirect("campaigns:join_request", campaign_id, request_id)
