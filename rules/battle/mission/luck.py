"""The dice of a scenario: who has the choice, how many, which edge, who begins."""

from __future__ import annotations

from ...dice import faces_needed, notation, total
from ..play import Play
from ..queries import characteristic, leader_of
from ..state import State
from .deploying import rule_of
from .model import EDGES, Edge


def roll_off(play: Play) -> str:
    """A die a side, the highest wins, ties again."""
    sides = [side.id for side in play.state.setup.sides]
    rule = rule_of(play.state.setup)
    while True:
        faces = play.batch_of_many("deployment", sides, rule=rule)
        best = [side for side in sides if faces[side] == max(faces.values())]
        if len(best) == 1:
            return best[0]


def how_many(play: Play, text: str) -> int:
    if not notation(text).number:
        return int(text)
    rule = rule_of(play.state.setup)
    faces = play.plain("objectives", faces_needed(text), rule=rule)
    return total(text, faces)


def random_edge(play: Play, side: str) -> Edge:
    """1 to 4 are the south, east, north and west edge; 5 and 6 are rolled again."""
    while True:
        (face,) = play.plain("edge", 1, rule=rule_of(play.state.setup), actor=side)
        if face <= len(EDGES):
            return EDGES[face - 1]


def groups_of(state: State, side: str) -> list[list[str]]:
    """The Heroes and henchman groups of a side, in roster order."""
    found: dict[str, list[str]] = {}
    for w in state.setup.warriors:
        if w.side == side and state.warriors[w.id].status != "out_of_action":
            found.setdefault(w.group or w.id, []).append(w.id)
    return list(found.values())


def first_by_roll(play: Play, *, initiative: bool) -> tuple[str, ...]:
    """The highest die, with the leader's Initiative where the scenario says so; ties again."""
    sides = [side.id for side in play.state.setup.sides]
    while True:
        faces = play.batch_of_many("first_turn", sides, rule=rule_of(play.state.setup))
        if initiative:
            faces = {side: face + _initiative(play.state, side) for side, face in faces.items()}
        if len(set(faces.values())) == len(sides):
            return tuple(sorted(sides, key=lambda side: -faces[side]))


def _initiative(state: State, side: str) -> int:
    leader = leader_of(state, side)
    return characteristic(state, leader.id, "I") if leader else 0
