"""Ordering ahead: the plan is put together step by step, then sealed; second thoughts besides."""

from dataclasses import dataclass, replace
from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

import rules
from campaigns.errors import ServiceError, invalid
from campaigns.models import SidePlan
from campaigns.narration import Names, Part, explain_code, tell_order, words
from campaigns.selectors.battles import battle_view
from campaigns.selectors.plans import plan_for, plan_of
from campaigns.services import plans as verbs
from campaigns.services.second_thoughts import draw_offer
from campaigns.services.second_thoughts import take_back as take_back_order
from campaigns.views.http import number_from, page
from campaigns.views.log import names_of
from mordheim_site.numbers import whole_number
from rules.battle import plan as pl
from rules.battle.arms import kit_of
from rules.battle.orders import EndPhase
from rules.battle.state import Warrior

PHASE_OF = {
    "charge": "movement",
    "walk": "movement",
    "run": "movement",
    "hide": "movement",
    "shoot": "shooting",
}


@dataclass(frozen=True)
class Told:
    """A step in words: its place in the plan, its phase, its choices with their conditions."""

    index: int
    phase: str
    choices: list[tuple[tuple[Part, ...], str]]


class Planner:
    """A side's plan as its maker sees it."""

    def __init__(self, request: HttpRequest, battle_id: str) -> None:
        self.view = battle_view(request.user, battle_id)
        self.side = request.POST.get("side") or request.GET.get("side") or ""
        if not self.side and self.view.may_order:
            self.side = self.view.may_order[0]
        if self.side not in self.view.may_order:
            raise Http404
        self.row: SidePlan | None = plan_for(self.view, self.side)
        self.plan = plan_of(self.row) if self.row else pl.Plan()
        known = names_of(self.view)
        nearest = {pl.NEAREST: _("the nearest enemy")}
        self.names = replace(known, warriors={**known.warriors, **nearest})

    @property
    def steps(self) -> list[pl.Step]:
        """Those that somebody chose; phases are ended by others, put in when the plan is sealed."""
        return [step for step in self.plan.steps if not _ends(step)]

    @property
    def ending(self) -> bool:
        return any(_ends(step) for step in self.plan.steps)

    @property
    def told(self) -> list[Told]:
        return [self._told(index, step) for index, step in enumerate(self.steps)]

    @property
    def dropped(self) -> list[tuple[Told, str]]:
        rows = self.row.dropped if self.row else []
        return [
            (
                self._told(0, msgspec.convert(one["step"], pl.Step)),
                _reason(one["reason"], self.names),
            )
            for one in rows
        ]

    @property
    def mine(self) -> list[tuple[str, str]]:
        return [(w.id, self.names.warriors[w.id]) for w in self._able() if w.side == self.side]

    @property
    def enemies(self) -> list[tuple[str, str]]:
        return [(w.id, self.names.warriors[w.id]) for w in self._able() if w.side != self.side]

    @property
    def missiles(self) -> list[tuple[str, str]]:
        """The missile weapons of the side, by id."""
        setup = self.view.setup
        found = {
            arm.id: self.names.thing(arm.id)
            for w in self._able()
            if w.side == self.side
            for arm in kit_of(setup, w.id).missile
        }
        return list(found.items())

    @property
    def intercept(self) -> str:
        """What is done about charges that could be intercepted: "" asks, none, or a warrior."""
        stance = next((one for one in self.plan.stances if one.decision == "intercept"), None)
        return stance.prefer[0] if stance and stance.prefer else ""

    def _able(self) -> list[Warrior]:
        state = self.view.state
        return [w for w in state.warriors.values() if w.status != "out_of_action"]

    def _told(self, index: int, step: pl.Step) -> Told:
        choices = [
            (
                tell_order(one.order, self.names) if one.order else (Part(_("does nothing")),),
                ", ".join(_condition(when, self.names) for when in one.when),
            )
            for one in step.choices
        ]
        return Told(index, words.word(words.PHASES, step.phase), choices)

    def save(self, request: HttpRequest, plan: pl.Plan, *, sealed: bool = False) -> None:
        native = rules.to_native(plan, self.view.unit_size)
        text = request.POST.get("text")
        verbs.plan_set(
            user=request.user,
            battle_id=self.view.battle.public_id,
            side=self.side,
            plan=native,
            text=(self.row.text if self.row else "") if text is None else text,
            sealed=sealed,
        )


@login_required
@require_GET
@page
def planner(request: HttpRequest, battle_id: str) -> HttpResponse:
    """What has been ordered ahead, and the means to order more."""
    shown = Planner(request, battle_id)
    context = {
        "section": "campaigns",
        "p": shown,
        "view": shown.view,
        "scene": shown.view.battle.scene,
        "campaign": shown.view.battle.scene.campaign,
    }
    return render(request, "campaigns/battle/plan.html", context)


@login_required
@require_POST
@page
def step_add(request: HttpRequest, battle_id: str) -> HttpResponse:
    """Put a step into the plan, at the end of its phase. It isn't sealed any more."""
    shown = Planner(request, battle_id)
    try:
        step = _step(request.POST, shown)
        steps = sorted([*shown.steps, step], key=lambda one: pl.PHASES.index(one.phase))
        shown.save(request, replace_plan(shown.plan, steps=tuple(steps)))
    except ServiceError as refusal:
        if refusal.status in (401, 403, 404):
            raise
        messages.error(request, refusal.detail)
    return _back(shown)


@login_required
@require_POST
@page
def stance_set(request: HttpRequest, battle_id: str) -> HttpResponse:
    """How charges are intercepted while one is away; "" leaves it to be asked."""
    shown = Planner(request, battle_id)
    chosen = request.POST.get("intercept", "")
    others = tuple(one for one in shown.plan.stances if one.decision != "intercept")
    prefer = {"": (), "none": ("none",)}.get(chosen, (chosen, "none"))
    if chosen == "all":
        prefer = (*(id for id, _name in shown.mine), "none")
    stances = (*others, pl.Stance(decision="intercept", prefer=prefer)) if prefer else others
    sealed = shown.row is not None and shown.row.sealed
    shown.save(request, replace_plan(shown.plan, stances=stances), sealed=sealed)
    return _back(shown)


@login_required
@require_POST
@page
def remove(request: HttpRequest, battle_id: str) -> HttpResponse:
    """Take a step out of the plan."""
    shown = Planner(request, battle_id)
    index = number_from(request, "index")
    steps = tuple(step for number, step in enumerate(shown.steps) if number != index)
    shown.save(request, replace_plan(shown.plan, steps=steps))
    return _back(shown)


@login_required
@require_POST
@page
def seal(request: HttpRequest, battle_id: str) -> HttpResponse:
    """From now on the server plays it; or, with `open`, it is set aside again."""
    shown = Planner(request, battle_id)
    if request.POST.get("open"):
        shown.save(request, replace_plan(shown.plan, steps=tuple(shown.steps)))
        messages.success(request, _("The plan is open again: nothing of it is played."))
        return _back(shown)
    steps = _with_endings(shown) if request.POST.get("ending") else shown.steps
    shown.save(request, replace_plan(shown.plan, steps=tuple(steps)), sealed=True)
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


def replace_plan(plan: pl.Plan, **changes: Any) -> pl.Plan:
    return msgspec.structs.replace(plan, **changes)


def _back(shown: Planner) -> HttpResponse:
    answer = redirect("campaigns:plan", shown.view.battle.public_id)
    if len(shown.view.may_order) > 1:
        answer["Location"] += f"?side={shown.side}"
    return answer


def _ends(step: pl.Step) -> bool:
    return len(step.choices) == 1 and isinstance(step.choices[0].order, EndPhase)


def _with_endings(shown: Planner) -> list[pl.Step]:
    """The steps, each phase ended behind its own; in one's own turn not those that are over."""
    state = shown.view.state
    now = state.phase if state.active == shown.side and state.phase in pl.PHASES else "start"
    steps: list[pl.Step] = []
    for phase in pl.PHASES:
        steps += [step for step in shown.steps if step.phase == phase]
        if pl.PHASES.index(phase) >= pl.PHASES.index(now):
            order = EndPhase(side=shown.side, source="plan")
            steps.append(pl.Step(phase=phase, choices=(pl.Choice(order=order),)))
    return steps


def _step(data: Any, shown: Planner) -> pl.Step:
    """A step of a form: an act under a condition, and another one otherwise. Errors: bad_plan."""
    act, other = data.get("act", ""), data.get("act2", "")
    phase = PHASE_OF.get(act) or PHASE_OF.get(other)
    if phase is None or any(PHASE_OF.get(one, phase) != phase for one in (act, other)):
        raise invalid("bad_plan", why=_("both acts must belong to one phase"))
    choices = [{"order": _order(data, shown, act, ""), "when": _when(data)}]
    if other:
        choices.append({"order": _order(data, shown, other, "2"), "when": []})
    native = {"steps": [{"phase": phase, "choices": [_no_nothing(one) for one in choices]}]}
    return verbs.read_plan(shown.view.setup, shown.side, native).steps[0]


def _no_nothing(choice: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in choice.items() if value}


def _order(data: Any, shown: Planner, act: str, more: str) -> dict[str, Any] | None:
    base = {"side": shown.side, "warrior": data.get("warrior", "")}
    target = data.get(f"target{more}") or pl.NEAREST
    match act:
        case "charge":
            return base | {"order": "charge", "targets": [target]}
        case "shoot":
            return base | {"order": "shoot", "weapon": data.get("weapon", ""), "target": target}
        case "hide":
            return base | {"order": "move", "mode": "walk", "legs": [], "hide": True}
        case "walk" | "run":
            to = [_number(data.get(f"{axis}{more}") or "0") for axis in ("x", "y", "z")]
            return base | {"order": "move", "mode": act, "legs": [{"to": to}]}
    return None


def _when(data: Any) -> list[dict[str, Any]]:
    warrior, about = data.get("warrior", ""), data.get("about", "")
    whom = {"target": about} if about else {}
    match data.get("when", ""):
        case "visible":
            return [{"if": "visible", "warrior": warrior, **whom}]
        case "within":
            distance = _number(data.get("distance") or "0")
            return [{"if": "within", "warrior": warrior, "distance": distance, **whom}]
        case "engaged":
            return [{"if": "engaged", "warrior": warrior, **whom}]
        case "hurt":
            wounds = whole_number(data.get("wounds") or "2")
            return [{"if": "wounds_below", "warrior": warrior, "wounds": wounds}]
    return []


def _number(text: str) -> Any:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return text


def _condition(when: pl.AnyCondition, names: Names) -> str:
    who = names.warrior(when.warrior).text
    target = getattr(when, "target", "")
    whom = names.warrior(target).text if target else _("any enemy")
    match when:
        case pl.Visible():
            return _("if %(who)s sees %(whom)s") % {"who": who, "whom": whom}
        case pl.Within():
            length = words.length(when.distance, names.unit, names.unit_size)
            told = _("if %(whom)s is within %(length)s of %(who)s")
            return told % {"who": who, "whom": whom, "length": length}
        case pl.Engaged():
            return _("if %(who)s is fighting %(whom)s") % {"who": who, "whom": whom}
        case pl.WoundsBelow():
            told = _("if %(who)s has fewer than %(n)s wounds left")
            return told % {"who": who, "n": when.wounds}
        case _:
            statuses = ", ".join(words.word(words.STATUSES, one) for one in when.status)
            return _("if %(who)s is %(statuses)s") % {"who": who, "statuses": statuses}


def _reason(code: str, names: Names) -> str:
    told = {
        "phase_over": _("its phase was over"),
        "turn_over": _("its turn was over"),
        "no_condition_met": _("no condition was met"),
        "nobody_in_sight": _("nobody was in sight"),
    }
    return told.get(code) or explain_code(code, {}, names)
