"""The game masters' own boards: the list, and the editor; the same for a battle's table."""

import json
import secrets
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

import rules
from campaigns.board_svg import board_plan
from campaigns.errors import ServiceError, invalid, not_found
from campaigns.messages import sentence
from campaigns.selectors.access import Access, campaign_for
from campaigns.selectors.battles import BattleView, battle_view
from campaigns.selectors.boards import board_for, boards_of, ground_for
from campaigns.services.gm import gm_table
from campaigns.services.library import board_delete, board_save, sound
from campaigns.services.setup import ruleset_of
from campaigns.views.http import number_from, page
from mordheim_site.api.parsers import plain_json
from rules.board.load import from_data

SEEDS = 1_000_000
LONGEST = 400_000


@login_required
@require_GET
@page
def board_list(request: HttpRequest, campaign_id: str) -> HttpResponse:
    access = _gm(request, campaign_id)
    context = {
        "section": "campaigns",
        "campaign": access.campaign,
        "boards": boards_of(access),
        "seed": secrets.randbelow(SEEDS),
    }
    return render(request, "campaigns/boards.html", context)


@login_required
@require_http_methods(["GET", "POST"])
@page
def board_new(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """An empty table, or one to begin with: `?from=ruins:7`, a board of the library or of ours."""
    access = _gm(request, campaign_id)
    if request.method == "POST":
        return _save(request, access)
    wanted = request.GET.get("from", "")
    name, data = (_begun(access, wanted)) if wanted else ("", _empty(access))
    return _editor(request, access, name=name, text=_written(data))


@login_required
@require_http_methods(["GET", "POST"])
@page
def board_edit(request: HttpRequest, campaign_id: str, board_id: str) -> HttpResponse:
    access = _gm(request, campaign_id)
    board = board_for(access, board_id)
    if request.method == "POST":
        return _save(request, access, board)
    return _editor(request, access, board, name=board.name, text=_written(board.data))


@login_required
@require_POST
@page
def board_remove(request: HttpRequest, campaign_id: str, board_id: str) -> HttpResponse:
    board_delete(user=request.user, campaign_id=campaign_id, board_id=board_id)
    messages.success(request, _("The board is gone. Battles on it keep theirs."))
    return redirect("campaigns:boards", campaign_id)


@login_required
@require_POST
@page
def board_try(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """How the board in the editor will look in a battle, or what is wrong with it."""
    access = _gm(request, campaign_id)
    try:
        data = sound(access, _data(request))
    except ServiceError as refusal:
        context: dict[str, Any] = {"fault": sentence(refusal)}
    else:
        context = {"plan": board_plan(from_data(data, ruleset_of(access.campaign).unit_size))}
    return render(request, "campaigns/includes/board_tried.html", context)


@login_required
@require_http_methods(["GET", "POST"])
@page
def terrain(request: HttpRequest, battle_id: str) -> HttpResponse:
    """The table of a battle under way, in the same editor; what is changed needs a reason."""
    view = battle_view(request.user, battle_id)
    view.access.require_gm()
    if request.method == "POST":
        return _change_table(request, view)
    return _table_editor(request, view)


def _change_table(request: HttpRequest, view: BattleView) -> HttpResponse:
    """Change it, or show the editor again with everything that was in it."""
    try:
        gm_table(
            user=request.user,
            battle_id=view.battle.public_id,
            terrain=_data(request).get("terrain", []),
            reason=request.POST.get("reason", ""),
            expected_version=number_from(request, "version"),
        )
    except ServiceError as refusal:
        messages.error(request, sentence(refusal))
        return _table_editor(request, view, text=request.POST.get("data", ""), status=409)
    messages.success(request, _("The table has changed; the log says so, with your reason."))
    return redirect("campaigns:gm", view.battle.public_id)


def _table_editor(
    request: HttpRequest, view: BattleView, *, text: str = "", status: int = 200
) -> HttpResponse:
    """The editor with whoever stands on the table drawn in, to be left alone."""
    now, unit = view.state.setup.board, view.unit_size
    standing = [
        {"at": rules.to_native(warrior, unit)["at"], "radius": setup.base / 2 / unit}
        for setup in view.state.setup.warriors
        if (warrior := view.state.warriors[setup.id]).at is not None
    ]
    context = {
        "section": "campaigns",
        "campaign": view.access.campaign,
        "scene": view.battle.scene,
        "battle": view.battle,
        "name": view.battle.scene.title,
        "reason": request.POST.get("reason", ""),
        "data": text or _written(rules.to_native(now, unit)),
        "standing": json.dumps(standing),
        "version": request.POST.get("version") or view.battle.version,
        "unit": view.setup.ruleset.unit,
    }
    return render(request, "campaigns/board_editor.html", context, status=status)


def _gm(request: HttpRequest, campaign_id: str) -> Access:
    access = campaign_for(request.user, campaign_id)
    access.require_gm()
    return access


def _empty(access: Access) -> dict[str, Any]:
    ruleset = ruleset_of(access.campaign)
    return {"size": ruleset.switches["table.size"], "terrain": []}


def _begun(access: Access, wanted: str) -> tuple[str, dict[str, Any]]:
    """A name and the tables of a known board."""
    found = ground_for(access, wanted)
    if found is None:
        raise not_found()
    unit = ruleset_of(access.campaign).unit_size
    return found.title(), rules.to_native(found.board, unit)


def _written(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False)


def _data(request: HttpRequest) -> dict[str, Any]:
    text = request.POST.get("data", "")
    if len(text) > LONGEST:
        raise invalid("bad_board", fault=_("it is too long"))
    try:
        found = plain_json(text)
    except ValueError as fault:
        raise invalid("bad_board", fault=str(fault)) from fault
    if not isinstance(found, dict):
        raise invalid("bad_board", fault=_("an object with size and terrain is needed"))
    return found


def _save(request: HttpRequest, access: Access, board: Any = None) -> HttpResponse:
    """Keep it, or show the editor again with everything that was in it."""
    name = request.POST.get("name", "")
    try:
        kept = board_save(
            user=request.user,
            campaign_id=access.campaign.public_id,
            name=name,
            data=_data(request),
            board_id=board and board.public_id,
            expected_version=number_from(request, "version"),
        )
    except ServiceError as refusal:
        messages.error(request, sentence(refusal))
        text = request.POST.get("data", "")
        return _editor(request, access, board, name=name, text=text, status=409)
    messages.success(request, _("The board “%(name)s” is kept.") % {"name": kept.name})
    return redirect("campaigns:boards", access.campaign.public_id)


def _editor(
    request: HttpRequest,
    access: Access,
    board: Any = None,
    *,
    name: str,
    text: str,
    status: int = 200,
) -> HttpResponse:
    context = {
        "section": "campaigns",
        "campaign": access.campaign,
        "board": board,
        "name": name,
        "data": text,
        "version": request.POST.get("version") or (board.version if board else ""),
        "unit": ruleset_of(access.campaign).unit,
    }
    return render(request, "campaigns/board_editor.html", context, status=status)
