"""What is thrown or spewed instead of a shot, and shots that sweep a strip of ground."""

from __future__ import annotations

from . import events as ev
from .afterwards import number_of
from .arms import Arm
from .attribute import characteristic_test
from .blows import resolve
from .falls import teeter
from .play import Play
from .queries import models, within
from .saving import SKILL
from .state import State
from .volley import Volley, strength_of_shot


def lands(play: Play, id: str, target: str, arm: Arm) -> None:
    """A throw that hits: what it does to the target, and to those beside it."""
    throw = arm.throw
    assert throw is not None
    if throw.harmless:
        _wrap(play, id, target, arm)
        return
    count = number_of(play, throw.hits, arm.id, id, target)
    _strike(play, id, target, arm, arm.strength_fixed or 0, count)
    if throw.within:
        beside = [w.id for w in models(play.state) if w.id not in (id, target)]
        for near in beside:
            if play.warrior(target).at is not None and within(
                play.state, near, target, throw.within
            ):
                splinters = Arm(id=arm.id, close=False, missile=False, hands=0, critical=False)
                _strike(play, id, near, splinters, throw.around_strength, 1)


def _wrap(play: Play, id: str, target: str, arm: Arm) -> None:
    """A net that its victim tears, or bolas round the legs."""
    throw = arm.throw
    assert throw is not None
    if throw.resist and characteristic_test(play, target, throw.resist, SKILL):
        return
    if throw.effect not in play.warrior(target).plight:
        play.emit(
            ev.PlightBegan(warrior=target, plight=throw.effect, by=id, of=arm.name, rule=SKILL)
        )


def _strike(play: Play, id: str, target: str, arm: Arm, strength: int, count: int) -> None:
    status = play.warrior(target).status
    volley = Volley(id, target, arm, strength, False, status, hits=[0] * count)
    teeter(play, resolve(play, [volley]))


def backfires(play: Play, id: str, arm: Arm) -> None:
    """A natural 1: it goes off in the thrower's hands, or comes back at him."""
    throw = arm.throw
    if throw is None or not throw.backfires:
        return
    if throw.backfires == "thrower":
        lands(play, id, id, arm)
    else:
        lash = Arm(id=arm.id, close=False, missile=False, hands=0, critical=False)
        _strike(play, "", id, lash, throw.own_strength, 1)


def caught_in(state: State, id: str, target: str, strip: tuple[int, int]) -> tuple[str, ...]:
    """Whoever has part of his base in the strip from the shooter towards the target."""
    me, aim = state.warriors[id].at, state.warriors[target].at
    assert me is not None
    assert aim is not None
    dx, dy = aim[0] - me[0], aim[1] - me[1]
    length = max(1, dx * dx + dy * dy)
    reach, half = strip[0], strip[1] // 2
    found = []
    for w in models(state):
        if w.id == id or w.at is None:
            continue
        radius = state.setup.by_id[w.id].base // 2
        own = state.setup.by_id[id].base // 2
        x, y = w.at[0] - me[0], w.at[1] - me[1]
        ahead = x * dx + y * dy
        aside = x * dy - y * dx
        near = aside * aside <= (half + radius) ** 2 * length
        if ahead > 0 and near and ahead * ahead <= (reach + radius + own) ** 2 * length:
            found.append(w.id)
    return tuple(found)


def sweep(play: Play, id: str, target: str, arm: Arm) -> None:
    """Everybody in the strip, friend or enemy, is hit (hook `line_shot`)."""
    assert arm.strip is not None
    caught = caught_in(play.state, id, target, arm.strip)
    play.emit(ev.StripSwept(warrior=id, weapon=arm.name, caught=caught, rule=SKILL))
    strength = strength_of_shot(play.state, id, arm)
    for one in caught:
        status = play.warrior(one).status
        if play.warrior(one).at is not None:
            volley = Volley(id, one, arm, strength, False, status, hits=[0])
            teeter(play, resolve(play, [volley]))
