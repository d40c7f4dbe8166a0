"""Every warband of the catalogue: bought over REST, enlisted, and sent into a battle."""

from __future__ import annotations

import pytest

from rules.battle.state import Setup, SideSetup, Zone
from rules.board import Board
from rules.catalogue import load_catalogue
from rules.roster.battle import pinned
from rules.ruleset import load_ruleset
from rules.simulation.battles import TURN_LIMIT, ZONE_DEPTH, play
from rules.simulation.faults import folds
from rules.units import CM
from tests.warbands.buying import Buyer
from warbands.models import Warband
from warbands.selectors import battle_warriors
from warbands.services import buy_preset

pytestmark = pytest.mark.django_db
WARBANDS = sorted(load_catalogue().warbands)


@pytest.fixture(autouse=True)
def _nobody_vouches(monkeypatch):
    from warbands.selectors import access

    monkeypatch.setattr(access, "GRANTS", [])


@pytest.mark.parametrize("type", WARBANDS)
def test_a_legal_start_is_bought_over_rest_and_fights(api, ana, type: str) -> None:
    buyer = Buyer(api(ana), type)
    roster = buyer.whole()
    assert roster["problems"] == []
    enlisted = buyer.client.post(f"{buyer.url}/enlist")
    assert (enlisted.status_code, enlisted.data.get("status")) == (200, "enlisted")
    books(buyer)
    fights(Warband.objects.get(pk=roster["id"]), buy_preset(actor=ana, type="reikland", name="R"))


def books(buyer: Buyer) -> None:
    """What was paid is n times the price on every line, and all of it is the treasury."""
    lines = buyer.client.get(f"{buyer.url}/ledger?page_size=200").data["results"]
    assert all(line["total"] == line["n"] * line["price"] for line in lines)
    assert sum(line["gold"] for line in lines) == buyer.roster["treasury"] >= 0
    prices = sum(fighter["price"] for fighter in buyer.fighters)
    assert buyer.roster["budget"] - prices == buyer.roster["treasury"]
    for fighter in buyer.fighters:
        assert fighter["price"] == fighter["size"] * fighter["each"]


def fights(ours: Warband, theirs: Warband) -> None:
    """A battle between two server players, to its end and without a fault."""
    ruleset = load_ruleset("partida")
    red = battle_warriors(ours, side="red", ruleset=ruleset)
    blue = battle_warriors(theirs, side="blue", ruleset=ruleset)
    board = Board(size=(120 * CM, 120 * CM))
    near = Zone(low=(0, 0), high=(120 * CM, ZONE_DEPTH))
    far = Zone(low=(0, 120 * CM - ZONE_DEPTH), high=(120 * CM, 120 * CM))
    setup = Setup(
        ruleset=ruleset,
        catalogue=pinned(load_catalogue(), (*red, *blue)),
        board=board,
        sides=(SideSetup(id="red", zone=near), SideSetup(id="blue", zone=far)),
        warriors=(*red, *blue),
        turn_limit=TURN_LIMIT,
    )
    game = play(setup, seed=5)
    assert game.state.result is not None
    assert list(folds(game.setup, game.state, list(game.events))) == []
