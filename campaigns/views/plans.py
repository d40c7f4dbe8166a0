"""Ordering ahead: the plan is put together step by step, then sealed; second thoughts besides."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from campaigns.errors import ServiceError
from campaigns.services import plans as verbs
from campaigns.services.second_thoughts import draw_offer
from campaigns.services.second_thoughts import take_back as take_back_order
from campaigns.views import plan_steps as steps
from campaigns.views.http import number_from, page
from campaigns.views.plan_answers import OPENING
from campaigns.views.plan_page import WHOLE_SIDE, Planner
from campaigns.views.plan_recipes import recipes
from rules.battle import plan as pl
from rules.battle.orders import EndPhase


@login_required
@require_GET
@page
def planner(request: HttpRequest, battle_id: str) -> HttpResponse:
    """What has been ordered ahead, and the means to order more."""
    return _planner(request, Planner(request, battle_id))


def _planner(request: HttpRequest, shown: Planner, status: int = 200) -> HttpResponse:
    context = {
        "section": "campaigns",
        "p": shown,
        "recipes": recipes(shown),
        "view": shown.view,
        "scene": shown.view.battle.scene,
        "campaign": shown.view.battle.scene.campaign,
    }
    return render(request, "campaigns/battle/plan.html", context, status=status)


@login_required
@require_POST
@page
def step_add(request: HttpRequest, battle_id: str) -> HttpResponse:
    """Put a step into the plan behind those of its phase, another choice into a step, or say a
    choice (or what is done in every fight) anew; with `recipe`, put in all the steps of that.

    It isn't sealed any more. What won't do stays in the form.
    """
    shown = Planner(request, battle_id)
    try:
        recipe = request.POST.get("recipe")
        plan = steps.with_recipe(shown, recipe) if recipe else steps.with_wish(shown)
        shown.save(plan)
    except ServiceError as refusal:
        if refusal.status in (401, 403, 404):
            raise
        messages.error(request, refusal.detail)
        return _planner(request, shown, refusal.status)
    return _back(shown, at=_new_in(plan, shown))


def _new_in(plan: pl.Plan, shown: Planner) -> str:
    """Where on the page the step stands that has just been put in."""
    before = {id(step) for step in shown.steps}
    new = (f"step-{number}" for number, step in enumerate(plan.steps) if id(step) not in before)
    return next(new, "steps")


@login_required
@require_POST
@page
def stance_set(request: HttpRequest, battle_id: str) -> HttpResponse:
    """How decisions are taken while one is away; "" leaves them to be asked."""
    shown = Planner(request, battle_id)
    stances = shown.plan.stances
    for kind in [one.decision for one in shown.answers if one.decision in request.POST]:
        kept = tuple(one for one in stances if one.decision != kind)
        prefer = _prefer(kind, request.POST[kind], shown)
        stances = (*kept, pl.Stance(decision=kind, prefer=prefer)) if prefer else kept
    sealed = shown.row is not None and shown.row.sealed
    shown.save(steps.changed(shown.plan, stances=stances), sealed=sealed)
    return _back(shown, at="answers")


def _prefer(kind: str, chosen: str, shown: Planner) -> tuple[str, ...]:
    """What to answer, the best first; nothing where one wants to be asked."""
    if chosen in ("", "none"):
        return ("none",) if chosen else ()
    if kind in OPENING:
        return (chosen,)
    whom = shown.mine if kind == "intercept" else shown.enemies
    return (*(id for id, _name in whom), "none") if chosen == "all" else (chosen, "none")


@login_required
@require_POST
@page
def remove(request: HttpRequest, battle_id: str) -> HttpResponse:
    """Take a step out of the plan, one of its choices, or what is done in every fight."""
    shown = Planner(request, battle_id)
    shown.save(steps.without(shown))
    return _back(shown, at="steps")


@login_required
@require_POST
@page
def move(request: HttpRequest, battle_id: str) -> HttpResponse:
    """Put a step in another place of its phase."""
    shown = Planner(request, battle_id)
    shown.save(steps.moved(shown))
    return _back(shown, at="steps")


@login_required
@require_POST
@page
def seal(request: HttpRequest, battle_id: str) -> HttpResponse:
    """From now on the server plays it; or, with `open`, it is set aside again."""
    shown = Planner(request, battle_id)
    if request.POST.get("open"):
        shown.save(steps.changed(shown.plan, steps=tuple(shown.steps)))
        messages.success(request, _("The plan is open again: nothing of it is played."))
        return _back(shown)
    played = _with_endings(shown) if request.POST.get("ending") else shown.steps
    shown.save(steps.changed(shown.plan, steps=tuple(played)), sealed=True)
    messages.success(request, _("The plan is sealed. The server plays it when its time comes."))
    return _back(shown)


@login_required
@require_POST
@page
def clear(request: HttpRequest, battle_id: str) -> HttpResponse:
    shown = Planner(request, battle_id)
    verbs.plan_clear(user=request.user, battle_id=shown.view.battle.public_id, side=shown.side)
    messages.success(request, _("The plan is thrown away."))
    return redirect("campaigns:scene", shown.view.battle.scene.public_id)


@login_required
@require_POST
@page
def take_back(request: HttpRequest, battle_id: str) -> HttpResponse:
    """Take one's last order back."""
    battle = take_back_order(
        user=request.user, battle_id=battle_id, expected_version=number_from(request, "version")
    )
    messages.success(request, _("The order is taken back."))
    return redirect("campaigns:scene", battle.scene.public_id)


@login_required
@require_POST
@page
def draw(request: HttpRequest, battle_id: str) -> HttpResponse:
    """Offer a draw, agree to one, or play on."""
    offered = request.POST.get("offered") != "no"
    done = draw_offer(
        user=request.user,
        battle_id=battle_id,
        side=request.POST.get("side", ""),
        offered=offered,
    )
    if done is None:
        told = _("The draw is offered.") if offered else _("You play on.")
        messages.success(request, told)
    return redirect("campaigns:battle", battle_id)


def _back(shown: Planner, *, at: str = "") -> HttpResponse:
    """The page again, with the form for the same warrior and turn; `at` a place on it."""
    post = shown.request.POST
    who = post.get("warrior", "") or (WHOLE_SIDE if "warrior" in post else "")
    address = shown.address(who=who, turn=post.get("turn", ""))
    return redirect(f"{address}#{at}" if at else address)


def _with_endings(shown: Planner) -> list[pl.Step]:
    """The steps, each phase ended behind its own, from the next turn to the last one named."""
    state = shown.view.state
    mine = state.active == shown.side and state.phase in pl.PHASES
    first = state.turn if mine else shown.next_turn(pl.PHASES[0])
    last = max([first, *(shown.turn_of(step) for step in shown.steps)])
    played: list[pl.Step] = []
    for turn in range(first, last + 1):
        for phase in pl.PHASES:
            played += [
                one for one in shown.steps if (shown.turn_of(one), one.phase) == (turn, phase)
            ]
            if turn >= shown.next_turn(phase):
                order = EndPhase(side=shown.side, source="plan")
                ending = pl.Step(phase=phase, choices=(pl.Choice(order=order),), turn=turn)
                played.append(ending)
    return played
