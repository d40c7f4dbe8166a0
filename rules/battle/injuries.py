"""How an injury die is read: the table, what weapon and attacker make of it, and the victim."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from . import events as ev
from . import granted, tables
from .arms import Arm, kit_of
from .facts import is_plain, key
from .powers import Power, acting, is_immune
from .saving import SKILL
from .state import State

Steps = tuple[tuple[int, str], ...]


class Reading(NamedTuple):
    """The lowest result of each status, rising; what is added to the die; what becomes of a result
    in the end (`none` cancels it). `by` tells the rows that change a result, by status."""

    steps: Steps
    added: tuple[ev.Modifier, ...]
    becomes: Mapping[str, str]

    @property
    def bonus(self) -> int:
        """The sum of what is added."""
        return sum([entry.value for entry in self.added]) if self.added else 0

    def status(self, result: int) -> str:
        """What a die with all that is added to it does."""
        found = self.steps[0][1]
        for lowest, status in self.steps:
            if lowest <= result:
                found = status
        return self.becomes.get(found, found)


def reading(state: State, attacker: str, target: str, arm: Arm, *, close: bool) -> Reading:
    """How the injury dice of these wounds are read; remembered on the arm like the harm."""
    if arm.memo is None or not attacker or not is_plain(state):
        return _read(state, attacker, target, arm, close=close)
    kits = (kit_of(state.setup, attacker), kit_of(state.setup, target))
    placed = kits[0].placed or kits[1].placed
    known = key(state, attacker, target, placed=placed), close
    found: Reading | None = arm.memo.get(known)
    if found is None:
        found = arm.memo[known] = _read(state, attacker, target, arm, close=close)
    return found


def _read(state: State, attacker: str, target: str, arm: Arm, *, close: bool) -> Reading:
    """First mod, then bands, then what a result is converted to (P-INJ-06)."""
    own = acting(
        kit_of(state.setup, target).has("own_injury"), state, target, attacker, close=close
    )
    caused = _caused(state, attacker, target, arm, close=close)
    added = tuple(
        ev.Modifier(p.stage, p.effect["mod"], SKILL, p.of) for p in caused if "mod" in p.effect
    )
    becomes = {"knocked_down": "knocked_down", "stunned": "stunned"}
    for p in caused:
        becomes |= p.get("convert", {})
    mine = {before: after for p in own for before, after in p.get("convert", {}).items()}
    becomes = {before: mine.get(after, after) for before, after in becomes.items()}
    lent = close and bool(attacker) and granted.has(state, attacker, "wields_club")
    return Reading(_steps(state, target, arm, own, lent=lent), added, becomes)


def _caused(state: State, attacker: str, target: str, arm: Arm, *, close: bool) -> list[Power]:
    powers = arm.has("injury")
    return acting(powers, state, attacker, target, close=close) if attacker and powers else []


CLUB: Steps = ((1, "knocked_down"), (2, "stunned"), (5, "out_of_action"))
"""What a club that a spell has put into somebody's hand does (P-WAA-5)."""


def _steps(state: State, target: str, arm: Arm, own: list[Power], *, lent: bool) -> Steps:
    """The victim's own table says when it goes out; a club still stuns it sooner."""
    table = tables.injury_steps(state.setup.ruleset)
    weapon, concussive = arm.injuries, arm.concussive
    if lent:
        weapon, concussive = CLUB, True
    if weapon is not None and concussive and is_immune(state.setup, target, "concussion"):
        weapon = None
    bands = next((p.effect["bands"] for p in own if "bands" in p.effect), None)
    if bands is None:
        return weapon or table
    lowest = {status: low for status, (low, _) in bands.items()}
    if weapon is not None:
        stuns = {status: low for low, status in weapon}.get("stunned", tables.NEVER)
        lowest["stunned"] = min(lowest["stunned"], stuns)
    return tuple(sorted((low, status) for status, low in lowest.items()))
