"""Ordering ahead for an enemy under one's spell, and the answers before anybody is deployed."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from campaigns import outbox
from campaigns.engine import state_of
from campaigns.models import Membership, OrderRow, Role, SidePlan
from campaigns.services.battles import Seat, battle_create, battle_start
from campaigns.services.campaigns import create_campaign
from campaigns.services.plans import plan_set
from rules.catalogue import load_catalogue
from tests.campaigns.tables import ITEMS, begun, crowd
from tests.campaigns.wars import enlisted
from tests.campaigns.wizards import lay

SPELL = "seduction_of_slaanesh"


@pytest.fixture
def people(make_user: Any) -> SimpleNamespace:
    gm, ana, berta = (make_user(name, display_name=name.title()) for name in ("gm", "ana", "berta"))
    campaign = create_campaign(user=gm, name="Invierno")
    for user in (ana, berta):
        Membership.objects.create(campaign=campaign, user=user, role=Role.PLAYER)
    client = Client(headers={"accept-language": "es"})
    client.force_login(ana)
    return SimpleNamespace(gm=gm, ana=ana, berta=berta, campaign=campaign, browser=client)


@pytest.fixture
def magister(people: SimpleNamespace) -> Any:
    """It is Ana's shooting phase; her Rosa could seduce Berta's Bea."""
    setup = crowd()
    power = {"spells": (SPELL,), "god": "slaanesh", "at": (25_000, 15_000, 0)}
    setup = replace(
        setup,
        warriors=tuple(replace(w, **power) if w.id == "rosa" else w for w in setup.warriors),
        catalogue=load_catalogue().pin(ITEMS, spells={SPELL}),
        phase="shooting",
    )
    return begun(people.campaign, people.gm, setup, red=people.ana, blue=people.berta)


def test_a_spell_and_what_it_is_for_are_ordered_in_one_go(
    people: SimpleNamespace, magister: Any, monkeypatch: Any
) -> None:
    at = f"/battles/{magister.public_id}/plan"
    page = people.browser.get(f"{at}?who=bea").content.decode()
    assert "Bea, bajo un hechizo" in page
    assert "al final de tu turno" in page
    cast = {"warrior": "rosa", "act": "cast", "spell": SPELL, "mark": "bea", "turn": "1"}
    obey = {"warrior": "bea", "act": "walk", "x": "45", "y": "16", "z": "0", "turn": "1"}
    for step in (cast, obey):
        answer = people.browser.post(f"{at}/step", step)
        assert "#step-" in answer.url
    page = people.browser.get(at).content.decode()
    assert "Bea: obedecerá en su propio turno: " in page
    people.browser.post(f"{at}/seal", {"text": ""})
    lay(monkeypatch, cast=[5, 5])
    outbox.run_due(limit=100)
    magister.refresh_from_db()
    assert [row.order["order"] for row in OrderRow.objects.filter(source="plan")] == ["cast"]
    people.browser.post(f"{at}/seal", {"ending": "turn"})
    outbox.run_due(limit=100)
    magister.refresh_from_db()
    commanded = OrderRow.objects.filter(source="plan", order__order="command").get()
    assert commanded.order["orders"][0]["legs"][0]["to"] == [45_000, 16_000, 0]


def test_what_is_told_to_an_enemy_is_read_from_the_form(
    people: SimpleNamespace, magister: Any
) -> None:
    at = f"/battles/{magister.public_id}/plan"
    run = {"act": "run", "legs": "45,16,0 46,20,0", "then": "blas", "weapon": "bow"}
    shot = {"act": "shoot", "target": "blas", "weapon": "bow"}
    for step in (run, shot):
        people.browser.post(f"{at}/step", {"warrior": "bea", **step})
    steps = SidePlan.objects.get().plan["steps"]
    orders = [step["choices"][0]["order"]["orders"] for step in steps]
    assert [[one["order"] for one in some] for some in orders] == [["move", "shoot"], ["shoot"]]
    assert {one["side"] for some in orders for one in some} == {"red"}
    refused = people.browser.post(f"{at}/step", {"warrior": "bea", "act": "walk"}, follow=True)
    assert "falta decir hasta dónde" in refused.content.decode()


def test_side_and_edge_are_chosen_before_the_battle(people: SimpleNamespace) -> None:
    mine = enlisted(people.campaign, people.ana)
    theirs = enlisted(people.campaign, people.berta, "skaven_eshin", "Garra Nocturna")
    battle = battle_create(
        user=people.gm,
        campaign_id=people.campaign.public_id,
        seats=[Seat(mine.pk, "member"), Seat(theirs.pk, "member")],
        scenario="breakthrough",
        board="ruins:7",
        ask=True,
    )
    at = f"/battles/{battle.public_id}/plan"
    page = people.browser.get(at).content.decode()
    assert "¿atacar o defender?" in page
    assert "¿junto a qué borde de la mesa?" in page
    people.browser.post(f"{at}/stance", {"role": "defender", "edge": "west", "intercept": "none"})
    page = people.browser.get(at).content.decode()
    assert '<option value="west" selected>' in page
    people.browser.post(f"{at}/seal", {})
    both = {"stances": [{"decision": "role", "prefer": ["attacker"]}]}
    both["stances"].append({"decision": "edge", "prefer": ["west"]})
    plan_set(user=people.berta, battle_id=battle.public_id, plan=both)
    battle_start(user=people.gm, battle_id=battle.public_id)
    outbox.run_due(limit=100)
    battle.refresh_from_db()
    state = state_of(battle)
    answers = {
        row.order["decision"].partition(":")[0] for row in OrderRow.objects.filter(source="plan")
    }
    assert answers == {"role", "edge"}
    assert not state.awaiting
    assert state.mission is not None
    assert "west" in state.mission.edges.values()
    asked = people.browser.get(at).content.decode()
    assert "¿atacar o defender?" not in asked
