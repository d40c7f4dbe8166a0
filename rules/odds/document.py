"""The exact odds of a duel as one document: what the command line and REST answer."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec

from ..battle.guarding import ALWAYS, NEVER, ONCE
from ..battle.preferred import CRUSH, FIRST, LAST, STRONGEST, WEAKEST, WOUND
from ..battle.state import State, WarriorSetup
from ..catalogue import CatalogueError, load_catalogue
from ..errors import RulesError
from ..ruleset import Ruleset
from ..scenario.rows import WarriorRow
from ..scenario.table import TableError, read_warrior
from ..simulation.armies import items_of
from .duel import Duel
from .facing import AS_ONE_MAY, MOST, Both, Told, as_now, facing_off, ordered
from .questions import blows_of, duel_of
from .reckoning import Odds
from .unreckoned import without

CHARGERS: Mapping[str, int | None] = {"a": 0, "b": 1, "even": None}


class FighterError(RulesError):
    """What is wrong with a fighter's description."""


def fighter(row: Mapping[str, Any], ruleset: Ruleset, key: str) -> WarriorSetup:
    """A fighter as a scenario file's [[warriors]] has it; `key` names it in a FighterError. His
    standing orders are read by `standing_orders`."""
    whole = {"id": key, "side": key, **row}
    whole.pop("guard", None)
    whole.pop("prefer", None)
    try:
        found = read_warrior(msgspec.convert(whole, WarriorRow), ruleset, key)
    except (msgspec.ValidationError, TableError) as fault:
        raise FighterError(str(fault)) from fault
    _check_bounds((key, found))
    return found


def _check_bounds(*fighters: tuple[str, WarriorSetup]) -> None:
    for (key, one), (name, most) in product(fighters, MOST.items()):
        if not 1 <= getattr(one.profile, name) <= most:
            raise FighterError(f"{key}.profile.{name}: 1 to {most}")


ORDERS: Mapping[str, tuple[str, ...]] = {
    "equal": (STRONGEST, WEAKEST, FIRST, LAST),
    "crush": (WOUND, CRUSH),
}
"""What `prefer` may say of a duel, and how (rules/battle/preferring.py)."""


def standing_orders(row: Mapping[str, Any], key: str) -> Told:
    """What a fighter has been ordered beforehand: `guard` (always, once, never) and `prefer`, a
    table of `equal` and `crush`. Raises FighterError."""
    guard, prefer = row.get("guard", ALWAYS), row.get("prefer", {})
    if guard not in (ALWAYS, ONCE, NEVER):
        raise FighterError(f"{key}.guard: {ALWAYS}, {ONCE} or {NEVER}")
    if not isinstance(prefer, Mapping):
        raise FighterError(f"{key}.prefer: a table")
    for what, choice in prefer.items():
        if choice not in ORDERS.get(what, ()):
            raise FighterError(f"{key}.prefer.{what}: not {choice!r}")
    parry = "" if guard == ALWAYS else str(guard)
    return Told(parry, prefer.get("equal", ""), prefer.get("crush", ""))


def duel_document(
    ruleset: Ruleset,
    a: WarriorSetup,
    b: WarriorSetup,
    charger: str = "even",
    told: Both = AS_ONE_MAY,
) -> dict[str, Any]:
    """`win`, `expected_phases`, `blow` with fractions as "num/den" (DESIGN 7); `without`: what
    isn't reckoned in (luck).

    Raises FighterError for an item, a skill or a trait that the catalogue doesn't have.
    """
    try:
        pinned = load_catalogue().pin(
            items_of((a, b)),
            skills={*a.skills, *b.skills},
            traits={trait.id for one in (a, b) for trait in one.traits},
        )
    except CatalogueError as fault:
        raise FighterError(str(fault)) from fault
    duel = duel_of(ruleset, pinned, a, b, CHARGERS[charger], told=told)
    left = without(facing_off(ruleset, pinned, a, b, told), "a", "b")
    return _document(duel, blows_of(ruleset, pinned, a, b, told), left)


def meeting_document(state: State, a: str, b: str) -> dict[str, Any]:
    """The same for two warriors of a battle, a charging, as they would meet on open ground now and
    with the standing orders that they have (P-PAR-01).

    Raises FighterError for one who has been made stronger than what is reckoned.
    """
    one, other = as_now(state, a), as_now(state, b)
    _check_bounds((a, one), (b, other))
    ruleset, catalogue = state.setup.ruleset, state.setup.catalogue
    told = ordered(state, a, b)
    duel = duel_of(ruleset, catalogue, one, other, CHARGERS["a"], told=told)
    return _document(duel, blows_of(ruleset, catalogue, one, other, told), without(state, a, b))


def odds_document(odds: Odds, left: tuple[str, ...] = ()) -> dict[str, Any]:
    """A shot or a warrior's blows: hit, wound, each status, and cover, as "num/den"; `without`."""
    told = {name: written(value) for name, value in odds._asdict().items()}
    return {**told, "without": list(left)}


def _document(duel: Duel, blows: Mapping[str, Any], left: tuple[str, ...]) -> dict[str, Any]:
    return {
        "win": {"a": written(duel.a), "b": written(duel.b)},
        "expected_phases": None if duel.phases is None else written(duel.phases),
        "blow": {
            who: {
                state: {end: written(p) for end, p in ends.items()} for state, ends in table.items()
            }
            for who, table in blows.items()
        },
        "without": list(left),
    }


def written(number: Fraction) -> str:
    """ "num/den", also where it is whole."""
    return f"{number.numerator}/{number.denominator}"
