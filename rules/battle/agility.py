"""How well a warrior climbs, jumps and leaps: what its gear, skills and traits add (TER).

Hooks `climb`, `jump` and `test` of the pinned rows. What helps only now and then (once a battle,
near somebody) isn't read here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from . import events as ev
from .attribute import initiative_test
from .play import Play
from .state import Setup, WarriorSetup

TESTS = frozenset({"initiative", "climb", "dive", "characteristic"})
"""The tests of climbers and jumpers that rows speak of."""
SIMPLE = frozenset({"hook", "test", "mod", "reroll", "pass"})
"""An effect with other keys holds only at times."""


@dataclass(frozen=True, slots=True)
class Agility:
    """`climb` times M is the highest climb; `jump` the highest jump where it isn't the usual.

    `untested`: climbs without a test. `one_test`: a single test for any jump. `mods`: by test, with
    the row behind each; `again`: failed tests of these kinds are thrown again once.
    """

    climb: Fraction = Fraction(1)
    untested: bool = False
    jump: int | None = None
    one_test: bool = False
    mods: tuple[tuple[str, str, int], ...] = ()
    again: frozenset[str] = frozenset()


def agility_of(setup: Setup, id: str) -> Agility:
    """A warrior's agility; remembered on the set-up."""
    known: dict[str, Agility] = setup.__dict__.setdefault("_agility", {})
    found = known.get(id)
    if found is None:
        found = known[id] = _read(setup, setup.by_id[id])
    return found


def _rows(setup: Setup, w: WarriorSetup) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """Every effect that it brings, with the id of its row."""
    catalogue = setup.catalogue
    bags: tuple[tuple[Iterable[str], Mapping[str, Any]], ...] = (
        (w.weapons, catalogue.weapons),
        (w.equipment, catalogue.equipment),
        (w.skills, catalogue.skills),
        ([trait.id for trait in w.traits], catalogue.traits),
    )
    for ids, rows in bags:
        for id in dict.fromkeys(ids):
            for effect in rows[id].effects if id in rows else ():
                yield id, effect


def _read(setup: Setup, w: WarriorSetup) -> Agility:
    climb, untested, jump, one_test = Fraction(1), False, None, False
    mods: list[tuple[str, str, int]] = []
    again: set[str] = set()
    for id, effect in _rows(setup, w):
        hook = effect["hook"]
        if hook == "climb":
            factor = Fraction(effect.get("factor", 1))
            climb = factor if factor == 0 else climb and max(climb, factor)
            untested = untested or effect.get("test") is False
        elif hook == "jump":
            one_test = one_test or effect.get("test") == "single"
            jump = setup.ruleset.units(effect["max"][setup.ruleset.unit.lower()])
        elif hook == "test" and effect["test"] in TESTS and set(effect) <= SIMPLE:
            if "mod" in effect:
                mods.append((effect["test"], id, int(effect["mod"])))
            if effect.get("reroll") == "failed":
                again.add(effect["test"])
    return Agility(climb, untested, jump, one_test, tuple(mods), frozenset(again))


def nimble_test(
    play: Play, id: str, rule: str, *kinds: str, modifiers: Sequence[ev.Modifier] = ()
) -> bool:
    """An Initiative test of one who climbs, jumps or leaps; whether it is passed.

    What helps in `kinds` of tests helps here.
    """
    agility = agility_of(play.state.setup, id)
    meant = {"initiative", "characteristic", *kinds}
    helps = [
        ev.Modifier("weapon", value, "P-TRN-04", of)
        for kind, of, value in agility.mods
        if kind in meant
    ]
    stack = (*helps, *modifiers)
    lucky = play.warrior(id).luck
    if initiative_test(play, id, rule, modifiers=stack):
        return True
    if lucky and not play.warrior(id).luck:
        return False  # that die has been thrown twice already (P-TRN-07)
    again = bool(agility.again & meant)
    return again and initiative_test(play, id, rule, modifiers=stack, reroll=True)
