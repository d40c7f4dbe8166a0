"""The turn in the making on a battle's page: gathered orders, questions, what may follow."""

from functools import cached_property
from itertools import accumulate

from django.utils.html import conditional_escape
from django.utils.translation import gettext as _

from campaigns.messages import explain
from campaigns.narration import Part
from campaigns.narration import explain as explain_refusal
from campaigns.narration.decisions import choice_word, pending
from campaigns.narration.offers import tell_offer
from campaigns.plan_words import tell_length, tell_planned
from campaigns.templatetags.book import coloured
from campaigns.views.act_parts import Act
from campaigns.views.battle_parts import (
    Chip,
    CounterForm,
    Named,
    Question,
    Thing,
)
from campaigns.views.battle_seen import BattleSeen
from rules.battle import passage
from rules.battle.orders import AnyOrder, Command, EndPhase, Move
from rules.battle.plan import PHASES

CHIPS = 11_900
"""So many bytes the page beside the board has for the gathered orders (it has at most 60,000):
some forty of them. The page in words shows them all."""
CHIP = 170
"""One of them without what it says."""


class TurnInMaking(BattleSeen):
    """What the acting side has gathered, is asked, and may do next."""

    @cached_property
    def chips(self) -> list[Chip]:
        chips = []
        in_turn, ended = self.base.phase in PHASES, False
        at = {w.id: w.at for w in self.base.warriors.values()}
        for step in self.plan.steps:
            told = self._told(step.order) if step.order else (Part(_("?")),)
            if isinstance(step.order, Move) and step.order.legs:
                start = at.get(step.order.warrior)
                told += tell_length(start, step.order.legs, self.names) if start else ()
                at[step.order.warrior] = step.order.legs[-1].to
            problem = explain_refusal(step.problem) if step.problem else ""
            warrior = getattr(step.order, "warrior", "")
            ended |= isinstance(step.order, EndPhase)
            plannable, last = in_turn and not ended, step is self.plan.steps[-1]
            chips.append(Chip(step.index, told, problem, warrior, plannable, last))
        return chips

    def _bytes_of(self, chip: Chip) -> int:
        problem = conditional_escape(chip.problem)
        return CHIP + len(coloured(chip.parts, self.names).encode()) + len(problem.encode())

    @cached_property
    def chips_shown(self) -> list[Chip]:
        if self.in_words:
            return self.chips
        sums = accumulate(self._bytes_of(chip) for chip in self.chips)
        return [chip for chip, sum_ in zip(self.chips, sums, strict=True) if sum_ <= CHIPS]

    @property
    def chips_left(self) -> int:
        return len(self.chips) - len(self.chips_shown)

    def _told(self, order: AnyOrder) -> tuple[Part, ...]:
        """An order in words; of one given beforehand, which is its side's own, all that it says."""
        board = self.base.setup.board
        if not isinstance(order, Command):
            return tell_planned(order, self.names, board)
        told: tuple[Part, ...] = (Part(_("In its own turn: ")),)
        for number, one in enumerate(order.orders):
            told += ((Part("; "),) if number else ()) + tell_planned(one, self.names, board)
        return told

    @property
    def draft_error(self) -> str:
        """Why the orders of the draft were refused when they were sent."""
        error = dict(self.draft.error) if self.draft and self.draft.error else {}
        return explain(error.pop("code"), error, self.names) if error else ""

    @cached_property
    def counter_form(self) -> CounterForm | None:
        """A counter that the side has to put down now."""
        if not self.my_turn or self.view.state.awaiting or not self.plan_is_empty:
            return None
        for form in self.forms:
            if form.kind == "deploy" and form.warrior not in self.state.warriors:
                return CounterForm(Act("deploy", _("Put it down")), Thing(Named(form.warrior)))
        return None

    @cached_property
    def questions(self) -> list[Question]:
        """The decisions that the reader has to take."""
        if not self.playing:
            return []
        return [
            Question(
                id=decision.id,
                side=decision.side,
                parts=pending(self.view.state, decision, self.names),
                rule=decision.rule,
                choices=[
                    (
                        choice,
                        choice_word(decision.kind, choice, self.names),
                        choice == decision.default,
                    )
                    for choice in decision.options
                ],
            )
            for decision in self.view.state.awaiting
            if decision.side == self.acting
        ]

    @property
    def offers(self) -> list[str]:
        """What the side may do now, in words."""
        return [tell_offer(form, self.names) for form in self.forms]

    @property
    def may_rout(self) -> bool:
        return any(form.kind == "rout" for form in self.forms)

    @property
    def endings(self) -> list[tuple[str, str]]:
        """What may follow the gathered orders: (value, words). "" is to stay in the phase."""
        state = self.state
        if not self.my_turn or state.awaiting or self.plan.ended or not self._may_end:
            return []
        if state.phase == "deployment":
            done = _("Seal the deployment") if self.unseen else _("Deployment is done")
            return [("phase", done)]
        if passage.is_emerging(state):
            end = _("End the turn; the others come up where there is room")
            return [("phase", end if self.to_place else _("End the turn"))]
        found = [("phase", _("End the phase: %(phase)s") % {"phase": self.phase})]
        if state.phase in ("start", "recovery"):
            found.insert(0, ("recovery", _("Go on to the movement")))
        if state.phase != "combat":
            found.append(("combat", _("End the turn, close combat included")))
        return found if state.phase != "recovery" else [found[0], found[-1]]

    @property
    def _may_end(self) -> bool:
        return any(form.kind == "end_phase" for form in self.forms)

    @property
    def sendable(self) -> bool:
        """Whether there is anything to send: orders, or a phase to end; unseen all at once."""
        return bool(self.endings or (self.chips and not self.unseen))

    @property
    def may_be_placed(self) -> bool:
        """Whether the server could put somebody where he might stand."""
        deploying = self.my_turn and self.state.phase == "deployment"
        return deploying and not self.questions and not self.endings

    @property
    def may_stay(self) -> bool:
        """Whether the orders may be sent without ending the phase; deployed is deployed, and when
        all have come up from below nothing else is left."""
        done = passage.is_emerging(self.state) and not self.to_place
        return bool(self.chips) and self.state.phase != "deployment" and not done

    @property
    def may_draw(self) -> bool:
        """A draw is a matter between people."""
        return not any(side.controller == "server" for side in self.view.sides)

    @property
    def draw_offered(self) -> bool:
        """Whether the reader's side offers one."""
        return any(side.draw_offered for side in self.view.sides if side.side == self.acting)

    @property
    def draw_awaits(self) -> bool:
        """Whether nobody's word but the reader's is missing."""
        return all(side.draw_offered for side in self.view.sides if side.side != self.acting)
