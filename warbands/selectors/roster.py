"""The roster as a page or a client shows it: names, numbers now, what is wrong, what may be bought.

A warband is read in five queries whatever its size; everything else is computed.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.catalogue.house import amended
from rules.catalogue.lists import FighterType
from rules.magic import learning
from rules.roster.casting import wants_spells
from rules.roster.founding import skill_set
from rules.roster.goods import gear_price, paid_for
from rules.roster.model import Advance, Fighter, Injury, Roster
from rules.roster.problems import places, problems
from rules.roster.profile import current
from rules.roster.rating import fighter_rating
from rules.roster.room import most_warriors
from rules.ruleset import load_ruleset
from warbands import names, store
from warbands.models import Warband
from warbands.sentences import breaches


@dataclass(frozen=True)
class Carried:
    """An item with its name and pieces (a member, or in the stash).

    `brought`: none of it was paid for, so none of it can be given back.
    """

    item: str
    name: str
    n: int
    brought: bool = False


class Named(NamedTuple):
    """A skill or special rule with its name."""

    id: str
    name: str


class InjuryLine(NamedTuple):
    """A serious injury with its name."""

    injury: Injury
    name: str


@dataclass(frozen=True)
class Box:
    """A point of the experience track; a thick one brings an advance."""

    number: int
    filled: bool
    advance: bool


@dataclass(frozen=True)
class FighterSheet:
    """A fighter with everything that a roster page shows.

    `profile` are the nine numbers now and `base` those of the list, M in the ruleset's unit.
    `price` is what the whole group cost, `each` one member with his gear.
    """

    key: str
    name: str
    type: str
    type_name: str
    hero: bool
    leader: bool
    size: int
    members: tuple[int, ...]
    fate: str
    misses: int
    profile: dict[str, int]
    base: dict[str, int]
    equipment: tuple[Carried, ...]
    skills: tuple[Named, ...]
    spells: tuple[str, ...]
    spell_names: tuple[Named, ...]
    seeks_spells: bool
    seeks_god: bool
    rules: tuple[Named, ...]
    injuries: tuple[InjuryLine, ...]
    experience: int
    earns_experience: bool
    boxes: tuple[Box, ...]
    advances: tuple[Advance, ...]
    each: int
    price: int
    rating: int
    hired: bool
    upkeep: int
    mutations: tuple[Named, ...]
    kit: Named | None
    notes: str

    @property
    def pending(self) -> tuple[Advance, ...]:
        """Advances that the player still has to choose."""
        return tuple(advance for advance in self.advances if advance.pending)

    @property
    def returnable(self) -> bool:
        """There is something that may be given back or sold."""
        return bool(self.kit or self.mutations) or any(not p.brought for p in self.equipment)

    @property
    def changed(self) -> dict[str, int]:
        """Characteristics that differ from the list, and by how much."""
        return {k: n - self.base[k] for k, n in self.profile.items() if n != self.base[k]}


@dataclass(frozen=True)
class RosterSheet:
    """A warband with its fighters; `problems` is what keeps it from being legal."""

    warband: Warband
    roster: Roster
    type_name: str
    unit: str
    heroes: tuple[FighterSheet, ...]
    henchmen: tuple[FighterSheet, ...]
    hired: tuple[FighterSheet, ...]
    gone: tuple[FighterSheet, ...]
    stash: tuple[Carried, ...]
    problems: tuple[dict[str, Any], ...]
    size: int
    most: int
    skill_set: Named | None

    @property
    def fighters(self) -> tuple[FighterSheet, ...]:
        return self.heroes + self.henchmen + self.hired

    def fighter(self, key: str) -> FighterSheet:
        """Raises KeyError for a fighter who isn't in the warband (any more)."""
        for sheet in self.fighters:
            if sheet.key == key:
                return sheet
        raise KeyError(key)


def roster_sheet(warband: Warband) -> RosterSheet:
    """The whole roster, in four queries besides the warband's own."""
    catalogue = amended(warband.house_rules)
    rows = store.fighters_of(warband)
    roster = store.roster_of(warband, rows)
    kind = catalogue.warbands[warband.type]
    notes = {row.key: row.notes for row in rows}
    sheets = [_fighter(roster, kind.fighter(f.type), f, notes[f.key]) for f in roster.fighters]
    active = [sheet for sheet in sheets if sheet.fate == "active"]
    return RosterSheet(
        warband=warband,
        roster=roster,
        type_name=names.warband_type(warband.type),
        unit=load_ruleset(warband.ruleset).unit,
        heroes=tuple(sheet for sheet in active if sheet.hero),
        henchmen=tuple(sheet for sheet in active if not (sheet.hero or sheet.hired)),
        hired=tuple(sheet for sheet in active if sheet.hired),
        gone=tuple(sheet for sheet in sheets if sheet.fate not in ("active", "dismissed")),
        stash=_carried(roster.stash),
        problems=tuple(breaches(problems(catalogue, roster))),
        size=places(kind, roster),
        most=most_warriors(catalogue, roster),
        skill_set=_skill_set(roster),
    )


def _skill_set(roster: Roster) -> Named | None:
    """By which set of skills the heroes learn, where the warband has chosen one."""
    chosen = skill_set(amended(roster.house_rules), roster)
    return Named(chosen.id, names.skill_set(roster.type, chosen.id)) if chosen else None


def _fighter(roster: Roster, kind: FighterType, fighter: Fighter, notes: str) -> FighterSheet:
    catalogue = amended(roster.house_rules)
    base = kind.profile.native(load_ruleset(roster.ruleset).unit)
    each = kind.cost + gear_price(catalogue, roster.type, fighter)
    return FighterSheet(
        key=fighter.key,
        name=fighter.name,
        type=fighter.type,
        type_name=names.fighter_type(fighter.type, roster.type),
        hero=fighter.hero,
        leader=fighter.leader,
        size=fighter.size,
        members=fighter.members,
        fate=fighter.fate,
        misses=fighter.misses,
        profile=current(base, fighter),
        base=base,
        equipment=_carried(fighter.equipment, paid_for(catalogue, roster.type, fighter)),
        skills=tuple(Named(skill, names.skill(skill)) for skill in fighter.skills),
        spells=fighter.spells,
        spell_names=_spells(fighter),
        seeks_spells=fighter.active and wants_spells(catalogue, roster, fighter),
        seeks_god=learning.needs_god(kind),
        rules=_rules(kind, fighter),
        injuries=tuple(InjuryLine(injury, names.injury(injury.row)) for injury in fighter.injuries),
        experience=fighter.experience,
        earns_experience=kind.gains_experience,
        boxes=_boxes(roster, kind, fighter),
        advances=fighter.advances,
        each=each,
        price=each * fighter.size,
        rating=fighter_rating(catalogue, roster.type, fighter),
        hired=fighter.hired,
        upkeep=kind.upkeep,
        mutations=tuple(Named(id, names.rule(id)) for id in fighter.mutations),
        kit=Named(fighter.kit.id, names.item(fighter.kit.id)) if fighter.kit else None,
        notes=notes,
    )


def _carried(counts: dict[str, int], paid: dict[str, int] | None = None) -> tuple[Carried, ...]:
    return tuple(
        Carried(item, names.item(item), n, paid is not None and item not in paid)
        for item, n in counts.items()
    )


def _spells(fighter: Fighter) -> tuple[Named, ...]:
    """Spells by name, with what has been taken off the difficulty for good."""
    easier = learning.eased(fighter)
    return tuple(
        Named(id, names.spell(id) + (f" (\u2212{easier[id]})" if id in easier else ""))
        for id in fighter.spells
    )


def _rules(kind: FighterType, fighter: Fighter) -> tuple[Named, ...]:
    """Special rules by nature and by injury, each once."""
    gained = [effect.name for effect in fighter.effects if effect.kind == "rule"]
    return tuple(Named(id, names.rule(id)) for id in dict.fromkeys([*kind.traits, *gained]))


def _boxes(roster: Roster, kind: FighterType, fighter: Fighter) -> tuple[Box, ...]:
    """The experience track; none for who never learns."""
    if not kind.gains_experience:
        return ()
    table = amended(roster.house_rules).tables["experience"]
    most = table["hero_most"] if fighter.hero else table["henchman_most"]
    thick = set(table["hero"] if fighter.hero else table["henchman"])
    return tuple(
        Box(number, number <= fighter.experience, number in thick) for number in range(1, most + 1)
    )
