"""How well a warrior climbs, jumps and leaps: what its gear, skills and traits add (TER).

Hooks `climb`, `jump` and `test` of the pinned rows. What helps only now and then (once a battle,
near somebody) isn't read here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from . import events as ev
from .agilities import Agility
from .attribute import characteristic_test, initiative_test
from .brought import brought, length
from .play import Play
from .state import Setup, WarriorSetup

TESTS = frozenset({"initiative", "climb", "dive", "characteristic"})
"""The tests of climbers and jumpers that rows speak of."""
JUMP_TESTS = {"single": 1, "none": 0}
SIMPLE = frozenset({"hook", "test", "mod", "reroll", "pass"})
"""An effect with other keys holds only at times."""


def agility_of(setup: Setup, id: str) -> Agility:
    """A warrior's agility; remembered on the set-up."""
    known: dict[str, Agility] = setup.__dict__.setdefault("_agility", {})
    found = known.get(id)
    if found is None:
        found = known[id] = _read(setup, setup.by_id[id])
    return found


def _read(setup: Setup, w: WarriorSetup) -> Agility:
    climb, untested = _climbing(setup, w)
    jumps = brought(setup, w.id, "jump")
    tests = [
        row
        for row in brought(setup, w.id, "test")
        if row.effect["test"] in TESTS and set(row.effect) <= SIMPLE
    ]
    return Agility(
        climb=climb,
        untested=untested,
        freely=any(row.effect.get("freely") for row in brought(setup, w.id, "climb")),
        jump=max(
            [length(setup, row.effect["max"]) for row in jumps if "max" in row.effect], default=None
        ),
        jump_tests=min(
            [JUMP_TESTS[row.effect["test"]] for row in jumps if "test" in row.effect], default=None
        ),
        mods=tuple(
            (row.effect["test"], row.of, int(row.effect["mod"]))
            for row in tests
            if "mod" in row.effect
        ),
        again=tuple(
            (row.effect["test"], row.of) for row in tests if row.effect.get("reroll") == "failed"
        ),
    )


def _climbing(setup: Setup, w: WarriorSetup) -> tuple[Fraction, bool]:
    """How many times M it climbs at most (an animal never, whatever else it has), and whether it
    does so without a test."""
    climbs = brought(setup, w.id, "climb")
    factors = [Fraction(row.effect.get("factor", 1)) for row in climbs]
    factor = Fraction(0) if 0 in factors else max([Fraction(1), *factors])
    return factor, any(row.effect.get("test") is False for row in climbs)


def nimble_test(
    play: Play,
    id: str,
    rule: str,
    *kinds: str,
    target: str = "",
    modifiers: Sequence[ev.Modifier] = (),
) -> bool:
    """An Initiative test with all that helps in it; whether it is passed.

    `kinds` say what it is besides (climb, dive): what helps in those helps here.
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
    if initiative_test(play, id, rule, target, modifiers=stack):
        return True
    if lucky and not play.warrior(id).luck:
        return False  # that die has been thrown twice already (P-TRN-07)
    return thrown_again(play, id, meant) and initiative_test(
        play, id, rule, target, modifiers=stack, reroll=True
    )


def thrown_again(play: Play, id: str, meant: set[str]) -> bool:
    """Whether a row lets a failed test of such kinds be thrown again; it is on record."""
    again = agility_of(play.state.setup, id).again
    of = next((of for kind, of in again if kind in meant), "")
    if of:
        play.emit(ev.Aided(warrior=id, of=of, how="rerolls", rule="P-TRN-04"))
    return bool(of)


def toughness_test(play: Play, id: str, rule: str) -> bool:
    """A Toughness test with the re-rolls of all characteristic tests; whether it is passed."""
    return sturdy_test(play, id, "T", rule)


def sturdy_test(play: Play, id: str, name: str, rule: str, *, bonus: int = 0) -> bool:
    """The same of Strength or Toughness, at `bonus`; whether it is passed."""
    lucky = play.warrior(id).luck
    if characteristic_test(play, id, name, rule, bonus=bonus):
        return True
    if lucky and not play.warrior(id).luck:
        return False
    return thrown_again(play, id, {"characteristic"}) and characteristic_test(
        play, id, name, rule, bonus=bonus
    )
