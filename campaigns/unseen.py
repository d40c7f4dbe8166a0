"""Secret deployment: both sides say where they deploy before either is shown.

What a side has said is a row (SealedDeployment), never an event, until every side has said it.
"""

from msgspec.structs import replace

from campaigns.models import Battle
from rules.battle.forms import waiting_for
from rules.battle.state import State


def is_unseen(battle: Battle, state: State) -> bool:
    """Whether the sides now deploy unseen: nobody stands yet, and no place hangs on the enemy's."""
    now = state.mission
    if not battle.secret_deployment or now is None or state.phase != "deployment":
        return False
    if now.step or state.awaiting or len(now.begun) != 1 or len(now.grounds) < len(now.order):
        return False
    apart = any(ground.apart for ground in now.grounds.values())
    return not apart and all(w.at is None for w in state.warriors.values())


def as_seen_by(battle: Battle, state: State, side: str) -> State:
    """The battle as a side deploys in it: as if it were its turn."""
    if side in state.order_of_play and is_unseen(battle, state):
        return replace(state, active=side)
    return state


def waiting_sides(battle: Battle, state: State) -> tuple[str, ...]:
    """The sides that play waits for: of those who deploy unseen who hasn't said where."""
    if state.result is None and is_unseen(battle, state):
        done = set(battle.sealed_deployments.values_list("side", flat=True))
        return tuple(side for side in state.order_of_play if side not in done)
    return waiting_for(state)
