"""Parrying: one attempt a phase, against the first enemy that hits (PAR)."""

from __future__ import annotations

from collections.abc import Sequence

from . import events as ev
from . import tables
from .arms import kit_of
from .play import Play
from .state import State
from .volley import Volley


def may_parry(state: State, id: str) -> bool:
    """Up, with something to parry with, and the chance not used (P-PAR-01, 04, 12)."""
    w = state.warriors[id]
    return w.status == "standing" and "parry_used" not in w.bout and kit_of(state.setup, id).parries


def parry_all(play: Play, volleys: Sequence[Volley]) -> None:
    """Each model that was hit may parry one blow; before any roll to wound (P-PAR-02)."""
    for target in dict.fromkeys(v.target for v in volleys):
        mine = [v for v in volleys if v.target == target and any(v.hits)]
        if mine and may_parry(play.state, target):
            _parry(play, target, mine)


def _parry(play: Play, defender: str, volleys: Sequence[Volley]) -> None:
    """Beat the highest of the hits, or the chance is lost (P-PAR-03, 06, 10)."""
    highest = max(face for v in volleys for face in v.hits)
    attacker = volleys[0].attacker
    if highest == 6:
        _lose(play, defender, attacker, "six", "P-PAR-03")
        return
    beatable = [v for v in volleys if highest in v.hits and not _too_strong(play.state, v)]
    if not beatable:
        _lose(play, defender, attacker, "too_strong", "P-PAR-10")
        return
    if _beats(play, defender, attacker, highest):
        stopped = max(beatable, key=lambda v: v.strength)
        stopped.hits.remove(highest)
        play.emit(
            ev.Parried(warrior=defender, attacker=attacker, weapon=stopped.arm.id, rule="P-PAR-05")
        )


def _too_strong(state: State, v: Volley) -> bool:
    """At least twice the defender's own Strength, or a weapon that nothing parries (P-PAR-10)."""
    own: int = state.setup.by_id[v.target].profile.S
    return v.arm.unparried or v.strength >= tables.too_strong_to_parry(state.setup.ruleset, own)


def _lose(play: Play, defender: str, attacker: str, reason: str, rule: str) -> None:
    play.emit(ev.ParryLost(warrior=defender, attacker=attacker, reason=reason, rule=rule))


def _beats(play: Play, defender: str, attacker: str, hit: int) -> bool:
    """The parry roll, and its one re-roll with buckler and sword (P-PAR-08)."""
    throws = 2 if kit_of(play.state.setup, defender).parry_again else 1
    for again in range(throws):
        (face,) = play.batch(
            "parry",
            1,
            hit,
            rule="P-PAR-08" if again else "P-PAR-02",
            compare="higher_than",
            actor=defender,
            target=attacker,
            reroll=bool(again),
        )
        if face > hit:
            return True
    return False
