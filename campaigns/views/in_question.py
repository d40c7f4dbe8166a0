"""What a pending decision is about, as the board shows it."""

from collections.abc import Iterator

from campaigns.board_svg import Planned
from rules.battle.intercept import charge_in_question, charge_line
from rules.battle.state import State


def charges_asked(state: State) -> Iterator[Planned]:
    """The line of each charge that somebody may step into, up to where it would end (P-INT-01)."""
    for decision in state.awaiting:
        charge = charge_in_question(state, decision)
        line = charge_line(state, charge) if charge else None
        if charge and line:
            yield Planned(charge.warrior, line)


def candidates(state: State, side: str) -> tuple[frozenset[str], frozenset[str]]:
    """The warriors that `side` may choose in what it is asked: its own, and its enemies."""
    asked = (decision for decision in state.awaiting if decision.side == side)
    named = {one for decision in asked for one in decision.options if one in state.warriors}
    own = frozenset(one for one in named if state.warriors[one].side == side)
    return own, frozenset(named - own)
