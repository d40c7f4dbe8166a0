"""The gathered orders of a turn: taken out, put elsewhere, ordered anew, all by one form."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.views.http import number_from, one_at_a_time, page
from campaigns.views.plan_from_turn import into_plan
from campaigns.views.turn import answer_anew, gathered, keep_orders, page_of


@login_required
@require_POST
@page
@one_at_a_time
def order_change(request: HttpRequest, battle_id: str) -> HttpResponse:
    """What a chip's button says with the order's number: `remove` it, put it `earlier` or `later`,
    take it out to order something else `instead`, or on a condition (`plan`); `move` it to the
    place `to`. `of` says of which list: a second tap, or another window, would mean others."""
    shown = page_of(request, battle_id)
    if request.POST.get("of", shown.gathered_mark) != shown.gathered_mark:
        messages.warning(request, _("Your orders have changed meanwhile. Look at them again."))
        return answer_anew(request, battle_id)
    if "plan" in request.POST:
        return into_plan(request, battle_id, number_from(request, "plan"))
    orders = gathered(shown)
    instead = number_from(request, "instead")
    selected = ""
    if instead is not None and instead < len(orders):
        selected = orders[instead].get("warrior", "")
    kept = _changed(request, orders)
    if kept != orders:
        keep_orders(request, shown, kept)
    return answer_anew(request, battle_id, selected=selected)


def _changed(request: HttpRequest, orders: list[Any]) -> list[Any]:
    """The orders after it; the same where there is no such order, or no such place."""
    asked = {name: number_from(request, name) for name in ("remove", "instead", "move", "to")}
    for name in ("remove", "instead"):
        if asked[name] is not None:
            return [order for number, order in enumerate(orders) if number != asked[name]]
    index, to = asked["move"], asked["to"]
    for name, step in (("earlier", -1), ("later", 1)):
        if (number := number_from(request, name)) is not None:
            index, to = number, number + step
    if index is None or to is None or index >= len(orders) or not 0 <= to < len(orders):
        return orders
    rest = orders[:index] + orders[index + 1 :]
    return [*rest[:to], orders[index], *rest[to:]]
