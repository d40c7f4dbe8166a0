"""How it is decided whether a spell works: one object a magic system (`magic.system`).

A system answers `difficulty` (what a roll needs, None for no roll) and `attempt`, which rolls.
`attempt` returns the roll's total where the spell works, None where it doesn't; a system whose
opponents have a say puts its questions on the agenda and returns `WAIT`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from ..battle.orders import Cast
from ..battle.play import Play
from ..battle.queries import own_characteristic
from ..battle.state import State
from ..catalogue.spells import Spell
from ..errors import IllegalOrder
from .aids import roll_to_cast

WAIT = -1
"""Somebody has to decide first: the task stands on the agenda again."""
AUTOMATIC = 0
"""The total of a spell that isn't rolled for (P-MAG-24)."""


class CastingSystem(Protocol):
    """What a magic system answers."""

    def difficulty(self, state: State, order: Cast, spell: Spell) -> int | None: ...
    def attempt(self, play: Play, order: Cast, spell: Spell) -> int | None: ...


class Difficulty:
    """2D6 against the spell's difficulty; no result is special (P-MAG-08)."""

    def difficulty(self, state: State, order: Cast, spell: Spell) -> int | None:
        """The number to reach: what the caster has lowered for good is off it (P-MAG-04)."""
        if spell.difficulty == "auto":
            return None
        if spell.difficulty == "leadership":
            target = order.targets[0] if order.targets else ""
            return own_characteristic(state, target, "Ld") if target else 0
        eased = state.setup.by_id[order.warrior].eased.get(spell.id, 0)
        return int(spell.difficulty) - eased

    def attempt(self, play: Play, order: Cast, spell: Spell) -> int | None:
        needed = self.difficulty(play.state, order, spell)
        if needed is None:
            return AUTOMATIC
        return roll_to_cast(play, order.warrior, spell, needed, "cast", "P-MAG-08")


_SYSTEMS: Mapping[str, CastingSystem] = {"difficulty": Difficulty()}


def system_of(state: State) -> CastingSystem:
    """The battle's casting system. Raises IllegalOrder where it has none that is built."""
    found = _SYSTEMS.get(state.setup.ruleset.magic)
    if found is None:
        raise IllegalOrder("spell_barred", "P-MAG-08")
    return found
