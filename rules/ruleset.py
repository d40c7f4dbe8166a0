"""Rulesets as data: every switch and table of `partida` or `perdidos`, and house rules over them.

A `Ruleset` is pinned into a battle as it stands: JSON both ways, nothing looked up elsewhere.
Lookups are plain dict reads of values converted once.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

import msgspec

from rules.catalogue.house import known_keys
from rules.errors import RulesError
from rules.formula import evaluate
from rules.switches import FOLDER, Switch, Value, faults, missing_keys, registry
from rules.units import MM, to_units

RULESETS = ("partida", "perdidos")


class HouseRuleError(msgspec.Struct, frozen=True):
    """One fault of an overlay: stable code, name of the switch, what a sentence needs."""

    code: str
    name: str
    params: dict[str, Any] = {}


class HouseRuleErrors(RulesError):
    """Everything that is wrong with an overlay, at once."""

    def __init__(self, errors: list[HouseRuleError]) -> None:
        super().__init__("; ".join(f"{error.name}: {error.code}" for error in errors))
        self.errors = errors


class Ruleset(msgspec.Struct, frozen=True, dict=True):
    """A ruleset with its house rules laid over it.

    `switches` hold native values (cm or UM); the methods give lengths in 1/100 mm. Asking for
    an unknown name, or for a name as the wrong type, is a slip of the programmer: KeyError.
    """

    id: str
    switches: dict[str, Value]
    tables: dict[str, Any]
    house_rules: tuple[str, ...] = ()

    @cached_property
    def unit(self) -> str:
        """`cm` or `UM`."""
        return self.text("unit.name")

    @cached_property
    def unit_size(self) -> int:
        """1/100 mm in a unit: 1000 or 2500."""
        return int(self.fraction("unit.mm") * MM)

    @cached_property
    def magic(self) -> str:
        """`difficulty` or `winds` (W-SYS-01)."""
        return self.text("magic.system")

    def flag(self, name: str) -> bool:
        return self._flags[name]

    def number(self, name: str) -> int:
        """A switch of type int that has a value."""
        return self._numbers[name]

    def optional_number(self, name: str) -> int | None:
        return self._numbers[name] if self.has(name) else None

    def fraction(self, name: str) -> Fraction:
        """A switch of type number, exactly."""
        return self._fractions[name]

    def text(self, name: str) -> str:
        """A switch of type enum or dice."""
        return self._texts[name]

    def words(self, name: str) -> tuple[str, ...]:
        """A switch of type set or list."""
        return self._words[name]

    def mapping(self, name: str) -> Mapping[str, Any]:
        """A switch of type map."""
        return self._maps[name]

    def length(self, name: str) -> int:
        """A switch of type length that has a value, in 1/100 mm."""
        return self._lengths[name]

    def optional_length(self, name: str) -> int | None:
        """The same where the switch may be none (no limit)."""
        return self._lengths[name] if self.has(name) else None

    def table_size(self) -> tuple[int, int]:
        """Width and depth of the table (C-TRN-06), in 1/100 mm."""
        width, depth = self.switches["table.size"]
        return self.units(width), self.units(depth)

    def length_for_base(self, name: str, *, large: bool) -> int | None:
        """A switch of type length_by_base, for a large base or any other, in 1/100 mm."""
        value = self._by_base[name]
        if isinstance(value, dict):
            value = value["large" if large else "default"]
        return None if value is None else self.units(value)

    def step(self, name: str, value: int) -> Any:
        """What a switch of type steps says of `value`: the entry with the highest key up to it.

        None below the first entry.
        """
        best = None
        for key, entry in self._steps[name]:
            if key > value:
                break
            best = entry
        return best

    def has(self, name: str) -> bool:
        """Whether an optional switch has a value."""
        return self.switches[name] is not None

    def formula(self, name: str, **values: int | Fraction) -> Fraction:
        """The value of a formula switch, exactly; `values` are native units or characteristics.

        A formula may be the name of another formula switch (C-CHG-04).
        """
        text = self._formulas[name]
        while text in self._formulas:
            text = self._formulas[text]
        return evaluate(text, tuple(values.items()))

    def reach(self, name: str, **values: int | Fraction) -> int:
        """A formula switch that gives a distance, in 1/100 mm (a part of one is dropped)."""
        return int(self.formula(name, **values) * self.unit_size)

    def dice_from(self, name: str, height: int) -> str:
        """The dice that a dice_by_height switch gives from `height` (1/100 mm) on (C-FAL-02)."""
        rows = [row for row in self._dice_rows[name] if self.units(row["from"]) <= height]
        return str(rows[-1]["dice"])

    def units(self, value: int | float) -> int:
        """A native length in 1/100 mm."""
        return to_units(value, self.unit_size)

    def _of(self, *types: str) -> dict[str, Any]:
        known = registry()
        return {
            name: value
            for name, value in self.switches.items()
            if value is not None and name in known and known[name].type in types
        }

    @cached_property
    def _flags(self) -> dict[str, bool]:
        return self._of("bool")

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return self._of("int")

    @cached_property
    def _fractions(self) -> dict[str, Fraction]:
        return {name: Fraction(str(value)) for name, value in self._of("number").items()}

    @cached_property
    def _texts(self) -> dict[str, str]:
        return self._of("enum", "dice")

    @cached_property
    def _words(self) -> dict[str, tuple[str, ...]]:
        return {name: tuple(value) for name, value in self._of("set", "list").items()}

    @cached_property
    def _maps(self) -> dict[str, Mapping[str, Any]]:
        return self._of("map")

    @cached_property
    def _lengths(self) -> dict[str, int]:
        return {name: self.units(value) for name, value in self._of("length").items()}

    @cached_property
    def _by_base(self) -> dict[str, Any]:
        known = registry()
        return {
            name: value
            for name, value in self.switches.items()
            if name in known and known[name].type == "length_by_base"
        }

    @cached_property
    def _steps(self) -> dict[str, list[tuple[int, Any]]]:
        return {
            name: sorted((int(key), entry) for key, entry in value.items())
            for name, value in self._of("steps").items()
        }

    @cached_property
    def _formulas(self) -> dict[str, str]:
        return self._of("formula")

    @cached_property
    def _dice_rows(self) -> dict[str, list[dict[str, Any]]]:
        return {
            name: sorted(rows, key=lambda row: Fraction(str(row["from"])))
            for name, rows in self._of("dice_by_height").items()
        }


@cache
def load_ruleset(id: str) -> Ruleset:
    """`partida` or `perdidos`; KeyError for another. Incomplete or wrong data: HouseRuleErrors."""
    if id not in RULESETS:
        raise KeyError(id)
    data = tomllib.loads((FOLDER / f"{id}.toml").read_text(encoding="utf-8"))
    tables = tomllib.loads((FOLDER / "tables.toml").read_text(encoding="utf-8"))
    switches = {name: _native(name, value) for name, value in data["switches"].items()}
    missing = [HouseRuleError("missing", name) for name in registry() if name not in switches]
    errors = missing + _errors(switches, editable_only=False)
    if errors:
        raise HouseRuleErrors(errors)
    return Ruleset(id=id, switches=switches, tables=tables)


def with_house_rules(
    ruleset: Ruleset, overlay: Mapping[str, Value], *, editable_only: bool = False
) -> Ruleset:
    """The ruleset with the overlay's values; HouseRuleErrors names everything wrong with it.

    `editable_only` is for the game master's form; set-ups and scenario files may set any switch.
    """
    native = {name: _native(name, value) for name, value in overlay.items()}
    errors = _errors(native, editable_only=editable_only) or _gaps(ruleset, native)
    if errors:
        raise HouseRuleErrors(errors)
    switches = {**ruleset.switches, **native}
    if errors := _uneven(switches, native):
        raise HouseRuleErrors(errors)
    circles = [HouseRuleError("circular", name) for name in native if _in_circle(switches, name)]
    if circles:
        raise HouseRuleErrors(circles)
    names = tuple(sorted({*ruleset.house_rules, *native}))
    return Ruleset(ruleset.id, switches, ruleset.tables, names)


def _gaps(ruleset: Ruleset, values: Mapping[str, Value]) -> list[HouseRuleError]:
    """Tables without an entry that the ruleset's own has (play would have no answer there), and
    lines that nothing asks for.
    """
    filled = {
        name: (registry()[name], ruleset.switches[name], value)
        for name, value in values.items()
        if value is not None and ruleset.switches[name] is not None
    }
    missing = {name: missing_keys(s.type, base, value) for name, (s, base, value) in filled.items()}
    strange = {name: strange_keys(s, base, value) for name, (s, base, value) in filled.items()}
    return [
        *(HouseRuleError("missing_keys", n, {"keys": keys}) for n, keys in missing.items() if keys),
        *(HouseRuleError("unknown_keys", n, {"keys": keys}) for n, keys in strange.items() if keys),
    ]


def strange_keys(switch: Switch, base: Any, value: Any) -> list[str]:
    """Lines that nothing asks for: other than the ruleset's own or ids of the catalogue."""
    if switch.type != "map":
        return []
    known = known_keys(switch.keys) if switch.keys else set(base)
    return sorted(set(value) - known)


def _uneven(switches: Mapping[str, Value], changed: Mapping[str, Value]) -> list[HouseRuleError]:
    """Tables with rows that are longer or shorter than their columns, where either was changed."""
    errors = []
    for switch in registry().values():
        if switch.columns and {switch.name, switch.columns} & set(changed):
            width = len(switches[switch.columns]) + 1
            rows = switches[switch.name].items()
            if odd := [key for key, row in rows if len(row) != width]:
                params = {"keys": sorted(odd, key=int), "columns": width}
                errors.append(HouseRuleError("wrong_columns", switch.name, params))
    return errors


def _in_circle(switches: Mapping[str, Value], name: str) -> bool:
    """Whether formulas that name one another lead back to where they began."""
    seen, text = {name}, switches[name]
    while isinstance(text, str) and text in switches:
        if text in seen:
            return True
        seen.add(text)
        text = switches[text]
    return False


def _native(name: str, value: Value) -> Value:
    """TOML and forms have no null: `none` stands for it where a switch is optional."""
    switch = registry().get(name)
    return None if switch is not None and switch.optional and value == "none" else value


def _errors(values: Mapping[str, Value], *, editable_only: bool) -> list[HouseRuleError]:
    errors = []
    for name, value in values.items():
        switch = registry().get(name)
        if switch is None:
            errors.append(HouseRuleError("unknown_switch", name))
        elif editable_only and not switch.editable:
            errors.append(HouseRuleError("not_editable", name))
        else:
            errors += [
                HouseRuleError(fault.code, name, fault.params) for fault in faults(switch, value)
            ]
    return errors
