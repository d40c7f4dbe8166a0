"""A small table for engine tests: humans in red and blue, distances in centimetres."""

from __future__ import annotations

from typing import Any

from rules import Outcome, Setup, State, fold, start, submit
from rules.battle.orders import EndPhase, Order
from rules.battle.state import Profile, SideSetup, WarriorSetup
from rules.board import Board
from rules.catalogue import load_catalogue
from rules.dice import ScriptedDice
from rules.ruleset import load_ruleset
from rules.units import CM

HUMAN = {"WS": 3, "BS": 3, "S": 3, "T": 3, "W": 1, "I": 3, "A": 1, "Ld": 7}


def warrior(id: str, side: str, x: float, y: float, **more: Any) -> WarriorSetup:
    """A human with a plain weapon on a base of 2 cm; `M` in cm, other fields as they are."""
    numbers = {**HUMAN, **{k: more.pop(k) for k in list(more) if k in HUMAN}}
    movement = round(more.pop("M", 10) * CM)
    return WarriorSetup(
        id=id,
        name=id.title(),
        side=side,
        profile=Profile(M=movement, **numbers),
        weapons=more.pop("weapons", ("plain",)),
        base=2 * CM,
        at=(round(x * CM), round(y * CM), round(more.pop("z", 0) * CM)),
        **more,
    )


def table(*warriors: WarriorSetup, board: Board | None = None, **more: Any) -> Setup:
    """A set-up of these warriors; sides in the order in which they appear."""
    sides = dict.fromkeys(w.side for w in warriors)
    items = {
        "fist",
        "plain",
        *(i for w in warriors for i in (*w.weapons, *w.armour, *w.equipment)),
    }
    return Setup(
        ruleset=more.pop("ruleset", load_ruleset("partida")),
        catalogue=load_catalogue().pin(
            items,
            skills={skill for w in warriors for skill in w.skills},
            traits={trait.id for w in warriors for trait in w.traits},
            spells={spell for w in warriors for spell in w.spells},
        ),
        board=board or Board(size=(120 * CM, 120 * CM)),
        sides=more.pop("setup_sides", tuple(SideSetup(id=side) for side in sides)),
        warriors=warriors,
        active=more.pop("active", "red"),
        **more,
    )


def begin(setup: Setup, **dice: list[int]) -> State:
    """The state after `start` with these dice."""
    return start(setup, ScriptedDice(dice)).state


def give(state: State, order: Order, **dice: list[int]) -> Outcome:
    """Submit with dice that must be used up."""
    scripted = ScriptedDice(dice)
    outcome = submit(state, order, scripted)
    scripted.finish()
    return outcome


def play(state: State, *orders: Order, **dice: list[int]) -> tuple[State, list[Any]]:
    """Submit several orders on one queue of dice; the last state and all events."""
    scripted = ScriptedDice(dice)
    events: list[Any] = []
    for order in orders:
        state, new = submit(state, order, scripted)
        events += new
    scripted.finish()
    return state, events


def to_phase(state: State, phase: str) -> State:
    """End phases without dice until this one is open."""
    while state.phase != phase:
        state = give(state, EndPhase(side=state.active)).state
    return state


def names(events: Any) -> list[str]:
    """The types of the events."""
    return [type(event).__name__ for event in events]


__all__ = ["CM", "HUMAN", "begin", "fold", "give", "names", "play", "table", "to_phase", "warrior"]
