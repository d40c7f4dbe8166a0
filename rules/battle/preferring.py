"""Standing orders for what nobody is asked about as it happens (P-CMB-19, P-LEA-13, P-PAR-06).

With which weapon a warrior strikes at one who flees, to which of several equally near edges it
flees itself, which of several equal hits it parries, whether it crushes whom all its blows have hit
(a bear's hug). Each has a default; what is ordered holds until it is ordered otherwise, on
everybody's turns. Only the enemy whom a hunter is after is named once, in his first turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..errors import IllegalOrder
from . import events as ev
from .arms import kit_of
from .checks import known_warrior, your_turn
from .domains import Domain, FormData, Ids
from .guarding import parries
from .orders import Prefer
from .play import Play
from .preferred import CRUSH, EDGES, FIRST, LAST, STRONGEST, WEAKEST, WOUND, whole_arms
from .quarry import quarries
from .queries import warriors_of
from .state import State, Warrior
from .using import TURN

RULES: Mapping[str, str] = {
    "parting": "P-CMB-19",
    "edge": "P-LEA-13",
    "equal": "P-PAR-06",
    "crush": "P-TRN-04",
    "quarry": "P-TRN-04",
}


def options(state: State, w: Warrior) -> dict[str, tuple[str, ...]]:
    """What may be ordered of a warrior; of each what holds now comes first."""
    if w.at is None:
        return {}
    found: dict[str, tuple[str, ...]] = {"edge": tuple(EDGES)}
    arms = dict.fromkeys(arm.id for arm in whole_arms(state, w.id))
    if len(arms) > 1:
        found["parting"] = (STRONGEST, *arms)
    if parries(state, w.id):
        found["equal"] = (STRONGEST, WEAKEST, FIRST, LAST)
    if kit_of(state.setup, w.id).has("crush"):
        found["crush"] = (WOUND, CRUSH)
    heroes = quarries(state, w)
    if len(heroes) > 1:
        found["quarry"] = heroes
    return {what: _now_first(w, what, ways) for what, ways in found.items()}


def _now_first(w: Warrior, what: str, ways: tuple[str, ...]) -> tuple[str, ...]:
    now = w.prefers.get(what, ways[0])
    return (now, *(way for way in ways if way != now)) if now in ways else ways


def check_prefer(state: State, order: Prefer) -> None:
    """Raise the reason why this can't be ordered now."""
    if state.phase not in TURN:
        raise IllegalOrder("wrong_phase", "P-TRN-01", phase=state.phase, wanted="start")
    your_turn(state, order.side)
    w = known_warrior(state, order.warrior)
    rule = RULES[order.what]
    if w.side != order.side:
        raise IllegalOrder("not_your_warrior", "P-TRN-02", warrior=w.id)
    if order.choice not in options(state, w).get(order.what, ()):
        raise IllegalOrder("not_an_option", rule, warrior=w.id)


def prefer(play: Play, order: Prefer) -> None:
    play.emit(
        ev.PreferenceSet(
            warrior=order.warrior, what=order.what, choice=order.choice, rule=RULES[order.what]
        )
    )


def forms(state: State, side: str) -> Iterator[FormData]:
    """One form for each warrior of the active side."""
    if state.phase not in TURN or side != state.active:
        return
    for w in warriors_of(state, side):
        domains: dict[str, Domain] = {what: Ids(ways) for what, ways in options(state, w).items()}
        if domains:
            yield FormData(kind="prefer", side=side, warrior=w.id, domains=domains)
