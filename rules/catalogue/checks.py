"""References between rows: whatever one row names must exist in another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from rules.catalogue.hooks import WEAPON_CLASSES
from rules.catalogue.reading import Reader

if TYPE_CHECKING:
    from rules.catalogue import Catalogue
    from rules.catalogue.lists import FighterType, WarbandType
    from rules.catalogue.ready import ReadyMade

EVERY_FACE = {
    "D6": set(range(1, 7)),
    "2D6": set(range(2, 13)),
    "D66": {10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)},
}
"""All results of a die, for tables that must name each once."""

WITHOUT_SPELLS = frozenset(
    """charms_and_hexes dark_elf_magic funerary_rites lizardmen_magic norse_runes nurgle_rituals
    prayers_of_ulric spells_of_the_djedhi""".split()
)
"""Lores that fighters have and that no ledger tells the spells of: the game master's."""


def check(catalogue: Catalogue, reader: Reader) -> None:
    """Enter every broken reference of the catalogue as a problem of the reader."""
    _Checks(catalogue, reader).all()


class _Checks:
    def __init__(self, catalogue: Catalogue, reader: Reader) -> None:
        self.catalogue = catalogue
        self.reader = reader
        self.fighters = {f.id for w in catalogue.warbands.values() for f in w.fighters}

    def known(
        self, file: str, key: str, kind: str, ids: Iterable[str], among: Iterable[str]
    ) -> None:
        for id in sorted(set(ids) - set(among)):
            self.reader.fault(file, key, f"unknown {kind} {id!r}")

    def items(self, file: str, key: str, ids: Iterable[str]) -> None:
        self.known(file, key, "item", ids, self.catalogue.item_ids)

    def lores(self, file: str, key: str, *lores: str) -> None:
        self.known(file, key, "lore", filter(None, lores), {*self.catalogue.lores, *WITHOUT_SPELLS})

    def all(self) -> None:
        self._once()
        self._effects()
        self._gear()
        self._skills()
        for warband in self.catalogue.warbands.values():
            self._warband(f"warbands/{warband.id}.toml", warband)
        for ready in self.catalogue.ready.values():
            self._ready(f"ready/{ready.id}.toml", ready)
        self._hired()
        self._creatures()
        for name, table in self.catalogue.tables.items():
            self._table(self.reader.tables.get(name, "scenarios.toml"), name, table)
        self._scenarios()

    def _once(self) -> None:
        """No id names two things that can be carried."""
        c = self.catalogue
        seen: set[str] = set()
        for file, rows in (
            ("weapons", c.weapons),
            ("armour", c.armour),
            ("equipment", c.equipment),
        ):
            for id in seen & set(rows):
                self.reader.fault(f"{file}.toml", id, "names another item already")
            seen |= set(rows)

    def _effects(self) -> None:
        c = self.catalogue
        natural = (
            id
            for id, trait in c.traits.items()
            if any(effect["hook"] == "extra_attack" for effect in trait.effects)
        )
        weapons = {*c.weapons, *WEAPON_CLASSES, *natural}
        files: list[tuple[str, Mapping[str, Any]]] = [
            ("weapons.toml", c.weapons),
            ("armour.toml", c.armour),
            ("equipment.toml", c.equipment),
            ("skills.toml", c.skills),
            ("traits.toml", c.traits),
        ]
        for file, rows in files:
            for id, row in rows.items():
                for effect in row.effects:
                    self.known(file, id, "weapon", effect.get("weapons", ()), weapons)
                    self.known(file, id, "item", effect.get("with", ()), c.item_ids)

    def _gear(self) -> None:
        c = self.catalogue
        rows = [
            *(("weapons.toml", row.id, row.only) for row in c.weapons.values()),
            *(("armour.toml", row.id, row.only) for row in c.armour.values()),
            *(("equipment.toml", e.id, (*e.only, *e.not_for)) for e in c.equipment.values()),
            *(("equipment.toml", e.id, e.rarity_for) for e in c.equipment.values()),
        ]
        for file, key, warbands in rows:
            self.known(file, key, "warband", warbands, c.warbands)
        for item in c.equipment.values():
            self.known(
                "equipment.toml", item.id, "creature", filter(None, [item.creature]), c.creatures
            )
        for weapon in c.weapons.values():
            self.known(
                "weapons.toml", weapon.id, "weapon", filter(None, [weapon.brace_of]), c.weapons
            )

    def _skills(self) -> None:
        c = self.catalogue
        for skill in c.skills.values():
            key = ("skills.toml", skill.id)
            self.known(*key, "list", skill.lists, c.skill_lists)
            self.known(*key, "skill", (*skill.requires, *skill.excludes), c.skills)
            self.known(*key, "fighter", skill.fighters, self.fighters)
            self.known(*key, "warband or fighter", skill.not_for, {*c.warbands, *self.fighters})
        for skills in c.skill_lists.values():
            buyers = {*c.warbands, *c.hired_swords}
            self.known("skills.toml", skills.id, "warband", skills.special_of, buyers)

    def _warband(self, file: str, warband: WarbandType) -> None:
        own = {fighter.id for fighter in warband.fighters}
        traits = (*warband.traits, *warband.mutations)
        self.known(file, warband.id, "trait", traits, self.catalogue.traits)
        for limit in warband.group_limits:
            self.known(file, warband.id, "fighter", (*limit.fighters, *limit.of), own)
        if warband.duty:
            self.items(file, warband.id, warband.duty.items)
            self.known(file, warband.id, "fighter", warband.duty.exempt, own)
        for one in warband.skill_sets:
            self.known(file, one.id, "fighter", one.skills, own)
            for lists in one.skills.values():
                self.known(file, one.id, "list", lists, self.catalogue.skill_lists)
        for special in warband.special_items:
            self.items(file, warband.id, [special.item])
            self.known(file, special.item, "fighter", special.only, own)
        for fighter in warband.fighters:
            self._fighter(file, warband, fighter, own)
        for listed in warband.equipment_lists:
            self.items(file, listed.id, [item.item for item in listed.items])
            for item in listed.items:
                self.known(file, item.item, "fighter", (*item.only, *item.pair_for), own)
            for bundle in listed.bundles:
                chosen = [id for group in bundle.choices for option in group for id in option]
                self.items(file, bundle.id, [*bundle.items, *chosen])

    def _fighter(
        self, file: str, warband: WarbandType, fighter: FighterType, own: set[str]
    ) -> None:
        c = self.catalogue
        lists = [items.id for items in warband.equipment_lists]
        named = [fighter.equipment_list] if fighter.equipment_list else []
        self.known(file, fighter.id, "equipment list", named, lists)
        self.known(file, fighter.id, "list", fighter.skills, c.skill_lists)
        self.known(file, fighter.id, "skill", fighter.knows, c.skills)
        self.known(file, fighter.id, "trait", fighter.traits, c.traits)
        self.lores(file, fighter.id, fighter.lore, fighter.prayers)
        self.known(file, fighter.id, "mutation", fighter.mutations, warband.mutations)
        self.known(file, fighter.id, "fighter", fighter.requires, own)
        self.items(file, fighter.id, fighter.equipment)

    def _ready(self, file: str, ready: ReadyMade) -> None:
        self.known(file, ready.id, "warband", [ready.id], self.catalogue.warbands)
        warband = self.catalogue.warbands.get(ready.id)
        if warband is None:
            return
        chosen = filter(None, [ready.skill_set])
        self.known(file, ready.id, "skill set", chosen, [s.id for s in warband.skill_sets])
        kits = {kit.id for listed in warband.equipment_lists for kit in listed.bundles}
        for recruit in ready.fighters:
            key = recruit.called("en")
            kinds = {kind.id for kind in warband.fighters}
            self.known(file, key, "fighter", [recruit.type], kinds)
            self.items(file, key, recruit.items)
            self.known(file, key, "mutation", recruit.mutations, warband.mutations)
            self.known(file, key, "kit", filter(None, [recruit.kit]), kits)

    def _hired(self) -> None:
        c = self.catalogue
        for hired in c.hired_swords.values():
            key = ("hired_swords.toml", hired.id)
            self.known(*key, "list", hired.skills, c.skill_lists)
            self.known(*key, "skill", hired.knows, c.skills)
            self.known(*key, "trait", hired.traits, c.traits)
            self.known(*key, "warband", hired.warbands, c.warbands)
            self.known(*key, "fighter", filter(None, [hired.replaces]), self.fighters)
            self.lores(*key, hired.lore, hired.prayers)
            self.items(*key, [*hired.equipment, *(id for group in hired.choices for id in group)])

    def _creatures(self) -> None:
        for creature in self.catalogue.creatures.values():
            key = ("creatures.toml", creature.id)
            self.known(*key, "trait", creature.traits, self.catalogue.traits)
            self.known(*key, "warband", creature.warbands, self.catalogue.warbands)

    def _scenarios(self) -> None:
        chosen = [row["scenario"] for row in self.catalogue.tables["selection"]["rows"][1:-1]]
        self.known("scenarios.toml", "selection", "scenario", chosen, self.catalogue.scenarios)

    def _table(self, file: str, key: str, value: Any) -> None:
        """Whatever a table names, however deep; and every face of its die once."""
        if isinstance(value, list):
            for part in value:
                self._table(file, key, part)
        elif isinstance(value, dict):
            self._row(file, key, value)
            for part in value.values():
                self._table(file, key, part)

    def _row(self, file: str, key: str, row: dict[str, Any]) -> None:
        op = row.get("op")
        if op == "item":
            self.items(file, key, filter(None, [row["item"], row.get("upgrade", "")]))
        elif op == "trait":
            self.known(file, key, "trait", [row["trait"]], self.catalogue.traits)
        elif op == "skill_list":
            self.known(file, key, "list", [row["list"]], self.catalogue.skill_lists)
        if row.get("dice") in EVERY_FACE and "rows" in row:
            self._faces(file, key, row["dice"], row["rows"])

    def _faces(self, file: str, key: str, dice: str, rows: list[dict[str, Any]]) -> None:
        faces = EVERY_FACE[dice]
        named = [
            face
            for row in rows
            for face in faces
            if _from(row) <= face <= row.get("max", _from(row))
        ]
        if sorted(named) != sorted(faces):
            self.reader.fault(file, key, f"the rows don't name each result of {dice} once")


def _from(row: dict[str, Any]) -> int:
    """The lowest result that gives a row."""
    return int(row["roll"] if "roll" in row else row["min"])
