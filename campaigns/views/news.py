"""The channels of a campaign: added, chosen what for, tested, removed."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.errors import ServiceError
from campaigns.messages import sentence
from campaigns.models import CampaignChannelKind, NewsDelivery, NewsKind
from campaigns.selectors.access import Access, campaign_for
from campaigns.services import news as verbs
from campaigns.services.deliveries import CHATS
from campaigns.views.http import page

SHOWN = 10


class ChannelForm(forms.Form):
    kind = forms.ChoiceField(label=gettext_lazy("Kind"), choices=CampaignChannelKind.choices)
    address = forms.CharField(label=gettext_lazy("Address"), max_length=500)
    name = forms.CharField(label=gettext_lazy("Name"), max_length=60, required=False)
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("What is told there"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=NewsKind.choices,
        initial=list(NewsKind.values),
    )


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@page
def channels(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The list, and a new one; a webhook's secret is on the answer itself, this once."""
    access = campaign_for(request.user, campaign_id)
    access.require_gm()
    form = ChannelForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _page(request, access, form=form)
    try:
        made = verbs.news_channel_add(
            user=request.user, campaign_id=campaign_id, **form.cleaned_data
        )
    except ServiceError as refusal:
        form.add_error(None, sentence(refusal))
        return _page(request, access, form=form)
    return _page(request, access, form=ChannelForm(), new_channel=made)


@login_required
@require_POST
@page
def channel(request: HttpRequest, campaign_id: str, channel_id: str) -> HttpResponse:
    """Choose what it is for, test it or remove it: which button was pressed."""
    which = {"user": request.user, "campaign_id": campaign_id, "channel_id": channel_id}
    what = request.POST.get("what", "")
    if what == "test":
        verbs.news_channel_test(**which)
        messages.success(request, _("A test is on its way."))
    elif what == "remove":
        verbs.news_channel_remove(**which)
        messages.success(request, _("The channel is removed."))
    else:
        verbs.news_channel_change(kinds=request.POST.getlist("kinds"), **which)
        messages.success(request, _("Saved."))
    return redirect("campaigns:news_channels", campaign_id)


def _page(request: HttpRequest, access: Access, **more: Any) -> HttpResponse:
    sent = NewsDelivery.objects.filter(channel__campaign=access.campaign)
    context = {
        "section": "campaigns",
        "campaign": access.campaign,
        "channels": list(access.campaign.channels.all()),
        "kinds": NewsKind.choices,
        "chats": ", ".join(CHATS.values()),
        "deliveries": sent.select_related("channel", "news__scene")[:SHOWN],
    }
    return render(request, "campaigns/news_channels.html", context | more)
