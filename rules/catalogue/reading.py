"""Reads the catalogue's TOML into rows, collecting every fault on the way."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from rules.catalogue.hooks import Effect, effect_faults, with_params
from rules.catalogue.rows import Rule, Weapon

FOLDER = Path(__file__).parent


class Problem(NamedTuple):
    """Where the data is wrong, and how: file, key of the row, fault."""

    file: str
    key: str
    fault: str


class Row(Protocol):
    @property
    def id(self) -> str: ...


R = TypeVar("R", bound=msgspec.Struct)


class Reader:
    """One pass over the data; `problems` grows, nothing is raised.

    `tables`: the file that each table of the campaign stands in.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        self.problems: list[Problem] = []
        self.tables: dict[str, str] = {}

    def fault(self, file: str, key: str, fault: str) -> None:
        self.problems.append(Problem(file, key, fault))

    def load(self, file: str) -> dict[str, Any]:
        """A TOML file; an unreadable one is a problem and reads as empty."""
        try:
            return tomllib.loads((self.folder / file).read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as error:
            self.fault(file, "", str(error))
            return {}

    def rows(self, file: str, table: str, kind: type[R]) -> dict[str, R]:
        """The rows of one table of a file by id."""
        return self.convert(file, self.load(file).get(table, []), kind)

    def convert(self, file: str, rows: Iterable[dict[str, Any]], kind: type[R]) -> dict[str, R]:
        found: dict[str, R] = {}
        for row in rows:
            key = str(row.get("id", "?"))
            if key in found:
                self.fault(file, key, "appears twice")
            converted = self._one(file, key, row, kind)
            if converted is not None:
                found[key] = converted
        return found

    def _one(self, file: str, key: str, row: dict[str, Any], kind: type[R]) -> R | None:
        unknown = set(row) - set(kind.__struct_fields__)
        if unknown:
            self.fault(file, key, f"unknown fields {sorted(unknown)}")
        plain = {name: value for name, value in row.items() if name not in {*unknown, "effects"}}
        if "rules" in plain and kind is Weapon:
            plain["rules"] = [_weapon_rule(rule) for rule in plain["rules"]]
        try:
            converted = msgspec.convert(plain, kind)
        except msgspec.ValidationError as error:
            self.fault(file, key, str(error))
            return None
        if "effects" in kind.__struct_fields__:
            effects = self.effects(file, key, row.get("effects", []))
            converted = msgspec.structs.replace(converted, effects=effects)
        return converted

    def effects(self, file: str, key: str, rows: list[dict[str, Any]]) -> tuple[Effect, ...]:
        for effect in rows:
            for fault in effect_faults(effect):
                self.fault(file, key, fault)
        return tuple(rows)

    def with_rules(self, file: str, weapon: Weapon, rules: dict[str, Rule]) -> Weapon:
        """The weapon with the effects of its rules, its own parameters put in."""
        effects: list[Effect] = []
        for used in weapon.rules:
            rule = rules.get(used.id)
            if rule is None:
                self.fault(file, weapon.id, f"unknown rule {used.id!r}")
                continue
            if set(used.params) != set(rule.params):
                self.fault(file, weapon.id, f"{used.id}: parameters are {list(rule.params)}")
            else:
                effects += [with_params(effect, used.params) for effect in rule.effects]
        return msgspec.structs.replace(weapon, effects=tuple(effects))


def _weapon_rule(row: dict[str, Any]) -> dict[str, Any]:
    return {"id": row["id"], "params": {k: v for k, v in row.items() if k != "id"}}
