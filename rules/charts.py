"""The tables of a fight, read from a ruleset: what die is needed, what a die means."""

from __future__ import annotations

from typing import Any

from rules.ruleset import Ruleset

IMPOSSIBLE = 7
"""A number that no D6 shows."""


def to_hit(ruleset: Ruleset, attacker: int, defender: int) -> int:
    """Number needed in close combat from both Weapon Skills (P-CMB-12)."""
    need = ruleset.formula("hit.hand_to_hand.table", attacker=attacker, defender=defender)
    return int(need)


def to_shoot(ruleset: Ruleset, ballistic_skill: int) -> int:
    """Number needed with a shot, before modifiers (P-SHO-11)."""
    return int(ruleset.formula("shoot.need", BS=ballistic_skill))


def to_wound(ruleset: Ruleset, strength: int, toughness: int) -> int | None:
    """Number needed to wound, None where it is impossible (P-WND-02, P-WND-03)."""
    need = int(ruleset.formula("wound.table", S=strength, T=toughness))
    return None if need >= IMPOSSIBLE else need


def save_modifier(ruleset: Ruleset, strength: int, *, close: bool) -> int:
    """What a hit of this Strength adds to the die of an armour save (P-ARM-04)."""
    kind = "hand_to_hand" if close else "shooting"
    modifier = ruleset.step(f"armour.strength_modifiers.{kind}", strength)
    return 0 if modifier is None else int(modifier)


def armour_save(ruleset: Ruleset, armour: str) -> int:
    """Number that an armour needs for its save, before anything changes it (P-ARM-02)."""
    return int(ruleset.mapping("armour.table")[armour])


def injury(ruleset: Ruleset, die: int) -> str:
    """knocked_down, stunned or out_of_action; a die beyond the table counts as its end (P-INJ-06)."""
    return str(ruleset.step("injury.table", max(1, die)))


def critical(ruleset: Ruleset, die: int, group: str) -> dict[str, Any]:
    """The row of the critical hit table (P-CRT-04, C-CRT-02): id, wounds, save, injury, effect.

    `group` is the weapon's (`bladed`, `missile` ...); it counts only where tables go by weapon.
    """
    single = ruleset.text("crit.table") == "single"
    rows: list[dict[str, Any]] = ruleset.tables["critical"]["single" if single else group]
    face = max(1, min(6, die))
    return next(row for row in rows if row["min"] <= face <= row["max"])
