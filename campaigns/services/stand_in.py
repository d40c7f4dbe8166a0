"""What is ordered for a side whose player has let his time run out.

Cautiously: what is asked is answered, whoever has a target shoots, fights are fought, but nobody
leaves his place and nothing is given up. Skipped, or beyond what a plan says: not even that.
"""

from msgspec.structs import replace

from campaigns.models import BattleSide, Playing
from rules.battle.forms import refusal
from rules.battle.orders import Answer, AnyOrder, EndPhase
from rules.battle.state import State
from rules.player import choose

STAYS = ("start", "recovery", "movement")
LEVEL = 2


def order_for(state: State, side: BattleSide, seed: int) -> AnyOrder:
    """One order for a side that play waits for. Raises ValueError where there is none."""
    if side.clock.playing == Playing.SKIP:
        return _skip(state, side.side, "combat", seed)
    if side.clock.playing == Playing.PLAN:
        # One phase at a time: the plan may have something for the next.
        return _skip(state, side.side, state.phase, seed)
    if not state.awaiting and state.phase in STAYS:
        return _through(state, side.side, state.phase, seed)
    return choose(state, side.side, level=LEVEL, seed=seed)


def _skip(state: State, side: str, through: str, seed: int) -> AnyOrder:
    """Defaults for decisions, the end of every phase; who must deploy is deployed."""
    for decision in state.awaiting:
        if decision.side == side:
            answer = Answer(
                side=side, decision=decision.id, choice=decision.default, source="server"
            )
            if refusal(state, answer) is None:
                return answer
    if state.awaiting or state.phase == "deployment":
        return choose(state, side, level=LEVEL, seed=seed)
    return _through(state, side, through, seed)


def _through(state: State, side: str, phase: str, seed: int) -> AnyOrder:
    order = EndPhase(side=side, through=phase, source="server")
    if refusal(state, order) is None:
        return order
    order = replace(order, through=None)
    return order if refusal(state, order) is None else choose(state, side, level=LEVEL, seed=seed)
