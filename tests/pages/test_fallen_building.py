"""The outline of a building of the scenario that has fallen stays on the board."""

from __future__ import annotations

from campaigns.board_svg import twin
from campaigns.board_svg.draw import BoardView, draw
from campaigns.narration.names import Names
from rules import decode_state, encode_state
from rules.battle.mission.model import Mission, MissionState
from rules.battle.mission.places import inside
from rules.battle.orders import Cast
from rules.board import from_data
from rules.catalogue import load_catalogue
from rules.units import CM
from tests.battle.world import begin, give, table, warrior

HALL = {"id": "hall", "kind": "building", "polygon": [[50, 50], [70, 50], [70, 70], [50, 70]]}


def test_the_outline_stays_on_the_board_and_in_the_state() -> None:
    setup = table(
        warrior("ana", "red", 60, 60),
        warrior("pri", "blue", 60, 76, spells=("earthshudder",)),
        board=from_data({"size": [120, 120], "terrain": [HALL]}, CM),
        active="blue",
        phase="shooting",
        mission=Mission(row=load_catalogue().scenarios["occupy"]),
        under_way=MissionState(edges={"red": "south", "blue": "north"}, buildings=("hall",)),
    )
    order = Cast(side="blue", warrior="pri", spell="earthshudder", targets=("hall",))
    state = give(begin(setup), order, cast=[5, 5], to_wound=[1]).state
    assert state.removed == ("hall",)
    assert [w.id for w in inside(state, "hall")] == ["ana"]
    assert decode_state(setup, encode_state(state)) == state
    names = Names.of(state.setup)
    assert 'class="objective"' in draw(state, BoardView(names=names))
    assert twin(state, names)
