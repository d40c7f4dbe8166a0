"""What may be ordered now: the one answer that pages, REST and `submit` share.

A form names an order's kind, its warrior, and the domain of each parameter. Discrete domains list
what is legal; paths are continuous, so their domain is a limit and `allows` asks the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from ..errors import IllegalOrder
from ..magic.casting import may_cast
from ..magic.forms import casting_forms, command_forms, drawing_forms
from . import (
    charge,
    deployment,
    guarding,
    headsman,
    movement,
    passage,
    phases,
    preferring,
    recovery,
    striking,
    targets,
    using,
)
from . import orders as od
from .arms import kit_of
from .checks import seduced_by
from .domains import (
    Casting,
    Castings,
    Degrees,
    Domain,
    Flag,
    FormData,
    Ids,
    Place,
    Reach,
    Scalings,
    Shots,
    Ways,
)
from .engine import check
from .hands import extras_now
from .hiding import may_hide
from .mission import deploying, opening
from .queries import enemies_of, side_setup, warriors_of
from .reach import reach
from .scalings import kinds_of, scalings
from .state import State, Warrior


@dataclass(frozen=True, slots=True)
class Form:
    """A form and the state that it speaks of."""

    data: FormData
    state: State

    @property
    def kind(self) -> str:
        return self.data.kind

    @property
    def side(self) -> str:
        return self.data.side

    @property
    def warrior(self) -> str:
        return self.data.warrior

    @property
    def blocking(self) -> bool:
        """Whether play waits until this form (or one like it) is used."""
        return self.data.blocking

    @property
    def domains(self) -> dict[str, Domain]:
        return self.data.domains

    def to_data(self) -> FormData:
        """The form without its state."""
        return self.data

    def allows(self, order: od.Order) -> bool:
        """Whether the order is one of this form: then, and only then, `submit` accepts it."""
        return self._is_of_this_form(order) and refusal(self.state, order) is None

    def _is_of_this_form(self, order: od.Order) -> bool:
        if od.kind_of(order) != self.kind or order.side != self.side:
            return False
        if isinstance(order, od.Answer):
            return order.decision in self._decision_names()
        return getattr(order, "warrior", "") == self.warrior and (
            not isinstance(order, od.Move) or order.mode in self._modes()
        )

    def _decision_names(self) -> tuple[str, ...]:
        domain = self.domains["decision"]
        assert isinstance(domain, Ids)
        return domain.options

    def _modes(self) -> tuple[str, ...]:
        domain = self.domains["mode"]
        assert isinstance(domain, Ids)
        return domain.options


def refusal(state: State, order: od.Order) -> IllegalOrder | None:
    """Why `submit` would refuse the order; None when it would accept."""
    try:
        check(state, order)
    except IllegalOrder as reason:
        return reason
    return None


def _barred(test: Callable[[], None]) -> IllegalOrder | None:
    try:
        test()
    except IllegalOrder as reason:
        return reason
    return None


def legal_orders(state: State, side: str) -> tuple[Form, ...]:
    """Every form that a side may use now; none when it isn't asked for anything."""
    if state.result is not None or side not in state.order_of_play:
        return ()
    if state.awaiting:
        return tuple(_answers(state, side))
    if passage.is_emerging(state):
        return tuple(Form(data, state) for data in _emerging(state, side))
    found = [*_FORMS[state.phase](state, side), *using.forms(state, side)]
    found += [*command_forms(state, side), *guarding.forms(state, side)]
    found += preferring.forms(state, side)
    return tuple(Form(data, state) for data in found)


def _answers(state: State, side: str) -> Iterator[Form]:
    for decision in state.awaiting:
        if decision.side == side:
            domains: dict[str, Domain] = {
                "decision": Ids((decision.id, decision.kind)),
                "choice": Ids(decision.options),
            }
            yield Form(FormData(kind="answer", side=side, blocking=True, domains=domains), state)


def _end(state: State, side: str) -> FormData:
    now = phases.TURN.index(state.phase) if state.phase in phases.TURN else None
    through = phases.TURN[now:] if now is not None else ("deployment",)
    return FormData(
        kind="end_phase", side=side, blocking=True, domains={"through": Ids(tuple(through))}
    )


def _emerging(state: State, side: str) -> Iterator[FormData]:
    """Where those come up who took the way below; by themselves where nothing is said."""
    if side != state.active:
        return
    place = Place(None, passage.ground_of(state, side))
    for id in passage.below(state, side):
        domains: dict[str, Domain] = {"at": place, "facing": Degrees()}
        yield FormData(kind="deploy", side=side, warrior=id, domains=domains)
    yield _end(state, side)


def _deployment(state: State, side: str) -> Iterator[FormData]:
    if side != state.active:
        return
    for id in passage.may_descend(state, side):
        yield FormData(kind="descend", side=side, warrior=id)
    if state.mission is not None:
        yield from _placing(state, side)
        if not opening.unplaced(state):
            yield _end(state, side)
        return
    zone = side_setup(state, side).zone
    for w in state.warriors.values():
        if w.side == side and w.status != "out_of_action":
            yield FormData(
                kind="deploy",
                side=side,
                warrior=w.id,
                blocking=w.at is None and w.id not in state.below,
                domains={"at": Place(zone), "facing": Degrees()},
            )
    if not deployment.to_deploy(state, side):
        yield _end(state, side)


def _placing(state: State, side: str) -> Iterator[FormData]:
    """Whom, or which counter, a scenario lets the side place now."""
    due = deploying.waiting(state, side) if state.phase == "deployment" else []
    for id in deploying.may_place(state, side):
        ground = deploying.ground_for(state, side, id)
        yield FormData(
            kind="deploy",
            side=side,
            warrior=id,
            blocking=id in due,
            domains={"at": Place(None, ground), "facing": Degrees()},
        )


def _start(state: State, side: str) -> Iterator[FormData]:
    if side != state.active:
        return
    if refusal(state, od.Rout(side=side)) is None:
        yield FormData(kind="rout", side=side)
    yield _end(state, side)


def _recovery(state: State, side: str) -> Iterator[FormData]:
    if side != state.active:
        return
    for w in warriors_of(state, side):
        if recovery.may_stay_down(state, w):
            yield FormData(kind="stay_down", side=side, warrior=w.id)
    yield _end(state, side)


def _movement(state: State, side: str) -> Iterator[FormData]:
    if side != state.active:
        for w in seduced_by(state, side):
            yield from _charge(state, w)
            yield from _move(state, w)
        return
    if state.mission is not None:
        yield from _placing(state, side)
    for w in warriors_of(state, side):
        yield from drawing_forms(state, w)
        yield from _charge(state, w)
        yield from _move(state, w)
    yield _end(state, side)


def charge_targets(state: State, w: Warrior) -> tuple[str, ...]:
    """Enemies that a charge may be declared at; reach isn't measured (P-CHG-02)."""
    if _barred(partial(charge.may_charge, state, w)):
        return ()
    fallen = headsman.prey(state, w)
    return tuple(
        foe.id
        for foe in enemies_of(state, w.side)
        if foe.id == (fallen or foe.id)
        if _barred(partial(charge.chargeable, state, w, foe.id)) is None
    )


def _charge(state: State, w: Warrior) -> Iterator[FormData]:
    options = charge_targets(state, w)
    if options:
        domains: dict[str, Domain] = {"targets": Ids(options, len(options))}
        most = reach(state, w.id)
        ways = scalings(state, w, "charge", most)
        if ways:
            domains |= {"path": Reach(most, kinds_of(ways)), "scalings": Scalings(ways)}
        yield FormData(kind="charge", side=w.side, warrior=w.id, domains=domains)


def _move(state: State, w: Warrior) -> Iterator[FormData]:
    modes: tuple[od.MoveMode, ...] = ("walk", "run", "crawl", "break_off")
    if movement.may_turn(state, w):
        turn: dict[str, Domain] = {
            "mode": Ids(("walk",)),
            "legs": Reach(0),
            "facing": Degrees(),
        }
        yield FormData(kind="move", side=w.side, warrior=w.id, domains=turn)
    for mode in modes:
        if _barred(partial(movement.may_move, state, w, mode)) is None:
            domains: dict[str, Domain] = {"mode": Ids((mode,)), **_way(state, w, mode)}
            yield FormData(kind="move", side=w.side, warrior=w.id, domains=domains)


def _way(state: State, w: Warrior, mode: od.MoveMode) -> dict[str, Domain]:
    """How far a move in this mode may go, over what, and whether one may hide at its end."""
    most = movement.allowance(state, w, mode)
    by_dice = movement.rolls(state, w, mode)
    if by_dice or mode == "break_off":
        return {"legs": Reach(most), "facing": Degrees()}
    ways = scalings(state, w, mode, most)
    domains: dict[str, Domain] = {"legs": Reach(most, kinds_of(ways)), "facing": Degrees()}
    if ways:
        domains["scalings"] = Scalings(ways)
    if _barred(lambda: may_hide(state, w, running=mode == "run")) is None:
        domains["hide"] = Flag()
    return domains


def _shooting(state: State, side: str) -> Iterator[FormData]:
    mine = warriors_of(state, side) if side == state.active else seduced_by(state, side)
    for w in mine:
        single, double = shots_of(state, w), shots_of(state, w, double=True)
        if single or double:
            domains: dict[str, Domain] = {"shots": Shots(single, double)}
            yield FormData(kind="shoot", side=side, warrior=w.id, domains=domains)
        yield from casting_forms(state, w)
    if side == state.active:
        yield _end(state, side)


def shots_of(state: State, w: Warrior, *, double: bool = False) -> dict[str, tuple[str, ...]]:
    """For each missile weapon that may be fired now, its legal targets; range isn't measured."""
    arms = kit_of(state.setup, w.id).missile
    if not arms or _barred(partial(targets.may_shoot, state, w)):
        return {}
    found = {}
    for arm in arms:
        if _barred(partial(targets.ready, state, w, arm, double=double)):
            continue
        options = tuple(
            foe.id
            for foe in targets.shootable(state, w)
            if refusal(state, _shot(w, arm.id, foe.id, double)) is None
        )
        if options:
            found[arm.id] = options
    return found


def _shot(w: Warrior, weapon: str, target: str, double: bool) -> od.Shoot:
    return od.Shoot(side=w.side, warrior=w.id, weapon=weapon, target=target, double=double)


def _combat(state: State, side: str) -> Iterator[FormData]:
    for w in warriors_of(state, side):
        if _barred(partial(striking.may_declare, state, side, w.id)) is None:
            ways = tuple(striking.counted(way) for way in striking.ways_to_strike(state, w.id))
            beside = {arm.id: n for arm, n in extras_now(state, w.id)}
            if ways:
                splits = Ways(ways, striking.attackable(state, w.id), beside)
                yield FormData(kind="strike", side=side, warrior=w.id, domains={"splits": splits})
    if side == state.active:
        yield _end(state, side)


_FORMS: dict[str, Callable[[State, str], Iterator[FormData]]] = {
    "deployment": _deployment,
    "start": _start,
    "recovery": _recovery,
    "movement": _movement,
    "shooting": _shooting,
    "combat": _combat,
}


def reasons(state: State, id: str) -> dict[str, IllegalOrder]:
    """For each act of this phase that a warrior can't do now: why. For buttons that explain."""
    w = state.warriors[id]
    tests: dict[str, Callable[[], None]] = {}
    if w.at is None or w.side != state.active or state.awaiting:
        return {}
    if state.phase == "movement":
        tests = {
            "charge": lambda: charge.may_charge(state, w),
            "walk": lambda: movement.may_move(state, w, "walk"),
            "run": lambda: movement.may_move(state, w, "run"),
        }
        if w.status == "knocked_down":
            tests = {"crawl": lambda: movement.may_move(state, w, "crawl")}
    elif state.phase == "shooting":
        tests = {"shoot": lambda: targets.may_shoot(state, w)}
        if state.setup.by_id[id].spells:
            tests["cast"] = lambda: may_cast(state, w)
    elif state.phase == "combat":
        tests = {"strike": lambda: striking.may_declare(state, w.side, w.id)}
    found = {name: _barred(test) for name, test in tests.items()}
    return {name: reason for name, reason in found.items() if reason is not None}


def waiting_for(state: State) -> tuple[str, ...]:
    """The sides on which play waits now; none when the battle is over."""
    if state.result is not None:
        return ()
    if state.awaiting:
        return tuple(dict.fromkeys(decision.side for decision in state.awaiting))
    return (state.active,)


__all__ = [
    "Casting",
    "Castings",
    "Degrees",
    "Domain",
    "Flag",
    "Form",
    "FormData",
    "Ids",
    "Place",
    "Reach",
    "Scalings",
    "Shots",
    "Ways",
    "charge_targets",
    "legal_orders",
    "reasons",
    "refusal",
    "shots_of",
    "waiting_for",
]
