"""Flight: breaking from a fight, running for the table edge, leaving the table (LEA-09 to 15)."""

from __future__ import annotations

from ..board import Walk, trig
from ..dice import faces_needed
from . import events as ev
from . import granted, ways
from .blows import automatic_hits
from .falls import teeter
from .nature import frenzied, is_immune
from .nerve import take_test
from .play import Play
from .queries import (
    body,
    contacts,
    downed,
    engaged_with,
    warriors_of,
    within,
)
from .state import State, Warrior
from .step import moved


def must_flee(w: Warrior) -> bool:
    """Whether a compulsory flight is due: it flees, hasn't rallied and can run (P-REC-05)."""
    return w.fleeing and w.status == "standing" and "moved" not in w.marks


def flee_on(play: Play, id: str) -> None:
    """Run on towards the nearest table edge; half as far for who has just got up (P-LEA-13)."""
    length = flee_distance(play, id, "P-LEA-13")
    if "stood_up" in play.warrior(id).marks:
        length //= 2
    run_to_edge(play, id, length, "P-LEA-13")


def flee_distance(play: Play, id: str, rule: str) -> int:
    """Roll how far a model flees, in 1/100 mm."""
    ruleset = play.state.setup.ruleset
    faces = play.plain(
        "flee_distance",
        faces_needed(ruleset.text("flee.distance")),
        rule=rule,
        actor=id,
        summed=True,
    )
    return sum(faces) * ruleset.unit_size


def run_to_edge(play: Play, id: str, length: int, rule: str) -> None:
    """Towards the nearest point of the table edge, round enemies and obstacles."""
    _run(play, id, ways.flee_to_edge(play.state, id, length), length, rule)


def run_from(play: Play, id: str, enemies: tuple[str, ...], length: int) -> None:
    """Directly away from its opponents: against the sum of the unit vectors to them (P-LEA-11)."""
    direction = away_from(play.state, id, enemies)
    if direction is None:
        run_to_edge(play, id, length, "P-LEA-11")
        return
    _run(play, id, ways.flee_along(play.state, id, direction, length), length, "P-LEA-11")


def away_from(state: State, id: str, enemies: tuple[str, ...]) -> tuple[int, int] | None:
    """A vector away from the enemies; None when their directions cancel out."""
    me = state.warriors[id].at
    assert me is not None
    x = y = 0
    for enemy in enemies:
        at = state.warriors[enemy].at
        assert at is not None
        dx, dy = trig.unit(at[0] - me[0], at[1] - me[1])
        x, y = x - dx, y - dy
    return (x, y) if (x, y) != (0, 0) else None


def _run(play: Play, id: str, way: Walk, length: int, rule: str) -> None:
    moved(play, id, "flee", way.points, cost=way.cost, allowed=length, rule=rule)
    if touches_edge(play.state, id):
        play.emit(ev.LeftTable(warrior=id, rule="P-LEA-14"))


def touches_edge(state: State, id: str) -> bool:
    """Whether the base touches or crosses the table edge (P-LEA-14)."""
    me = body(state, id)
    width, depth = state.setup.board.size
    x, y, _ = me.at
    return min(x, y, width - x, depth - y) <= me.radius


def all_alone_tests(play: Play) -> None:
    """At the end of the side's own close combat phase (P-LEA-09).

    Who must test is settled before the first of them flees.
    """
    state = play.state
    crowded = {id for id, foes in contacts(state).items() if len(foes) > 1}
    if not crowded:
        return
    mine = [w for w in warriors_of(state, state.active) if w.id in crowded]
    for id in [w.id for w in mine if is_all_alone(state, w)]:
        test_all_alone(play, id)


def is_all_alone(state: State, w: Warrior) -> bool:
    """Alone against two or more standing enemies, no friend near who counts (P-LEA-09)."""
    if downed(w) or w.fleeing or is_immune(state.setup, w.id, "all_alone"):
        return False
    if granted.has(state, w.id, "immune_all_alone"):
        return False
    switches = state.setup.ruleset.switches
    if switches.get("frenzy.ignores_all_alone") and frenzied(state, w.id):
        return False
    count_all = switches.get("alone.downed_enemies_count")
    facing = [e for e in engaged_with(state, w.id) if count_all or not downed(state.warriors[e])]
    if len(facing) < 2:
        return False
    radius = state.setup.ruleset.length("alone.radius")
    return not any(
        within(state, w.id, friend.id, radius)
        for friend in warriors_of(state, w.side)
        if friend.id != w.id and not downed(friend) and not friend.fleeing
    )


def test_all_alone(play: Play, id: str) -> None:
    """Hold, or take a blow from everybody and run (P-LEA-10, P-LEA-11)."""
    if take_test(play, id, "all_alone", "P-LEA-10"):
        return
    break_from_combat(play, id)


def break_from_combat(play: Play, id: str) -> None:
    """Each opponent hits once, at once; who is still standing runs (P-CMB-19, P-LEA-11)."""
    enemies = engaged_with(play.state, id)
    play.emit(ev.Fled(warrior=id, cause="all_alone", rule="P-LEA-11"))
    struck_down: set[str] = set()
    for enemy in enemies:
        if play.warrior(id).status != "out_of_action":
            struck_down |= {*automatic_hits(play, enemy, id)}
    teeter(play, tuple(struck_down))
    w = play.warrior(id)
    if w.status == "standing":
        run_from(play, id, enemies, flee_distance(play, id, "P-LEA-11"))
    elif w.status != "out_of_action":
        play.emit(ev.StoppedFleeing(warrior=id, rule="P-CMB-19"))
