"""SUMMON: models that enter by magic, or come back (P-MAG-35, P-NEC-2, P-CHA-SUM)."""

from __future__ import annotations

from ..battle import events as ev
from ..battle.bodies import STANDING_HEIGHT, body
from ..battle.play import Play
from ..battle.queries import characteristic, in_contact, models
from ..battle.running import home_of
from ..battle.state import Warrior
from ..board import Body
from ..catalogue import primitives as pr
from ..dice import faces_needed, total
from ..units import Point
from . import places, special
from .context import Spellwork
from .moves import PART, part


def summon(work: Spellwork, effect: pr.Summon) -> None:
    """Put the model on the table."""
    if effect.what == "fallen":
        _raise_fallen(work, effect)
    elif effect.what == "daemon":
        _open_gate(work)
    else:
        _call_creatures(work, effect)


def _call_creatures(work: Spellwork, effect: pr.Summon) -> None:
    """As many as the dice say, each at the free place nearest to the caster (P-RAT-2)."""
    faces = work.play.plain(
        "summon",
        faces_needed(effect.n),
        rule=work.spell.rule,
        actor=work.caster,
        weapon=work.spell.id,
    )
    waiting = [
        one.id
        for one in work.state.setup.warriors
        if one.summoned_by == work.caster and one.kind == effect.what
    ]
    for id in waiting[: total(effect.n, faces)]:
        centre = body(work.state, work.caster)
        at = places.near(work.state, id, centre, work.length(effect.within))
        if at is None:
            work.wasted(work.caster, "no_room")
            return
        enter(work, id, at)


def _raise_fallen(work: Spellwork, effect: pr.Summon) -> None:
    """Standing, with all its Wounds, where the order says or as near as can be."""
    id = work.order.targets[0]
    centre = body(work.state, work.caster)
    at = work.order.point or places.near(work.state, id, centre, work.length(effect.within))
    if at is None:
        work.wasted(work.caster, "no_room")
        return
    enter(work, id, at)


def enter(
    work: Spellwork, id: str, at: Point, *, leaves_after: int | None = None, idle: bool = False
) -> None:
    """A model appears at a place."""
    work.play.emit(
        ev.Summoned(
            warrior=id,
            by=work.caster,
            spell=work.spell.id,
            at=at,
            facing=work.play.warrior(work.caster).facing,
            wounds=characteristic(work.state, id, "W"),
            leaves_after=leaves_after,
            idle=idle,
            rule=work.spell.rule,
        )
    )


def _open_gate(work: Spellwork) -> None:
    """The daemon stands at the circle; enemies that it touches are moved 3 cm away."""
    state = work.state
    circle, daemon = special.circle_of(state, work.caster), special.daemon_of(state, work.caster)
    assert circle is not None
    assert daemon is not None
    mark = Body("", circle, state.setup.by_id[work.caster].base // 2, STANDING_HEIGHT)
    at = _at_circle(work, daemon, mark)
    if at is None:
        work.wasted(work.caster, "no_room")
        return
    needed = int(work.spell.difficulty)
    leaves = state.turn + max(0, work.total - needed)
    enter(work, daemon, at, leaves_after=leaves, idle=True)
    mine = body(work.state, daemon)
    for foe in [w for w in models(work.state) if w.side != work.state.warriors[daemon].side]:
        if in_contact(work.state, mine, body(work.state, foe.id)):
            part(work.play, foe.id, (daemon,), PART, work.spell.rule)


def _at_circle(work: Spellwork, daemon: str, mark: Body) -> Point | None:
    """Where the order says, on the circle itself, or beside it."""
    wanted = work.order.point
    for at in (wanted, mark.at):
        if at is not None and places.free(work.state, daemon, at, touching=True):
            return at
    return places.near(work.state, daemon, mark, PART, touching=True)


def leave(play: Play) -> None:
    """Whose time is up goes, as its side's turn ends (P-CHA-SUM)."""
    state = play.state
    for w in [w for w in models(state) if _is_over(play, w)]:
        play.emit(ev.Unsummoned(warrior=w.id, spell="daemon_gate_summoning", rule="P-CHA-SUM"))


def _is_over(play: Play, w: Warrior) -> bool:
    state = play.state
    due = w.leaves_after is not None and w.leaves_after <= state.turn
    return due and home_of(state, w.id) == state.active
