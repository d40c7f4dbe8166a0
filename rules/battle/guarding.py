"""Standing orders for parrying: always, without the second throw, never (P-PAR-01, P-PAR-08).

Nobody is asked as the blows fall. Whoever has said nothing parries, and throws again, whenever he
may; what is ordered holds until it is ordered otherwise, on everybody's turns.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import IllegalOrder
from . import events as ev
from .arms import kit_of
from .checks import known_warrior, your_turn
from .domains import Domain, FormData, Ids
from .orders import Guard
from .play import Play
from .queries import warriors_of
from .state import State, Warrior
from .using import TURN

ALWAYS, ONCE, NEVER = "always", "once", "never"
RULE = "P-PAR-01"


def parries(state: State, id: str) -> bool:
    """Whether a warrior carries anything that may ever parry."""
    kit = kit_of(state.setup, id)
    if kit.buckler or any(arm.parries for arm in kit.close):
        return True
    return bool(kit.shield) and any(p.get("with_shield") for p in kit.has("parry"))


def choices(state: State, w: Warrior) -> tuple[str, ...]:
    """What may be ordered of a warrior; what holds now comes first."""
    if w.at is None or not parries(state, w.id):
        return ()
    now = w.parrying or ALWAYS
    return (now, *(way for way in (ALWAYS, ONCE, NEVER) if way != now))


def check_guard(state: State, order: Guard) -> None:
    """Raise the reason why this can't be ordered now."""
    if state.phase not in TURN:
        raise IllegalOrder("wrong_phase", "P-TRN-01", phase=state.phase, wanted="start")
    your_turn(state, order.side)
    w = known_warrior(state, order.warrior)
    if w.side != order.side:
        raise IllegalOrder("not_your_warrior", "P-TRN-02", warrior=w.id)
    if order.parry not in choices(state, w):
        raise IllegalOrder("nothing_to_parry_with", RULE, warrior=w.id)


def guard(play: Play, order: Guard) -> None:
    play.emit(ev.GuardSet(warrior=order.warrior, parry=order.parry, rule=RULE))


def forms(state: State, side: str) -> Iterator[FormData]:
    """One form for each warrior of the active side who may parry."""
    if state.phase not in TURN or side != state.active:
        return
    for w in warriors_of(state, side):
        options = choices(state, w)
        if options:
            domains: dict[str, Domain] = {"parry": Ids(options)}
            yield FormData(kind="guard", side=side, warrior=w.id, domains=domains)
