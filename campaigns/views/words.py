"""A battle in words: the board read out, what has happened, and the same forms to play it by."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaigns.battle_text import board_text as told
from campaigns.battle_text import happened
from campaigns.selectors.battles import battle_view
from campaigns.views.http import page
from campaigns.views.log import names_of
from campaigns.views.turn import page_of


@require_GET
@page
def board_text(request: HttpRequest, battle_id: str) -> HttpResponse:
    """The battle in words, to be played from here; for the script under the board its list."""
    if request.htmx:
        view = battle_view(request.user, battle_id)
        context = {"text": told(view, names_of(view))}
        return render(request, "campaigns/battle/board_text_list.html", context)
    shown = page_of(request, battle_id)
    context = {
        "section": "campaigns",
        "b": shown,
        "text": told(shown.view, shown.names, shown.state if shown.my_turn else None),
        "happened": happened(shown.view, shown.names),
        "draft": shown.draft,
        "access": shown.view.access,
        "scene": shown.battle.scene,
        "campaign": shown.battle.scene.campaign,
    }
    return render(request, "campaigns/battle/board_text.html", context)
