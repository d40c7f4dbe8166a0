"""What the reader is told, and how he wants to be told it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.errors import ServiceError, not_found
from campaigns.messages import sentence
from campaigns.models import ChannelMode, Delivery, NoticeKind
from campaigns.notices import in_words, readable, unread_count
from campaigns.selectors.time import settings_of
from campaigns.services import notice_settings as services
from campaigns.services.deliveries import CHATS, channel_of
from campaigns.views.http import page

SHOWN = 100
CLOCK = {"type": "time"}


@login_required
@require_GET
def notices(request: HttpRequest) -> HttpResponse:
    rows = list(readable(request.user).order_by("-pk")[:SHOWN])
    context = {
        "told": [in_words(row) for row in rows],
        "unread": any(row.read_at is None for row in rows),
    }
    return render(request, "campaigns/notices.html", context)


@never_cache
@require_GET
def count(request: HttpRequest) -> HttpResponse:
    """How much is unread, for the bell; nothing for who isn't logged in."""
    number = unread_count(request.user) if request.user.is_authenticated else 0
    return render(request, "campaigns/includes/bell_count.html", {"number": number})


@login_required
@require_POST
@page
def read(request: HttpRequest) -> HttpResponse:
    ids = request.POST.getlist("id")
    services.notices_read(user=request.user, ids=ids or None)
    return redirect("campaigns:notices")


class SettingsForm(forms.Form):
    reminders = forms.CharField(
        label=gettext_lazy("Remind me so many hours before the end"),
        required=False,
        help_text=gettext_lazy("Numbers, separated by commas. Empty: never."),
    )
    quiet_from = forms.TimeField(
        label=gettext_lazy("Say nothing from"),
        required=False,
        widget=forms.TimeInput(CLOCK, "%H:%M"),
    )
    quiet_to = forms.TimeField(
        label=gettext_lazy("until"), required=False, widget=forms.TimeInput(CLOCK, "%H:%M")
    )
    digest_at = forms.TimeField(
        label=gettext_lazy("The daily digest comes at"),
        required=False,
        widget=forms.TimeInput(CLOCK, "%H:%M"),
    )
    wanted = forms.MultipleChoiceField(
        label=gettext_lazy("Write to me when"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=[one for one in NoticeKind.choices if one[0] != NoticeKind.TEST],
    )

    def clean_reminders(self) -> list[int]:
        words = self.cleaned_data["reminders"].replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
            raise forms.ValidationError(_("Write whole hours, such as 24, 4."))
        return [int(word) for word in words]

    def changes(self) -> dict[str, Any]:
        data = dict(self.cleaned_data)
        wanted = set(data.pop("wanted"))
        offered = {value for value, _label in self.fields["wanted"].choices}
        return data | {"muted": sorted(offered - wanted)}


class ChannelForm(forms.Form):
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"),
        choices=[("chat", gettext_lazy("Chat")), ("webhook", gettext_lazy("Webhook"))],
    )
    address = forms.CharField(label=gettext_lazy("Address"), max_length=500)
    name = forms.CharField(label=gettext_lazy("Name"), max_length=60, required=False)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@page
def notice_settings(request: HttpRequest) -> HttpResponse:
    form = SettingsForm(request.POST or None, initial=_initial(request.user))
    if request.method == "POST" and form.is_valid():
        try:
            services.settings_change(user=request.user, **form.changes())
        except ServiceError as refusal:
            form.add_error(None, sentence(refusal))
        else:
            messages.success(request, _("Saved."))
            return redirect("campaigns:notice_settings")
    return _page(request, form=form)


def _initial(user: Any) -> dict[str, Any]:
    row = settings_of(user)
    offered = [one for one in NoticeKind.values if one != NoticeKind.TEST]
    return {
        "reminders": ", ".join(str(one) for one in row.reminders),
        "quiet_from": row.quiet_from,
        "quiet_to": row.quiet_to,
        "digest_at": row.digest_time,
        "wanted": [one for one in offered if one not in row.muted],
    }


def _page(request: HttpRequest, **more: Any) -> HttpResponse:
    context = {
        "form": SettingsForm(initial=_initial(request.user)),
        "channel_form": ChannelForm(),
        "channels": list(request.user.channels.all()),
        "modes": ChannelMode.choices,
        "chats": ", ".join(CHATS.values()),
        "deliveries": Delivery.objects.filter(channel__user=request.user)
        .select_related("channel", "notice")
        .order_by("-pk")[:10],
    }
    return render(request, "campaigns/notice_settings.html", context | more)


@never_cache
@login_required
@require_POST
@page
def channel_add(request: HttpRequest) -> HttpResponse:
    """A webhook's secret is on the answer itself, this once."""
    form = ChannelForm(request.POST)
    if not form.is_valid():
        return _page(request, channel_form=form)
    try:
        channel = services.channel_add(user=request.user, **form.cleaned_data)
    except ServiceError as refusal:
        form.add_error(None, sentence(refusal))
        return _page(request, channel_form=form)
    return _page(request, new_channel=channel)


@login_required
@require_POST
@page
def channel(request: HttpRequest, channel_id: str) -> HttpResponse:
    """Change its mode, test it or remove it: which button was pressed."""
    what = request.POST.get("what", "")
    if what == "test":
        services.channel_test(user=request.user, channel_id=channel_id)
        messages.success(request, _("A test is on its way."))
    elif what == "remove":
        services.channel_remove(user=request.user, channel_id=channel_id)
        messages.success(request, _("The channel is removed."))
    else:
        mode = request.POST.get("mode", "")
        services.channel_change(user=request.user, channel_id=channel_id, mode=mode)
        messages.success(request, _("Saved."))
    return redirect("campaigns:notice_settings")


@csrf_exempt
@never_cache
@require_http_methods(["GET", "POST"])
@page
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """The link in a mail. A GET changes nothing (mail programs look at links); a POST does.

    No session and no log-in: the token says whose channel it is, and can do nothing else.
    """
    if channel_of(token) is None:
        raise not_found()
    if request.method == "POST":
        services.unsubscribe(token=token)
    return render(request, "campaigns/unsubscribe.html", {"done": request.method == "POST"})
