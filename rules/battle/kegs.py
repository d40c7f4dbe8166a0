"""Powder kegs: a prop that goes off when a shot hits it as cover (P-COV-03, P-COV-04)."""

from __future__ import annotations

from ..board import Cover, Prop
from ..board.near import terrain_near
from . import events as ev
from .afterwards import natural
from .blows import resolve
from .falls import teeter
from .play import Play
from .queries import body, models
from .state import State
from .volley import Volley

EFFECT = "powder"
"""The effect of a prop that makes it a powder keg."""


def keg(state: State, cover: Cover) -> Prop | None:
    """The powder keg that is hit, where it is one and the ruleset lets it go off."""
    if cover.kind != "terrain" or not _reach(state):
        return None
    piece = next((p for p in state.setup.board.terrain if p.id == cover.id), None)
    return piece if isinstance(piece, Prop) and piece.effect == EFFECT else None


def goes_off(play: Play, shooter: str, piece: Prop) -> None:
    """One hit on everybody near it, friend or enemy, in a fight or not; the keg is gone."""
    state = play.state
    caught = tuple(w.id for w in models(state) if _is_near(state, w.id, piece.id))
    strength = state.setup.ruleset.number("powder.keg_strength")
    play.emit(
        ev.KegBlown(
            warrior=shooter,
            keg=piece.id,
            pieces=(piece.id,),
            caught=caught,
            strength=strength,
            rule="P-COV-04",
        )
    )
    arm = natural(piece.id)
    status = {id: play.warrior(id).status for id in caught}
    for id in caught:
        if play.warrior(id).at is not None:
            volley = Volley(shooter, id, arm, strength, False, status[id], hits=[0])
            teeter(play, resolve(play, [volley]))


def _reach(state: State) -> int:
    """How far a keg reaches, in 1/100 mm; 0 where kegs are as harmless as any wood."""
    ruleset = state.setup.ruleset
    known = "powder.keg_radius" in ruleset.switches
    return ruleset.length("powder.keg_radius") if known else 0


def _is_near(state: State, id: str, piece: str) -> bool:
    return piece in terrain_near(state.setup.board, body(state, id), _reach(state))
