"""Magic of before the battle: what comes when its side has deployed (P-RAT-2, P-MAG-24)."""

from __future__ import annotations

from ..battle import events as ev
from ..battle.orders import Cast
from ..battle.play import Play
from ..battle.queries import warriors_of
from ..battle.state import State, Warrior
from ..catalogue.spells import Spell
from . import enact
from .casting import once_of, spells_of


def deployment_ends(play: Play) -> None:
    """Once only for each caster, as soon as he stands on the table."""
    for w in warriors_of(play.state, play.state.active):
        for spell in _due(play.state, w):
            _call(play, w, spell)


def _due(state: State, w: Warrior) -> list[Spell]:
    return [
        spell
        for spell in spells_of(state, w.id)
        if spell.timing == "pre_battle" and once_of(state, w, spell) not in state.spent
    ]


def _call(play: Play, w: Warrior, spell: Spell) -> None:
    play.emit(
        ev.SpellCast(
            warrior=w.id, spell=spell.id, once=once_of(play.state, w, spell), rule=spell.rule
        )
    )
    order = Cast(side=w.side, warrior=w.id, spell=spell.id)
    enact.spell(play, order, spell, spell.modes[0], 0)
