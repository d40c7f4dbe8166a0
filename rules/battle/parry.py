"""Parrying: one attempt a phase, against the first enemy that hits (PAR)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from . import events as ev
from . import tables
from .arms import Arm, Kit, kit_of
from .facts import about, is_plain
from .harm import harm_of
from .luck import by_luck
from .play import Play
from .powers import Power
from .preferred import chosen
from .saving import SKILL, hands_full, in_hand
from .state import State
from .volley import Volley


class Guard(NamedTuple):
    """With what somebody parries: how many attempts, how many throws each, `equal` faces too."""

    attempts: int = 0
    throws: int = 1
    equal: bool = False
    breaks_on: int = 0


NONE = Guard()


def guard_of(state: State, id: str) -> Guard:
    """What a warrior can parry with: weapons in its hands, a buckler, a shield by skill."""
    kit = kit_of(state.setup, id)
    if not kit.parries:
        return NONE
    if not is_plain(state):
        return _guard(state, id, kit)
    key = "guard", about(state, id, ())
    found: Guard | None = kit.ways.get(key)
    if found is None:
        found = kit.ways[key] = _guard(state, id, kit)
    return found


def as_ordered(state: State, id: str) -> Guard:
    """The same, as far as its player wants it used (P-PAR-01)."""
    guard, wanted = guard_of(state, id), state.warriors[id].parrying
    if wanted == "never":
        return Guard()
    return guard._replace(throws=1) if wanted == "once" else guard


def _guard(state: State, id: str, kit: Kit) -> Guard:
    held = _held(state, id, kit)
    swords = [a for a in held if a.parries]
    buckler = kit.buckler and not any(a.bars_buckler or a.bars_shield for a in held)
    shield = _with_shield(kit) and bool(kit.shield) and not hands_full(state, id)
    sources = len(swords) + buckler + shield
    if not sources:
        return Guard()
    skills = kit.has("parry")
    again = any(a.parry_again for a in swords) or _again(skills, swords, buckler=buckler)
    twice = sources > 1 and any(p.get("attempts", 1) > 1 for p in skills)
    return Guard(
        attempts=2 if twice else 1,
        throws=2 if again else 1,
        equal=any(p.get("equal") for p in skills),
        breaks_on=max((a.breaks_on for a in swords), default=0),
    )


def _held(state: State, id: str, kit: Kit) -> list[Arm]:
    """The weapons in hand, a pair as two; whoever is still to choose has all that the hands of
    his strongest weapon leave room for."""
    blows = state.warriors[id].blows
    now = in_hand(state, id)
    if blows:
        names = {a.id for a in now}
        return [a for a in kit.close if a.id in names]
    if now[0].bars_shield or now[0].hands > 1:
        return list(now)
    return [a for a in kit.close if a.hands < 2]


def _with_shield(kit: Kit) -> bool:
    return any(p.get("with_shield") for p in kit.has("parry"))


def _again(skills: Sequence[Power], swords: Sequence[Arm], *, buckler: bool) -> bool:
    """A buckler with the weapon that goes with it, or weapons by skill (P-PAR-08)."""
    for p in skills:
        fit = sum(1 for a in swords if a.words & p.weapons)
        if p.get("reroll") and fit >= (2 if p.get("reroll_with") else 1):
            return True
        beside = frozenset(p.get("reroll_with", ()))
        if p.stage == "armour" and buckler and any(a.words & beside for a in swords):
            return True
    return False


def may_parry(state: State, id: str) -> bool:
    """Up, with something to parry with, and the chance not used (P-PAR-01, 04, 12)."""
    w = state.warriors[id]
    return (
        w.status == "standing"
        and "parry_used" not in w.bout
        and w.parrying != "never"
        and guard_of(state, id).attempts > 0
    )


def parry_all(play: Play, volleys: Sequence[Volley]) -> None:
    """Each model that was hit may parry one blow; before any roll to wound (P-PAR-02)."""
    for target in dict.fromkeys([v.target for v in volleys]):
        if not may_parry(play.state, target):
            continue
        mine = [v for v in volleys if v.target == target and any(v.hits)]
        guard = as_ordered(play.state, target)
        for _ in range(guard.attempts):
            mine = [v for v in mine if any(v.hits)]
            if not mine or not _parry(play, target, mine, guard):
                break


def _parry(play: Play, defender: str, volleys: Sequence[Volley], guard: Guard) -> bool:
    """Beat the highest of the hits, or the chance is lost (P-PAR-03, 06, 10); whether there was
    anything to be tried."""
    highest = max(face for v in volleys for face in v.hits)
    attacker = volleys[0].attacker
    if highest == 6:
        _lose(play, defender, attacker, "six", "P-PAR-03")
        return False
    beatable = [v for v in volleys if highest in v.hits and not too_strong(play.state, v)]
    if not beatable:
        _lose(play, defender, attacker, "too_strong", "P-PAR-10")
        return False
    if _beats(play, defender, attacker, highest, guard):
        prefers = play.state.warriors[defender].prefers
        stopped = beatable[chosen(prefers, [v.strength for v in beatable])]
        stopped.hits.remove(highest)
        play.emit(
            ev.Parried(warrior=defender, attacker=attacker, weapon=stopped.weapon, rule="P-PAR-05")
        )
        if guard.breaks_on:
            _break(play, defender, attacker, stopped.arm, guard.breaks_on)
    return True


def too_strong(state: State, v: Volley) -> bool:
    """At least twice the defender's own Strength, or a weapon that nothing parries (P-PAR-10)."""
    if v.arm.unparried:
        return True
    own: int = state.setup.by_id[v.target].profile.S
    limit = tables.too_strong_to_parry(state.setup.ruleset, own)
    return harm_of(state, v).strength >= limit


def _lose(play: Play, defender: str, attacker: str, reason: str, rule: str) -> None:
    play.emit(ev.ParryLost(warrior=defender, attacker=attacker, reason=reason, rule=rule))


def _beats(play: Play, defender: str, attacker: str, hit: int, guard: Guard) -> bool:
    """The parry roll, and its one re-roll: with buckler and sword (P-PAR-08), else by luck."""
    for again in range(guard.throws):
        if _throw(play, defender, attacker, hit, guard, "P-PAR-08" if again else ""):
            return True
        if play.twice:
            return False
    if guard.throws > 1:
        return False
    luck = by_luck(play, defender, "parry")
    if luck != "again":
        return luck == "sure"
    return _throw(play, defender, attacker, hit, guard, SKILL)


def _throw(play: Play, defender: str, attacker: str, hit: int, guard: Guard, again: str) -> bool:
    """One throw; `again` is the rule by which it is a second one."""
    (face,) = play.batch(
        "parry",
        1,
        hit,
        rule=again or "P-PAR-02",
        compare="at_least" if guard.equal else "higher_than",
        actor=defender,
        target=attacker,
        reroll=bool(again),
    )
    return face >= (hit if guard.equal else hit + 1)


def _break(play: Play, defender: str, attacker: str, arm: Arm, needed: int) -> None:
    """A blade that traps another may break it (hook `parry`, `breaks_weapon_on`)."""
    if arm.name not in play.state.setup.by_id[attacker].weapons:
        return
    (face,) = play.batch("special_save", 1, needed, rule=SKILL, actor=defender, target=attacker)
    if face >= needed:
        play.emit(ev.WeaponBroken(warrior=attacker, weapon=arm.name, by=defender, rule=SKILL))
