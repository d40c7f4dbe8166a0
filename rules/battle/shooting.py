"""The shooting phase: one shot after the other, resolved completely (SHO, COV)."""

from __future__ import annotations

from ..board import Cover
from . import events as ev
from . import tables
from .arms import Arm
from .blessing import lets_go
from .blows import resolve
from .falls import teeter
from .hiding import reveal
from .kegs import goes_off, keg
from .luck import by_luck
from .orders import Shoot
from .play import Play
from .queries import aim, gap, is_engaged, within
from .saving import SKILL
from .scoping import range_of
from .sniping import may_notice, shoots_unseen
from .state import State
from .targets import check_shoot, fired_now, missile, to_hit_stack
from .throwing import backfires, lands, sweep
from .to_hit import rerolls
from .volley import Volley, strength_of_shot

__all__ = ["check_shoot", "shoot"]


def shoot(play: Play, order: Shoot) -> None:
    """Name the target, measure, roll to hit, resolve the hit."""
    id, target = order.warrior, order.target
    arm = missile(play.state, id, order.weapon)
    stack = to_hit_stack(play.state, id, target, arm, double=order.double)
    fired = fired_now(play.warrior(id)) + 1
    play.emit(
        ev.ShotFired(
            warrior=id,
            weapon=arm.id,
            target=target,
            distance=gap(play.state, id, target),
            double=order.double,
            more=order.double and fired < arm.shots,
            rule="P-SHO-09",
        )
    )
    if not shoots_unseen(play.state, id, arm):
        reveal(play, id, "shot", "P-HID-08")
    halved = order.double and arm.second_reach == "half"
    if not lets_go(play, id, target, arm):
        play.emit(ev.ShotMissed(warrior=id, target=target, reason="held_back", rule=SKILL))
    elif arm.strip is not None:
        sweep(play, id, target, arm)
    elif not within(play.state, id, target, _reach(play.state, id, arm, halved=halved)):
        play.emit(ev.ShotMissed(warrior=id, target=target, reason="out_of_range", rule="P-SHO-10"))
    else:
        _aimed(play, id, target, arm, stack)
    if shoots_unseen(play.state, id, arm):
        may_notice(play, id, target, "shot", "P-HID-08")


def _aimed(play: Play, id: str, target: str, arm: Arm, stack: list[ev.Modifier]) -> None:
    needed = sum(entry.value for entry in stack)
    state = play.state
    cover = _cover(state, id, target, stack) if needed == tables.NEVER else None
    if needed > tables.NEVER or (needed == tables.NEVER and not _can_be_harmed(state, cover)):
        play.emit(ev.ShotMissed(warrior=id, target=target, reason="impossible", rule="P-SHO-16"))
        return
    one_misses = play.state.setup.ruleset.flag("shoot.natural_one_misses")
    least = max(2, needed) if one_misses else needed
    face = _throw(play, id, target, arm, stack, least)
    if face < least:
        luck = rerolls(play.state, id, target, arm, close=False) or by_luck(play, id, "to_hit")
        if luck == "sure":
            face = least
        elif luck:
            face = _throw(play, id, target, arm, stack, least, again=True)
    if face == 1:
        backfires(play, id, arm)
    if face >= least:
        _hit(play, id, target, arm, face)
    elif face == needed - 1 and face > 1:
        cover = cover or _cover(play.state, id, target, stack)
        if cover is not None:
            hit_cover(play, id, target, arm, cover)


def _cover(state: State, id: str, target: str, stack: list[ev.Modifier]) -> Cover | None:
    """What a shot strikes that misses only because of the cover; looked for when one does."""
    if any(entry.stage == "cover" for entry in stack):
        return cover_hit(state, aim(state, id, target).covers)
    return None


def _throw(
    play: Play,
    id: str,
    target: str,
    arm: Arm,
    stack: list[ev.Modifier],
    least: int,
    *,
    again: bool = False,
) -> int:
    (face,) = play.batch(
        "to_hit",
        1,
        least,
        rule=SKILL if again else "P-SHO-11",
        modifiers=stack,
        actor=id,
        target=target,
        weapon=arm.name,
        reroll=again,
    )
    return face


def cover_hit(state: State, covers: tuple[Cover, ...]) -> Cover | None:
    """The first thing on the line that a miss can hit; models in combat never (P-COV-03, 05)."""
    for cover in covers:
        if cover.kind != "model" or not is_engaged(state, cover.id):
            return cover
    return None


def _can_be_harmed(state: State, cover: Cover | None) -> bool:
    """Whether hitting the cover can change anything; if not, no die (P-SHO-16)."""
    return cover is not None and (cover.kind == "model" or keg(state, cover) is not None)


def hit_cover(play: Play, id: str, target: str, arm: Arm, cover: Cover) -> None:
    """A model hit as cover takes the hit, friend or enemy; scenery takes none, but a powder keg
    goes off (P-COV-04)."""
    play.emit(
        ev.CoverHit(
            warrior=id, target=target, cover=cover.id, cover_kind=cover.kind, rule="P-COV-03"
        )
    )
    if cover.kind == "model":
        _hit(play, id, cover.id, arm, 1)
        return
    powder = keg(play.state, cover)
    if powder is not None:
        goes_off(play, id, powder)


def _hit(play: Play, id: str, target: str, arm: Arm, face: int) -> None:
    """The Strength is the weapon's own (P-WND-01)."""
    if arm.throw is not None:
        lands(play, id, target, arm)
        return
    strength = strength_of_shot(play.state, id, arm)
    status = play.warrior(target).status
    hits = [face] * arm.hits
    teeter(play, resolve(play, [Volley(id, target, arm, strength, False, status, hits=hits)]))


def _reach(state: State, id: str, arm: Arm, *, halved: bool) -> int:
    """How far this shot carries; some weapons fire twice only at half their range."""
    whole = range_of(state, id, arm)
    return whole // 2 if halved else whole
