"""Rounds: who fights whom, which scenario, and the way from there to the battle."""

from dataclasses import dataclass
from itertools import groupby

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from campaigns.narration.by_hand import scenario_name
from campaigns.selectors.access import campaign_for
from campaigns.selectors.campaigns import enrolments_of
from campaigns.selectors.pairings import PairingView, pairings_of
from campaigns.services import pairings as verbs
from campaigns.views.http import page
from campaigns.views.setup import scenarios


@dataclass(frozen=True)
class Told:
    """A pairing with its scenario in words."""

    view: PairingView
    scenario: str


@require_GET
@page
def pairings(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Round by round, the latest first."""
    access = campaign_for(request.user, campaign_id)
    views = pairings_of(access)
    rounds = [
        (number, [_told(one) for one in rows])
        for number, rows in groupby(views, key=lambda one: one.pairing.round)
    ]
    context = {
        "section": "campaigns",
        "campaign": access.campaign,
        "access": access,
        "rounds": rounds,
        "last_round": max((number for number, _rows in rounds), default=0),
        "scenarios": scenarios(),
        "enrolments": list(enrolments_of(access)) if access.is_gm else [],
    }
    return render(request, "campaigns/pairings.html", context)


def _told(view: PairingView) -> Told:
    known = view.pairing.scenario
    return Told(view, scenario_name(known) if known else "")


@login_required
@require_POST
@page
def propose(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The server pairs the warbands for the next round."""
    seen = request.POST.get("after", "")
    after = int(seen) if seen.isdecimal() and len(seen) < 6 else None
    rows = verbs.round_propose(user=request.user, campaign_id=campaign_id, after=after)
    messages.success(request, _("Round %(n)d is paired.") % {"n": rows[0].round})
    return redirect("campaigns:pairings", campaign_id)


@login_required
@require_POST
@page
def add(request: HttpRequest, campaign_id: str) -> HttpResponse:
    verbs.pairing_add(
        user=request.user,
        campaign_id=campaign_id,
        red=request.POST.get("red", ""),
        blue=request.POST.get("blue", ""),
        same_round=not request.POST.get("new_round"),
    )
    messages.success(request, _("They are paired."))
    return redirect("campaigns:pairings", campaign_id)


@login_required
@require_POST
@page
def act(request: HttpRequest, campaign_id: str, pairing_id: str) -> HttpResponse:
    """What somebody does about a pairing: roll, choose, agree or (the GM) take it away."""
    asked = {"user": request.user, "campaign_id": campaign_id, "pairing_id": pairing_id}
    verb = request.POST.get("do", "")
    if verb == "roll":
        row = verbs.pairing_roll(**asked)
        a, b = row.dice
        told = _("Scenario table: %(a)s + %(b)s = %(sum)s.") % {"a": a, "b": b, "sum": a + b}
        messages.success(request, told)
    elif verb == "choose":
        verbs.pairing_choose(scenario=request.POST.get("scenario", ""), **asked)
        messages.success(request, _("Chosen."))
    elif verb == "agree":
        verbs.pairing_agree(**asked)
        messages.success(request, _("Agreed."))
    elif verb == "remove":
        verbs.pairing_remove(**asked)
        messages.success(request, _("The pairing is gone."))
    return redirect("campaigns:pairings", campaign_id)
