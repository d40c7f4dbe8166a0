"""How many attacks somebody has (CMB-10, CMB-13, CMB-14, PSY-07)."""

from __future__ import annotations

from collections.abc import Iterable

from .appetite import more_attacks
from .arms import Arm, kit_of
from .maddening import fights_its_bane
from .nature import frenzied
from .powers import Power, acting, acts
from .queries import characteristic, engaged_with, own_characteristic
from .state import State


def attacks_of(state: State, id: str) -> int:
    """A: doublings first (frenzy, a wild charge), then what is added, then what enemies take.

    What spells add or take comes after the doubling (P-MAG-40).
    A second weapon's attack, and whatever else is added last, come after that (P-CMB-14,
    P-PSY-07, P-PSY-08).
    """
    attacks = own_characteristic(state, id, "A")
    added = characteristic(state, id, "A", close=True) - attacks if state.effects else 0
    if frenzied(state, id) or fights_its_bane(state, id):
        attacks *= state.setup.ruleset.number("frenzy.attacks_multiplier")
    powers = kit_of(state.setup, id).has("attacks")
    if powers:
        attacks = _changed(attacks, acting(_general(powers), state, id))
    attacks = max(0, attacks + added + more_attacks(state, id))
    return _hindered(state, id, attacks)


def _general(powers: Iterable[Power]) -> list[Power]:
    return [p for p in powers if not (p.weapons or p.unarmed or p.get("last"))]


def _changed(attacks: int, powers: Iterable[Power]) -> int:
    powers = list(powers)
    for p in powers:
        attacks *= p.get("factor", 1)
    attacks += sum(p.get("mod", 0) for p in powers)
    return int(min([attacks, *(p.effect["most"] for p in powers if "most" in p.effect)]))


def _hindered(state: State, id: str, attacks: int) -> int:
    """Enemies in contact that take attacks away: each takes hold of its first opponent only."""
    for foe in engaged_with(state, id):
        for p in kit_of(state.setup, foe).has("enemy_attacks"):
            prey = [w for w in engaged_with(state, foe) if acts(p, state, foe, w)]
            if prey[:1] == [id]:
                attacks = min(attacks, max(p.get("least", 0), attacks + p.effect["mod"]))
    return attacks


def last_of_all(state: State, id: str) -> int:
    """Attacks added after everything else, whatever the weapon (an arm more)."""
    powers = kit_of(state.setup, id).has("attacks")
    late = [p for p in powers if p.get("last") and not (p.weapons or p.unarmed)]
    return int(sum(p.effect["mod"] for p in acting(late, state, id)))


def last_with(state: State, id: str, arm: Arm) -> int:
    """Attacks added last for one weapon: a pair, a whip on a charge."""
    return int(arm.attacks + sum(p.effect["mod"] for p in acting(arm.has("attacks"), state, id)))
