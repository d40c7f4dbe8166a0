"""A roster as it comes to a battle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from rules.battle.state import Passage, Profile, TraitRef, WarriorSetup
from rules.catalogue import Catalogue, PinnedCatalogue
from rules.catalogue.kinds import kinds_of_fighter
from rules.catalogue.lists import FighterType, WarbandType
from rules.magic.learning import eased, god_of
from rules.roster.company import stays_home
from rules.roster.craving import craves
from rules.roster.inherited import LOST, is_lost
from rules.roster.model import Fighter, Roster
from rules.roster.profile import current
from rules.ruleset import Ruleset
from rules.units import MM, to_units

BARE_HANDS = ("fist", "plain")  # what people and animals fight with who carry nothing
HATRED = "hatred"
HATED_BY_THE_PIOUS = "hated_by_the_pious"
"""Who has robbed a graveyard: the next warband of the `PIOUS` that it meets hates it."""
NEXT_BATTLE = "next_battle"
"""Who has explored the catacombs: in its next battle some come up from below."""
PIOUS = frozenset({"sisters_of_sigmar", "witch_hunters"})


class Opponent(msgspec.Struct, frozen=True):
    """Another side of the battle: which warband it is, of which kind, what notes it has."""

    side: str
    warband: str
    type: str
    notes: tuple[str, ...] = ()


def warriors(
    catalogue: Catalogue,
    roster: Roster,
    *,
    side: str,
    ruleset: Ruleset,
    opponents: Iterable[Opponent] = (),
) -> tuple[WarriorSetup, ...]:
    """Every warrior who can fight, one for each member of a group, in roster order.

    Who has to sit this battle out is left out, who lacks what he is addicted to, and who won't
    come without somebody or beside somebody. A grudge counts against those `opponents` only that it
    is about.
    """
    row = catalogue.warbands[roster.type]
    others = tuple(opponents)
    return tuple(
        warrior
        for fighter in roster.active
        if not fighter.misses and not craves(fighter) and not stays_home(catalogue, roster, fighter)
        for warrior in _members(catalogue, row, fighter, side, ruleset, others)
    )


def _members(
    catalogue: Catalogue,
    row: WarbandType,
    fighter: Fighter,
    side: str,
    ruleset: Ruleset,
    opponents: tuple[Opponent, ...],
) -> Iterable[WarriorSetup]:
    kind = row.fighter(fighter.type)
    common: dict[str, Any] = {
        "side": side,
        "profile": profile(kind, fighter, ruleset),
        **_gear(catalogue, fighter),
        "skills": fighter.skills,
        "spells": fighter.spells,
        "eased": eased(fighter),
        "god": god_of(fighter),
        "traits": traits(catalogue, row, kind, fighter, opponents),
        "kind": kind.id,
        "kinds": kinds_of_fighter(kind.race, row),
        "hero": fighter.hero,
        "leader": fighter.leader,
        "group": "" if fighter.hero else fighter.key,
        "large": kind.large,
        "base": kind.base_mm * MM,
    }
    names = _names(fighter)
    for id, name in zip(fighter.warrior_ids(), names, strict=True):
        yield WarriorSetup(id=id, name=name, **common)
        yield from _companions(catalogue, fighter, id, name, side, ruleset)


def _companions(
    catalogue: Catalogue, fighter: Fighter, owner: str, name: str, side: str, ruleset: Ruleset
) -> Iterable[WarriorSetup]:
    """The animals that fight beside their owner, each a model of its own (P-LEA-01)."""
    for item, count in fighter.equipment.items():
        row = catalogue.equipment.get(item)
        creature = catalogue.creatures.get(row.creature) if row and row.creature else None
        if creature is None or creature.kind != "animal":
            continue
        native = creature.profile.native(ruleset.unit)
        for number in range(1, count + 1):
            yield WarriorSetup(
                id=f"{owner}-{item}-{number}",
                name=f"{creature.name.es} {number} ({name})",
                side=side,
                profile=Profile(**{**native, "M": to_units(native["M"], ruleset.unit_size)}),
                traits=tuple(TraitRef(id) for id in dict.fromkeys((*creature.traits, "animal"))),
                kind=creature.id,
                kinds=("animal",),
                large=creature.large,
                base=creature.base_mm * MM,
            )


def _names(fighter: Fighter) -> tuple[str, ...]:
    if fighter.hero or fighter.hired:
        return (fighter.name,)
    return tuple(f"{fighter.name} {number}" for number in fighter.members)


def profile(kind: FighterType, fighter: Fighter, ruleset: Ruleset) -> Profile:
    """The characteristics after advances and injuries, M in 1/100 mm."""
    now = current(kind.profile.native(ruleset.unit), fighter)
    return Profile(**{**now, "M": to_units(now["M"], ruleset.unit_size)})


def _gear(catalogue: Catalogue, fighter: Fighter) -> dict[str, tuple[str, ...]]:
    """Weapons piece by piece (two swords are two weapons), the rest once each."""
    pieces = fighter.equipment.items()
    return {
        "weapons": tuple(item for item, n in pieces if item in catalogue.weapons for _ in range(n)),
        "armour": tuple(item for item, _ in pieces if item in catalogue.armour),
        "equipment": tuple(item for item, _ in pieces if item in catalogue.equipment),
    }


def traits(
    catalogue: Catalogue,
    row: WarbandType,
    kind: FighterType,
    fighter: Fighter,
    opponents: tuple[Opponent, ...],
) -> tuple[TraitRef, ...]:
    """Special rules of the warband, of the kind of fighter, and of his injuries; each once."""
    born = [*kind.traits, *fighter.mutations]
    natural = [*born, *(["animal"] if kind.animal else []), *(() if fighter.hired else row.traits)]
    found = {id: TraitRef(id) for id in natural}
    hated = [foe.side for foe in opponents if row.id in PIOUS and HATED_BY_THE_PIOUS in foe.notes]
    for effect in fighter.effects:
        if effect.name == HATRED:
            hated += _hated(effect.params, opponents)
        elif effect.kind == "rule":
            found[effect.name] = TraitRef(effect.name, effect.params)
    if is_lost(catalogue, fighter):
        found[LOST] = TraitRef(LOST)
    if hated and HATRED not in found:
        found[HATRED] = TraitRef(HATRED, {"hates": list(dict.fromkeys(hated))})
    return tuple(found.values())


def _hated(params: Mapping[str, Any], opponents: tuple[Opponent, ...]) -> list[str]:
    """Warriors and sides of this battle that a grudge is about."""
    if "warrior" in params:
        return [params["warrior"]]
    return [
        foe.side
        for foe in opponents
        if foe.warband == params.get("warband") or foe.type == params.get("type")
    ]


def passage(catalogue: Catalogue, roster: Roster, ruleset: Ruleset) -> Passage | None:
    """The way below that the warband has found for its next battle (campaign.exploration)."""
    if all(note.id != NEXT_BATTLE for note in roster.finds):
        return None
    found = (
        op
        for place in catalogue.tables["place"]
        for branch in place["branches"]
        for op in branch["do"]
        if op["op"] == NEXT_BATTLE
    )
    op = next(found)
    return Passage(
        models=op["models"],
        apart=ruleset.units(op["apart"][ruleset.unit.lower()]),
        barred=tuple(op["not_for"]),
    )


def pinned(catalogue: Catalogue, setups: Iterable[WarriorSetup]) -> PinnedCatalogue:
    """The catalogue rows that these warriors bring to a battle, bare hands included."""
    all_of = tuple(setups)
    return catalogue.pin(
        {*BARE_HANDS, *(id for w in all_of for id in (*w.weapons, *w.armour, *w.equipment))},
        skills={id for w in all_of for id in w.skills},
        traits={ref.id for w in all_of for ref in w.traits},
        spells={id for w in all_of for id in w.spells if id in catalogue.spells},
    )
