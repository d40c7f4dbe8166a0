"""The game masters' own boards: the list, and the editor; the same for a battle's table."""

import json
import secrets
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

import rules
from campaigns.boards import boards
from campaigns.boards.kit import kit
from campaigns.errors import ServiceError, invalid, not_found
from campaigns.messages import sentence
from campaigns.selectors.access import Access, campaign_for
from campaigns.selectors.battles import BattleView, battle_view
from campaigns.selectors.boards import board_for, boards_of, ground_for
from campaigns.services.gm import gm_table
from campaigns.services.library import board_delete, board_save, sound
from campaigns.services.setup import ruleset_of
from campaigns.views.board_form import readable, tried, worked
from campaigns.views.board_words import faults_in, grounds, pieces_in, tools
from campaigns.views.http import number_from, page
from mordheim_site.api.parsers import plain_json
from rules.ruleset import Ruleset
from rules.units import MM, from_units

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
        "known": sorted(boards().values(), key=lambda board: board.title()),
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
    """How the board in the editor will look in a battle, and what is wrong with it (`only=faults`:
    that alone).
    """
    access = _gm(request, campaign_id)
    try:
        data = _data(request)
        if request.POST.get("only") == "faults":
            sound(access, data)
            return HttpResponse()
        context = tried(access, data)
    except ServiceError as refusal:
        context = {"faults": faults_in(refusal)}
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
    if "do" in request.POST:
        return _table_editor(request, view, **_worked(request, view.access))
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
    request: HttpRequest, view: BattleView, *, text: str = "", status: int = 200, **more: Any
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
        "standing": json.dumps(standing),
        "version": request.POST.get("version") or view.battle.version,
        **_tools(view.setup.ruleset, text or _written(rules.to_native(now, unit)), more),
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
    return _tables(request.POST.get("data", ""))


def _tables(text: str) -> dict[str, Any]:
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
    if "do" in request.POST:
        return _editor(request, access, board, name=name, **_worked(request, access))
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
    **more: Any,
) -> HttpResponse:
    context = {
        "section": "campaigns",
        "campaign": access.campaign,
        "board": board,
        "name": name,
        "version": request.POST.get("version") or (board.version if board else ""),
        **_tools(ruleset_of(access.campaign), text, more),
    }
    return render(request, "campaigns/board_editor.html", context, status=status)


def _tools(ruleset: Ruleset, text: str, more: dict[str, Any]) -> dict[str, Any]:
    """What both editors put a board together with; `text` is the board."""
    return {
        "data": text,
        "unit": ruleset.unit,
        "unit_mm": from_units(ruleset.unit_size, MM),
        "kit": kit(ruleset.unit_size),
        "tools": tools(),
        "grounds": grounds(),
        "pieces": _pieces(text, ruleset),
        **more,
    }


def _pieces(text: str, ruleset: Ruleset) -> list[tuple[str, str]]:
    """What stands on the board, for the form without scripts; nothing where it can't be read."""
    try:
        data = readable(_tables(text), ruleset.unit_size)
    except ServiceError:
        return []
    return pieces_in(data, ruleset.unit, (get_language() or "es")[:2])


def _worked(request: HttpRequest, access: Access) -> dict[str, Any]:
    """The editor after one act of the form; what was refused leaves everything as it was."""
    filled = {name: request.POST.get(name, "") for name in ("put", "piece")}
    try:
        data, piece = worked(request, _data(request), ruleset_of(access.campaign).unit_size)
    except ServiceError as refusal:
        messages.error(request, sentence(refusal))
        return {"text": request.POST.get("data", ""), "filled": filled, "status": 409}
    filled["piece"] = piece
    return {"text": _written(data), "filled": filled, "tried": tried(access, data)}
