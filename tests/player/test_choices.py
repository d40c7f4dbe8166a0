"""What the server player orders in plain situations."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import Setup, State, check, initial
from rules.battle.orders import Answer, Charge, Deploy, EndPhase, Move, Rout, Shoot, Strike
from rules.battle.queries import look
from rules.battle.state import ChargeTask, Decision, SideSetup, WarriorSetup, Zone
from rules.board import Board, Building
from rules.player import choose
from rules.ruleset import load_ruleset
from rules.units import CM
from tests.odds.tables import changed, pinned, warrior

BOTH = (SideSetup(id="red"), SideSetup(id="blue"))


def battle(*warriors: WarriorSetup, phase: str = "movement", turn: int = 1, **setup) -> State:
    """Reds against blues on an empty table; it is red's turn."""
    return initial(
        Setup(
            ruleset=load_ruleset("partida"),
            catalogue=pinned(*warriors),
            warriors=warriors,
            active="red",
            phase=phase,
            turn=turn,
            **{"sides": BOTH, "board": Board(size=(120 * CM, 120 * CM)), **setup},
        )
    )


def red(id: str, x: int, y: int, *weapons: str, **profile) -> WarriorSetup:
    return replace(warrior(id, *weapons, **profile), side="red", at=(x * CM, y * CM, 0))


def blue(id: str, x: int, y: int, *weapons: str, **profile) -> WarriorSetup:
    return replace(warrior(id, *weapons, **profile), side="blue", at=(x * CM, y * CM, 0))


def test_it_charges_where_the_odds_are_good():
    state = battle(red("r", 50, 50, "sword", WS=4), blue("b", 60, 50))
    order = choose(state, "red")
    assert order == Charge(side="red", source="server", warrior="r", targets=("b",))


def test_it_picks_the_weaker_of_two():
    state = battle(
        red("r", 50, 50, "sword"), blue("ogre", 60, 50, S=5, T=5, W=3, A=3), blue("boy", 40, 50)
    )
    order = choose(state, "red")
    assert isinstance(order, Charge)
    assert order.targets == ("boy",)


def test_it_does_not_charge_what_would_eat_it():
    state = battle(red("r", 50, 50), blue("ogre", 60, 50, WS=5, S=5, T=5, W=3, A=4))
    assert not isinstance(choose(state, "red"), Charge)


def test_out_of_reach_is_no_charge():
    state = battle(red("r", 50, 50, WS=6), blue("b", 80, 50))
    assert not isinstance(choose(state, "red"), Charge)


def test_a_fallen_enemy_is_worth_a_charge():
    state = battle(red("r", 50, 50), blue("ogre", 60, 50, WS=5, S=5, T=5, W=3, A=4))
    order = choose(changed(state, "ogre", status="stunned"), "red")
    assert isinstance(order, Charge)


def test_it_closes_in_but_not_into_reach_while_it_is_patient():
    state = battle(red("r", 50, 20), blue("b", 50, 90))
    order = choose(state, "red")
    assert isinstance(order, Move)
    assert order.mode == "run"
    assert order.legs[-1].to[1] > 20 * CM
    check(state, order)


def test_it_presses_on_later():
    state = battle(red("r", 50, 50), blue("b", 50, 73), turn=1)
    assert isinstance(choose(state, "red"), EndPhase)
    assert isinstance(choose(replace(state, turn=9), "red"), Move)


def test_a_shooter_with_a_target_stays():
    state = battle(red("r", 50, 50, "bow"), blue("b", 50, 75))
    assert isinstance(choose(state, "red"), EndPhase)


def test_it_shoots_where_it_does_most_harm():
    state = battle(
        red("r", 50, 50, "bow"),
        replace(blue("hard", 50, 75, T=5), armour=("heavy_armour", "shield")),
        blue("soft", 50, 25, T=2),
        phase="shooting",
    )
    order = choose(state, "red")
    assert order == Shoot(side="red", source="server", warrior="r", weapon="bow", target="soft")


def test_a_useless_shot_is_not_fired():
    state = battle(red("r", 50, 50, "short_bow"), blue("b", 50, 110), phase="shooting")
    assert isinstance(choose(state, "red"), EndPhase)


def test_it_finishes_the_weaker_of_two_in_contact():
    at = 50 * CM
    state = battle(
        red("r", 50, 50, "axe", A=2),
        replace(blue("hard", 50, 50, T=6), at=(at + 2_500, at, 0)),
        replace(blue("soft", 50, 50, T=2, A=2, WS=4), at=(at - 2_500, at, 0)),
        phase="combat",
    )
    order = choose(state, "red")
    assert isinstance(order, Strike | EndPhase)
    if isinstance(order, Strike):
        assert {split.target for split in order.splits} == {"soft"}


def test_it_steps_into_a_charge_with_its_best_fighter():
    state = asked(red("knight", 54, 52, "sword", WS=6, S=4, T=4, W=2))
    assert choose(state, "red") == Answer(
        side="red", source="server", decision="intercept:b:red", choice="knight"
    )


def test_it_leaves_a_charge_alone_where_it_would_only_lose():
    assert choose(asked(red("boy", 54, 52, WS=1, T=1)), "red").choice == "none"


def test_level_1_takes_the_default():
    state = asked(red("knight", 54, 52, "sword", WS=6, S=4, T=4, W=2))
    assert choose(state, "red", level=1).choice == "none"


def asked(interceptor: WarriorSetup) -> State:
    """Blue charges red's r, and red is asked whether to intercept."""
    decision = Decision(
        id="intercept:b:red",
        kind="intercept",
        side="red",
        options=(interceptor.id, "none"),
        default="none",
        rule="P-INT-01",
        warrior="b",
    )
    state = battle(red("r", 60, 50), interceptor, blue("b", 46, 50, "sword", WS=4))
    task = ChargeTask("b", ("r",), asked=("red",))
    return replace(state, active="blue", awaiting=(decision,), agenda=(task,))


def test_it_deploys_in_its_zone_leader_included():
    zones = (
        SideSetup(id="red", zone=Zone(low=(0, 0), high=(120 * CM, 20 * CM))),
        SideSetup(id="blue", zone=Zone(low=(0, 100 * CM), high=(120 * CM, 120 * CM))),
    )
    unplaced = [replace(red(f"r{n}", 0, 0), at=None, leader=n == 2) for n in range(5)]
    state = battle(*unplaced, blue("b", 50, 110), phase="deployment", sides=zones)
    for _ in unplaced:
        order = choose(state, "red")
        assert isinstance(order, Deploy)
        assert order.at[1] <= 20 * CM
        check(state, order)
        state = changed(state, order.warrior, at=order.at)
    assert isinstance(choose(state, "red"), EndPhase)


def test_it_gives_up_a_hopeless_battle():
    reds = [red(f"r{n}", 10 + 5 * n, 10) for n in range(4)]
    blues = [blue(f"b{n}", 10 + 5 * n, 110) for n in range(4)]
    state = battle(*reds, *blues, phase="start")
    assert isinstance(choose(state, "red"), EndPhase)
    for n in range(3):
        state = changed(state, f"r{n}", status="out_of_action", at=None)
    assert isinstance(choose(state, "red"), Rout)
    assert isinstance(choose(state, "red", level=1), EndPhase)


def test_what_it_refuses():
    state = battle(red("r", 50, 50), blue("b", 60, 50))
    with pytest.raises(ValueError, match="nothing is asked"):
        choose(state, "blue")
    with pytest.raises(ValueError, match="level 9"):
        choose(state, "red", level=9)


def test_it_stops_in_cover_while_it_is_patient():
    """A house stands between; its corner is out of the archer's sight, what lies beyond isn't."""
    state = battle(
        red("r", 50, 10, "sword"),
        blue("b", 58, 80),
        blue("archer", 5, 75, "bow"),
        board=board_with_a_house(),
    )
    patient = choose(state, "red")
    bold = choose(replace(state, turn=9), "red")
    assert isinstance(patient, Move)
    assert isinstance(bold, Move)
    assert seen_by_the_archer(state, patient) == "none"
    assert seen_by_the_archer(state, bold) != "none"


def board_with_a_house() -> Board:
    corners = ((30 * CM, 20 * CM), (56 * CM, 20 * CM), (56 * CM, 24 * CM), (30 * CM, 24 * CM))
    house = Building(id="house", polygon=corners, height=12 * CM)
    return Board(size=(120 * CM, 120 * CM), terrain=(house,))


def seen_by_the_archer(state: State, order: Move) -> str:
    return look(changed(state, "r", at=order.legs[-1].to), "archer", "r").kind
