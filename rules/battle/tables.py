"""The tables of the rulebook, read from the ruleset and kept at hand.

Each asks the pinned ruleset once for a pair of numbers and remembers the answer on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..ruleset import Ruleset

NEVER = 7
"""A needed roll that no D6 reaches."""


def _kept(ruleset: Ruleset, name: str) -> dict[Any, Any]:
    memo: dict[Any, Any] = ruleset.__dict__.setdefault(f"_{name}", {})
    return memo


def to_hit_close(ruleset: Ruleset, attacker: int, defender: int) -> int:
    """The D6 that hits in close combat, WS against WS (P-CMB-12)."""
    kept = _kept(ruleset, "to_hit_close")
    needed = kept.get((attacker, defender))
    if needed is None:
        needed = kept[attacker, defender] = int(
            ruleset.formula("hit.hand_to_hand.table", attacker=attacker, defender=defender)
        )
    return int(needed)


def to_hit_shooting(ruleset: Ruleset, ballistic_skill: int) -> int:
    """The D6 that hits before modifiers (P-SHO-11)."""
    kept = _kept(ruleset, "to_hit_shooting")
    if ballistic_skill not in kept:
        kept[ballistic_skill] = int(ruleset.formula("shoot.need", BS=ballistic_skill))
    return int(kept[ballistic_skill])


def to_wound(ruleset: Ruleset, strength: int, toughness: int) -> int:
    """The D6 that wounds; more than 6 is a dash (P-WND-02)."""
    kept = _kept(ruleset, "to_wound")
    needed = kept.get((strength, toughness))
    if needed is None:
        needed = kept[strength, toughness] = int(
            ruleset.formula("wound.table", S=strength, T=toughness)
        )
    return int(needed)


def too_strong_to_parry(ruleset: Ruleset, strength: int) -> Fraction:
    """The Strength from which a blow can't be parried, by the defender's own (P-PAR-10)."""
    kept = _kept(ruleset, "too_strong_to_parry")
    if strength not in kept:
        kept[strength] = ruleset.formula("parry.impossible_from", S=strength)
    limit: Fraction = kept[strength]
    return limit


def strength_save_modifier(ruleset: Ruleset, strength: int, *, close: bool) -> int:
    """What the Strength of a hit does to the save: 0 or less (P-ARM-04)."""
    name = "hand_to_hand" if close else "shooting"
    return int(ruleset.step(f"armour.strength_modifiers.{name}", strength) or 0)


def injury_steps(ruleset: Ruleset) -> tuple[tuple[int, str], ...]:
    """The lowest injury roll for each status, rising (P-INJ-06); over 6 counts as 6."""
    kept = _kept(ruleset, "injury_steps")
    if not kept:
        table: Mapping[str, str] = ruleset.switches["injury.table"]
        kept[0] = tuple(sorted((int(low), status) for low, status in table.items()))
    steps: tuple[tuple[int, str], ...] = kept[0]
    return steps


def critical_row(ruleset: Ruleset, face: int) -> Mapping[str, Any]:
    """The row of the critical table that a face falls in (P-CRT-04)."""
    rows = ruleset.tables["critical"]["single"]
    row: Mapping[str, Any] = next(r for r in rows if r["min"] <= face <= r["max"])
    return row
