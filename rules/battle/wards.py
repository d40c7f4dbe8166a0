"""What stops a charge before it starts: garlic, flash powder, a glib tongue (hook `charged`).

Asked once the charge is declared and fear is overcome. The charger tests; where the effect says
`who = "bearer"` the one who is charged does, and it is his success that stops the charge.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from ..dice import faces_needed, total
from . import events as ev
from .agility import nimble_test
from .brought import Brought, brought, dice_of, length
from .fear import takes_fear_tests
from .kinds import is_meant, kinds_of
from .nerve import take_test
from .play import Play
from .queries import downed, warriors_of, within
from .sparing import spared_by
from .state import State

RULE = "P-TRN-04"
Effect = Literal["", "no_charge", "failed_charge"]


def stopped_by(play: Play, id: str, targets: tuple[str, ...]) -> Effect:
    """The first ward of a target that holds the charger off: what it does, or "" for none."""
    for target in targets:
        mercy = spared_by(play.state, id, target)
        if mercy is not None:
            return _stop(play, id, target, mercy, target)
        for row, by in list(_wards(play.state, id, target)):
            if "short" in row.effect or row.of in play.warrior(by).used:
                continue
            if row.effect.get("per") == "battle":
                play.emit(ev.Aided(warrior=target, of=row.of, how="wards", once=True, rule=RULE))
            if not _overcomes(play, id, target, row):
                return _stop(play, id, target, row, by)
    return ""


def shortened(play: Play, id: str, targets: tuple[str, ...]) -> int:
    """What caltrops and the like take off the reach of a charge, in 1/100 mm."""
    short = 0
    for target in targets:
        for row, by in list(_wards(play.state, id, target)):
            if "short" not in row.effect or row.of in play.warrior(by).used:
                continue
            play.emit(ev.Aided(warrior=target, of=row.of, how="wards", once=True, rule=RULE))
            dice = dice_of(play.state.setup, row.effect["short"])
            faces = play.plain(
                "move", faces_needed(dice), rule=RULE, actor=id, weapon=row.of, summed=True
            )
            short += total(dice, faces) * play.state.setup.ruleset.unit_size
    return short


def _stop(play: Play, id: str, target: str, row: Brought, by: str) -> Effect:
    effect: Effect = row.effect.get("fail", "no_charge")
    assert effect
    play.emit(
        ev.ChargeStopped(warrior=id, target=target, of=row.of, by=by, effect=effect, rule=RULE)
    )
    return effect


def _wards(state: State, id: str, target: str) -> Iterator[tuple[Brought, str]]:
    """The target's own, and those of its friends about whom it is."""
    charger = kinds_of(state.setup, id)
    for friend in warriors_of(state, state.warriors[target].side):
        if downed(friend) or friend.fleeing:
            continue
        for row in brought(state.setup, friend.id, "charged"):
            radius = row.effect.get("radius")
            near = friend.id == target or (
                radius is not None and within(state, target, friend.id, length(state.setup, radius))
            )
            named = not row.effect.get("by") or charger.intersection(row.effect["by"])
            if near and named and is_meant(row.effect, charger):
                yield row, friend.id


def _overcomes(play: Play, id: str, target: str, row: Brought) -> bool:
    """The test against a ward; whether the charge goes on."""
    test = row.effect["test"]
    if row.effect.get("who") == "bearer":
        return not nimble_test(play, target, RULE, target=id)
    if test == "initiative":
        return nimble_test(play, id, RULE, target=target)
    if test == "fear":
        if not takes_fear_tests(play.state, id):
            return True
        return take_test(play, id, "fear", RULE, target=target, charging=True)
    return take_test(play, id, "leadership", RULE, target=target)
