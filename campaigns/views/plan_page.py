"""A side's plan as its maker sees it, and what the form of a further step offers."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

import rules
from campaigns.board_svg import BoardView, Level, Planned, draw, levels_of, places_of
from campaigns.narration import words
from campaigns.services import plans as verbs
from campaigns.views.http import number_from
from campaigns.views.plan_answers import Answering, before_deployment, in_battle
from campaigns.views.plan_fields import Filled, filled_from, filled_of, filled_standing
from campaigns.views.plan_options import Options
from campaigns.views.plan_seen import Named
from campaigns.views.plan_told import PlanTold, Told
from mordheim_site.numbers import whole_number
from rules.battle import plan as pl
from rules.battle.orders import Move
from rules.board import Point

WHOLE_SIDE = "all"


class Planner(PlanTold):
    """A side's plan as its maker sees it."""

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
        return [(id, self.names.place(id)) for id in self.names.places]

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
