"""What every page does alike: a refusal becomes a page, or a message above the form it met."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.messages import sentence
from campaigns.services.writing_alone import writing_alone
from mordheim_site.errors import ServiceError
from mordheim_site.numbers import whole_number
from mordheim_site.redirects import redirect_to_own

View = Callable[..., HttpResponse]


def page(view: View) -> View:
    """A view whose refusals are answered by pages: log in, not allowed, not found.

    Any other refusal of a POST is said above the page that it came from.
    """

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except ServiceError as refusal:
            return _answer(request, refusal)

    return answered


def one_at_a_time(view: View) -> View:
    """A view that reads a draft, changes it and keeps it: no other of the same person meanwhile."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with writing_alone(request.user):
            return view(request, *args, **kwargs)

    return answered


def writer(view: View) -> View:
    """A view that takes what somebody wrote: who is logged out comes back to the page of it.

    Not to this address, which takes no GET; the page has kept the words on the device.
    """

    @wraps(view)
    def answered(request: HttpRequest, scene_id: str, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, scene_id, **kwargs)
        if getattr(request, "htmx", False):
            return HttpResponse(
                _("You are logged out. What you write is kept on this device."), status=200
            )
        messages.warning(request, _("Log in again: what you wrote is kept on this device."))
        return redirect_to_login(reverse("campaigns:scene", args=[scene_id]) + "?as_book=1")

    return answered


def _answer(request: HttpRequest, refusal: ServiceError) -> HttpResponse:
    if refusal.status == 401:
        return redirect_to_login(request.get_full_path())
    if refusal.status == 404:
        raise Http404 from refusal
    if request.method != "POST":
        raise PermissionDenied(str(refusal.detail)) from refusal
    messages.error(request, str(refusal.detail))
    return redirect_to_own(
        request, request.POST.get("next", ""), request.headers.get("referer", "")
    )


def say_on(form: Any, refusal: ServiceError) -> None:
    """A refusal of what was filled in is said on the form, which keeps it all; others go on."""
    if refusal.status in (401, 403, 404):
        raise refusal
    form.add_error(None, sentence(refusal))


def number_from(request: HttpRequest, name: str) -> int | None:
    """A whole number of a form or an address, None where there is none."""
    return whole_number(request.POST.get(name) or request.GET.get(name) or "")
