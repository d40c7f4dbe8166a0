"""The pace of a campaign, deputies, absences, nudges and more time."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.errors import ServiceError
from campaigns.messages import sentence
from campaigns.models import AwayPolicy, Policy
from campaigns.selectors import campaigns as campaign_selectors
from campaigns.selectors import time as selectors
from campaigns.selectors.access import campaign_for
from campaigns.services import pace as services
from campaigns.services import presence
from campaigns.views.http import number_from, page
from mordheim_site.redirects import redirect_to_own

CLOCK = {"type": "time"}


class PaceForm(forms.Form):
    hours = forms.IntegerField(
        label=gettext_lazy("Hours a turn"), min_value=1, max_value=720, initial=48
    )
    at = forms.TimeField(
        label=gettext_lazy("Turns always end at"),
        required=False,
        widget=forms.TimeInput(CLOCK, "%H:%M"),
        help_text=gettext_lazy("The first time that the clock shows it after those hours."),
    )
    quiet_from = forms.TimeField(
        label=gettext_lazy("The clock stands at night from"),
        required=False,
        widget=forms.TimeInput(CLOCK, "%H:%M"),
    )
    quiet_to = forms.TimeField(
        label=gettext_lazy("until"),
        required=False,
        widget=forms.TimeInput(CLOCK, "%H:%M"),
    )
    weekends = forms.BooleanField(label=gettext_lazy("Weekends don't count"), required=False)
    zone = forms.CharField(
        label=gettext_lazy("Time zone of the campaign"), max_length=64, initial="Europe/Madrid"
    )
    bank_hours = forms.IntegerField(
        label=gettext_lazy("Hours in reserve for each player"),
        min_value=0,
        max_value=720,
        initial=0,
        help_text=gettext_lazy("For the whole campaign, used when a turn's time is over."),
    )
    first = forms.ChoiceField(label=gettext_lazy("When time runs out"), choices=Policy.choices)
    then = forms.ChoiceField(label=gettext_lazy("If that can't be"), choices=Policy.choices)
    absences = forms.ChoiceField(
        label=gettext_lazy("While a player is away"), choices=AwayPolicy.choices
    )
    grace_hours = forms.IntegerField(
        label=gettext_lazy("Hours a turn of whoever let one run out"),
        min_value=1,
        max_value=720,
        required=False,
        initial=6,
        help_text=gettext_lazy(
            "An absence that nobody knew of costs a whole turn only once: until that player is "
            "heard of again, his turns last no longer than this. Empty: always the whole time."
        ),
    )


@require_http_methods(["GET", "POST"])
@page
def pace(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The agreement about time, for all to read; the GM changes it here."""
    access = campaign_for(request.user, campaign_id)
    row = selectors.pace_of(access)
    form = PaceForm(request.POST or None, initial=_initial(row))
    if request.method == "POST":
        access.require_gm()
        if form.is_valid():
            try:
                services.pace_set(user=request.user, campaign_id=campaign_id, **form.cleaned_data)
            except ServiceError as refusal:
                form.add_error(None, sentence(refusal))
            else:
                messages.success(request, _("The pace is set."))
                return redirect("campaigns:pace", campaign_id)
    context: dict[str, Any] = {
        "section": "campaigns",
        "campaign": access.campaign,
        "access": access,
        "pace": row,
        "form": form,
    }
    if access.is_member:
        context["absences"] = selectors.absences_of(access)
        context["missing"] = selectors.missing_in(access)
        context["mine"] = selectors.member_clock_of(access)
        context["members"] = campaign_selectors.members_of(access).exclude(role="spectator")
    return render(request, "campaigns/pace.html", context)


def _initial(row: Any) -> dict[str, Any]:
    if row is None:
        wanted = {"first": Policy.PLAN, "then": Policy.CAUTIOUS}
        return wanted | {"absences": AwayPolicy.WAIT, "grace_hours": 6}
    return {name: getattr(row, name) for name in services.FIELDS}


@login_required
@require_POST
@page
def pace_remove(request: HttpRequest, campaign_id: str) -> HttpResponse:
    services.pace_remove(user=request.user, campaign_id=campaign_id)
    messages.success(request, _("The campaign has no clocks any more."))
    return redirect("campaigns:pace", campaign_id)


@login_required
@require_POST
@page
def pace_pause(request: HttpRequest, campaign_id: str) -> HttpResponse:
    paused = request.POST.get("paused") == "yes"
    reason = request.POST.get("reason", "")
    services.pace_pause(user=request.user, campaign_id=campaign_id, paused=paused, reason=reason)
    messages.success(
        request, _("All clocks stand.") if paused else _("The clocks are running again.")
    )
    return redirect("campaigns:pace", campaign_id)


@login_required
@require_POST
@page
def here(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """I am back: my turns last as long as ever."""
    presence.here(user=request.user, campaign_id=campaign_id)
    messages.success(request, _("Welcome back. Your turns last as long as ever."))
    return _back(request)


@login_required
@require_POST
@page
def deputy(request: HttpRequest, campaign_id: str) -> HttpResponse:
    chosen = request.POST.get("deputy") or None
    services.deputy_set(user=request.user, campaign_id=campaign_id, deputy=chosen)
    messages.success(request, _("Saved."))
    return redirect("campaigns:pace", campaign_id)


class AbsenceForm(forms.Form):
    first_day = forms.DateField(
        label=gettext_lazy("First day"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    last_day = forms.DateField(
        label=gettext_lazy("Last day"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    note = forms.CharField(
        label=gettext_lazy("Note for those who play with you"), max_length=120, required=False
    )


@login_required
@require_http_methods(["GET", "POST"])
@page
def absences(request: HttpRequest) -> HttpResponse:
    """When I am away."""
    form = AbsenceForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            services.absence_add(user=request.user, **form.cleaned_data)
        except ServiceError as refusal:
            form.add_error(None, sentence(refusal))
        else:
            messages.success(request, _("Noted. Enjoy the days."))
            return redirect("campaigns:absences")
    context = {"form": form, "absences": selectors.own_absences(request.user)}
    return render(request, "campaigns/absences.html", context)


@login_required
@require_POST
@page
def absence_remove(request: HttpRequest, absence_id: str) -> HttpResponse:
    services.absence_remove(user=request.user, absence_id=absence_id)
    messages.success(request, _("Welcome back."))
    return redirect("campaigns:absences")


@login_required
@require_POST
@page
def nudge(request: HttpRequest, battle_id: str) -> HttpResponse:
    services.nudge(user=request.user, battle_id=battle_id, side=request.POST.get("side", ""))
    messages.success(request, _("They have been nudged."))
    return _back(request)


@login_required
@require_POST
@page
def extend(request: HttpRequest, battle_id: str) -> HttpResponse:
    services.turn_extend(
        user=request.user,
        battle_id=battle_id,
        side=request.POST.get("side", ""),
        hours=number_from(request, "hours") or 0,
        reason=request.POST.get("reason", ""),
    )
    messages.success(request, _("They have more time now."))
    return _back(request)


def _back(request: HttpRequest) -> HttpResponse:
    return redirect_to_own(
        request, request.POST.get("next", ""), request.headers.get("referer", "")
    )
