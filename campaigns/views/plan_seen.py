"""A side's plan as it is kept: its steps, whom it is about, the turns that it may name."""

from dataclasses import replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.models import SidePlan
from campaigns.selectors.battles import battle_view
from campaigns.selectors.plans import plan_for, plan_of
from campaigns.views.log import names_of
from campaigns.views.plan_options import charmed_by, seduces
from rules.battle import plan as pl
from rules.battle.state import Warrior

TURNS_AHEAD = 5

Named = tuple[str, str]


class PlanSeen:
    """The plan of the side that its maker asks for."""

    def __init__(self, request: HttpRequest, battle_id: str) -> None:
        self.request = request
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

    @cached_property
    def steps(self) -> list[pl.Step]:
        """Those that somebody chose; phases are ended by others, put in when the plan is sealed."""
        return [step for step in self.plan.steps if not pl.ends(step)]

    @property
    def ending(self) -> bool:
        return any(pl.ends(step) for step in self.plan.steps)

    def turn_of(self, step: pl.Step) -> int:
        return step.turn if step.turn is not None else self.next_turn(step.phase)

    def next_turn(self, phase: str) -> int:
        """The turn in which this phase of the side comes next."""
        state = self.view.state
        if self.side not in state.order_of_play or state.phase not in pl.PHASES:
            return max(state.turn, 1)
        place = state.order_of_play.index
        if state.active != self.side:
            return state.turn + (place(self.side) < place(state.active))
        return state.turn + (pl.PHASES.index(known_phase(phase)) < pl.PHASES.index(state.phase))

    @property
    def turns(self) -> list[int]:
        """The turns that may be named."""
        first = self.next_turn(pl.PHASES[-1])
        return list(range(first, first + TURNS_AHEAD))

    @property
    def mine(self) -> list[Named]:
        return [(w.id, self.names.warriors[w.id]) for w in self._able() if w.side == self.side]

    @property
    def enemies(self) -> list[Named]:
        return [(w.id, self.names.warriors[w.id]) for w in self._able() if w.side != self.side]

    @cached_property
    def charmed(self) -> list[Named]:
        """Enemies who may be told beforehand what to do (P-CHA-SLA): those seduced now; all, where
        somebody of the side knows such a spell, as it may work by then."""
        state = self.view.state
        if any(seduces(state, id) for id, _name in self.mine):
            return self.enemies
        return [(id, name) for id, name in self.enemies if charmed_by(state, id, self.side)]

    def address(self, **query: Any) -> str:
        """This page for another warrior, or another step."""
        several = {"side": self.side} if len(self.view.may_order) > 1 else {}
        asked = {name: value for name, value in (several | query).items() if value != ""}
        path = reverse("campaigns:plan", args=[self.view.battle.public_id])
        return f"{path}?{urlencode(asked)}" if asked else path

    def _able(self) -> list[Warrior]:
        state = self.view.state
        return [w for w in state.warriors.values() if w.status != "out_of_action"]


def known_phase(phase: str) -> Any:
    """A phase of a turn; the first for what is none."""
    return phase if phase in pl.PHASES else pl.PHASES[0]
