"""What the game master does to a battle: adjust, rewind, end, stop, and change who plays."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from campaigns.errors import ServiceError
from campaigns.narration import words
from campaigns.selectors import campaigns as campaign_selectors
from campaigns.selectors.battles import battle_view
from campaigns.services import battles as life
from campaigns.services import gm as verbs
from campaigns.views.battle_page import BattlePage
from campaigns.views.http import number_from, page
from campaigns.views.moments import moments_of
from mordheim_site.numbers import whole_number

Answer = HttpResponse


@login_required
@require_GET
@page
def tools(request: HttpRequest, battle_id: str) -> Answer:
    """The GM's desk of one battle; with `to_seq`, what going back there would undo."""
    view = battle_view(request.user, battle_id)
    view.access.require_gm()
    moments = moments_of(view)
    to_seq = number_from(request, "to_seq")
    context = {
        "section": "campaigns",
        "to_seq": to_seq,
        "undone": [one for one in moments if to_seq is not None and one.seq > to_seq],
        "b": BattlePage(request, view, None),
        "scene": view.battle.scene,
        "campaign": view.battle.scene.campaign,
        "moments": moments[::-1],
        "members": campaign_selectors.members_of(view.access).exclude(role="spectator"),
        "statuses": [
            (name, words.word(words.STATUSES, name))
            for name in ("standing", "knocked_down", "stunned", "out_of_action")
        ],
        "actions": view.battle.gm_actions.select_related("user")[:20],
    }
    return render(request, "campaigns/battle/tools.html", context)


def _back(request: HttpRequest, battle_id: str, told: str) -> Answer:
    messages.success(request, told)
    return redirect("campaigns:gm", battle_id)


@login_required
@require_POST
@page
def adjust(request: HttpRequest, battle_id: str) -> Answer:
    """Change a warrior, with a reason."""
    verbs.gm_adjust(
        user=request.user,
        battle_id=battle_id,
        warrior=request.POST.get("warrior", ""),
        changes=_changes(request.POST),
        reason=request.POST.get("reason", ""),
        expected_version=number_from(request, "version"),
    )
    return _back(request, battle_id, _("The change is in the log, with your reason."))


def _changes(data: Any) -> dict[str, Any]:
    """Only what was filled in; a place needs x and y."""
    changes: dict[str, Any] = {}
    if data.get("status"):
        changes["status"] = data["status"]
    wounds = whole_number(data.get("wounds", ""))
    if wounds is not None:
        changes["wounds"] = wounds
    for name in ("hidden", "fleeing"):
        if data.get(name) in ("yes", "no"):
            changes[name] = data[name] == "yes"
    if data.get("x") and data.get("y"):
        try:
            changes["at"] = [float(data.get(axis) or "0") for axis in ("x", "y", "z")]
        except ValueError:
            raise ServiceError("bad_number", 422) from None
    return changes


@login_required
@require_POST
@page
def rewind(request: HttpRequest, battle_id: str) -> Answer:
    """Back to a moment; what came after stays in the log, crossed out.

    `first`: only look at what that undoes, or play it another way. Forms of their own would do,
    but the moment is chosen once; by GET this form's token would stand in the address.
    """
    to_seq = number_from(request, "to_seq") or 0
    if request.POST.get("first") == "look":
        return redirect(f"{reverse('campaigns:gm', args=[battle_id])}?to_seq={to_seq}#rewind")
    if request.POST.get("first") == "redo":
        return redirect(f"{reverse('campaigns:redo', args=[battle_id])}?from={to_seq}")
    verbs.gm_rewind(
        user=request.user,
        battle_id=battle_id,
        to_seq=to_seq,
        reason=request.POST.get("reason", ""),
        expected_version=number_from(request, "version"),
    )
    return _back(request, battle_id, _("The battle has been taken back."))


@login_required
@require_POST
@page
def end(request: HttpRequest, battle_id: str) -> Answer:
    verbs.gm_end(
        user=request.user,
        battle_id=battle_id,
        winner=request.POST.get("winner") or None,
        reason=request.POST.get("reason", ""),
        expected_version=number_from(request, "version"),
    )
    return _back(request, battle_id, _("The battle is over."))


@login_required
@require_POST
@page
def cancel(request: HttpRequest, battle_id: str) -> Answer:
    reason = request.POST.get("reason", "")
    life.battle_cancel(user=request.user, battle_id=battle_id, reason=reason)
    return _back(request, battle_id, _("The battle has been called off."))


@login_required
@require_POST
@page
def pause(request: HttpRequest, battle_id: str) -> Answer:
    paused = request.POST.get("paused") == "yes"
    reason = request.POST.get("reason", "")
    verbs.gm_pause(user=request.user, battle_id=battle_id, paused=paused, reason=reason)
    told = _("The battle is stopped.") if paused else _("The battle goes on.")
    return _back(request, battle_id, told)


@login_required
@require_POST
@page
def seat(request: HttpRequest, battle_id: str) -> Answer:
    """Give a side to a member, to the server or to the GM."""
    player = request.POST.get("player", "")
    controller = player if player in ("server", "gm") else "member"
    verbs.gm_set_seat(
        user=request.user,
        battle_id=battle_id,
        side=request.POST.get("side", ""),
        controller=controller,
        member=player if controller == "member" else None,
    )
    return _back(request, battle_id, _("The side has another player."))
