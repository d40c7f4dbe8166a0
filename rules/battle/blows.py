"""From hit to harm: to wound, criticals, saves, injuries (WND, CRT, ARM, INJ, DWN).

What one model does to others at one time is a list of volleys: one a weapon and target. Each kind
of die is thrown for all of them before the next kind (P-TRN-10).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..dice import d3
from . import events as ev
from . import granted, tables
from .afterwards import Foes, aftermath, contagion, touching
from .arm import Arm
from .armour import save_needed, saves
from .arms import kit_of
from .brought import brings
from .harm import harm_of
from .harms import Harm
from .heart import aimed_at_heart, needed_to_slay
from .injury import suffer_all
from .luck import by_luck
from .play import Play
from .powers import acting
from .preferred import STRONGEST, whole_arms
from .queries import downed
from .saving import SKILL
from .special import avoid_hits, shake_off
from .state import State
from .volley import Volley, Wound, can_strike, strength_of_blow


def resolve(play: Play, volleys: Sequence[Volley]) -> tuple[str, ...]:
    """Everything after the hits; who has been knocked down or stunned by them."""
    warriors = play.state.warriors
    before = {v.target: warriors[v.target].status for v in volleys}
    _resolve(play, volleys)
    after = play.state.warriors
    if after is warriors:
        return ()
    return tuple(
        [id for id, was in before.items() if after[id].status != was and downed(after[id])]
    )


def wounded_outright(play: Play, v: Volley) -> tuple[str, ...]:
    """Wounds that need no roll and leave no save; who has been knocked down or stunned by them."""
    before = play.warrior(v.target).status
    suffer_all(play, [v])
    contagion(play, [v])
    after = play.warrior(v.target)
    return (v.target,) if after.status != before and downed(after) else ()


def _resolve(play: Play, volleys: Sequence[Volley]) -> None:
    setup = play.state.setup
    wary: Sequence[Volley] = ()
    if brings(setup, "special_save"):
        wary = [v for v in volleys if kit_of(setup, v.target).has("special_save")]
        for v in wary:
            avoid_hits(play, v)
    struck = [v for v in volleys if v.hits]
    for v in struck:
        _to_wound(play, v)
    wounding = [v for v in struck if v.wounds]
    hurt: Sequence[Volley] = ()
    foes: Foes = {}
    if wounding:
        _harm(play, wounding, wary)
        if brings(setup, "on_wound"):
            foes = touching(play, wounding)
        hurt = [v for v in wounding if v.wounds]
        if hurt:
            suffer_all(play, hurt)
            contagion(play, hurt)
    if foes or any(v.arm.on for v in struck):
        for v in aftermath(play, struck, hurt, foes):
            _resolve(play, [v])


def _harm(play: Play, volleys: Sequence[Volley], wary: Sequence[Volley]) -> None:
    """Criticals, then what stops a wound, then how many each becomes."""
    for v in volleys:
        _criticals(play, v)
    for v in volleys:
        saves(play, v)
    for v in wary:
        if v.wounds:
            shake_off(play, v)
    for v in volleys:
        if v.wounds:
            _multiply(play, v)


def _to_wound(play: Play, v: Volley) -> None:
    sure = _sure(play, v)
    dice = len(v.hits) - sure
    harm = harm_of(play.state, v)
    needed, stack = harm.wound_needed, harm.wound
    heart = aimed_at_heart(play.state, v)
    if heart is not None and needed_to_slay(heart)[0] < needed:
        needed, stack = needed_to_slay(heart)
    if needed >= tables.NEVER:
        if dice:
            _cannot(play, v, harm)
        v.vain = dice
        return
    if not dice:
        return
    faces = play.batch(
        "to_wound",
        dice,
        needed,
        rule="P-WND-04" if v.close else "P-WND-01",
        modifiers=stack,
        actor=v.attacker,
        target=v.target,
        weapon=v.weapon,
    )
    wounding = [face for face in faces if face >= needed]
    v.sixes = faces.count(6)
    if heart is not None and any(face >= needed_to_slay(heart)[0] for face in faces):
        v.slays = heart.of
    if len(wounding) < dice and v.attacker:
        wounding += _lucky(play, v, harm)
    v.wounds += [Wound(face) for face in wounding]
    v.vain = dice - len(wounding)


def _lucky(play: Play, v: Volley, harm: Harm) -> list[int]:
    """What luck makes of one of the dice that didn't wound: by itself never a critical hit."""
    luck = by_luck(play, v.attacker, "to_wound")
    if luck == "again":
        return _once_more(play, v, harm)
    return [0] if luck == "sure" else []


def _once_more(play: Play, v: Volley, harm: Harm) -> list[int]:
    """One of the dice that didn't wound, thrown again by luck."""
    faces = play.batch(
        "to_wound",
        1,
        harm.wound_needed,
        rule="P-TRN-04",
        modifiers=harm.wound,
        actor=v.attacker,
        target=v.target,
        weapon=v.weapon,
        reroll=True,
    )
    return [face for face in faces if face >= harm.wound_needed]


def _cannot(play: Play, v: Volley, harm: Harm) -> None:
    play.emit(
        ev.CannotWound(
            warrior=v.attacker,
            target=v.target,
            strength=harm.strength,
            toughness=harm.toughness,
            rule="P-WND-03",
        )
    )


def _sure(play: Play, v: Volley) -> int:
    """Hits that wound by themselves (poison on a natural 6); their dice only for a critical."""
    if v.arm.throw is not None and v.arm.throw.sure:
        _wound_surely(play, v, len(v.hits), v.arm.id, ())
        return len(v.hits)
    if not v.attacker or not v.arm.on or not v.arm.has("to_hit"):
        return 0
    for p in acting(v.arm.has("to_hit"), play.state, v.attacker, v.target, close=v.close):
        count = v.hits.count(p.get("natural", -1))
        if count:
            faces: tuple[int, ...] = ()
            if p.get("result") == "wounds_or_worse" and _critical_left(play.state, v):
                faces = play.plain(
                    "to_wound",
                    count,
                    rule=SKILL,
                    actor=v.attacker,
                    target=v.target,
                    weapon=v.weapon,
                )
            _wound_surely(play, v, count, p.of, faces)
            return count
    return 0


def _wound_surely(play: Play, v: Volley, count: int, of: str, faces: tuple[int, ...]) -> None:
    play.emit(
        ev.SurelyWounded(warrior=v.attacker, target=v.target, of=of, wounds=count, rule=SKILL)
    )
    v.wounds += [Wound(face) for face in (faces or (0,) * count)]


def _critical_left(state: State, v: Volley) -> bool:
    """Whether a critical hit may still come of this volley (P-CRT-01 to P-CRT-03)."""
    if harm_of(state, v).critical_from >= tables.NEVER:
        return False
    limit = _critical_limit(state, v)
    return limit is None or "critical_used" not in state.warriors[v.attacker].bout


def _critical_limit(state: State, v: Volley) -> int | None:
    name = "crit.limit.hand_to_hand" if v.close else "crit.limit.shooting"
    return state.setup.ruleset.optional_number(name)


def _criticals(play: Play, v: Volley) -> None:
    """A natural 6 where no 6 was needed; one a warrior a close combat phase (P-CRT-01 to 03)."""
    harm = harm_of(play.state, v)
    great = [wound for wound in v.wounds if wound.face >= harm.critical_from]
    unsaved = v.slays or save_needed(play.state, v) >= tables.NEVER
    if not great or (v.finishes and unsaved):
        return  # out anyway: a die that changes nothing isn't thrown (P-TRN-10)
    limit = _critical_limit(play.state, v)
    if limit is not None:
        used = "critical_used" in play.warrior(v.attacker).bout
        great = [] if used else great[:limit]
    if not great:
        return
    faces = play.plain(
        "critical",
        len(great),
        rule="P-CRT-04",
        actor=v.attacker,
        target=v.target,
        weapon=v.weapon,
        modifiers=harm.critical,
    )
    bonus = sum(entry.value for entry in harm.critical)
    for wound, face in zip(great, faces, strict=True):
        row = tables.critical_row(play.state.setup.ruleset, min(6, face + bonus))
        _critical(play, v, wound, row)


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
    if play.state.effects and v.close and not v.finishes and doubles_damage(play.state, v.attacker):
        for wound in v.wounds:
            wound.count = max(wound.count, 2)
    if not v.arm.wounds or v.finishes:
        return
    faces = play.plain(
        "multi",
        len(v.wounds),
        rule="P-CRT-06",
        actor=v.attacker,
        target=v.target,
        weapon=v.weapon,
    )
    for wound, face in zip(v.wounds, faces, strict=True):
        wound.count = max(wound.count, d3(face))


def doubles_damage(state: State, id: str) -> bool:
    """A spell doubles the Wounds of its hits in close combat (P-SIG-1)."""
    return any(True for _ in granted.modifiers(state, id, "damage", close=True))


def _parting_arm(state: State, id: str) -> Arm:
    """With what a warrior strikes at one who flees from it: as ordered, else the strongest, of
    equals the first (P-CMB-19)."""
    arms = whole_arms(state, id)
    wanted = state.warriors[id].prefers.get("parting", STRONGEST)
    named = next((arm for arm in arms if arm.id == wanted), None)
    return named or max(arms, key=lambda arm: strength_of_blow(state, id, arm))


def automatic_hits(play: Play, attacker: str, target: str) -> tuple[str, ...]:
    """One hit on somebody who breaks from combat: the strongest weapon, or as ordered (P-CMB-19).

    All opponents hit him as he turns, so one whom an earlier hit has struck down still counts as
    standing for the next: injuries add up by P-INJ-05, no blow at a fallen model (P-DWN-02).
    """
    state = play.state
    if not can_strike(state, attacker):
        return ()
    best = _parting_arm(state, attacker)
    play.emit(
        ev.AutomaticHit(warrior=attacker, target=target, weapon=best.id, hits=1, rule="P-CMB-19")
    )
    strength = strength_of_blow(state, attacker, best)
    return resolve(play, [Volley(attacker, target, best, strength, True, "standing", hits=[0])])
