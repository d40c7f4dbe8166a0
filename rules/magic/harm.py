"""HITS and STATE: damage is resolved as any other, without criticals (P-MAG-20 to P-MAG-23)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from ..battle import events as ev
from ..battle import tables
from ..battle.arms import Arm
from ..battle.blows import resolve
from ..battle.falls import teeter
from ..battle.granted import kinds_for_magic
from ..battle.injuries import Reading, reading
from ..battle.injury import stun_save, suffer_all
from ..battle.play import Play
from ..battle.queries import characteristic, setup_of
from ..battle.recovery import change
from ..battle.state import WORSE, State
from ..battle.volley import Volley, Wound
from ..catalogue import primitives as pr
from ..dice import faces_needed, total
from .context import Spellwork, subjects


def hits(work: Spellwork, effect: pr.Hits) -> None:
    """First how many hits there are, for every target; then each target fully (P-MAG-38)."""
    named = work.targets if effect.on == "targets" else subjects(work, effect)
    named = tuple(id for id in named if id not in work.warded)
    each = effect.blasts if len(named) == 1 else 1
    counts = {id: _count(work, effect, id, each) for id in named}
    for id in subjects(work, effect) if effect.on == "targets" else named:
        if work.state.warriors[id].at is not None:
            strike(work, effect, id, counts[id])


def _count(work: Spellwork, effect: pr.Hits, target: str, blasts: int) -> int:
    """How many hits; dice where the spell has dice for it."""
    number = faces_needed(effect.n)
    if not number:
        return int(effect.n) * blasts
    faces = work.play.plain(
        "spell_hits",
        number * blasts,
        rule=work.spell.rule,
        actor=work.caster,
        target=target,
        weapon=work.spell.id,
    )
    parts = [faces[i : i + number] for i in range(0, len(faces), number)]
    return sum(total(effect.n, part) for part in parts)


def strength_against(work: Spellwork, effect: pr.Hits, target: str) -> int:
    """The Strength of the hits; some kinds are hit harder (P-SIG-3)."""
    kinds = kinds_for_magic(work.state, target)
    return max([effect.S, *(s for kind, s in effect.against.items() if kind in kinds)])


def missile_of(work: Spellwork, *, save: bool) -> Arm:
    """What the hits come from: no weapon, never a critical hit (P-MAG-21)."""
    return Arm(
        id=work.spell.id, close=False, missile=False, hands=0, no_save=not save, critical=False
    )


def strike(work: Spellwork, effect: pr.Hits, target: str, count: int) -> None:
    """The hits on one target, with all that comes of them."""
    play = work.play
    before = len(play.events)
    faces = _arrows(work, effect, target, count) if effect.to_hit else [0] * count
    arm = missile_of(work, save=effect.save)
    strength = strength_against(work, effect, target)
    volley = Volley(
        work.caster, target, arm, strength, False, play.warrior(target).status, hits=faces
    )
    if effect.direct:
        volley.wounds = [Wound(0) for _ in range(count)]
        down = settle(play, target, lambda: suffer_all(play, [volley]))
        teeter(play, down)
    else:
        teeter(play, resolve(play, [volley]))
    if any(isinstance(e, ev.WoundsLost) and e.warrior == target for e in play.events[before:]):
        work.wounded.add(target)


def settle(play: Play, target: str, harm: Callable[[], None]) -> tuple[str, ...]:
    """Do harm; the target, if it has been put down by it (P-MAG-32)."""
    before = play.warrior(target).status
    harm()
    after = play.warrior(target).status
    return (target,) if after in ("knocked_down", "stunned") and after != before else ()


def _arrows(work: Spellwork, effect: pr.Hits, target: str, count: int) -> list[int]:
    """Each arrow to hit with the caster's BS; movement, range and cover don't count (P-LES-4)."""
    state = work.state
    ruleset = state.setup.ruleset
    base = tables.to_hit_shooting(ruleset, characteristic(state, work.caster, "BS"))
    stack = [ev.Modifier("base", base, "P-SHO-11")]
    if setup_of(state, target).large:
        stack.append(ev.Modifier("large", -ruleset.number("shoot.mod.large"), "P-SHO-15"))
    needed = max(2, sum(entry.value for entry in stack))
    faces = work.play.batch(
        "to_hit",
        count,
        needed,
        rule=work.spell.rule,
        modifiers=stack,
        actor=work.caster,
        target=target,
        weapon=work.spell.id,
    )
    return [face for face in faces if face >= needed]


def put_into_state(work: Spellwork, effect: pr.State) -> None:
    """A state without a hit, or by an injury roll of its own (P-MAG-23)."""
    for id in subjects(work, effect):
        if effect.injury:
            teeter(work.play, settle(work.play, id, partial(_roll, work, effect, id)))
        elif effect.to == "standing":
            _raise(work, id)
        else:
            teeter(work.play, settle(work.play, id, partial(_put, work, effect, id)))


def _roll(work: Spellwork, effect: pr.State, id: str) -> None:
    roll_injury(work.play, id, work.caster, work.spell.rule, work.spell.id, effect.convert)


def roll_injury(
    play: Play,
    id: str,
    by: str,
    rule: str,
    spell: str = "",
    convert: Mapping[str, str] | None = None,
) -> None:
    """The injury table, whatever Wounds are left; the worst of it and of now stays (P-MAG-32)."""
    (face,) = play.plain("injury", 1, rule=rule, actor=by, target=id, weapon=spell)
    result = reading_of(play.state, by, id).status(face)
    worsen(play, id, (convert or {}).get(result, result), by, rule)


def reading_of(state: State, by: str, id: str) -> Reading:
    """How an injury die is read that no weapon has caused: by the victim's own table."""
    return reading(state, by, id, NO_WEAPON, close=False)


NO_WEAPON = Arm(id="", close=False, missile=False, hands=0, critical=False)


def _put(work: Spellwork, effect: pr.State, id: str) -> None:
    worsen(work.play, id, effect.to, work.caster, work.spell.rule)
    if effect.spared_later and work.play.warrior(id).status == "out_of_action":
        work.play.emit(
            ev.PostMark(
                warrior=id, hook="spared", spell=work.spell.id, by=work.caster, rule=work.spell.rule
            )
        )


def worsen(play: Play, id: str, status: str, by: str, rule: str) -> None:
    """Into a worse state than now; who can't be stunned is knocked down (P-CHA-1)."""
    if status == "stunned":
        status = reading_of(play.state, by, id).becomes.get("stunned", "stunned")
        status = stun_save(play, id) if status == "stunned" else status
    if WORSE.get(status, 0) > WORSE[play.warrior(id).status]:
        change(play, id, status, "spell", rule, by=by)


def _raise(work: Spellwork, id: str) -> None:
    """Up at once; it hasn't stood up in a recovery phase, so it isn't late (P-SIG-5)."""
    if work.play.warrior(id).status in ("knocked_down", "stunned"):
        change(work.play, id, "standing", "spell", work.spell.rule, by=work.caster)
