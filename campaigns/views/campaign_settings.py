"""What a game master sets of a campaign, its house rules, and how one leaves it."""

from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns import house_rules as words
from campaigns.catch_up import rule_from
from campaigns.changeable import settings_digest
from campaigns.errors import ServiceError, invalid
from campaigns.forms import CampaignSettingsForm, CatchUpForm
from campaigns.messages import sentence
from campaigns.models import LIVE, Battle, CampaignStatus
from campaigns.selectors.access import campaign_for
from campaigns.selectors.catch_up import offer_for
from campaigns.services import campaigns as verbs
from campaigns.views.http import page

SETTINGS = (
    *("name", "description", "language", "is_public"),
    *("edit_minutes", "choice_hours", "hand_reports", "newcomers"),
)


@login_required
@require_http_methods(["GET", "POST"])
@page
def settings_page(request: HttpRequest, campaign_id: str) -> HttpResponse:
    access = campaign_for(request.user, campaign_id)
    access.require_gm()
    campaign = access.campaign
    now = {name: getattr(campaign, name) for name in SETTINGS}
    form = CampaignSettingsForm(request.POST or None, initial=now)
    rule = msgspec.to_builtins(rule_from(campaign.catch_up))
    if request.method == "POST" and form.is_valid():
        verbs.update_campaign(user=request.user, campaign_id=campaign_id, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("campaigns:settings", campaign_id)
    live = Battle.objects.filter(scene__campaign=campaign, status__in=LIVE).count()
    context = {
        "section": "campaigns",
        "campaign": campaign,
        "form": form,
        "live": live,
        "catch_up": CatchUpForm(initial=rule),
        "offer": offer_for(campaign),
    }
    return render(request, "campaigns/campaign_settings.html", context)


@login_required
@require_POST
@page
def catch_up(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """What late joiners get from now on."""
    campaign_for(request.user, campaign_id).require_gm()
    form = CatchUpForm(request.POST)
    if form.is_valid():
        verbs.update_campaign(
            user=request.user, campaign_id=campaign_id, catch_up=form.cleaned_data
        )
        messages.success(request, _("Saved. It holds for whoever joins from now on."))
    else:
        raise invalid("bad_catch_up", fields=sorted(form.errors))
    return redirect("campaigns:settings", campaign_id)


@login_required
@require_http_methods(["GET", "POST"])
@page
def house_rules(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Every switch with the book's value; empty fields follow the book."""
    access = campaign_for(request.user, campaign_id)
    access.require_gm()
    campaign = access.campaign
    written = request.POST.dict() if request.method == "POST" else None
    errors: list[dict[str, Any]] = []
    stale = ""
    if written is not None:
        overlay, errors = words.read(campaign, written)
        try:
            if not errors:
                _adopt(request, campaign_id, overlay, written.get("seen") or None)
        except ServiceError as refusal:
            if refusal.code not in ("bad_house_rules", "stale_campaign"):
                raise
            errors = list(refusal.params.get("errors", ()))
            stale = "" if errors else sentence(refusal)
        if not errors and not stale:
            messages.success(request, _("The house rules hold for the battles to come."))
            return redirect("campaigns:house_rules", campaign_id)
    groups = words.groups_of(campaign, written, errors)
    context = {
        "section": "campaigns",
        "campaign": campaign,
        "groups": groups,
        "changed": [rule for group in groups for rule in group.choices if rule.changed],
        "errors": [words.fault_in_words(one) for one in errors],
        "stale": stale,
        "seen": (written or {}).get("seen", "") if errors else settings_digest(campaign),
    }
    status = 422 if errors else 412 if stale else 200
    return render(request, "campaigns/house_rules.html", context, status=status)


def _adopt(
    request: HttpRequest, campaign_id: str, overlay: dict[str, Any], seen: str | None
) -> None:
    verbs.update_campaign(
        user=request.user, campaign_id=campaign_id, expected=seen, house_rules=overlay
    )


@login_required
@require_POST
@page
def status(request: HttpRequest, campaign_id: str) -> HttpResponse:
    wanted = request.POST.get("status", "")
    if wanted not in CampaignStatus.values:
        raise invalid("bad_settings")
    verbs.update_campaign(user=request.user, campaign_id=campaign_id, status=wanted)
    closed = wanted == CampaignStatus.CLOSED
    messages.success(request, _("The campaign is over.") if closed else _("The campaign goes on."))
    return redirect("campaigns:settings", campaign_id)


@login_required
@require_POST
@page
def leave(request: HttpRequest, campaign_id: str) -> HttpResponse:
    verbs.leave(user=request.user, campaign_id=campaign_id)
    messages.success(request, _("You have left the campaign."))
    return redirect("campaigns:list")


@login_required
@require_POST
@page
def remove_member(request: HttpRequest, campaign_id: str) -> HttpResponse:
    verbs.remove_member(
        user=request.user, campaign_id=campaign_id, member_id=request.POST.get("member", "")
    )
    messages.success(request, _("That member is out of the campaign."))
    return redirect("campaigns:gm_desk", campaign_id)
