"""An order of the turn in the making, given on a condition: it goes into the plan."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.errors import not_found
from campaigns.services import plans as verbs
from campaigns.views.http import number_from, one_at_a_time, page
from campaigns.views.plan_page import Planner
from campaigns.views.plan_steps import changed, insert
from campaigns.views.turn import gathered, keep_orders, page_of
from rules.battle.plan import PHASES


@login_required
@require_POST
@page
@one_at_a_time
def from_turn(request: HttpRequest, battle_id: str) -> HttpResponse:
    """Take an order out of the turn into the plan, and open the form that gives it a condition."""
    return into_plan(request, battle_id, number_from(request, "index"))


def into_plan(request: HttpRequest, battle_id: str, index: int | None) -> HttpResponse:
    """The same for the gathered order of this number. Errors: not_found."""
    shown, planner = page_of(request, battle_id), Planner(request, battle_id)
    orders = gathered(shown)
    if index is None or index >= len(orders) or shown.base.phase not in PHASES:
        raise not_found()
    native = {"phase": shown.base.phase, "choices": [{"order": orders[index]}]}
    read = verbs.read_plan(planner.view.state, planner.side, {"steps": [native]})
    step = changed(read.steps[0], turn=shown.base.turn)
    steps = list(planner.steps)
    insert(steps, step, planner)
    planner.save(changed(planner.plan, steps=tuple(steps)))
    keep_orders(request, shown, [*orders[:index], *orders[index + 1 :]])
    messages.success(request, _("It is in your plan now: say when it is given, then seal it."))
    return redirect(planner.address(step=steps.index(step), alt=0) + "#add")
