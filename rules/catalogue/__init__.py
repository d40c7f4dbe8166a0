"""The catalogue: everything of the game that is data, loaded and checked once.

`load_catalogue()` gives the whole; `Catalogue.pin` the few rows that a battle carries with it.
How rows are written: README.md beside this file; what effects mean: HOOKS.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from rules.catalogue.checks import check
from rules.catalogue.derived import upgraded, with_hired
from rules.catalogue.hooks import Effect
from rules.catalogue.lists import (
    Bundle,
    Creature,
    EquipmentList,
    FighterType,
    GroupLimit,
    HiredSword,
    ListItem,
    Profile,
    Scenario,
    SpecialItem,
    WarbandType,
)
from rules.catalogue.reading import FOLDER, Problem, Reader
from rules.catalogue.ready import ReadyMade, Recruit
from rules.catalogue.rows import (
    Armour,
    Equipment,
    Rule,
    Skill,
    SkillList,
    Trait,
    Weapon,
    WeaponRule,
)
from rules.catalogue.spells import Lore, Spell, read_lores
from rules.errors import RulesError

__all__ = [
    "Armour",
    "Bundle",
    "Catalogue",
    "CatalogueError",
    "Creature",
    "Effect",
    "Equipment",
    "EquipmentList",
    "FighterType",
    "GroupLimit",
    "HiredSword",
    "ListItem",
    "Lore",
    "PinnedCatalogue",
    "Problem",
    "Profile",
    "ReadyMade",
    "Recruit",
    "Rule",
    "Scenario",
    "Skill",
    "SkillList",
    "SpecialItem",
    "Spell",
    "Trait",
    "WarbandType",
    "Weapon",
    "WeaponRule",
    "load_catalogue",
    "read_catalogue",
]

R = TypeVar("R")
Row = TypeVar("Row", bound=msgspec.Struct)
Item = Weapon | Armour | Equipment


class CatalogueError(RulesError):
    """Everything that is wrong, at once: file, key of the row, fault."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(f"{p.file} {p.key}: {p.fault}" for p in problems))
        self.problems = problems


class PinnedCatalogue(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rows that a battle uses, as they were when it was set up; JSON both ways."""

    weapons: dict[str, Weapon] = {}
    armour: dict[str, Armour] = {}
    equipment: dict[str, Equipment] = {}
    skills: dict[str, Skill] = {}
    traits: dict[str, Trait] = {}
    spells: dict[str, Spell] = {}
    lores: dict[str, Lore] = {}
    creatures: dict[str, Creature] = {}


class Catalogue(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """All rows by id, `ready` by the warband's.

    `tables` are the campaign's, by name, as plain data (README.md).
    """

    rules: dict[str, Rule]
    weapons: dict[str, Weapon]
    armour: dict[str, Armour]
    equipment: dict[str, Equipment]
    skill_lists: dict[str, SkillList]
    skills: dict[str, Skill]
    traits: dict[str, Trait]
    lores: dict[str, Lore]
    spells: dict[str, Spell]
    warbands: dict[str, WarbandType]
    ready: dict[str, ReadyMade]
    hired_swords: dict[str, HiredSword]
    creatures: dict[str, Creature]
    scenarios: dict[str, Scenario]
    tables: dict[str, Any]

    @cached_property
    def item_ids(self) -> frozenset[str]:
        """Ids of everything that can be carried."""
        return frozenset({*self.weapons, *self.armour, *self.equipment})

    @cached_property
    def remembered(self) -> dict[Any, Any]:
        """What has been worked out from these rows before: they never change."""
        return {}

    def item(self, id: str) -> Item:
        """The weapon, armour or equipment of this id; KeyError if there is none."""
        kinds: tuple[Mapping[str, Item], ...] = (self.weapons, self.armour, self.equipment)
        for rows in kinds:
            if id in rows:
                return rows[id]
        raise KeyError(id)

    def skills_of(self, lists: Iterable[str]) -> tuple[Skill, ...]:
        """The skills that stand in any of these lists, in the catalogue's order."""
        wanted = set(lists)
        return tuple(skill for skill in self.skills.values() if wanted & set(skill.lists))

    def hired_for(self, warband: str) -> tuple[HiredSword, ...]:
        """The hired swords that fight for a warband of this type."""
        return tuple(h for h in self.hired_swords.values() if warband in h.warbands)

    def pin(
        self,
        items: Iterable[str] = (),
        *,
        skills: Iterable[str] = (),
        traits: Iterable[str] = (),
        spells: Iterable[str] = (),
    ) -> PinnedCatalogue:
        """The rows of these ids. CatalogueError names every unknown one."""
        problems: list[Problem] = []
        wanted = set(items)
        wanted |= self._poisons(wanted, traits := tuple(traits))
        unknown = wanted - self.item_ids
        problems += [Problem("", id, "unknown item") for id in sorted(unknown)]
        pinned = PinnedCatalogue(
            weapons=_of(self.weapons, wanted & set(self.weapons)),
            armour=_of(self.armour, wanted & set(self.armour)),
            equipment=_of(self.equipment, wanted & set(self.equipment)),
            skills=_of(self.skills, skills, problems, "skill"),
            traits=_of(self.traits, traits, problems, "trait"),
            **self._magic(spells, problems),
        )
        if problems:
            raise CatalogueError(problems)
        return pinned

    def _poisons(self, items: Iterable[str], traits: Iterable[str]) -> set[str]:
        """The poisons that these weapons carry of themselves, or their bearers put on them."""
        weapons, known = _of(self.weapons, items), _of(self.traits, traits)
        effects = [e for weapon in weapons.values() for e in weapon.effects]
        effects += [e for trait in known.values() for e in trait.effects]
        return {effect["poison"] for effect in effects if effect["hook"] == "poison"}

    def _magic(self, spells: Iterable[str], problems: list[Problem]) -> dict[str, Any]:
        """The spells of these ids, their lores, and the creatures that they call."""
        rows = _of(self.spells, spells, problems, "spell")
        return {
            "spells": rows,
            "lores": _of(self.lores, {spell.lore for spell in rows.values()}),
        }


def _of(
    rows: Mapping[str, R], ids: Iterable[str], problems: list[Problem] | None = None, kind: str = ""
) -> dict[str, R]:
    wanted = sorted(set(ids))
    if problems is not None:
        problems += [Problem("", id, f"unknown {kind}") for id in wanted if id not in rows]
    return {id: rows[id] for id in wanted if id in rows}


@cache
def load_catalogue() -> Catalogue:
    """The product's own catalogue, read once."""
    return read_catalogue(FOLDER)


def read_catalogue(folder: Path) -> Catalogue:
    """A catalogue from a folder; CatalogueError if its data doesn't hold together."""
    reader = Reader(folder)
    rules = reader.rows("weapons.toml", "rule", Rule)
    weapons = reader.rows("weapons.toml", "weapon", Weapon)
    weapons = {id: reader.with_rules("weapons.toml", w, rules) for id, w in weapons.items()}
    swords = reader.rows("hired_swords.toml", "hired_swords", HiredSword)
    lores, spells = read_lores(reader)
    catalogue = Catalogue(
        rules=rules,
        weapons=weapons | upgraded(weapons, rules),
        armour=reader.rows("armour.toml", "armour", Armour),
        equipment=reader.rows("equipment.toml", "equipment", Equipment),
        skill_lists=reader.rows("skills.toml", "list", SkillList),
        skills=reader.rows("skills.toml", "skill", Skill),
        traits=reader.rows("traits.toml", "trait", Trait),
        lores=lores,
        spells=spells,
        warbands=with_hired(_folder(reader, "warbands", WarbandType), swords.values()),
        ready=_folder(reader, "ready", ReadyMade),
        hired_swords=swords,
        creatures=reader.rows("creatures.toml", "creatures", Creature),
        scenarios=reader.rows("scenarios.toml", "scenario", Scenario),
        tables=_tables(reader),
    )
    check(catalogue, reader)
    if reader.problems:
        raise CatalogueError(reader.problems)
    return catalogue


def _folder(reader: Reader, name: str, kind: type[Row]) -> dict[str, Row]:
    """The rows of a folder with one file each."""
    found: dict[str, Row] = {}
    for path in sorted((reader.folder / name).glob("*.toml")):
        file = f"{name}/{path.name}"
        found |= reader.convert(file, [reader.load(file)], kind)
    return found


def _tables(reader: Reader) -> dict[str, Any]:
    tables: dict[str, Any] = {}
    for path in sorted((reader.folder / "tables").glob("*.toml")):
        found = reader.load(f"tables/{path.name}")
        reader.tables |= dict.fromkeys(found, f"tables/{path.name}")
        tables |= found
    tables["selection"] = reader.load("scenarios.toml").get("selection", {})
    return tables
