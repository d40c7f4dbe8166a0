"""Orders given beforehand to an enemy whom a spell has seduced (P-CHA-SLA), as pages offer them."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from django.utils import translation

from campaigns.narration import explain
from campaigns.narration.names import Names
from campaigns.views.act_parts import Act
from campaigns.views.acts import commands_for
from campaigns.views.order_form import order_of
from rules import legal_orders, order_from_native, refusal
from rules.battle.orders import Cast, Charge, Command, Move, Shoot
from rules.battle.state import State
from rules.board import Board, Wall
from rules.units import CM
from tests.battle.world import begin, give, play, table, warrior


def seduced(*, weapons: tuple[str, ...] = ("plain",), walls: tuple[Wall, ...] = ()) -> State:
    """Red's Magister has seduced Hum, who has a comrade 15 cm away."""
    mage = warrior("mag", "red", 30, 60, spells=("seduction_of_slaanesh",), god="slaanesh")
    hum = warrior("hum", "blue", 50, 60, weapons=weapons)
    mate = warrior("mate", "blue", 65, 60)
    far = [warrior(f"b{n}", "blue", 100, 10 + 10 * n) for n in range(3)]
    board = Board(size=(120 * CM, 120 * CM), terrain=walls)
    state = begin(table(mage, hum, mate, *far, phase="shooting", board=board))
    order = Cast(side="red", warrior="mag", spell="seduction_of_slaanesh", targets=("hum",))
    return give(state, order, cast=[4, 4]).state


def acts(state: State, id: str = "hum") -> list[Act]:
    names = Names.of(state.setup)
    return commands_for(legal_orders(state, "red"), state.warriors[id], names)


def test_the_sheet_of_the_seduced_offers_charges_ways_and_shots() -> None:
    with translation.override("en"):
        (act,) = acts(seduced(weapons=("plain", "bow")))
    assert act.title == "Orders for its own turn"
    assert [target.warrior for target in act.targets] == ["mate", "b0", "b1", "b2"]
    assert [(mode, limit) for mode, _, limit in act.modes] == [("walk", 10), ("run", 20)]
    assert [shot.weapon for shot in act.shots] == ["bow"]


def test_nobody_else_is_offered_any() -> None:
    assert acts(seduced(), "mate") == []
    state = seduced()
    blues = commands_for(legal_orders(state, "blue"), state.warriors["hum"], Names.of(state.setup))
    assert blues == []


def sent(state: State, query: str) -> Command:
    native = order_of(QueryDict("kind=command&warrior=hum&" + query), "red", state)
    order = order_from_native(native, 1_000)
    assert isinstance(order, Command)
    return order


def test_the_form_sends_a_charge() -> None:
    order = sent(seduced(), "going=charge&target=mate")
    assert order.orders == (Charge(side="red", warrior="hum", targets=("mate",)),)


def test_the_form_sends_a_way_and_a_shot_after_it() -> None:
    order = sent(seduced(), "going=walk&legs=55,60,0&from=50,60,0&shot=bow|mate")
    walk, shot = order.orders
    assert isinstance(walk, Move)
    assert (walk.mode, walk.legs[0].to) == ("walk", (55 * CM, 60 * CM, 0))
    assert shot == Shoot(side="red", warrior="hum", weapon="bow", target="mate")


def test_without_a_script_the_place_in_figures_counts() -> None:
    order = sent(seduced(), "going=run&legs=&from=50,60,0&x=60&y=62&z=0")
    (run,) = order.orders
    assert isinstance(run, Move)
    assert (run.mode, run.legs[0].to) == ("run", (60 * CM, 62 * CM, 0))


def test_an_empty_form_is_refused_with_a_reason() -> None:
    state = seduced()
    refused = refusal(state, sent(state, "going=&shot="))
    assert refused is not None
    assert refused.code == "nothing_ordered"
    with translation.override("es"):
        told = explain(refused)
    assert told.startswith("Di qué ")


def test_a_way_through_a_wall_is_refused_when_it_is_ordered() -> None:
    state = seduced(walls=(Wall("w", ((45 * CM, 63 * CM), (60 * CM, 63 * CM)), 4 * CM),))
    refused = refusal(state, sent(state, "going=walk&legs=50,66,0&from=50,60,0"))
    assert refused is not None
    assert (refused.code, refused.rule) == ("path_blocked", "P-MOV-01")
    assert refusal(state, sent(state, "going=walk&legs=50,56,0&from=50,60,0")) is None


def test_a_way_that_is_too_long_is_refused_when_it_is_ordered() -> None:
    state = seduced()
    refused = refusal(state, sent(state, "going=walk&legs=50,71,0&from=50,60,0"))
    assert refused is not None
    assert refused.code == "too_far"
    assert refusal(state, sent(state, "going=walk&legs=50,70,0&from=50,60,0")) is None


def test_where_somebody_stands_now_he_may_be_sent_all_the_same() -> None:
    state = seduced()
    assert refusal(state, sent(state, "going=run&legs=65,60,0&from=50,60,0")) is None


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("going=charge", "one_target"),
        ("going=charge&target=nobody", "unknown_warrior"),
        ("going=charge&target=mag", "illegal_target"),
        ("going=charge&target=hum", "illegal_target"),
        ("going=&shot=bow|mate", "no_such_weapon"),
        ("going=break_off&legs=50,65,0&from=50,60,0", "cannot_break_off"),
    ],
)
def test_what_he_can_never_do_is_refused_with_the_usual_codes(query: str, code: str) -> None:
    state = seduced()
    refused = refusal(state, sent(state, query))
    assert refused is not None
    assert refused.code == code


def test_what_was_sent_happens_in_his_own_turn() -> None:
    from rules.battle.orders import EndPhase

    state = seduced()
    state = give(state, sent(state, "going=charge&target=mate")).state
    state, events = play(
        state, EndPhase(side="red", through="combat"), EndPhase(side="blue", through="recovery")
    )
    assert [e.warrior for e in events if type(e).__name__ == "Charged"] == ["hum"]
