"""The game master raises a dead hero for a Necromancer, over REST (P-NEC-6)."""

from __future__ import annotations

import pytest

from campaigns.models import GmAction
from campaigns.services.campaigns import enrol_warband
from tests.campaigns.wars import enlisted
from warbands.services import fighter_hire, warband_create

pytestmark = pytest.mark.django_db


@pytest.fixture
def bands(campaign, ana, berta):
    """A warband with somebody who knows the spell, and one with a dead hero."""
    undead = warband_create(actor=ana, type="undead", name="Los Pálidos", ruleset="partida")
    fighter_hire(actor=ana, warband=undead, type="necromancer", name="N")
    undead.fighters.update(spells=["spell_of_awakening"])
    undead.refresh_from_db()
    undead.status = "enlisted"
    undead.save()
    enrol_warband(user=ana, campaign_id=campaign.public_id, warband_id=undead.pk)
    other = enlisted(campaign, berta, name="Los Otros")
    dead = other.fighters.filter(hero=True, leader=False).first()
    dead.fate = "dead"
    dead.save()
    return undead, other, dead


def raise_him(client, campaign, bands, **changes):
    undead, other, dead = bands
    url = f"/api/v1/campaigns/{campaign.public_id}/warbands/{undead.pk}/awakenings"
    body = {"of": str(other.pk), "fighter": dead.key, "reason": "Sacó un 13", **changes}
    return client.post(url, body)


def test_he_joins_as_a_zombie_with_his_arms(api, campaign, marga, bands):
    undead, _, dead = bands
    assert raise_him(api(marga), campaign, bands).status_code == 204
    zombie = undead.fighters.get(type="zombie")
    assert (zombie.name, zombie.hero, zombie.experience) == (dead.name, False, dead.experience)
    assert GmAction.objects.filter(action="hero_awaken").count() == 1
    assert raise_him(api(marga), campaign, bands).status_code in (400, 409, 422)


def test_players_do_not_raise_anybody(api, campaign, ana, bands):
    assert raise_him(api(ana), campaign, bands).status_code == 403


def test_the_living_stay_where_they_are(api, campaign, marga, bands):
    _, other, _ = bands
    alive = other.fighters.filter(hero=True, fate="active").first()
    answer = raise_him(api(marga), campaign, bands, fighter=alive.key)
    assert answer.json()["code"] == "not_a_dead_hero"
