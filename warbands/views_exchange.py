"""Pages of warbands that leave and come: the file of one, proposals and their reports."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from mordheim_site.errors import ServiceError
from warbands import services
from warbands.exchange.bounds import MOST_BYTES
from warbands.selectors import (
    exported,
    judges_for,
    proposal_for,
    proposal_view,
    proposals_for,
    warband_for,
)


@require_GET
def export(request: HttpRequest, warband_id: UUID) -> HttpResponse:
    """The warband as a file of our own format."""
    try:
        warband = warband_for(request.user, warband_id)
    except ServiceError as refusal:
        raise Http404 from refusal
    answer = JsonResponse(exported(warband), json_dumps_params={"indent": 2, "ensure_ascii": False})
    name = slugify(warband.name) or "warband"
    answer["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return answer


@login_required
@require_http_methods(["GET", "POST"])
def bring(request: HttpRequest) -> HttpResponse:
    """Choose a file; it becomes a proposal."""
    if request.method == "POST":
        upload = request.FILES.get("file")
        try:
            if upload is None:
                raise ServiceError("file_not_read", 422, detail=_("Choose a file first."))
            made = services.proposal_create(
                actor=request.user,
                data=upload.read(MOST_BYTES + 1),
                file_name=upload.name or "",
                judge=_judge(request),
            )
        except ServiceError as refusal:
            messages.error(request, str(refusal.detail))
        else:
            return redirect("warbands:proposal", made.pk)
    context = {
        "section": "warbands",
        "judges": judges_for(request.user),
        "proposals": list(proposals_for(request.user)[:50]),
    }
    return render(request, "warbands/import.html", context)


@login_required
@require_GET
def proposal(request: HttpRequest, proposal_id: UUID) -> HttpResponse:
    """How the file was understood; the game master decides here."""
    try:
        row = proposal_for(request.user, proposal_id)
    except ServiceError as refusal:
        raise Http404 from refusal
    context = {
        "section": "warbands",
        "view": proposal_view(row),
        "proposal": row,
        "mine": row.owner_id == request.user.pk,
        "judge": row.judge_id == request.user.pk,
        "judges": judges_for(request.user) if row.owner_id == request.user.pk else [],
    }
    return render(request, "warbands/proposal.html", context)


@login_required
@require_POST
def decide(request: HttpRequest, proposal_id: UUID) -> HttpResponse:
    """Ask, accept, decline or withdraw."""
    verb, common = request.POST.get("do", ""), {"actor": request.user, "proposal": proposal_id}
    try:
        if verb == "accept":
            warband = services.proposal_accept(**common)
            messages.success(request, _("A warband now: %(name)s.") % {"name": warband.name})
        elif verb == "decline":
            services.proposal_decline(reason=request.POST.get("reason", ""), **common)
        elif verb == "withdraw":
            services.proposal_withdraw(**common)
        elif verb == "submit":
            judge = _judge(request)
            if judge is not None:
                services.proposal_submit(judge=judge, **common)
        else:
            raise Http404
    except ServiceError as refusal:
        if refusal.status == 404:
            raise Http404 from refusal
        messages.error(request, str(refusal.detail))
    return redirect("warbands:proposal", proposal_id)


def _judge(request: HttpRequest) -> Any:
    try:
        return UUID(request.POST.get("judge", ""))
    except ValueError:
        return None
