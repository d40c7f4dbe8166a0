"""What is put to use by order: horns, luck, scrolls once a battle, hunger in any turn
(P-TRN-04).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from ..errors import IllegalOrder
from . import events as ev
from .bounding import bound, bounds
from .brewing import brews, drink
from .brought import brought
from .checks import known_warrior, your_turn
from .domains import Domain, FormData, Ids
from .doors import doors, open_door
from .hunger import give_in, hungers
from .luck import lucky_rows
from .lure import taunt, taunts
from .orders import Use
from .play import Play
from .queries import downed, warriors_of
from .state import State, Warrior
from .trapping import lay, traps

RULE = "P-TRN-04"
TURN = ("start", "recovery", "movement", "shooting", "combat")


def usable(state: State, w: Warrior) -> tuple[str, ...]:
    """The rows that a warrior of the active side may put to use now."""
    if w.at is None or state.phase not in TURN or state.active != w.side:
        return ()
    found = [*horns(state, w), *lucks(state, w), *scrolls(state, w)]
    once = dict.fromkeys(of for of in found if of not in w.used)
    return (*once, *(of for offer, _do in _AT_ONCE for of in offer(state, w)))


_AT_ONCE: tuple[tuple[Callable[[State, Warrior], Iterable[str]], Callable[..., None]], ...] = (
    (hungers, give_in),
    (bounds, bound),
    (brews, drink),
    (taunts, taunt),
    (traps, lay),
    (doors, open_door),
)
"""What happens as soon as it is put to use: who may, and what it does."""


def horns(state: State, w: Warrior) -> Iterator[str]:
    """What gives the whole side heart for a turn: as the turn starts, by somebody on his feet."""
    if state.phase != "start" or downed(w) or w.fleeing:
        return
    for row in brought(state.setup, w.id, "test"):
        if row.shared and row.effect.get("per") == "battle":
            yield row.of


def lucks(state: State, w: Warrior) -> Iterator[str]:
    """What lets a failed roll be thrown again; one at a time."""
    if not w.luck:
        for row in lucky_rows(state, w):
            if not row.effect.get("lends") or not _lent(state, w, row.of):
                yield row.of


def _lent(state: State, w: Warrior, of: str) -> bool:
    """Whether a comrade has had what serves one of them only."""
    return any(of in one.used for one in state.warriors.values() if one.side == w.side)


def scrolls(state: State, w: Warrior) -> Iterator[str]:
    """What helps the casting roll of this turn, as long as none has been made."""
    if state.phase == "combat" or "cast" in w.marks or not state.setup.by_id[w.id].spells:
        return
    for row in brought(state.setup, w.id, "cast"):
        if row.effect.get("per") == "battle":
            yield row.of


def check_use(state: State, order: Use) -> None:
    """Raise the reason why this can't be used now."""
    if state.phase not in TURN:
        raise IllegalOrder("wrong_phase", "P-TRN-01", phase=state.phase, wanted="start")
    your_turn(state, order.side)
    w = known_warrior(state, order.warrior)
    if w.side != order.side:
        raise IllegalOrder("not_your_warrior", "P-TRN-02", warrior=w.id)
    if order.item not in usable(state, w):
        raise IllegalOrder("cannot_use", RULE, warrior=w.id, item=order.item)


def use(play: Play, order: Use) -> None:
    w = play.warrior(order.warrior)
    for offer, do in _AT_ONCE:
        if order.item in offer(play.state, w):
            do(play, w.id, order.item)
            return
    play.emit(ev.ItemUsed(warrior=w.id, of=order.item, how=_how(play.state, w, order), rule=RULE))


def _how(state: State, w: Warrior, order: Use) -> Literal["luck", "horn", "scroll"]:
    if order.item in tuple(lucks(state, w)):
        return "luck"
    return "scroll" if order.item in tuple(scrolls(state, w)) else "horn"


def forms(state: State, side: str) -> Iterator[FormData]:
    """One form for each warrior that has something to use."""
    for w in warriors_of(state, side):
        options = usable(state, w)
        if options:
            domains: dict[str, Domain] = {"item": Ids(options)}
            yield FormData(kind="use", side=side, warrior=w.id, domains=domains)
