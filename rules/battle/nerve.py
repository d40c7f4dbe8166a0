"""Leadership tests of every kind, with what helps in them (P-TRN-06, P-TRN-04).

Hook `test`: a row helps in the test that it names; `leadership` stands for all of them. What has a
`radius` helps friends about its bearer while he stands and doesn't flee; what acts for the whole
warband helps everybody, a horn only in the turn in which it is sounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from ..catalogue import Effect
from . import events as ev
from .brought import brought, length, shared
from .leadership import leadership
from .luck import by_luck
from .play import Play
from .queries import downed, leader_of, warriors_of, within
from .state import State

RULE = "P-TRN-04"
How = Literal["passes", "ignores", "rerolls"]
SPARED: tuple[tuple[How, str], ...] = (("ignores", "ignored"), ("passes", "pass"))
"""What makes a test needless, and the key of the row that says so."""


class Help(NamedTuple):
    """An effect that acts in a test: the row it stands in, and who brings it."""

    of: str
    effect: Effect
    by: str


def helps(state: State, id: str, kind: str, *, charging: bool = False) -> tuple[Help, ...]:
    """Everything that acts in such a test of a warrior now."""
    meant = ("leadership", kind)
    return tuple(
        one
        for one in _at_hand(state, id)
        if one.effect["test"] in meant
        and not _spent(state, one)
        and (charging or "charging" not in one.effect.get("when", ()))
    )


def _spent(state: State, one: Help) -> bool:
    return one.effect.get("per") == "battle" and one.of in state.warriors[one.by].used


def _at_hand(state: State, id: str) -> Iterator[Help]:
    """Its own, its leader's in rout tests, its friends', and the whole warband's."""
    setup, side = state.setup, state.warriors[id].side
    leader = leader_of(state, side)
    for row in brought(setup, id, "test"):
        if not row.shared and "radius" not in row.effect:
            yield Help(row.of, row.effect, id)
    if leader is not None and leader.id != id and leader.at is not None:
        for row in brought(setup, leader.id, "test"):
            if row.effect["test"] == "rout" and not row.shared:
                yield Help(row.of, row.effect, leader.id)
    yield from _of_friends(state, id)
    for row in shared(setup, side, "test"):
        if "per" not in row.effect or f"heart:{row.of}" in state.warriors[id].marks:
            yield Help(row.of, {k: v for k, v in row.effect.items() if k != "per"}, id)


def _of_friends(state: State, id: str) -> Iterator[Help]:
    if state.warriors[id].at is None:
        return
    for friend in warriors_of(state, state.warriors[id].side):
        if downed(friend) or friend.fleeing:
            continue
        for row in brought(state.setup, friend.id, "test"):
            radius = row.effect.get("radius")
            if radius and within(state, id, friend.id, length(state.setup, radius)):
                yield Help(row.of, row.effect, friend.id)


def take_test(
    play: Play, id: str, kind: str, rule: str, *, target: str = "", charging: bool = False
) -> bool:
    """A warrior's Leadership test of a kind (which is the dice's purpose); whether it is passed."""
    needed, stack = leadership(play.state, id)
    return judge(play, id, kind, rule, needed, stack, target=target, charging=charging)


def judge(
    play: Play,
    id: str,
    kind: str,
    rule: str,
    needed: int,
    stack: Sequence[ev.Modifier],
    *,
    target: str = "",
    charging: bool = False,
) -> bool:
    """The same on a Leadership that is already known (a rout test's)."""
    found = helps(play.state, id, kind, charging=charging)
    for how, key in SPARED:
        one = next((one for one in found if one.effect.get(key)), None)
        if one is not None:
            _aid(play, id, one, how)
            return True
    mods = [_modifier(one) for one in found if "mod" in one.effect and "reroll" not in one.effect]
    count, kept = _dice(found)
    needed, whole = needed + sum(m.value for m in mods), (*stack, *mods)
    passed = play.sum_at_most(
        kind, count, needed, rule=rule, modifiers=whole, kept=kept, actor=id, target=target
    )
    if play.twice:
        return passed
    return passed or _again(play, id, kind, rule, needed, whole, found, target)


def _again(
    play: Play,
    id: str,
    kind: str,
    rule: str,
    needed: int,
    stack: tuple[ev.Modifier, ...],
    found: Sequence[Help],
    target: str,
) -> bool:
    """A failed test thrown again, once, where anything lets it (P-TRN-07)."""
    one = next((one for one in found if one.effect.get("reroll") == "failed"), None)
    if one is None:
        luck = by_luck(play, id, kind)
        if luck != "again":
            return luck == "sure"
        more: tuple[ev.Modifier, ...] = ()
    else:
        _aid(play, id, one, "rerolls")
        more = (_modifier(one),) if "mod" in one.effect else ()
    count, kept = _dice(found)
    return play.sum_at_most(
        kind,
        count,
        needed + sum(m.value for m in more),
        rule=rule,
        modifiers=(*stack, *more),
        kept=kept,
        actor=id,
        target=target,
        reroll=True,
    )


def _modifier(one: Help) -> ev.Modifier:
    return ev.Modifier("skill", int(one.effect["mod"]), RULE, one.of)


def _dice(found: Sequence[Help]) -> tuple[int, int]:
    """How many dice are thrown, and how many of them count: the lowest (T-COLDBLOOD-01)."""
    three = any(one.effect.get("keep") == "two_lowest" for one in found)
    return (3, 2) if three else (2, 2)


def _aid(play: Play, id: str, one: Help, how: How) -> None:
    play.emit(
        ev.Aided(
            warrior=id,
            of=one.of,
            how=how,
            by="" if one.by == id else one.by,
            once=one.effect.get("per") == "battle",
            rule=RULE,
        )
    )
