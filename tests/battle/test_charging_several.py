"""P-CHG-16: one charge at several enemies."""

from __future__ import annotations

from rules.battle.orders import Charge
from rules.battle.queries import engaged_with
from tests.battle.world import begin, give, names, table, to_phase, warrior


def test_two_enemies_that_one_base_can_touch_are_both_charged() -> None:
    state = to_phase(
        begin(
            table(
                warrior("ana", "red", 20, 20),
                warrior("bea", "blue", 35, 18.5),
                warrior("cid", "blue", 35, 21.5),
            )
        ),
        "movement",
    )
    state, events = give(state, Charge(side="red", warrior="ana", targets=("bea", "cid")))
    assert names(events) == ["ChargeDeclared", "Moved", "Charged"]
    assert engaged_with(state, "ana") == ("bea", "cid")


def test_when_no_place_touches_both_the_main_one_is_charged_alone() -> None:
    state = to_phase(
        begin(
            table(
                warrior("ana", "red", 20, 20),
                warrior("bea", "blue", 32, 18),
                warrior("cid", "blue", 32, 28),
            )
        ),
        "movement",
    )
    state, _ = give(state, Charge(side="red", warrior="ana", targets=("cid", "bea")))
    assert engaged_with(state, "ana") == ("cid",)
