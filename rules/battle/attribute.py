"""Tests on a characteristic: one D6, equal to or lower (P-TRN-05)."""

from __future__ import annotations

from collections.abc import Sequence

from . import events as ev
from .brought import brought
from .luck import by_luck
from .play import Play
from .queries import characteristic
from .state import State


def needed_for(state: State, id: str, name: str, bonus: int = 0) -> int:
    """The highest face that passes; a 6 fails whatever the characteristic."""
    value = characteristic(state, id, name) + bonus
    if name != "I":  # an Initiative test tells its modifiers one by one (agility.py)
        value += _always(state, id)
    six_fails = state.setup.ruleset.flag("attribute_test.natural_six_fails")
    return min(5, value) if six_fails else value


def _always(state: State, id: str) -> int:
    """What the warrior's rows add to every test on a characteristic."""
    rows = brought(state.setup, id, "test")
    return sum(
        int(row.effect["mod"])
        for row in rows
        if row.effect["test"] == "characteristic" and set(row.effect) == {"hook", "test", "mod"}
    )


PURPOSES = {"I": "initiative", "S": "strength", "T": "toughness"}


def characteristic_test(play: Play, id: str, name: str, rule: str, *, bonus: int = 0) -> bool:
    """A test on Strength, Toughness ...; whether it is passed. A hopeless one isn't thrown."""
    needed = needed_for(play.state, id, name, bonus)
    if needed < 1:
        return False
    for again in (False, True):
        (face,) = play.batch(
            PURPOSES[name], 1, needed, rule=rule, compare="at_most", actor=id, reroll=again
        )
        if face <= needed or again:
            return face <= needed
        luck = by_luck(play, id, PURPOSES[name])
        if luck != "again":
            return luck == "sure"
    return False


def initiative_test(
    play: Play,
    id: str,
    rule: str,
    target: str = "",
    *,
    modifiers: Sequence[ev.Modifier] = (),
    reroll: bool = False,
) -> bool:
    """An Initiative test; whether it is passed. `modifiers` change the Initiative.

    A test that no die can pass isn't thrown.
    """
    needed = needed_for(play.state, id, "I", sum(entry.value for entry in modifiers))
    if needed < 1:
        return False
    base = ev.Modifier("base", characteristic(play.state, id, "I"), "P-TRN-05")
    (face,) = play.batch(
        "initiative",
        1,
        needed,
        rule=rule,
        compare="at_most",
        modifiers=(base, *modifiers) if modifiers else (),
        actor=id,
        target=target,
        reroll=reroll,
    )
    if face <= needed or reroll:
        return face <= needed
    luck = by_luck(play, id, "initiative")
    if luck == "again":
        return initiative_test(play, id, rule, target, modifiers=modifiers, reroll=True)
    return luck == "sure"


def strength_test(play: Play, id: str, rule: str, dice: int = 1) -> bool:
    """A Strength test that a spell asks for; no face fails by itself (P-MAG-41, P-NEC-4, P-SHA-5).

    A test that no die can fail isn't thrown.
    """
    needed = characteristic(play.state, id, "S") + _always(play.state, id)
    if needed >= 6 * dice:
        return True
    return play.sum_at_most("strength", dice, needed, rule=rule, actor=id)
