"""The questions that players and the server player ask: a blow, a shot, a duel."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from ..battle.orders import Split
from ..battle.state import State, Status, Warrior, WarriorSetup
from ..catalogue import PinnedCatalogue
from ..ruleset import Ruleset
from .blows import knocked_down
from .chain import ONE, ZERO
from .duel import Duel, Duels, duels, evenly
from .facing import AS_ONE_MAY, Both, as_now, bounded, duel_key, facing_off, ordered
from .matchup import critical_table, defence_of, duellists, lots_on
from .numbers import NONE
from .reckoning import CERTAIN, NOTHING, Odds, reckon
from .will import by_will

MOST_KEPT = 5_000
"""Duels that are remembered: anybody may ask for any, and no memory holds them all."""


def told_before(ruleset: Ruleset) -> bool:
    """Whether players see odds before they declare; battles of before this switch had none."""
    return ruleset.switches.get("odds.before_declaring") is True


def blow(state: State, attacker: str, target: str, splits: tuple[Split, ...] | None = None) -> Odds:
    """What a warrior's attacks of one phase do to `target`: by `splits`, else as it has declared,
    else by default; and those beside the hands' (a bite, a horn) where they fall."""
    return by_will(state, target, _blow(state, attacker, target, splits))


def _blow(state: State, attacker: str, target: str, splits: tuple[Split, ...] | None) -> Odds:
    lots = lots_on(state, attacker, target, splits)
    attacks = tuple(attack for lot in lots for attack in lot)
    status = state.warriors[target].status
    if not attacks or status == "out_of_action":
        return NOTHING
    if status == "stunned":
        return CERTAIN
    if status == "knocked_down":
        out = knocked_down(attacks, critical_table(state.setup.ruleset))
        return Odds(ONE, out, 1 - out, ZERO, ZERO, out)
    return reckon(lots, defence_of(state, target), state, NONE)


def duel_of(
    ruleset: Ruleset,
    catalogue: PinnedCatalogue,
    a: WarriorSetup,
    b: WarriorSetup,
    charger: int | None = None,
    *,
    told: Both = AS_ONE_MAY,
) -> Duel:
    """A duel to the end from first contact. `charger`: 0 is a, 1 is b, None either, evenly.

    Remembered for both, whoever is asked about: in a battle each side weighs the same fights.
    """
    key = duel_key(catalogue, a, told[0]), duel_key(catalogue, b, told[1])
    kept: dict[tuple[bytes, bytes], Duels] = ruleset.__dict__.setdefault("_odds_duels", {})
    both = kept.get(key)
    if both is None:
        if len(kept) >= MOST_KEPT:
            kept.clear()
        state = facing_off(ruleset, catalogue, a, b, told)
        both = kept[key] = duels(*duellists(state, "a", "b"), critical_table(ruleset))
        kept[key[1], key[0]] = both[1].turned(), both[0].turned()
    return evenly(both) if charger is None else both[charger]


def duel_between(state: State, a: str, b: str, charger: int | None = None) -> Duel:
    """The same for two warriors of a battle, with the Wounds that they have left; whom the game
    master has made stronger than any warrior is taken for as strong as is still reckoned."""
    kept: dict[object, Duel] = state.setup.__dict__.setdefault("_odds_duels", {})
    both = (state.warriors[a], state.warriors[b])
    key = (*((w.id, w.wounds, w.profile) for w in both), ordered(state, a, b), charger)
    if key not in kept:
        kept[key] = duel_of(
            state.setup.ruleset,
            state.setup.catalogue,
            bounded(as_now(state, a)),
            bounded(as_now(state, b)),
            charger,
            told=ordered(state, a, b),
        )
    return kept[key]


Blows = dict[str, dict[str, dict[str, Fraction]]]


def blows_of(
    ruleset: Ruleset,
    catalogue: PinnedCatalogue,
    a: WarriorSetup,
    b: WarriorSetup,
    told: Both = AS_ONE_MAY,
) -> Blows:
    """What one phase's attacks of each do to the other, standing and knocked down, once neither
    is charging any more: {"a": {"standing": {"none": ...}, "knocked_down": {...}}, "b": ...}."""
    state = replace(facing_off(ruleset, catalogue, a, b, told), phase="combat")
    later = {id: replace(w, rounds=1) for id, w in state.warriors.items()}
    return {
        me: {
            status: _named(blow(_with_status(state, later, foe, status), me, foe))
            for status in ("standing", "knocked_down")
        }
        for me, foe in (("a", "b"), ("b", "a"))
    }


def _with_status(state: State, warriors: dict[str, Warrior], id: str, status: Status) -> State:
    return replace(state, warriors={**warriors, id: replace(warriors[id], status=status)})


def _named(odds: Odds) -> dict[str, Fraction]:
    return {
        "none": odds.none,
        "knocked_down": odds.knocked_down,
        "stunned": odds.stunned,
        "out_of_action": odds.out_of_action,
    }
