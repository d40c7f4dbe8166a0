"""From how far warriors notice hidden enemies (P-HID-10), and unseen ones to charge (P-CHG-04).

Hooks `detect` (the finder's) and `detected` (the hidden one's).
"""

from __future__ import annotations

from fractions import Fraction

from ..board import Body, contact
from . import events as ev
from .brought import Brought, brought, length
from .play import Play
from .queries import characteristic, is_engaged
from .state import State, Warrior


def notices(state: State, finder: Warrior, eye: Body, me: Body) -> bool:
    """Within the finder's detection radius, seen or not; the stunned find nobody (P-HID-10)."""
    if finder.status == "stunned":
        return False
    if only_the_free_find(state) and not _is_free(state, finder):
        return False
    return contact.within(eye, me, detection_radius(state, finder.id, me.id))


def only_the_free_find(state: State) -> bool:
    """Whether who is down, flees or fights notices nobody (a house rule, P-HID-10)."""
    return state.setup.ruleset.switches.get("detect.finders") == "free"


def _is_free(state: State, w: Warrior) -> bool:
    return w.status == "standing" and not w.fleeing and not is_engaged(state, w.id)


def detection_radius(state: State, finder: str, hidden: str) -> int:
    """How near somebody hidden must be to be noticed by this finder, in 1/100 mm."""
    setup = state.setup
    sharp, shy = brought(setup, finder, "detect"), brought(setup, hidden, "detected")
    initiative = characteristic(state, finder, "I") + sum(
        row.effect["mod"] for row in shy if isinstance(row.effect.get("mod"), int)
    )
    radius = setup.ruleset.reach("detect.formula", I=max(0, initiative))
    factors = [Fraction(row.effect["factor"]) for row in sharp if "factor" in row.effect]
    halves = [Fraction(row.effect["factor"]) for row in shy if "factor" in row.effect]
    scaled = radius * max(factors, default=Fraction(1)) * min(halves, default=Fraction(1))
    added = max(
        [length(setup, row.effect["mod"]) for row in sharp if "mod" in row.effect], default=0
    )
    return int(scaled) + added


def unseen_radius(state: State, id: str) -> int:
    """How near an enemy out of sight must be to be noticed for a charge (P-CHG-04)."""
    return state.setup.ruleset.reach("charge.unseen_radius", I=characteristic(state, id, "I"))


def noticing(state: State, target: str) -> tuple[ev.Modifier, ...]:
    """What makes an unseen target harder to notice in the test of P-CHG-04."""
    return tuple(
        ev.Modifier("skill", int(row.effect["noticing"]), "P-TRN-04", row.of)
        for row in brought(state.setup, target, "detected")
        if "noticing" in row.effect
    )


def deceives(play: Play, id: str, finder: str) -> bool:
    """Whether somebody who would be noticed stays hidden by a rule of its own; one die for each
    finder in a turn."""
    w = play.warrior(id)
    row = _deceit(play.state, id)
    if row is None:
        return False
    if f"fooled:{finder}" in w.brief:
        return True
    needed = int(row.effect["stays_on"])
    (face,) = play.batch("ruse", 1, needed, rule="P-TRN-04", actor=id, target=finder, weapon=row.of)
    if face < needed:
        return False
    play.emit(ev.StayedHidden(warrior=id, enemy=finder, of=row.of, rule="P-TRN-04"))
    return True


def _deceit(state: State, id: str) -> Brought | None:
    rows = brought(state.setup, id, "detected")
    return next((row for row in rows if "stays_on" in row.effect), None)
