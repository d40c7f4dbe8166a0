"""A battle's page: the board, the sheet of a warrior, the turn in the making."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

import rules
from campaigns.battle_text import now_in_words
from campaigns.board_svg import (
    BoardView,
    Ghost,
    Planned,
    draw,
    labels_of,
    levels_of,
    place_of,
    places_of,
    side_class,
    spells_on,
    statuses_of,
)
from campaigns.messages import explain
from campaigns.models import BattleStatus, Draft
from campaigns.moments import deadline_words
from campaigns.narration import Part, tell_order, words
from campaigns.narration import explain as explain_refusal
from campaigns.narration.aims import Aim, aims, scenario_name, standing
from campaigns.narration.decisions import choice_word, question
from campaigns.narration.offers import tell_offer
from campaigns.narration.sentences import SENTENCES
from campaigns.narration.terms import terms
from campaigns.plan_words import tell_length, tell_planned
from campaigns.planning import Plan, plan, ways
from campaigns.selectors.battles import BattleView, told_beforehand
from campaigns.unseen import as_seen_by, is_unseen
from campaigns.views.act_parts import Act
from campaigns.views.acts import acts_for, commands_for, ready_in
from campaigns.views.battle_parts import (
    Band,
    Chip,
    CounterForm,
    Named,
    Question,
    Row,
    Sheet,
    Thing,
    player_in,
)
from campaigns.views.log import names_of
from campaigns.views.way_fields import Corner, corners_in
from mordheim_site.numbers import whole_number
from rules.battle import events as ev
from rules.battle import passage
from rules.battle.deployment import to_deploy
from rules.battle.forms import Form
from rules.battle.orders import AnyOrder, Command, EndPhase, Move
from rules.battle.plan import PHASES
from rules.battle.queries import characteristic
from rules.battle.state import CHARACTERISTICS, State, Warrior, WarriorSetup
from rules.odds import told_before
from rules.units import from_units


class BattlePage:
    """Everything that the page shows of a battle, worked out when it is asked for.

    `acting` is the side that the reader gives orders to, "" for a reader; `source` says whether
    he does so as a player or as the game master.
    """

    def __init__(self, request: HttpRequest, view: BattleView, draft: Draft | None) -> None:
        self.request = request
        self.view = view
        self.battle = view.battle
        self.draft = draft
        self.names = names_of(view)
        self.acting, self.source = _acting(request, view)

    @cached_property
    def plan(self) -> Plan:
        """The turn in the making; an empty one for who only reads."""
        orders = self.draft.orders if self.draft and self.acting and self.playing else []
        return plan(self.base, orders, source=self.source)

    @cached_property
    def base(self) -> State:
        """The battle as the reader's side sees it: deploying unseen it is everybody's turn."""
        return as_seen_by(self.battle, self.view.state, self.acting)

    @cached_property
    def unseen(self) -> bool:
        """Whether the sides deploy unseen now."""
        return self.playing and is_unseen(self.battle, self.view.state)

    @cached_property
    def state(self) -> State:
        """The battle as far as the gathered orders let one foresee it."""
        return self.plan.state

    @property
    def playing(self) -> bool:
        return self.battle.status in (BattleStatus.OPEN, BattleStatus.PAUSED)

    @property
    def my_turn(self) -> bool:
        waiting = {side.side for side in self.view.waiting}
        return self.playing and self.acting in waiting

    @property
    def phase(self) -> str:
        return words.word(words.PHASES, self.state.phase)

    @property
    def turn(self) -> int:
        return self.state.turn

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """What the side may do after the gathered orders."""
        return rules.legal_orders(self.state, self.acting) if self.my_turn else ()

    @cached_property
    def ready(self) -> frozenset[str]:
        """Who may still act in this phase."""
        if not self.my_turn or self.plan.ended or self.view.state.awaiting:
            return frozenset()
        return ready_in(self.forms, self.plan.used)

    @cached_property
    def selected(self) -> str:
        wanted = self.request.GET.get("warrior") or self.request.POST.get("selected") or ""
        if wanted in self.state.warriors:
            return wanted
        return self.to_place[0] if self.to_place and wanted == "" else ""

    @cached_property
    def to_place(self) -> list[str]:
        """Who of the side has no place yet, while it deploys or some come up from below."""
        if not self.my_turn or self.view.state.awaiting:
            return []
        if passage.is_emerging(self.state):
            return passage.below(self.state, self.acting)
        if self.state.phase != "deployment":
            return []
        return [id for id in to_deploy(self.state, self.acting) if id in self.state.warriors]

    @cached_property
    def placing(self) -> list[Row]:
        """The same as rows with their links."""
        rows = {row.warrior.id: row for band in self.bands for row in band.rows}
        return [rows[id] for id in self.to_place]

    @cached_property
    def counter_form(self) -> CounterForm | None:
        """A counter that the side has to put down now."""
        if not self.my_turn or self.view.state.awaiting or not self.plan_is_empty:
            return None
        for form in self.forms:
            if form.kind == "deploy" and form.warrior not in self.state.warriors:
                return CounterForm(Act("deploy", _("Put it down")), Thing(Named(form.warrior)))
        return None

    @property
    def plan_is_empty(self) -> bool:
        return not self.plan.steps

    @property
    def level(self) -> str:
        wanted = self.request.GET.get("level", "")
        number = whole_number(wanted)
        return wanted if number is not None and number < len(self.levels) else ""

    @cached_property
    def levels(self) -> Sequence[Any]:
        return levels_of(self.state.setup.board)

    @cached_property
    def places(self) -> Sequence[Any]:
        return places_of(self.state.setup.board)

    def address(self, **query: str) -> str:
        """This page with another warrior or side chosen."""
        kept = {"as": self.request.GET.get("as") or self.request.POST.get("as") or ""}
        asked = {name: value for name, value in (kept | query).items() if value}
        if not asked:
            return self.path
        return f"{'' if self.at_home else self.path}?{urlencode(asked)}"

    @cached_property
    def in_words(self) -> bool:
        """Whether the battle is played from its page in words, and goes on there."""
        here = self.request.path == self.path_in_words
        return here or self.request.POST.get("words") == "1"

    @property
    def path_in_words(self) -> str:
        return reverse("campaigns:board_text", args=[self.battle.public_id])

    @cached_property
    def path(self) -> str:
        if self.in_words:
            return self.path_in_words
        return reverse("campaigns:scene", args=[self.battle.scene.public_id])

    @property
    def at_home(self) -> bool:
        """Whether it is shown under its own address, so that links may be relative to it."""
        return self.request.path == self.path

    @property
    def reading(self) -> bool:
        """Whether it is as everybody sees it who has nothing to order in it and chose nothing.

        A battle between its end and its aftermath's changes without a new version.
        """
        still = self.settled or (self.playing and not self.acting)
        return still and self.at_home and not {"as", "warrior", "level"} & self.request.GET.keys()

    @property
    def facts(self) -> tuple[Any, ...]:
        """What the page of a mere reader depends on, besides the posts shown."""
        seats = tuple((one.name, one.waiting, player_in(one)) for one in self.view.sides)
        battle = self.battle
        # What is left of the time is told in words that change with it.
        left = deadline_words(self.deadline) if self.deadline else ""
        return (str(battle.public_id), battle.version, battle.status, seats, self.view.reader, left)

    def board(self, ghosts: Sequence[Ghost] = ()) -> SafeString:
        planned = dict(ways(self.base, self.plan))
        moved = {id for id in planned if self.state.warriors[id].at == planned[id][-1]}
        return draw(
            self.state,
            BoardView(
                names=self.names,
                href=lambda warrior: self.address(warrior=warrior) + "#sheet",
                selected=self.selected,
                ready=self.ready,
                ghosts=tuple(ghosts if not planned else ())
                + tuple(Ghost(id, planned[id]) for id in planned if id in moved),
                planned=tuple(Planned(id, way) for id, way in planned.items() if id not in moved),
                zones=self.state.phase == "deployment" or self.battle.state is None,
                planner=not self.reading,
            ),
        )

    @cached_property
    def bands(self) -> list[Band]:
        players = {side.side: side for side in self.view.sides}
        labels = labels_of(self.state.setup.warriors)
        return [
            Band(
                id=side.id,
                name=self.names.sides[side.id],
                letter=self.names.letter(side.id),
                css=side_class(self.state, side.id),
                player=player_in(players.get(side.id)),
                active=self.playing and self.state.active == side.id,
                rows=[
                    self._row(self.state.warriors[setup.id], labels)
                    for setup in self.state.setup.warriors
                    if self._is_of(setup, side.id)
                ],
            )
            for side in self.state.setup.sides
        ]

    def _is_of(self, setup: WarriorSetup, side: str) -> bool:
        """Whom a side decides for now; who may yet be called by a spell isn't there."""
        warrior = self.state.warriors[setup.id]
        waits = setup.summoned_by and warrior.at is None and warrior.out_in is None
        return warrior.side == side and not waits

    def _row(self, warrior: Warrior, labels: dict[str, str]) -> Row:
        setup = self.state.setup.by_id[warrior.id]
        statuses = statuses_of(self.state, warrior)
        return Row(
            warrior=warrior,
            name=setup.name,
            label=labels[warrior.id],
            kind=setup.kind.replace("_", " "),
            status=", ".join(
                [
                    *(words.word(words.STATUSES, name) for name in statuses),
                    *spells_on(self.state, warrior),
                ]
            ),
            gone=warrior.status == "out_of_action",
            ready=warrior.id in self.ready,
            href=self.address(warrior=warrior.id) + "#sheet",
        )

    @property
    def tray(self) -> list[tuple[Band, Row]]:
        """Who lies beside the table."""
        return [
            (band, row)
            for band in self.bands
            for row in band.rows
            if row.warrior.status == "out_of_action"
        ]

    @property
    def ready_rows(self) -> list[Row]:
        """Who may still act, to be chosen without hunting for a small token."""
        if self.questions or self.placing:
            return []
        return [row for band in self.bands for row in band.rows if row.ready]

    @property
    def acting_css(self) -> str:
        return side_class(self.state, self.acting)

    @cached_property
    def sheet(self) -> Sheet | None:
        if not self.selected:
            return None
        warrior = self.state.warriors[self.selected]
        band = next(band for band in self.bands if band.id == warrior.side)
        setup = self.state.setup.by_id[warrior.id]
        mine = self.my_turn and warrior.side == self.acting and not self.plan.ended
        return Sheet(
            row=next(row for row in band.rows if row.warrior.id == warrior.id),
            band_css=band.css,
            letter=band.letter,
            side=band.name,
            place=place_of(self.state.setup.board, warrior.at) if warrior.at else "",
            profile=self._profile(warrior),
            wounds=warrior.wounds,
            things=[
                self.names.thing(id)
                for id in (*setup.weapons, *setup.armour, *setup.equipment, *setup.skills)
            ],
            marks=[words.word(words.MARKS, mark.partition(":")[0]) for mark in warrior.marks],
            acts=self._acts(warrior) if mine else self._commands(warrior),
            given=self._given(warrior),
            mine=mine,
            at=self._native(warrior),
        )

    def _native(self, warrior: Warrior) -> tuple[Any, Any, Any]:
        """Its place in the ruleset's unit; empty texts for who has none."""
        if warrior.at is None:
            return ("", "", "0")
        x, y, z = (round(float(from_units(v, self.names.unit_size)), 1) for v in warrior.at)
        return (_short(x), _short(y), _short(z))

    def _profile(self, warrior: Warrior) -> list[tuple[str, str, Any]]:
        """(abbreviation, whole word, value); Movement in the ruleset's unit."""
        line = []
        for name in CHARACTERISTICS:
            value: Any = characteristic(self.state, warrior.id, name)
            if name == "M":
                value = from_units(value, self.names.unit_size)
            short, whole = words.ABBREVIATIONS[name], words.CHARACTERISTICS[name]
            line.append((str(short), str(whole), value))
        return line

    def _acts(self, warrior: Warrior) -> list[Act]:
        ordered = warrior.id in self.plan.used
        return acts_for(
            self.forms,
            self.state,
            warrior,
            self.names,
            ordered=ordered,
            odds=told_before(self.state.setup.ruleset),
        )

    def _commands(self, warrior: Warrior) -> list[Act]:
        """What an enemy whom the side has seduced may be told to do later."""
        if not self.my_turn or self.plan.ended or warrior.id in self.plan.used:
            return []
        return commands_for(self.forms, warrior, self.names)

    def _given(self, warrior: Warrior) -> list[tuple[Part, ...]]:
        """What he has been told already, for the side that told him."""
        if not self.acting:
            return []
        return [
            tell_order(order, self.names)
            for order in told_beforehand(self.view)
            if order.warrior == warrior.id and order.side == self.acting
        ]

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
            chips.append(Chip(step.index, told, problem, warrior, in_turn and not ended))
        return chips

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
    def questions(self) -> list[Question]:
        """The decisions that the reader has to take."""
        if not self.playing:
            return []
        return [
            Question(
                id=decision.id,
                side=decision.side,
                parts=question(decision, self.names),
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

    @cached_property
    def scenario(self) -> str:
        return scenario_name(self.state)

    @property
    def aims(self) -> list[Aim]:
        """What each side needs to win."""
        return aims(self.state, self.names)

    @property
    def terms(self) -> list[str]:
        """What else holds in the scenario."""
        return terms(self.state, self.names)

    @property
    def standing(self) -> list[tuple[Part, ...]]:
        """How the scenario's objectives stand."""
        return standing(self.state, self.names)

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
            return [("phase", _("End the turn; the others come up where there is room"))]
        found = [("phase", _("End the phase: %(phase)s") % {"phase": self.phase})]
        if state.phase in ("start", "recovery"):
            found.insert(0, ("recovery", _("Go on to the movement")))
        if state.phase != "combat":
            found.append(("combat", _("End the turn, close combat included")))
        return found if state.phase != "recovery" else [found[0], found[-1]]

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

    @property
    def sendable(self) -> bool:
        """Whether there is anything to send: orders, or a phase to end."""
        return bool(self.chips or self.endings)

    @property
    def _may_end(self) -> bool:
        return any(form.kind == "end_phase" for form in self.forms)

    @property
    def waited_for(self) -> str:
        """Who has to do what, in one line."""
        return now_in_words(self.view, self.acting, self.state.phase if self.my_turn else "")

    @property
    def deadline(self) -> Any:
        """When the time of whom play waits for ends; None without a clock."""
        clocks = (getattr(side, "clock", None) for side in self.view.waiting)
        ends = [one.due_at for one in clocks if one is not None and one.running and one.due_at]
        return min(ends, default=None)

    @property
    def acting_name(self) -> str:
        return self.names.sides.get(self.acting, "")

    @property
    def closed_href(self) -> str:
        """This page without a warrior chosen."""
        return self.address()

    @property
    def seeds(self) -> Any:
        return self.battle.seeds.select_related("user")

    @property
    def moves_soon(self) -> bool:
        """Whether the server is about to do something by itself: pages then look more often."""
        at_work = self.battle.status == BattleStatus.OVER
        return at_work or any(
            side.controller == "server" or _played_for(side) for side in self.view.waiting
        )

    @property
    def settled(self) -> bool:
        """Whether nothing more will happen by itself."""
        return self.battle.status in (BattleStatus.CLOSED, BattleStatus.CANCELLED)

    @property
    def unit(self) -> str:
        return self.names.unit

    @property
    def corners(self) -> list[Corner]:
        """Of a way that is typed: none yet."""
        return corners_in({})

    @property
    def unit_mm(self) -> Any:
        return from_units(self.names.unit_size, 100)

    @property
    def result(self) -> str:
        outcome = self.view.state.result
        if outcome is None:
            return ""
        if outcome.winner is None:
            return _("The battle ends in a draw.")
        event = ev.BattleEnded(reason=outcome.reason, winner=outcome.winner, losers=outcome.losers)
        told = SENTENCES[ev.BattleEnded](event, self.names)
        return "".join(part.text for part in told)


def _played_for(side: Any) -> bool:
    clock = getattr(side, "clock", None)
    return clock is not None and clock.played_for


def _short(number: float) -> str:
    """For an input that a person edits: a point, and no needless zeros."""
    return f"{number:g}"


def _acting(request: HttpRequest, view: BattleView) -> tuple[str, str]:
    """The side that the reader plays now, and as what."""
    wanted = request.GET.get("as") or request.POST.get("as") or ""
    sides = [side.side for side in view.sides]
    if wanted in sides and view.access.is_gm:
        return wanted, "gm"
    mine = view.may_order
    for side in view.waiting:
        if side.side in mine:
            return side.side, "player"
    return (mine[0], "player") if mine else ("", "player")
