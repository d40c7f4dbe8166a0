"""A battle's moments: the end of each order, to look at it again or to go back to it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

import rules
from campaigns.board_svg import BoardView, draw, levels_of, places_of
from campaigns.log import counting, lineage, state_at
from campaigns.models import BattleStatus, Branch, OrderRow
from campaigns.narration import Line, Names, Part, tell_order
from campaigns.selectors.access import battle_for
from campaigns.selectors.battles import (
    BattleView,
    LoggedEvent,
    battle_view,
    dice_audit,
    logged,
    open_order,
)
from campaigns.views.battle_context import ghosts_of
from campaigns.views.battle_page import BattlePage
from campaigns.views.http import number_from, page
from campaigns.views.log import lines_of
from campaigns.views.told_after import told_after


@dataclass(frozen=True)
class Moment:
    """The end of an order. `seq` is the last event that it made; `by` names whose order it was."""

    seq: int
    first: int
    parts: tuple[Part, ...]
    side: str
    by: str = ""


def moments_of(view: BattleView) -> list[Moment]:
    """The orders that count on the active branch, in order."""
    names = Names.of(view.setup)
    stretches = lineage(view.battle.active_branch)
    rows = OrderRow.objects.filter(battle=view.battle, last_seq__gt=0).order_by("sequence")
    held = [
        row
        for row in rows
        if any(one.branch.pk == row.branch_id and one.holds(row.last_seq) for one in stretches)
    ]
    return [
        Moment(
            seq=row.last_seq,
            first=row.first_seq,
            parts=_told(view, row, names),
            side=row.side,
            by=names.sides.get(row.side, ""),
        )
        for row in held
    ]


def _told(view: BattleView, row: OrderRow, names: Names) -> tuple[Part, ...]:
    if row.order["order"] == "start":
        return (Part(_("The battle begins.")),)
    raw = open_order(view, row.order) if row.order["order"] == "descend" else row.order
    return tell_order(rules.decode_order(raw), names)


@require_GET
@page
def replay(request: HttpRequest, battle_id: str) -> HttpResponse:
    """The battle at a moment: the board then, what had just happened, and the way through it."""
    view = battle_view(request.user, battle_id)
    names = Names.of(view.setup)
    moments = moments_of(view)
    place = _place(moments, number_from(request, "seq"))
    moment = moments[place] if moments else None
    state = state_at(view.battle, view.battle.active_branch, moment.seq if moment else 0)
    events = _events(view, moment)
    ghosts = tuple(ghosts_of(events, state))
    context = {
        "section": "campaigns",
        "b": BattlePage(request, view, None),
        "scene": view.battle.scene,
        "campaign": view.battle.scene.campaign,
        "moment": moment,
        "moments": moments,
        "place": place,
        "first": moments[0] if place > 0 else None,
        "previous": moments[place - 1] if place > 0 else None,
        "next": moments[place + 1] if place + 1 < len(moments) else None,
        "last": moments[-1] if moments and place + 1 < len(moments) else None,
        "state": state,
        "lines": lines_of(events, names),
        "levels": levels_of(state.setup.board),
        "places": places_of(state.setup.board),
        "board": draw(state, BoardView(names=names, ghosts=ghosts)),
    }
    template = "campaigns/battle/replay.html"
    if request.htmx:
        template = "campaigns/battle/replay_moment.html"
    return render(request, template, context)


def _place(moments: Sequence[Moment], seq: int | None) -> int:
    """The moment that holds an event; the last one where none is named."""
    if not moments:
        return 0
    if seq is None:
        return len(moments) - 1
    after = [number for number, moment in enumerate(moments) if moment.seq >= seq]
    return after[0] if after else len(moments) - 1


def _events(view: BattleView, moment: Moment | None) -> list[LoggedEvent]:
    if moment is None:
        return []
    rows = counting(view.battle, view.battle.active_branch, moment.seq)
    return logged(view, rows.filter(seq__gte=moment.first).order_by("seq"))


@require_GET
@page
def aftermath(request: HttpRequest, battle_id: str) -> HttpResponse:
    """What came of a battle for its warbands, once it is over."""
    _access, battle = battle_for(request.user, battle_id, by_hand=True)
    context = {"scene": battle.scene, "aftermaths": told_after(battle)}
    name = "aftermath_list" if request.htmx else "aftermath_page"
    return render(request, f"campaigns/battle/{name}.html", context)


@dataclass(frozen=True)
class AuditedLine:
    """An order of the audit with its rolls in words."""

    sequence: int
    branch: Branch
    parts: tuple[Part, ...]
    order_hash: str
    superseded: bool
    lines: list[Line]
    faces: list[int]
    first_seq: int


def faces_of(rolls: Sequence[LoggedEvent]) -> list[int]:
    """The faces of an order's dice, in the order in which they fell."""
    return [face for one in rolls for face in getattr(one.event, "dice", ())]


@require_GET
@page
def dice(request: HttpRequest, battle_id: str) -> HttpResponse:
    """Every die: what it was made of, and the means to check it in the browser."""
    view = battle_view(request.user, battle_id)
    names = Names.of(view.setup)
    branches, orders = dice_audit(view)
    rows = {row.sequence: row for row in OrderRow.objects.filter(battle=view.battle)}
    audited = [
        AuditedLine(
            sequence=order.sequence,
            branch=order.branch,
            parts=_told(view, rows[order.sequence], names),
            order_hash=order.order_hash,
            superseded=order.superseded,
            lines=lines_of(order.rolls, names),
            faces=faces_of(order.rolls),
            first_seq=order.first_seq,
        )
        for order in orders
        if order.rolls
    ]
    context = {
        "section": "campaigns",
        "b": BattlePage(request, view, None),
        "battle": view.battle,
        "scene": view.battle.scene,
        "campaign": view.battle.scene.campaign,
        "branches": branches,
        "orders": audited,
        "revealed": any(branch.revealed_at for branch in branches),
        "gathering": view.battle.status == BattleStatus.SETUP,
    }
    return render(request, "campaigns/battle/dice.html", context)


@require_GET
@page
def dice_data(request: HttpRequest, battle_id: str) -> HttpResponse:
    """The same for the checking script. A secret is there once its branch has been revealed."""
    view = battle_view(request.user, battle_id)
    branches, orders = dice_audit(view)
    return JsonResponse(
        {
            "branches": [
                {
                    "id": str(branch.public_id),
                    "commitment": branch.commitment,
                    "secret": branch.secret if branch.revealed_at else None,
                    "seeds": [seed["seed"] for seed in branch.seeds],
                }
                for branch in branches
            ],
            "orders": [
                {
                    "sequence": order.sequence,
                    "branch": str(order.branch.public_id),
                    "order_hash": order.order_hash,
                    "faces": [
                        face for one in order.sealed for face in getattr(one.event, "dice", ())
                    ],
                }
                for order in orders
            ],
        }
    )
