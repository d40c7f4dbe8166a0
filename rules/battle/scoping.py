"""How much farther somebody shoots with a telescope, by dice each turn (hook `scope`).

Thrown as the turn starts, before anything is measured, by whoever has a missile weapon; bombs and
nets are none. It holds for that turn. Half of the longer range is long (P-SHO-13).
"""

from __future__ import annotations

from ..dice import faces_needed, total
from . import events as ev
from .arms import Arm, kit_of
from .brought import brought
from .checks import acting
from .marks import SCOPE, behind
from .play import Play
from .state import State

HOOK = "scope"
RULE = "P-TRN-04"


def scopes(play: Play) -> None:
    """A throw for each of the active side who looks through one, in roster order."""
    ruleset = play.state.setup.ruleset
    for w in acting(play.state):
        rows = brought(play.state.setup, w.id, HOOK)
        arms = kit_of(play.state.setup, w.id).missile
        if not rows or w.status != "standing" or not any(arm.throw is None for arm in arms):
            continue
        dice: str = rows[0].effect["dice"][ruleset.unit.lower()]
        count = faces_needed(dice)
        of = rows[0].of
        faces = play.plain("amount", count, rule=RULE, actor=w.id, weapon=of, summed=count > 1)
        reach = total(dice, faces) * ruleset.unit_size
        play.emit(ev.ItemUsed(warrior=w.id, of=of, how="scope", reach=reach, rule=RULE))


def range_of(state: State, id: str, arm: Arm) -> int:
    """How far a warrior shoots with a weapon now, in 1/100 mm."""
    if arm.throw is not None:
        return arm.range
    return arm.range + int(behind(state.warriors[id].brief, SCOPE) or 0)
