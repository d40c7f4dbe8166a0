"""Setting a battle up and beginning it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.boards import boards
from campaigns.errors import ServiceError
from campaigns.messages import sentence
from campaigns.selectors.access import campaign_for
from campaigns.selectors.battles import battle_view
from campaigns.selectors.campaigns import enrolments_of
from campaigns.services import battles as verbs
from campaigns.services.battles import Seat
from campaigns.views.http import page

MOST_SEATS = 4


@login_required
@require_http_methods(["GET", "POST"])
@page
def battle_create(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The game master chooses warbands, players and board."""
    access = campaign_for(request.user, campaign_id)
    access.require_gm()
    status = 200
    if request.method == "POST":
        try:
            battle = verbs.battle_create(
                user=request.user,
                campaign_id=campaign_id,
                seats=_seats(request.POST),
                board=request.POST.get("board", ""),
                title=request.POST.get("title", "").strip(),
            )
        except ServiceError as refusal:
            messages.error(request, sentence(refusal))
            status = 409
        else:
            return redirect("campaigns:scene", battle.scene.public_id)
    enrolments = list(enrolments_of(access))
    known = sorted(boards().values(), key=lambda board: board.title())
    context = {
        "section": "campaigns",
        "campaign": access.campaign,
        "enrolments": enrolments,
        "boards": known,
        "seats": range(1, _most_seats(len(enrolments), known) + 1),
        "data": request.POST,
    }
    return render(request, "campaigns/battle_form.html", context, status=status)


def _most_seats(warbands: int, known: list[Any]) -> int:
    return max(2, min(MOST_SEATS, warbands, max(len(board.zones) for board in known)))


def _seats(data: Any) -> list[Seat]:
    chosen = [(data.get(f"warband_{n}"), data.get(f"player_{n}")) for n in range(1, MOST_SEATS + 1)]
    return [Seat(warband=warband, controller=player or "") for warband, player in chosen if warband]


@login_required
@require_POST
@page
def seed(request: HttpRequest, battle_id: str) -> HttpResponse:
    """A member adds words of his own to the dice."""
    view = battle_view(request.user, battle_id)
    verbs.add_seed(user=request.user, battle_id=battle_id, text=request.POST.get("text", ""))
    messages.success(request, _("Your words are in the dice."))
    return redirect("campaigns:scene", view.battle.scene.public_id)


@login_required
@require_POST
@page
def start(request: HttpRequest, battle_id: str) -> HttpResponse:
    battle = verbs.battle_start(user=request.user, battle_id=battle_id)
    return redirect("campaigns:scene", battle.scene.public_id)
