"""A side's plan as its maker sees it, and what the form of a further step offers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

import rules
from campaigns.board_svg import BoardView, Level, Planned, draw, levels_of, places_of
from campaigns.models import SidePlan
from campaigns.narration import Part, words
from campaigns.plan_words import tell_dropped, tell_onslaught, tell_planned, tell_when
from campaigns.selectors.battles import battle_view
from campaigns.selectors.plans import plan_for, plan_of
from campaigns.services import plans as verbs
from campaigns.views.http import number_from
from campaigns.views.log import names_of
from campaigns.views.plan_answers import Answering, before_deployment, in_battle
from campaigns.views.plan_fields import Filled, filled_from, filled_of, filled_standing, offered
from campaigns.views.plan_form import (
    Options,
    charmed_by,
    options_for,
    options_to_command,
    seduces,
)
from mordheim_site.numbers import whole_number
from rules.battle import plan as pl
from rules.battle.orders import EndPhase, Move
from rules.battle.state import Warrior
from rules.board import Point

WHOLE_SIDE = "all"
TURNS_AHEAD = 5

Named = tuple[str, str]


@dataclass(frozen=True)
class ToldChoice:
    """A choice in words; `edit` leads to the form that says it, "" where none can."""

    index: int
    parts: tuple[Part, ...]
    when: str
    edit: str = ""


@dataclass(frozen=True)
class Told:
    """A step in words: its place in the plan, its choices with their conditions."""

    index: int
    choices: list[ToldChoice]


@dataclass(frozen=True)
class Stretch:
    """The steps of one phase of one turn."""

    turn: int
    phase: str
    steps: list[Told]


class Planner:
    """A side's plan as its maker sees it."""

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
        self._offers: dict[str, Options] = {}
        known = names_of(self.view)
        nearest = {pl.NEAREST: _("the nearest enemy")}
        self.names = replace(known, warriors={**known.warriors, **nearest})

    @cached_property
    def steps(self) -> list[pl.Step]:
        """Those that somebody chose; phases are ended by others, put in when the plan is sealed."""
        return [step for step in self.plan.steps if not ends(step)]

    @property
    def ending(self) -> bool:
        return any(ends(step) for step in self.plan.steps)

    @property
    def told(self) -> list[Stretch]:
        """The steps by turn and phase."""
        numbered = list(enumerate(self.steps))
        groups = groupby(numbered, lambda one: (self.turn_of(one[1]), one[1].phase))
        return [
            Stretch(
                turn,
                words.word(words.PHASES, phase),
                [self._told(index, step) for index, step in steps],
            )
            for (turn, phase), steps in groups
        ]

    @property
    def standing(self) -> list[ToldChoice]:
        """What is done in every fight."""
        return [
            ToldChoice(
                index,
                tell_onslaught(wish, self.names),
                tell_when(wish.when, self.names),
                self._edit_standing(index, wish),
            )
            for index, wish in enumerate(self.plan.onslaughts)
        ]

    def _edit_standing(self, index: int, wish: pl.Onslaught) -> str:
        filled = filled_standing(self.view.state, wish, self.names.unit_size)
        return self.address(standing=index) + "#add" if filled and self._has(filled) else ""

    @property
    def dropped(self) -> list[tuple[Told, str]]:
        """What came to nothing; that a phase was over by itself is no loss."""
        rows = self.row.dropped if self.row else []
        lost = [(msgspec.convert(one["step"], pl.Step), one["reason"]) for one in rows]
        return [
            (self._told(0, step), tell_dropped(reason, self.names))
            for step, reason in lost
            if not ends(step)
        ]

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

    @property
    def commanding(self) -> bool:
        """Whether the form is for such an enemy."""
        return self.who in {id for id, _name in self.charmed}

    @property
    def targets(self) -> list[Named]:
        """At whom the chosen one may go: enemies; under a spell his own comrades."""
        return [one for one in self.enemies if one[0] != self.who]

    @property
    def places(self) -> list[Named]:
        """Places with a name: some spells are cast at a building."""
        return [(id, str(self.names.thing(id))) for id in self.names.places]

    @cached_property
    def who(self) -> str:
        """Whom the form is for; "" for the side as a whole."""
        wanted = self.request.GET.get("who", "")
        if self.filled.act.get("act"):
            wanted = self.filled.of or WHOLE_SIDE
        mine = [id for id, _name in self.mine]
        if wanted == WHOLE_SIDE or not mine:
            return ""
        return wanted if wanted in (*mine, *(id for id, _name in self.charmed)) else mine[0]

    @property
    def who_name(self) -> str:
        return self.names.warriors[self.who] if self.who else self.names.sides[self.side]

    @property
    def candidates(self) -> list[tuple[str, str, bool]]:
        """Whom orders may be given to: (name, address, chosen)."""
        rows = [(WHOLE_SIDE, _("The whole warband")), *self.mine]
        told = _("%(who)s, under a spell")
        rows += [(id, told % {"who": name}) for id, name in self.charmed]
        chosen = self.who or WHOLE_SIDE
        return [(name, self.address(who=id) + "#add", id == chosen) for id, name in rows]

    @cached_property
    def options(self) -> Options:
        return self._options(self.who)

    @property
    def subjects(self) -> list[Named]:
        """Whom else a condition may be about."""
        return [*((id, name) for id, name in self.mine if id != self.who), *self.enemies]

    @property
    def statuses(self) -> list[Named]:
        names = ("standing", "knocked_down", "stunned", "knocked_down stunned", "out_of_action")
        told = [[words.word(words.STATUSES, one) for one in name.split()] for name in names]
        return [(name, _(" or ").join(one)) for name, one in zip(names, told, strict=True)]

    @cached_property
    def filled(self) -> Filled:
        """What the form shows: what was typed and won't do, or what is to be changed."""
        if self.request.method == "POST":
            return filled_from(self.request.POST)
        unit = self.names.unit_size
        shown = None
        if self.changed_standing is not None:
            shown = filled_standing(
                self.view.state, self.plan.onslaughts[self.changed_standing], unit
            )
        elif self.replaced is not None and self.changed is not None:
            shown = filled_of(self.view.state, self.steps[self.replaced], self.changed, unit)
        return shown or Filled()

    @property
    def replaced(self) -> int | None:
        """The step that is changed, or gets another alternative, if one was chosen for that."""
        return _within(number_from(self.request, "step"), self.steps)

    @property
    def changed(self) -> int | None:
        """Which of its choices is changed; None where one is added."""
        if self.replaced is None:
            return None
        return _within(number_from(self.request, "alt"), self.steps[self.replaced].choices)

    @property
    def changed_standing(self) -> int | None:
        """Which of the standing orders for fights is changed."""
        return _within(number_from(self.request, "standing"), self.plan.onslaughts)

    @property
    def changing(self) -> bool:
        return self.changed is not None or self.changed_standing is not None

    @property
    def alternative_to(self) -> Told | None:
        index = self.replaced
        return None if index is None else self._told(index, self.steps[index])

    @property
    def plain_address(self) -> str:
        """This page with the same warrior, for a step of its own."""
        return self.address(who=self.who or WHOLE_SIDE)

    @property
    def chosen_turn(self) -> int | None:
        """The turn that the step before was for: a turn is seldom ordered by one step."""
        return whole_number(self.filled.turn) or number_from(self.request, "turn")

    @property
    def answers(self) -> list[Answering]:
        """The decisions that may be taken beforehand."""
        return [*before_deployment(self), *in_battle(self)]

    def stance(self, kind: str) -> str:
        """What was chosen beforehand: "" asks."""
        stance = next((one for one in self.plan.stances if one.decision == kind), None)
        if stance is None or not stance.prefer:
            return ""
        return "all" if len(stance.prefer) > 2 else stance.prefer[0]

    @cached_property
    def ways(self) -> list[Planned]:
        """The ways of the moves that are planned, each from where the one before it ends."""
        return self._ways(self.steps)

    def _ways(self, steps: Sequence[pl.Step]) -> list[Planned]:
        found, at = [], {w.id: w.at for w in self.view.state.warriors.values()}
        for step in steps:
            for choice in step.choices:
                order = choice.order
                if isinstance(order, Move) and order.legs and order.warrior in at:
                    start = at[order.warrior]
                    way = tuple(leg.to for leg in order.legs)
                    found.append(Planned(order.warrior, (start, *way) if start else way))
            moved = step.choices[0].order if step.choices else None
            if isinstance(moved, Move) and moved.legs:
                at[moved.warrior] = moved.legs[-1].to
        return found

    @property
    def start(self) -> str:
        """Where a way of the chosen warrior begins, in millimetres; "" for who has no place."""
        before = self.steps[: self.replaced]  # of a step that is changed, what comes before it
        ends: dict[str, Point] = {one.warrior: one.path[-1] for one in self._ways(before)}
        warrior = self.view.state.warriors.get(self.who)
        at = ends.get(self.who) or (warrior.at if warrior else None)
        return ",".join(f"{value / 100:g}" for value in at) if at else ""

    @property
    def board(self) -> SafeString:
        mine = {id for id, _name in (*self.mine, *self.charmed)}

        def link(id: str) -> str:
            return self.address(who=id) + "#add" if id in mine else ""

        shown = BoardView(self.names, link, selected=self.who, planned=tuple(self.ways))
        return draw(self.view.state, shown)

    @property
    def levels(self) -> Sequence[Level]:
        return levels_of(self.view.setup.board)

    @property
    def named_places(self) -> Sequence[Any]:
        return places_of(self.view.setup.board)

    @property
    def unit_mm(self) -> str:
        return f"{self.names.unit_size / 100:g}"

    def address(self, **query: Any) -> str:
        """This page for another warrior, or another step."""
        several = {"side": self.side} if len(self.view.may_order) > 1 else {}
        asked = {name: value for name, value in (several | query).items() if value != ""}
        path = reverse("campaigns:plan", args=[self.view.battle.public_id])
        return f"{path}?{urlencode(asked)}" if asked else path

    def _able(self) -> list[Warrior]:
        state = self.view.state
        return [w for w in state.warriors.values() if w.status != "out_of_action"]

    def _told(self, index: int, step: pl.Step) -> Told:
        board = self.view.setup.board
        choices = [
            ToldChoice(
                number,
                tell_planned(one.order, self.names, board),
                tell_when(one.when, self.names),
                self._edit(index, step, number),
            )
            for number, one in enumerate(step.choices)
        ]
        return Told(index, choices)

    def _edit(self, index: int, step: pl.Step, choice: int) -> str:
        """Where a choice is changed; "" for what the form can't say (REST says more)."""
        filled = filled_of(self.view.state, step, choice, self.names.unit_size)
        if filled is None or not self._has(filled):
            return ""
        return self.address(step=index, alt=choice) + "#add"

    def _has(self, filled: Filled) -> bool:
        """Whether the form for its warrior has all that it should show."""
        people = {"", *(id for id, _name in (*self.mine, *self.enemies))}
        return filled.of in people and offered(filled, self._options(filled.of), people)

    def _options(self, who: str) -> Options:
        if who not in self._offers:
            charmed = who in {id for id, _name in self.charmed}
            make = options_to_command if charmed else options_for
            self._offers[who] = make(self.view.state, who, self.names)
        return self._offers[who]

    def save(self, plan: pl.Plan, *, sealed: bool = False) -> None:
        native = rules.to_native(plan, self.view.unit_size)
        text = self.request.POST.get("text")
        verbs.plan_set(
            user=self.request.user,
            battle_id=self.view.battle.public_id,
            side=self.side,
            plan=native,
            text=(self.row.text if self.row else "") if text is None else text,
            sealed=sealed,
        )


def _within(index: int | None, rows: Sequence[Any]) -> int | None:
    return index if index is not None and index < len(rows) else None


def known_phase(phase: str) -> Any:
    """A phase of a turn; the first for what is none."""
    return phase if phase in pl.PHASES else pl.PHASES[0]


def ends(step: pl.Step) -> bool:
    """Whether a step does nothing but end its phase: nobody put it in by himself."""
    if len(step.choices) != 1 or step.choices[0].when:
        return False
    order = step.choices[0].order
    return isinstance(order, EndPhase) and order.through is None
