"""Giving orders: gathered one by one in the draft, sent together with the words to them."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

import rules
from campaigns.errors import ServiceError, not_found
from campaigns.messages import explain, sentence
from campaigns.models import Draft
from campaigns.narration import explain as explain_refusal
from campaigns.narration import explain_code
from campaigns.planning import plan
from campaigns.selectors.access import battle_for
from campaigns.selectors.battles import BattleView, battle_view, events_between
from campaigns.selectors.placing import placing
from campaigns.selectors.scenes import drafts_of
from campaigns.services.deployment import deployment_seal
from campaigns.services.gm import gm_act
from campaigns.services.scenes import draft_save
from campaigns.services.turns import Submission, Submitted, battle_submit
from campaigns.templatetags.thin import thinned
from campaigns.views.battle_context import ghosts_of
from campaigns.views.battle_page import BattlePage
from campaigns.views.composing import voice_from
from campaigns.views.http import number_from, one_at_a_time, page
from campaigns.views.order_form import order_of
from campaigns.views.scenes import scene_response
from rules.errors import IllegalOrder

PLACING = ("deploy", "descend")
"""Orders that say where somebody is when the battle begins: the later one counts."""


def view_and_draft(request: HttpRequest, battle_id: str) -> tuple[BattleView, Draft | None]:
    view = battle_view(request.user, battle_id)
    drafts = drafts_of(view.access, view.battle.scene)
    return view, next((draft for draft in drafts if not draft.persona), None)


def page_of(request: HttpRequest, battle_id: str) -> BattlePage:
    view, draft = view_and_draft(request, battle_id)
    return BattlePage(request, view, draft)


def answer_anew(
    request: HttpRequest, battle_id: str, *, selected: str = "", go_on: bool = False
) -> HttpResponse:
    """Board, sheet and turn anew for the script; the whole page without one.

    `selected`: with this warrior's sheet; `go_on`: with that of who is to be placed next.
    """
    shown = page_of(request, battle_id)
    if selected:
        shown.selected = selected
    if go_on:
        shown.selected = shown.to_place[0] if shown.to_place else ""
    if not request.htmx:
        return redirect(shown.address(warrior=shown.selected) + "#turn")
    return _play(request, shown)


def _play(request: HttpRequest, shown: BattlePage) -> HttpResponse:
    context = {
        "b": shown,
        "board": shown.board(_last_ghosts(shown)),
        "draft": shown.draft,
        "access": shown.view.access,
        "scene": shown.battle.scene,
    }
    return HttpResponse(thinned(render_to_string("campaigns/battle/play.html", context, request)))


def _last_ghosts(shown: BattlePage) -> list[Any]:
    """The moves of the last order, as the whole page shows them."""
    last = shown.battle.orders.order_by("-sequence").first()
    if last is None:
        return []
    return ghosts_of(events_between(shown.view, last.first_seq, last.last_seq), shown.state)


@require_GET
@page
def battle(request: HttpRequest, battle_id: str) -> HttpResponse:
    """A battle's own address leads to its scene."""
    _access, shown = battle_for(request.user, battle_id, by_hand=True)
    return redirect("campaigns:scene", shown.scene.public_id)


@require_GET
@page
def play(request: HttpRequest, battle_id: str) -> HttpResponse:
    """Board, sheet and turn, for the script: another warrior was chosen. With `act` the choices of
    that act of his alone: it was opened. With `order` the menu of that gathered order. Errors:
    not_found (he may not do that any more; there is no such order).
    """
    shown = page_of(request, battle_id)
    if shown.opened is not None:
        return _menu(request, shown)
    if not shown.act:
        return _play(request, shown)
    acts = shown.sheet.acts if shown.sheet else []
    act = next((one for one in acts if one.key == shown.act and one.open), None)
    if act is None:
        raise not_found()
    context = {"b": shown, "sheet": shown.sheet, "act": act}
    return render(request, "campaigns/battle/act_form.html", context)


def _menu(request: HttpRequest, shown: BattlePage) -> HttpResponse:
    chip = next((one for one in shown.chips if one.index == shown.opened), None)
    if chip is None or not shown.my_turn:
        raise not_found()
    return render(request, "campaigns/battle/chip_menu.html", {"b": shown, "chip": chip})


@require_GET
@page
def pulse(request: HttpRequest, battle_id: str) -> HttpResponse:
    """The battle's version, for pages that wait for somebody."""
    shown = battle_view(request.user, battle_id)
    data = {"version": shown.battle.version, "status": shown.battle.status}
    return JsonResponse(data | {"my_turn": shown.my_turn})


@login_required
@require_POST
@page
@one_at_a_time
def order_add(request: HttpRequest, battle_id: str) -> HttpResponse:
    """Put an order into the turn; one that won't do is said and not kept."""
    shown = page_of(request, battle_id)
    if not shown.acting:
        raise ServiceError("not_your_battle", 403)
    order = order_of(request.POST, shown.acting, shown.state)
    orders = [*_before(shown.gathered, order), order]
    seen = plan(shown.base, orders, source=shown.source).steps[-1]
    if seen.problem is not None:
        messages.error(request, explain_refusal(seen.problem, shown.names))
        return answer_anew(request, battle_id)
    keep_orders(request, shown, orders)
    return answer_anew(request, battle_id, go_on=order["order"] in PLACING)


def _before(orders: list[Any], order: dict[str, Any]) -> list[Any]:
    """The gathered orders without an earlier place of whoever is placed anew."""
    if order["order"] not in PLACING:
        return orders
    return [
        one
        for one in orders
        if one.get("order") not in PLACING or one.get("warrior") != order.get("warrior")
    ]


def gathered(shown: BattlePage) -> list[Any]:
    """The orders of the turn in the making, in native units."""
    return list(shown.gathered)


def keep_orders(request: HttpRequest, shown: BattlePage, orders: list[Any]) -> None:
    """As the draft; what was written beside them stays."""
    text = request.POST.get("text") or (shown.draft.text if shown.draft else "")
    draft_save(
        user=request.user,
        scene_id=shown.battle.scene.public_id,
        text=text,
        orders=orders,
        version=shown.battle.version,
    )


@require_POST
@page
def order_check(request: HttpRequest, battle_id: str) -> HttpResponse:
    """Whether an order would be taken, for the planner: {"ok", "reason"}; nothing is kept."""
    shown = page_of(request, battle_id)
    if not request.user.is_authenticated:
        return JsonResponse({"ok": False, "reason": _("You are logged out: log in again.")})
    order = order_of(request.POST, shown.acting, shown.state)
    try:
        struct = rules.order_from_native({**order, "source": shown.source}, shown.names.unit_size)
        rules.check(shown.state, struct)
    except IllegalOrder as refusal:
        return JsonResponse({"ok": False, "reason": explain_refusal(refusal)})
    return JsonResponse({"ok": True, "reason": ""})


@login_required
@require_POST
@page
def send(request: HttpRequest, battle_id: str) -> HttpResponse:
    """Send the turn: words, gathered orders, and what follows them."""
    shown = page_of(request, battle_id)
    ending = request.POST.get("ending", "")
    orders = [*shown.gathered, *_ending(ending, shown)]
    return _submit(request, shown, orders)


def _ending(ending: str, shown: BattlePage) -> list[dict[str, Any]]:
    if not ending:
        return []
    order: dict[str, Any] = {"order": "end_phase", "side": shown.acting}
    return [order if ending == "phase" else order | {"through": ending}]


@login_required
@require_POST
@page
def decide(request: HttpRequest, battle_id: str) -> HttpResponse:
    """Answer a pending decision."""
    shown = page_of(request, battle_id)
    order = {
        "order": "answer",
        "side": shown.acting,
        "decision": request.POST.get("decision", ""),
        "choice": request.POST.get("choice", ""),
    }
    return _submit(request, shown, [order])


@login_required
@require_POST
@page
@one_at_a_time
def auto_deploy(request: HttpRequest, battle_id: str) -> HttpResponse:
    """Gather a place for whoever has none, where the server would put them: to be looked at
    before it is sent. A sealed deployment is taken up again.
    """
    shown = page_of(request, battle_id)
    if not shown.acting:
        raise ServiceError("not_your_battle", 403)
    if not (shown.my_turn or shown.sealed) or shown.view.state.awaiting:
        messages.error(request, explain_code("not_your_turn", {}))
        return _refused(request, shown)
    orders = shown.gathered or shown.sealed
    placed = placing(shown.state, shown.acting, shown.source)
    natives = [rules.to_native(order, shown.names.unit_size) for order in placed]
    keep_orders(request, shown, [*orders, *natives])
    return answer_anew(request, battle_id)


def _submit(request: HttpRequest, shown: BattlePage, orders: list[Any]) -> HttpResponse:
    submission = Submission(
        orders,
        number_from(request, "version"),
        text=request.POST.get("text", ""),
        voice=voice_from(request),
        source=shown.source,
        reason=request.POST.get("reason", ""),
    )
    if shown.unseen:
        return _seal(request, shown, orders)
    act = gm_act if shown.source == "gm" else battle_submit
    try:
        done = act(user=request.user, battle_id=shown.battle.public_id, submission=submission)
    except ServiceError as refusal:
        if refusal.status in (401, 403, 404):
            raise
        refusal.names = shown.names
        messages.error(request, sentence(refusal))
        return _refused(request, shown)
    _tell_what_was_refused(request, shown, done)
    if shown.in_words:
        return redirect(shown.address() + "#happened")
    scene = reverse("campaigns:scene", args=[shown.battle.scene.public_id])
    kept = f"?as={shown.acting}" if shown.source == "gm" else ""
    return redirect(f"{scene}{kept}#post-{done.post}")


def _seal(request: HttpRequest, shown: BattlePage, orders: list[Any]) -> HttpResponse:
    """Deployed unseen: kept until the other side has deployed too."""
    try:
        done = deployment_seal(
            user=request.user,
            battle_id=shown.battle.public_id,
            orders=orders,
            side=shown.acting,
            source=shown.source,
        )
    except ServiceError as refusal:
        if refusal.status in (401, 403, 404):
            raise
        refusal.names = shown.names
        messages.error(request, sentence(refusal))
        return _refused(request, shown)
    keep_orders(request, shown, [])
    told = _("Both sides have deployed: here they are.")
    if not done:
        told = _("Your deployment is sealed. It is shown when the other side has deployed as well.")
    messages.success(request, told)
    return redirect(shown.path)


def _refused(request: HttpRequest, shown: BattlePage) -> HttpResponse:
    """The page again with what was said above it; the orders are kept as a draft."""
    if shown.in_words:
        return redirect(shown.address() + "#turn")
    return scene_response(request, str(shown.battle.scene.public_id), status=409)


def _tell_what_was_refused(request: HttpRequest, shown: BattlePage, done: Submitted) -> None:
    if done.refused is None:
        return
    refused = dict(done.refused)
    reason = explain(refused.pop("code"), refused, shown.names)
    told = _("%(done)s orders were carried out; the next one was not: %(reason)s")
    messages.warning(request, told % {"done": done.accepted, "reason": reason})
