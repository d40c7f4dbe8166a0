"""What a caster may do now, as data for pages and REST: every spell with all it may name."""

from __future__ import annotations

from collections.abc import Iterator

from ..battle import granted
from ..battle.arms import kit_of
from ..battle.domains import Casting, Castings, Domain, FormData, Ids, Reach, Scalings, Shots
from ..battle.orders import Cast
from ..battle.queries import enemies_of, models
from ..battle.running import home_of
from ..battle.scalings import kinds_of, scalings
from ..battle.state import State, Warrior
from ..battle.stride import movement_of, stride_of
from ..catalogue import primitives as pr
from ..catalogue.spells import Mode, Spell
from ..errors import IllegalOrder
from . import casting, choice, landing, quake, special, walking
from .systems import system_of


def casting_forms(state: State, w: Warrior) -> Iterator[FormData]:
    """The form of a warrior's spells, if there is any that can be cast."""
    if not state.setup.by_id[w.id].spells or not _able(state, w):
        return
    found = tuple(c for spell in casting.castable(state, w.id) for c in _castings(state, w, spell))
    if found:
        domains: dict[str, Domain] = {"spells": Castings(found)}
        yield FormData(kind="cast", side=w.side, warrior=w.id, domains=domains)


def drawing_forms(state: State, w: Warrior) -> Iterator[FormData]:
    """The circle that a Magister may draw in place of moving (P-CHA-SUM)."""
    for spell in casting.castable(state, w.id):
        if casting.draws(state, spell.id) and _may_draw(state, w, spell):
            domains: dict[str, Domain] = {
                "spells": Castings((Casting(spell=spell.id, around=True),))
            }
            yield FormData(kind="cast", side=w.side, warrior=w.id, domains=domains)


def _may_draw(state: State, w: Warrior, spell: Spell) -> bool:
    try:
        special.may_draw(state, w, spell.id)
    except IllegalOrder:
        return False
    return True


def command_forms(state: State, side: str) -> Iterator[FormData]:
    """Enemies that a side has seduced and may give orders to beforehand (P-CHA-SLA)."""
    if side != state.active:
        return
    for running in state.effects:
        effect = running.effect
        seduces = isinstance(effect, pr.Control) and effect.starts == "their_turn"
        if seduces and home_of(state, running.caster) == side:
            domains = _commands(state, state.warriors[running.target])
            yield FormData(kind="command", side=side, warrior=running.target, domains=domains)


def _commands(state: State, w: Warrior) -> dict[str, Domain]:
    """What he may be told to do: charge or shoot a comrade, walk or run so far. What has become
    impossible when his turn comes is dropped, so sight and reach aren't asked here."""
    comrades = tuple(
        other.id
        for other in models(state)
        if other.id != w.id and home_of(state, other.id) == home_of(state, w.id)
    )
    domains: dict[str, Domain] = {"targets": Ids(comrades, most=len(comrades))}
    movement = movement_of(state, w.id)
    ways = scalings(state, w, "walk", movement)
    domains["walk"] = Reach(movement, kinds_of(ways))
    if ways:
        domains["scalings"] = Scalings(ways)
    if (stride := stride_of(state.setup, w.id).run) > 1:
        domains["run"] = Reach(movement * stride)
    arms = kit_of(state.setup, w.id).missile
    if arms and comrades:
        domains["shots"] = Shots({arm.id: comrades for arm in arms})
    return domains


def _able(state: State, w: Warrior) -> bool:
    try:
        casting.may_cast(state, w)
        system_of(state)
    except IllegalOrder:
        return False
    return True


def _castings(state: State, w: Warrior, spell: Spell) -> Iterator[Casting]:
    """The ways in which a spell may be cast now; none where it can't be."""
    try:
        casting.may_use(state, w, spell)
    except IllegalOrder:
        return
    for mode in spell.modes:
        found = _casting(state, w, spell, mode)
        if found is not None:
            yield found


def _casting(state: State, w: Warrior, spell: Spell, mode: Mode) -> Casting | None:
    select, move = mode.select, landing.of(mode)
    named = select.who in ("one", "path", "nearest", "building", "fallen")
    options = _options(state, w, spell, mode) if named else ()
    least = 0 if select.itself or not named or select.who == "nearest" else 1
    if named and not options and not select.itself:
        return None
    if select.who == "circle" and not _gate_is_ready(state, w, spell):
        return None
    order = Cast(side=w.side, warrior=w.id, spell=spell.id, targets=options[:1])
    sent = walking.of(mode) is not None
    return Casting(
        spell=spell.id,
        difficulty=system_of(state).difficulty(state, order, spell),
        targets=options,
        least=least,
        most=select.most if named else 0,
        then=tuple(foe.id for foe in enemies_of(state, w.side)) if sent else (),
        around=not named and move is None,
        radius=granted.length(state, mode.radius),
        reach=_reach(state, move, options if sent else ()),
        choices=spell.choices,
        optional=spell.optional_choice,
    )


def _options(state: State, w: Warrior, spell: Spell, mode: Mode) -> tuple[str, ...]:
    """Who may be named; of those that are sent, only who can move."""
    if mode.select.who == "fallen":
        return special.fallen_of(state, w, mode)
    if mode.select.who == "building":
        return quake.at_hand(state, w, special.reach(state, mode))
    found = choice.options(state, w, spell, mode)
    if walking.of(mode) is None:
        return found
    return tuple(id for id in found if _can_walk(state, id, spell))


def _can_walk(state: State, id: str, spell: Spell) -> bool:
    try:
        walking.may_walk(state, state.warriors[id], spell)
    except IllegalOrder:
        return False
    return True


def _gate_is_ready(state: State, w: Warrior, spell: Spell) -> bool:
    order = Cast(side=w.side, warrior=w.id, spell=spell.id)
    try:
        special.check_circle(state, w, spell, spell.modes[0], order)
    except IllegalOrder:
        return False
    return True


def _reach(state: State, move: pr.Move | None, walkers: tuple[str, ...]) -> int | None:
    """How far a place may lie: from the caster, or from whoever is sent."""
    if walkers:
        return max(movement_of(state, id, called=True) for id in walkers)
    return None if move is None else granted.length(state, move.distance)
