"""How items, skills and special rules change a state beside blows and shots."""

from __future__ import annotations

from msgspec.structs import replace

from .. import events as ev
from ..marks import HUNGRY, LEAP, LURED, NOBODY, QUARRY, SCOPE, TAUNTED, WILL
from ..orders import ProfileChanges
from ..state import State, Trap
from .base import Changes, Table, marked, nothing, on_warrior, with_mark
from .magic import taken_off


def _aided(state: State, event: ev.Aided) -> Changes:
    bearer = event.by or event.warrior
    changes = _spent(state, bearer, event.of) if event.once else {}
    if state.warriors[event.warrior].luck == event.of and event.how in ("rerolls", "succeeds"):
        return on_warrior(state, event.warrior, luck="")
    if event.turn:
        return marked(state, bearer, f"used:{event.of}")
    return changes


def _spent(state: State, id: str, of: str) -> Changes:
    return on_warrior(state, id, used=with_mark(state.warriors[id].used, of))


def _item_used(state: State, event: ev.ItemUsed) -> Changes:
    w = state.warriors[event.warrior]
    if event.how == "hunger":
        return on_warrior(state, w.id, brief=with_mark(w.brief, f"{HUNGRY}{event.reach}"))
    if event.how == "scope":
        return on_warrior(state, w.id, brief=with_mark(w.brief, f"{SCOPE}{event.reach}"))
    spent = with_mark(w.used, event.of)
    if event.how == "luck":
        return on_warrior(state, w.id, used=spent, luck=event.of)
    if event.how == "leap":
        return on_warrior(state, w.id, brief=with_mark(w.brief, f"{LEAP}{event.reach}"))
    if event.how == "brew":
        return on_warrior(state, w.id, used=spent)
    if event.how == "scroll":
        return on_warrior(state, w.id, used=spent, brief=with_mark(w.brief, f"scroll:{event.of}"))
    warriors = {
        id: replace(one, marks=with_mark(one.marks, f"heart:{event.of}"))
        if one.side == w.side
        else one
        for id, one in state.warriors.items()
    }
    warriors[w.id] = replace(warriors[w.id], used=spent)
    return {"warriors": warriors}


def _guard_set(state: State, event: ev.GuardSet) -> Changes:
    kept = "" if event.parry == "always" else event.parry
    return on_warrior(state, event.warrior, parrying=kept)


def _preference_set(state: State, event: ev.PreferenceSet) -> Changes:
    w = state.warriors[event.warrior]
    if event.what == "quarry":
        if event.choice == NOBODY:
            return {}
        return on_warrior(state, w.id, gained=with_mark(w.gained, f"{QUARRY}{event.choice}"))
    kept = {**w.prefers, event.what: event.choice}
    return on_warrior(state, event.warrior, prefers=dict(sorted(kept.items())))


def _will_tested(state: State, event: ev.WillTested) -> Changes:
    w = state.warriors[event.warrior]
    kept = [mark for mark in w.gained if not mark.startswith(WILL)]
    return on_warrior(state, w.id, gained=with_mark(tuple(kept), f"{WILL}{event.tests}"))


def _taunted(state: State, event: ev.Taunted) -> Changes:
    """The taunter has used his shot; who doesn't hold remembers it until his turn."""
    changes = marked(state, event.warrior, "shot")
    if event.holds:
        return changes
    warriors = changes["warriors"]
    w = warriors[event.target]
    warriors[w.id] = replace(w, gained=with_mark(w.gained, f"{TAUNTED}{event.warrior}"))
    return changes


def _lured(state: State, event: ev.Lured) -> Changes:
    w = state.warriors[event.warrior]
    kept = tuple([mark for mark in w.gained if not mark.startswith(TAUNTED)])
    return marked(state, w.id, f"{LURED}{event.enemy}", gained=kept)


def _blessed(state: State, event: ev.Blessed) -> Changes:
    w = state.warriors[event.warrior]
    return on_warrior(state, w.id, gained=with_mark(w.gained, event.of))


def _characteristic_changed(state: State, event: ev.CharacteristicChanged) -> Changes:
    """Whoever starts with all his Wounds has the new ones as well."""
    w = state.warriors[event.warrior]
    profile = replace(w.profile or ProfileChanges(), **{event.name: event.after})
    if event.name != "W" or w.wounds < event.before:
        return on_warrior(state, w.id, profile=profile)
    return on_warrior(state, w.id, profile=profile, wounds=w.wounds + event.after - event.before)


def _frenzy_gained(state: State, event: ev.FrenzyGained) -> Changes:
    gained = with_mark(state.warriors[event.warrior].gained, "frenzy")
    return on_warrior(state, event.warrior, gained=gained)


def _charge_stopped(state: State, event: ev.ChargeStopped) -> Changes:
    if event.effect == "no_charge":
        return marked(state, event.warrior, "failed_charge", "stayed")
    return {}


def _ran_wild(state: State, event: ev.RanWild) -> Changes:
    gained = with_mark(state.warriors[event.warrior].gained, "wild")
    return on_warrior(state, event.warrior, gained=gained)


def _seized(state: State, event: ev.Seized) -> Changes:
    return marked(state, event.warrior, f"seized:{event.gain}")


def _quarrelled(state: State, event: ev.Quarrelled) -> Changes:
    mark = "rushes" if event.result == "rush" else "quarrels"
    return marked(state, event.warrior, mark)


def _stayed_hidden(state: State, event: ev.StayedHidden) -> Changes:
    w = state.warriors[event.warrior]
    return on_warrior(state, w.id, brief=with_mark(w.brief, f"fooled:{event.enemy}"))


def _wounds_regained(state: State, event: ev.WoundsRegained) -> Changes:
    return on_warrior(state, event.warrior, wounds=event.after)


def _broke_off(state: State, event: ev.BrokeOff) -> Changes:
    mark = "broke_off" if event.passed else "strikes_last"
    return marked(state, event.warrior, mark)


def _trap_laid(state: State, event: ev.TrapLaid) -> Changes:
    laid = Trap(id=event.trap, by=event.warrior, of=event.of, at=event.at)
    return {
        **marked(state, event.warrior, "stayed", "laid_trap"),
        "traps": (*state.traps, laid),
    }


def _trap_sprung(state: State, event: ev.TrapSprung) -> Changes:
    if not event.snaps:
        return {}
    return {"traps": tuple([trap for trap in state.traps if trap.id != event.trap])}


def _door_tried(state: State, event: ev.DoorTried) -> Changes:
    if not event.pieces:
        return marked(state, event.warrior, "stayed")
    return taken_off(state, event.pieces)


AIDS: Table = {
    ev.Aided: _aided,
    ev.GuardSet: _guard_set,
    ev.PreferenceSet: _preference_set,
    ev.Crushed: nothing,
    ev.WillTested: _will_tested,
    ev.Taunted: _taunted,
    ev.Lured: _lured,
    ev.Blessed: _blessed,
    ev.ItemUsed: _item_used,
    ev.CharacteristicChanged: _characteristic_changed,
    ev.FrenzyGained: _frenzy_gained,
    ev.ChargeStopped: _charge_stopped,
    ev.WoundsRegained: _wounds_regained,
    ev.StayedHidden: _stayed_hidden,
    ev.BrokeOff: _broke_off,
    ev.RanWild: _ran_wild,
    ev.Quarrelled: _quarrelled,
    ev.Seized: _seized,
    ev.TrapLaid: _trap_laid,
    ev.TrapSprung: _trap_sprung,
    ev.DoorTried: _door_tried,
}
