"""After the battle, one guided page a warband: what was rolled, what is asked, what has changed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from campaigns.errors import ServiceError
from campaigns.moments import left
from campaigns.selectors.aftermaths import ground_of
from campaigns.selectors.awakenings import awakenings_of
from campaigns.selectors.by_hand import outdated
from campaigns.services.aftermath import (
    aftermath_choose,
    aftermath_correct,
    aftermath_leave_market,
)
from campaigns.views.http import number_from, page
from mordheim_site.errors import ServiceError as WarbandError
from warbands.models import Aftermath
from warbands.selectors import (
    AftermathView,
    Question,
    StepView,
    aftermath_for,
    aftermath_view,
    differences,
    questions_for,
    roster_sheet,
)
from warbands.selectors.dice import audited, branch_of
from warbands.selectors.undone import corrections_of
from warbands.services.aftermath import current_state
from warbands.wording import note

STAGES: dict[str, frozenset[str]] = {
    "injuries": frozenset(
        """absence serious_injury pit_injury succession old_wound captured ransom exchange pit_fight
        injury_reroll craving used_up side_effect used kit_used mutation infection summoner_rating
        awakening instability bond rot_caught rot""".split()
    ),
    "experience": frozenset({"experience", "lesson", "learn", "advance", "spell"}),
    "exploration": frozenset({"exploration", "explore", "aid", "place", "ruling", "treasure_map"}),
    "income": frozenset({"income", "sell", "upkeep"}),
    "market": frozenset({"rare", "trade", "offer", "veterans", "cards", "study"}),
}
"""Which steps and questions belong to which stage of the rail, in the rulebook's order."""


@dataclass(frozen=True)
class Stage:
    """A stage of the rail: `state` is done, now or later."""

    id: str
    name: str
    state: str
    steps: list[StepView]
    questions: list[Question]

    @property
    def rules(self) -> tuple[str, ...]:
        """The tables and rules behind all of it, each once."""
        asked = (question.rule for question in self.questions)
        return tuple(dict.fromkeys([rule for step in self.steps for rule in step.rules] + [*asked]))


def stages_of(view: AftermathView, questions: Sequence[Question], *, market: bool) -> list[Stage]:
    """The stages with what was done in each and what is asked there; `market`: it is open."""
    names = {
        "injuries": _("Injuries"),
        "experience": _("Experience and advances"),
        "exploration": _("Exploration"),
        "income": _("Income"),
        "market": _("Trading post"),
    }
    left = {stage_of(step.step) for step in view.remaining}
    found: list[Stage] = []
    for id, name in names.items():
        asked = [one for one in questions if stage_of(one.kind) == id]
        steps = [step for step in view.steps if stage_of(_kind(step)) == id and step.story]
        busy = id in left or bool(asked)
        waits = any(stage.state == "now" for stage in found)
        state = ("later" if waits and id in left else "now") if busy else "done"
        if waits and not busy and not steps:
            state = "later"
        if id == "market" and not market and not view.closed:
            state = "later"
        found.append(Stage(id, name, state, steps, asked))
    return found


def _kind(step: StepView) -> str:
    """A step's kind, for an answer that of its question."""
    if step.step.step in ("answer", "taken_back"):
        return step.step.fighter.partition(":")[0]
    return step.step.step


def stage_of(kind: str) -> str:
    return next(id for id, kinds in STAGES.items() if kind in kinds)


def _in_words(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Refusals of the warbands' own: not found, or a message above the page."""

    @wraps(view)
    def answered(request: HttpRequest, aftermath_id: UUID) -> HttpResponse:
        try:
            return view(request, aftermath_id)
        except WarbandError as refusal:
            if isinstance(refusal, ServiceError):
                raise
            if refusal.status == 404:
                raise Http404 from refusal
            messages.error(request, str(refusal.detail))
            return redirect("campaigns:aftermath_guide", aftermath_id)

    return answered


@require_GET
@page
@_in_words
def aftermath(request: HttpRequest, aftermath_id: UUID) -> HttpResponse:
    """The whole page; for htmx only its body, while the workers are at it."""
    found = aftermath_for(request.user, aftermath_id)
    template = "campaigns/aftermath/body.html" if request.htmx else "campaigns/aftermath/page.html"
    return render(request, template, _context(request, found))


def _context(request: HttpRequest, found: Aftermath) -> dict[str, Any]:
    ground = ground_of(request.user, found)
    access = ground.access
    state = current_state(found, found.warband)
    view = aftermath_view(found)
    questions = questions_for(found, request.user, as_gm=access.is_gm, state=state)
    mine = found.warband.owner_id == request.user.pk
    sheet = roster_sheet(found.warband) if mine and not found.warband.fighting else None
    return {
        "section": "campaigns",
        "stash": sheet.stash if sheet else (),
        "fighters": sheet.fighters if sheet else (),
        "aftermath": found,
        "warband": found.warband,
        "battle": ground.battle,
        "scene": ground.scene,
        "campaign": ground.campaign,
        "view": view,
        "stages": [
            stage
            for stage in stages_of(view, questions, market=state.market)
            if ground.battle is not None or stage.id == "experience"
        ],
        "questions": questions,
        "mine": [question for question in questions if question.mine],
        "busy": bool(view.remaining) and not found.reverted_at,
        "differences": differences(state),
        "finds": [note(one.id) for one in state.roster.finds],
        "is_owner": mine,
        "is_gm": access.is_gm,
        "outdated": outdated(found, ground.battle),
        "left_to_choose": _left(found),
        "undone": corrections_of(found),
        "free": not found.warband.fighting,
        "awakenings": awakenings_of(access, found.warband, found.battle),
    }


@require_GET
@page
@_in_words
def dice(request: HttpRequest, aftermath_id: UUID) -> HttpResponse:
    """Every die of an aftermath, and the means to check it in the browser."""
    found = aftermath_for(request.user, aftermath_id)
    ground = ground_of(request.user, found)
    told = {step.number: step.story for step in aftermath_view(found).steps}
    steps = audited(found)
    context = {
        "section": "campaigns",
        "aftermath": found,
        "warband": found.warband,
        "scene": ground.scene,
        "campaign": ground.campaign,
        "secret": bytes(found.secret).hex() if found.revealed else "",
        "steps": [(one, () if one.superseded else told.get(one.number, ())) for one in steps],
    }
    return render(request, "campaigns/aftermath/dice.html", context)


@require_GET
@page
@_in_words
def dice_data(request: HttpRequest, aftermath_id: UUID) -> HttpResponse:
    """The same for the checking script; the secret is there once it is shown."""
    found = aftermath_for(request.user, aftermath_id)
    ground_of(request.user, found)
    name = branch_of(found)
    branch = {
        "id": name,
        "commitment": found.commitment,
        "secret": bytes(found.secret).hex() if found.revealed else None,
        "seeds": found.seeds,
    }
    orders = [
        {
            "number": step.number,
            "sequence": step.sequence,
            "branch": name,
            "order_hash": step.order_hash,
            "faces": step.faces,
        }
        for step in audited(found)
    ]
    return JsonResponse({"branches": [branch], "orders": orders})


def _left(found: Aftermath) -> str:
    """What will be left to choose once the clock runs again."""
    now = timezone.now()
    return left(now + timedelta(seconds=found.left_seconds or 0), now)


@require_POST
@page
@_in_words
def leave_market(request: HttpRequest, aftermath_id: UUID) -> HttpResponse:
    """Nobody looks for anything more."""
    aftermath_leave_market(user=request.user, aftermath_id=aftermath_id)
    return redirect("campaigns:aftermath_guide", aftermath_id)


@require_POST
@page
@_in_words
def correct(request: HttpRequest, aftermath_id: UUID) -> HttpResponse:
    """The game master lays other dice, or takes an answer back."""
    laid = [int(face) for face in request.POST.get("dice", "") if face in "123456789"]
    aftermath_correct(
        user=request.user,
        aftermath_id=aftermath_id,
        step=number_from(request, "step") or 0,
        reason=request.POST.get("reason", ""),
        dice=laid,
        expected_version=number_from(request, "version"),
    )
    messages.success(request, _("Corrected. What depended on it has been played anew."))
    return redirect("campaigns:aftermath_guide", aftermath_id)


@require_POST
@page
@_in_words
def choose(request: HttpRequest, aftermath_id: UUID) -> HttpResponse:
    """Answer a question; what is refused is said above the page."""
    aftermath_choose(
        user=request.user,
        aftermath_id=aftermath_id,
        question=request.POST.get("question", ""),
        choice=request.POST.get("choice", ""),
        gold=number_from(request, "gold") or 0,
        expected_version=number_from(request, "version"),
    )
    return redirect("campaigns:aftermath_guide", aftermath_id)
