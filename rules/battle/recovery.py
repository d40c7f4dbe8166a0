"""The recovery phase: rallying, coming round, standing up (REC)."""

from __future__ import annotations

from ..errors import IllegalOrder
from . import events as ev
from . import granted
from .brought import brought
from .checks import own_warrior
from .detection import only_the_free_find
from .hiding import comes_round, reveal
from .nerve import take_test
from .orders import StayDown
from .play import Play
from .quarry import take
from .queries import characteristic, downed, gap, is_engaged, models, warriors_of
from .state import STATUSES, State, Warrior
from .will import fights_on, hard_pressed

WILL, LAST_WILL = "will", "will_fails"
"""Causes of a change of status: up by his will alone; it doesn't hold him up any longer."""


def may_stay_down(state: State, w: Warrior) -> bool:
    """Only who could stand up may be told to stay down (P-REC-09)."""
    return w.status == "knocked_down" and "stays_down" not in w.marks


def check_stay_down(state: State, order: StayDown) -> None:
    w = own_warrior(state, order, "recovery")
    if not may_stay_down(state, w):
        raise IllegalOrder("not_knocked_down", "P-REC-09", warrior=w.id)


def stay_down(play: Play, order: StayDown) -> None:
    play.emit(ev.StayedDown(warrior=order.warrior, rule="P-REC-09"))


def end_recovery(play: Play) -> None:
    """Rally tests first, then everybody who is down, by the status held when the phase began."""
    side = play.state.active
    mine = of_home(play.state, side)
    lying = [(w.id, w.status) for w in mine if downed(w)]
    for w in mine:
        if w.fleeing and w.status != "stunned":
            rally(play, w.id)
    for id, status in lying:
        recover(play, id, status)
    for w in warriors_of(play.state, side):
        regain(play, w.id)


def of_home(state: State, side: str) -> list[Warrior]:
    """The side's own, whoever decides for them now: each recovers once a round (P-CHA-4)."""
    by_id = state.setup.by_id
    return [w for w in models(state) if by_id[w.id].side == side]


def rally(play: Play, id: str) -> None:
    """One rally test, unless the nearest model is an enemy (P-REC-01, P-REC-06)."""
    if granted.has(play.state, id, "dreads"):
        return  # the spell names a test and a moment of its own (P-LES-3)
    enemy = barring_enemy(play.state, id)
    if enemy is not None:
        play.emit(ev.RallyDenied(warrior=id, enemy=enemy, rule="P-REC-06"))
        return
    if take_test(play, id, "rally", "P-REC-01"):
        play.emit(ev.Rallied(warrior=id, rule="P-REC-02"))
        if only_the_free_find(play.state):
            comes_round(play, id)


def counts_against_rally(w: Warrior) -> bool:
    """P-REC-07: hidden, stunned, knocked down or fleeing enemies are ignored."""
    return not (w.hidden or downed(w) or w.fleeing)


def barring_enemy(state: State, id: str) -> str | None:
    """The enemy that is nearest of all counted models; a tie with a friend bars nothing."""
    me = state.warriors[id]
    friends, enemies = [], []
    for w in models(state):
        if w.id == id:
            continue
        if w.side == me.side:
            friends.append(gap(state, id, w.id))
        elif counts_against_rally(w):
            enemies.append((gap(state, id, w.id), w.id))
    if not enemies:
        return None
    nearest, enemy = min(enemies, key=lambda pair: pair[0])
    return None if friends and min(friends) <= nearest else enemy


def recover(play: Play, id: str, status: str) -> None:
    """One step a phase: stunned to knocked down, or up (P-REC-08 to P-REC-10)."""
    w = play.warrior(id)
    if status == "stunned":
        change(play, id, "knocked_down", "recovery", "P-REC-08")
        comes_round(play, id)
        if play.state.setup.ruleset.switches.get("recover.both_steps") and gets_up(w):
            _rise(play, id)
    elif gets_up(w):
        _rise(play, id)


def _rise(play: Play, id: str) -> None:
    fleeing = play.warrior(id).fleeing
    change(play, id, "standing", "stood_up", "P-REC-01" if fleeing else "P-REC-09")
    if only_the_free_find(play.state):
        comes_round(play, id)


def gets_up(w: Warrior) -> bool:
    """Who flees or shambles gets up whatever was ordered; the inactive stay down (P-PSY-13)."""
    if "inactive" in w.marks:
        return False
    return w.fleeing or "shambles" in w.marks or "stays_down" not in w.marks


def regain(play: Play, id: str) -> None:
    """Healing herbs: all lost Wounds come back to who isn't in combat (P-TRN-04)."""
    w, whole = play.warrior(id), characteristic(play.state, id, "W")
    if not may_regain(play.state, w):
        return
    for row in brought(play.state.setup, id, "recover")[:1]:
        play.emit(
            ev.WoundsRegained(warrior=id, of=row.of, before=w.wounds, after=whole, rule="P-TRN-04")
        )


def may_regain(state: State, w: Warrior) -> bool:
    """Whether lost Wounds would come back to a warrior in this phase."""
    if not brought(state.setup, w.id, "recover"):
        return False
    return w.wounds < characteristic(state, w.id, "W") and not is_engaged(state, w.id)


def change(play: Play, id: str, after: str, cause: str, rule: str, by: str = "") -> None:
    """Write a change of status; whoever would be out of action may fight on (will.py)."""
    before, now = play.warrior(id).status, STATUSES[after]
    if after == "out_of_action" and cause != LAST_WILL and fights_on(play, id):
        rises = play.state.setup.ruleset.switches.get("will.gets_up", True)
        if before == "standing" or not rises:
            return
        cause, now = WILL, "standing"
    play.emit(ev.StatusChanged(warrior=id, before=before, after=now, cause=cause, rule=rule, by=by))
    if now == "stunned":
        reveal(play, id, "stunned", "P-HID-03")
    if now == "out_of_action":
        take(play, id, by)
        avenge(play, id)


def test_wills(play: Play) -> None:
    """Those of the active side who are up by their will alone test again as their turn starts."""
    for id in hard_pressed(play):
        if not fights_on(play, id):
            change(play, id, "out_of_action", LAST_WILL, "P-TRN-04")


def avenge(play: Play, id: str) -> None:
    """The fall of who bears a standard may drive all his friends into a frenzy (P-TRN-04)."""
    for row in brought(play.state.setup, id, "psychology"):
        if row.effect.get("trigger") != "bearer_falls":
            continue
        for friend in warriors_of(play.state, play.warrior(id).side):
            if "frenzy" not in friend.gained:
                play.emit(ev.FrenzyGained(warrior=friend.id, of=row.of, rule="P-TRN-04"))
