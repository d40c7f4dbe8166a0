"""The catalogue: everything of the game that is data, loaded and checked once.

`load_catalogue()` gives the whole; `Catalogue.pin` the few rows that a battle carries with it.
How rows are written: README.md beside this file; what effects mean: HOOKS.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import msgspec

from rules.catalogue.hooks import Effect
from rules.catalogue.reading import Problem, Reader
from rules.catalogue.rows import Armour, Rule, Weapon, WeaponRule
from rules.errors import RulesError

__all__ = [
    "Armour",
    "Catalogue",
    "CatalogueError",
    "Effect",
    "PinnedCatalogue",
    "Problem",
    "Rule",
    "Weapon",
    "WeaponRule",
    "load_catalogue",
]


class CatalogueError(RulesError):
    """Everything that is wrong, at once: file, key of the row, fault."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(f"{p.file} {p.key}: {p.fault}" for p in problems))
        self.problems = problems


class PinnedCatalogue(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rows that a battle uses, as they were when it was set up; JSON both ways."""

    weapons: dict[str, Weapon] = {}
    armour: dict[str, Armour] = {}


class Catalogue(msgspec.Struct, frozen=True):
    """All rows by id."""

    rules: dict[str, Rule]
    weapons: dict[str, Weapon]
    armour: dict[str, Armour]

    def pin(self, items: Iterable[str] = ()) -> PinnedCatalogue:
        """The rows of these items. CatalogueError names every unknown one."""
        wanted = set(items)
        unknown = sorted(wanted - set(self.weapons) - set(self.armour))
        if unknown:
            raise CatalogueError([Problem("", id, "unknown item") for id in unknown])
        return PinnedCatalogue(
            weapons={id: self.weapons[id] for id in sorted(wanted & set(self.weapons))},
            armour={id: self.armour[id] for id in sorted(wanted & set(self.armour))},
        )


@cache
def load_catalogue() -> Catalogue:
    """The catalogue; CatalogueError if its data doesn't hold together."""
    reader = Reader()
    rules = reader.rows("weapons.toml", "rule", Rule)
    weapons = reader.rows("weapons.toml", "weapon", Weapon)
    weapons = {
        id: reader.with_rules("weapons.toml", weapon, rules) for id, weapon in weapons.items()
    }
    armour = reader.rows("armour.toml", "armour", Armour)
    if reader.problems:
        raise CatalogueError(reader.problems)
    return Catalogue(rules=rules, weapons=weapons, armour=armour)
