"""MOVE: carried, pushed, put to flight, parted (P-MAG-30, P-MAG-31)."""

from __future__ import annotations

from ..battle import events as ev
from ..battle import ways
from ..battle.blows import automatic_hits, resolve
from ..battle.bodies import body
from ..battle.falls import teeter
from ..battle.fear import brace, dares_to_charge
from ..battle.flight import away_from, flee_distance, run_from, run_to_edge
from ..battle.play import Play
from ..battle.queries import enemies_of, engaged_with, in_contact, others
from ..battle.shamble import walk_off
from ..battle.state import State
from ..battle.step import moved
from ..battle.volley import Volley
from ..board import Body, levels, trig
from ..catalogue import primitives as pr
from ..dice import faces_needed
from ..units import Point
from . import landing, lasting
from .context import Spellwork, subjects
from .harm import missile_of

PART = 3_000
"""The document's usual 3 cm between models that part (P-CHA-4)."""


def carry(work: Spellwork, effect: pr.Move) -> None:
    """Through the air to the place that the order names; contact there is a charge."""
    play, id = work.play, work.caster
    place = landing.find(work.state, play.warrior(id), work.spell, work.mode, work.order)
    if not all(dares_to_charge(play, id, foe) for foe in place.foes):
        work.wasted(id, "afraid")
        return
    at = play.warrior(id).at
    assert at is not None
    cost = trig.isqrt(sum((place.at[i] - at[i]) ** 2 for i in range(3)))
    allowed = work.length(effect.distance)
    moved(play, id, "carried", (place.at,), cost=cost, allowed=allowed, rule=work.spell.rule)
    if place.foes:
        charge(play, id, place.foes, work.spell.rule)
        _at_the_fleeing(work, effect, place.foes)


def _at_the_fleeing(work: Spellwork, effect: pr.Move, foes: tuple[str, ...]) -> None:
    """Fleeing enemies run at once, or are hit once in the combat phase first (P-CHA-5, P-SHA-3)."""
    play = work.play
    fleeing = [foe for foe in foes if play.warrior(foe).fleeing]
    if effect.strike_fleeing and len(fleeing) == len(foes):
        tag = pr.Trait(tag="strikes_fleeing", on="caster", until=("combat_phase_end",))
        lasting.begin(work, tag)
        return
    for foe in fleeing:
        if play.warrior(foe).at is not None:
            run_to_edge(play, foe, flee_distance(play, foe, "P-LEA-15"), "P-LEA-15")


def strike_the_fleeing(play: Play) -> None:
    """One automatic hit; who is still standing flees again, towards the nearest edge."""
    for running in play.state.effects:
        effect = running.effect
        if not isinstance(effect, pr.Trait) or effect.tag != "strikes_fleeing":
            continue
        for foe in engaged_with(play.state, running.caster):
            if not play.warrior(foe).fleeing:
                continue
            teeter(play, automatic_hits(play, running.caster, foe))
            if play.warrior(foe).status == "standing":
                length = flee_distance(play, foe, running.rule)
                run_to_edge(play, foe, length, running.rule)


def charge(play: Play, id: str, foes: tuple[str, ...], rule: str) -> None:
    """Contact by a spell counts as a charge: it strikes first, fear is tested both ways."""
    play.emit(ev.Charged(warrior=id, targets=foes, rule=rule))
    for foe in foes:
        if not play.warrior(foe).fleeing:
            brace(play, foe, id, "P-MAG-30")


def flee(work: Spellwork, effect: pr.Move) -> None:
    """Put to flight, directly away from the caster, with parting hits (P-MAG-31)."""
    for id in subjects(work, effect):
        w = work.play.warrior(id)
        if w.status == "standing":
            put_to_flight(work, id)


def put_to_flight(work: Spellwork, id: str) -> None:
    """Opponents hit once each; who is still standing runs 5D6 away from the caster."""
    play = work.play
    enemies = engaged_with(play.state, id)
    play.emit(ev.Fled(warrior=id, cause="spell", rule=work.spell.rule))
    struck_down: set[str] = set()
    for enemy in enemies:
        if play.warrior(id).status != "out_of_action":
            struck_down |= {*automatic_hits(play, enemy, id)}
    teeter(play, tuple(struck_down))
    w = play.warrior(id)
    if w.status == "standing":
        length = flee_distance(play, id, work.spell.rule)
        run_from(play, id, (work.caster,), length)
    elif w.status != "out_of_action":
        play.emit(ev.StoppedFleeing(warrior=id, rule="P-MAG-31"))


def push(work: Spellwork, effect: pr.Move) -> None:
    """Thrown directly away from the caster: into others, or over an edge (P-WAA-2)."""
    for id in subjects(work, effect):
        faces = work.play.plain(
            "distance",
            faces_needed(effect.dice),
            rule=work.spell.rule,
            actor=work.caster,
            target=id,
            weapon=work.spell.id,
            summed=True,
        )
        length = sum(faces) * work.state.setup.ruleset.unit_size
        _push(work, effect, id, length)


def _push(work: Spellwork, effect: pr.Move, id: str, length: int) -> None:
    play, state = work.play, work.state
    direction = away_from(state, id, (work.caster,))
    at = state.warriors[id].at
    if direction is None or at is None:
        return
    dx, dy = trig.scaled(*direction, length)
    goal = (at[0] + dx, at[1] + dy, at[2])
    way = ways.straight(state, id, goal, length)
    block = way.blocked_by
    struck = block.id if block is not None and block.code in MODELS else ""
    if struck and state.warriors[struck].side != state.warriors[id].side:
        way = ways.straight(state, id, goal, max(0, way.cost - PART))
    facing = state.warriors[id].facing
    moved(
        play,
        id,
        "pushed",
        way.points,
        cost=way.cost,
        allowed=length,
        rule=work.spell.rule,
        facing=facing,
    )
    if block is not None and block.code == "edge":
        walk_off(play, id, work.spell.rule)
    elif struck or (block is not None and block.code in SOLID):
        collide(work, effect, id, struck)


MODELS = frozenset({"model", "enemy"})
SOLID = frozenset({"wall", "prop", "building", "floor", "level"})
"""What a pushed model strikes; a building takes no hit itself (P-WAA-2, Gaps)."""


def collide(work: Spellwork, effect: pr.Move, id: str, other: str) -> None:
    """One hit for both; a building takes none."""
    for target in (id, other):
        if not target or work.state.warriors[target].at is None:
            continue
        status = work.play.warrior(target).status
        arm = missile_of(work, save=True)
        volley = Volley(work.caster, target, arm, effect.S, False, status, hits=[0])
        teeter(work.play, resolve(work.play, [volley]))


def step_away(work: Spellwork, effect: pr.Move) -> None:
    """Out of contact with all opponents, directly away from them (P-WAA-4)."""
    for id in subjects(work, effect):
        foes = engaged_with(work.state, id)
        if (effect.if_engaged and not foes) or work.order.choice == "stay":
            continue
        part(work.play, id, foes, work.length(effect.distance), work.spell.rule)


def part(play: Play, id: str, foes: tuple[str, ...], length: int, rule: str) -> bool:
    """Move so far straight away from some models, to the first free place that touches no enemy."""
    state = play.state
    direction = away_from(state, id, foes) or (trig.UNIT, 0)
    at = state.warriors[id].at
    assert at is not None
    for turn in (0, *landing.TURNS):
        place = _turned(at, direction, turn, length)
        if place is not None and _free(state, id, place):
            moved(play, id, "parted", (place,), cost=length, allowed=length, rule=rule)
            return True
    return False


def _turned(at: Point, direction: tuple[int, int], turn: int, length: int) -> Point | None:
    if turn == 0:
        dx, dy = trig.scaled(*direction, length)
    else:
        dx, dy = trig.offset((trig.bearing(*direction) + turn) % 360, length)
    return at[0] + dx, at[1] + dy, at[2]


def _free(state: State, id: str, place: Point) -> bool:
    """Room for a base, on the same floor, on the table, touching no enemy."""
    me = body(state, id)
    there = Body(me.id, place, me.radius, me.height)
    width, depth = state.setup.board.size
    if not (me.radius <= place[0] <= width - me.radius):
        return False
    if not (me.radius <= place[1] <= depth - me.radius):
        return False
    if not levels.stands(state.setup.board, place):
        return False
    foes = enemies_of(state, state.warriors[id].side)
    clear = not any(in_contact(state, there, body(state, foe.id)) for foe in foes)
    return clear and ways.fits(state, there, others(state, id))
