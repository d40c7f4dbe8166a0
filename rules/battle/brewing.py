"""A potion that one Hero of the warband may drink, for better or worse (hook `brew`).

Reading: he drinks as his side's first turn starts, on his feet; who brews it must be in the battle,
and needs not be near.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import events as ev
from .brought import Brought, brings, brought
from .play import Play
from .queries import characteristic, downed
from .saving import SKILL
from .state import State, Warrior


def brews(state: State, w: Warrior) -> Iterator[str]:
    """What he may drink now; each once for the whole warband."""
    if state.phase != "start" or state.turn > 1 or downed(w) or w.fleeing:
        return
    if not state.setup.by_id[w.id].hero:
        return
    drunk = {of for one in state.warriors.values() if one.side == w.side for of in one.used}
    yield from (row.of for row in _brewed_for(state, w) if row.of not in drunk)


def _brewed_for(state: State, w: Warrior) -> Iterator[Brought]:
    for id in brings(state.setup, "brew"):
        brewer = state.warriors[id]
        if brewer.side == w.side and brewer.status != "out_of_action":
            yield from brought(state.setup, id, "brew")


def drink(play: Play, id: str, of: str) -> None:
    """A die on the potion's own table: a characteristic is changed for this battle."""
    w = play.warrior(id)
    row = next(row for row in _brewed_for(play.state, w) if row.of == of)
    play.emit(ev.ItemUsed(warrior=id, of=of, how="brew", rule=SKILL))
    (face,) = play.plain("amount", 1, rule=SKILL, actor=id, weapon=of)
    name, mod = row.effect["rows"][face - 1]
    before = characteristic(play.state, id, name)
    play.emit(
        ev.CharacteristicChanged(
            warrior=id, of=of, name=name, before=before, after=max(0, before + mod), rule=SKILL
        )
    )
