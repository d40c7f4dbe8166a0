"""The pool of shadow: its side hides in it as the shooting phase ends (P-SHA-1)."""

from __future__ import annotations

from ..battle import granted
from ..battle.bodies import body
from ..battle.detection import notices
from ..battle.hiding import can_hide_at, hide, reveal
from ..battle.play import Play
from ..battle.queries import enemies_of, is_engaged, warriors_of
from ..battle.running import AFTER_END
from ..battle.state import Running, State, Warrior
from ..catalogue import primitives as pr
from ..errors import IllegalOrder


def is_open(state: State) -> bool:
    """Whether the active side has a pool to hide in."""
    return any(state.warriors[pool.caster].side == state.active for pool in granted.pools(state))


def hide_all(play: Play) -> None:
    """Everybody of the mage's side inside that may; nobody while an enemy stands in it."""
    for pool in granted.pools(play.state):
        state = play.state
        side = state.warriors[pool.caster].side
        foes = enemies_of(state, side)
        if side != state.active or any(granted.in_pool(state, pool, foe.id) for foe in foes):
            continue
        for w in warriors_of(state, side):
            if granted.in_pool(state, pool, w.id) and _may(state, w):
                hide(play, w.id)


def _may(state: State, w: Warrior) -> bool:
    """Even after a run; not in a fight, stunned, in flight, or within somebody's detection."""
    if w.status == "stunned" or w.fleeing or is_engaged(state, w.id) or "stupid" in w.marks:
        return False
    if granted.has(state, w.id, "cannot_hide"):
        return False
    me = body(state, w.id)
    foes = enemies_of(state, w.side)
    return not any(notices(state, foe, body(state, foe.id), me) for foe in foes)


def _after(play: Play, over: Running) -> None:
    """As it ends only real cover still hides anybody."""
    assert isinstance(over.effect, pr.Aura)
    tags = [grant.tag for grant in over.effect.grants if isinstance(grant, pr.Trait)]
    if "may_hide" not in tags:
        return
    for w in warriors_of(play.state, play.warrior(over.caster).side):
        if w.hidden and w.at is not None:
            try:
                can_hide_at(play.state, w.id, w.at)
            except IllegalOrder:
                reveal(play, w.id, "seen", "P-SHA-1")


AFTER_END[pr.Aura] = _after
