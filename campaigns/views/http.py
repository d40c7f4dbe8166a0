"""What every page does alike: a refusal becomes a page, or a message above the form it met."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme

from campaigns.errors import ServiceError
from campaigns.messages import sentence

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


def _answer(request: HttpRequest, refusal: ServiceError) -> HttpResponse:
    if refusal.status == 401:
        return redirect_to_login(request.get_full_path())
    if refusal.status == 404:
        raise Http404 from refusal
    if request.method != "POST":
        raise PermissionDenied(sentence(refusal)) from refusal
    messages.error(request, sentence(refusal))
    return redirect(came_from(request))


def came_from(request: HttpRequest, otherwise: str = "/") -> str:
    """The page of ours that a form was on: its `next`, else the referring address."""
    hosts = {request.get_host()}
    for target in (request.POST.get("next", ""), request.headers.get("referer", "")):
        if target and url_has_allowed_host_and_scheme(
            target, hosts, require_https=request.is_secure()
        ):
            return target
    return otherwise


def number_from(request: HttpRequest, name: str) -> int | None:
    """A whole number of a form or an address, None where there is none."""
    text = request.POST.get(name) or request.GET.get(name) or ""
    return int(text) if text.isascii() and text.isdecimal() else None
