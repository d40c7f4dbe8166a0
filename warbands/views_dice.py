"""The dice of a warband's first spells, and the means to check them in the browser."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from warbands.selectors.seals import ORDER_HASH, seals_of
from warbands.views import seen


@require_GET
def dice(request: HttpRequest, warband_id: UUID) -> HttpResponse:
    warband = seen(request, warband_id)
    context = {"section": "warbands", "warband": warband, "seals": seals_of(warband)}
    return render(request, "warbands/dice.html", context)


@require_GET
def dice_data(request: HttpRequest, warband_id: UUID) -> HttpResponse:
    """The same for the checking script; a secret is there once it is shown."""
    shown = seals_of(seen(request, warband_id))
    branches = [
        {"id": s.branch, "commitment": s.commitment, "secret": s.secret or None, "seeds": []}
        for s in shown
    ]
    orders = [
        {
            "number": one.number,
            "sequence": 0,
            "branch": one.branch,
            "order_hash": ORDER_HASH,
            "faces": one.faces,
        }
        for one in shown
    ]
    return JsonResponse({"branches": branches, "orders": orders})
