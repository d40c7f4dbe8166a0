"""How spells change a state."""

from __future__ import annotations

from msgspec.structs import replace

from ...catalogue import primitives as pr
from .. import events as ev
from ..removal import mission_now, placed_now, without
from ..state import Running, State, Warrior
from .base import Changes, Table, marked, nothing, on_warrior, with_mark

LASTING = frozenset({"stupid"})
"""Marks that a change of side doesn't lift."""


def _cast_declared(state: State, event: ev.CastDeclared) -> Changes:
    w = state.warriors[event.warrior]
    if "may_cast_again" not in w.marks:
        return marked(state, w.id, "cast")
    kept = tuple([mark for mark in w.marks if mark != "may_cast_again"])
    return on_warrior(state, w.id, marks=with_mark(kept, "cast_again"))


def _second_spell_opened(state: State, event: ev.SecondSpellOpened) -> Changes:
    return marked(state, event.warrior, "may_cast_again")


def _spell_cast(state: State, event: ev.SpellCast) -> Changes:
    return {"spent": (*state.spent, event.once)} if event.once else {}


def _effect_begun(state: State, event: ev.EffectBegun) -> Changes:
    warriors = state.warriors
    for running in event.effects:
        gained = _gained_wounds(running)
        if gained and running.target:
            w = warriors[running.target]
            warriors = {**warriors, w.id: replace(w, wounds=w.wounds + gained)}
    return {"effects": (*state.effects, *event.effects), "warriors": warriors}


def _gained_wounds(running: Running) -> int:
    """Wounds that a raised maximum brings with it (P-CHA-2, P-NEC-1)."""
    effect = running.effect
    if isinstance(effect, pr.Modify) and effect.stat in ("W", "all"):
        return effect.add
    return 0


def _effect_ended(state: State, event: ev.EffectEnded) -> Changes:
    warriors = state.warriors
    ended = [running for running in state.effects if running.id in event.effects]
    for running in ended:
        gained = _gained_wounds(running)
        if gained and running.target:
            w = warriors[running.target]
            warriors = {**warriors, w.id: replace(w, wounds=max(0, w.wounds - gained))}
    left = tuple([running for running in state.effects if running not in ended])
    if event.cause == "test_failed":
        w = warriors[event.warrior]
        marks = with_mark(w.marks, f"lost:{event.spell}")
        warriors = {**warriors, w.id: replace(w, marks=marks)}
    return {"effects": left, "warriors": warriors}


def _wounds_gained(state: State, event: ev.WoundsGained) -> Changes:
    return on_warrior(state, event.warrior, wounds=event.after)


def _side_changed(state: State, event: ev.SideChanged) -> Changes:
    """What it did for the other side doesn't bind it: its marks are those of a new turn.

    Stupidity lasts until its own side's next turn, whoever decides for it (P-PSY-21).
    """
    kept = tuple([mark for mark in state.warriors[event.warrior].marks if mark in LASTING])
    changes = on_warrior(state, event.warrior, side=event.after, marks=kept, blows=())
    if event.after == state.setup.by_id[event.warrior].side and state.commands:
        left = tuple([order for order in state.commands if order.warrior != event.warrior])
        changes["commands"] = left
    return changes


def _unbound(state: State, event: ev.Unbound) -> Changes:
    return marked(state, event.warrior, "unbound")


def _summoned(state: State, event: ev.Summoned) -> Changes:
    w = state.warriors[event.warrior]
    brief = with_mark(w.brief, "summoned") if event.idle else w.brief
    return on_warrior(
        state,
        w.id,
        at=event.at,
        facing=event.facing,
        status="standing",
        wounds=event.wounds,
        brief=brief,
        left_table=False,
        leaves_after=event.leaves_after,
    )


def _unsummoned(state: State, event: ev.Unsummoned) -> Changes:
    w = state.warriors[event.warrior]
    gone = Warrior(id=w.id, side=w.side, at=None, facing=w.facing, status="out_of_action", wounds=0)
    return {"warriors": {**state.warriors, w.id: gone}}


def _commanded(state: State, event: ev.Commanded) -> Changes:
    others = tuple([order for order in state.commands if order.warrior != event.warrior])
    return {"commands": (*others, *event.orders)}


def _circle_drawn(state: State, event: ev.CircleDrawn) -> Changes:
    changes = marked(state, event.warrior, "stayed", "drew_circle")
    others = tuple([circle for circle in state.circles if circle[0] != event.warrior])
    return {**changes, "circles": (*others, (event.warrior, event.at))}


def _terrain_removed(state: State, event: ev.TerrainRemoved | ev.KegBlown) -> Changes:
    return taken_off(state, event.pieces)


def taken_off(state: State, pieces: tuple[str, ...]) -> Changes:
    """These pieces of terrain are gone from the table."""
    return {
        "removed": tuple(sorted({*state.removed, *pieces})),
        "placed": placed_now(state.placed, pieces, ()),
        "mission": mission_now(state, pieces),
        "setup": without(state.setup, pieces),
    }


MAGIC: Table = {
    ev.CastDeclared: _cast_declared,
    ev.SpellCast: _spell_cast,
    ev.SpellFailed: nothing,
    ev.SecondSpellOpened: _second_spell_opened,
    ev.SpellWasted: nothing,
    ev.EffectBegun: _effect_begun,
    ev.EffectEnded: _effect_ended,
    ev.WoundsGained: _wounds_gained,
    ev.SideChanged: _side_changed,
    ev.Summoned: _summoned,
    ev.Unbound: _unbound,
    ev.Unsummoned: _unsummoned,
    ev.CircleDrawn: _circle_drawn,
    ev.Commanded: _commanded,
    ev.TerrainRemoved: _terrain_removed,
    ev.KegBlown: _terrain_removed,
    ev.PostMark: nothing,
}
