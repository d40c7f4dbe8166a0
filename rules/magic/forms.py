"""What a caster may do now, as data for pages and REST: every spell with all it may name."""

from __future__ import annotations

from collections.abc import Iterator

from ..battle import granted
from ..battle.domains import Casting, Castings, Domain, FormData
from ..battle.orders import Cast
from ..battle.state import State, Warrior
from ..catalogue.spells import Mode, Spell
from ..errors import IllegalOrder
from . import casting, choice, landing
from .systems import system_of


def casting_forms(state: State, w: Warrior) -> Iterator[FormData]:
    """The form of a warrior's spells, if there is any that can be cast."""
    if not state.setup.by_id[w.id].spells or not _able(state, w):
        return
    found = tuple(c for spell in casting.castable(state, w.id) for c in _castings(state, w, spell))
    if found:
        domains: dict[str, Domain] = {"spells": Castings(found)}
        yield FormData(kind="cast", side=w.side, warrior=w.id, domains=domains)


def _able(state: State, w: Warrior) -> bool:
    try:
        casting.may_cast(state, w)
        system_of(state)
    except IllegalOrder:
        return False
    return True


def _castings(state: State, w: Warrior, spell: Spell) -> Iterator[Casting]:
    """The ways in which a spell may be cast now; none where it can't be."""
    try:
        casting.may_use(state, w, spell)
    except IllegalOrder:
        return
    for mode in spell.modes:
        found = _casting(state, w, spell, mode)
        if found is not None:
            yield found


def _casting(state: State, w: Warrior, spell: Spell, mode: Mode) -> Casting | None:
    select, move = mode.select, landing.of(mode)
    named = select.who in ("one", "path", "nearest", "building", "fallen")
    options = choice.options(state, w, spell, mode) if named else ()
    least = 0 if select.itself or not named or select.who == "nearest" else 1
    if named and not options and not select.itself:
        return None
    order = Cast(side=w.side, warrior=w.id, spell=spell.id, targets=options[:1])
    return Casting(
        spell=spell.id,
        difficulty=system_of(state).difficulty(state, order, spell),
        targets=options,
        least=least,
        most=select.most if named else 0,
        around=not named and move is None,
        radius=granted.length(state, mode.radius),
        reach=granted.length(state, move.distance) if move is not None else None,
        choices=spell.choices,
    )
