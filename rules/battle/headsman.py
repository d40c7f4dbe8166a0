"""Who must fall upon the fallen, his own as well (hook `headsman`).

Before anything else moves he charges the nearest of the downed that he sees and can reach; he may
charge nobody else as long as there is one, and doesn't leave a fight whose opponents are down. An
enemy is charged as ever. A friend is fallen upon at once, for nobody is in combat with his own:
all the attacks of his hands, as P-DWN-01 to 03 have it.
"""

from __future__ import annotations

from ..errors import IllegalOrder
from . import events as ev
from . import granted
from .blows import resolve
from .falls import teeter
from .play import Play
from .queries import downed, engaged_with, gap, models, sees, within
from .reach import reach, way_to
from .recovery import change
from .state import State, Warrior
from .stayers import never_leaves
from .step import moved
from .striking import best_way
from .volley import Volley, can_strike, strength_of_blow

RULE = "P-TRN-04"


def prey(state: State, w: Warrior) -> str:
    """On whom he must fall now; "" for nobody, and for everybody who is no headsman."""
    if not never_leaves(state.setup, w.id):
        return ""
    limit, touched = reach(state, w.id), engaged_with(state, w.id)
    fallen = [
        other.id
        for other in models(state)
        if other.id != w.id
        and downed(other)
        and other.id not in touched
        and not (other.hidden and other.side != w.side)
        and granted.may_be_charged(state, other.id)
        and within(state, w.id, other.id, limit)
        and sees(state, w.id, other.id)
    ]
    return min(fallen, key=lambda other: gap(state, w.id, other), default="")


def forbid_others(state: State, w: Warrior, targets: tuple[str, ...]) -> None:
    """Raise where he would charge somebody else first."""
    fallen = prey(state, w)
    if fallen and targets[:1] != (fallen,):
        raise IllegalOrder("must_finish_off", RULE, warrior=w.id, target=fallen)


def is_friend(state: State, w: Warrior, target: str) -> bool:
    return state.warriors[target].side == w.side


def fall_upon(play: Play, id: str, friend: str) -> None:
    """The way to a friend who is down, and all blows at him. He can't charge again."""
    limit = reach(play.state, id)
    way = way_to(play.state, id, friend, limit)
    if way is None:  # somebody stands in the way: he stays, and may move as he likes
        return
    play.emit(ev.ForcedToCharge(warrior=id, target=friend, rule=RULE))
    moved(play, id, "charge", way.points, cost=way.cost, allowed=limit, rule=RULE)
    if not can_strike(play.state, id):
        return
    if play.warrior(friend).status == "stunned":
        change(play, friend, "out_of_action", "stunned_hit", "P-DWN-03", by=id)
        return
    status = play.warrior(friend).status
    volleys = [
        Volley(
            id, friend, arm, strength_of_blow(play.state, id, arm), True, status, hits=[0] * attacks
        )
        for arm, attacks in best_way(play.state, id, friend)
        if attacks
    ]
    for v in volleys:
        hits = len(v.hits)
        play.emit(
            ev.AutomaticHit(warrior=id, target=friend, weapon=v.weapon, hits=hits, rule="P-DWN-01")
        )
    if volleys:
        teeter(play, resolve(play, volleys))
