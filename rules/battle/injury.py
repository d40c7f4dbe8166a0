"""Losing Wounds and injury rolls (INJ, DWN)."""

from __future__ import annotations

from collections.abc import Sequence

from . import again, tables
from . import events as ev
from .arms import kit_of
from .injuries import Reading, reading
from .play import Play
from .recovery import change
from .saving import SKILL
from .state import WORSE
from .volley import Volley, Wound


def suffer_all(play: Play, volleys: Sequence[Volley]) -> None:
    """Wounds target by target, in the order in which they were attacked."""
    by_target: dict[str, list[Volley]] = {}
    for v in volleys:
        by_target.setdefault(v.target, []).append(v)
    for target, mine in by_target.items():
        if any(v.slays for v in mine):
            change(play, target, "out_of_action", "heart_strike", SKILL, by=mine[0].attacker)
        elif any(v.finishes for v in mine):
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
    readings = [reading(play.state, v.attacker, v.target, v.arm, close=v.close) for v, _ in wounds]
    added = [entry for one in dict.fromkeys([one.added for one in readings]) for entry in one]
    faces = play.plain(
        "injury",
        len(wounds),
        rule="P-INJ-03" if len(wounds) == 1 else "P-INJ-04",
        actor=by,
        target=target,
        modifiers=(*_injury_modifiers(wounds), *added),
    )
    results = _read(readings, wounds, faces)
    light = [i for i, result in enumerate(results) if result == "knocked_down"]
    if light and by and again.rerolls_injuries(play, by, target):
        fresh = play.plain(
            "injury",
            len(light),
            rule="P-LES-5",
            actor=by,
            target=target,
            modifiers=(*_injury_modifiers([wounds[i] for i in light]), *added),
            reroll=True,
        )
        second = _read([readings[i] for i in light], [wounds[i] for i in light], fresh)
        results = [r for i, r in enumerate(results) if i not in light] + second
    worst = max([r for r in results if r != "none"], key=WORSE.__getitem__, default="standing")
    if worst == "stunned":
        worst = stun_save(play, target)
    if WORSE[worst] > WORSE[play.warrior(target).status]:
        change(play, target, worst, "injury", "P-INJ-06", by=by)


def _read(
    readings: Sequence[Reading], wounds: Sequence[tuple[Volley, Wound]], faces: Sequence[int]
) -> list[str]:
    """What each injury die does, with all that is added to it."""
    return [
        one.status(face + wound.injury + one.bonus)
        for one, (_, wound), face in zip(readings, wounds, faces, strict=True)
    ]


def _injury_modifiers(wounds: Sequence[tuple[Volley, Wound]]) -> tuple[ev.Modifier, ...]:
    return tuple(
        [ev.Modifier("critical", wound.injury, "P-CRT-04") for _, wound in wounds if wound.injury]
    )


def stun_save(play: Play, target: str) -> str:
    """A helmet, or a hard skull, may turn stunned into knocked down."""
    kit = kit_of(play.state.setup, target)
    needed = kit.stun_save
    if needed >= tables.NEVER or WORSE[play.warrior(target).status] >= WORSE["stunned"]:
        return "stunned"
    faces = play.batch(
        "special_save",
        1,
        needed,
        rule="P-INJ-06",
        modifiers=(ev.Modifier("base", needed, "", kit.stun_save_of),),
        actor=target,
    )
    return "knocked_down" if faces[0] >= needed else "stunned"
