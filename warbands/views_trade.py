"""Equipment between fighters and the stash, and the end of a warband: forms of several pages."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from mordheim_site.errors import ServiceError
from mordheim_site.redirects import redirect_to_own
from warbands import services
from warbands.selectors import warband_for

Verb = Callable[..., Any]


def _verb(verb: Verb, *names: str) -> Callable[..., HttpResponse]:
    """A verb with these parameters of the form; the answer is the page that it came from."""

    @login_required
    @require_POST
    def view(request: HttpRequest, warband_id: UUID) -> HttpResponse:
        try:
            row = warband_for(request.user, warband_id)
            given = {name: request.POST.get(name, "") for name in names}
            verb(actor=request.user, warband=row, **given)
        except ServiceError as refusal:
            if refusal.status == 404:
                raise Http404 from refusal
            messages.error(request, str(refusal.detail))
        own = reverse("warbands:detail", args=[warband_id])
        return redirect_to_own(request, request.POST.get("next", ""), own)

    return view


put = _verb(services.equipment_stow, "fighter", "item")
equip = _verb(services.equipment_issue, "fighter", "item")
disband = _verb(services.warband_disband)
