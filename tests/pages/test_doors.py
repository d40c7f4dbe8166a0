"""A closed door: offered to who touches it, drawn, told and planned for; gone once it is open."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from campaigns.board_svg.draw import BoardView, draw
from campaigns.board_svg.ground import ground_in_words
from campaigns.narration.names import Names
from campaigns.narration.offers import tell_offer
from campaigns.narration.sentences import SENTENCES
from campaigns.views.plan_options import options_for
from rules import State, legal_orders
from rules.battle.orders import Use
from rules.board import Board, Prop
from rules.units import CM
from tests.battle.world import begin, give, table, warrior

DOOR = Prop(
    "d",
    6 * CM,
    polygon=((32 * CM, 58 * CM), (33 * CM, 58 * CM), (33 * CM, 62 * CM), (32 * CM, 62 * CM)),
    effect="door",
)


def before_it(x: float = 31, **more: tuple[str, ...]) -> State:
    board = Board(size=(120 * CM, 120 * CM), terrain=(DOOR,))
    ana = warrior("ana", "red", x, 60, **more)
    return begin(table(ana, warrior("bea", "blue", 80, 60), board=board, phase="movement"))


def offered(state: State) -> list[str]:
    with override("en"):
        names = Names.of(state.setup)
        return [
            tell_offer(form, names) for form in legal_orders(state, "red") if form.kind == "use"
        ]


def test_who_touches_it_may_open_it_and_with_picks_twice() -> None:
    assert offered(before_it()) == ["Ana: may use brute force at the door"]
    assert offered(before_it(equipment=("lock_picks",))) == [
        "Ana: may use brute force at the door or Lock picks"
    ]
    assert offered(before_it(30.9)) == []


@pytest.mark.parametrize(
    ("face", "line"),
    [(2, "Ana forces the door: it is open."), (3, "Ana tries to force the door, and it holds.")],
)
def test_what_comes_of_it_is_told(face: int, line: str) -> None:
    state = before_it()
    outcome = give(state, Use(side="red", warrior="ana", item="door"), strength=[face])
    with override("en"):
        told = SENTENCES[type(outcome.events[-1])](outcome.events[-1], Names.of(state.setup))
    assert "".join(part.text for part in told) == line


def test_it_is_drawn_and_told_until_it_is_open() -> None:
    state = before_it()
    names = Names.of(state.setup)
    after = give(state, Use(side="red", warrior="ana", item="door"), strength=[1]).state
    for now, seen in ((state, True), (after, False)):
        with override("en"):
            words = "".join(ground_in_words(now, names))
        assert ("closed door 6 cm high" in words) is seen
        assert ("prop--door" in draw(now, BoardView(names=names))) is seen


def test_it_may_be_planned_for_from_anywhere() -> None:
    state = before_it(10)
    items = options_for(state, "ana", Names.of(state.setup)).items
    assert [id for id, _name in items] == ["door"]
