"""From hit to harm: to wound, criticals, saves, injuries (WND, CRT, ARM, INJ, DWN).

What one model does to others at one time is a list of volleys: one a weapon and target. Each kind
of die is thrown for all of them before the next kind (P-TRN-10).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..dice import d3
from . import events as ev
from . import tables
from .armour import save_needed, saves
from .arms import kit_of
from .injury import suffer_all
from .play import Play
from .queries import characteristic, downed
from .state import State
from .volley import Volley, Wound, can_strike, strength_of_blow, wound_modifier


def resolve(play: Play, volleys: Sequence[Volley]) -> tuple[str, ...]:
    """Everything after the hits; who has been knocked down or stunned by them."""
    before = {v.target: play.warrior(v.target).status for v in volleys}
    _resolve(play, volleys)
    return tuple(
        id
        for id, status in before.items()
        if downed(play.warrior(id)) and play.warrior(id).status != status
    )


def _resolve(play: Play, volleys: Sequence[Volley]) -> None:
    volleys = [v for v in volleys if v.hits]
    for v in volleys:
        _to_wound(play, v)
    volleys = [v for v in volleys if v.wounds]
    if not volleys:
        return
    for v in volleys:
        _criticals(play, v)
    for v in volleys:
        saves(play, v)
    for v in volleys:
        _multiply(play, v)
    suffer_all(play, [v for v in volleys if v.wounds])


def _to_wound(play: Play, v: Volley) -> None:
    toughness = characteristic(play.state, v.target, "T")
    base = tables.to_wound(play.state.setup.ruleset, v.strength, toughness)
    if base >= tables.NEVER:
        play.emit(
            ev.CannotWound(
                warrior=v.attacker,
                target=v.target,
                strength=v.strength,
                toughness=toughness,
                rule="P-WND-03",
            )
        )
        return
    bonus = wound_modifier(play.state, v.arm, v.target)
    needed = min(6, max(2, base - bonus))
    stack = [ev.Modifier("base", base, "P-WND-02")]
    if bonus:
        stack.append(ev.Modifier("weapon", -bonus, "P-WND-04", v.arm.id))
    faces = play.batch(
        "to_wound",
        len(v.hits),
        needed,
        rule="P-WND-04" if v.close else "P-WND-01",
        modifiers=stack,
        actor=v.attacker,
        target=v.target,
        weapon=v.arm.id,
    )
    v.wounds = [Wound(face) for face in faces if face >= needed]


def _criticals(play: Play, v: Volley) -> None:
    """A natural 6 where no 6 was needed; one a warrior a close combat phase (P-CRT-01 to 03)."""
    ruleset = play.state.setup.ruleset
    sixes = [wound for wound in v.wounds if wound.face == 6]
    if not v.arm.critical or not sixes:
        return
    if ruleset.flag("crit.blocked_when_wound_on_6") and _needed_six(play.state, v):
        return
    if v.finishes and save_needed(play.state, v) >= tables.NEVER:
        return  # it goes out anyway: a die that changes nothing (P-TRN-10)
    limit = ruleset.optional_number("crit.limit.hand_to_hand" if v.close else "crit.limit.shooting")
    if limit is not None:
        used = "critical_used" in play.warrior(v.attacker).bout
        sixes = [] if used else sixes[:limit]
    if not sixes:
        return
    faces = play.plain(
        "critical",
        len(sixes),
        rule="P-CRT-04",
        actor=v.attacker,
        target=v.target,
        weapon=v.arm.id,
    )
    for wound, face in zip(sixes, faces, strict=True):
        _critical(play, v, wound, tables.critical_row(ruleset, face))


def _needed_six(state: State, v: Volley) -> bool:
    toughness = characteristic(state, v.target, "T")
    base = tables.to_wound(state.setup.ruleset, v.strength, toughness)
    return min(6, base - wound_modifier(state, v.arm, v.target)) == 6


def _critical(play: Play, v: Volley, wound: Wound, row: Mapping[str, Any]) -> None:
    wound.critical = row
    wound.count = int(row["wounds"])
    play.emit(
        ev.CriticalHit(
            warrior=v.attacker,
            target=v.target,
            row=str(row["id"]),
            wounds=wound.count,
            save=wound.allows_save,
            injury=wound.injury,
            rule="P-CRT-04",
        )
    )


def _multiply(play: Play, v: Volley) -> None:
    """A weapon that causes several wounds; with a critical the larger number (P-CRT-06)."""
    if not v.arm.wounds or not v.wounds or v.finishes:
        return
    faces = play.plain(
        "multi", len(v.wounds), rule="P-CRT-06", actor=v.attacker, target=v.target, weapon=v.arm.id
    )
    for wound, face in zip(v.wounds, faces, strict=True):
        wound.count = max(wound.count, d3(face))


def automatic_hits(play: Play, attacker: str, target: str) -> tuple[str, ...]:
    """One hit on somebody who breaks from combat, with the strongest weapon (P-CMB-19).

    All opponents hit him as he turns, so one whom an earlier hit has struck down still counts as
    standing for the next: injuries add up by P-INJ-05, no blow at a fallen model (P-DWN-02).
    """
    state = play.state
    if not can_strike(state, attacker):
        return ()
    arms = kit_of(state.setup, attacker).close
    best = max(arms, key=lambda a: strength_of_blow(state, attacker, a))
    play.emit(
        ev.AutomaticHit(warrior=attacker, target=target, weapon=best.id, hits=1, rule="P-CMB-19")
    )
    strength = strength_of_blow(state, attacker, best)
    return resolve(play, [Volley(attacker, target, best, strength, True, "standing", hits=[0])])
