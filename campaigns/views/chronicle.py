"""The campaign so far: standings with a chart, the memorial, the chronicle."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from campaigns.errors import ServiceError
from campaigns.messages import sentence
from campaigns.narration.seasons import award_in_words
from campaigns.selectors.access import campaign_for
from campaigns.selectors.chronicle import (
    Standing,
    battles_told,
    entries_of,
    memorial_of,
    standings_of,
)
from campaigns.selectors.seasons import season_of, seasons_of
from campaigns.services import seasons as verbs
from campaigns.views.http import number_from, page

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 640, 350, 72, 20, 300
"""In units of the drawing: on a phone half a pixel each, where the figures are twice as large."""
STEPS = (10, 25, 50, 100, 200, 500)
MOST_HEIGHTS, MOST_BATTLES = 6, 12
"""So many figures find room on an axis, also on a phone."""
A_PAGE = 10
STYLES = 8
"""Four colours, each with two kinds of dashes."""


@dataclass(frozen=True)
class Line:
    """A warband's ratings as a line of the chart; `number` gives its colour and its dashes."""

    number: int
    name: str
    points: str
    dots: tuple[tuple[int, int, int], ...]
    end: tuple[int, int]


@dataclass(frozen=True)
class Chart:
    """Lines, and marks of the axes: (place, number); `battles` are all of them, `marks` those that
    have their figure."""

    lines: tuple[Line, ...]
    heights: tuple[tuple[int, int], ...]
    battles: tuple[tuple[int, int], ...]
    marks: tuple[tuple[int, int], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    bottom: int = BOTTOM


def chart_of(standings: list[Standing]) -> Chart | None:
    """Ratings over time, where at least one warband has fought."""
    longest = max((len(one.ratings) for one in standings), default=0)
    if longest < 2:
        return None
    top = max(max(one.ratings) for one in standings)
    bottom = min(min(one.ratings) for one in standings)
    step = _step(max(top, bottom + 1) - bottom)
    low, high = bottom // step * step, -(-max(top, bottom + 1) // step) * step

    def x(number: int) -> int:
        return LEFT + number * (WIDTH - LEFT - 16) // (longest - 1)

    def y(rating: int) -> int:
        return BOTTOM - (rating - low) * (BOTTOM - TOP) // (high - low)

    lines = []
    for number, one in enumerate(standings, 1):
        dots = tuple((x(n), y(rating), rating) for n, rating in enumerate(one.ratings))
        points = " ".join(f"{dot[0]},{dot[1]}" for dot in dots)
        lines.append(Line((number - 1) % STYLES + 1, one.warband.name, points, dots, dots[-1][:2]))
    heights = tuple((y(mark), mark) for mark in range(low, high + 1, step))
    battles = tuple((x(n), n) for n in range(longest))
    marks = battles[:: -(-longest // MOST_BATTLES)]
    return Chart(tuple(lines), heights, battles, marks)


def _step(span: int) -> int:
    """From one figure of the height to the next, so that they stay few."""
    return next((step for step in STEPS if span / step < MOST_HEIGHTS - 1), span)


@require_GET
@page
def chronicle(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Everything that has happened, a page of battles at a time."""
    return _chronicle(request, campaign_id)


def _chronicle(
    request: HttpRequest, campaign_id: UUID, *, status: int = 200, **more: Any
) -> HttpResponse:
    access = campaign_for(request.user, campaign_id)
    seasons = seasons_of(access.campaign)
    number = number_from(request, "season")
    everything = number == 0 and len(seasons) > 1
    season = None if everything else season_of(access.campaign, number or None)
    standings = standings_of(access, season)
    told = Paginator(battles_told(access, season), A_PAGE).get_page(
        number_from(request, "page") or 1
    )
    context = {
        "section": "campaigns",
        "campaign": access.campaign,
        "access": access,
        "seasons": seasons if len(seasons) > 1 else [],
        "season": season,
        "everything": everything,
        "awards": [award_in_words(one) for one in season.awards] if season else [],
        "latest": seasons[-1],
        "standings": standings,
        "chart": chart_of(standings),
        "fallen": memorial_of(access),
        "entries": entries_of(told.object_list),
        "pages": told,
    }
    return render(request, "campaigns/chronicle.html", context | more, status=status)


@login_required
@require_POST
@page
def season_close(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """The game master ends the season. What he wrote for it stands there again if it can't end."""
    winner, words = request.POST.get("winner", ""), request.POST.get("words", "")
    try:
        season = verbs.season_close(
            user=request.user, campaign_id=campaign_id, winner=winner or None, words=words
        )
    except ServiceError as refusal:
        if refusal.status in (401, 403, 404):
            raise
        messages.error(request, sentence(refusal))
        closing = {"words": words, "winner": winner}
        return _chronicle(request, campaign_id, status=refusal.status, closing=closing)
    messages.success(request, _("%(season)s is over and kept.") % {"season": season.title})
    return redirect("campaigns:chronicle", campaign_id)


@login_required
@require_POST
@page
def season_open(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """The game master begins the next one."""
    season = verbs.season_open(
        user=request.user, campaign_id=campaign_id, name=request.POST.get("name", "")
    )
    messages.success(request, _("%(season)s begins.") % {"season": season.title})
    return redirect("campaigns:chronicle", campaign_id)


@login_required
@require_POST
@page
def season_rename(request: HttpRequest, campaign_id: UUID, number: int) -> HttpResponse:
    """The game master gives a season another name."""
    season = verbs.season_rename(
        user=request.user,
        campaign_id=campaign_id,
        number=number,
        name=request.POST.get("name", ""),
    )
    messages.success(request, _("It is called %(season)s now.") % {"season": season.title})
    return redirect(f"{reverse('campaigns:chronicle', args=[campaign_id])}?season={number}")


@login_required
@require_POST
@page
def retire(request: HttpRequest, campaign_id: UUID, warband_id: UUID) -> HttpResponse:
    """A warband retires; who wants to starts anew."""
    verbs.warband_retire(user=request.user, campaign_id=campaign_id, warband_id=warband_id)
    messages.success(request, _("The warband has retired. What it did stays told."))
    if request.POST.get("anew"):
        return redirect("warbands:create")
    return redirect("campaigns:detail", campaign_id)
