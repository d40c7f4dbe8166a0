"""How each event changes a battle: the only place where a new state comes from an old one.

`state = fold(setup, events)`. Each function here takes the state and one event and returns the
next state; none of them decides anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from . import events as ev
from .orders import ProfileChanges
from .state import Result, Setup, State, Warrior

# Marks that outlive their owner's next turn start would be a bug: all are cleared there.
Changes = dict[str, Any]

MOVING = frozenset(
    {ev.Deployed, ev.Moved, ev.Fell, ev.StatusChanged, ev.LeftTable, ev.SideLost, ev.Adjusted}
)
"""Events that can change who touches or sees whom: cached geometry is dropped at them."""


BRIEF = frozenset({"afraid", "dived", "fell"})
"""The marks that hold only until the next turn begins, whoever's it is."""


def initial(setup: Setup) -> State:
    """The state before the first event."""
    warriors = {
        w.id: Warrior(
            id=w.id,
            side=w.side,
            at=None if w.status == "out_of_action" else w.at,
            facing=90 if w.facing is None else w.facing,
            status=w.status,
            wounds=_wounds_at_start(w),
            hidden=w.hidden,
            fleeing=w.fleeing,
            left_table=w.left_table,
            marks=tuple(sorted({*w.marks} - BRIEF)),
            brief=tuple(sorted(BRIEF.intersection(w.marks))),
        )
        for w in setup.warriors
    }
    sides = tuple(side.id for side in setup.sides)
    return State(
        setup=setup,
        turn=setup.turn,
        active=setup.active or sides[0],
        phase=setup.phase,
        step="charges" if setup.phase == "movement" else "",
        warriors=warriors,
        order_of_play=sides,
    )


def _wounds_at_start(w: Any) -> int:
    """A model that starts down or out has no Wounds left unless the set-up says otherwise."""
    if w.wounds is not None:
        return int(w.wounds)
    return w.profile.W if w.status == "standing" else 0


def fold(setup: Setup, events: Iterable[ev.Event]) -> State:
    """The state after `events`."""
    state = initial(setup)
    for event in events:
        state = apply(state, event)
    return state


def apply(state: State, event: ev.Event) -> State:
    """The state after one more event."""
    return changed(state, event, _CHANGES[type(event)](state, event), 1)


def changes_of(state: State, event: ev.Event) -> Changes:
    """The fields of the state that an event changes, apart from its place in the log."""
    return _CHANGES[type(event)](state, event)


def changed(state: State, event: ev.Event, changes: Changes, steps: int) -> State:
    """The state with these changes, `steps` events on; what nobody's moving touched is kept."""
    kind = type(event)
    new = replace(state, seq=state.seq + steps, **changes)
    if kind not in MOVING:
        new.__dict__.update(state.__dict__)
    elif kind is ev.StatusChanged and "contacts" in state.__dict__:
        new.__dict__["contacts"] = _contacts_after(state.__dict__["contacts"], event)
    return new


def advanced(state: State, steps: int) -> State:
    """The same state, `steps` events on."""
    new = replace(state, seq=state.seq + steps)
    new.__dict__.update(state.__dict__)
    return new


def _contacts_after(contacts: dict[str, tuple[str, ...]], event: Any) -> dict[str, tuple[str, ...]]:
    """A change of status moves nobody; who goes out of action touches nobody any more."""
    gone = event.warrior
    if event.after != "out_of_action" or gone not in contacts:
        return contacts
    left = {id: tuple([o for o in touched if o != gone]) for id, touched in contacts.items()}
    return {id: touched for id, touched in left.items() if touched and id != gone}


def _warrior(state: State, id: str, **changes: Any) -> Changes:
    warriors = state.warriors.copy()
    warriors[id] = replace(warriors[id], **changes)
    return {"warriors": warriors}


def with_mark(marks: tuple[str, ...], *new: str) -> tuple[str, ...]:
    """Marks are kept sorted and single, so that equal states encode alike."""
    return tuple(sorted({*marks, *new}))


def _mark(state: State, id: str, *marks: str, **changes: Any) -> Changes:
    return _warrior(state, id, marks=with_mark(state.warriors[id].marks, *marks), **changes)


def _nothing(state: State, event: Any) -> Changes:
    return {}


def _order_of_play(state: State, event: ev.OrderOfPlay) -> Changes:
    return {"order_of_play": event.sides, "active": event.sides[0]}


def _deployment_started(state: State, event: ev.DeploymentStarted) -> Changes:
    return {"active": event.side, "phase": "deployment"}


def _deployed(state: State, event: ev.Deployed) -> Changes:
    return _warrior(state, event.warrior, at=event.at, facing=event.facing)


def _turn_started(state: State, event: ev.TurnStarted) -> Changes:
    warriors = {id: _for_new_turn(w, event.side) for id, w in state.warriors.items()}
    return {
        "active": event.side,
        "turn": event.turn,
        "phase": "start",
        "step": "",
        "warriors": warriors,
    }


def _for_new_turn(w: Warrior, side: str) -> Warrior:
    marks = () if w.side == side else w.marks
    if marks == w.marks and not w.brief:
        return w
    return replace(w, marks=marks, brief=())


def _phase_started(state: State, event: ev.PhaseStarted) -> Changes:
    changes: Changes = {
        "phase": event.phase,
        "step": "charges" if event.phase == "movement" else "",
    }
    if event.phase == "combat":
        changes["warriors"] = {
            id: replace(w, bout=(), blows=()) if w.bout or w.blows else w
            for id, w in state.warriors.items()
        }
    return changes


def _step_started(state: State, event: ev.StepStarted) -> Changes:
    return {"step": event.step}


def _stayed_down(state: State, event: ev.StayedDown) -> Changes:
    return _mark(state, event.warrior, "stays_down")


_STATUS_MARKS = {"stood_up": "stood_up", "recovery": "came_round"}


def _status_changed(state: State, event: ev.StatusChanged) -> Changes:
    w = state.warriors[event.warrior]
    changes: Changes = {"status": event.after}
    if event.after in ("knocked_down", "stunned"):
        changes["been_down"] = True
    mark = _STATUS_MARKS.get(event.cause)
    if mark:
        changes["marks"] = with_mark(w.marks, mark)
    if event.after == "out_of_action":
        changes.update(at=None, fleeing=False, hidden=False, rounds=0)
    return _warrior(state, w.id, **changes)


def _rallied(state: State, event: ev.Rallied) -> Changes:
    return _mark(state, event.warrior, "rallied", fleeing=False)


def _flees_on(state: State, event: ev.RallyDenied) -> Changes:
    return {}


def _charge_declared(state: State, event: ev.ChargeDeclared) -> Changes:
    return _mark(state, event.warrior, "declared_charge")


def _charge_spot_failed(state: State, event: ev.ChargeSpotFailed) -> Changes:
    return _mark(state, event.warrior, "failed_to_spot")


def _charge_failed(state: State, event: ev.ChargeFailed) -> Changes:
    return _mark(state, event.warrior, "failed_charge")


def _charged(state: State, event: ev.Charged) -> Changes:
    brief = state.warriors[event.warrior].brief
    if event.diving:
        brief = with_mark(brief, "dived")
    return _mark(state, event.warrior, "charged", brief=brief)


def _climb_failed(state: State, event: ev.ClimbFailed) -> Changes:
    return _mark(state, event.warrior, "stayed")


_MOVE_MARKS = {
    "walk": ("moved",),
    "run": ("moved", "ran"),
    "crawl": ("moved",),
    "charge": ("moved",),
    "failed_charge": ("moved",),
    "intercept": (),
    "flee": ("moved",),
    "shamble": ("moved",),
    "climb": ("moved",),
    "jump": ("moved",),
    "leap": ("moved",),
}
SCALING = frozenset({"climb", "jump", "leap"})


def _fear_failed(state: State, event: ev.FearFailed) -> Changes:
    w = state.warriors[event.warrior]
    if event.effect == "no_charge":
        return _mark(state, w.id, "failed_fear", "failed_charge", "stayed")
    if event.effect == "only_sixes":
        return _warrior(state, w.id, brief=with_mark(w.brief, "afraid"))
    return {}


def _stupidity_failed(state: State, event: ev.StupidityFailed) -> Changes:
    return _mark(state, event.warrior, "stupid", event.effect)


def _moved(state: State, event: ev.Moved) -> Changes:
    w = state.warriors[event.warrior]
    marks = _MOVE_MARKS[event.mode]
    if len(event.path) == 1 or (event.cost == 0 and event.mode not in SCALING):
        marks = tuple("stayed" if mark == "moved" else mark for mark in marks)
    return _mark(state, w.id, *marks, at=event.path[-1], facing=event.facing, rounds=0)


def _fell(state: State, event: ev.Fell) -> Changes:
    w = state.warriors[event.warrior]
    return _mark(
        state, w.id, "moved", at=event.at, brief=with_mark(w.brief, "fell"), rounds=0, hidden=False
    )


def _hid(state: State, event: ev.Hid) -> Changes:
    return _mark(state, event.warrior, "hid", hidden=True)


def _revealed(state: State, event: ev.Revealed) -> Changes:
    return _warrior(state, event.warrior, hidden=False)


def _fled(state: State, event: ev.Fled) -> Changes:
    return _warrior(state, event.warrior, fleeing=True, rounds=0)


def _stopped_fleeing(state: State, event: ev.StoppedFleeing) -> Changes:
    return _warrior(state, event.warrior, fleeing=False)


def _left_table(state: State, event: ev.LeftTable) -> Changes:
    return _warrior(
        state,
        event.warrior,
        at=None,
        status="out_of_action",
        left_table=True,
        fleeing=False,
        hidden=False,
        rounds=0,
    )


def _shot_fired(state: State, event: ev.ShotFired) -> Changes:
    w = state.warriors[event.warrior]
    fired = {**w.fired, event.weapon: state.turn}
    mark = "shot_once" if event.double and "shot_once" not in w.marks else "shot"
    return _mark(state, event.warrior, mark, fired=fired)


def _strikes_declared(state: State, event: ev.StrikesDeclared) -> Changes:
    return _warrior(state, event.warrior, blows=event.splits)


def _bout(state: State, id: str, mark: str) -> Changes:
    return _warrior(state, id, bout=with_mark(state.warriors[id].bout, mark))


def _rolled(state: State, event: ev.Rolled) -> Changes:
    if event.purpose == "parry":
        return _bout(state, event.actor, "parry_used")
    return {}


def _critical_hit(state: State, event: ev.CriticalHit) -> Changes:
    if state.phase != "combat":
        return {}
    return _bout(state, event.warrior, "critical_used")


def _struck(state: State, event: ev.Struck) -> Changes:
    return _warrior(state, event.warrior, blows=event.splits)


def _parry_lost(state: State, event: ev.ParryLost) -> Changes:
    return _bout(state, event.warrior, "parry_used")


def _wounds_lost(state: State, event: ev.WoundsLost) -> Changes:
    return _warrior(state, event.warrior, wounds=event.after)


def _combat_fought(state: State, event: ev.CombatFought) -> Changes:
    engaged = set(event.warriors)
    warriors = {}
    for id, w in state.warriors.items():
        rounds = w.rounds + 1 if id in engaged else 0
        warriors[id] = (
            w if rounds == w.rounds and not w.blows else replace(w, rounds=rounds, blows=())
        )
    return {"warriors": warriors}


def _awaited(state: State, event: ev.Awaited) -> Changes:
    return {"awaiting": event.decisions, "agenda": event.agenda}


def _decided(state: State, event: ev.Decided) -> Changes:
    left = tuple(d for d in state.awaiting if d.id != event.decision)
    return {"awaiting": left} if left else {"awaiting": (), "agenda": ()}


def _side_lost(state: State, event: ev.SideLost) -> Changes:
    """The survivors leave: off the table, but nothing has happened to them (P-LEA-04)."""
    warriors = {
        id: replace(w, at=None, fleeing=False, hidden=False, rounds=0)
        if w.side == event.side
        else w
        for id, w in state.warriors.items()
    }
    return {"lost": (*state.lost, event.side), "warriors": warriors}


def _battle_ended(state: State, event: ev.BattleEnded) -> Changes:
    return {
        "phase": "over",
        "step": "",
        "awaiting": (),
        "agenda": (),
        "result": Result(event.reason, event.winner, event.losers),
    }


def _merged(old: ProfileChanges | None, new: ProfileChanges) -> ProfileChanges:
    fields = {name: getattr(new, name) for name in new.__struct_fields__}
    return replace(old or new, **{name: v for name, v in fields.items() if v is not None})


def _adjusted(state: State, event: ev.Adjusted) -> Changes:
    w, c = state.warriors[event.warrior], event.changes
    changes: Changes = {
        name: value
        for name in ("at", "facing", "status", "wounds", "hidden", "fleeing")
        if (value := getattr(c, name)) is not None
    }
    if c.profile:
        changes["profile"] = _merged(w.profile, c.profile)
    if changes.get("status") == "out_of_action":
        changes.update(at=None, fleeing=False, hidden=False, rounds=0)
    elif w.status == "out_of_action" and c.status is not None:
        changes["left_table"] = False
    return _warrior(state, w.id, **changes)


_CHANGES: dict[type[ev.Event], Callable[[State, Any], Changes]] = {
    ev.OrderOfPlay: _order_of_play,
    ev.NotAutomated: _nothing,
    ev.DeploymentStarted: _deployment_started,
    ev.Deployed: _deployed,
    ev.TurnStarted: _turn_started,
    ev.PhaseStarted: _phase_started,
    ev.StepStarted: _step_started,
    ev.Rolled: _rolled,
    ev.StayedDown: _stayed_down,
    ev.StatusChanged: _status_changed,
    ev.Rallied: _rallied,
    ev.RallyDenied: _flees_on,
    ev.ChargeDeclared: _charge_declared,
    ev.ChargeSpotFailed: _charge_spot_failed,
    ev.ChargeFailed: _charge_failed,
    ev.Charged: _charged,
    ev.Intercepted: _nothing,
    ev.InterceptionFailed: _nothing,
    ev.FearFailed: _fear_failed,
    ev.StupidityFailed: _stupidity_failed,
    ev.ForcedToCharge: _nothing,
    ev.Moved: _moved,
    ev.ClimbFailed: _climb_failed,
    ev.OrderLapsed: _nothing,
    ev.Fell: _fell,
    ev.Hid: _hid,
    ev.Revealed: _revealed,
    ev.Fled: _fled,
    ev.StoppedFleeing: _stopped_fleeing,
    ev.LeftTable: _left_table,
    ev.ShotFired: _shot_fired,
    ev.ShotMissed: _nothing,
    ev.CoverHit: _nothing,
    ev.StrikesDeclared: _strikes_declared,
    ev.StrikingOrder: _nothing,
    ev.Struck: _struck,
    ev.AutomaticHit: _nothing,
    ev.Parried: _nothing,
    ev.ParryLost: _parry_lost,
    ev.CriticalHit: _critical_hit,
    ev.CannotWound: _nothing,
    ev.WoundsLost: _wounds_lost,
    ev.CombatFought: _combat_fought,
    ev.Awaited: _awaited,
    ev.Decided: _decided,
    ev.SideLost: _side_lost,
    ev.BattleEnded: _battle_ended,
    ev.Adjusted: _adjusted,
    ev.Sealed: _nothing,
}
