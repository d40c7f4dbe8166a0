"""A ready-made warband for every list: legal, enlistable, sensible, with names of its own."""

from __future__ import annotations

from collections import Counter

import pytest
from django.utils.translation import override

from mordheim_site.errors import ServiceError
from rules.catalogue import load_catalogue
from rules.roster.problems import problems
from tests.warbands.test_every_warband import fights
from warbands import services, store
from warbands.models import Warband
from warbands.selectors import ready_sheet

pytestmark = pytest.mark.django_db
CATALOGUE = load_catalogue()
URL = "/api/v1/warbands"
LEAST_HEROES, LEAST_SIZE, MOST_GOLD_LEFT = 3, 8, 35


def test_every_list_has_one() -> None:
    assert CATALOGUE.ready.keys() == CATALOGUE.warbands.keys()


def test_nobody_is_called_like_anybody_else() -> None:
    for language in ("en", "es"):
        called = [r.called(language) for one in CATALOGUE.ready.values() for r in one.fighters]
        assert [name for name, n in Counter(called).items() if n > 1] == []


@pytest.mark.parametrize("type", sorted(CATALOGUE.ready))
def test_it_is_bought_over_rest_enlists_and_fights(api, ana, type: str) -> None:
    client = api(ana)
    made = client.post(URL, {"type": type, "name": "P", "ready": True}, format="json")
    assert (made.status_code, made.data["status"], made.data["problems"]) == (201, "draft", [])
    offered = next(
        row["ready"]
        for row in client.get("/api/v1/warband-types?page_size=100").data["results"]
        if row["id"] == type
    )
    assert (offered["gold"], offered["size"], offered["rating"]) == (
        made.data["treasury"],
        made.data["size"],
        made.data["rating"],
    )
    enlisted = client.post(f"{URL}/{made.data['id']}/enlist")
    assert (enlisted.status_code, enlisted.data["status"]) == (200, "enlisted")
    lines = client.get(f"{URL}/{made.data['id']}/ledger?page_size=200").data["results"]
    assert sum(line["gold"] for line in lines) == made.data["treasury"]
    row = Warband.objects.get(pk=made.data["id"])
    assert services.drift(row) == []
    fights(row, services.buy_preset(actor=ana, type="reikland", name="R"))


@pytest.mark.parametrize("type", sorted(CATALOGUE.ready))
def test_it_is_sensible(ana, type: str) -> None:
    """Heroes for experience, enough bodies, gold well spent, an arm in every hand."""
    row = services.ready_made(actor=ana, type=type, name="P")
    roster, kinds = store.load(row), CATALOGUE.warbands[type]
    assert problems(CATALOGUE, roster) == []
    assert roster.leader is not None
    assert len(roster.heroes) >= LEAST_HEROES
    assert roster.size >= LEAST_SIZE
    assert 0 <= row.treasury <= MOST_GOLD_LEFT
    for fighter in roster.fighters:
        if kinds.fighter(fighter.type).equipment_list:
            assert any(item in CATALOGUE.weapons for item in fighter.equipment), fighter.name


def test_names_are_in_the_readers_language(ana) -> None:
    with override("es"):
        row = services.ready_made(actor=ana, type="dwarf_treasure_hunters", name="P")
        assert "Hijos del Dintel" in [f.name for f in store.load(row).fighters]
        assert "Hijos del Dintel" in [f.name for f in ready_sheet(row.type).fighters]
    with override("en"):
        assert "Sons of the Lintel" in [f.name for f in ready_sheet(row.type).fighters]


def test_where_there_is_none_it_is_refused(ana, monkeypatch) -> None:
    monkeypatch.delitem(CATALOGUE.ready, "undead")
    with pytest.raises(ServiceError) as refused:
        services.ready_made(actor=ana, type="undead", name="P")
    assert refused.value.code == "no_preset"
    assert not Warband.objects.exists()
    assert ready_sheet("undead") is None
