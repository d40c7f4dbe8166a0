"""A charge ordered ahead: on foot it has no way to choose, over edges it has one (P-CHG-08)."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from campaigns.models import SidePlan
from rules.board import Board, Platform
from rules.units import CM
from tests.campaigns.tables import skirmish
from tests.pages.test_facing import duel_of
from tests.pages.test_plan_changes import Fields
from tests.pages.test_playing import texts


def with_floor() -> Any:
    """A floor 4 cm high beside Rosa, to come down from."""
    corners = tuple((x * CM, y * CM) for x, y in ((17, 10), (27, 10), (27, 20), (17, 20)))
    floor = Platform(id="floor", polygon=corners, height=4 * CM)
    return replace(skirmish(active="red"), board=Board(size=(60 * CM, 40 * CM), terrain=(floor,)))


@pytest.fixture
def high(make_user: Any) -> SimpleNamespace:
    return duel_of(make_user, with_floor())


def plan_page(duel: SimpleNamespace, query: str = "who=rosa") -> str:
    return duel.as_ana.get(f"/battles/{duel.battle.public_id}/plan?{query}").content.decode()


def add(duel: SimpleNamespace, **fields: str) -> Any:
    return duel.as_ana.post(f"/battles/{duel.battle.public_id}/plan/step", fields)


WAY = {"x_1": "16", "y_1": "15", "x": "22", "y": "15", "z": "4", "by": "climb"}


def test_a_charge_on_foot_has_no_way(high: SimpleNamespace) -> None:
    """Nor does what was drawn for another act before, which the form still sends, become one."""
    add(high, warrior="rosa", act="charge", target="bea", legs="20,15,0", **WAY)
    (step,) = SidePlan.objects.get().plan["steps"]
    assert not step["choices"][0]["order"].get("path")


def test_one_that_climbs_has_and_is_changed(high: SimpleNamespace) -> None:
    add(high, warrior="rosa", act="charge_over", target="bea", **WAY)
    before = SidePlan.objects.get().plan
    path = before["steps"][0]["choices"][0]["order"]["path"]
    assert [leg.get("by", "walk") for leg in path] == ["walk", "climb"]
    fields = Fields(plan_page(high, "step=0&alt=0"), "step").sent
    assert (fields["act"], fields["by"], fields["x"]) == ("charge_over", "climb", "22")
    add(high, **fields)
    assert SidePlan.objects.get().plan == before


def test_it_must_say_its_way(high: SimpleNamespace) -> None:
    assert "falta decir hasta dónde" in texts(add(high, warrior="rosa", act="charge_over"))
    assert not SidePlan.objects.exists()


def test_a_table_with_floors_offers_it(high: SimpleNamespace) -> None:
    assert 'value="charge_over"' in plan_page(high)


def test_a_flat_one_does_not(make_user: Any) -> None:
    flat = duel_of(make_user, skirmish(active="red"))
    assert 'value="charge"' in plan_page(flat)
    assert 'value="charge_over"' not in plan_page(flat)
