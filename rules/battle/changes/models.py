"""How what becomes of a model changes a state: recovery, moves, shots, blows, flight."""

from __future__ import annotations

from .. import events as ev
from ..state import State
from .base import Changes, Table, altered, in_bout, marked, nothing, on_warrior, with_mark


def _stayed_down(state: State, event: ev.StayedDown) -> Changes:
    return marked(state, event.warrior, "stays_down")


_STATUS_MARKS = {"stood_up": "stood_up", "recovery": "came_round"}


def _status_changed(state: State, event: ev.StatusChanged) -> Changes:
    w = state.warriors[event.warrior]
    changes: Changes = {"status": event.after}
    if event.after in ("knocked_down", "stunned"):
        changes["been_down"] = True
        changes["gained"] = tuple(word for word in w.gained if word != "frenzy")
    mark = _STATUS_MARKS.get(event.cause)
    if mark:
        changes["marks"] = with_mark(w.marks, mark)
    if event.after == "out_of_action":
        changes.update(at=None, fleeing=False, hidden=False, rounds=0)
        if state.setup.catalogue.spells:
            changes["out_in"] = (state.turn, state.active, state.phase)
    return on_warrior(state, w.id, **changes)


def _rallied(state: State, event: ev.Rallied) -> Changes:
    return marked(state, event.warrior, "rallied", fleeing=False)


def _flees_on(state: State, event: ev.RallyDenied) -> Changes:
    return {}


def _charge_declared(state: State, event: ev.ChargeDeclared) -> Changes:
    w = state.warriors[event.warrior]
    brief = with_mark(w.brief, "called") if event.called else w.brief
    return marked(state, w.id, "declared_charge", brief=brief)


def _charge_spot_failed(state: State, event: ev.ChargeSpotFailed) -> Changes:
    return marked(state, event.warrior, "failed_to_spot")


def _charge_failed(state: State, event: ev.ChargeFailed) -> Changes:
    return marked(state, event.warrior, "failed_charge")


def _charged(state: State, event: ev.Charged) -> Changes:
    if event.following:
        return marked(state, event.warrior, "follows_up")
    brief = state.warriors[event.warrior].brief
    if event.diving:
        brief = with_mark(brief, "dived")
    return marked(state, event.warrior, "charged", brief=brief)


def _climb_failed(state: State, event: ev.ClimbFailed) -> Changes:
    may_act = state.setup.ruleset.switches.get("climb.failed_may_act", True)
    return marked(state, event.warrior, "stayed", *(() if may_act else ("failed_climb",)))


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
    "carried": (),
    "pushed": (),
    "parted": (),
    "dropped": (),
    "spell_walk": (),
    "random": ("moved",),
    "follow_up": (),
    "break_off": (),
}
SCALING = frozenset({"climb", "jump", "leap"})


def _fear_failed(state: State, event: ev.FearFailed) -> Changes:
    w = state.warriors[event.warrior]
    if event.effect == "no_charge":
        return marked(state, w.id, "failed_fear", "failed_charge", "stayed")
    if event.effect == "only_sixes":
        return on_warrior(state, w.id, brief=with_mark(w.brief, "afraid"))
    return {}


def _stupidity_failed(state: State, event: ev.StupidityFailed) -> Changes:
    return marked(state, event.warrior, "stupid", event.effect)


def _moved(state: State, event: ev.Moved) -> Changes:
    w = state.warriors[event.warrior]
    marks = _MOVE_MARKS[event.mode]
    if len(event.path) == 1 or (event.cost == 0 and event.mode not in SCALING):
        marks = tuple("stayed" if mark == "moved" else mark for mark in marks)
    changes: Changes = {"at": event.path[-1], "facing": event.facing}
    if event.path[-1] != w.at:
        # Whoever turns on the spot, or gets nowhere, leaves no fight (P-PSY-12).
        changes["rounds"] = 0
    if event.mode == "random":
        changes["gained"] = with_mark(w.gained, "swings")
    return marked(state, w.id, *marks, **changes)


def _fell(state: State, event: ev.Fell) -> Changes:
    w = state.warriors[event.warrior]
    return marked(
        state, w.id, "moved", at=event.at, brief=with_mark(w.brief, "fell"), rounds=0, hidden=False
    )


def _hid(state: State, event: ev.Hid) -> Changes:
    return marked(state, event.warrior, "hid", hidden=True)


def _revealed(state: State, event: ev.Revealed) -> Changes:
    return on_warrior(state, event.warrior, hidden=False)


def _fled(state: State, event: ev.Fled) -> Changes:
    return on_warrior(state, event.warrior, fleeing=True, rounds=0)


def _stopped_fleeing(state: State, event: ev.StoppedFleeing) -> Changes:
    return on_warrior(state, event.warrior, fleeing=False)


def _left_table(state: State, event: ev.LeftTable) -> Changes:
    return on_warrior(
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
    return marked(state, event.warrior, _shot_mark(w.marks, event), fired=fired)


def _shot_mark(marks: tuple[str, ...], event: ev.ShotFired) -> str:
    if event.double and "shot_once" not in marks:
        return "shot_once"
    return "shot_twice" if event.more else "shot"


def _strikes_declared(state: State, event: ev.StrikesDeclared) -> Changes:
    return on_warrior(state, event.warrior, blows=event.splits)


def _critical_hit(state: State, event: ev.CriticalHit) -> Changes:
    if state.phase != "combat":
        return {}
    return in_bout(state, event.warrior, "critical_used")


def _struck(state: State, event: ev.Struck) -> Changes:
    if event.beside:
        return {}
    return on_warrior(state, event.warrior, blows=event.splits)


def _parry_lost(state: State, event: ev.ParryLost) -> Changes:
    return in_bout(state, event.warrior, "parry_used")


def _weapon_broken(state: State, event: ev.WeaponBroken) -> Changes:
    w = state.warriors[event.warrior]
    return on_warrior(state, w.id, broken=with_mark(w.broken, event.weapon))


def _plight_began(state: State, event: ev.PlightBegan) -> Changes:
    w = state.warriors[event.warrior]
    return on_warrior(state, w.id, plight=with_mark(w.plight, event.plight))


def _plight_ended(state: State, event: ev.PlightEnded) -> Changes:
    w = state.warriors[event.warrior]
    left = tuple(one for one in w.plight if one != event.plight)
    if event.plight == "netted":
        return marked(state, w.id, "netted", plight=left)
    return on_warrior(state, w.id, plight=left)


def _plight_lasts(state: State, event: ev.PlightLasts) -> Changes:
    return marked(state, event.warrior, event.plight)


def _spent_once(state: State, event: ev.SpentOnce) -> Changes:
    w = state.warriors[event.warrior]
    return on_warrior(state, w.id, used=with_mark(w.used, event.of))


def _wounds_lost(state: State, event: ev.WoundsLost) -> Changes:
    return on_warrior(state, event.warrior, wounds=event.after)


def _combat_fought(state: State, event: ev.CombatFought) -> Changes:
    engaged, warriors = event.warriors, state.warriors.copy()
    for id, w in state.warriors.items():
        if id in engaged:
            warriors[id] = altered(w, {"rounds": w.rounds + 1, "blows": ()})
        elif w.rounds or w.blows:
            warriors[id] = altered(w, {"rounds": 0, "blows": ()})
    return {"warriors": warriors}


MODELS: Table = {
    ev.NotAutomated: nothing,
    ev.StayedDown: _stayed_down,
    ev.StatusChanged: _status_changed,
    ev.Rallied: _rallied,
    ev.RallyDenied: _flees_on,
    ev.ChargeDeclared: _charge_declared,
    ev.ChargeSpotFailed: _charge_spot_failed,
    ev.ChargeFailed: _charge_failed,
    ev.Charged: _charged,
    ev.Intercepted: nothing,
    ev.InterceptionFailed: nothing,
    ev.FearFailed: _fear_failed,
    ev.StupidityFailed: _stupidity_failed,
    ev.ForcedToCharge: nothing,
    ev.Moved: _moved,
    ev.ClimbFailed: _climb_failed,
    ev.OrderLapsed: nothing,
    ev.Fell: _fell,
    ev.Hid: _hid,
    ev.Revealed: _revealed,
    ev.Fled: _fled,
    ev.StoppedFleeing: _stopped_fleeing,
    ev.LeftTable: _left_table,
    ev.ShotFired: _shot_fired,
    ev.ShotMissed: nothing,
    ev.CoverHit: nothing,
    ev.StrikesDeclared: _strikes_declared,
    ev.StrikingOrder: nothing,
    ev.Struck: _struck,
    ev.AutomaticHit: nothing,
    ev.Parried: nothing,
    ev.ParryLost: _parry_lost,
    ev.CriticalHit: _critical_hit,
    ev.CannotWound: nothing,
    ev.WoundsLost: _wounds_lost,
    ev.SurelyWounded: nothing,
    ev.SpentOnce: _spent_once,
    ev.PlightBegan: _plight_began,
    ev.PlightEnded: _plight_ended,
    ev.PlightLasts: _plight_lasts,
    ev.StripSwept: nothing,
    ev.WeaponBroken: _weapon_broken,
    ev.CombatFought: _combat_fought,
    ev.Sealed: nothing,
}
