"""A trap that has been laid is seen by all: on the plan, in words, and by programs."""

from __future__ import annotations

from django.utils.translation import override

from campaigns.api.present import state_data
from campaigns.board_svg.draw import BoardView, draw
from campaigns.narration.aims import standing
from campaigns.narration.names import Names
from rules import decode_state, encode_state
from rules.battle.orders import Use
from rules.battle.state import TraitRef
from rules.units import CM
from tests.battle.world import begin, give, table, warrior


def laid():
    setup = table(
        warrior("ana", "red", 30, 60, traits=(TraitRef("set_traps"),)),
        warrior("bea", "blue", 80, 60),
        phase="movement",
    )
    return give(begin(setup), Use(side="red", warrior="ana", item="set_traps")).state


def test_it_is_drawn_told_and_given_to_programs() -> None:
    state = laid()
    names = Names.of(state.setup)
    assert 'data-trap="trap-1"' in draw(state, BoardView(names=names))
    with override("en"):
        (line,) = standing(state, names)
    assert "Ana" in "".join(str(part.text) for part in line)
    (told,) = state_data(state, CM)["traps"]
    assert (told["by"], told["at"]) == ("ana", [30, 60, 0])


def test_it_outlives_storing() -> None:
    state = laid()
    assert decode_state(state.setup, encode_state(state)) == state
    assert state.traps
