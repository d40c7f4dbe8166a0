"""Models that a battle may need but that aren't on the table yet (P-MAG-35).

They stand in the set-up from the start, out of action and nobody's loss, so that the roster of a
battle never changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..battle.state import Profile, TraitRef, WarriorSetup
from ..catalogue import Catalogue, Creature
from ..catalogue import primitives as pr
from ..catalogue.spells import walk
from ..dice import notation
from ..ruleset import Ruleset
from ..units import MM, to_units

KINDS = frozenset({"animal", "undead", "daemon"})
"""Kinds of creatures that are traits as well."""


def with_reserves(
    catalogue: Catalogue, warriors: Iterable[WarriorSetup], ruleset: Ruleset
) -> tuple[WarriorSetup, ...]:
    """The warriors, and behind them whatever their spells may call."""
    known = tuple(warriors)
    return (*known, *(one for w in known for one in _called_by(catalogue, w, ruleset)))


def _called_by(catalogue: Catalogue, w: WarriorSetup, ruleset: Ruleset) -> Iterator[WarriorSetup]:
    for id in w.spells:
        spell = catalogue.spells.get(id)
        if spell is None:
            continue
        for mode in spell.modes:
            for effect in walk(mode.effects):
                if isinstance(effect, pr.Summon) and effect.what != "fallen":
                    yield from _of_effect(catalogue, w, effect, ruleset)


def _of_effect(
    catalogue: Catalogue, w: WarriorSetup, effect: pr.Summon, ruleset: Ruleset
) -> Iterator[WarriorSetup]:
    creature = _creature(catalogue, w, effect)
    if creature is None:
        return
    dice = notation(effect.n)
    most = dice.number * dice.sides + dice.bonus
    for number in range(1, most + 1):
        yield _model(w, effect, creature, number, most, ruleset)


def _creature(catalogue: Catalogue, w: WarriorSetup, effect: pr.Summon) -> Creature | None:
    """The creature of that id; of daemons the one of the caster's god."""
    if effect.what != "daemon":
        return catalogue.creatures.get(effect.what)
    for creature in catalogue.creatures.values():
        by = {row["spell"] for row in creature.summoned_by}
        if w.god and creature.god == w.god and "daemon_gate_summoning" in by:
            return creature
    return None


def _model(
    w: WarriorSetup, effect: pr.Summon, creature: Creature, number: int, most: int, ruleset: Ruleset
) -> WarriorSetup:
    native = creature.profile.native(ruleset.unit)
    last = f"-{number}" if most > 1 else ""
    told = f" {number}" if most > 1 else ""
    traits = [*creature.traits]
    if creature.kind in KINDS and creature.kind not in traits:
        traits.append(creature.kind)
    return WarriorSetup(
        id=f"{w.id}-{effect.what}{last}",
        name=f"{creature.name.es}{told}",
        side=w.side,
        profile=Profile(**{**native, "M": to_units(native["M"], ruleset.unit_size)}),
        weapons=("plain",),
        traits=tuple(TraitRef(id) for id in traits),
        kind=creature.id,
        large=creature.large,
        base=creature.base_mm * MM,
        status="out_of_action",
        summoned_by=w.id,
    )
