"""Forms offer the climbs, jumps and leaps that are at hand (P-TER-01 to P-TER-21)."""

from __future__ import annotations

import pytest

from rules import Form, State, legal_orders, to_native
from rules.battle import forms
from rules.battle.orders import Charge, Leg, Move
from rules.board import from_data
from rules.ruleset import load_ruleset, with_house_rules
from tests.battle.world import CM, begin, table, to_phase, warrior

ROOFS = from_data(
    {
        "size": [120, 120],
        "terrain": [
            {
                "id": "inn",
                "kind": "building",
                "polygon": [[20, 20], [40, 20], [40, 40], [20, 40]],
                "height": 8,
            },
            {
                "id": "mill",
                "kind": "building",
                "polygon": [[45, 20], [65, 20], [65, 40], [45, 40]],
                "height": 9,
            },
        ],
    },
    CM,
)


def state_with(x: float, y: float, z: float = 0, **switches: object) -> State:
    ruleset = with_house_rules(load_ruleset("partida"), switches)
    ana = warrior("ana", "red", x, y, z=z)
    bea = warrior("bea", "blue", 62, 30, z=9)
    return to_phase(begin(table(ana, bea, board=ROOFS, ruleset=ruleset)), "movement")


def form_of(state: State, kind: str, mode: str = "") -> Form:
    return next(
        form
        for form in legal_orders(state, "red")
        if form.kind == kind and (not mode or form.domains["mode"] == forms.Ids((mode,)))
    )


def by(state: State, mode: str) -> tuple[str, ...]:
    legs = form_of(state, "move", mode).domains["legs"]
    assert isinstance(legs, forms.Reach)
    return legs.by


def test_in_the_open_one_only_walks() -> None:
    state = state_with(80, 80)
    assert by(state, "walk") == ("walk",)
    assert "scalings" not in form_of(state, "move", "walk").domains


def test_at_a_wall_one_climbs_but_not_in_a_run() -> None:
    state = state_with(19, 30)
    assert by(state, "walk") == ("walk", "climb")
    form = form_of(state, "move", "walk")
    ways = form.domains["scalings"]
    assert isinstance(ways, forms.Scalings)
    (way,) = ways.ways
    assert (way.by, way.start, way.to, way.height) == (
        "climb",
        (19_000, 30_000, 0),
        (21_000, 30_000, 8_000),
        8_000,
    )


def test_at_the_edge_of_a_roof_one_climbs_down_jumps_and_leaps() -> None:
    state = state_with(39, 30, 8)
    assert by(state, "walk") == ("walk", "climb", "jump", "leap")
    assert by(state, "run") == ("walk", "jump", "leap")


@pytest.mark.parametrize("mode", ["walk", "run"])
def test_every_suggestion_is_a_legal_order(mode: str) -> None:
    form = form_of(state_with(37, 22, 8), "move", mode)
    ways = form.domains["scalings"]
    assert isinstance(ways, forms.Scalings)
    assert ways.ways
    for way in ways.ways:
        legs = (Leg(way.start), Leg(way.to, way.by))
        assert form.allows(Move(side="red", warrior="ana", mode=mode, legs=legs))  # type: ignore[arg-type]


def test_charges_have_them_too() -> None:
    form = form_of(state_with(37, 22, 8), "charge")
    ways = form.domains["scalings"]
    assert isinstance(ways, forms.Scalings)
    leap = next(way for way in ways.ways if way.by == "leap")
    path = (Leg(leap.start), Leg(leap.to, "leap"))
    assert form.allows(Charge(side="red", warrior="ana", targets=("bea",), path=path))
    on_foot = (Leg((38_000, 25_000, 8_000)),)
    assert not form.allows(Charge(side="red", warrior="ana", targets=("bea",), path=on_foot))


def test_the_width_of_a_gap_is_told_only_where_one_may_measure_first() -> None:
    def told(state: State) -> list[dict[str, object]]:
        ways = to_native(form_of(state, "move", "walk").domains["scalings"], CM)["ways"]
        return [way for way in ways if way["by"] == "leap"]

    (hidden,) = told(state_with(39, 30, 8))
    assert "width" not in hidden
    (open_,) = told(state_with(39, 30, 8, **{"measure.before_deciding": True}))
    assert open_["width"] == 5
    assert open_["from"] == [39, 30, 8]
