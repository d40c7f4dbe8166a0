"""From hit to harm: to wound, criticals, saves, injuries (WND, CRT, ARM, INJ, DWN).

What one model does to others at one time is a list of volleys: one a weapon and target. Each kind
of die is thrown for all of them before the next kind (P-TRN-10).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..dice import d3
from . import events as ev
from . import tables
from .arms import Arm, kit_of
from .play import Play
from .queries import characteristic, downed, on_table, setup_of
from .recovery import change
from .state import WORSE, State


@dataclass(slots=True)
class Wound:
    """A wounding hit: the row of the critical table, if it is one, and how many wounds."""

    face: int
    critical: Mapping[str, Any] | None = None
    count: int = 1

    @property
    def allows_save(self) -> bool:
        return self.critical is None or self.critical["save"] != "none"

    @property
    def injury(self) -> int:
        return 0 if self.critical is None else int(self.critical["injury"])


@dataclass(slots=True)
class Volley:
    """Hits by one model with one weapon on one target.

    `hits` are the faces that hit (0 for an automatic hit). `state_then` is the target's status
    when the attacks were made: it decides what a wound does (P-DWN-04). `close`: in close combat.
    """

    attacker: str
    target: str
    arm: Arm
    strength: int
    close: bool
    status_then: str
    hits: list[int] = field(default_factory=list)
    wounds: list[Wound] = field(default_factory=list)

    @property
    def finishes(self) -> bool:
        """Whether an unsaved wound puts the target out at once (P-DWN-02)."""
        return self.close and self.status_then == "knocked_down"


def strength_of_blow(state: State, attacker: str, arm: Arm) -> int:
    """The Strength that wounds in close combat (P-WND-04)."""
    if arm.strength_fixed is not None:
        return arm.strength_fixed
    w = state.warriors[attacker]
    bonus = 0 if arm.heavy and w.rounds else arm.strength_user
    if arm.charge_strength and charged_now(state, attacker) and _mounted(state, attacker):
        bonus += arm.charge_strength
    if "dived" in w.brief:
        bonus += dive_bonus(state, "strength")
    return characteristic(state, attacker, "S") + bonus


def dive_bonus(state: State, name: str) -> int:
    """What a diving charge adds to `strength` or `to_hit` in this turn (P-TER-15)."""
    return int(state.setup.ruleset.mapping("dive.bonus").get(name, 0))


def _mounted(state: State, id: str) -> bool:
    return "warhorse" in setup_of(state, id).equipment


def charged_now(state: State, id: str) -> bool:
    """Whether the model charged in this very turn (P-CHG-15)."""
    w = state.warriors[id]
    return "charged" in w.marks and w.side == state.active


def can_strike(state: State, id: str) -> bool:
    """Whether a model may deal blows: on the table, up, not running, of any skill at all.

    P-INJ-07, P-INJ-14; P-CMB-12 for Weapon Skill 0.
    """
    w = state.warriors[id]
    able = on_table(w) and w.status == "standing" and not w.fleeing and "stupid" not in w.marks
    return able and characteristic(state, id, "WS") > 0


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
        _saves(play, v)
    for v in volleys:
        _multiply(play, v)
    _suffer_all(play, [v for v in volleys if v.wounds])


def wound_modifier(state: State, arm: Arm, target: str) -> int:
    """What a weapon adds to the roll to wound against this target."""
    if not arm.to_wound:
        return 0
    kinds = {trait.id for trait in setup_of(state, target).traits}
    return arm.to_wound if not arm.to_wound_against or kinds & set(arm.to_wound_against) else 0


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


def save_stack(state: State, v: Volley) -> list[ev.Modifier]:
    """How the needed armour save comes about (P-ARM-02 to P-ARM-06). Base 7 is no armour."""
    kit = kit_of(state.setup, v.target)
    stack = [ev.Modifier("base", kit.body, "P-ARM-02")]
    if kit.shield and not (v.close and shield_is_barred(state, v.target)):
        stack.append(ev.Modifier("shield", -kit.shield, "P-ARM-03"))
    if v.arm.save_total is not None:
        stack.append(ev.Modifier("weapon", v.arm.save_total, "P-ARM-06", v.arm.id))
    else:
        strength = tables.strength_save_modifier(state.setup.ruleset, v.strength, close=v.close)
        if strength:
            stack.append(ev.Modifier("strength", -strength, "P-ARM-04"))
        if v.arm.save:
            stack.append(ev.Modifier("weapon", v.arm.save, "P-ARM-06", v.arm.id))
    if v.arm.enemy_save:
        stack.append(ev.Modifier("weapon", -v.arm.enemy_save, "P-ARM-06", v.arm.id))
    return stack


def shield_is_barred(state: State, id: str) -> bool:
    """Both hands full: no shield in close combat (the weapon's own rule, P-ARM-03).

    Who hasn't struck yet and has said nothing is taken to hold the strongest weapon.
    """
    close = kit_of(state.setup, id).close
    in_hand = {split.weapon for split in state.warriors[id].blows}
    if not in_hand:
        in_hand = {max(close, key=lambda a: strength_of_blow(state, id, a)).id}
    return any(a.bars_shield for a in close if a.id in in_hand)


def save_needed(state: State, v: Volley) -> int:
    """The D6 that saves; more than 6 is no save (P-ARM-05)."""
    if v.arm.no_save:
        return tables.NEVER
    return sum(entry.value for entry in save_stack(state, v))


def _saves(play: Play, v: Volley) -> None:
    """One armour save a wounding hit, before the wounds are counted (P-ARM-01, P-CRT-05)."""
    needed = save_needed(play.state, v)
    saving = [wound for wound in v.wounds if wound.allows_save]
    if needed >= tables.NEVER or not saving:
        return
    if play.state.setup.ruleset.flag("save.natural_one_fails"):
        needed = max(2, needed)
    faces = play.batch(
        "save",
        len(saving),
        needed,
        rule="P-ARM-07" if v.close else "P-ARM-01",
        modifiers=save_stack(play.state, v),
        actor=v.target,
        target=v.attacker,
        weapon=v.arm.id,
    )
    saved = {id(wound) for wound, face in zip(saving, faces, strict=True) if face >= needed}
    v.wounds = [wound for wound in v.wounds if id(wound) not in saved]


def _multiply(play: Play, v: Volley) -> None:
    """A weapon that causes several wounds; with a critical the larger number (P-CRT-06)."""
    if not v.arm.wounds or not v.wounds or v.finishes:
        return
    faces = play.plain(
        "multi", len(v.wounds), rule="P-CRT-06", actor=v.attacker, target=v.target, weapon=v.arm.id
    )
    for wound, face in zip(v.wounds, faces, strict=True):
        wound.count = max(wound.count, d3(face))


def _suffer_all(play: Play, volleys: Sequence[Volley]) -> None:
    """Wounds target by target, in the order in which they were attacked."""
    by_target: dict[str, list[Volley]] = {}
    for v in volleys:
        by_target.setdefault(v.target, []).append(v)
    for target, mine in by_target.items():
        if any(v.finishes for v in mine):
            change(play, target, "out_of_action", "downed_hit", "P-DWN-02", by=mine[0].attacker)
        else:
            _suffer(play, target, mine)


def _suffer(play: Play, target: str, volleys: Sequence[Volley]) -> None:
    wounds = [(v, wound) for v in volleys for wound in v.wounds for _ in range(wound.count)]
    before = play.warrior(target).wounds
    after = max(0, before - len(wounds))
    by = volleys[0].attacker
    play.emit(
        ev.WoundsLost(
            warrior=target,
            suffered=len(wounds),
            before=before,
            after=after,
            by=by,
            rule="P-INJ-01",
        )
    )
    deadly = wounds[max(0, before - 1) :]
    if after == 0 and deadly:
        _injure(play, target, by, deadly)


def _injure(play: Play, target: str, by: str, wounds: Sequence[tuple[Volley, Wound]]) -> None:
    """An injury roll a wound at 0 Wounds; the worst of them and of now counts (P-INJ-03 to 06)."""
    faces = play.plain(
        "injury",
        len(wounds),
        rule="P-INJ-03" if len(wounds) == 1 else "P-INJ-04",
        actor=by,
        target=target,
        modifiers=_injury_modifiers(wounds),
    )
    results = [
        _injury_result(play.state, v.arm, face + wound.injury)
        for (v, wound), face in zip(wounds, faces, strict=True)
    ]
    worst = max(results, key=WORSE.__getitem__)
    if worst == "stunned":
        worst = _stun_save(play, target)
    if WORSE[worst] > WORSE[play.warrior(target).status]:
        change(play, target, worst, "injury", "P-INJ-06", by=by)


def _injury_modifiers(wounds: Sequence[tuple[Volley, Wound]]) -> tuple[ev.Modifier, ...]:
    return tuple(
        [ev.Modifier("critical", wound.injury, "P-CRT-04") for _, wound in wounds if wound.injury]
    )


def _injury_result(state: State, arm: Arm, result: int) -> str:
    if arm.injuries is None:
        return tables.injury(state.setup.ruleset, result)
    return next(status for low, status in reversed(arm.injuries) if low <= result)


def _stun_save(play: Play, target: str) -> str:
    """A helmet may turn stunned into knocked down."""
    needed = kit_of(play.state.setup, target).stun_save
    if needed >= tables.NEVER or WORSE[play.warrior(target).status] >= WORSE["stunned"]:
        return "stunned"
    faces = play.batch(
        "special_save",
        1,
        needed,
        rule="P-INJ-06",
        modifiers=(ev.Modifier("base", needed, "", "helmet"),),
        actor=target,
    )
    return "knocked_down" if faces[0] >= needed else "stunned"


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


__all__ = [
    "Volley",
    "Wound",
    "automatic_hits",
    "can_strike",
    "charged_now",
    "dive_bonus",
    "downed",
    "resolve",
    "save_needed",
    "save_stack",
    "strength_of_blow",
    "wound_modifier",
]
